#pragma once

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/outputs/flux_points.hpp>
#include <curlew/methods/dgatd/outputs/stencil_sampler.hpp>
#include <curlew/methods/shared/far_field/running_transform.hpp>
#include <curlew/methods/shared/time/flux_results.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace curlew::dgatd {

// Samples E and H at a point, as a row.
template <class Space, class Reader> struct SampleFlux {
  StencilTables<Space> tables;
  Reader reader;
  Kokkos::View<const Offset *, Space> offsets; // first entry of each point's tets
  Kokkos::View<const Index *, Space> tets;
  Kokkos::View<const double *, Space> weights;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> electric, magnetic;
  int row;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset p) const {
    double e[3] = {0, 0, 0}, h[3] = {0, 0, 0};
    StencilSampler<Space, Reader>{tables, reader}.electric(static_cast<Index>(p), e);
    for (Offset i = offsets(p); i < offsets(p + 1); ++i) {
      double one[3];
      reader.magnetic(tets(i), one);
      for (int d = 0; d < 3; ++d)
        h[d] += weights(i) * one[d];
    }
    for (int d = 0; d < 3; ++d) {
      electric(row, 3 * p + d) = e[d];
      magnetic(row, 3 * p + d) = h[d];
    }
  }
};

// Copies the last row to the first.
template <class Space> struct CarryRow {
  Kokkos::View<double **, Kokkos::LayoutRight, Space> electric, magnetic;
  int last;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    electric(0, i) = electric(last, i);
    magnetic(0, i) = magnetic(last, i);
  }
};

// Computes the power through a chunk of points at a step.
template <class Space> struct ChunkPower {
  Offset chunks;
  Kokkos::View<const Offset *, Space> limits; // first point and end of each chunk
  Kokkos::View<double *[3], Space> areas;
  Kokkos::View<const double *, Space> sizes, admittances;
  Kokkos::View<double **, Kokkos::LayoutRight, Space> electric, magnetic;
  Kokkos::View<double *, Space> partial; // [step][chunk]

  KOKKOS_INLINE_FUNCTION void operator()(const Offset index) const {
    const Offset row = index / chunks, chunk = index % chunks;
    double sum = 0;
    for (Offset p = limits(2 * chunk); p < limits(2 * chunk + 1); ++p) {
      double e[3], h[3], area[3], along = 0, squared = 0;
      for (int d = 0; d < 3; ++d) {
        e[d] = electric(row, 3 * p + d);
        h[d] = 0.5 * (magnetic(row, 3 * p + d) + magnetic(row + 1, 3 * p + d));
        area[d] = areas(p, d);
        along += area[d] * e[d];
        squared += e[d] * e[d];
      }
      if (admittances(p) > 0) { // Y |E_t|^2
        sum += admittances(p) * (squared * sizes(p) - along * along / sizes(p));
      } else {
        sum += area[0] * (e[1] * h[2] - e[2] * h[1]) + area[1] * (e[2] * h[0] - e[0] * h[2]) +
               area[2] * (e[0] * h[1] - e[1] * h[0]);
      }
    }
    partial(index) = sum;
  }
};

