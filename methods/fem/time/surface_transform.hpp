#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>

#include <algorithm>
#include <cmath>
#include <complex>

namespace curlew::fem {

// Transforms of some unknowns at the frequencies of a case, not yet divided by the spectrum of a
// waveform.
struct UnknownPhasors {
  std::vector<std::vector<std::complex<double>>> sums; // [frequency][unknown]
  double late_change = 0; // relative, in about the last tenth of the run
};

constexpr const char *k_surface_sums = "surface_sums"; // name in checkpoints

// row[i] = x[unknowns[i]]
struct GatherUnknowns {
  const Index *unknowns;
  const double *x;
  double *row;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i) const { row[i] = x[unknowns[i]]; }
};

// Running transform of the unknowns of E around the surface of a far field. H there is the curl of
// the same phasors, so both belong to one time. Values of many steps are added together.
template <class Space> class SurfaceTransform {
public:
  SurfaceTransform(const std::vector<Index> &unknowns, std::vector<double> frequencies_hz,
                   double dt_s)
      : unknowns_(to_view<Space>("curlew::fem::surface_unknowns", unknowns)),
        rows_("curlew::fem::surface_rows", row_count(unknowns.size()), unknowns.size()),
        frequencies_(frequencies_hz.size()),
        transform_(std::move(frequencies_hz), dt_s, static_cast<Offset>(unknowns.size())) {}

  // Records E at `step` dt; called step by step.
  void record(const Space &space, const Kokkos::View<double *, Space> &electric,
              std::int64_t step) {
    if (filled_ == 0)
      first_step_ = step;
    Kokkos::parallel_for(
        "curlew::fem::gather_surface",
        RangePolicy<Space>(space, 0, static_cast<Index>(unknowns_.extent(0))),
        GatherUnknowns{unknowns_.data(), electric.data(),
                       rows_.data() + static_cast<std::size_t>(filled_) * rows_.extent(1)});
    ++filled_;
    if (filled_ == static_cast<int>(rows_.extent(0)) ||
        filled_ >= std::max<std::int64_t>(16, first_step_ / 20))
      flush(space); // often enough that the sums of a tenth of the run ago are known
  }

  UnknownPhasors read(const Space &space) {
    flush(space);
    const std::vector<double> sums = transform_.save(space);
    UnknownPhasors result;
    double all = 0, late = 0;
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double moved = sums[i] - (older_.empty() ? 0 : older_[i]);
      all += sums[i] * sums[i];
      late += moved * moved;
    }
    result.late_change = all > 0 ? std::sqrt(late / all) : 0;
    const std::size_t count = unknowns_.extent(0);
    for (std::size_t f = 0; f < frequencies_; ++f) {
      result.sums.emplace_back();
      for (std::size_t i = 0; i < count; ++i)
        result.sums.back().emplace_back(sums[2 * (f * count + i)], sums[2 * (f * count + i) + 1]);
    }
    return result;
  }

  // Returns the sums [frequency][unknown][re, im] of all steps so far.
  std::vector<double> save(const Space &space) {
    flush(space);
    return transform_.save(space);
  }
  void load(const Space &space, const std::vector<double> &sums) {
    transform_.load(space, sums);
    older_ = newer_ = sums;
    filled_ = 0;
  }

private:
  static std::size_t row_count(std::size_t unknowns) {
    constexpr double k_most_rows = 64, k_bytes = 64e6;
    const double fitting = k_bytes / (8 * std::max(static_cast<double>(unknowns), 1.0));
    return static_cast<std::size_t>(std::clamp(fitting, 1.0, k_most_rows));
  }

  void flush(const Space &space) {
    transform_.add(space, rows_, filled_, first_step_);
    const std::int64_t step = first_step_ + filled_;
    filled_ = 0;
    if (step < next_copy_)
      return;
    older_ = std::move(newer_);
    newer_ = transform_.save(space);
    next_copy_ = step + step / 10;
  }

  Kokkos::View<Index *, Space> unknowns_;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> rows_; // [step][unknown]
  std::size_t frequencies_;
  RunningTransform<Space> transform_;
  int filled_ = 0;
  std::int64_t first_step_ = 0;
  std::vector<double> older_, newer_; // sums at two earlier steps
  std::int64_t next_copy_ = 0;        // step at which they are replaced
};

} // namespace curlew::fem
