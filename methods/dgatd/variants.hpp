#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgatd/flux_points.hpp>
#include <curlew/methods/dgatd/probes.hpp>
#include <curlew/methods/dgatd/radiating_surface.hpp>
#include <curlew/methods/dgatd/time_scheme.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace curlew::dgatd {

// What a variant gets to set its scheme up on one backend. All of it must outlive the scheme.
struct SchemeInput {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Probes &probes;
  const TimePlan &plan;
  bool magnetic_needed = false;              // H per tet is read
  bool halves_needed = true;                 // losses, or half edges are read
  int threads = 0;                           // of the host set-up
  const RadiatingSurface *surface = nullptr; // of the far field, at these frequencies
  std::vector<double> frequencies_hz = {};
  const FluxPoints *flux = nullptr; // of outputs.flux, at these frequencies
};

// A variant on one backend, with what the summary reports of it.
class DgatdScheme : public TimeScheme {
public:
  virtual std::uint64_t stored_unknowns() const = 0; // of this rank
  virtual bool has_half_edges() const = 0;           // what E is kept on
  // Of E on the radiating surface, [face][frequency][component][re, im], in V s/m.
  virtual std::vector<double> surface_sums() = 0;
  virtual SurfaceChange surface_change() = 0;
  // Of outputs.flux, [surface][frequency], in W s^2: phasors are those of the whole record.
  virtual std::vector<double> flux_spectra() = 0;
};

struct Variant {
  std::string name;
  bool losses; // supports conductivity and absorbing walls
  bool halves; // keeps half-edge values: defines the energy
  // Memory with set-up, measured on Kuhn meshes (docs/methods/dgatd.md): of the host, and of a
  // device with every output that a case can have.
  double bytes_per_tet, device_bytes_per_tet;
  std::function<std::unique_ptr<DgatdScheme>(Backend, const SchemeInput &)> make;
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

// Throws InputError, with its case location, for a variant without what the case requires: losses,
// the energy invariant. Collective.
void check_variant(const Case &input, const Problem &problem, const Variant &variant);

// One translation unit each (run_variant.hpp).
std::unique_ptr<DgatdScheme> make_spmv(Backend backend, const SchemeInput &input);
SchemeTimes time_spmv(Backend backend, const Problem &problem, double dt_s);
std::unique_ptr<DgatdScheme> make_paper(Backend backend, const SchemeInput &input);
SchemeTimes time_paper(Backend backend, const Problem &problem, double dt_s);
std::unique_ptr<DgatdScheme> make_blocks(Backend backend, const SchemeInput &input);
SchemeTimes time_blocks(Backend backend, const Problem &problem, double dt_s);
std::unique_ptr<DgatdScheme> make_fused(Backend backend, const SchemeInput &input);
SchemeTimes time_fused(Backend backend, const Problem &problem, double dt_s);
SchemeTimes time_fused_halves(Backend backend, const Problem &problem, double dt_s);

} // namespace curlew::dgatd
