#include <curlew/methods/fem/ranks/works_on_ranks.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/time/time_case.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew::fem {
namespace {

std::string one_process(const std::string &place, const std::string &what,
                        const std::string &instead = "") {
  return fmt::format("{}: {} in one process only (method fem); start it without mpirun{}{}", place,
                     what, instead.empty() ? "" : ", or take ", instead);
}

void require_works_in_groups(const Case &input) {
  const auto refuse_groups = [&](const std::string &place, const std::string &why) {
    throw InputError(
        fmt::format("{}: groups of ranks share the solves of a sweep (method fem), but "
                    "{}: leave \"run.groups\" out",
                    place, why));
  };
  if (is_in_time(input))
    refuse_groups(input.where("/time"), "a run in time has none");
  if (input.eigenmodes)
    refuse_groups(input.where("/eigenmodes"), "\"eigenmodes\" are one search");
  if (input.refinement)
    refuse_groups(input.where("/refinement"), "each group would refine a mesh of its own");
  if (input.frequency_sweep.is_adaptive)
    refuse_groups(input.where("/frequency"),
                  "an adaptive sweep chooses its frequencies one after the other");
}

} // namespace

std::string why_not_on_ranks(const Case &input) {
  if (is_in_time(input) && choices_of(input).method == SolverMethod::bicgstab)
    return one_process(input.where("/solver/method"), "\"bicgstab\" computes in time", "\"cg\"");
  if (input.eigenmodes)
    return one_process(input.where("/eigenmodes"), "\"eigenmodes\" compute");
  return {};
}

std::string ranks_line(const Case &input, const Model &model) {
  const std::string why = why_not_on_ranks(input);
  return why.empty() ? fmt::format("ranks      divide the matrix among {} at most\n",
                                   std::count(model.solved.begin(), model.solved.end(), 1))
                     : fmt::format("ranks      {}\n", why);
}

void require_works_on(const RankGroups &groups, const Case &input) {
  if (const std::string why = why_not_on_ranks(input); !why.empty() && !groups.inside.is_alone())
    throw InputError(why);
  if (!groups.between.is_alone())
    require_works_in_groups(input);
}

} // namespace curlew::fem
