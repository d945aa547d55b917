// Problems filled by hand for tests of the background's inverse.
#pragma once

#include "plain_operator.hpp"

#include <curlew/core/constants.hpp>

#include <cmath>
#include <random>

namespace curlew::fdfd::testing {

struct Walls {
  Wall low = Wall::pml, high = Wall::pml;
};

struct Grid {
  std::array<Index, 3> cells{16, 16, 16};
  std::array<double, 3> cell_m{5e-3, 5e-3, 5e-3};
  std::array<Walls, 3> walls{};
  double frequency_hz = 1e9;
  LayerProfile pml{5, 3.5, 1e-8};
};

// Vacuum (id 1) wherever no wall conducts, around the origin.
inline Problem vacuum(const Grid &grid) {
  Problem problem;
  problem.frequency_hz = grid.frequency_hz;
  problem.wavenumber = 2 * k_pi * grid.frequency_hz / k_speed_of_light;
  for (int d = 0; d < 3; ++d)
    problem.axes[d] =
        make_axis(grid.cells[d], grid.cell_m[d], -0.5 * grid.cells[d] * grid.cell_m[d],
                  grid.walls[d].low, grid.walls[d].high, grid.pml, problem.wavenumber);
  problem.eps = {1, 1};
  for (auto &ids : problem.eps_id)
    ids.assign(problem.size(), 1);
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &place, Offset entry) {
    if (walls_fix(problem, c, place))
      problem.eps_id[c][entry - c * problem.size()] = 0;
  });
  return problem;
}

// Returns the position of an entry of E, m.
inline std::array<double, 3> place_of(const Problem &problem, int c,
                                      const std::array<Index, 3> &index) {
  std::array<double, 3> place;
  for (int d = 0; d < 3; ++d)
    place[d] = d == c ? problem.axes[d].half_m(index[d]) : problem.axes[d].node_m(index[d]);
  return place;
}

// Sets free entries at whose place inside(place) is true to `eps`.
template <class Inside> void fill(Problem &problem, complex eps, const Inside &inside) {
  problem.eps.push_back(eps);
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &index, Offset entry) {
    auto &id = problem.eps_id[c][entry - c * problem.size()];
    if (id != 0 && inside(place_of(problem, c, index)))
      id = static_cast<std::uint16_t>(problem.eps.size() - 1);
  });
}

inline void fill_sphere(Problem &problem, complex eps, double radius_m,
                        std::array<double, 3> centre = {0, 0, 0}) {
  fill(problem, eps, [&](const std::array<double, 3> &place) {
    return std::hypot(place[0] - centre[0], place[1] - centre[1], place[2] - centre[2]) < radius_m;
  });
}

// Random numbers on free entries.
inline Values random_values(const Problem &problem, unsigned seed = 1) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> any(-1, 1);
  Values values(problem.unknowns());
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &, Offset entry) {
    if (problem.eps_id[c][entry - c * problem.size()] != 0)
      values[entry] = complex(any(random), any(random));
  });
  return values;
}

// Returns the source of a plane wave along z with E along x, f = k^2 (eps - 1) E.
inline Values plane_wave_source(const Problem &problem) {
  Values f(problem.unknowns());
  const double k = problem.wavenumber;
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &index, Offset entry) {
    const auto id = problem.eps_id[c][entry - c * problem.size()];
    if (c == 0 && id != 0)
      f[entry] =
          k * k * (problem.eps[id] - 1.0) * std::polar(1.0, -k * place_of(problem, c, index)[2]);
  });
  return f;
}

inline double norm(const Values &values) {
  double sum = 0;
  for (const complex value : values)
    sum += std::norm(value);
  return std::sqrt(sum);
}

inline double distance(const Values &a, const Values &b) {
  Values difference(a);
  for (std::size_t i = 0; i < a.size(); ++i)
    difference[i] -= b[i];
  return norm(difference);
}

// |f - A E| / |f|
inline double residual(const Problem &problem, const Values &f, const Values &e) {
  return distance(f, plain_operator(problem, e)) / norm(f);
}

// Returns the source of the scattered field of a plane wave along (sin, 0, cos), E along y.
inline Values slanted_source(const Problem &problem, double degrees) {
  Values f(problem.unknowns());
  const double k = problem.wavenumber, angle = degrees * k_pi / 180;
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &index, Offset entry) {
    const auto id = problem.eps_id[c][entry - c * problem.size()];
    const auto place = place_of(problem, c, index);
    if (c == 1 && id != 0)
      f[entry] = k * k * (problem.eps[id] - 1.0) *
                 std::polar(1.0, -k * (std::sin(angle) * place[0] + std::cos(angle) * place[2]));
  });
  return f;
}

} // namespace curlew::fdfd::testing
