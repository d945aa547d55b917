#pragma once

// Included by aim_product.cpp only.

#include <curlew/methods/mom/aim/aim_tables.hpp>
#include <curlew/methods/mom/fill/near_rows.hpp>

namespace curlew::mom {

// Computes the coefficients at the corners of faces, times edge lengths.
template <class Space> struct CornerCoefficients {
  SurfaceTable<Space> surface;
  Kokkos::View<const Complex *, Space> x;
  Kokkos::View<Complex *, Space> corners;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset slot) const {
    Complex sum = 0;
    for (Index h = surface.slot_offset(slot); h < surface.slot_offset(slot + 1); ++h)
      sum += surface.halves(h).weight * x(surface.halves(h).basis);
    corners(slot) = sum;
  }
};

// Nodes of the grid in the layout of the convolution.
template <class Space, class Real> struct GridNodes {
  Kokkos::View<Kokkos::complex<Real> *, Space> values;
  Offset stride[3];

  KOKKOS_INLINE_FUNCTION Kokkos::complex<Real> *row(const Index *base, int y, int z) const {
    return values.data() + base[0] + (base[1] + y) * stride[1] + (base[2] + z) * stride[2];
  }
};

// Computes the current (component 0, 1, 2) or charge (3) of a point, times the area of the face
// that the point stands for.
template <class Space> struct PointSources {
  SurfaceTable<Space> surface;
  Kokkos::View<const Complex *, Space> corners;
  int component;

  KOKKOS_INLINE_FUNCTION Complex of(Offset point) const {
    const Offset f = point / k_face_points;
    const Complex *c = &corners(3 * f);
    if (component == 3)
      return (c[0] + c[1] + c[2]) / 3;
    const Face &face = surface.faces(f);
    double r[3];
    face_point(face, static_cast<int>(point % k_face_points), r);
    Complex sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += c[i] * ((r[component] - face.corner[i][component]) / 6);
    return sum;
  }
};

template <class Space, class Real, int k_nodes> struct Spread {
  PointSources<Space> sources;
  AimPoints<Space> points;
  GridNodes<Space, Real> grid;

  // For devices: adds atomically, any point in any thread.
  KOKKOS_INLINE_FUNCTION void operator()(const Offset point) const { add<true>(point); }

  template <bool k_atomic> KOKKOS_INLINE_FUNCTION void add(const Offset point) const {
    const Complex value = sources.of(point);
    const double *wx = points.of(point, 0), *wy = points.of(point, 1), *wz = points.of(point, 2);
    const Index *base = &points.base(3 * point);
    for (int z = 0; z < k_nodes; ++z)
      for (int y = 0; y < k_nodes; ++y) {
        const double factor = wy[y] * wz[z];
        const auto re = static_cast<Real>(factor * value.real());
        const auto im = static_cast<Real>(factor * value.imag());
        Real *to = reinterpret_cast<Real *>(grid.row(base, y, z));
        for (int x = 0; x < k_nodes; ++x) {
          const auto w = static_cast<Real>(wx[x]);
          if constexpr (k_atomic) {
            Kokkos::atomic_add(to + 2 * x, w * re);
            Kokkos::atomic_add(to + 2 * x + 1, w * im);
          } else {
            to[2 * x] += w * re;
            to[2 * x + 1] += w * im;
          }
        }
      }
  }
};

// Spreads the points of every second slab, a slab to a work item.
template <class Space, class Real, int k_nodes> struct SpreadSlabs {
  Spread<Space, Real, k_nodes> spread;
  Kokkos::View<const Index *, Space> slab_points;
  Kokkos::View<const Offset *, Space> slab_begin;
  int parity;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset pair) const {
    const Offset slab = 2 * pair + parity;
    for (Offset k = slab_begin(slab); k < slab_begin(slab + 1); ++k)
      spread.template add<false>(slab_points(k));
  }
};

