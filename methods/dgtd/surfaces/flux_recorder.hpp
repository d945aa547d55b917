#pragma once

#include <curlew/methods/dgtd/surfaces/flux_points.hpp>
#include <curlew/methods/dgtd/surfaces/surface_recorder.hpp>
#include <curlew/methods/shared/time/flux_results.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace curlew::dgtd {

// Computes the power at points before a step, from the fields at that time, and replaces these by
// the present ones. An H that lags half a step is the mean of both.
template <class Space> struct FluxStep {
  ProbeSampler<Space> now;
  Kokkos::View<const double *[3], Space> areas;
  Kokkos::View<double *[6], Space> before; // E, H
  Kokkos::View<double *, Space> powers;
  double share; // share of the present H

  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    double e[3] = {0, 0, 0}, h[3] = {0, 0, 0}, electric[3], magnetic[3];
    now.electric(static_cast<Index>(p), e);
    now.magnetic(static_cast<Index>(p), h);
    for (int d = 0; d < 3; ++d) {
      electric[d] = before(p, d);
      magnetic[d] = (1 - share) * before(p, 3 + d) + share * h[d];
      before(p, d) = e[d];
      before(p, 3 + d) = h[d];
    }
    powers(p) = areas(p, 0) * (electric[1] * magnetic[2] - electric[2] * magnetic[1]) +
                areas(p, 1) * (electric[2] * magnetic[0] - electric[0] * magnetic[2]) +
                areas(p, 2) * (electric[0] * magnetic[1] - electric[1] * magnetic[0]);
  }
};

// Sums over chunks of points, each in the order of the points.
template <class Space> struct SumChunks {
  Kokkos::View<const Offset *, Space> limits; // first point and end of each chunk
  Kokkos::View<const double *, Space> powers;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> sums; // [row][chunk]
  int row;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset chunk) const {
    double sum = 0;
    for (Offset p = limits(2 * chunk); p < limits(2 * chunk + 1); ++p)
      sum += powers(p);
    sums(row, chunk) = sum;
  }
};

