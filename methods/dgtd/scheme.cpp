#include <curlew/methods/dgtd/scheme.hpp>

#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/methods/dgtd/coupled_energy.hpp>
#include <curlew/methods/dgtd/initial/start_fields.hpp>
#include <curlew/methods/dgtd/kerr/kerr_term.hpp>
#include <curlew/methods/dgtd/largest_field.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_filter.hpp>
#include <curlew/methods/dgtd/local_steps/published_steps.hpp>
#include <curlew/methods/dgtd/memory/memory_term.hpp>
#include <curlew/methods/dgtd/mesh_order.hpp>
#include <curlew/methods/dgtd/phasors/field_sums.hpp>
#include <curlew/methods/dgtd/ports/wave_recorder.hpp>
#include <curlew/methods/dgtd/probe_sampler.hpp>
#include <curlew/methods/dgtd/runge_kutta.hpp>
#include <curlew/methods/dgtd/surfaces/far_field_recorder.hpp>
#include <curlew/methods/dgtd/surfaces/flux_recorder.hpp>
#include <curlew/methods/dgtd/terms/currents.hpp>
#include <curlew/methods/dgtd/terms/imposed_fields.hpp>
#include <curlew/methods/dgtd/terms/layer_term.hpp>
#include <curlew/methods/dgtd/terms/leapfrog_sheets.hpp>
#include <curlew/methods/dgtd/terms/port_set.hpp>
#include <curlew/methods/dgtd/terms/published_losses.hpp>
#include <curlew/methods/dgtd/terms/stage_sheets.hpp>
#include <curlew/methods/dgtd/terms/wave_term.hpp>
#include <curlew/methods/dgtd/two_step/two_step.hpp>
#include <curlew/methods/shared/time/step_timer.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace curlew::dgtd {
namespace {

bool has_magnetic_poles(const Problem &problem) {
  return std::any_of(problem.materials.begin(), problem.materials.end(),
                     [](const Material &material) { return !material.mu_poles.empty(); });
}

// Scheme of a case that the time loop steps. Leapfrog (central, dfdd): in step n H goes
// from n - 1/2 to n + 1/2, then E from n to n + 1. Upwind: both go from n to n + 1 in five stages.
template <class Space> class DgtdScheme final : public RecordingScheme {
public:
  DgtdScheme(const Space &space, const SchemeInput &input)
      : space_(space), problem_(input.problem), dt_s_(input.plan.dt_s), n_(input.problem.per_tet()),
        is_upwind_(problem_.choices.scheme == SchemeKind::upwind),
        is_two_step_(problem_.choices.two_step),
        has_doubles_(problem_.choices.scheme == SchemeKind::dfdd && !is_two_step_),
        is_packed_(input.variant != Variant::stored && !is_two_step_),
        is_nodal_(input.variant == Variant::nodal),
        slots_(input.classes == nullptr
                   ? make_slots(problem_, Packs<Space>::k_pack)
                   : make_slots(problem_, Packs<Space>::k_pack, input.classes->shell,
                                input.classes->shells())),
        options_(step_options(problem_, dt_s_)), updater_(make_updater()) {
    fields_.e = make_field("curlew::dgtd::e", n_);
    fields_.h = make_field("curlew::dgtd::h", n_);
    if (is_upwind_ || !is_packed_ || problem_.choices.penalty > 0) {
      fields_.e_next = make_field("curlew::dgtd::e_next", n_);
      fields_.h_next = make_field("curlew::dgtd::h_next", n_);
    }
    fields_.electric_own = make_field("curlew::dgtd::electric_own", updater_->own_size());
    fields_.magnetic_own = make_field("curlew::dgtd::magnetic_own", updater_->own_size());
    const TimePlan &plan = input.plan;
    wants_energy_ = plan.energy_every > 0 || plan.stop_at_energy_db > 0;
    mass_ = make_mass_tables<Space>(problem_, slots_);
    if (wants_energy_ || plan.snapshot_every > 0)
      before_ = make_field("curlew::dgtd::h_before", n_);
    const bool published = input.classes != nullptr && input.classes->published;
    if (wants_energy_ && !published &&
        (has_doubles_ || (!is_upwind_ && has_magnetic_poles(problem_))))
      coupled_energy_.emplace(make_coupled_energy());
    if (published && input.classes->filters() > 0)
      published_ =
          std::make_unique<PublishedSteps<Space>>(problem_, *input.classes, options_, *updater_);
    else if (input.classes != nullptr && input.classes->filters() > 0)
      make_filter(*input.classes);
    PortSet<Space> &ports = make_terms(input);
    if (input.initial != nullptr && !input.initial->empty()) {
      FieldStart<Space>(slots_, n_, *updater_)
          .set(space_, *input.initial, options_.form, *updater_, fields_);
      fetch_ghosts(space_, problem_, slots_, fields_.e, fields_.h);
    }
    make_recorders(input, ports);
  }

  void begin_step(std::int64_t n, bool observed) override {
    if (observed && before_.extent(0) > 0)
      Kokkos::deep_copy(space_, before_, fields_.h);
    if (observed && coupled_energy_)
      energy_ = with_terms(coupled_energy_->of(space_, mass_, fields_));
    if (flux_ && !flux_->is_started())
      flux_->start();
    timer_.begin_step();
    if (is_upwind_)
      return;
    timer_.time(space_, k_magnetic,
                [&] { advance(Side::magnetic, static_cast<double>(n) * dt_s_); });
  }

  void end_step(std::int64_t n) override {
    timer_.time(space_, k_electric, [&] {
      if (is_upwind_)
        run_stages(n);
      else
        advance(Side::electric, (static_cast<double>(n) + 0.5) * dt_s_);
    });
    timer_.end_step();
    steps_done_ = n + 1;
  }

  Energy energy() override {
    Energy result = coupled_energy_ ? energy_ : energy_of_fields();
    if (kerr_ != nullptr)
      result.electric += kerr_->quartic_energy(space_, fields_);
    return result;
  }

  CellFields fields() override {
    CellFields result{barycentre_field(space_, mass_, slots_, fields_.e),
                      barycentre_field(space_, mass_, slots_, fields_.h)};
    if (is_upwind_)
      return result;
    const std::vector<double> before = barycentre_field(space_, mass_, slots_, before_);
    for (std::size_t k = 0; k < before.size(); ++k)
      result.magnetic[k] = 0.5 * (result.magnetic[k] + before[k]);
    return result;
  }

  ProbeOutput &probes() override { return *probes_; }
  SampledPhasors surface_phasors() override { return surface_->phasors(); }
  FluxOutput *flux() override { return flux_.get(); }
  PortOutput *ports() override { return waves_.get(); }
  double magnetic_lag_steps() const override { return is_upwind_ ? 0 : 0.5; }

  double squared_norm() override {
    const Field owned = Kokkos::subview(
        fields_.e, std::make_pair(std::size_t(0), static_cast<std::size_t>(slots_.owned) * n_));
    return dot(space_, "curlew::dgtd::watch", owned, owned);
  }

  LargestField largest() override {
    return largest_of(problem_, barycentre_field(space_, mass_, slots_, fields_.e));
  }

  KerrCounts kerr_counts() const override {
    return kerr_ != nullptr ? kerr_->counts() : KerrCounts();
  }

  StepTimes times() const override {
    const double bytes = updater_->minimum_bytes();
    if (is_upwind_)
      return {timer_.steps(), {{"stages", k_stages * bytes, timer_.seconds(k_electric)}}};
    return {timer_.steps(),
            {{"magnetic", bytes, timer_.seconds(k_magnetic)},
             {"electric", bytes, timer_.seconds(k_electric)}}};
  }

protected:
  FieldState save_unknowns() const override {
    space_.fence();
    FieldState state{{"e", in_mesh_order(slots_, fields_.e, n_)},
                     {"h", in_mesh_order(slots_, fields_.h, n_)}};
    if (has_doubles_) {
      state["electric_own"] = in_mesh_order(slots_, fields_.electric_own, updater_->own_size());
      state["magnetic_own"] = in_mesh_order(slots_, fields_.magnetic_own, updater_->own_size());
    }
    if (is_two_step_) {
      state["e_before"] = in_mesh_order(slots_, fields_.e_next, n_);
      state["h_before"] = in_mesh_order(slots_, fields_.h_next, n_);
    }
    for (const auto &term : terms_)
      term->save(space_, state);
    return state;
  }
  void load_unknowns(const FieldState &state) override {
    put_in_slots(slots_, state.at("e"), n_, fields_.e);
    put_in_slots(slots_, state.at("h"), n_, fields_.h);
    if (has_doubles_) {
      put_in_slots(slots_, state.at("electric_own"), updater_->own_size(), fields_.electric_own);
      put_in_slots(slots_, state.at("magnetic_own"), updater_->own_size(), fields_.magnetic_own);
    }
    if (is_two_step_) {
      put_in_slots(slots_, state.at("e_before"), n_, fields_.e_next);
      put_in_slots(slots_, state.at("h_before"), n_, fields_.h_next);
      fetch_ghosts(space_, problem_, slots_, fields_.e_next, fields_.h_next);
    }
    fetch_ghosts(space_, problem_, slots_, fields_.e, fields_.h);
    for (const auto &term : terms_)
      term->load(space_, state);
  }

private:
  using Field = Kokkos::View<double *, Space>;
  static constexpr int k_magnetic = 0, k_electric = 1;

  // Makes the terms, in the order in which they act. Returns the ports among them.
  PortSet<Space> &make_terms(const SchemeInput &input) {
    if (is_two_step_)
      terms_.push_back(
          std::make_unique<TwoStepCurrents<Space>>(input.sources, dt_s_, slots_, n_, *updater_));
    else
      terms_.push_back(
          std::make_unique<Currents<Space>>(input.sources, has_doubles_, slots_, n_, *updater_));
    if (problem_.choices.published_losses)
      terms_.push_back(std::make_unique<PublishedLosses<Space>>(problem_, slots_, *updater_));
    if (input.waves != nullptr && !input.waves->empty())
      terms_.push_back(
          std::make_unique<WaveTerm<Space>>(problem_, *input.waves, slots_, *updater_, dt_s_));
    if (is_upwind_)
      terms_.push_back(std::make_unique<StageSheets<Space>>(problem_, slots_, *updater_));
    else
      terms_.push_back(std::make_unique<LeapfrogSheets<Space>>(problem_, dt_s_, slots_, *updater_));
    auto port_set = std::make_unique<PortSet<Space>>(
        problem_, input.drives, PortTime{dt_s_, problem_.choices.scheme}, slots_, *updater_);
    PortSet<Space> &ports = *port_set;
    terms_.push_back(std::move(port_set));
    if (!problem_.imposed.empty())
      terms_.push_back(std::make_unique<ImposedFields<Space>>(problem_, dt_s_, slots_, *updater_));
    // Layers and memories come after the sources; no tet has two of these.
    if (!problem_.layers.empty())
      terms_.push_back(std::make_unique<LayerTerm<Space>>(problem_, slots_, dt_s_));
    auto memory = make_memory(problem_, slots_, options_, is_packed_, *updater_);
    if (memory.fields)
      terms_.push_back(std::move(memory.fields));
    if (auto kerr = make_kerr_term<Space>(problem_, slots_, dt_s_, input.dt_limit_s, !is_packed_)) {
      kerr_ = kerr.get();
      terms_.push_back(std::move(kerr));
    }
    if (memory.states)
      terms_.push_back(std::move(memory.states));
    return ports;
  }

  // Makes the recorders, in the order in which they write.
  void make_recorders(const SchemeInput &input, PortSet<Space> &ports) {
    const double lag_steps = magnetic_lag_steps();
    const auto add = [&](Recorder &recorder) { recorders().push_back(&recorder); };
    if (input.surface != nullptr) {
      surface_ = std::make_unique<FarFieldRecorder<Space>>(space_, problem_, *input.surface, slots_,
                                                           input.frequencies_hz, dt_s_, lag_steps,
                                                           input.images, fields_);
      add(*surface_);
    }
    if (input.flux != nullptr) {
      flux_ = std::make_unique<FluxRecorder<Space>>(
          space_, problem_, *input.flux, slots_, input.frequencies_hz, dt_s_, lag_steps, fields_);
      add(*flux_);
    }
    if (input.phasors) {
      phasors_ = std::make_unique<FieldSums<Space>>(space_, problem_, *input.phasors,
                                                    input.phasor_group, slots_, lag_steps, fields_);
      add(*phasors_);
    }
    const auto electric = make_probe_tables<Space>(input.probes.electric, slots_, n_),
               magnetic = make_probe_tables<Space>(input.probes.magnetic, slots_, n_);
    probes_ = make_probe_output(
        space_, input.probes.electric.size(), input.probes.magnetic.size(), lag_steps,
        [this, electric, magnetic] {
          return ProbeSampler<Space>{electric, magnetic, fields_.e, fields_.h, n_};
        });
    add(*probes_);
    if (problem_.ports.empty())
      return;
    waves_ =
        std::make_unique<WaveRecorder<Space>>(space_, problem_, input.frequencies_hz, dt_s_,
                                              input.plan.steps, input.port_rows, ports, fields_);
    add(*waves_);
  }

  Energy energy_of_fields() {
    const Field &h = is_upwind_ ? fields_.h : before_;
    if (filter_)
      filter_->invert(space_, mass_, fields_.e, unfiltered_);
    return with_terms({0.5 * mass_product(space_, mass_, Side::electric, fields_.e,
                                          filter_ ? unfiltered_ : fields_.e),
                       0.5 * mass_product(space_, mass_, Side::magnetic, fields_.h, h)});
  }

  std::unique_ptr<Updater<Space>> make_updater() const {
    if (is_two_step_)
      return make_two_step<Space>(problem_, slots_, dt_s_);
    return is_packed_ ? make_universal(options_) : make_stored<Space>(problem_, slots_, options_);
  }

  std::unique_ptr<Updater<Space>> make_universal(const UpdateOptions &options) const {
    return is_nodal_ ? make_nodal<Space>(problem_, slots_, options)
                     : make_packed<Space>(problem_, slots_, options);
  }

  Field make_field(const std::string &label, int entries) const {
    return Field(label, static_cast<std::size_t>(slots_.size()) * entries);
  }

  // Advances a side through a step whose middle is t_s.
  void advance(Side side, double t_s) {
    const bool filtered = filter_ && side == Side::electric;
    if (filtered)
      filter_->begin(space_, fields_.e);
    for (const auto &term : terms_)
      term->begin(space_, side, t_s, fields_);
    const auto end_terms = [&] {
      for (const auto &term : terms_)
        term->end(space_, side, t_s, fields_);
    };
    if (!published_) {
      updater_->advance(space_, side, fields_);
      end_terms();
    } else if (side == Side::magnetic) {
      published_->begin(space_, fields_);
      end_terms();
    } else {
      published_->finish(space_, fields_, end_terms);
    }
    if (filtered)
      filter_->end(space_, fields_.e);
  }

  void run_stages(std::int64_t n) {
    for (int s = 0; s < k_stages; ++s) {
      const Stage stage{k_a[s], k_b[s], (static_cast<double>(n) + k_c[s]) * dt_s_, dt_s_, s};
      for (const auto &term : terms_)
        term->begin_stage(space_, stage, fields_);
      updater_->stage(space_, stage.a, stage.b, fields_);
      for (const auto &term : terms_)
        term->end_stage(space_, stage, fields_);
    }
  }

  // Makes the filter of local time steps. Without losses it uses the step's own matrices.
  void make_filter(const StepClasses &classes) {
    if (problem_.ownership.ranks.any(problem_.has_losses())) {
      UpdateOptions options;
      options.dt_s = dt_s_;
      options.losses = false;
      lossless_ = make_universal(options);
    }
    filter_ = std::make_unique<LocalStepFilter<Space>>(space_, problem_, classes,
                                                       lossless_ ? *lossless_ : *updater_);
    if (wants_energy_)
      unfiltered_ = make_field("curlew::dgtd::unfiltered", n_);
  }

  CoupledEnergy<Space> make_coupled_energy() const {
    UpdateOptions options;
    options.form = has_doubles_ ? Form::neighbour : Form::mean;
    options.dt_s = 1;
    options.losses = false;
    return {make_universal(options),
            make_field("curlew::dgtd::coupled_e", n_),
            {has_doubles_ ? updater_->own_size() : 0, is_packed_},
            dt_s_};
  }

  Energy with_terms(Energy energy) const {
    for (const auto &term : terms_) {
      const Energy stored = term->energy(space_, mass_);
      energy.electric += stored.electric;
      energy.magnetic += stored.magnetic;
    }
    return energy;
  }

  Space space_;
  const Problem &problem_;
  double dt_s_;
  int n_;
  bool is_upwind_, is_two_step_, has_doubles_, is_packed_, is_nodal_, wants_energy_ = false;
  Slots slots_;
  UpdateOptions options_;
  std::unique_ptr<Updater<Space>> updater_, lossless_;
  std::unique_ptr<LocalStepFilter<Space>> filter_;   // filter of local time steps
  std::unique_ptr<PublishedSteps<Space>> published_; // or published local time steps
  Fields<Space> fields_;
  MassTables<Space> mass_;
  Field unfiltered_; // F^-1 e for the energy with a filter
  Field before_;     // H half a step before the scheme's
  std::optional<CoupledEnergy<Space>> coupled_energy_;
  Energy energy_; // of coupled_energy_
  std::vector<std::unique_ptr<Term<Space>>> terms_;
  std::unique_ptr<FarFieldRecorder<Space>> surface_; // set for a far field
  std::unique_ptr<FluxRecorder<Space>> flux_;        // set for fluxes
  std::unique_ptr<FieldSums<Space>> phasors_;        // set for fields at frequencies
  std::unique_ptr<ProbeOutput> probes_;
  std::unique_ptr<PortOutput> waves_;     // set for ports
  const KerrTerm<Space> *kerr_ = nullptr; // one of the terms
  StepTimer<Space, 2> timer_;
};

} // namespace

std::unique_ptr<RecordingScheme> make_scheme(Backend backend, const SchemeInput &input) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<RecordingScheme> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<DgtdScheme<Space>>(space, input);
  });
}

} // namespace curlew::dgtd
