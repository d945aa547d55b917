#pragma once

#include <curlew/core/backend.hpp>
#include <curlew/methods/dgatd/observer.hpp>
#include <curlew/methods/dgatd/time_scheme.hpp>

#include <functional>
#include <string>
#include <vector>

namespace curlew::dgatd {

// What a variant gets to run a whole simulation on one backend.
struct VariantInput {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Plan &plan;
  Observer &observer;
  RunPosition &position;          // where to start; where it ended
  const State *restart = nullptr; // unknowns to start from
  bool magnetic_needed = false;   // somebody reads H per tet
  int threads = 0;                // of the host set-up
};

struct VariantOutcome {
  StepTimes times;
  MinimumBytes minimum_bytes;
  std::uint64_t stored_unknowns = 0;
  double setup_s = 0;
};

struct Variant {
  std::string name;
  bool losses; // supports conductivity and absorbing walls
  bool halves; // knows half-edge values: the energy invariant
  double
      bytes_per_tet; // resident memory with set-up, measured on Kuhn meshes (docs/methods/dgatd.md)
  std::function<VariantOutcome(Backend, const VariantInput &)> run;
  std::function<SchemeTimes(Backend, const Problem &, double dt_s)> time;
};

// Those compiled in (CMake's CURLEW_DGATD_VARIANTS) of spmv, paper, blocks, fused.
const std::vector<Variant> &variants();

// By name; "auto" is the fastest. Throws NotCompiled for a variant that this binary lacks,
// InputError for an unknown one.
const Variant &find_variant(const std::string &name,
                            const std::vector<Variant> &compiled = variants());

// Throws InputError, with the place in the case, for a variant that cannot do what the case asks:
// losses, the energy invariant.
void check_variant(const Case &input, const Problem &problem, const Variant &variant);

// One translation unit each (run_variant.hpp).
VariantOutcome run_spmv(Backend backend, const VariantInput &input);
SchemeTimes time_spmv(Backend backend, const Problem &problem, double dt_s);
VariantOutcome run_paper(Backend backend, const VariantInput &input);
SchemeTimes time_paper(Backend backend, const Problem &problem, double dt_s);
VariantOutcome run_blocks(Backend backend, const VariantInput &input);
SchemeTimes time_blocks(Backend backend, const Problem &problem, double dt_s);
VariantOutcome run_fused(Backend backend, const VariantInput &input);
SchemeTimes time_fused(Backend backend, const Problem &problem, double dt_s);

} // namespace curlew::dgatd
