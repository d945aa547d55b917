#include <curlew/methods/dgatd/scheme/variants.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/shared/run/published.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace curlew::dgatd {

namespace {

constexpr std::array k_names = {"spmv", "paper", "blocks", "fused"};

} // namespace

const std::vector<Variant> &variants() {
  static const std::vector<Variant> compiled = [] {
    std::vector<Variant> all = published_variants();
    all.push_back({"fused", true, true, 600, 450, make_fused, time_fused, time_fused_halves});
    return all;
  }();
  return compiled;
}

const Variant &find_variant(const std::string &name, const std::vector<Variant> &compiled) {
  const std::string wanted = name == "auto" ? "fused" : name;
  std::string present;
  for (const Variant &variant : compiled) {
    if (variant.name == wanted)
      return variant;
    present += (present.empty() ? "" : ", ") + variant.name;
  }
  if (std::find(k_names.begin(), k_names.end(), name) != k_names.end())
    throw NotCompiled("the variant \"" + name + "\" of dgatd",
                      fmt::format("take one of those that are ({}); {}", present, k_add_published));
  throw InputError(
      fmt::format("unknown variant \"{}\" (legal: auto, {})", name, fmt::join(k_names, ", ")));
}

const Variant &variant_of(const Case &input) {
  return find_variant(input.discretization.at("variant").get<std::string>());
}

void check_variant(const Case &input, const Problem &problem, const Variant &variant) {
  if (problem.ownership.ranks.any(problem.has_losses()) && !variant.losses)
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
