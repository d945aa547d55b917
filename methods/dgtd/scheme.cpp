#include <curlew/methods/dgtd/scheme.hpp>

#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/initial/start_fields.hpp>
#include <curlew/methods/dgtd/kerr/kerr_term.hpp>
#include <curlew/methods/dgtd/local_steps/local_step_filter.hpp>
#include <curlew/methods/dgtd/local_steps/published_steps.hpp>
#include <curlew/methods/dgtd/mass_product.hpp>
#include <curlew/methods/dgtd/memory/memory_term.hpp>
#include <curlew/methods/dgtd/probe_sampler.hpp>
#include <curlew/methods/dgtd/runge_kutta.hpp>
#include <curlew/methods/dgtd/surfaces/flux_recorder.hpp>
#include <curlew/methods/dgtd/surfaces/surface_recorder.hpp>
#include <curlew/methods/dgtd/terms/currents.hpp>
#include <curlew/methods/dgtd/terms/imposed_fields.hpp>
#include <curlew/methods/dgtd/terms/layer_term.hpp>
#include <curlew/methods/dgtd/terms/leapfrog_sheets.hpp>
#include <curlew/methods/dgtd/terms/port_set.hpp>
#include <curlew/methods/dgtd/terms/published_losses.hpp>
#include <curlew/methods/dgtd/terms/stage_sheets.hpp>
#include <curlew/methods/dgtd/terms/wave_term.hpp>
#include <curlew/methods/dgtd/two_step/two_step.hpp>
#include <curlew/methods/shared/time/probe_buffer.hpp>
#include <curlew/methods/shared/time/step_timer.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <utility>

namespace curlew::dgtd {
namespace {

Form form_of(SchemeKind scheme) {
  return scheme == SchemeKind::dfdd     ? Form::implicit
         : scheme == SchemeKind::upwind ? Form::stages
                                        : Form::mean;
}

bool has_magnetic_poles(const Problem &problem) {
  for (const Material &material : problem.materials)
    if (!material.mu_poles.empty())
      return true;
  return false;
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
                   : make_slots(problem_, Packs<Space>::k_pack, input.classes->layer,
                                input.classes->layers())),
        updater_(make_updater(form_of(problem_.choices.scheme))),
        samples_(input.probes.electric.size(), input.probes.magnetic.size()),
        electric_probes_(make_probe_tables<Space>(input.probes.electric, slots_, n_)),
        magnetic_probes_(make_probe_tables<Space>(input.probes.magnetic, slots_, n_)) {
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
      make_coupling();
    if (published && input.classes->filters() > 0)
      published_ = std::make_unique<PublishedSteps<Space>>(
          problem_, *input.classes, options_of(form_of(problem_.choices.scheme)), *updater_);
    else if (input.classes != nullptr && input.classes->filters() > 0)
      make_filter(*input.classes);
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
    if (input.surface != nullptr)
      surface_ = std::make_unique<SurfaceRecorder<Space>>(problem_, input.surface->stencils, slots_,
                                                          input.frequencies_hz, dt_s_);
    if (input.flux != nullptr)
      flux_ = std::make_unique<FluxRecorder<Space>>(
          problem_, *input.flux, slots_, input.frequencies_hz, dt_s_, magnetic_lag_steps());
    if (is_upwind_)
      terms_.push_back(std::make_unique<StageSheets<Space>>(problem_, slots_, *updater_));
    else
      terms_.push_back(std::make_unique<LeapfrogSheets<Space>>(problem_, dt_s_, slots_, *updater_));
    auto ports = std::make_unique<PortSet<Space>>(problem_, input.drives, input.frequencies_hz,
                                                  PortTime{dt_s_, problem_.choices.scheme},
                                                  input.plan.steps, slots_, *updater_);
    ports_ = ports.get();
    if (!input.port_rows)
      ports_->recorder().leave_out_rows();
    terms_.push_back(std::move(ports));
    if (!problem_.imposed.empty())
      terms_.push_back(std::make_unique<ImposedFields<Space>>(problem_, dt_s_, slots_, *updater_));
    // Layers and memories come after the sources; no tet has two of these.
    if (!problem_.layers.empty())
      terms_.push_back(std::make_unique<LayerTerm<Space>>(problem_, slots_, dt_s_));
    auto memory = make_memory(problem_, slots_, options_of(form_of(problem_.choices.scheme)),
                              is_packed_, *updater_);
    if (memory.fields)
      terms_.push_back(std::move(memory.fields));
    if (auto kerr = make_kerr_term<Space>(problem_, slots_, dt_s_, input.dt_limit_s, !is_packed_)) {
      kerr_ = kerr.get();
      terms_.push_back(std::move(kerr));
    }
    if (memory.states)
      terms_.push_back(std::move(memory.states));
    if (input.initial != nullptr && !input.initial->empty()) {
      FieldStart<Space>(slots_, n_, *updater_)
          .set(space_, *input.initial, form_of(problem_.choices.scheme), *updater_, fields_);
      fetch_neighbours(fields_.e, fields_.h);
    }
  }

