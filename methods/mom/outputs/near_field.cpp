#include <curlew/methods/mom/outputs/near_field.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/mom/fill/fill_tables.hpp>
#include <curlew/methods/mom/integrals/green.hpp>

#include <cmath>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

// Currents eta0 J of a face: (sum rho - moment) / (2 area) at rho from its centroid, with the
// divergence sum / area.
struct FaceSource {
  double sum[2];       // real and imaginary part of the coefficients' sum
  double moment[3][2]; // sum of coefficients times corners
};

std::vector<FaceSource> face_sources(const Surface &surface, const std::vector<complex> &x) {
  std::vector<FaceSource> sources(surface.faces.size());
  for (std::size_t f = 0; f < sources.size(); ++f) {
    complex sum = 0, moment[3] = {};
    for (int i = 0; i < 3; ++i)
      for (Index h = surface.slot_offset[3 * f + i]; h < surface.slot_offset[3 * f + i + 1]; ++h) {
        const complex c = surface.halves[h].weight * x[surface.halves[h].basis];
        sum += c;
        for (int d = 0; d < 3; ++d)
          moment[d] += c * (surface.faces[f].corner[i][d] - surface.faces[f].centroid[d]);
      }
    sources[f] = {{sum.real(), sum.imag()}, {}};
    for (int d = 0; d < 3; ++d) {
      sources[f].moment[d][0] = moment[d].real();
      sources[f].moment[d][1] = moment[d].imag();
    }
  }
  return sources;
}

// Sums at a point: of G eta0 J, of h R div eta0 J and of h R x eta0 J, without their factors.
struct FieldSums {
  double vector[3][2] = {}, scalar[3][2] = {}, turned[3][2] = {};
};

template <class Space> struct NearFieldSums {
  static constexpr int k_deepest = 8;
  static constexpr int k_stack = 3 * k_deepest + 1;
  static constexpr double k_far = 6, k_cut = 3, k_close = 2.5; // distances in radii

  struct SubTriangle {
    double corner[3][3];
    int depth;
  };

  Kokkos::View<const std::array<double, 3> *, Space> points;
  Kokkos::View<const Face *, Space> faces;
  Kokkos::View<const FaceSource *, Space> sources;
  RuleTable<Space> far, near;
  double wavenumber;
  Kokkos::View<double *[18], Space> sums;
  Kokkos::View<char *, Space> close;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    const double *r = reinterpret_cast<const double *>(&points(p));
    FieldSums total;
    bool is_close = false;
    for (std::size_t f = 0; f < faces.extent(0); ++f)
      add_face(r, faces(f), sources(f), total, is_close);
    for (int d = 0; d < 3; ++d)
      for (int part = 0; part < 2; ++part) {
        sums(p, 2 * d + part) = total.vector[d][part];
        sums(p, 6 + 2 * d + part) = total.scalar[d][part];
        sums(p, 12 + 2 * d + part) = total.turned[d][part];
      }
    close(p) = is_close ? 1 : 0;
  }

