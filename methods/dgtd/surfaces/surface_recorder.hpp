#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/methods/dgtd/probe_sampler.hpp>
#include <curlew/methods/dgtd/ranks/listed_rows.hpp>
#include <curlew/methods/dgtd/updater.hpp>
#include <curlew/methods/shared/time/sampled_transform.hpp>

#include <cmath>
#include <complex>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Fields that SampleVectors reads: E at all points, and then H.
template <class Space> struct SurfaceSampler {
  ProbeSampler<Space> fields;
  Index points;

  KOKKOS_INLINE_FUNCTION void electric(Index p, double (&field)[3]) const {
    if (p < points)
      fields.electric(p, field);
    else
      fields.magnetic(p - points, field);
  }
};

// Running transforms of E and H at points.
template <class Space> class SurfaceRecorder {
public:
  SurfaceRecorder(const Problem &problem, const std::vector<ProbeStencil> &stencils,
                  const Slots &slots, std::vector<double> frequencies_hz, double dt_s)
      : tables_(make_probe_tables<Space>(stencils, slots, problem.per_tet())),
        points_(stencils.size()), rows_(problem, tets_of(stencils)), dt_s_(dt_s),
        transform_(std::move(frequencies_hz), dt_s, 6 * static_cast<Offset>(points_)) {}

  // Records the fields after a step: E is at `step` dt.
  void record(const Space &space, const Fields<Space> &fields, int n, std::int64_t step) {
    using Sampler = SurfaceSampler<Space>;
    const auto points = static_cast<Index>(points_);
    transform_.record(
        space, SampleVectors<Sampler>{Sampler{{tables_, tables_, fields.e, fields.h, n}, points}},
        2 * points, step);
  }

  // Returns the phasors, E at all points, then H: point, component, both at the same time.
  // `lag_steps`: lag of H behind E.
  SampledPhasors read(const Space &space, double lag_steps) {
    SampledPhasors result = transform_.phasors(space);
    for (std::size_t f = 0; f < result.sums.size(); ++f) {
      const auto lag =
          std::polar(1.0, 2 * k_pi * transform_.frequencies_hz()[f] * lag_steps * dt_s_);
      for (std::size_t i = 3 * points_; i < 6 * points_; ++i)
        result.sums[f][i] *= lag;
    }
    return result;
  }

  // Saves the sums so far, for each point [frequency][E, H][component][re, im].
  void save(const Space &space, const std::string &name, FieldState &state) {
    rows_.save(name, with_columns_first(transform_.sums(space), parts(), points_, k_numbers),
               state);
  }
  void load(const Space &space, const std::string &name, const FieldState &state) {
    transform_.load(space, with_columns_first(rows_.load(name, parts() * k_numbers, state), points_,
                                              parts(), k_numbers));
  }

private:
  static constexpr std::size_t k_numbers = 6; // numbers of a vector's components

  // E and H at each frequency.
  std::size_t parts() const { return 2 * transform_.frequencies_hz().size(); }
  static std::vector<Index> tets_of(const std::vector<ProbeStencil> &stencils) {
    std::vector<Index> tets;
    for (const ProbeStencil &stencil : stencils)
      tets.push_back(stencil.tet);
    return tets;
  }

  ProbeTables<Space> tables_;
  std::size_t points_;
  ListedRows rows_; // rows of a state, one for each point
  double dt_s_;
  SampledTransform<Space> transform_;
};

} // namespace curlew::dgtd
