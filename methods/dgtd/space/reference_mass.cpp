#include <curlew/methods/dgtd/space/reference_mass.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <array>
#include <vector>

namespace curlew::dgtd {

template <class Space>
typename ReferenceMatrices<Space>::Table make_reference_mass(const FunctionSpace &space) {
  if (!is_bernstein(space.number()))
    return make_reference_matrices<Space>(space).mass;
  const int n = space.per_tet();
  const Kokkos::View<double *[9], Kokkos::LayoutRight, Space> table(
      "curlew::dgtd::reference_mass", static_cast<std::size_t>(n) * (n + 1) / 2);
  const auto host = Kokkos::create_mirror_view(table);
  Kokkos::deep_copy(host, 0);
  const SimplexRule<4> rule = tet_rule(2 * space.degree());
  std::vector<std::array<double, 3>> value(n);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    for (int i = 0; i < n; ++i)
      space_value<3>(space.number(), i, rule.points[q].data(), value[i].data());
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        for (int m = 0; m < 6; ++m) {
          const int k = metric_row(m), l = metric_column(m);
          const double weight = rule.weights[q] / 6, product = value[i][k] * value[j][l];
          host(packed(i, j), m) += weight * (m < 3 ? product : product + value[i][l] * value[j][k]);
        }
  }
  Kokkos::deep_copy(table, host);
  return table;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template typename ReferenceMatrices<Space>::Table make_reference_mass<Space>(                    \
      const FunctionSpace &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
