#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/dgtd/initial/initial_fields.hpp>
#include <curlew/methods/dgtd/kerr/kerr_counts.hpp>
#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/surfaces/flux_points.hpp>
#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>
#include <curlew/methods/dgtd/waves/total_field.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/time/flux_results.hpp>
#include <curlew/methods/shared/time/phasor_fields.hpp>
#include <curlew/methods/shared/time/port_output.hpp>
#include <curlew/methods/shared/time/probe_output.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew::dgtd {

// Input from which a scheme sets itself up on one backend. All of it must outlive the scheme.
struct SchemeInput {
  const Problem &problem;
  const std::vector<Source> &sources;
  const Probes &probes;
  const TimePlan &plan;
  Variant variant = Variant::packed;
  double dt_limit_s = std::numeric_limits<double>::infinity(); // limit of linear media
  std::vector<PortDrive> drives = {};                          // drives of the ports in this run
  // frequencies of transforms of ports' waves and on the surface
  std::vector<double> frequencies_hz = {};
  const std::vector<TotalFieldWave> *waves = nullptr;
  const HuygensSurface *surface = nullptr; // set for a far field
  const StepClasses *classes = nullptr;    // classes of local time steps
  const FluxPoints *flux = nullptr;        // points of outputs.flux, at these frequencies too
  const InitialFields *initial = nullptr;  // fields at t = 0
  bool port_rows = true;                   // true: waves of ports are kept step by step
  std::vector<ImagePlane> images = {};     // planes whose images of `surface` radiate too
  // Fields at frequencies, of a volume group; -1: of all.
  std::optional<PhasorFieldsPlan> phasors = {};
  Index phasor_group = -1;
};

// Scheme with the recorders that its input asks for, of this rank's tets.
class RecordingScheme : public TimeScheme {
public:
  virtual ProbeOutput &probes() = 0;
  virtual SampledPhasors surface_phasors() = 0; // call only with SchemeInput::surface
  virtual FluxOutput *flux() = 0;               // null without SchemeInput::flux
  virtual PortOutput *ports() = 0;              // null for a problem without ports
  virtual KerrCounts kerr_counts() const = 0;   // no tets where no medium is nonlinear
};

// Makes the scheme of a problem on a backend. The unknowns of a checkpoint are in the order of the
// mesh, [tet][number]: "e", "h", and in dfdd the doubles "electric_own" and "magnetic_own".
std::unique_ptr<RecordingScheme> make_scheme(Backend backend, const SchemeInput &input);

} // namespace curlew::dgtd
