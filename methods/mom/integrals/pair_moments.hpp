#pragma once

#include <curlew/methods/mom/integrals/face.hpp>
#include <curlew/methods/mom/integrals/lanes.hpp>
#include <curlew/methods/mom/integrals/moments.hpp>
#include <curlew/methods/mom/integrals/pair_rule.hpp>
#include <curlew/methods/mom/integrals/shared_corners.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>

namespace curlew::mom {

// Two triangles, inside of faces p and q, in the maps of PairRule, from the centroids of p and q.
struct PairMap {
  double p[3][3], q[3][3]; // origin, and the two directions
  double area = 0;         // the product of both areas

  CURLEW_MOM_FUNCTION void set(double (&map)[3][3], const Face &triangle, const int *order,
                               const double *centroid) {
    for (int d = 0; d < 3; ++d) {
      const double first = triangle.corner[order[0]][d], second = triangle.corner[order[1]][d];
      map[0][d] = first - centroid[d];
      map[1][d] = second - first;
      map[2][d] = triangle.corner[order[2]][d] - second;
    }
  }
};

// Green's functions without changes; and, below, their rest without 1/R - k^2 R / 2 and 1/R^3 + k^2
// / (2 R), which is smooth enough for product rules.
struct WholeGreen {
  template <bool k_magnetic, class Real>
  CURLEW_MOM_FUNCTION void evaluate(const Real &squared, const Wavenumber &k,
                                    Green<Real> &green) const {
    evaluate_green<k_magnetic>(squared, k, green);
  }
};
struct SmoothGreen {
  template <bool k_magnetic, class Real>
  CURLEW_MOM_FUNCTION void evaluate(const Real &squared, const Wavenumber &k,
                                    Green<Real> &green) const {
    evaluate_green<k_magnetic>(squared, k, green);
    const Parts<double> half = half_square(k);
    const Real inverse = inverse_root(squared), r = squared * inverse;
    green.electric.re += half.re * r - inverse;
    green.electric.im += half.im * r;
    if constexpr (k_magnetic) {
      green.magnetic.re -= inverse * inverse * inverse + half.re * inverse;
      green.magnetic.im -= half.im * inverse;
    }
  }
};

// Moments of a pair of faces, summed up point by point, or by one point in each lane.
template <class Real, bool k_magnetic> struct PairMoments {
  const Face &p, &q; // test and source face
  Combination with;
  bool both; // also the moments of h with q as the test face; those of g are the same
  ElectricMoments<Real> electric;
  MagneticMoments<Real> magnetic, swapped;

  CURLEW_MOM_FUNCTION PairMoments(const Face &p, const Face &q, const Combination &with, bool both)
      : p(p), q(q), with(with), both(both) {
    for (int d = 0; d < 3; ++d)
      apart_[d] = p.centroid[d] - q.centroid[d];
  }

  // Adds a point; its weight includes the areas.
  CURLEW_MOM_FUNCTION void operator()(const double *r, const double *source, double weight) {
    Real rho[3], rho_source[3];
    for (int d = 0; d < 3; ++d) {
      rho[d] = r[d] - p.centroid[d];
      rho_source[d] = source[d] - q.centroid[d];
    }
    add(rho, rho_source, weight);
  }

  template <class Kernel = WholeGreen>
  CURLEW_MOM_FUNCTION void integrate(const PairMap &map, const PairRuleRows &rule,
                                     const Kernel &kernel = {}) {
    const double *const row = rule.values;
    const Index n = rule.stride;
    for (Index i = 0; i < n; i += k_lanes<Real>) {
      const Real p1 = lanes_at(row + i, Real()), p2 = lanes_at(row + n + i, Real());
      const Real q1 = lanes_at(row + 2 * n + i, Real()), q2 = lanes_at(row + 3 * n + i, Real());
      const Real weight = map.area * lanes_at(row + 4 * n + i, Real());
      Real rho[3], rho_source[3];
      for (int d = 0; d < 3; ++d) {
        rho[d] = map.p[0][d] + p1 * map.p[1][d] + p2 * map.p[2][d];
        rho_source[d] = map.q[0][d] + q1 * map.q[1][d] + q2 * map.q[2][d];
      }
      add(rho, rho_source, weight, kernel);
    }
  }

  // Completes the moments after integrate() of a face with itself: the rule leaves out the points
  // with both places exchanged.
  CURLEW_MOM_FUNCTION void symmetrise() {
    for (int d = 0; d < 3; ++d) {
      electric.s1[d].add(electric.s2[d]);
      electric.s1[d] = 0.5 * electric.s1[d];
      electric.s2[d] = electric.s1[d];
    }
  }

  // Adds a point, given from the centroids of p and q.
  template <class Kernel = WholeGreen>
  CURLEW_MOM_FUNCTION void add(const Real *rho, const Real *rho_source, const Real &weight,
                               const Kernel &kernel = {}) {
    Real apart[3];
    for (int d = 0; d < 3; ++d)
      apart[d] = apart_[d] + rho[d] - rho_source[d];
    Green<Real> green;
    const Real squared = apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2];
    kernel.template evaluate<k_magnetic>(squared, with.k(), green);
    const Parts<Real> g = weight * green.electric;
    electric.s0.add(g);
    for (int d = 0; d < 3; ++d) {
      electric.s1[d].add(rho[d], g);
      electric.s2[d].add(rho_source[d], g);
    }
    const Real product = rho[0] * rho_source[0] + rho[1] * rho_source[1] + rho[2] * rho_source[2];
    electric.s3.add(product, g);
    if constexpr (k_magnetic) {
      const Parts<Real> h = weight * green.magnetic;
      add_magnetic(magnetic, rho, rho_source, p.normal, apart, h);
      if (both) {
        const Real back[3] = {-apart[0], -apart[1], -apart[2]};
        add_magnetic(swapped, rho_source, rho, q.normal, back, h);
      }
    }
  }

private:
  CURLEW_MOM_FUNCTION void add_magnetic(MagneticMoments<Real> &m, const Real *rho,
                                        const Real *rho_source, const double *normal,
                                        const Real *apart, const Parts<Real> &h) {
    Real turned[3], product = Real();
    turn(with, rho, normal, turned);
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      const Real across = apart[u] * rho_source[v] - apart[v] * rho_source[u];
      product += turned[d] * across;
      m.w[d].add(across, h);
      const Real around = turned[v] * apart[u] - turned[u] * apart[v];
      m.v[d].add(around, h);
      const Real back = -apart[d];
      m.y[d].add(back, h);
    }
    m.k0.add(product, h);
  }

  double apart_[3]; // from the centroid of q to that of p
};

// Returns the sum of all lanes.
template <class Real> CURLEW_MOM_FUNCTION Parts<double> total(const Parts<Real> &part) {
  return {total(part.re), total(part.im)};
}
template <class Real>
CURLEW_MOM_FUNCTION ElectricMoments<double> total(const ElectricMoments<Real> &m) {
  ElectricMoments<double> sum;
  sum.s0 = total(m.s0);
  sum.s3 = total(m.s3);
  for (int d = 0; d < 3; ++d) {
    sum.s1[d] = total(m.s1[d]);
    sum.s2[d] = total(m.s2[d]);
  }
  return sum;
}
template <class Real>
CURLEW_MOM_FUNCTION MagneticMoments<double> total(const MagneticMoments<Real> &m) {
  MagneticMoments<double> sum;
  sum.k0 = total(m.k0);
  for (int d = 0; d < 3; ++d) {
    sum.w[d] = total(m.w[d]);
    sum.v[d] = total(m.v[d]);
    sum.y[d] = total(m.y[d]);
  }
  return sum;
}

} // namespace curlew::mom
