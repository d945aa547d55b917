#include <curlew/methods/dgtd/packed/reference_tables.hpp>
#include <curlew/methods/dgtd/space/for_each_blocks.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/packed/polynomials.hpp>

#include <vector>

namespace curlew::dgtd {
namespace {

template <int Blocks> void fill_own(ReferenceTables<Blocks> &tables) {
  constexpr int n = space_size<3>(Blocks);
  const SimplexRule<4> rule = tet_rule(2 * space_degree(Blocks));
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    double value[n][3], curl[n][3];
    for (int i = 0; i < n; ++i) {
      space_value<3>(Blocks, i, rule.points[q].data(), value[i]);
      space_curl(Blocks, i, rule.points[q].data(), curl[i]);
    }
    const double weight = rule.weights[q] / 6;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        for (int d = 0; d < 3; ++d)
          tables.own[packed(i, j)] +=
              0.5 * weight * (value[i][d] * curl[j][d] + value[j][d] * curl[i][d]);
  }
}

template <int Blocks> void fill_traces(ReferenceTables<Blocks> &tables) {
  constexpr int n = space_size<2>(Blocks);
  const SimplexRule<3> rule = triangle_rule(2 * space_degree(Blocks));
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    double u[n][2];
    for (int i = 0; i < n; ++i)
      space_value<2>(Blocks, i, rule.points[q].data(), u[i]);
    const double weight = rule.weights[q] / 2;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) // a . (n x b) = n . (b x a)
        tables.turned[i][j] += weight * (u[j][0] * u[i][1] - u[j][1] * u[i][0]);
      for (int j = 0; j <= i; ++j) {
        double *entry = tables.trace[packed(i, j)];
        entry[0] += weight * u[i][0] * u[j][0];
        entry[1] += weight * u[i][1] * u[j][1];
        entry[2] += weight * (u[i][0] * u[j][1] + u[i][1] * u[j][0]);
      }
    }
  }
}

template <int Blocks> void fill_polynomials(ReferenceTables<Blocks> &tables) {
  const auto rows = orthonormal_polynomials(space_degree(Blocks) - 1);
  for (int p = 0; p < ReferenceTables<Blocks>::k_polynomials; ++p)
    for (int k = 0; k < ReferenceTables<Blocks>::k_polynomials; ++k)
      tables.polynomials[p][k] = rows.at(p).at(k);
}

template <int Blocks> void fill_curls(ReferenceTables<Blocks> &tables) {
  constexpr int n = space_size<3>(Blocks);
  const SimplexRule<4> rule = tet_rule(2 * space_degree(Blocks));
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double *l = rule.points[q].data();
    for (int a = 0; a < ReferenceTables<Blocks>::k_polynomials; ++a) {
      const double value = rule.weights[q] / 6 * curl_polynomial(tables, a, l);
      for (int i = 0; i < n; ++i) {
        double curl[3];
        space_curl(Blocks, i, l, curl);
        for (int d = 0; d < 3; ++d)
          tables.curl[3 * a + d][i] += value * curl[d];
      }
    }
  }
}

} // namespace

template <int Blocks>
double curl_polynomial(const ReferenceTables<Blocks> &tables, int p, const double *l) {
  const std::vector<double> at = monomials(space_degree(Blocks) - 1, l);
  double sum = 0;
  for (std::size_t k = 0; k < at.size(); ++k)
    sum += tables.polynomials[p][k] * at[k];
  return sum;
}

template <int Blocks> ReferenceTables<Blocks> make_reference_tables() {
  ReferenceTables<Blocks> tables{};
  fill_own(tables);
  fill_traces(tables);
  fill_polynomials(tables);
  fill_curls(tables);
  for (int face = 0; face < 4; ++face)
    for (int j = 0; j < ReferenceTables<Blocks>::k_traces; ++j)
      tables.numbers[face][j] = space_trace(Blocks, face, j);
  return tables;
}

#define CURLEW_INSTANTIATE(Blocks)                                                                 \
  template ReferenceTables<Blocks> make_reference_tables<Blocks>();                                \
  template double curl_polynomial<Blocks>(const ReferenceTables<Blocks> &, int, const double *);
CURLEW_FOR_EACH_BLOCKS(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
