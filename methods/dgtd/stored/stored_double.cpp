#include <curlew/methods/dgtd/stored/stored_double.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {
namespace {

// Returns the products of powers of three barycentric coordinates, to a degree.
std::vector<double> monomials(int degree, const std::array<double, 4> &l) {
  std::vector<double> values;
  double x = 1;
  for (int a = 0; a <= degree; ++a, x *= l[1]) {
    double y = x;
    for (int b = 0; a + b <= degree; ++b, y *= l[2]) {
      double z = y;
      for (int c = 0; a + b + c <= degree; ++c, z *= l[3])
        values.push_back(z);
    }
  }
  return values;
}

} // namespace

std::vector<double> lower_degree_part(const Problem &problem, Index tet,
                                      const std::vector<double> &field) {
  const FunctionSpace &space = problem.choices.space;
  const int n = space.per_tet(), degree = space.degree() - 1;
  const TetShape shape = problem.shape(tet);
  const SimplexRule<4> rule = tet_rule(2 * space.degree());
  const int count = static_cast<int>(monomials(degree, rule.points[0]).size());
  std::vector<double> gram(count * count, 0), moments(3 * count, 0), load(n, 0);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> powers = monomials(degree, rule.points[q]);
    const auto functions = function_values(space, shape, rule.points[q]);
    for (int a = 0; a < count; ++a) {
      for (int b = 0; b < count; ++b)
        gram[a * count + b] += rule.weights[q] * powers[a] * powers[b];
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          moments[3 * a + d] += rule.weights[q] * powers[a] * field[i] * functions[i][d];
    }
  }
  invert_positive(count, gram);
  std::vector<double> coefficients(3 * count, 0);
  for (int a = 0; a < count; ++a)
    for (int b = 0; b < count; ++b)
      for (int d = 0; d < 3; ++d)
        coefficients[3 * a + d] += gram[a * count + b] * moments[3 * b + d];
  const double corner[4] = {1, 0, 0, 0};
  const double volume = frame_at(shape, corner).volume_factor() / 6;
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<double> powers = monomials(degree, rule.points[q]);
    const auto functions = function_values(space, shape, rule.points[q]);
    for (int i = 0; i < n; ++i)
      for (int a = 0; a < count; ++a)
        for (int d = 0; d < 3; ++d)
          load[i] +=
              volume * rule.weights[q] * powers[a] * coefficients[3 * a + d] * functions[i][d];
  }
  Matrix inverse = mass_matrix(problem, tet, SymmetricTensor());
  invert_positive(n, inverse);
  std::vector<double> result(n, 0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      result[i] += inverse[i * n + j] * load[j];
  return result;
}

} // namespace curlew::dgtd