// Reads the potentials at a point and computes the fields of the equations from them. Component 0
// writes the fields of the point, the others add to them.
template <class Space, class Real, int k_nodes, bool k_magnetic> struct Gather {
  SurfaceTable<Space> surface;
  AimPoints<Space> points;
  GridNodes<Space, Real> grid;
  Combination with;
  int component;
  Kokkos::View<Complex *, Space> fields;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset point) const {
    Complex value = 0, slope[3] = {0, 0, 0};
    read(point, value, slope);
    Complex *f = &fields(4 * point);
    if (component == 3) {
      f[3] = value * Complex(0, -with.electric * with.charge / with.wavenumber);
      return;
    }
    if (component == 0)
      f[0] = f[1] = f[2] = 0;
    f[component] += value * Complex(0, with.electric * with.vector * with.wavenumber);
    if constexpr (k_magnetic) {
      const int c = component, u = (c + 1) % 3, v = (c + 2) % 3;
      // h is the curl of A_c along c; n x h is added to the fields.
      Complex h[3];
      h[c] = 0;
      h[u] = slope[v];
      h[v] = -slope[u];
      const double *n = surface.faces(point / k_face_points).normal;
      for (int d = 0; d < 3; ++d) {
        const int a = (d + 1) % 3, b = (d + 2) % 3;
        f[d] -= with.magnetic * (n[a] * h[b] - n[b] * h[a]);
      }
    }
  }

private:
  KOKKOS_INLINE_FUNCTION void read(const Offset point, Complex &value, Complex *slope) const {
    const double *wx = points.of(point, 0), *wy = points.of(point, 1), *wz = points.of(point, 2);
    const Index *base = &points.base(3 * point);
    const double scale = 1 / points.spacing_m;
    double sums[8] = {};
    for (int z = 0; z < k_nodes; ++z)
      for (int y = 0; y < k_nodes; ++y) {
        const Kokkos::complex<Real> *from = grid.row(base, y, z);
        double re = 0, im = 0, slope_re = 0, slope_im = 0;
        for (int x = 0; x < k_nodes; ++x) {
          const double a = from[x].real(), b = from[x].imag();
          re += wx[x] * a;
          im += wx[x] * b;
          if constexpr (k_magnetic) {
            slope_re += wx[k_nodes + x] * a;
            slope_im += wx[k_nodes + x] * b;
          }
        }
        const double w = wy[y] * wz[z];
        sums[0] += w * re;
        sums[1] += w * im;
        if constexpr (k_magnetic) {
          const double wu = wy[k_nodes + y] * wz[z], wv = wy[y] * wz[k_nodes + z];
          sums[2] += w * slope_re;
          sums[3] += w * slope_im;
          sums[4] += wu * re;
          sums[5] += wu * im;
          sums[6] += wv * re;
          sums[7] += wv * im;
        }
      }
    value = Complex(sums[0], sums[1]);
    for (int d = 0; d < 3; ++d)
      slope[d] = Complex(scale * sums[2 * d + 2], scale * sums[2 * d + 3]);
  }
};

// Adds the near part's row times x, and the fields of its points tested with the row's basis
// function.
template <class Space, class Real> struct TestRows {
  SurfaceTable<Space> surface;
  NearRows<Space, Real> near;
  Kokkos::View<const Complex *, Space> x, fields;
  Kokkos::View<Complex *, Space> y;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset row) const {
    double re = 0, im = 0;
    for (Offset k = near.row_begin(row); k < near.row_begin(row + 1); ++k) {
      const double a = near.values(k).real(), b = near.values(k).imag();
      const Complex &value = x(near.columns(k));
      re += a * value.real() - b * value.imag();
      im += a * value.imag() + b * value.real();
    }
    Complex sum(re, im);
    const BasisFunction &f = surface.basis(row);
    const Index *faces = reinterpret_cast<const Index *>(&f.face);
    const int *corners = reinterpret_cast<const int *>(&f.corner);
    for (int side = 0; side < 2; ++side) {
      if (faces[side] >= surface.own_faces) // an image
        continue;
      const Face &face = surface.faces(faces[side]);
      Complex part = 0;
      for (int i = 0; i < k_face_points; ++i) {
        double r[3];
        face_point(face, i, r);
        const Complex *field = &fields(4 * (Offset(k_face_points) * faces[side] + i));
        for (int d = 0; d < 3; ++d)
          part += field[d] * ((r[d] - face.corner[corners[side]][d]) / 6);
        part += field[3] / 3;
      }
      sum += (side == 0 ? f.length_m : -f.length_m) * part;
    }
    y(row) = sum;
  }
};

} // namespace curlew::mom
