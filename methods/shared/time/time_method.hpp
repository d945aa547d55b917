#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>
#include <curlew/methods/shared/run/records.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace curlew {

// Currents on a surface, whose phasors a running transform has summed up.
struct RecordedSurface {
  std::vector<SurfaceCurrents> currents; // per frequency
  SumsChange change;                     // of this rank's part
  // Planes whose images radiate too; none: those of outputs.far_field.
  std::optional<std::vector<ImagePlane>> images = std::nullopt;
};

// Interface of a method for the driver of runs in the time domain (time_driver.hpp): one prepared
// problem. The driver owns files, schedules, checkpoints and spectra. Functions are collective
// where stated.
class TimeMethod {
public:
  virtual ~TimeMethod() = default;

  virtual std::string name() const = 0;    // value of "method" in a case
  virtual std::string variant() const = 0; // part of the fingerprint of a checkpoint
  virtual const Communicator &ranks() const = 0;
  virtual Execution execution() const = 0;
  // Returns the largest stable time step; infinite for a scheme without a limit.
  virtual double dt_limit_s() const = 0;
  // Returns the time step for a case that gives none, for a scheme without a limit.
  virtual double default_dt_s() const {
    throw std::logic_error("method " + name() + " steps by its limit");
  }
  virtual double sources_end_s() const = 0;
  // Cells of the whole mesh, for the table of times, and what one is called: "tet".
  virtual std::int64_t cell_count() const = 0;
  virtual std::string cell_name() const = 0;

  // Returns warnings about the problem, for the log and the summary; those of the root are used.
  // Collective.
  virtual std::vector<std::string> warnings() const = 0;
  // Logs sizes and the backend, before the first step.
  virtual void report() const = 0;
  // Returns the scheme of a run, 0 where networks() has no more.
  virtual std::unique_ptr<TimeScheme> make_scheme(const TimePlan &plan, std::size_t run) = 0;
  // Returns the cells of this rank whose fields are written. Called only with outputs.fields.
  virtual SnapshotCells snapshot_cells() const = 0;

  // Gather the unknowns of the whole mesh at the root, in an order that depends on the mesh only,
  // and distribute each rank's own from them. Collective.
  virtual FieldState gather(const FieldState &mine) = 0;
  virtual FieldState scatter(const FieldState &whole) = 0;
  // Throws InputError, at the root, for the state of a checkpoint that lacks data that this case
  // requires.
  virtual void check_state(const FieldState &whole) const = 0;

  // Returns phasors on the surface of the far field after the last step: per frequency of the case
  // the currents on this rank's part of it, not yet referred to the waveform. Called only with
  // outputs.far_field. Collective.
  virtual RecordedSurface recorded_surface(TimeScheme &) const {
    throw std::logic_error("method " + name() + " records no surface");
  }

  // Returns for each entry of outputs.flux at each frequency of the case, [entry][frequency], the
  // power of the phasors of the whole record, not yet referred to the waveform, W s^2; this rank's
  // part. Called only with outputs.flux and frequencies. Collective.
  virtual std::vector<double> flux_spectra(TimeScheme &) const {
    throw std::logic_error("method " + name() + " records no flux");
  }

  // Returns the ports of the case and their S-parameters; null for a method without ports. A case
  // may take several runs, one for each excited port, each with a scheme of its own. Such a case
  // has no restart.
  virtual PortNetworks *networks() { return nullptr; }
  // Returns the waves at the ports after the last step of a run, the same on all ranks. Called only
  // with networks() and outputs.s_parameters.
  virtual const PortRecorder &port_recorder(const TimeScheme &) const {
    throw std::logic_error("method " + name() + " records no ports");
  }

  // Return the columns of energy.csv after those of the energy, and their values at the time of an
  // energy. The second is collective.
  virtual std::vector<std::string> figure_columns() const { return {}; }
  virtual std::vector<double> figures() { return {}; }
  // Returns arrays of a snapshot beside E and H, for all cells of this rank.
  virtual std::vector<CellArray> snapshot_arrays(const CellFields &) const { return {}; }

  // Adds sizes and limits to the summary, after the last step. Collective.
  virtual void fill_summary(const TimeScheme &scheme, Summary &summary) const = 0;
};

} // namespace curlew
