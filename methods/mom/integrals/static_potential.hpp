#pragma once

#include <curlew/methods/mom/integrals/face.hpp>
#include <curlew/methods/mom/integrals/lanes.hpp>
#include <curlew/methods/mom/integrals/moments.hpp>
#include <curlew/methods/mom/integrals/pair_rule.hpp>
#include <curlew/methods/mom/integrals/simd_green.hpp>

namespace curlew::mom {

// Integrals over a face of 1/R^3, 1/R and R, and of each times r' - foot, in closed form: line
// integrals along the edges, @cite wilton1984 with the recursion of @cite jarvenpaa2003, and the
// solid angle. `foot`: foot of the point r in the plane of the face.
struct StaticIntegrals {
  double foot[3];
  double inverse = 0, linear = 0; // integral of 1/R, in m; of R, in m^3
  double inverse_vector[3] = {0, 0, 0}, linear_vector[3] = {0, 0, 0};
  // Integrals of 1/R^3, in 1/m, for points that are not on the face.
  double cube = 0, cube_vector[3] = {0, 0, 0};
};

// Returns the number, m^3, for which the height over a face times twice its area over the number is
// the tangent of half the solid angle that the face is seen under, @cite vanoosterom1983.
CURLEW_MOM_FUNCTION double solid_angle_divisor(const double (&seen)[3][3], const double *distance) {
  double dot[3] = {0, 0, 0};
  for (int d = 0; d < 3; ++d)
    for (int i = 0; i < 3; ++i)
      dot[i] += seen[(i + 1) % 3][d] * seen[(i + 2) % 3][d];
  return distance[0] * distance[1] * distance[2] + dot[0] * distance[0] + dot[1] * distance[1] +
         dot[2] * distance[2];
}

CURLEW_MOM_FUNCTION StaticIntegrals static_integrals(const double *r, const Face &face) {
  StaticIntegrals result;
  double height = 0, seen[3][3], distance[3] = {0, 0, 0};
  for (int d = 0; d < 3; ++d)
    height += (r[d] - face.corner[0][d]) * face.normal[d];
  for (int d = 0; d < 3; ++d) {
    result.foot[d] = r[d] - height * face.normal[d];
    for (int i = 0; i < 3; ++i) {
      seen[i][d] = face.corner[i][d] - r[d];
      distance[i] += seen[i][d] * seen[i][d];
    }
  }
  for (int i = 0; i < 3; ++i)
    distance[i] = std::sqrt(distance[i]);
  const double squared = height * height, least = 1e-20 * face.radius * face.radius;
  double sum_of_lines = 0;
  for (int e = 0; e < 3; ++e) {
    const int next = (e + 1) % 3;
    double along[3], away[3], length = 0;
    for (int d = 0; d < 3; ++d) {
      along[d] = face.corner[next][d] - face.corner[e][d];
      length += along[d] * along[d];
    }
    length = std::sqrt(length);
    double off = 0, from = 0; // distance of the edge from the foot, outwards; its start along it
    for (int d = 0; d < 3; ++d) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      away[d] = (along[u] * face.normal[v] - along[v] * face.normal[u]) / length;
      off += seen[e][d] * away[d];
      from += seen[e][d] * along[d] / length;
    }
    const double to = from + length, ra = distance[e], rb = distance[next];
    const double near = off * off + squared; // squared distance of the line
    double line = 0; // integral of 1/R along the edge; it is multiplied by 0 on the edge itself
    if (near > least || from * to > 0)
      line = from + to > 0 ? std::log((rb + to) / (ra + from)) : std::log((ra - from) / (rb - to));
    const double line_1 = 0.5 * (to * rb - from * ra + near * line);
    const double line_3 = 0.25 * (to * rb * rb * rb - from * ra * ra * ra + 3 * near * line_1);
    result.inverse += off * line;
    sum_of_lines += off * line_1;
    for (int d = 0; d < 3; ++d) {
      result.cube_vector[d] -= away[d] * line;
      result.inverse_vector[d] += away[d] * line_1;
      result.linear_vector[d] += away[d] * line_3 / 3;
    }
  }
  const double divisor = solid_angle_divisor(seen, distance), lift = height < 0 ? -height : height;
  constexpr double k_flat = 1e-8; // its square is lost in rounding
  if (divisor > 0 && 2 * face.area * lift < k_flat * divisor)
    result.cube = 4 * face.area / divisor;
  else if (squared > least)
    result.cube = 2 * std::atan2(2 * face.area * lift, divisor) / lift;
  result.inverse -= squared * result.cube;
  result.linear = (squared * result.inverse + sum_of_lines) / 3;
  return result;
}

// Returns (exp(-jkR) - 1) / R + k^2 R / 2, the smooth rest of Green's function.
template <class Real>
CURLEW_MOM_FUNCTION Parts<Real> dynamic_rest(const Real &squared, double wavenumber) {
  Green<Real> green;
  evaluate_green<false>(squared, wavenumber, green);
  const Real inverse = inverse_root(squared), r = squared * inverse;
  return {green.electric.re - inverse + 0.5 * wavenumber * wavenumber * r, green.electric.im};
}

// Adds the sums of g and g rho' over the face at the point r, g = exp(-jkR)/R, rho' from the
// centroid: 1/R and R in closed form, the rest by the points of `rule` on q.
template <class Real>
CURLEW_MOM_FUNCTION void add_potential(const double *r, const Face &face, double wavenumber,
                                       const PairRuleRows &rule, Parts<double> &t0,
                                       PartsVector<double> &t1) {
  const StaticIntegrals fixed = static_integrals(r, face);
  const double half = 0.5 * wavenumber * wavenumber;
  const double scalar = fixed.inverse - half * fixed.linear;
  t0.re += scalar;
  for (int d = 0; d < 3; ++d)
    t1[d].re += fixed.inverse_vector[d] - half * fixed.linear_vector[d] +
                (fixed.foot[d] - face.centroid[d]) * scalar;
  Parts<Real> rest;
  PartsVector<Real> rest_vector;
  const Index n = rule.stride;
  for (Index i = 0; i < n; i += k_lanes<Real>) {
    const Real q1 = lanes_at(rule.values + 2 * n + i, Real());
    const Real q2 = lanes_at(rule.values + 3 * n + i, Real());
    const Real weight = face.area * lanes_at(rule.values + 4 * n + i, Real());
    Real rho[3], squared = Real();
    for (int d = 0; d < 3; ++d) {
      const double first = face.corner[0][d] - face.centroid[d];
      rho[d] = first + q1 * (face.corner[1][d] - face.corner[0][d]) +
               q2 * (face.corner[2][d] - face.corner[1][d]);
      const Real apart = r[d] - face.centroid[d] - rho[d];
      squared += apart * apart;
    }
    const Parts<Real> value = weight * dynamic_rest(squared, wavenumber);
    rest.add(value);
    for (int d = 0; d < 3; ++d)
      rest_vector[d].add(rho[d], value);
  }
  t0.add({total(rest.re), total(rest.im)});
  for (int d = 0; d < 3; ++d)
    t1[d].add({total(rest_vector[d].re), total(rest_vector[d].im)});
}

} // namespace curlew::mom
