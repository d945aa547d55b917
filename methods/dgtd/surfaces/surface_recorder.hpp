#pragma once

#include <curlew/methods/dgtd/probe_sampler.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/methods/shared/time/probe_buffer.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Fields that ProbeBuffer reads: E at all points, and then H.
template <class Space> struct SurfaceSampler {
  ProbeSampler<Space> fields;
  Index points;

  KOKKOS_INLINE_FUNCTION void electric(Index p, double (&field)[3]) const {
    if (p < points)
      fields.electric(p, field);
    else
      fields.magnetic(p - points, field);
  }
  KOKKOS_INLINE_FUNCTION void magnetic(Index, double (&)[3]) const {}
};

// Running transforms of E and H at points: samples are kept for many steps on the backend of the
// steps, and then added to the sums together.
template <class Space> class SurfaceRecorder {
public:
  SurfaceRecorder(const Problem &problem, const std::vector<ProbeStencil> &stencils,
                  const Slots &slots, std::vector<double> frequencies_hz, double dt_s)
      : tables_(make_probe_tables<Space>(stencils, slots, problem.per_tet())),
        points_(stencils.size()), rows_(problem, tets_of(stencils)), samples_(2 * points_, 0),
        dt_s_(dt_s), transform_(std::move(frequencies_hz), dt_s, 6 * static_cast<Offset>(points_)) {
  }

  // Records the fields after a step: E is at `step` dt.
  void record(const Space &space, const Fields<Space> &fields, int n, std::int64_t step) {
    if (samples_.filled() == 0)
      first_step_ = step;
    samples_.record(space, SurfaceSampler<Space>{{tables_, tables_, fields.e, fields.h, n},
                                                 static_cast<Index>(points_)});
    if (samples_.full() || samples_.filled() >= std::max<std::int64_t>(16, first_step_ / 20))
      flush(space); // often enough that the sums of a tenth of the run ago are known
  }

  // Returns the phasors. `lag_steps`: lag of H behind E.
  SurfacePhasors read(const Space &space, double lag_steps) {
    flush(space);
    const std::vector<double> sums = transform_.save(space);
    SurfacePhasors result;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double before = older_.empty() ? 0 : older_[i];
      result.squares += sums[i] * sums[i];
      result.late_squares += (sums[i] - before) * (sums[i] - before);
    }
    const std::size_t count = 6 * points_;
    for (std::size_t f = 0; f < transform_.frequencies_hz().size(); ++f) {
      const auto lag =
          std::polar(1.0, 2 * k_pi * transform_.frequencies_hz()[f] * lag_steps * dt_s_);
      std::vector<std::complex<double>> values(count);
      for (std::size_t i = 0; i < count; ++i) {
        const double *part = &sums[2 * (f * count + i)];
        values[i] = {part[0], part[1]};
        if (i >= count / 2)
          values[i] *= lag;
      }
      result.sums.push_back(std::move(values));
    }
    return result;
  }

  // Saves the sums so far, for each point [frequency][E, H][component][re, im].
  void save(const Space &space, const std::string &name, FieldState &state) {
    flush(space);
    const std::vector<double> sums = transform_.save(space);
    std::vector<double> rows(sums.size());
    for_each_sum([&](std::size_t of_sums, std::size_t of_rows) { rows[of_rows] = sums[of_sums]; });
    rows_.save(name, rows, state);
  }
  void load(const Space &space, const std::string &name, const FieldState &state) {
    samples_.clear();
    const std::vector<double> rows = rows_.load(name, parts() * k_numbers, state);
    std::vector<double> sums(rows.size());
    for_each_sum([&](std::size_t of_sums, std::size_t of_rows) { sums[of_sums] = rows[of_rows]; });
    transform_.load(space, sums);
  }

private:
  static constexpr std::size_t k_numbers = 6; // numbers of a vector's components

  std::size_t parts() const { return 2 * transform_.frequencies_hz().size(); }
  // Visits the sums, [frequency, E or H][point][number], with their places in rows,
  // [point][frequency, E or H][number].
  template <class Visit> void for_each_sum(const Visit &visit) const {
    for (std::size_t part = 0; part < parts(); ++part)
      for (std::size_t p = 0; p < points_; ++p)
        for (std::size_t k = 0; k < k_numbers; ++k)
          visit((part * points_ + p) * k_numbers + k, (p * parts() + part) * k_numbers + k);
  }
  static std::vector<Index> tets_of(const std::vector<ProbeStencil> &stencils) {
    std::vector<Index> tets;
    for (const ProbeStencil &stencil : stencils)
      tets.push_back(stencil.tet);
    return tets;
  }

  void flush(const Space &space) {
    transform_.add(space, samples_.electric_rows(), samples_.filled(), first_step_);
    const std::int64_t step = first_step_ + samples_.filled();
    samples_.clear();
    if (step < next_copy_)
      return;
    older_ = std::move(newer_);
    newer_ = transform_.save(space);
    next_copy_ = step + step / 10;
  }

  ProbeTables<Space> tables_;
  std::size_t points_;
  ListedRows rows_; // rows of a state, one for each point
  ProbeBuffer<Space> samples_;
  double dt_s_;
  RunningTransform<Space> transform_;
  std::int64_t first_step_ = 0;
  std::vector<double> older_, newer_; // sums at two earlier steps
  std::int64_t next_copy_ = 0;        // step that replaces them
};

} // namespace curlew::dgtd
