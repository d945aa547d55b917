// Cases and loads for method fem on several ranks.
#pragma once

#include "random_load.hpp"

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/tests/support/fem_case.hpp>

#include <string>

namespace curlew::fem {

using complex = std::complex<double>;

// Returns a box with every wall, losses, tensors.
inline nlohmann::ordered_json lossy_box(const std::string &space, int order) {
  auto json = test::box_case({1, 0.8, 0.6}, {4, 3, 2}, "pmc");
  json["mesh"]["box"]["jitter"] = 0.2;
  json["boundaries"]["x-"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "impedance"}, {"surface_impedance", {377, 0}}};
  json["boundaries"]["z+"] = {{"type", "impedance"}, {"surface_impedance", {100, 30}}};
  json["materials"]["air"] = {{"eps_r", {{2, 0.3, 0}, {0.3, 3, 0.1}, {0, 0.1, 4}}},
                              {"mu_r", {1.5, 1.2, 2.0}},
                              {"sigma", 0.01}};
  json["discretization"] = {{"space", space}, {"order", order}};
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.5, 0.4, 0.3}},
                          {"direction", {0, 0, 1}}}};
  return json;
}

inline SolverChoice choice_of(const std::string &method, const std::string &preconditioner,
                              Assembly assembly = Assembly::row) {
  SolverChoice choice;
  choice.method = parse_solver_method(method);
  choice.preconditioner.kind = parse_preconditioner(preconditioner);
  choice.assembly = assembly;
  return choice;
}

inline const Communicator &world() {
  static const Communicator ranks = Communicator::world();
  return ranks;
}
// A whole load at the root, as a RankSystem takes it.
inline Load at_root(const Load &load) {
  return world().is_root() ? load : Load();
}

} // namespace curlew::fem
