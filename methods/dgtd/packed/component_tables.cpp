#include <curlew/methods/dgtd/packed/component_tables.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/packed/polynomials.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {

template <int Blocks> ComponentTables<Blocks> make_component_tables() {
  constexpr int n = ComponentTables<Blocks>::k_functions, degree = space_degree(Blocks);
  const auto polynomials = orthonormal_polynomials(degree);
  const SimplexRule<4> rule = tet_rule(2 * degree);
  std::vector<double> components(n * n, 0), product(n * n, 0); // R, R^T R
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double *l = rule.points[q].data();
    const std::vector<double> at = values_of(polynomials, degree, l);
    for (int i = 0; i < n; ++i) {
      double value[3];
      space_value<3>(Blocks, i, l, value);
      for (int row = 0; row < n; ++row)
        components[row * n + i] += rule.weights[q] / 6 * at[row / 3] * value[row % 3];
    }
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int row = 0; row < n; ++row)
        product[i * n + j] += components[row * n + i] * components[row * n + j];
  invert_positive(n, product);
  ComponentTables<Blocks> tables{};
  for (int i = 0; i < n; ++i)
    for (int row = 0; row < n; ++row)
      for (int j = 0; j < n; ++j)
        tables.inverse[row][i] += product[i * n + j] * components[row * n + j];
  return tables;
}

template ComponentTables<2> make_component_tables<2>();
template ComponentTables<5> make_component_tables<5>();
template ComponentTables<k_bernstein + 3> make_component_tables<k_bernstein + 3>();
template ComponentTables<k_bernstein + 4> make_component_tables<k_bernstein + 4>();

} // namespace curlew::dgtd
