#pragma once

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/outputs/flux_recorder.hpp>
#include <curlew/methods/dgatd/outputs/snapshot.hpp>
#include <curlew/methods/dgatd/outputs/stencil_sampler.hpp>
#include <curlew/methods/dgatd/outputs/surface_recorder.hpp>
#include <curlew/methods/dgatd/scheme/energy.hpp>
#include <curlew/methods/dgatd/scheme/largest_circulation.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/methods/shared/time/probe_output.hpp>
#include <curlew/methods/shared/time/step_timer.hpp>

#include <memory>
#include <stdexcept>

namespace curlew::dgatd {

template <class Reader> struct SquaredCirculation {
  Reader reader;
  KOKKOS_INLINE_FUNCTION double operator()(const Offset edge) const {
    const double e = reader.circulation(static_cast<Index>(edge));
    return e * e;
  }
};

template <class Space, class Reader> struct CopyCirculations {
  Reader reader;
  Kokkos::View<double *, Space> circulations;
  KOKKOS_INLINE_FUNCTION void operator()(const Index edge) const {
    circulations(edge) = reader.circulation(edge);
  }
};

// A variant of DGATD behind the interface of the time loop. In step n (from 0) Faraday's law takes
// H from n - 1/2 to n + 1/2; with H on both sides, energy and fields of time n follow; Ampere's law
// takes E from n to n + 1, with the sources at n + 1/2.
template <class Space, class Scheme> class Leapfrog final : public DgatdScheme {
public:
  Leapfrog(const Space &space, const SchemeInput &input)
      : space_(space), problem_(input.problem), sources_(input.sources), dt_s_(input.plan.dt_s),
        scheme_(make_scheme(input)), reader_(scheme_->reader()) {
    if (input.plan.energy_every > 0 || input.plan.snapshot_every > 0 ||
        input.plan.stop_at_energy_db > 0) {
      mesh_ = std::make_unique<MeshTables<Space>>(problem_);
      before_ = Kokkos::View<double *[3], Space>("curlew::dgatd::h_before", problem_.tet_count());
    }
    using Reader = typename Scheme::Reader;
    if (input.surface != nullptr) {
      surface_ = std::make_unique<SurfaceRecorder<Space, Reader>>(
          space_, *input.surface, input.frequencies_hz, dt_s_, reader_);
      recorders().push_back(surface_.get());
    }
    if (input.flux != nullptr) {
      flux_ = std::make_unique<FluxRecorder<Space, Reader>>(space_, *input.flux,
                                                            input.frequencies_hz, dt_s_, reader_);
      recorders().push_back(flux_.get());
    }
    const StencilTables<Space> stencils(input.probes);
    probes_ = make_probe_output(space_, input.probes.electric.size(), input.probes.magnetic.size(),
                                magnetic_lag_steps(), [this, stencils] {
                                  return StencilSampler<Space, Reader>{stencils, reader_};
                                });
    recorders().push_back(probes_.get());
  }

  void begin_step(std::int64_t, bool observed) override {
    if (observed)
      copy_magnetic(space_, reader_, before_);
    timer_.begin_step();
    timer_.time(space_, k_faraday, [&] { scheme_->advance_h(space_); });
  }

  void end_step(std::int64_t n) override {
    timer_.time(space_, k_ampere, [&] {
      scheme_->advance_e(space_, waveform_values((static_cast<double>(n) + 0.5) * dt_s_));
    });
    timer_.end_step();
    steps_done_ = n + 1;
  }

  Energy energy() override {
    if constexpr (Scheme::k_has_halves)
      return dgatd::energy(space_, *mesh_, problem_.ownership.owned_tets, reader_, before_);
    else
      throw std::logic_error("whole edges do not define the energy");
  }

  CellFields fields() override {
    return {barycentre_field(space_, *mesh_, reader_), mean_magnetic(space_, reader_, before_)};
  }

  double magnetic_lag_steps() const override { return 0.5; }

  double squared_norm() override {
    return ordered_sum(space_, "curlew::dgatd::watch", problem_.edge_count(),
                       SquaredCirculation<typename Scheme::Reader>{reader_});
  }

  LargestField largest() override {
    Kokkos::View<double *, Space> circulations("curlew::dgatd::circulations",
                                               problem_.edge_count());
    Kokkos::parallel_for("curlew::dgatd::circulations",
                         RangePolicy<Space>(space_, 0, problem_.edge_count()),
                         CopyCirculations<Space, typename Scheme::Reader>{reader_, circulations});
    space_.fence();
    return largest_circulation(problem_, to_vector(circulations));
  }

  ProbeOutput &probes() override { return *probes_; }
  FluxOutput *flux() override { return flux_.get(); }

  StepTimes times() const override {
    const MinimumBytes bytes = scheme_->minimum_bytes();
    return {timer_.steps(),
            {{"faraday", bytes.faraday, timer_.seconds(k_faraday)},
             {"ampere", bytes.ampere, timer_.seconds(k_ampere)}}};
  }
  std::uint64_t stored_unknowns() const override { return scheme_->stored_unknowns(); }
  bool has_half_edges() const override { return Scheme::k_has_halves; }

protected:
  FieldState save_unknowns() const override { return scheme_->save(); }
  void load_unknowns(const FieldState &state) override { scheme_->load(state); }

private:
  static constexpr int k_faraday = 0, k_ampere = 1;

  static std::unique_ptr<Scheme> make_scheme(const SchemeInput &input) {
    auto scheme =
        std::make_unique<Scheme>(input.problem, input.plan.dt_s, input.sources, input.threads);
    if constexpr (Scheme::k_tracks_magnetic)
      if (input.magnetic_needed)
        scheme->track_magnetic(input.problem);
    return scheme;
  }

  std::vector<double> waveform_values(double t_s) const {
    std::vector<double> values;
    for (const Source &source : sources_)
      values.push_back(source.waveform(t_s));
    return values;
  }

  Space space_;
  const Problem &problem_;
  const std::vector<Source> &sources_;
  double dt_s_;
  std::unique_ptr<Scheme> scheme_;
  typename Scheme::Reader reader_;
  // Null unless energies or snapshots are requested.
  std::unique_ptr<MeshTables<Space>> mesh_;
  Kokkos::View<double *[3], Space> before_; // H half a step before the scheme's
  std::unique_ptr<FarFieldOutput> surface_; // null unless a far field is requested
  std::unique_ptr<FluxOutput> flux_;        // null unless fluxes are requested
  std::unique_ptr<ProbeOutput> probes_;
  StepTimer<Space, 2> timer_;
};

} // namespace curlew::dgatd
