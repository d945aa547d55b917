#pragma once

#include <curlew/methods/mom/integrals/separate_faces.hpp>
#include <curlew/methods/mom/integrals/static_potential.hpp>

namespace curlew::mom {

// Integrals over two faces that do not touch, however near they are. Over the source face 1/R, R
// and 1/R^3 are integrated in closed form, and the rest of Green's functions by a product rule. As
// functions of the test point the closed forms are smooth except at the edges of the source face,
// at any distance. The test face is therefore cut into four, or across its length where it is long
// and narrow, until each part is two of its own radii away from these edges.
// Parts that are still closer after the last cut contribute a share of the integral that falls with
// the square of their size. With 1/R^3, whose integrals grow as logarithms there, more cuts are
// made.
template <bool k_magnetic> struct CloseFaces {
  static constexpr double k_far_enough = 2;            // distance from edges, in radii
  static constexpr int k_deepest = k_magnetic ? 7 : 5; // parts are no smaller than 2^-k_deepest
  static constexpr int k_most_cuts = 2 * k_deepest;
  static constexpr double k_narrow = 0.3; // shortest edge over the longest
  static constexpr double k_clearly = SeparateFaces::k_clearly;
  // Above this phase along a face the rest is no longer smooth, and SeparateFaces is used.
  static constexpr double k_largest_phase = 1;

  PairRuleRows rule;              // a product rule
  const double *points, *weights; // a rule on the test face: [count][3], barycentric
  int count;

  static CURLEW_MOM_FUNCTION bool has(const Face &p, const Face &q, const Combination &with) {
    const double radius = p.radius > q.radius ? p.radius : q.radius;
    return with.k_squared() * radius * radius < k_largest_phase * k_largest_phase;
  }

  // Adds to the moments of faces p and q, of which p is the test face; where `moments.both`, also
  // those with q as the test face. Each face is cut in its turn. Where both ways give the same
  // moments their mean is taken, so that the order of the faces does not matter.
  template <class Moments>
  CURLEW_MOM_FUNCTION void
  integrate(const Face &p, const Face &q, Moments &moments, ElectricMoments<double> &electric,
            MagneticMoments<double> &magnetic, MagneticMoments<double> &swapped) const {
    SeparateFaces{rule}.product(p, q, moments, SmoothGreen());
    ElectricMoments<double> back;
    add_static(p, q, moments.with, 0.5, electric, magnetic);
    add_static(q, p, moments.with, 0.5, back, swapped);
    add(electric, exchanged(back));
    if (!moments.with.turned) {
      const MagneticMoments<double> one = exchanged(magnetic), other = exchanged(swapped);
      add(magnetic, other);
      add(swapped, one);
      magnetic = 0.5 * magnetic;
      swapped = 0.5 * swapped;
    }
  }

private:
  // Visits the tree of cuts depth first, as SeparateFaces does. `share`: weight of the electric
  // moments.
  CURLEW_MOM_FUNCTION void add_static(const Face &test, const Face &source, const Combination &with,
                                      double share, ElectricMoments<double> &electric,
                                      MagneticMoments<double> &magnetic) const {
    const double least = test.radius * k_clearly / (1 << k_deepest);
    int part[k_most_cuts], parts[k_most_cuts], cuts = 0;
    while (true) {
      Face one = test;
      for (int i = 0; i < cuts; ++i)
        one = parts[i] == 4 ? quarter(one, part[i]) : half(one, part[i]);
      if (cuts < k_most_cuts && one.radius > least && is_at_edges(one, source)) {
        parts[cuts] = is_narrow(one) ? 2 : 4;
        part[cuts++] = 0;
        continue;
      }
      for (int i = 0; i < count; ++i)
        add_test_point(one, i, test, source, with, share, electric, magnetic);
      while (cuts > 0 && ++part[cuts - 1] == parts[cuts - 1])
        --cuts;
      if (cuts == 0)
        return;
    }
  }

  // Returns the first corner of the longest edge, or of the shortest.
  static CURLEW_MOM_FUNCTION int edge_of(const Face &face, bool longest) {
    int found = 0;
    double best = 0;
    for (int e = 0; e < 3; ++e) {
      const double squared = distance_squared(face.corner[e], face.corner[(e + 1) % 3]);
      if (e == 0 || (longest ? squared > best * k_clearly : squared * k_clearly < best)) {
        found = e;
        best = squared;
      }
    }
    return found;
  }
  static CURLEW_MOM_FUNCTION bool is_narrow(const Face &face) {
    const int a = edge_of(face, false), b = edge_of(face, true);
    return distance_squared(face.corner[a], face.corner[(a + 1) % 3]) <
           k_narrow * k_narrow / k_clearly *
               distance_squared(face.corner[b], face.corner[(b + 1) % 3]);
  }
  // Returns one of the two halves of a face, cut through the middle of the longest edge.
  static CURLEW_MOM_FUNCTION Face half(const Face &face, int part) {
    const int first = edge_of(face, true), second = (first + 1) % 3;
    double corner[3][3];
    for (int d = 0; d < 3; ++d) {
      for (int i = 0; i < 3; ++i)
        corner[i][d] = face.corner[i][d];
      corner[part == 0 ? second : first][d] =
          0.5 * (face.corner[first][d] + face.corner[second][d]);
    }
    return make_face(corner);
  }

  static CURLEW_MOM_FUNCTION bool is_at_edges(const Face &one, const Face &source) {
    const double least = k_far_enough * k_far_enough * one.radius * one.radius / k_clearly;
    for (int e = 0; e < 3; ++e) {
      const double *a = source.corner[e], *b = source.corner[(e + 1) % 3];
      double length = 0, along = 0, squared = 0;
      for (int d = 0; d < 3; ++d) {
        length += (b[d] - a[d]) * (b[d] - a[d]);
        along += (one.centroid[d] - a[d]) * (b[d] - a[d]);
      }
      const double share = along < 0 ? 0 : along > length ? 1 : along / length;
      for (int d = 0; d < 3; ++d) {
        const double x = one.centroid[d] - a[d] - share * (b[d] - a[d]);
        squared += x * x;
      }
      if (squared < least)
        return true;
    }
    return false;
  }

  // Adds point i of a part of the test face.
  CURLEW_MOM_FUNCTION void add_test_point(const Face &one, int i, const Face &test,
                                          const Face &source, const Combination &with, double share,
                                          ElectricMoments<double> &electric,
                                          MagneticMoments<double> &magnetic) const {
    const double weight = weights[i] * one.area;
    double r[3], rho[3], from[3];
    one.point(points[3 * i + 1], points[3 * i + 2], r);
    const StaticIntegrals fixed = static_integrals(r, source);
    const Parts<double> half = half_square(with.k());
    double foot[3];
    for (int d = 0; d < 3; ++d) {
      rho[d] = r[d] - test.centroid[d];
      from[d] = r[d] - source.centroid[d];
      foot[d] = fixed.foot[d] - source.centroid[d];
    }
    const Parts<double> e0{fixed.inverse - half.re * fixed.linear, -half.im * fixed.linear};
    PartsVector<double> e1;
    for (int d = 0; d < 3; ++d)
      e1[d] = {fixed.inverse_vector[d] - half.re * fixed.linear_vector[d] + foot[d] * e0.re,
               -half.im * fixed.linear_vector[d] + foot[d] * e0.im};
    add_point(electric, share * weight, rho, e0, e1);
    if constexpr (k_magnetic) {
      const Parts<double> t0{fixed.cube + half.re * fixed.inverse, half.im * fixed.inverse};
      PartsVector<double> t1;
      for (int d = 0; d < 3; ++d)
        t1[d] = {fixed.cube_vector[d] + half.re * fixed.inverse_vector[d] + foot[d] * t0.re,
                 half.im * fixed.inverse_vector[d] + foot[d] * t0.im};
      double turned[3];
      turn(with, rho, test.normal, turned);
      add_point(magnetic, weight, turned, from, t0, t1);
    }
  }
};

} // namespace curlew::mom
