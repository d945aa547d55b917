#include <curlew/methods/shared/elements/quadrature_table.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

namespace curlew {
namespace {

template <int D> SimplexRule<D + 1> rule_of(int degree) {
  if constexpr (D == 3)
    return tet_rule(degree);
  else
    return triangle_rule(degree);
}

} // namespace

template <int D, class Space>
QuadratureTable<D, Space> make_quadrature_table(const ElementSpace &space, int degree) {
  constexpr int k_curls = QuadratureTable<D, Space>::k_curls;
  constexpr double k_volume = D == 3 ? 1.0 / 6 : 1.0 / 2;
  const SimplexRule<D + 1> rule = rule_of<D>(degree);
  const std::size_t count = rule.points.size();
  const int functions = basis_size<D>(space.blocks());
  const Kokkos::View<double * [D + 1], Kokkos::LayoutRight, Space> points(
      "curlew::elements::rule_points", count);
  const Kokkos::View<double *, Space> weights("curlew::elements::rule_weights", count);
  const Kokkos::View<double **[D], Kokkos::LayoutRight, Space> values(
      "curlew::elements::rule_values", count, functions);
  const Kokkos::View<double **[k_curls], Kokkos::LayoutRight, Space> curls(
      "curlew::elements::rule_curls", count, functions);
  const auto host_points = Kokkos::create_mirror_view(points);
  const auto host_weights = Kokkos::create_mirror_view(weights);
  const auto host_values = Kokkos::create_mirror_view(values);
  const auto host_curls = Kokkos::create_mirror_view(curls);
  for (std::size_t q = 0; q < count; ++q) {
    host_weights(q) = k_volume * rule.weights[q];
    for (int k = 0; k <= D; ++k)
      host_points(q, k) = rule.points[q][k];
    for (int i = 0; i < functions; ++i) {
      reference_value<D>(basis_function<D>(i), rule.points[q].data(), &host_values(q, i, 0));
      reference_curl<D>(basis_function<D>(i), rule.points[q].data(), &host_curls(q, i, 0));
    }
  }
  Kokkos::deep_copy(points, host_points);
  Kokkos::deep_copy(weights, host_weights);
  Kokkos::deep_copy(values, host_values);
  Kokkos::deep_copy(curls, host_curls);
  QuadratureTable<D, Space> table;
  table.blocks = space.blocks();
  table.points = points;
  table.weights = weights;
  table.values = values;
  table.curls = curls;
  return table;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template QuadratureTable<2, Space> make_quadrature_table<2, Space>(const ElementSpace &, int);   \
  template QuadratureTable<3, Space> make_quadrature_table<3, Space>(const ElementSpace &, int);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
