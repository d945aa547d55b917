#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/shared/time/recorded_run.hpp>
#include <curlew/methods/shared/time/recorded_sums.hpp>
#include <curlew/methods/shared/time/snapshot_cells.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Fields that a run in time sums up at frequencies.
struct PhasorFieldsPlan {
  std::vector<Field> quantities;
  std::vector<double> frequencies_hz;
  std::int64_t every = 1; // steps from one sample to the next
};

// Returns the frequencies of outputs.fields.
inline const std::vector<double> &phasor_frequencies_hz(const Case &input) {
  return input.frequency_sweep.outputs_at_hz;
}

// Returns the plan of outputs.fields, with at least 8 samples to the shortest period of the
// excitations and of the frequencies. What a pulse has beyond 7 times its highest frequency, which
// such samples take for its own, is far below rounding.
PhasorFieldsPlan phasor_fields_plan(const Case &input, double dt_s);

// Returns the bytes of the sums of a rank, for tets with so many numbers to a field; 0 without
// fields at frequencies. `tets`: the tets that the rank owns, the first of the mesh.
double phasor_sums_bytes(const Case &input, const TetMesh &mesh, Index tets, int numbers);
// Returns the line of `check` about these bytes; empty without.
std::string phasor_sums_text(const Case &input, double bytes);

// Returns warnings of a run that ends before its sources do: its phasors are those of a part of the
// pulse.
std::vector<std::string> phasor_fields_warnings(const Case &input, double end_s,
                                                double sources_end_s);

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
