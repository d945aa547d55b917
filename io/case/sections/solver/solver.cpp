#include <curlew/io/case/sections/solver/solver.hpp>

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// Types of preconditioner that have each number.
const std::map<std::string, std::vector<std::string>> &owners_of_numbers() {
  static const std::map<std::string, std::vector<std::string>> owners = {
      {"eps_b", {"background", "auto"}},
      {"omega", {"ssor", "ssor-ai"}},
      {"degree", {"polynomial", "multigrid"}},
      {"fill", {"ilu", "ilut"}},
      {"drop_tolerance", {"ilut"}},
      {"scale_first", {"none", "jacobi", "ssor", "ssor-ai", "ilu", "ilut"}},
      {"smoother", {"multigrid"}},
      {"levels", {"multigrid"}},
      {"precision", {"multigrid"}}};
  return owners;
}

bool has_number(const std::string &type, const std::string &key) {
  const std::vector<std::string> &types = owners_of_numbers().at(key);
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::optional<std::complex<double>> read_eps_b(const ordered_json &value) {
  if (value.is_string()) // "auto"
    return std::nullopt;
  return read_complex(value);
}

ordered_json eps_b_to_json(const std::optional<std::complex<double>> &eps_b) {
  if (!eps_b)
    return "auto";
  if (eps_b->imag() == 0)
    return eps_b->real();
  return {eps_b->real(), eps_b->imag()};
}

PreconditionerSpec read_preconditioner(const ordered_json &node) {
  PreconditionerSpec spec;
  spec.type = (node.is_string() ? node : node["type"]).get<std::string>();
  if (spec.type == "ilut")
    spec.fill = PreconditionerSpec::k_default_ilut_fill;
  if (node.is_string())
    return spec;
  if (node.contains("eps_b"))
    spec.eps_b = read_eps_b(node["eps_b"]);
  spec.omega = get_optional<double>(node, "omega");
  if (spec.type == "multigrid")
    spec.sweep_degree = get_optional<int>(node, "degree");
  else
    spec.degree = node.value("degree", spec.degree);
  spec.smoother = node.value("smoother", spec.smoother);
  spec.levels = node.value("levels", spec.levels);
  if (node.contains("precision"))
    spec.is_single = node["precision"] == "single";
  spec.fill = node.value("fill", spec.fill);
  spec.drop_tolerance = node.value("drop_tolerance", spec.drop_tolerance);
  spec.scale_first = node.value("scale_first", spec.scale_first);
  return spec;
}

AimSpec read_aim(const ordered_json &node) {
  AimSpec aim;
  if (node.contains("order"))
    aim.order = node["order"].get<int>();
  if (node.contains("spacing"))
    aim.spacing_m = node["spacing"].get<double>();
  aim.near = node["near"].get<double>();
  aim.is_single = node["precision"] == "single";
  return aim;
}

ordered_json to_json(const AimSpec &aim) {
  ordered_json node = ordered_json::object();
  put_optional(node, "order", aim.order);
  put_optional(node, "spacing", aim.spacing_m);
  node["near"] = aim.near;
  node["precision"] = aim.is_single ? "single" : "double";
  return node;
}

ordered_json to_json(const PreconditionerSpec &spec) {
  ordered_json node = {{"type", spec.type}};
  // Every method has "auto"; not all have a background.
  if (spec.type == "background" || spec.eps_b)
    node["eps_b"] = eps_b_to_json(spec.eps_b);
  put_optional(node, "omega", spec.omega);
  if (spec.type == "multigrid") {
    node["smoother"] = spec.smoother;
    put_optional(node, "degree", spec.sweep_degree);
    node["levels"] = spec.levels;
    node["precision"] = spec.is_single ? "single" : "double";
  } else if (has_number(spec.type, "degree")) {
    node["degree"] = spec.degree;
  }
  if (has_number(spec.type, "fill"))
    node["fill"] = spec.fill;
  if (has_number(spec.type, "drop_tolerance"))
    node["drop_tolerance"] = spec.drop_tolerance;
  if (spec.scale_first)
    node["scale_first"] = true;
  return node;
}

} // namespace

SolverSpec read_solver(const ordered_json &node) {
  SolverSpec solver;
  solver.method = node["method"].get<std::string>();
  solver.is_iterative = node.contains("tolerance");
  if (solver.is_iterative) {
    solver.preconditioner = read_preconditioner(node["preconditioner"]);
    solver.tolerance = node["tolerance"].get<double>();
    solver.max_iterations = node["max_iterations"].get<int>();
  }
  if (node.contains("krylov")) {
    solver.krylov = node["krylov"].get<std::string>();
    solver.aim = read_aim(node["aim"]);
  }
  if (node["on_failure"] == "continue")
    solver.on_failure = SolverSpec::OnFailure::continue_sweep;
  return solver;
}

ordered_json to_json(const SolverSpec &solver) {
  ordered_json node = {{"method", solver.method}};
  const bool is_surface = !solver.krylov.empty();
  if (is_surface) {
    node["aim"] = to_json(solver.aim);
    node["krylov"] = solver.krylov;
  }
  if (solver.is_iterative) {
    node["preconditioner"] = is_surface ? ordered_json{{"type", solver.preconditioner.type}}
                                        : to_json(solver.preconditioner);
    node["tolerance"] = solver.tolerance;
    node["max_iterations"] = solver.max_iterations;
  }
  node["on_failure"] =
      solver.on_failure == SolverSpec::OnFailure::continue_sweep ? "continue" : "stop";
  return node;
}

void check_solver(CheckContext &context) {
  const std::string pointer = "/solver/preconditioner";
  const ordered_json *given = context.find_with(pointer, {"type"});
  if (given == nullptr)
    return;
  const auto type = (*given)["type"].get<std::string>();
  for (const auto &[key, types] : owners_of_numbers())
    if (given->contains(key) && !has_number(type, key))
      context.error_at_key(child_pointer(pointer, key), in_quotes(key) + " is no number of type " +
                                                            in_quotes(type) + "; it belongs to " +
                                                            quoted_list(types));
  constexpr int k_most_levels = 20;
  if (type == "ilu" && given->contains("fill") && (*given)["fill"] > k_most_levels)
    context.error(pointer + "/fill", fmt::format("a level of fill of more than {} is next to a "
                                                 "whole factorisation; take \"direct\", or "
                                                 "\"ilut\", whose fill counts entries",
                                                 k_most_levels));
  const ordered_json *eps_b = context.find(pointer + "/eps_b");
  if (eps_b != nullptr && read_eps_b(*eps_b) == std::complex<double>(0))
    context.error(pointer + "/eps_b", "a background of permittivity 0 has no inverse");
}

} // namespace curlew