// Recorder of the power through the surfaces of FluxPoints, which must outlive it: at every step
//   P(n dt) = sum over points of E^n x H^n . area,
// with H^n the mean of its samples on both sides where they lie between those of E; and, where
// frequencies are given, the running transforms of E and H. Powers are kept for many steps on the
// backend of the steps.
template <class Space> class FluxRecorder final : public FluxOutput {
public:
  FluxRecorder(const Space &space, const Problem &problem, const FluxPoints &points,
               const Slots &slots, const std::vector<double> &frequencies_hz, double dt_s,
               double lag_steps, const Fields<Space> &fields)
      : space_(space), points_(points), fields_(fields), n_(problem.per_tet()),
        lag_steps_(lag_steps), tables_(make_probe_tables<Space>(points.stencils, slots, n_)),
        areas_("curlew::dgtd::flux_areas", points.size()),
        before_("curlew::dgtd::flux_before", points.size()),
        powers_("curlew::dgtd::flux_powers", points.size()) {
    const auto areas = Kokkos::create_mirror_view(areas_);
    for (std::size_t p = 0; p < points.size(); ++p)
      for (int d = 0; d < 3; ++d)
        areas(p, d) = points.areas_m2[p][d];
    Kokkos::deep_copy(areas_, areas);
    const std::vector<Offset> limits = chunk_limits();
    limits_ = to_view<Space>("curlew::dgtd::flux_chunks", limits);
    sums_ = Sums("curlew::dgtd::flux_sums", k_rows, limits.size() / 2);
    if (!frequencies_hz.empty())
      transform_.emplace(problem, points.stencils, slots, frequencies_hz, dt_s);
  }

  // Starts before the first step: the fields are those at its beginning.
  void start() {
    filled_ = 0;
    sample();
    is_started_ = true;
  }
  bool is_started() const { return is_started_; }

  bool record(std::int64_t step) override {
    sample();
    Kokkos::parallel_for(
        "curlew::dgtd::flux_chunk_sums",
        RangePolicy<Space>(space_, 0, static_cast<Offset>(sums_.extent(1))),
        SumChunks<Space>{limits_, Kokkos::View<const double *, Space>(powers_), sums_, filled_});
    if (++filled_ == k_rows)
      add_sums();
    if (transform_)
      transform_->record(space_, fields_, n_, step);
    return false;
  }

  std::vector<double> read() override {
    add_sums();
    return std::exchange(steps_, {});
  }

  // Returns 1/2 Re of the sum of E x H* . area with the sums so far as phasors.
  std::vector<double> spectra() override {
    std::vector<double> result;
    if (!transform_)
      return result;
    const SampledPhasors phasors = transform_->read(space_, lag_steps_);
    for (std::size_t s = 0; s < points_.surfaces(); ++s)
      for (const auto &sums : phasors.sums) {
        double power = 0;
        for (std::size_t p = points_.first[s]; p < points_.first[s + 1]; ++p) {
          const std::complex<double> *e = &sums[3 * p], *h = &sums[3 * (points_.size() + p)];
          for (int d = 0; d < 3; ++d) {
            const int u = (d + 1) % 3, v = (d + 2) % 3;
            power += 0.5 * points_.areas_m2[p][d] *
                     (e[u] * std::conj(h[v]) - e[v] * std::conj(h[u])).real();
          }
        }
        result.push_back(power);
      }
    return result;
  }

  // Saves the sums of the transforms.
  void save(FieldState &state) override {
    if (transform_)
      transform_->save(space_, k_flux_sums, state);
  }
  // Starts anew, with the sums of a state if it has them: start() follows.
  void load(const FieldState &state) override {
    is_started_ = false;
    if (transform_)
      transform_->load(space_, k_flux_sums, state);
  }

private:
  using Sums = Kokkos::View<double **, Kokkos::LayoutRight, Space>;
  static constexpr int k_rows = 256;     // steps between transfers
  static constexpr Offset k_chunk = 256; // points of one partial sum

  void sample() {
    Kokkos::parallel_for(
        "curlew::dgtd::flux_samples",
        RangePolicy<Space>(space_, 0, static_cast<Offset>(points_.size())),
        FluxStep<Space>{
            {tables_, tables_, fields_.e, fields_.h, n_}, areas_, before_, powers_, lag_steps_});
  }

  // Adds the sums of chunks to the powers.
  void add_sums() {
    if (filled_ == 0)
      return;
    space_.fence();
    const auto host = Kokkos::create_mirror_view(sums_);
    Kokkos::deep_copy(host, sums_);
    for (int row = 0; row < filled_; ++row) {
      std::size_t chunk = 0;
      for (std::size_t s = 0; s < points_.surfaces(); ++s) {
        double power = 0;
        const auto count = static_cast<Offset>(points_.first[s + 1] - points_.first[s]);
        for (Offset c = 0; c < (count + k_chunk - 1) / k_chunk; ++c)
          power += host(row, chunk++);
        steps_.push_back(power);
      }
    }
    filled_ = 0;
  }

  // Returns the first points of the chunks of every surface, and their ends.
  std::vector<Offset> chunk_limits() const {
    std::vector<Offset> limits;
    for (std::size_t s = 0; s < points_.surfaces(); ++s) {
      const auto end = static_cast<Offset>(points_.first[s + 1]);
      for (auto first = static_cast<Offset>(points_.first[s]); first < end; first += k_chunk) {
        limits.push_back(first);
        limits.push_back(std::min<Offset>(first + k_chunk, end));
      }
    }
    return limits;
  }

  Space space_;
  const FluxPoints &points_;
  const Fields<Space> &fields_;
  int n_;
  double lag_steps_; // lag of H behind E, and so the weight of H after a step
  ProbeTables<Space> tables_;
  Kokkos::View<double *[3], Space> areas_; // m^2, along the normals
  Kokkos::View<double *[6], Space> before_;
  Kokkos::View<double *, Space> powers_;
  Kokkos::View<const Offset *, Space> limits_;
  Sums sums_;
  int filled_ = 0;
  bool is_started_ = false;
  std::optional<SurfaceRecorder<Space>> transform_;
  std::vector<double> steps_; // powers not yet read
};

} // namespace curlew::dgtd
