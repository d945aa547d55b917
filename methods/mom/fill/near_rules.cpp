#include <curlew/methods/mom/fill/near_fill.hpp>

#include <curlew/core/parallel/simd.hpp>
#include <curlew/methods/mom/integrals/shared_corners.hpp>

#include <array>

namespace curlew::mom {
namespace {

constexpr double k_nearest = 1.5; // sums of radii
constexpr int k_nearest_points = 12;
// Number of points along each of three dimensions, and outwards from the shared corner: see
// touching_rule().
constexpr int k_edge_points = 6, k_corner_points = 5;
constexpr int k_edge_radial = 4, k_corner_radial = 5;
constexpr int k_line_points = 6;

NearKind kind_of(const Surface &surface, Index p, Index q) {
  if (p == q)
    return NearKind::same;
  // pointers: a device's function may not call those of an array
  const int shared =
      shared_corners(surface.mesh.triangles[p].data(), surface.mesh.triangles[q].data()).shared;
  if (shared > 0)
    return shared == 1 ? NearKind::corner : NearKind::edge;
  return separation(surface.faces[p], surface.faces[q]) < k_nearest ? NearKind::nearest
                                                                    : NearKind::near;
}

PairRule rule_of(NearKind kind, const Quadrature &quadrature) {
  const TriangleRule &nearest = triangle_rule(k_nearest_points);
  const TriangleRule &near = triangle_rule(quadrature.near);
  if (quadrature.testing == Testing::centroid)
    return product_rule(triangle_rule(1), kind == NearKind::near ? near : nearest);
  switch (kind) {
  case NearKind::same:
    return touching_rule(3, k_edge_points, k_edge_radial);
  case NearKind::edge:
    return touching_rule(2, k_edge_points, k_edge_radial);
  case NearKind::corner:
    return touching_rule(1, k_corner_points, k_corner_radial);
  case NearKind::nearest:
    return product_rule(nearest, nearest);
  default:
    return product_rule(near, near);
  }
}

} // namespace

template <class Space>
std::vector<NearPairs<Space>> make_near_pairs(const Surface &surface, const PairList &list) {
  std::array<std::vector<Index>, k_near_kinds> first, second;
  for (std::size_t p = 0; p + 1 < list.offset.size(); ++p)
    for (Offset k = list.offset[p]; k < list.offset[p + 1]; ++k) {
      const auto kind = static_cast<int>(kind_of(surface, static_cast<Index>(p), list.second[k]));
      first[kind].push_back(static_cast<Index>(p));
      second[kind].push_back(list.second[k]);
    }
  std::vector<NearPairs<Space>> pairs;
  for (int kind = 0; kind < k_near_kinds; ++kind)
    if (!first[kind].empty())
      pairs.push_back({static_cast<NearKind>(kind),
                       to_view<Space>("curlew::mom::near_first", first[kind]),
                       to_view<Space>("curlew::mom::near_second", second[kind])});
  return pairs;
}

template <class Space> NearRules<Space> make_near_rules(const Quadrature &quadrature) {
  NearRules<Space> rules;
  rules.line = make_rule_table<Space>(gauss_legendre(k_line_points));
  rules.face = make_rule_table<Space>(triangle_rule(k_nearest_points));
  for (int kind = 0; kind < k_near_kinds; ++kind) {
    PairRule rule = rule_of(static_cast<NearKind>(kind), quadrature);
    rule.pad(k_simd_lanes);
    std::vector<double> values;
    for (const auto *row : {&rule.p1, &rule.p2, &rule.q1, &rule.q2, &rule.weight})
      values.insert(values.end(), row->begin(), row->end());
    rules.values[kind] = to_view<Space>("curlew::mom::near_rule", values);
    rules.stride[kind] = static_cast<Index>(rule.count());
  }
  return rules;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::vector<NearPairs<Space>> make_near_pairs<Space>(const Surface &,                   \
                                                                const PairList &);                 \
  template NearRules<Space> make_near_rules<Space>(const Quadrature &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
