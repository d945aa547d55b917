#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/methods/mom/fill/fill_tables.hpp>
#include <curlew/methods/mom/integrals/point_potential.hpp>
#include <curlew/methods/mom/integrals/separate_faces.hpp>
#include <curlew/methods/mom/integrals/touching_faces.hpp>

namespace curlew::mom {

// Moments of a pair, point by point. Weights hold the areas.
template <bool k_magnetic> struct PairMoments {
  const Face &p, &q; // test and source
  double wavenumber;
  bool both; // also those with q as the test face, of h; of g they are the same
  ElectricMoments<double> electric;
  MagneticMoments<double> magnetic, swapped;

  KOKKOS_INLINE_FUNCTION PairMoments(const Face &p, const Face &q, double wavenumber, bool both)
      : p(p), q(q), wavenumber(wavenumber), both(both) {}

  KOKKOS_INLINE_FUNCTION void operator()(const double *r, const double *source, double weight) {
    Green<double> green;
    evaluate_green<k_magnetic>(distance_squared(r, source), wavenumber, green);
    double rho[3], rho_source[3];
    for (int d = 0; d < 3; ++d) {
      rho[d] = r[d] - p.centroid[d];
      rho_source[d] = source[d] - q.centroid[d];
    }
    PartsVector<double> t1;
    for (int d = 0; d < 3; ++d)
      t1[d] = rho_source[d] * green.electric;
    add_point(electric, weight, rho, green.electric, t1);
    if constexpr (k_magnetic) {
      add_magnetic(magnetic, weight, r, rho, p.normal, q.centroid, rho_source, green.magnetic);
      if (both)
        add_magnetic(swapped, weight, source, rho_source, q.normal, p.centroid, rho,
                     green.magnetic);
    }
  }

private:
  static KOKKOS_INLINE_FUNCTION void add_magnetic(MagneticMoments<double> &m, double weight,
                                                  const double *r, const double *rho,
                                                  const double *normal, const double *centroid,
                                                  const double *rho_source,
                                                  const Parts<double> &h) {
    double turned[3], from[3];
    PartsVector<double> t1;
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      turned[d] = rho[u] * normal[v] - rho[v] * normal[u];
      from[d] = r[d] - centroid[d];
      t1[d] = rho_source[d] * h;
    }
    add_point(m, weight, turned, from, h, t1);
  }
};

// Adds the entries of near pairs: of pair (p, q), p <= q, those with p as the test face and those
// with q.
template <class Space, bool k_magnetic> struct AddNearPairs {
  static constexpr double k_touching_or_nearest = 1.5; // sums of radii

  SurfaceTable<Space> surface;
  PairTable<Space> pairs;
  RuleTable<Space> near, nearest;          // of separate faces
  RuleTable<Space> line_edge, line_corner; // of faces that share an edge, or all; a corner
  Testing testing;
  Combination with;
  RowBlock<Space> block;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Index p = pairs.first(i), q = pairs.second(i);
    const bool test_p = is_tested(p), test_q = p != q && is_tested(q);
    if (!test_p && !test_q)
      return;
    const Face &face_p = surface.faces(p), &face_q = surface.faces(q);
    if (testing == Testing::centroid) {
      if (test_p)
        add_point_test(p, q, face_p, face_q);
      if (test_q)
        add_point_test(q, p, face_q, face_p);
      return;
    }
    PairMoments<k_magnetic> moments(face_p, face_q, with.wavenumber, p != q);
    integrate(p, q, face_p, face_q, moments);
    if (test_p)
      // In one plane R x f' is normal to it: the magnetic moments of a face with itself are 0.
      scatter(p, q, face_p, face_q, moments.electric,
              p == q ? MagneticMoments<double>() : moments.magnetic, p == q);
    if (test_q) {
      ElectricMoments<double> swapped = moments.electric;
      for (int d = 0; d < 3; ++d) {
        swapped.s1[d] = moments.electric.s2[d];
        swapped.s2[d] = moments.electric.s1[d];
      }
      scatter(q, p, face_q, face_p, swapped, moments.swapped, false);
    }
  }

