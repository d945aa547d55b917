#pragma once

// Included by edge_fill_*.cpp only.

#include <curlew/methods/mom/fill/face_fill.hpp>
#include <curlew/methods/mom/fill/far_moments.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>
#include <curlew/methods/mom/integrals/lanes.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>
#include <curlew/methods/mom/unfold.hpp>

#include <algorithm>
#include <type_traits>

namespace curlew::mom {

// Layout of the data of a half of a basis function, row by row so that lanes lie side by side:
// corner, normal, signed length, then the points of the rule. Row r of half `side` of function n:
// values[(side * rows + r) * stride + n].
struct HalfLayout {
  int points;
  static constexpr int k_corner = 0, k_normal = 3, k_length = 6, k_first_point = 7;
  CURLEW_MOM_FUNCTION int rows() const { return k_first_point + 3 * points; }
};

template <class Space> struct HalfTable {
  HalfLayout layout;
  Offset stride;
  Kokkos::View<const double *, Space> values;
  Kokkos::View<const double *, Space> weights; // weights of the rule
  CURLEW_MOM_FUNCTION const double *row(int side, int r) const {
    return values.data() + (static_cast<Offset>(side) * layout.rows() + r) * stride;
  }
};

// Makes the table of an image of some basis functions in this order; lanes beyond the last repeat
// it. A function at its own image has a second half of length 0, because the first half's images
// stand for it.
template <class Space>
HalfTable<Space> make_half_table(const Surface &surface, int image,
                                 const std::vector<Index> &functions, const TriangleRule &rule) {
  const HalfLayout layout{static_cast<int>(rule.weights.size())};
  const std::size_t stride = (functions.size() + k_simd_lanes - 1) / k_simd_lanes * k_simd_lanes;
  std::vector<double> values(2 * layout.rows() * stride);
  for (std::size_t k = 0; k < stride; ++k) {
    const BasisFunction &f = surface.basis[functions[std::min(k, functions.size() - 1)]];
    for (int side = 0; side < 2; ++side) {
      const bool own = f.face[side] < surface.own_faces();
      const Index at = f.face[side] % surface.own_faces() + image * surface.own_faces();
      const Face &face = surface.faces[at];
      const int corner = image_corner(image, f.corner[side]);
      double *const first = values.data() + static_cast<std::size_t>(side) * layout.rows() * stride;
      for (int d = 0; d < 3; ++d) {
        first[(HalfLayout::k_corner + d) * stride + k] = face.corner[corner][d];
        first[(HalfLayout::k_normal + d) * stride + k] = face.normal[d];
        for (int j = 0; j < layout.points; ++j) {
          double r = 0;
          for (int i = 0; i < 3; ++i)
            r += rule.points[j][i] * face.corner[i][d];
          first[(HalfLayout::k_first_point + 3 * j + d) * stride + k] = r;
        }
      }
      first[HalfLayout::k_length * stride + k] =
          (own ? surface.image_sign[image] : 0) * (side == 0 ? f.length_m : -f.length_m);
    }
  }
  return {layout, static_cast<Offset>(stride), to_view<Space>("curlew::mom::half_values", values),
          to_view<Space>("curlew::mom::half_weights", rule.weights)};
}

// Computes entries (m, n), (m + 1, n) ... of the matrix, one in each lane.
template <class Space, class Real, bool k_magnetic> struct FillEntries {
  SurfaceTable<Space> surface;
  HalfTable<Space> test, source;
  Combination with;
  MatrixBlock<Space> block;
  Kokkos::View<const Index *, Space> functions, sources; // functions of the rows and columns
  Index rows;
  int image; // image of the column functions

  CURLEW_MOM_FUNCTION Offset blocks() const { return (rows + k_lanes<Real> - 1) / k_lanes<Real>; }

  CURLEW_MOM_FUNCTION void operator()(const Offset item) const {
    if (is_interrupted<Space>())
      return;
    const Offset m = item % blocks() * k_lanes<Real>;
    const Index n = static_cast<Index>(item / blocks());
    Parts<Real> sum;
    for (int a = 0; a < 2; ++a)
      for (int b = 0; b < 2; ++b)
        add_faces(a, b, m, n, sum);
    store(m, n, sum);
  }

private:
  static CURLEW_MOM_FUNCTION void set_lane(double &value, int, double x) { value = x; }
  static void set_lane(SimdDouble &value, int lane, double x) { value[lane] = x; }
  static CURLEW_MOM_FUNCTION double lane_of(const double &value, int) { return value; }
  static double lane_of(const SimdDouble &value, int lane) { return value[lane]; }

  CURLEW_MOM_FUNCTION void store(Offset m, Index n, const Parts<Real> &sum) const {
    for (int lane = 0; lane < k_lanes<Real> && m + lane < rows; ++lane)
      block.values(m + lane, n) += Complex(lane_of(sum.re, lane), lane_of(sum.im, lane));
  }

  // Sets use to 1 where the pair of faces is far, and to 0 where another kernel adds it. Returns
  // true where any lane is far.
  CURLEW_MOM_FUNCTION bool find_use(int a, int b, Offset m, Index n, Real &use) const {
    const Index q = face_of(sources(n), b) + image * surface.own_faces;
    bool any = false;
    for (int lane = 0; lane < k_lanes<Real>; ++lane) {
      const Offset row = m + lane < rows ? m + lane : Offset(rows) - 1;
      const bool far = !surface.is_near(face_of(functions(row), a), q);
      set_lane(use, lane, far ? 1 : 0);
      any = any || far;
    }
    return any;
  }
  CURLEW_MOM_FUNCTION Index face_of(Index function, int side) const {
    return reinterpret_cast<const Index *>(&surface.basis(function).face)[side] % surface.own_faces;
  }

  CURLEW_MOM_FUNCTION void add_faces(int a, int b, Offset m, Index n, Parts<Real> &sum) const {
    Real use{};
    if (!find_use(a, b, m, n, use))
      return;
    const Real spread = (1 - use) / with.k_squared();
    const Parts<Real> value = integrate(a, b, m, n, spread);
    const Real length = lanes_at(test.row(a, HalfLayout::k_length) + m, Real());
    const double other = source.row(b, HalfLayout::k_length)[n];
    const Real factor = use * length * (other * k_inverse_areas_of_far);
    sum.add(factor, value);
  }

  // Returns the entry for edges of length 1, times 4 pi and the areas.
  CURLEW_MOM_FUNCTION Parts<Real> integrate(int a, int b, Offset m, Index n,
                                            const Real &spread) const {
    double corner_b[3];
    Real corner_a[3], normal[3];
    for (int d = 0; d < 3; ++d) {
      corner_b[d] = source.row(b, HalfLayout::k_corner + d)[n];
      corner_a[d] = lanes_at(test.row(a, HalfLayout::k_corner + d) + m, Real());
      normal[d] = lanes_at(test.row(a, HalfLayout::k_normal + d) + m, Real());
    }
    Parts<Real> vector, charge, magnetic;
    for (int i = 0; i < test.layout.points; ++i) {
      Real r[3], rho[3];
      for (int d = 0; d < 3; ++d) {
        r[d] = lanes_at(test.row(a, HalfLayout::k_first_point + 3 * i + d) + m, Real());
        rho[d] = r[d] - corner_a[d];
      }
      Parts<Real> g0;
      PartsVector<Real> g1, h1;
      for (int j = 0; j < source.layout.points; ++j) {
        double p[3];
        for (int d = 0; d < 3; ++d)
          p[d] = source.row(b, HalfLayout::k_first_point + 3 * j + d)[n];
        const Real dx = r[0] - p[0], dy = r[1] - p[1], dz = r[2] - p[2];
        const Real squared = dx * dx + dy * dy + dz * dz + spread;
        Green<Real> green;
        evaluate_green<k_magnetic>(squared, with.k(), green);
        const double weight = source.weights(j);
        g0.add(weight, green.electric);
        for (int d = 0; d < 3; ++d) {
          g1[d].add(weight * (p[d] - corner_b[d]), green.electric);
          if constexpr (k_magnetic)
            h1[d].add(weight * (p[d] - corner_b[d]), green.magnetic);
        }
      }
      const double weight = test.weights(i);
      vector.add(weight, dot_parts(rho, g1));
      charge.add(weight, g0);
      if constexpr (k_magnetic) {
        Real from[3], turned[3];
        for (int d = 0; d < 3; ++d) {
          const int u = (d + 1) % 3, v = (d + 2) % 3;
          from[d] = r[d] - corner_b[d];
          turned[d] = with.turned ? rho[u] * normal[v] - rho[v] * normal[u] : rho[d];
        }
        for (int d = 0; d < 3; ++d) // R x f' = (r - v) x f'
          magnetic.add(weight * turned[d], cross_component(from, h1, d));
      }
    }
    Parts<Real> value;
    add_product(with.vector_factor(), vector, value);
    add_product(with.charge_factor(), charge, value);
    value.add(with.magnetic, magnetic);
    return value;
  }
};

template <class Space, bool k_magnetic>
void add_entries(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                 const Quadrature &quadrature, const Combination &with, const BlockFunctions &of,
                 const MatrixBlock<Space> &block) {
  using Real = std::conditional_t<is_device<Space>, double, SimdDouble>;
  for (int image = 0; image < surface.copies; ++image) {
    const FillEntries<Space, Real, k_magnetic> entries{
        table,
        make_half_table<Space>(surface, 0, of.rows, triangle_rule(quadrature.far_test())),
        make_half_table<Space>(surface, image, of.columns, triangle_rule(quadrature.far_source())),
        with,
        block,
        to_view<Space>("curlew::mom::row_functions", of.rows),
        to_view<Space>("curlew::mom::column_functions", of.columns),
        static_cast<Index>(of.rows.size()),
        image};
    Kokkos::parallel_for(
        "curlew::mom::entries",
        RangePolicy<Space>(space, 0, entries.blocks() * static_cast<Offset>(of.columns.size())),
        entries);
    space.fence();
  }
}

template <class Space>
void add_far_by_edges(const Space &space, const Surface &surface, const SurfaceTable<Space> &table,
                      const Quadrature &quadrature, const Combination &with,
                      const BlockFunctions &of, const MatrixBlock<Space> &block) {
  std::vector<Index> all(surface.basis.size());
  for (std::size_t n = 0; n < all.size(); ++n)
    all[n] = static_cast<Index>(n);
  const BlockFunctions both{of.rows.empty() ? all : of.rows, of.columns.empty() ? all : of.columns};
  if (with.magnetic != 0)
    add_entries<Space, true>(space, surface, table, quadrature, with, both, block);
  else
    add_entries<Space, false>(space, surface, table, quadrature, with, both, block);
}

// Written by edge_fill_device.cpp and edge_fill_host.cpp, each for its spaces.
#define CURLEW_INSTANTIATE_EDGE_FILL(Space)                                                        \
  template void add_far_by_edges<Space>(                                                           \
      const Space &, const Surface &, const SurfaceTable<Space> &, const Quadrature &,             \
      const Combination &, const BlockFunctions &, const MatrixBlock<Space> &);

} // namespace curlew::mom
