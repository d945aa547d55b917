#pragma once

#include "fixtures.hpp"

#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <functional>

// Shared parts of the tests of nonlinear media.
namespace curlew::dgtd::testing {

inline Material kerr_medium(const std::string &name, double eps_r, double chi3, double sigma = 0) {
  Material material = medium(name, eps_r, 1, sigma);
  material.chi3 = chi3;
  return material;
}

// Returns a case of one nonlinear medium between conducting plates (x) and magnetic walls (y), with
// conducting ends.
inline Case strip_case(const Discretization &discretization, double eps_r, double chi3,
                       const nlohmann::ordered_json &nonlinear) {
  Case input = vacuum_case(discretization);
  input.materials = {kerr_medium("glass", eps_r, chi3)};
  input.regions = {{"volume", "glass"}};
  input.boundaries = {{"default", Pec{}}, {"y-", Pmc{}}, {"y+", Pmc{}}};
  input.discretization["nonlinear"].update(nonlinear);
  return input;
}

using PointField = std::function<std::array<double, 3>(const Point &)>;

// The L2 projection, tet by tet: unknowns in the order of the mesh.
inline std::vector<double> projected(const Problem &problem, const PointField &field) {
  const int n = problem.per_tet();
  std::vector<double> result(static_cast<std::size_t>(problem.tet_count()) * n, 0);
  for (Index t = 0; t < problem.tet_count(); ++t) {
    const TetShape shape = problem.shape(t);
    const double corner[4] = {1, 0, 0, 0};
    const double volume = frame_at(shape, corner).volume_factor() / 6;
    std::vector<double> load(n, 0);
    const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree() + 2);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      Point x{0, 0, 0};
      for (int v = 0; v < 4; ++v)
        for (int d = 0; d < 3; ++d)
          x[d] += rule.points[q][v] * shape.vertices[v][d];
      const auto value = field(x);
      const auto functions = function_values(problem.choices.space, shape, rule.points[q]);
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          load[i] += volume * rule.weights[q] * value[d] * functions[i][d];
    }
    Matrix inverse = mass_matrix(problem, t, SymmetricTensor::isotropic(1));
    invert_positive(n, inverse);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        result[static_cast<std::size_t>(t) * n + i] += inverse[i * n + j] * load[j];
  }
  return result;
}

// E at the start; H is 0, and D is that of E.
inline void start_from(const Simulation &simulation, const PointField &field, Steps &steps) {
  FieldState state = steps.scheme().save();
  state["e"] = projected(simulation.problem, field);
  state.erase("kerr_displacement");
  steps.scheme().load(state);
}

inline constexpr Discretization k_spaces[] = {{"central", "mixed", 1},
                                              {"central", "full", 1},
                                              {"central", "mixed", 2},
                                              {"central", "full", 2}};

inline std::vector<double> scaled(std::vector<double> values, double factor) {
  for (double &value : values)
    value *= factor;
  return values;
}

// A standing wave of |chi3| E^2 = `strength` at its largest.
struct StandingWave {
  Simulation simulation;
  double size, wavenumber;

  StandingWave(const Discretization &discretization, double strength, double chi3,
               const nlohmann::ordered_json &nonlinear, int cells = 12)
      : simulation(
            prepare(strip_case(discretization, 1, chi3, nonlinear),
                    make_box({1.0 / cells, 1.0 / cells, 1}, {1, 1, cells}, {0, 0, 0}, 0, 1))),
        size(std::sqrt(strength / std::abs(chi3))), wavenumber(k_pi) {}
  void start(Steps &steps) const {
    start_from(
        simulation,
        [&](const Point &p) -> std::array<double, 3> {
          return {size * std::sin(wavenumber * p[2]), 0, 0};
        },
        steps);
  }
  double period_s() const { return 2 / k_speed_of_light; }
};

} // namespace curlew::dgtd::testing
