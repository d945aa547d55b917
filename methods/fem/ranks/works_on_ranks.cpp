#include <curlew/methods/fem/ranks/works_on_ranks.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/time/time_case.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

namespace curlew::fem {
namespace {

[[noreturn]] void refuse(const std::string &place, const std::string &what,
                         const std::string &instead = "") {
  throw InputError(fmt::format("{}: {} in one process only (method fem); start it without "
                               "mpirun{}{}",
                               place, what, instead.empty() ? "" : ", or take ", instead));
}

void require_works_on_ranks(const Case &input) {
  if (is_in_time(input))
    refuse(input.where("/time"), "runs in time compute", "\"frequency\", or method \"dgtd\"");
  if (input.eigenmodes)
    refuse(input.where("/eigenmodes"), "\"eigenmodes\" compute");
  if (input.refinement)
    refuse(input.where("/refinement"), "adaptive refinement computes", "a finer mesh");
  for (const Boundary &boundary : input.boundaries)
    if (holds<PeriodicSpec>(boundary))
      refuse(where(input, boundary), "periodic faces compute");
  for (const Material &material : input.materials)
    if (gyrotropic_of(input, material.name))
      refuse(input.where(child_pointer("/materials", material.name)), "gyrotropic media compute");
  if (const MatrixForm matrix = choices_of(input).matrix; matrix != MatrixForm::csr)
    refuse(input.where("/discretization/matrix"), fmt::format("\"{}\" computes", to_string(matrix)),
           "\"csr\"");
  if (input.solver.preconditioner.scale_first)
    refuse(input.where("/solver/preconditioner"), "\"scale_first\" computes");
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

void require_works_on(const RankGroups &groups, const Case &input) {
  if (!groups.inside.is_alone())
    require_works_on_ranks(input);
  if (!groups.between.is_alone())
    require_works_in_groups(input);
}

} // namespace curlew::fem