  void begin_step(std::int64_t n, bool observed) override {
    if (observed && before_.extent(0) > 0)
      Kokkos::deep_copy(space_, before_, fields_.h);
    if (observed && coupling_)
      energy_ = find_coupled_energy();
    if (flux_ && !flux_->is_started())
      flux_->start(space_, fields_);
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
    Energy result = coupling_ ? energy_ : energy_of_fields();
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

  bool sample() override {
    samples_.record(
        space_, ProbeSampler<Space>{electric_probes_, magnetic_probes_, fields_.e, fields_.h, n_});
    if (surface_)
      surface_->record(space_, fields_, n_, steps_done_);
    if (flux_)
      flux_->record(space_, fields_, steps_done_);
    if (!problem_.ports.empty())
      ports_->record(space_, steps_done_, fields_);
    return samples_.full();
  }
  ProbeRows read_samples() override {
    ProbeRows rows = samples_.read(space_);
    rows.ports = ports_->recorder().take_rows();
    if (!problem_.ownership.ranks.is_root()) // all have the same rows: these are summed
      rows.ports.assign(rows.ports.size(), 0);
    if (flux_)
      rows.fluxes = flux_->read(space_);
    return rows;
  }
  SurfacePhasors surface_phasors() override { return surface_->read(space_, magnetic_lag_steps()); }
  std::vector<double> flux_spectra() override {
    return flux_ ? flux_->spectra(space_) : std::vector<double>();
  }
  const PortRecorder &ports() const override { return ports_->recorder(); }
  double magnetic_lag_steps() const override { return is_upwind_ ? 0 : 0.5; }

  double squared_norm() override {
    const Field owned = Kokkos::subview(
        fields_.e, std::make_pair(std::size_t(0), static_cast<std::size_t>(slots_.owned) * n_));
    return dot(space_, "curlew::dgtd::watch", owned, owned);
  }

  LargestField largest() override {
    const std::vector<double> field = barycentre_field(space_, mass_, slots_, fields_.e);
    const auto size_of = [&](std::size_t t) {
      return std::hypot(field[3 * t], field[3 * t + 1], field[3 * t + 2]);
    };
    std::size_t worst = 0;
    for (std::size_t t = 0; t < slots_.owned_tets; ++t) {
      if (!std::isfinite(size_of(t))) {
        worst = t;
        break;
      }
      if (size_of(t) > size_of(worst))
        worst = t;
    }
    const Point centre = problem_.barycentre(static_cast<Index>(worst));
    const double size = size_of(worst);
    return {std::isfinite(size) ? size : std::numeric_limits<double>::infinity(),
            fmt::format("the largest |E| at a barycentre, {:.3g} V/m, is in the tet around "
                        "({:.6g}, {:.6g}, {:.6g}) m in \"{}\"",
                        size, centre[0], centre[1], centre[2],
                        problem_.materials[problem_.material[worst]].name)};
  }

  FieldState save() const override {
    space_.fence();
    FieldState state{{"e", in_mesh_order(fields_.e, n_)}, {"h", in_mesh_order(fields_.h, n_)}};
    if (has_doubles_) {
      state["electric_own"] = in_mesh_order(fields_.electric_own, updater_->own_size());
      state["magnetic_own"] = in_mesh_order(fields_.magnetic_own, updater_->own_size());
    }
    if (is_two_step_) {
      state["e_before"] = in_mesh_order(fields_.e_next, n_);
      state["h_before"] = in_mesh_order(fields_.h_next, n_);
    }
    for (const auto &term : terms_)
      term->save(space_, state);
    if (surface_)
      surface_->save(space_, k_surface_sums, state);
    if (flux_)
      flux_->save(space_, k_flux_sums, state);
    return state;
  }
  void load(const FieldState &state) override {
    put(state.at("e"), n_, fields_.e);
    put(state.at("h"), n_, fields_.h);
    if (has_doubles_) {
      put(state.at("electric_own"), updater_->own_size(), fields_.electric_own);
      put(state.at("magnetic_own"), updater_->own_size(), fields_.magnetic_own);
    }
    if (is_two_step_) {
      put(state.at("e_before"), n_, fields_.e_next);
      put(state.at("h_before"), n_, fields_.h_next);
      fetch_neighbours(fields_.e_next, fields_.h_next);
    }
    fetch_neighbours(fields_.e, fields_.h);
    for (const auto &term : terms_)
      term->load(space_, state);
    if (surface_)
      surface_->load(space_, k_surface_sums, state);
    if (flux_)
      flux_->load(space_, k_flux_sums, state);
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

private:
  using Field = Kokkos::View<double *, Space>;
  static constexpr int k_magnetic = 0, k_electric = 1;

  // Fetches the ghosts' fields, as the steps leave them: terms read these in begin().
  void fetch_neighbours(const Field &e, const Field &h) {
    TraceHalo<Space> halo(problem_, slots_);
    halo.start(space_, 0, e);
    halo.start(space_, 1, h);
    halo.finish(space_, 0, e);
    halo.finish(space_, 1, h);
  }

  UpdateOptions options_of(Form form) const {
    UpdateOptions options;
    options.form = form;
    options.dt_s = dt_s_;
    options.penalty = form == Form::implicit ? 0 : problem_.choices.penalty;
    options.dispersion = problem_.choices.dispersion;
    options.published_losses = problem_.choices.published_losses;
    return options;
  }
  Energy energy_of_fields() {
    const Field &h = is_upwind_ ? fields_.h : before_;
    if (filter_)
      filter_->invert(space_, mass_, fields_.e, unfiltered_);
    return with_terms({0.5 * mass_product(space_, mass_, Side::electric, fields_.e,
                                          filter_ ? unfiltered_ : fields_.e),
                       0.5 * mass_product(space_, mass_, Side::magnetic, fields_.h, h)});
  }

  std::unique_ptr<Updater<Space>> make_updater(Form form) const {
    const UpdateOptions options = options_of(form);
    if (is_two_step_)
      return make_two_step<Space>(problem_, slots_, dt_s_);
    return is_packed_ ? make_universal(options) : make_stored<Space>(problem_, slots_, options);
  }

  // Makes an updater with universal matrices.
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

  // Makes the operator eps^-1 P of dfdd, eps^-1 G of central.
  void make_coupling() {
    UpdateOptions options;
    options.form = has_doubles_ ? Form::neighbour : Form::mean;
    options.dt_s = 1;
    options.losses = false;
    coupling_ = make_universal(options);
    coupled_.e = make_field("curlew::dgtd::coupled_e", n_);
  }

  // Returns the energy at the time n, from E there and H half a step before it:
  // 1/2 (e M e + h M h) - dt/2 e G h, in dfdd 1/4 (e M e + h M h + their doubles alike) - dt/4 e P
  // h. It equals the energy from H on either side of n where H has no losses and no poles, and
  // falls with them too.
  Energy find_coupled_energy() {
    double ee = mass_product(space_, mass_, Side::electric, fields_.e, fields_.e);
    double hh = mass_product(space_, mass_, Side::magnetic, fields_.h, fields_.h);
    if (has_doubles_) {
      hh += double_product(Side::magnetic, fields_.electric_own);
      ee += double_product(Side::electric, fields_.magnetic_own);
    }
    Kokkos::deep_copy(space_, coupled_.e, 0.0);
    coupled_.h = fields_.h;
    coupling_->advance(space_, Side::electric, coupled_);
    const double ph = mass_product(space_, mass_, Side::electric, fields_.e, coupled_.e);
    const double share = has_doubles_ ? 0.25 : 0.5;
    return with_terms({share * ee, share * (hh - dt_s_ * ph)});
  }

  Energy with_terms(Energy energy) const {
    for (const auto &term : terms_) {
      const Energy stored = term->energy(space_, mass_);
      energy.electric += stored.electric;
      energy.magnetic += stored.magnetic;
    }
    return energy;
  }

  double double_product(Side side, const Field &own) {
    return is_packed_ ? polynomial_product(space_, mass_, side, updater_->own_size(), own)
                      : mass_product(space_, mass_, side, own, own);
  }

  std::vector<double> in_mesh_order(const Field &values, int entries) const {
    const std::vector<double> all = to_vector(values);
    std::vector<double> result(slots_.owned_tets * entries);
    for (std::size_t t = 0; t < slots_.owned_tets; ++t)
      for (int i = 0; i < entries; ++i)
        result[t * entries + i] = all[Packs<Space>::at(slots_.of_tet[t], i, entries)];
    return result;
  }

  void put(const std::vector<double> &values, int entries, const Field &to) const {
    const auto host = Kokkos::create_mirror_view(to);
    Kokkos::deep_copy(host, 0.0);
    for (std::size_t t = 0; t < slots_.owned_tets; ++t)
      for (int i = 0; i < entries; ++i)
        host(Packs<Space>::at(slots_.of_tet[t], i, entries)) = values.at(t * entries + i);
    Kokkos::deep_copy(to, host);
  }

  Space space_;
  const Problem &problem_;
  double dt_s_;
  int n_;
  bool is_upwind_, is_two_step_, has_doubles_, is_packed_, is_nodal_, wants_energy_ = false;
  Slots slots_;
  std::unique_ptr<Updater<Space>> updater_, coupling_, lossless_;
  std::unique_ptr<LocalStepFilter<Space>> filter_;   // filter of local time steps
  std::unique_ptr<PublishedSteps<Space>> published_; // or published local time steps
  Fields<Space> fields_, coupled_;
  MassTables<Space> mass_;
  Field unfiltered_; // F^-1 e for the energy with a filter
  Field before_;     // H half a step before the scheme's
  Energy energy_;    // energy where coupling_ is set
  ProbeBuffer<Space> samples_;
  ProbeTables<Space> electric_probes_, magnetic_probes_;
  std::vector<std::unique_ptr<Term<Space>>> terms_;
  std::unique_ptr<SurfaceRecorder<Space>> surface_; // set for a far field
  std::unique_ptr<FluxRecorder<Space>> flux_;       // set for fluxes
  PortSet<Space> *ports_ = nullptr;                 // one of the terms
  std::int64_t steps_done_ = 0;
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

double shared_bytes_per_tet(const Choices &choices, Variant variant) {
  const double n = choices.space.per_tet(), nf = choices.space.per_triangle();
  if (variant != Variant::stored) // with the host's copy while it is made
    return 2 * 8 * (variant == Variant::nodal ? 6 : n * (n + 1) / 2);
  const bool jumps = choices.penalty > 0;
  const double implicit = choices.scheme == SchemeKind::dfdd ? 3 * n * n : 0;
  return 3 * 8 * (2 * n * n + (jumps ? 8 : 4) * n * nf + implicit);
}

double bytes_per_tet(const Choices &choices, Variant variant) {
  const double mesh = 700; // points, topology and locator on the host
  const double fields = 8 * 12 * choices.space.per_tet();
  return mesh + fields + shared_bytes_per_tet(choices, variant);
}

} // namespace curlew::dgtd
