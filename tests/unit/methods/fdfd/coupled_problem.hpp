#pragma once

#include <curlew/methods/fdfd/problem.hpp>

#include <array>
#include <map>
#include <random>
#include <vector>

namespace curlew::fdfd::testing {

// Couples entries around some nodes to those of other components there, across periodic walls too,
// as smoothing by tensors does, with random values below `largest`; only entries with ids from
// `first_id` on.
inline void couple_at_random(Problem &problem, double largest = 0.3, int first_id = 1) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(-largest, largest);
  const auto entry = [&](int c, std::array<Index, 3> at, bool above) -> Offset {
    at[c] -= above ? 0 : 1;
    if (at[c] < 0 && problem.axes[c].is_periodic())
      at[c] += problem.count(c);
    if (at[c] < 0)
      return -1;
    const Offset e = problem.entry(at[0], at[1], at[2]);
    return problem.eps_id[c][e] < first_id ? -1 : c * problem.size() + e;
  };
  std::map<Offset, std::map<Offset, complex>> rows;
  for (Index k = 0; k < problem.count(2); ++k)
    for (Index j = 0; j < problem.count(1); ++j)
      for (Index i = 0; i < problem.count(0); ++i)
        for (int which = 0; which < 12; ++which) {
          const int a = which % 3, b = (a + 1) % 3;
          const Offset one = entry(a, {i, j, k}, (which / 3 & 1) != 0),
                       other = entry(b, {i, j, k}, which / 6 != 0);
          const complex value(part(random), part(random) / 4);
          if (one < 0 || other < 0 || (i + 2 * j + 3 * k) % 4 != 0)
            continue;
          const auto weight = [&](Offset e) {
            const auto [c, at] = problem.at(e);
            return problem.weight(c, at[0], at[1], at[2]);
          };
          rows[one][other] += value / weight(one); // symmetric with the weights
          rows[other][one] += value / weight(other);
        }
  Couplings &couplings = problem.couplings;
  couplings.first_id = problem.eps.size();
  const std::vector<complex> eps = problem.eps;
  problem.eps.insert(problem.eps.end(), eps.begin() + 1, eps.end());
  for (const auto &[row, columns] : rows) {
    couplings.row.push_back(row);
    couplings.first.push_back(static_cast<Offset>(couplings.column.size()));
    for (const auto &[column, value] : columns) {
      couplings.column.push_back(column);
      couplings.value.push_back(value);
    }
    problem.eps_id[row / problem.size()][row % problem.size()] +=
        static_cast<std::uint16_t>(eps.size() - 1);
  }
  couplings.first.push_back(static_cast<Offset>(couplings.column.size()));
}

} // namespace curlew::fdfd::testing
