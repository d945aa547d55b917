#include <curlew/io/case/build_rooms.hpp>

namespace curlew {
namespace {

using nlohmann::ordered_json;

std::optional<std::complex<double>> build_eps_b(const ordered_json &value) {
  if (value.is_string()) // "auto"
    return std::nullopt;
  if (value.is_number())
    return value.get<double>();
  return std::complex<double>(value[0].get<double>(), value[1].get<double>());
}

// The numbers that a type has, with their defaults.
PreconditionerSpec build_preconditioner(ordered_json &node) {
  if (node.is_string())
    node = ordered_json{{"type", node}};
  PreconditionerSpec spec;
  spec.type = node["type"].get<std::string>();
  const auto fill_in = [&](const char *key, const auto &standard) {
    if (!node.contains(key))
      node[key] = standard;
    return node[key];
  };
  if (spec.type == "background" || spec.type == "auto")
    spec.eps_b = build_eps_b(fill_in("eps_b", "auto"));
  if (spec.type == "ssor" || spec.type == "ssor-ai")
    spec.omega = fill_in("omega", spec.omega).template get<double>();
  if (spec.type == "polynomial")
    spec.degree = fill_in("degree", spec.degree).template get<int>();
  if (spec.type == "ilu")
    spec.fill = fill_in("fill", spec.fill).template get<int>();
  return spec;
}

} // namespace

SolverSpec build_solver(ordered_json &node) {
  SolverSpec solver;
  solver.method = node["method"].get<std::string>();
  solver.preconditioner = build_preconditioner(node["preconditioner"]);
  solver.tolerance = node["tolerance"].get<double>();
  solver.max_iterations = node["max_iterations"].get<int>();
  return solver;
}

} // namespace curlew
