#pragma once

#include <curlew/methods/dgtd/probe_sampler.hpp>
#include <curlew/methods/dgtd/scheme.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/methods/shared/time/probe_buffer.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// What ProbeBuffer calls: E at all points, and then H.
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

// The running transforms of E and H at points: samples are kept for many steps where the steps run,
// and then added to the sums together.
template <class Space> class SurfaceRecorder {
public:
  SurfaceRecorder(ProbeTables<Space> tables, std::size_t points, std::vector<double> frequencies_hz,
                  double dt_s)
      : tables_(std::move(tables)), points_(points), samples_(2 * points, 0), dt_s_(dt_s),
        transform_(std::move(frequencies_hz), dt_s, 6 * static_cast<Offset>(points)) {}

  // After a step: E is at `step` dt.
  void record(const Space &space, const Fields<Space> &fields, int n, std::int64_t step) {
    if (samples_.filled() == 0)
      first_step_ = step;
    samples_.record(space, SurfaceSampler<Space>{{tables_, tables_, fields.e, fields.h, n},
                                                 static_cast<Index>(points_)});
    if (samples_.full() || samples_.filled() >= std::max<std::int64_t>(16, first_step_ / 20))
      flush(space); // so often that the sums of a tenth of the run ago are known
  }

  // `lag_steps`: of H behind E.
  SurfacePhasors read(const Space &space, double lag_steps) {
    const std::vector<double> sums = save(space);
    SurfacePhasors result;
    double all = 0, changed = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double before = older_.empty() ? 0 : older_[i];
      all += sums[i] * sums[i];
      changed += (sums[i] - before) * (sums[i] - before);
    }
    result.late_change = all > 0 ? std::sqrt(changed / all) : 0;
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

  // Sums so far, [frequency][E, H][point][component][re, im].
  std::vector<double> save(const Space &space) {
    flush(space);
    return transform_.save(space);
  }
  void load(const Space &space, const std::vector<double> &sums) {
    samples_.clear();
    transform_.load(space, sums);
  }

private:
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
  ProbeBuffer<Space> samples_;
  double dt_s_;
  RunningTransform<Space> transform_;
  std::int64_t first_step_ = 0;
  std::vector<double> older_, newer_; // the sums at two earlier steps
  std::int64_t next_copy_ = 0;        // the step that replaces them
};

} // namespace curlew::dgtd