private:
  KOKKOS_INLINE_FUNCTION void add_face(const double *r, const Face &face, const FaceSource &source,
                                       FieldSums &total, bool &is_close) const {
    if (distance_squared(r, face.centroid) > k_far * k_far * face.radius * face.radius) {
      add_points(r, face, face, source, far, total);
      return;
    }
    SubTriangle stack[k_stack];
    int size = 1;
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d)
        stack[0].corner[i][d] = face.corner[i][d];
    stack[0].depth = 0;
    while (size > 0) {
      const SubTriangle part = stack[--size];
      const Face triangle = make_face(part.corner);
      const double squared = distance_squared(r, triangle.centroid),
                   radius_squared = triangle.radius * triangle.radius;
      if (squared < k_cut * k_cut * radius_squared && part.depth < k_deepest) {
        for (int q = 0; q < 4; ++q)
          cut(part, q, stack[size++]);
        continue;
      }
      if (squared < k_close * k_close * radius_squared)
        is_close = true;
      add_points(r, triangle, face, source, near, total);
    }
  }

  // Makes a quarter of a part: 0 ... 2 at a corner, 3 in the middle.
  static KOKKOS_INLINE_FUNCTION void cut(const SubTriangle &part, int q, SubTriangle &result) {
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d) {
        const double *a = part.corner[q == 3 ? i : q], *b = part.corner[q == 3 ? (i + 1) % 3 : i];
        result.corner[i][d] = 0.5 * (a[d] + b[d]);
      }
    result.depth = part.depth + 1;
  }

  KOKKOS_INLINE_FUNCTION void add_points(const double *r, const Face &part, const Face &face,
                                         const FaceSource &source, const RuleTable<Space> &rule,
                                         FieldSums &total) const {
    const double share = part.area / face.area;
    for (int j = 0; j < rule.count; ++j) {
      double at[3], away[3];
      part.point(rule.points(3 * j + 1), rule.points(3 * j + 2), at);
      Green<double> green;
      evaluate_green<true>(distance_squared(r, at), wavenumber, green);
      const double weight = rule.weights(j) * share;
      double current[3][2];
      for (int d = 0; d < 3; ++d) {
        away[d] = r[d] - at[d];
        for (int part_of = 0; part_of < 2; ++part_of)
          current[d][part_of] =
              0.5 * weight *
              (source.sum[part_of] * (at[d] - face.centroid[d]) - source.moment[d][part_of]);
      }
      const Parts<double> &g = green.electric, &h = green.magnetic;
      const double charge[2] = {weight * (h.re * source.sum[0] - h.im * source.sum[1]),
                                weight * (h.re * source.sum[1] + h.im * source.sum[0])};
      for (int d = 0; d < 3; ++d) {
        total.vector[d][0] += g.re * current[d][0] - g.im * current[d][1];
        total.vector[d][1] += g.re * current[d][1] + g.im * current[d][0];
        total.scalar[d][0] += away[d] * charge[0];
        total.scalar[d][1] += away[d] * charge[1];
        const int u = (d + 1) % 3, v = (d + 2) % 3;
        const double re = away[u] * current[v][0] - away[v] * current[u][0];
        const double im = away[u] * current[v][1] - away[v] * current[u][1];
        total.turned[d][0] += h.re * re - h.im * im;
        total.turned[d][1] += h.re * im + h.im * re;
      }
    }
  }
};

template <class Space>
NearFields near_fields_on(const Space &space, const Surface &surface, const std::vector<complex> &x,
                          double wavenumber, const std::vector<std::array<double, 3>> &points_m) {
  const Kokkos::View<double *[18], Space> sums("curlew::mom::near_field_sums", points_m.size());
  const Kokkos::View<char *, Space> close("curlew::mom::near_field_close", points_m.size());
  const NearFieldSums<Space> kernel{
      to_view<Space>("curlew::mom::near_field_points", points_m),
      to_view<Space>("curlew::mom::faces", surface.faces),
      to_view<Space>("curlew::mom::near_field_sources", face_sources(surface, x)),
      make_rule_table<Space>(triangle_rule(7)),
      make_rule_table<Space>(triangle_rule(16)),
      wavenumber,
      sums,
      close};
  Kokkos::parallel_for("curlew::mom::near_fields",
                       RangePolicy<Space>(space, 0, static_cast<Offset>(points_m.size())), kernel);
  space.fence();
  const std::vector<double> rows = to_rows(sums);
  NearFields fields;
  fields.is_close = to_vector(close);
  const complex of_vector(0, -wavenumber / (4 * k_pi)), of_scalar(0, 1 / (4 * k_pi * wavenumber));
  for (std::size_t p = 0; p < points_m.size(); ++p) {
    ComplexVector e, h;
    for (int d = 0; d < 3; ++d) {
      const double *row = &rows[18 * p + 2 * d];
      e[d] = of_vector * complex(row[0], row[1]) + of_scalar * complex(row[6], row[7]);
      h[d] = -complex(row[12], row[13]) / (4 * k_pi * k_eta0);
    }
    fields.electric.push_back(e);
    fields.magnetic.push_back(h);
  }
  return fields;
}

} // namespace

NearFields near_fields(Backend backend, const Surface &surface, const std::vector<complex> &x,
                       double wavenumber, const std::vector<std::array<double, 3>> &points_m) {
  return with_backend(backend, [&](const auto &space) {
    return near_fields_on(space, surface, x, wavenumber, points_m);
  });
}

} // namespace curlew::mom
