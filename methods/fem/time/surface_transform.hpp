#pragma once

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/time/sampled_transform.hpp>

#include <complex>
#include <utility>
#include <vector>

namespace curlew::fem {

// Transforms of some unknowns at the frequencies of a case, not yet divided by the spectrum of a
// waveform.
struct UnknownPhasors {
  std::vector<std::vector<std::complex<double>>> sums; // [frequency][unknown]
  SumsChange change;
};

// row[i] = x[unknowns[i]]
struct GatherUnknowns {
  const Index *unknowns;
  const double *x;
  KOKKOS_INLINE_FUNCTION void operator()(const Index i, double *row) const {
    row[i] = x[unknowns[i]];
  }
};

// Running transform of the unknowns of E around the surface of a far field. H there is the curl of
// the same phasors, so both belong to one time.
template <class Space> class SurfaceTransform {
public:
  SurfaceTransform(const std::vector<Index> &unknowns, std::vector<double> frequencies_hz,
                   double dt_s)
      : unknowns_(to_view<Space>("curlew::fem::surface_unknowns", unknowns)),
        transform_(std::move(frequencies_hz), dt_s, static_cast<Offset>(unknowns.size()),
                   k_most_rows) {}

  // Records E at `step` dt; called step by step.
  void record(const Space &space, const Kokkos::View<double *, Space> &electric,
              std::int64_t step) {
    transform_.record(space, GatherUnknowns{unknowns_.data(), electric.data()},
                      static_cast<Index>(unknowns_.extent(0)), step);
  }

  UnknownPhasors read(const Space &space) {
    const std::vector<double> sums = transform_.sums(space);
    UnknownPhasors result;
    result.change = transform_.change(sums);
    const std::size_t count = unknowns_.extent(0);
    for (std::size_t f = 0; f < transform_.frequencies_hz().size(); ++f) {
      result.sums.emplace_back();
      for (std::size_t i = 0; i < count; ++i)
        result.sums.back().emplace_back(sums[2 * (f * count + i)], sums[2 * (f * count + i) + 1]);
    }
    return result;
  }

  // Returns the sums [frequency][unknown][re, im] of all steps so far.
  std::vector<double> save(const Space &space) { return transform_.sums(space); }
  void load(const Space &space, const std::vector<double> &sums) { transform_.load(space, sums); }

private:
  static constexpr int k_most_rows = 64;

  Kokkos::View<Index *, Space> unknowns_;
  SampledTransform<Space> transform_;
};

} // namespace curlew::fem