// Records E and H at the points of FluxPoints, and computes from them the power through every
// surface, at every step
//   P(n dt) = sum over points of E^n x (H^{n-1/2} + H^{n+1/2}) / 2 . n dA,
// and, where there are frequencies, the running transforms of E and H. Samples of many steps are
// kept in the memory of the space and processed together, in an order that depends on the points
// only.
template <class Space, class Reader> class FluxRecorder final : public FluxOutput {
public:
  using Rows = Kokkos::View<double **, Kokkos::LayoutRight, Space>; // [row][point and component]

  FluxRecorder(const Space &space, const FluxPoints &points, std::vector<double> frequencies_hz,
               double dt_s, const Reader &reader)
      : space_(space), points_(points), reader_(reader), count_(points.size()),
        rows_(row_count(points.size())), tables_(Probes{points.electric, {}}),
        offsets_(to_view<Space>("curlew::dgatd::flux_offsets", points.magnetic_offsets)),
        tets_(to_view<Space>("curlew::dgatd::flux_tets", points.magnetic_tets)),
        weights_(to_view<Space>("curlew::dgatd::flux_weights", points.magnetic_weights)),
        areas_("curlew::dgatd::flux_areas", count_), sizes_("curlew::dgatd::flux_sizes", count_),
        admittances_(to_view<Space>("curlew::dgatd::flux_admittances", points.admittances)),
        chunks_(to_view<Space>("curlew::dgatd::flux_chunks", chunks_of(points))),
        electric_("curlew::dgatd::flux_e", rows_ + 1, 3 * count_),
        magnetic_("curlew::dgatd::flux_h", rows_ + 1, 3 * count_) {
    const auto areas = Kokkos::create_mirror_view(areas_);
    const auto sizes = Kokkos::create_mirror_view(sizes_);
    for (std::size_t p = 0; p < count_; ++p) {
      for (int d = 0; d < 3; ++d)
        areas(p, d) = points.areas_m2[p][d];
      sizes(p) = norm(points.areas_m2[p]);
    }
    Kokkos::deep_copy(areas_, areas);
    Kokkos::deep_copy(sizes_, sizes);
    if (!frequencies_hz.empty()) {
      e_sums_.emplace(frequencies_hz, dt_s, 3 * static_cast<Offset>(count_));
      h_sums_.emplace(frequencies_hz, dt_s, 3 * static_cast<Offset>(count_));
    }
    frequencies_hz_ = std::move(frequencies_hz);
    dt_s_ = dt_s;
  }

  // Records E and H after a step: E is at `step` dt, H half a step before.
  bool record(std::int64_t step) override {
    if (filled_ == 0)
      first_step_ = step;
    ++filled_;
    sample(filled_);
    if (filled_ == rows_)
      process();
    return false;
  }

  // Returns the powers through this rank's points, each at the time before its step, when H on both
  // sides is known.
  std::vector<double> read() override {
    process();
    return std::exchange(powers_, {});
  }

  // Saves the sums so far, for each surface [point][frequency][E, H][component][re, im]; none
  // without frequencies.
  void save(FieldState &state) override {
    for (std::size_t s = 0; e_sums_ && s < points_.surfaces(); ++s)
      state[flux_sums_name(points_.names[s])] = sums(s);
  }

  // Continues from the state of the reader.
  void load(const FieldState &state) override {
    filled_ = 0;
    sample(0);
    if (!e_sums_)
      return;
    std::vector<double> of[2];
    for (auto &one : of)
      one.resize(frequencies_hz_.size() * 6 * count_);
    for (std::size_t s = 0; s < points_.surfaces(); ++s)
      if (const auto saved = state.find(flux_sums_name(points_.names[s])); saved != state.end()) {
        std::size_t next = 0;
        for_each_value(
            s, [&](int field, std::size_t at) { of[field][at] = saved->second.at(next++); });
      }
    e_sums_->load(space_, of[0]);
    h_sums_->load(space_, of[1]);
  }

  // Returns 1/2 Re sum of E x H* . n dA with the sums as phasors, [surface][frequency], over this
  // rank's points.
  std::vector<double> spectra() override {
    using Complex = std::complex<double>;
    std::vector<double> powers;
    for (std::size_t s = 0; s < points_.surfaces(); ++s) {
      const std::vector<double> saved = sums(s);
      const double *next = saved.data();
      std::vector<double> of_frequency(frequencies_hz_.size());
      for (std::size_t p = points_.first[s]; p < points_.first[s + 1]; ++p)
        for (std::size_t f = 0; f < frequencies_hz_.size(); ++f, next += 12) {
          // Samples of H lie half a step before those of E.
          const Complex lag = std::polar(1.0, k_pi * frequencies_hz_[f] * dt_s_);
          Complex e[3], h[3];
          for (int d = 0; d < 3; ++d) {
            e[d] = {next[2 * d], next[2 * d + 1]};
            h[d] = lag * Complex(next[6 + 2 * d], next[6 + 2 * d + 1]);
          }
          of_frequency[f] += power_of(points_.areas_m2[p], points_.admittances[p], e, h);
        }
      powers.insert(powers.end(), of_frequency.begin(), of_frequency.end());
    }
    return powers;
  }

private:
  static constexpr Offset k_chunk = 512; // points of one partial sum

  void sample(int row) {
    Kokkos::parallel_for("curlew::dgatd::flux_samples",
                         RangePolicy<Space>(space_, 0, static_cast<Offset>(count_)),
                         SampleFlux<Space, Reader>{tables_, reader_, offsets_, tets_, weights_,
                                                   electric_, magnetic_, row});
  }

  // Returns the sums so far of a surface; none without frequencies.
  std::vector<double> sums(std::size_t surface) {
    process();
    std::vector<double> result;
    if (!e_sums_)
      return result;
    const std::vector<double> of[2] = {e_sums_->save(space_), h_sums_->save(space_)};
    for_each_value(surface, [&](int field, std::size_t at) { result.push_back(of[field][at]); });
    return result;
  }

  // Processes the samples; the last one begins the next batch.
  void process() {
    if (filled_ == 0)
      return;
    add_powers();
    const auto tail = [&](const Rows &rows) {
      return typename RunningTransform<Space>::Rows(rows.data() + rows.extent(1), filled_,
                                                    rows.extent(1));
    };
    if (e_sums_) {
      e_sums_->add(space_, tail(electric_), filled_, first_step_);
      h_sums_->add(space_, tail(magnetic_), filled_, first_step_);
    }
    Kokkos::parallel_for("curlew::dgatd::flux_carry",
                         RangePolicy<Space>(space_, 0, static_cast<Offset>(3 * count_)),
                         CarryRow<Space>{electric_, magnetic_, filled_});
    filled_ = 0;
  }

  void add_powers() {
    const auto chunks = static_cast<Offset>(chunks_.extent(0) / 2);
    const int rows = filled_;
    Kokkos::View<double *, Space> partial("curlew::dgatd::flux_partial", rows * chunks);
    Kokkos::parallel_for("curlew::dgatd::flux_powers", RangePolicy<Space>(space_, 0, rows * chunks),
                         ChunkPower<Space>{chunks, chunks_, areas_, sizes_, admittances_, electric_,
                                           magnetic_, partial});
    const std::vector<double> sums =
        to_vector(space_, Kokkos::View<const double *, Space>(partial));
    for (int row = 0; row < rows; ++row) {
      std::size_t next = static_cast<std::size_t>(row) * chunks;
      for (std::size_t s = 0; s < points_.surfaces(); ++s) {
        const std::size_t points = points_.first[s + 1] - points_.first[s];
        double power = 0;
        for (std::size_t c = 0; c < (points + k_chunk - 1) / k_chunk; ++c)
          power += sums[next++];
        powers_.push_back(power);
      }
    }
  }

  // Returns the number of steps between transfers: many, but within a limit of bytes.
  static int row_count(std::size_t points) {
    constexpr double k_most_rows = 256, k_bytes = 64e6, k_bytes_per_point = 48;
    return static_cast<int>(
        std::clamp(k_bytes / (k_bytes_per_point * std::max(static_cast<double>(points), 1.0)), 1.0,
                   k_most_rows));
  }

  // Returns for every surface the first points of its chunks, and its end.
  static std::vector<Offset> chunks_of(const FluxPoints &points) {
    std::vector<Offset> chunks;
    for (std::size_t s = 0; s < points.surfaces(); ++s)
      for (auto first = static_cast<Offset>(points.first[s]);
           first < static_cast<Offset>(points.first[s + 1]); first += k_chunk) {
        chunks.push_back(first);
        chunks.push_back(
            std::min<Offset>(first + k_chunk, static_cast<Offset>(points.first[s + 1])));
      }
    return chunks;
  }

  static double power_of(const Point &area, double admittance, const std::complex<double> (&e)[3],
                         const std::complex<double> (&h)[3]) {
    if (admittance > 0) {
      const double size = norm(area);
      double squared = 0;
      std::complex<double> along = 0;
      for (int d = 0; d < 3; ++d) {
        squared += std::norm(e[d]);
        along += area[d] * e[d];
      }
      return 0.5 * admittance * (squared * size - std::norm(along) / size);
    }
    double power = 0;
    for (int d = 0; d < 3; ++d) {
      const int p = (d + 1) % 3, q = (d + 2) % 3;
      power += 0.5 * area[d] * (e[p] * std::conj(h[q]) - e[q] * std::conj(h[p])).real();
    }
    return power;
  }

  template <class F> void for_each_value(std::size_t surface, F &&f) const {
    for (std::size_t p = points_.first[surface]; p < points_.first[surface + 1]; ++p)
      for (std::size_t frequency = 0; frequency < frequencies_hz_.size(); ++frequency)
        for (int field = 0; field < 2; ++field)
          for (int part = 0; part < 6; ++part)
            f(field, (frequency * count_ + p) * 6 + part);
  }

  Space space_;
  const FluxPoints &points_;
  const Reader &reader_;
  std::size_t count_;
  int rows_, filled_ = 0;
  std::int64_t first_step_ = 0; // step of row 1
  StencilTables<Space> tables_;
  Kokkos::View<Offset *, Space> offsets_;
  Kokkos::View<Index *, Space> tets_;
  Kokkos::View<double *, Space> weights_;
  Kokkos::View<double *[3], Space> areas_; // m^2, along the normals
  Kokkos::View<double *, Space> sizes_;    // lengths of the area vectors
  Kokkos::View<double *, Space> admittances_;
  Kokkos::View<Offset *, Space> chunks_;
  Rows electric_, magnetic_; // row 0: before the steps whose rows follow
  std::optional<RunningTransform<Space>> e_sums_, h_sums_;
  std::vector<double> frequencies_hz_;
  double dt_s_ = 0;
  std::vector<double> powers_; // not yet read
};

} // namespace curlew::dgatd
