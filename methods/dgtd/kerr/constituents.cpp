#include <curlew/methods/dgtd/kerr/constituents.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/kerr/kerr_rule.hpp>

namespace curlew::dgtd {

bool has_constituents(const Problem &problem) {
  return problem.choices.space.order == 1;
}

double constituent_bytes(const Problem &problem, Variant variant) {
  if (variant != Variant::stored || !has_constituents(problem))
    return 0;
  double tets = 0;
  for (Index t = 0; t < problem.tables().tet_count(); ++t)
    if (problem.materials[problem.material.table[t]].chi3 != 0)
      tets += problem.times(t);
  const double n = problem.per_tet(),
               points = static_cast<double>(kerr_rule(problem.choices.space).points.size());
  return tets * points * 8 * (3 * n + n * (n + 1) / 2);
}

template <class Space>
void store_constituents(const Problem &problem, const KerrList &list, KerrTables<Space> &tables) {
  using Layout = Packs<Space>;
  const SimplexRule<4> rule = kerr_rule(problem.choices.space);
  const int n = tables.n, points = tables.points, pairs = n * (n + 1) / 2;
  const auto count = list.tets.size();
  std::vector<double> values(count * points * n * 3, 0), products(count * points * pairs, 0);
  for (Index k = 0; k < static_cast<Index>(count); ++k)
    for (int q = 0; q < points; ++q) {
      const Index tet = list.tets[k];
      const auto product = [&](int i, int j) -> double & {
        return products[Layout::at(k, q * pairs + packed(i, j), points * pairs)];
      };
      if (tet < 0) { // padding gets a matrix that is not singular
        for (int i = 0; i < n; ++i)
          product(i, i) = 1;
        continue;
      }
      const TetShape shape = problem.shape(tet);
      const auto functions = function_values(problem.choices.space, shape, rule.points[q]);
      const double weight =
          rule.weights[q] / 6 * frame_at(shape, rule.points[q].data()).volume_factor();
      for (int i = 0; i < n; ++i) {
        for (int d = 0; d < 3; ++d)
          values[Layout::at(k, (q * n + i) * 3 + d, points * n * 3)] = functions[i][d];
        for (int j = 0; j <= i; ++j)
          for (int d = 0; d < 3; ++d)
            product(i, j) += weight * functions[i][d] * functions[j][d];
      }
    }
  tables.stored_values = to_view<Space>("curlew::dgtd::kerr_stored_values", values);
  tables.stored_products = to_view<Space>("curlew::dgtd::kerr_stored_products", products);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void store_constituents<Space>(const Problem &, const KerrList &, KerrTables<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
