#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>
#include <curlew/methods/shared/far_field/surface_currents.hpp>
#include <curlew/methods/shared/run/records.hpp>
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
  virtual std::unique_ptr<TimeScheme> make_scheme(const TimePlan &plan) = 0;
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

  // A case may take several runs, one for each excited port: each has a scheme of its own, made
  // after begin_run(), and ends with end_run(). Such a case has no restart.
  virtual std::size_t run_count() const { return 1; }
  virtual void begin_run(std::size_t) {}
  virtual void end_run(TimeScheme &) {}
  // Returns the files of the ports in this run, in the order of ProbeRows::ports: port_tables.hpp.
  virtual std::vector<std::string> port_files() const { return {}; }
  // Writes the S-parameters of all runs, at the root.
  virtual void write_networks(const TimePlan &, const ResultsDirectory &, Summary &) {}

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
