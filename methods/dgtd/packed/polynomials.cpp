#include <curlew/methods/dgtd/packed/polynomials.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::dgtd {

std::vector<double> monomials(int degree, const double *l) {
  std::vector<double> values;
  for (int d = 0; d <= degree; ++d)
    for (int a = d; a >= 0; --a)
      for (int b = d - a; b >= 0; --b)
        values.push_back(std::pow(l[1], a) * std::pow(l[2], b) * std::pow(l[3], d - a - b));
  return values;
}

std::vector<double> values_of(const std::vector<std::vector<double>> &polynomials, int degree,
                              const double *l) {
  const std::vector<double> at = monomials(degree, l);
  std::vector<double> values;
  for (const std::vector<double> &row : polynomials)
    values.push_back(std::inner_product(row.begin(), row.end(), at.begin(), 0.0));
  return values;
}

// Uses Gram and Schmidt's method on the monomials, twice because of the rounding of the first pass.
std::vector<std::vector<double>> orthonormal_polynomials(int degree) {
  const SimplexRule<4> rule = tet_rule(std::max(1, 2 * degree));
  std::vector<std::vector<double>> at;
  for (const auto &l : rule.points)
    at.push_back(monomials(degree, l.data()));
  const std::size_t count = at.front().size();
  const auto product = [&](const std::vector<double> &a, const std::vector<double> &b) {
    double sum = 0;
    for (std::size_t q = 0; q < at.size(); ++q)
      sum += rule.weights[q] / 6 * std::inner_product(a.begin(), a.end(), at[q].begin(), 0.0) *
             std::inner_product(b.begin(), b.end(), at[q].begin(), 0.0);
    return sum;
  };
  std::vector<std::vector<double>> rows;
  for (std::size_t k = 0; k < count; ++k) {
    std::vector<double> row(count, 0);
    row[k] = 1;
    for (int again = 0; again < 2; ++again) {
      for (const std::vector<double> &earlier : rows) {
        const double along = product(row, earlier);
        for (std::size_t c = 0; c < count; ++c)
          row[c] -= along * earlier[c];
      }
      const double size = std::sqrt(product(row, row));
      for (double &entry : row)
        entry /= size;
    }
    rows.push_back(row);
  }
  return rows;
}

} // namespace curlew::dgtd
