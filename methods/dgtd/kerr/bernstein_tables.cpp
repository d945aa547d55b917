#include <curlew/methods/dgtd/kerr/bernstein_tables.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgtd/space/bernstein.hpp>

namespace curlew::dgtd {
namespace {

int filled_up(int count, int lanes) {
  return (count + lanes - 1) / lanes * lanes;
}

std::vector<std::array<int, 4>> powers_of(int degree, int count) {
  std::vector<std::array<int, 4>> result;
  for (int number = 0; number < count; ++number) {
    int power[4] = {0, 0, 0, 0};
    monomial_powers<3>(degree, number, power);
    result.push_back({power[0], power[1], power[2], power[3]});
  }
  return result;
}

double value_of(int degree, const std::array<int, 4> &powers, const std::array<double, 4> &l) {
  const int power[4] = {powers[0], powers[1], powers[2], powers[3]};
  return bernstein::monomial<3>(degree, power, l.data(), -1);
}

// Returns B_a B_b over B_(a + b): at the middle of the tet, where none is 0.
double product_factor(int degree, const std::array<int, 4> &a, const std::array<int, 4> &b,
                      const std::array<int, 4> &both) {
  const std::array<double, 4> l{0.25, 0.25, 0.25, 0.25};
  return value_of(degree, a, l) * value_of(degree, b, l) / value_of(2 * degree, both, l);
}

} // namespace

template <class Space>
BernsteinTables<Space> make_bernstein_tables(int degree, const SimplexRule<4> &rule) {
  constexpr int k_lanes = Packs<Space>::k_lanes;
  const auto points = static_cast<int>(rule.points.size());
  BernsteinTables<Space> tables;
  const int count = tables.polynomials = bernstein_count<3>(degree) / 3;
  const int products = tables.products = bernstein_count<3>(2 * degree) / 3;
  tables.wide_points = filled_up(points, k_lanes);
  tables.wide_polynomials = filled_up(count, k_lanes);
  tables.wide_products = filled_up(products, k_lanes);
  tables.integral = 1.0 / (6 * products); // all integrals are equal, and their sum is 1/6
  const auto single = powers_of(degree, count), twice = powers_of(2 * degree, products);

  const auto size = [](int rows, int columns) { return static_cast<std::size_t>(rows) * columns; };
  std::vector<double> by_polynomial(size(count, tables.wide_points), 0),
      by_point(size(points, tables.wide_polynomials), 0),
      products_at(size(points, tables.wide_products), 0), factors, covectors;
  for (int q = 0; q < points; ++q) {
    for (int a = 0; a < count; ++a)
      by_polynomial[size(a, tables.wide_points) + q] =
          by_point[size(q, tables.wide_polynomials) + a] =
              value_of(degree, single[a], rule.points[q]);
    for (int m = 0; m < products; ++m)
      products_at[size(q, tables.wide_products) + m] =
          value_of(2 * degree, twice[m], rule.points[q]);
  }
  std::vector<int> numbers;
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < count; ++b) {
      int power[4] = {0, 0, 0, 0};
      for (int v = 0; v < 4; ++v)
        power[v] = single[a][v] + single[b][v];
      const int number = monomial_number<3>(2 * degree, power);
      numbers.push_back(number);
      factors.push_back(product_factor(degree, single[a], single[b], twice[number]));
    }
  for (int i = 0; i < 3 * count; ++i)
    for (int axis = 0; axis < 3; ++axis)
      covectors.push_back(bernstein::covector(bernstein_function<3>(degree, i), axis));

  tables.by_polynomial = to_view<Space>("curlew::dgtd::kerr_by_polynomial", by_polynomial);
  tables.by_point = to_view<Space>("curlew::dgtd::kerr_by_point", by_point);
  tables.products_at = to_view<Space>("curlew::dgtd::kerr_products", products_at);
  tables.product_of = to_view<Space>("curlew::dgtd::kerr_product_of", numbers);
  tables.factor_of = to_view<Space>("curlew::dgtd::kerr_factor_of", factors);
  tables.covectors = to_view<Space>("curlew::dgtd::kerr_covectors", covectors);
  return tables;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template BernsteinTables<Space> make_bernstein_tables<Space>(int, const SimplexRule<4> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
