#include <curlew/methods/dgatd/variants.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

namespace curlew::dgatd {

const std::vector<Variant> &variants() {
  static const std::vector<Variant> all = {
      {"spmv", false, false, 2900, run_spmv, time_spmv},
      {"paper", false, false, 2900, run_paper, time_paper},
      {"blocks", true, true, 1250, run_blocks, time_blocks},
      {"fused", true, true, 600, run_fused, time_fused},
  };
  return all;
}

const Variant &find_variant(const std::string &name) {
  const std::string wanted = name == "auto" ? "fused" : name;
  for (const Variant &variant : variants())
    if (variant.name == wanted)
      return variant;
  throw InputError("unknown variant \"" + name + "\" (legal: auto, spmv, paper, blocks, fused)");
}

void check_variant(const Case &input, const Problem &problem, const Variant &variant) {
  if (problem.has_losses() && !variant.losses)
    throw InputError(fmt::format("{}: variant \"{}\" is the lossless original; conductivity and "
                                 "absorbing boundaries need \"blocks\" or \"fused\"",
                                 input.where("/discretization/variant"), variant.name));
  const bool energy = input.outputs.energy || input.time.stop_at_energy_db;
  if (energy && !variant.halves)
    throw InputError(fmt::format("{}: variant \"{}\" keeps no half-edge values, so the energy is "
                                 "not known; take \"blocks\" or \"fused\", or leave out "
                                 "outputs.energy and time.stop_at_energy",
                                 input.where("/discretization/variant"), variant.name));
}

} // namespace curlew::dgatd
