#pragma once

#include "coupled_problem.hpp"

#include <curlew/methods/fdfd/problem.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

#include <array>
#include <random>
#include <string>
#include <vector>

namespace curlew::fdfd::testing {

struct Walls {
  std::string name;
  std::array<Wall, 3> low, high;
  std::array<complex, 3> phases{1, 1, 1};
};

// Returns every kind of wall on every axis, alone and mixed.
inline std::vector<Walls> all_walls() {
  const Wall a = Wall::pml, e = Wall::pec, m = Wall::pmc, p = Wall::periodic;
  const complex turn = std::polar(1.0, 0.7), other = std::polar(1.0, -1.9);
  return {{"pml", {a, a, a}, {a, a, a}},
          {"pec", {e, e, e}, {e, e, e}},
          {"pmc", {m, m, m}, {m, m, m}},
          {"mixed", {e, m, a}, {m, a, e}},
          {"mixed_again", {m, a, e}, {e, m, m}},
          {"periodic", {p, p, p}, {p, p, p}},
          {"bloch", {p, p, a}, {p, p, a}, {turn, other, 1}},
          {"bloch_z", {a, m, p}, {e, e, p}, {1, 1, turn}}};
}

// Returns a problem with random constants of the entries, some of them conducting; a wavelength of
// about ten cells.
inline Problem random_problem(const Walls &walls, const std::array<Index, 3> &cells, bool magnetic,
                              unsigned seed = 1) {
  Problem problem;
  problem.wavenumber = 0.6;
  const LayerProfile pml{3, 3.0, 1e-4};
  const std::array<double, 3> cell_m{1.0, 0.8, 1.3};
  for (int d = 0; d < 3; ++d)
    problem.axes[d] = make_axis(cells[d], cell_m[d], -0.5 * d, walls.low[d], walls.high[d], pml,
                                problem.wavenumber, walls.phases[d]);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(0, 1);
  problem.eps = problem.mu = {1};
  for (int m = 0; m < 20; ++m) {
    problem.eps.emplace_back(1 + 5 * part(random), -part(random));
    problem.mu.emplace_back(1 + part(random), -0.3 * part(random));
  }
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i) {
          const std::array<Index, 3> at{i, j, k};
          bool fixed = part(random) < 0.1;
          for (int d = 0; d < 3; ++d)
            fixed = fixed || (d == c ? problem.axes[d].half_is_fixed(at[d])
                                     : problem.axes[d].node_is_fixed(at[d]));
          const int id = 1 + static_cast<int>(19.99 * part(random));
          problem.eps_id[c].push_back(static_cast<std::uint16_t>(fixed ? 0 : id));
          if (magnetic)
            problem.mu_id[c].push_back(static_cast<std::uint16_t>(21 - id));
        }
  problem.has_conductors = true;
  return problem;
}

// 0 where entries are fixed.
inline std::vector<complex> random_vector(const Problem &problem, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<complex> values(problem.unknowns());
  for (int c = 0; c < 3; ++c)
    for (Offset e = 0; e < problem.size(); ++e) {
      const complex value(part(random), part(random));
      if (problem.eps_id[c][e] != 0)
        values[c * problem.size() + e] = value;
    }
  return values;
}

template <class Space> Vector<Space> to_device(const std::vector<complex> &values) {
  return to_view<Space>("test", std::vector<Complex>(values.begin(), values.end()));
}

template <class View> std::vector<complex> to_host(const View &view) {
  const std::vector<Complex> values = to_vector(view);
  return std::vector<complex>(values.begin(), values.end());
}

inline double norm(const std::vector<complex> &a) {
  double sum = 0;
  for (const complex &value : a)
    sum += std::norm(value);
  return std::sqrt(sum);
}

inline double relative_difference(const std::vector<complex> &a, const std::vector<complex> &b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += std::norm(a[i] - b[i]);
  return std::sqrt(sum) / norm(b);
}

} // namespace curlew::fdfd::testing
