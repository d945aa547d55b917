#include <curlew/methods/fem/outputs/system_report.hpp>

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/dielectric_edges.hpp>
#include <curlew/methods/fem/faces/edge_errors.hpp>
#include <curlew/methods/fem/warnings.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

namespace curlew::fem {

void require_memory_of_system(const SolverChoice &choice, Index unknowns, int per_tet,
                              Backend backend, const Communicator &ranks,
                              const std::string &where) {
  const double groups = static_cast<double>(node_local_rank().size) / ranks.size();
  const double here = choice.method == SolverMethod::direct // the root holds the whole matrix
                          ? std::max(groups, 1.0)
                          : groups;
  require_memory(unknowns * here, "unknowns", solver_bytes(choice, unknowns, per_tet) / unknowns,
                 where, memory_of(backend));
}

void report_size(const Case &input, const Problem &problem, const SolverChoice &choice,
                 Backend backend, const Communicator &ranks) {
  const std::string on_ranks =
      ranks.is_alone() ? std::string() : fmt::format(", {} ranks", ranks.size());
  spdlog::info("{} tets, {}, {} unknowns{}; {}{}", problem.tets.size(), problem.dofs.space.name(),
               problem.unknowns.count, on_ranks, to_text(choice),
               choice.reason.empty() ? "" : " (" + choice.reason + ")");
  require_memory_of_system(choice, problem.unknowns.count, problem.dofs.per_tet, backend, ranks,
                           input.where("/mesh"));
}

void summarise_elements(const Case &input, const Problem &problem, Summary &summary) {
  summary["method"] = "fem";
  summary["title"] = input.title;
  summary["elements"] = problem.dofs.space.name();
  summary["tets"] = problem.tets.size();
  summary["unknowns"] = problem.unknowns.count;
}

void summarise_choices(const Case &input, const Problem &problem, const SolverChoice &choice,
                       Summary &summary) {
  if (!problem.periodic.empty())
    summary["periodic_unknowns"] = problem.periodic.count;
  const auto add = [&](const char *name, nlohmann::ordered_json what) {
    if (!what.empty())
      summary[name] = std::move(what);
  };
  add("absorbing_layers", describe_layers(input, problem.layers));
  add("conductor_edges", describe_edges(input, problem.model));
  add("dielectric_edges", describe_dielectric_edges(input, problem.model));
  summary["levels"] = problem.model.coarser.size() + 1;
  if (choice.own_levels > 0)
    summary["own_levels"] = choice.own_levels;
  summary["solver"] = to_string(choice.method);
  summary["preconditioner"] = to_string(choice.preconditioner.kind);
  if (!choice.reason.empty())
    summary["solver_reason"] = choice.reason;
  summary["assembly"] = to_string(choice.assembly);
  summary["matrix"] = to_string(choice.matrix);
}

} // namespace curlew::fem
