#include <curlew/methods/fdfd/ranks/works_in_slabs.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

namespace curlew::fdfd {

std::string why_not_in_slabs(const Case &input, const Problem &problem,
                             const SolverChoice &choice) {
  const auto reason = [&](const char *pointer, const std::string &what,
                          const std::string &instead) {
    return fmt::format("{}: {} computes a grid on one rank only; take {}", input.where(pointer),
                       what, instead);
  };
  const char *const krylov = problem.is_bloch() ? "\"bicgstab-fused\"" : "\"cocg\"";
  if (choice.has(PreconditionerKind::background)) {
    using Form = BackgroundOptions::Form;
    const Form form = choice.background.value().form;
    const std::string none = fmt::format("\"none\" with the method {}", krylov);
    if (form == Form::rows)
      return reason("/solver/preconditioner",
                    "the preconditioner \"background\" with conductors, or mu other than 1,", none);
    if (form == Form::shifted && !problem.couplings.empty())
      return reason("/solver/preconditioner",
                    "the preconditioner \"background\" of another \"eps_b\" than that of the "
                    "surroundings, with \"smoothing\" by tensors,",
                    none);
  } else if (!choice.has(PreconditionerKind::none)) {
    return reason("/solver/preconditioner",
                  fmt::format("the preconditioner \"{}\"", to_string(choice.preconditioner.kind)),
                  fmt::format("\"none\" with the method {}", krylov));
  } else if (choice.method != SolverMethod::cocg && choice.method != SolverMethod::cocr &&
             choice.method != SolverMethod::bicgstab_fused) {
    return reason("/solver/method", fmt::format("\"{}\"", to_string(choice.method)), krylov);
  }
  if (choice.variant != Variant::fused)
    return reason("/discretization/variant", fmt::format("\"{}\"", to_string(choice.variant)),
                  "\"fused\"");
  return "";
}

void require_works_in_slabs(const Case &input, const Problem &problem, const SolverChoice &choice,
                            int ranks) {
  if (const std::string why = why_not_in_slabs(input, problem, choice); !why.empty())
    throw InputError(fmt::format("{} (this run has {} ranks for one grid; or leave \"run.groups\" "
                                 "out, and each rank solves other frequencies)",
                                 why, ranks));
  if (problem.count(2) < ranks)
    throw InputError(fmt::format("{}: {} planes along z cannot be divided among {} ranks; start {} "
                                 "ranks at most",
                                 input.where("/grid"), problem.count(2), ranks, problem.count(2)));
}

} // namespace curlew::fdfd
