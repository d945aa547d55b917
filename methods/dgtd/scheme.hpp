#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgtd/initial/initial_fields.hpp>
#include <curlew/methods/dgtd/kerr/kerr_counts.hpp>
#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/surfaces/flux_points.hpp>
#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace curlew::dgtd {

// What a scheme gets to set itself up on one backend. All of it must outlive the scheme.
struct SchemeInput {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Probes &probes;
  const TimePlan &plan;
  std::string variant = "packed";                              // "stored", "nodal"
  double dt_limit_s = std::numeric_limits<double>::infinity(); // of linear media
  std::vector<PortDrive> drives = {};                          // of the ports in this run
  std::vector<double> frequencies_hz = {}; // of transforms of their waves and on the surface
  const std::vector<TotalFieldWave> *waves = nullptr;
  const HuygensSurface *surface = nullptr; // where a far field is asked for
  const StepClasses *classes = nullptr;    // of local time steps
  const FluxPoints *flux = nullptr;        // of outputs.flux, at these frequencies too
  const InitialFields *initial = nullptr;  // of t = 0
  bool port_rows = true;                   // whether waves of ports are kept step by step
};

// Phasors on a surface after the last step, not yet referred to a waveform.
struct SurfacePhasors {
  // [frequency][E at all points, then H: point, component], both of the same time
  std::vector<std::vector<std::complex<double>>> sums;
  // Squares of the sums, and of what changed in them in about the last tenth of the steps.
  double squares = 0, late_squares = 0;
};

// What a scheme records beside probes, of this rank's tets.
class RecordingScheme : public TimeScheme {
public:
  virtual SurfacePhasors surface_phasors() = 0; // only with SchemeInput::surface
  // Of the fluxes at the frequencies, [surface][frequency], W s^2: phasors are those of the whole
  // record.
  virtual std::vector<double> flux_spectra() = 0;
  virtual const PortRecorder &ports() const = 0;
  virtual KerrCounts kerr_counts() const = 0; // no tets where no medium is nonlinear
};

// The name of the sums on the surface in a checkpoint.
inline constexpr const char *k_surface_sums = "surface_sums";
inline constexpr const char *k_flux_sums = "flux_sums"; // of fluxes

// "auto" is the fastest; the two-step form of dfdd has one.
std::string variant_of(const Case &input);
// Whether the variant `nodal` serves it: full spaces, without dfdd.
bool has_nodal(const Choices &choices);

// The unknowns of a checkpoint, in the order of the mesh, [tet][number]: "e", "h", and of dfdd the
// doubles "electric_own" and "magnetic_own".
std::unique_ptr<RecordingScheme> make_scheme(Backend backend, const SchemeInput &input);

// About how many bytes a tet takes, counted from its tables and unknowns and the host's copies of
// them while they are made.
double bytes_per_tet(const Choices &choices, const std::string &variant);

// What of it is matrices that copies of a tet share (Problem::copies).
double shared_bytes_per_tet(const Choices &choices, const std::string &variant);

} // namespace curlew::dgtd
