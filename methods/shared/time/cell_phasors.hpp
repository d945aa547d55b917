#pragma once

#include <curlew/methods/shared/time/phasor_fields.hpp>
#include <curlew/methods/shared/time/time_scheme.hpp>

#include <array>
#include <complex>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

// Fields at frequencies from the fields at the barycentres of the tets that a scheme gives in the
// middle of a step, summed up on the host: constant in each tet. For methods with one vector to a
// tet. Verified by the Python tests of fields in time.
class CellPhasors final : public PhasorFieldsOutput {
public:
  // Name of the sums in a state: [tet of the rank's mesh][number].
  static constexpr const char *k_state = "cell_phasors";

  // `tets`: of the rank's mesh. `lag_steps`: steps by which a scheme's samples of H lie before
  // those of E; it gives the mean of both sides then, whose sums have a factor that is known.
  CellPhasors(PhasorFieldsPlan plan, SnapshotCells cells, std::size_t tets, double lag_steps,
              int threads);

  bool observes(std::int64_t step) const override { return is_due(step, plan().every); }
  void observe(std::int64_t step, Observation &seen) override;

  void save(FieldState &state) override;
  void load(const FieldState &state) override;

protected:
  std::vector<std::complex<double>>
  sums_at(Field field, std::size_t frequency,
          const std::vector<std::array<double, 4>> &nodes) override;
  std::vector<SumsChange> changes() override;
  double bytes() const override;

private:
  using Sums = std::vector<std::complex<double>>; // [tet that is written][component]

  // Returns the sums of some tets, [quantity][frequency][tet][component].
  Sums watched() const;
  const Sums &sums_of(std::size_t quantity, std::size_t frequency) const {
    return sums_[quantity * plan().frequencies_hz.size() + frequency];
  }

  std::size_t tets_;
  double lag_steps_;
  int threads_;
  std::vector<Sums> sums_; // [quantity][frequency]
  Sums older_, newer_;     // watched sums at two earlier steps
  std::int64_t next_copy_ = 0;
};

} // namespace curlew
