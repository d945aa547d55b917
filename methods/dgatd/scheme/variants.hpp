#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/methods/dgatd/outputs/probes.hpp>
#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>
#include <curlew/methods/dgatd/scheme/time_scheme.hpp>
#include <curlew/methods/shared/time/flux_results.hpp>
#include <curlew/methods/shared/time/probe_output.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace curlew::dgatd {

// Input of a variant for the set-up of its scheme on one backend. All of it must outlive the
// scheme.
struct SchemeInput {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Probes &probes;
  const TimePlan &plan;
  bool magnetic_needed = false; // H per tet is read
  bool halves_needed = true;    // losses, or half edges are read
  int threads = 0;              // threads of the host set-up
  // Surface of the far field, at these frequencies.
  const RadiatingSurface *surface = nullptr;
  std::vector<double> frequencies_hz = {};
  // Points of outputs.flux, at these frequencies.
  const FluxPoints *flux = nullptr;
};

// A variant on one backend, with the figures that the summary reports of it.
class DgatdScheme : public TimeScheme {
public:
  // Number of unknowns of this rank.
  virtual std::uint64_t stored_unknowns() const = 0;
  // True where E is kept on half edges.
  virtual bool has_half_edges() const = 0;
  virtual ProbeOutput &probes() = 0;
  virtual FluxOutput *flux() = 0; // null without SchemeInput::flux
};

struct Variant {
  std::string name;
  bool losses; // supports conductivity and absorbing walls
  bool halves; // keeps half-edge values: defines the energy
  // Memory with set-up, measured on Kuhn meshes (docs/methods/dgatd-notes.md, "Variants"): on the
  // host, and on a device with every output that a case can have.
  double bytes_per_tet, device_bytes_per_tet;
  std::function<std::unique_ptr<DgatdScheme>(Backend, const SchemeInput &)> make;
  using Time = std::function<SchemeTimes(Backend, const Problem &, double dt_s)>;
  Time time;
  // Times the form with half edges, where lossless problems may take another form; else empty.
  Time time_halves;
};

// Returns the variants that this build has: fused behind the published ones
// (published/variants.hpp).
const std::vector<Variant> &variants();

// Finds a variant by name; "auto" is the fastest. Throws NotCompiled for a variant that this binary
// lacks, InputError for an unknown one.
const Variant &find_variant(const std::string &name,
                            const std::vector<Variant> &compiled = variants());

// Returns the variant of a case.
const Variant &variant_of(const Case &input);

// Throws InputError, with its case location, for a variant that lacks what the case requires:
// losses, the energy invariant. Collective.
void check_variant(const Case &input, const Problem &problem, const Variant &variant);

// These have a translation unit of their own (run_variant.hpp).
std::unique_ptr<DgatdScheme> make_fused(Backend backend, const SchemeInput &input);
SchemeTimes time_fused(Backend backend, const Problem &problem, double dt_s);
SchemeTimes time_fused_halves(Backend backend, const Problem &problem, double dt_s);

} // namespace curlew::dgatd
