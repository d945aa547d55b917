#include <curlew/methods/shared/time/cell_phasors.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace curlew {

CellPhasors::CellPhasors(PhasorFieldsPlan plan, SnapshotCells cells, std::size_t tets,
                         double lag_steps, int threads)
    : PhasorFieldsOutput(std::move(plan), std::move(cells), 1), tets_(tets), lag_steps_(lag_steps),
      threads_(threads), sums_(this->plan().quantities.size() * this->plan().frequencies_hz.size(),
                               Sums(3 * tet_count())) {}

void CellPhasors::observe(std::int64_t step, Observation &seen) {
  const CellFields &fields = seen.fields();
  const std::size_t frequencies = plan().frequencies_hz.size();
  for (std::size_t q = 0; q < plan().quantities.size(); ++q) {
    const auto &values = plan().quantities[q] == Field::E ? fields.electric : fields.magnetic;
    for (std::size_t f = 0; f < frequencies; ++f) {
      const std::complex<double> factor =
          sample_factor(plan().frequencies_hz[f], static_cast<double>(step));
      Sums &sums = sums_[q * frequencies + f];
      parallel_chunks(tet_count(), threads_, [&](std::size_t begin, std::size_t end) {
        for (std::size_t c = begin; c < end; ++c)
          for (std::size_t d = 0; d < 3; ++d)
            sums[3 * c + d] += factor * values[3 * static_cast<std::size_t>(tet(c)) + d];
      });
    }
  }
  if (step < next_copy_)
    return;
  older_ = std::move(newer_);
  newer_ = watched();
  next_copy_ = step + step / 10;
}

void CellPhasors::save(FieldState &state) {
  const std::size_t width = 6 * sums_.size();
  std::vector<double> &rows = state[k_state];
  rows.assign(tets_ * width, 0);
  for (std::size_t s = 0; s < sums_.size(); ++s)
    for (std::size_t c = 0; c < tet_count(); ++c)
      for (std::size_t d = 0; d < 3; ++d) {
        double *row = &rows[static_cast<std::size_t>(tet(c)) * width + 6 * s + 2 * d];
        row[0] = sums_[s][3 * c + d].real();
        row[1] = sums_[s][3 * c + d].imag();
      }
}

void CellPhasors::load(const FieldState &state) {
  const std::size_t width = 6 * sums_.size();
  const std::vector<double> &rows = state.at(k_state);
  for (std::size_t s = 0; s < sums_.size(); ++s)
    for (std::size_t c = 0; c < tet_count(); ++c)
      for (std::size_t d = 0; d < 3; ++d) {
        const std::size_t at = static_cast<std::size_t>(tet(c)) * width + 6 * s + 2 * d;
        sums_[s][3 * c + d] = {rows.at(at), rows.at(at + 1)};
      }
  if (newer_.empty())
    older_ = newer_ = watched();
}

std::vector<std::complex<double>>
CellPhasors::sums_at(Field field, std::size_t frequency,
                     const std::vector<std::array<double, 4>> &nodes) {
  const auto &quantities = plan().quantities;
  const auto quantity = static_cast<std::size_t>(
      std::find(quantities.begin(), quantities.end(), field) - quantities.begin());
  // The mean of both sides of a wave is its middle times this.
  const double mean =
      field == Field::H
          ? std::cos(2 * k_pi * plan().frequencies_hz[frequency] * lag_steps_ * step_s())
          : 1;
  std::vector<std::complex<double>> result;
  result.reserve(3 * tet_count() * nodes.size());
  const Sums &sums = sums_of(quantity, frequency);
  for (std::size_t c = 0; c < tet_count(); ++c)
    for (std::size_t node = 0; node < nodes.size(); ++node)
      for (std::size_t d = 0; d < 3; ++d)
        result.push_back(sums[3 * c + d] / mean);
  return result;
}

std::vector<SumsChange> CellPhasors::changes() {
  const Sums now = watched();
  const std::size_t frequencies = plan().frequencies_hz.size(),
                    size = std::max<std::size_t>(1, now.size() / sums_.size());
  std::vector<SumsChange> result(frequencies);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::size_t row = i / size;
    const double scale = plan().quantities[row / frequencies] == Field::H ? k_eta0 * k_eta0 : 1;
    result[row % frequencies].squares += scale * std::norm(now[i]);
    result[row % frequencies].late_squares +=
        scale * std::norm(now[i] - (older_.empty() ? 0 : older_[i]));
  }
  return result;
}

double CellPhasors::bytes() const {
  return 16.0 * 3 * static_cast<double>(tet_count() * sums_.size());
}

CellPhasors::Sums CellPhasors::watched() const {
  constexpr std::size_t k_watched = 2048;
  const std::size_t stride = std::max<std::size_t>(1, tet_count() / k_watched);
  Sums values;
  for (const Sums &sums : sums_)
    for (std::size_t c = 0; c < tet_count(); c += stride)
      values.insert(values.end(), {sums[3 * c], sums[3 * c + 1], sums[3 * c + 2]});
  return values;
}

} // namespace curlew
