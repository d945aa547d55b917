#pragma once

#include <curlew/core/backend.hpp>
#include <curlew/methods/dgatd/bench/time_scheme.hpp>
#include <curlew/methods/dgatd/observer.hpp>

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
  bool halves_needed = true;      // losses, or somebody reads half edges
  int threads = 0;                // of the host set-up
};

struct VariantOutcome {
  StepTimes times;
  MinimumBytes minimum_bytes;
  std::uint64_t stored_unknowns = 0;
  double setup_s = 0;
  bool half_edges = false; // what E was kept on
};

struct Variant {
  std::string name;
  bool losses; // supports conductivity and absorbing walls
  bool halves; // knows half-edge values: the energy invariant
  // Memory with set-up, measured on Kuhn meshes (docs/methods/dgatd.md): of the host, and of a
  // device with everything that a case can ask for.
  double bytes_per_tet, device_bytes_per_tet;
  std::function<VariantOutcome(Backend, const VariantInput &)> run;
  using Time = std::function<SchemeTimes(Backend, const Problem &, double dt_s)>;
  Time time;
  Time time_halves; // where lossless problems may take another form than others; else empty
};

// Those compiled in (CMake's CURLEW_DGATD_VARIANTS) of spmv, paper, blocks, fused.
const std::vector<Variant> &variants();

// By name; "auto" is the fastest. Throws NotCompiled for a variant that this binary lacks,
// InputError for an unknown one.
const Variant &find_variant(const std::string &name,
                            const std::vector<Variant> &compiled = variants());

// Throws InputError, with the place in the case, for a variant that cannot do what the case asks:
// losses, the energy invariant. Collective.
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
SchemeTimes time_fused_halves(Backend backend, const Problem &problem, double dt_s);

} // namespace curlew::dgatd
