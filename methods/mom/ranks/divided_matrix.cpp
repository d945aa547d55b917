#include <curlew/methods/mom/ranks/divided_matrix.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/solvers/dense/block_columns.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::mom {

std::string why_not_divided(const Case &input, const Surface &surface, const Spec &spec) {
  const auto reason = [&](const char *pointer, const std::string &what, const char *instead) {
    return fmt::format("{}: {} on one rank only; take {}", input.where(pointer), what, instead);
  };
  if (choices_of(input).method == SolverMethod::aim)
    return reason("/solver/method", "\"aim\" computes a matrix", "\"lu\"");
  if (input.run.is_single)
    return reason("/run/precision", "factors in \"single\" are made", "\"double\"");
  const double lowest_hz =
      *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  if (is_low_frequency(spec, surface, wavenumber_of(lowest_hz)))
    return reason(
        "/discretization/low_frequency",
        fmt::format("currents with and without charges are scaled apart at {:.4g} Hz", lowest_hz),
        "\"off\", or a higher frequency");
  return "";
}

SolverChoice choose_divided(const Case &input, Backend backend, const Surface &surface,
                            const Spec &spec, std::size_t columns, int ranks) {
  if (const std::string why = why_not_divided(input, surface, spec); !why.empty())
    throw InputError(fmt::format("{} (this run has {} ranks for one matrix; or leave "
                                 "\"run.groups\" out, and each rank solves other frequencies)",
                                 why, ranks));
  SolverChoice choice;
  choice.ranks = ranks;
  choice.dense.kind = DenseForm::Kind::divided;
  choice.bytes = divided_bytes(surface, spec, columns, backend, ranks);
  if (choices_of(input).method == SolverMethod::automatic)
    choice.reason = "several ranks divide a matrix of lu only";
  choice.obstacle = "ranks divide the matrix";
  return choice;
}

std::vector<std::string> idle_ranks_warning(const Case &input, const SolverChoice &choice,
                                            int groups) {
  const int frequencies = static_cast<int>(input.frequencies_hz.size());
  if (groups <= frequencies || choice.ranks > 1)
    return {};
  return {fmt::format("{}: {} of {} ranks have no frequency; {}", input.where("/run/groups"),
                      groups - frequencies, groups,
                      choice.may_divide
                          ? "\"run.groups\": 1 divides the matrix of lu among all"
                          : "\"aim\", \"single\" and low frequencies are not divided")};
}

void add_ranks(Summary &summary, Index unknowns, int ranks) {
  const BlockColumns columns = block_columns(unknowns, ranks);
  auto counts = nlohmann::ordered_json::array();
  for (int rank = 0; rank < ranks; ++rank)
    counts.push_back(columns.own_count(rank));
  summary["ranks"] = ranks;
  summary["rank_columns"] = counts;
}

int least_ranks(Backend backend, const Surface &surface, const Spec &spec, std::size_t columns,
                double bytes_each) {
  constexpr int k_most = 1024;
  for (int ranks = 2; ranks <= k_most; ++ranks)
    if (divided_bytes(surface, spec, columns, backend, ranks) <= bytes_each)
      return ranks;
  return 0;
}

std::string ranks_line(const Case &input, Backend backend, const Surface &surface, const Spec &spec,
                       std::size_t columns) {
  const std::string why = why_not_divided(input, surface, spec);
  if (!why.empty()) {
    if (input.run.groups > 0)
      log_warnings({fmt::format("{}: on more ranks than groups the run is refused: {}",
                                input.where("/run/groups"), why)});
    return fmt::format("ranks      share frequencies, not a matrix: {}\n", why);
  }
  std::string text = "ranks      \"run.groups\": 1 divides the matrix of lu:";
  for (const int ranks : {2, 4, 8}) {
    const double bytes = divided_bytes(surface, spec, columns, backend, ranks);
    const bool is_large = bytes >= 1e9;
    text += fmt::format("{} {} ranks take {:.3g} {} each", ranks == 2 ? "" : ",", ranks,
                        bytes / (is_large ? 1e9 : 1e6), is_large ? "GB" : "MB");
  }
  return text + "\n";
}

} // namespace curlew::mom