private:
  KOKKOS_INLINE_FUNCTION const Index *nodes(Index face) const {
    return reinterpret_cast<const Index *>(&surface.nodes(face));
  }
  KOKKOS_INLINE_FUNCTION bool is_tested(Index face) const {
    for (Index h = surface.slot_offset(3 * face); h < surface.slot_offset(3 * face + 3); ++h)
      if (block.row(surface.halves(h).basis) >= 0)
        return true;
    return false;
  }

  KOKKOS_INLINE_FUNCTION void integrate(Index p, Index q, const Face &face_p, const Face &face_q,
                                        PairMoments<k_magnetic> &moments) const {
    const SharedCorners corners = shared_corners(nodes(p), nodes(q));
    if (corners.shared > 0) {
      const auto &line = corners.shared == 1 ? line_corner : line_edge;
      TouchingFaces<PairMoments<k_magnetic>>(face_p, face_q, corners, moments)
          .integrate(line.points.data(), line.weights.data(), line.count);
    } else if (separation(face_p, face_q) < k_touching_or_nearest) {
      SeparateFaces{nearest.points.data(), nearest.weights.data(), nearest.count}.integrate(
          face_p, face_q, moments);
    } else {
      SeparateFaces{near.points.data(), near.weights.data(), near.count}.product(face_p, face_q,
                                                                                 moments);
    }
  }

  // Test point: the centroid of p.
  KOKKOS_INLINE_FUNCTION void add_point_test(Index p, Index q, const Face &face_p,
                                             const Face &face_q) const {
    PairMoments<k_magnetic> moments(face_p, face_q, with.wavenumber, false);
    const double *r = face_p.centroid;
    const auto add = [&](const double *source, double weight) {
      moments(r, source, weight * face_p.area);
    };
    if (separation(face_p, face_q) < k_touching_or_nearest) {
      integrate_seen_from(r, face_q, line_edge.points.data(), line_edge.weights.data(),
                          line_edge.count, add);
    } else {
      for (int j = 0; j < near.count; ++j) {
        double source[3];
        face_q.point(near.points(3 * j + 1), near.points(3 * j + 2), source);
        add(source, near.weights(j) * face_q.area);
      }
    }
    scatter(p, q, face_p, face_q, moments.electric, moments.magnetic, p == q);
  }

  KOKKOS_INLINE_FUNCTION void scatter(Index p, Index q, const Face &face_p, const Face &face_q,
                                      const ElectricMoments<double> &electric,
                                      const MagneticMoments<double> &magnetic, bool same) const {
    constexpr double k_four_pi = 4 * 3.14159265358979323846;
    const double factor = 1 / (k_four_pi * 4 * face_p.area * face_q.area);
    for (int j = 0; j < 3; ++j) {
      double b[3];
      for (int d = 0; d < 3; ++d)
        b[d] = face_q.corner[j][d] - face_q.centroid[d];
      for (int i = 0; i < 3; ++i) {
        double a[3], turned[3];
        for (int d = 0; d < 3; ++d)
          a[d] = face_p.corner[i][d] - face_p.centroid[d];
        for (int d = 0; d < 3; ++d) {
          const int u = (d + 1) % 3, v = (d + 2) % 3;
          turned[d] = a[u] * face_p.normal[v] - a[v] * face_p.normal[u];
        }
        Parts<double> value = combine(with, factor, electric, a, b);
        if constexpr (k_magnetic) {
          value.add(combine(with, factor, magnetic, turned, b));
          if (same)
            value.re += with.magnetic * 0.5 * gram(face_p, a, b);
        }
        add_entries(p, i, q, j, value);
      }
    }
  }

  // Integral of f.f' over one face, for edges of length 1: three points are exact.
  static KOKKOS_INLINE_FUNCTION double gram(const Face &face, const double *a, const double *b) {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      for (int d = 0; d < 3; ++d) {
        const double middle =
            0.5 * (face.corner[i][d] + face.corner[(i + 1) % 3][d]) - face.centroid[d];
        sum += (middle - a[d]) * (middle - b[d]);
      }
    return sum / 3 / (4 * face.area);
  }

  KOKKOS_INLINE_FUNCTION void add_entries(Index p, int i, Index q, int j,
                                          const Parts<double> &value) const {
    for (Index s = surface.slot_offset(3 * q + j); s < surface.slot_offset(3 * q + j + 1); ++s)
      for (Index t = surface.slot_offset(3 * p + i); t < surface.slot_offset(3 * p + i + 1); ++t) {
        const Index row = block.row(surface.halves(t).basis);
        if (row < 0)
          continue;
        const double weight = surface.halves(t).weight * surface.halves(s).weight;
        auto *entry = reinterpret_cast<double *>(&block.values(row, surface.halves(s).basis));
        compat::atomic_add(entry, weight * value.re);
        compat::atomic_add(entry + 1, weight * value.im);
      }
  }
};

} // namespace curlew::mom
