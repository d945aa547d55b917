#pragma once

#include <curlew/methods/shared/time/phasor_plan.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// The fields of a run in time at frequencies, for ParaView: fields.pvd with E_real, E_imag, H_real
// and H_imag at the nodes of the tets. The sums over the samples,
//   V(f) = M dt sum over n of v(n M dt) e^{-j omega n M dt},
// are divided by the spectrum of the waveform (reference_spectrum.hpp), so that they belong to
// excitations that oscillate with their amplitude at f. Warns where the waveform is weak at a
// frequency, and where sums had not settled when the run ended. Each rank writes its tets, a file
// each. Derived classes sum up the unknowns of a scheme.
class PhasorFieldsOutput : public Recorder {
public:
  // `order`: of the polynomials in a tet.
  PhasorFieldsOutput(PhasorFieldsPlan plan, SnapshotCells cells, int order)
      : plan_(std::move(plan)), cells_(std::move(cells)), order_(order) {}

  // Throws NotCompiled without VTK.
  void open(const RecordedRun &run, const ContinuedOutputs &continued) override;
  void write(std::int64_t steps, Summary &summary) override;

protected:
  // Returns the sums of a field at one of the frequencies at the nodes, [tet][node][component]; the
  // coordinates of the nodes are those of the vertices of TetMesh::tets. Both fields are those of
  // the same time.
  virtual std::vector<std::complex<double>>
  sums_at(Field field, std::size_t frequency, const std::vector<std::array<double, 4>> &nodes) = 0;
  // Returns the change of the sums of this rank, per frequency.
  virtual std::vector<SumsChange> changes() = 0;
  virtual double bytes() const = 0;

  const PhasorFieldsPlan &plan() const { return plan_; }
  double step_s() const { return run_->plan.dt_s; } // after open()
  // Returns M dt e^{-j omega t} at t = steps dt.
  std::complex<double> sample_factor(double frequency_hz, double steps) const;
  std::size_t tet_count() const { return cells_.grid.tets->size(); }
  // Returns the tet of the rank's mesh.
  Index tet(std::size_t cell) const {
    return cells_.region ? cells_.region->tet_of[cell] : static_cast<Index>(cell);
  }

private:
  std::vector<std::string> warnings() const;

  PhasorFieldsPlan plan_;
  SnapshotCells cells_;
  int order_;
  const RecordedRun *run_ = nullptr; // set by open()
};

} // namespace curlew
