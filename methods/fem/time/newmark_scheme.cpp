#include <curlew/methods/fem/time/newmark_scheme.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/time/step_kernels.hpp>
#include <curlew/methods/fem/time/step_solver.hpp>
#include <curlew/methods/fem/time/surface_transform.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/time/step_timer.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace curlew::fem {
namespace {

constexpr const char *k_ports = "ports"; // waves in a checkpoint

// Returns the frequencies of the transforms. With beta = 1/4 the method is the trapezoidal rule,
// also for ports and branches: the transforms are taken at frequencies where S and far fields have
// no error of the step.
std::vector<double> transformed_hz(const SchemeInput &in) {
  std::vector<double> frequencies_hz = in.input.frequencies_hz;
  for (double &f : frequencies_hz)
    f = stepped_frequency_hz(f, in.plan.dt_s, in.beta);
  return frequencies_hz;
}

template <class Space>
std::unique_ptr<StepSolver<Space>> make_solver(const Space &space, HostSparse<double> step,
                                               const SchemeInput &in) {
  const double tolerance = in.input.solver.tolerance;
  const int most = in.input.solver.max_iterations;
  if (in.ranks != nullptr && !in.ranks->is_alone() && in.choice.method != SolverMethod::direct)
    return std::make_unique<LeadingStepSolver<Space>>(space, step, in.choice, tolerance, most,
                                                      *in.ranks);
  return std::make_unique<StepSolver<Space>>(space, std::move(step), in.choice, tolerance, most,
                                             in.threads);
}

template <class Space> class SchemeOn final : public NewmarkScheme {
public:
  using Vector = Kokkos::View<double *, Space>;
  using Indices = Kokkos::View<Index *, Space>;

  SchemeOn(const SchemeInput &in, StepMatrices matrices)
      : input_(in.input), problem_(in.problem), plan_(in.plan), sources_(in.sources),
        ports_(in.ports), dt_s_(in.plan.dt_s), h_(k_speed_of_light * in.plan.dt_s), beta_(in.beta),
        count_(in.problem.unknowns.count), per_point_(in.problem.dofs.per_tet),
        curl_(to_space<double>(space_, matrices.curl)), curl_product_(curl_),
        solver_(make_solver(space_, std::move(matrices.step), in)) {
    for (Vector *vector :
         {&electric_, &integral_, &middle_, &load_, &change_, &last_, &before_, &first_, &work_})
      *vector = Vector("curlew::fem::step_vector", count_);
    if (matrices.loss.rows > 0) {
      loss_ = to_space<double>(space_, matrices.loss);
      loss_product_.emplace(loss_);
    }
    if (plan_.energy_every > 0 || plan_.stop_at_energy_db > 0) {
      mass_ = to_space<double>(space_, matrices.mass);
      mass_product_.emplace(mass_);
    }
    for (const BranchSet &set : matrices.memory)
      add_memory(set);
    for (const TimeSource &source : sources_)
      source_views_.push_back({to_view<Space>("curlew::fem::source_unknowns", source.unknowns),
                               to_view<Space>("curlew::fem::source_values", source.values)});
    for (const TimePort &port : ports_)
      port_views_.push_back({to_view<Space>("curlew::fem::port_unknowns", port.field.unknowns),
                             to_view<Space>("curlew::fem::port_load", port.field.load)});
    make_recorders(in);
  }

  void begin_step(std::int64_t, bool observed) override {
    timer_.begin_step();
    timer_.time(space_, k_faraday, [&] {
      loop("curlew::fem::integrate_field", count_,
           IntegrateField{h_, electric_.data(), integral_.data(),
                          observed ? middle_.data() : nullptr});
    });
  }

  void end_step(std::int64_t n) override {
    timer_.time(space_, k_load, [&] { make_load(n); });
    timer_.time(space_, k_solve, [&] {
      loop("curlew::fem::guess_change", count_,
           GuessChange{last_.data(), before_.data(), first_.data(), change_.data()});
      solver_->solve(load_, change_);
    });
    timer_.time(space_, k_load, [&] { finish(); });
    timer_.end_step();
    steps_done_ = n + 1;
  }

  Energy energy() override {
    const double scale = 0.5 * k_eps0;
    (*mass_product_)(space_, 1, electric_, 0, work_);
    double electric = product(electric_, work_);
    if (beta_ > 0.25) {
      curl_product_(space_, 1, electric_, 0, work_);
      electric += (beta_ - 0.25) * h_ * h_ * product(electric_, work_);
    }
    curl_product_(space_, 1, middle_, 0, work_);
    return {scale * electric, scale * product(middle_, work_)};
  }

  CellFields fields() override {
    const std::vector<double> electric = to_vector(space_, electric_),
                              integral = to_vector(space_, middle_);
    // Both fields are one complex field: E is the real part, its integral the imaginary part.
    PhasorField both(problem_.unknowns.number.size(), 0);
    for (std::size_t d = 0; d < both.size(); ++d)
      if (const Index u = problem_.unknowns.number[d]; u >= 0)
        both[d] = {electric[u], integral[u]};
    const Model &model = problem_.model;
    CellFields cells;
    cells.electric.assign(3 * model.mesh.tets.size(), 0);
    cells.magnetic.assign(3 * model.mesh.tets.size(), 0);
    parallel_chunks(problem_.tets.size(), problem_.threads, [&](std::size_t from, std::size_t to) {
      for (std::size_t k = from; k < to; ++k) {
        const Index tet = problem_.tets[k];
        const auto local = field_in_tet(problem_.dofs, shape_of_tet(model.mesh, problem_.dofs, tet),
                                        both, tet, {0.25, 0.25, 0.25, 0.25});
        const auto m = input_.materials[model.material[tet]].mu_r.inverse().v;
        const double c[3] = {local.curl[0].imag(), local.curl[1].imag(), local.curl[2].imag()};
        const double b[3] = {m[0] * c[0] + m[3] * c[1] + m[4] * c[2],
                             m[3] * c[0] + m[1] * c[1] + m[5] * c[2],
                             m[4] * c[0] + m[5] * c[1] + m[2] * c[2]};
        for (int d = 0; d < 3; ++d) {
          cells.electric[3 * static_cast<std::size_t>(tet) + d] = local.field[d].real();
          cells.magnetic[3 * static_cast<std::size_t>(tet) + d] = -b[d] / k_eta0;
        }
      }
    });
    return cells;
  }

  ProbeOutput &probes() override { return *probes_; }
  PortOutput *ports() override { return waves_ ? &*waves_ : nullptr; }
  double magnetic_lag_steps() const override { return 0.5; }

  double squared_norm() override { return product(electric_, electric_); }
  LargestField largest() override {
    const std::vector<double> values = to_vector(space_, electric_);
    Index at = 0;
    for (Index i = 0; i < count_; ++i)
      if (!(std::abs(values[i]) <= std::abs(values[at])))
        at = i;
    const auto row = std::find(problem_.tet_rows.begin(), problem_.tet_rows.end(), at);
    const Index tet = problem_.tets[(row - problem_.tet_rows.begin()) / per_point_];
    const Point p = centroid_of(problem_.model.mesh, tet);
    const double size = std::abs(values[at]);
    return {std::isfinite(size) ? size : std::numeric_limits<double>::infinity(),
            fmt::format("the largest unknown of E, {:.3g} V, is in the tet around ({:.4g}, {:.4g}, "
                        "{:.4g}) m in \"{}\"",
                        size, p[0], p[1], p[2],
                        input_.materials[problem_.model.material[tet]].name)};
  }

  StepTimes times() const override {
    const double n = static_cast<double>(count_);
    const double products = curl_.bytes() + loss_.bytes();
    return {timer_.steps(),
            {{"faraday", 3 * 8 * n, timer_.seconds(k_faraday)},
             {"load", products + 8 * 14 * n, timer_.seconds(k_load)},
             {"solve", solver_->minimum_bytes(), timer_.seconds(k_solve)}}};
  }

  SolverFigures solver() const override {
    const auto solves = static_cast<double>(std::max<std::int64_t>(solver_->solves(), 1));
    return {solver_->description(), static_cast<double>(solver_->iterations()) / solves,
            solver_->largest_residual()};
  }

protected:
  FieldState save_unknowns() const override {
    FieldState state;
    for (const auto &[name, vector] : vectors())
      state[name] = to_vector(space_, vector);
    return state;
  }
  void load_unknowns(const FieldState &state) override {
    for (const auto &[name, vector] : vectors())
      copy_to_view(space_, state.at(name), vector);
  }

private:
  static constexpr int k_faraday = 0, k_load = 1, k_solve = 2;

  struct BranchState {
    BranchStep step;
    Vector current, charge;
  };
  struct Memory {
    Indices unknowns;
    SparseMatrix<Space, double> products;
    SparseProduct<Space, double> product;
    std::vector<BranchState> branches;
    Vector expected, image;
  };
  struct SourceViews {
    Indices unknowns;
    Vector values;
  };

  class Waves final : public PortOutput {
  public:
    Waves(SchemeOn &scheme, PortRecorder waves)
        : PortOutput(std::move(waves), k_ports), scheme_(scheme) {}
    bool record(std::int64_t step) override {
      scheme_.add_waves(step, waves());
      return false;
    }

  private:
    SchemeOn &scheme_;
  };

  // Makes the recorders, in the order in which they write.
  void make_recorders(const SchemeInput &in) {
    const auto add = [&](Recorder &recorder) { recorders().push_back(&recorder); };
    if (!in.surface.unknowns().empty())
      add(surface_.emplace(space_, in.surface, transformed_hz(in), in.plan, electric_));
    const StencilSampler<Space> sampler{
        per_point_,
        to_view<Space>("curlew::fem::probe_unknowns", in.probes.electric.unknowns),
        to_view<Space>("curlew::fem::probe_unknowns", in.probes.magnetic.unknowns),
        to_view<Space>("curlew::fem::probe_weights", in.probes.electric.weights),
        to_view<Space>("curlew::fem::probe_weights", in.probes.magnetic.weights),
        electric_.data(),
        integral_.data()};
    probes_ = make_probe_output(space_, in.probes.electric.points(), in.probes.magnetic.points(),
                                magnetic_lag_steps(), [sampler] { return sampler; });
    add(*probes_);
    if (ports_.empty())
      return;
    add(waves_.emplace(*this, PortRecorder(impedances(in.ports), transformed_hz(in), in.plan.dt_s,
                                           in.plan.steps)));
    if (!in.input.outputs.ports)
      waves_->waves().leave_out_rows();
  }

  static std::vector<double> impedances(const std::vector<TimePort> &ports) {
    std::vector<double> result;
    for (const TimePort &port : ports)
      result.push_back(port.impedance_ohm);
    return result;
  }

  void add_memory(const BranchSet &set) {
    const auto matrix = to_space<double>(space_, set.products);
    const std::size_t n = set.unknowns.size();
    Memory memory{to_view<Space>("curlew::fem::branch_unknowns", set.unknowns),
                  matrix,
                  SparseProduct<Space, double>(matrix),
                  {},
                  Vector("curlew::fem::branch_expected", n),
                  Vector("curlew::fem::branch_image", n)};
    for (const Branch &branch : set.branches)
      memory.branches.push_back({step_of(branch, dt_s_), Vector("curlew::fem::branch_current", n),
                                 Vector("curlew::fem::branch_charge", n)});
    memory_.push_back(std::move(memory));
  }

  // Returns the state vectors by name, for checkpoints.
  std::vector<std::pair<std::string, Vector>> vectors() const {
    std::vector<std::pair<std::string, Vector>> all = {{"electric", electric_},
                                                       {"integral", integral_},
                                                       {"change_1", last_},
                                                       {"change_2", before_},
                                                       {"change_3", first_}};
    for (std::size_t m = 0; m < memory_.size(); ++m)
      for (std::size_t b = 0; b < memory_[m].branches.size(); ++b) {
        all.emplace_back(fmt::format("branch_{}_{}_current", m, b), memory_[m].branches[b].current);
        all.emplace_back(fmt::format("branch_{}_{}_charge", m, b), memory_[m].branches[b].charge);
      }
    return all;
  }

  template <class Kernel> void loop(const char *label, Index count, const Kernel &kernel) {
    Kokkos::parallel_for(label, RangePolicy<Space>(space_, 0, count), kernel);
  }
  double product(const Vector &x, const Vector &y) {
    return ordered_sum(space_, "curlew::fem::step_product", count_,
                       SquareTerms{x.data(), y.data()});
  }

  // load := f - S y - B E - sum of K times the expected currents of branches.
  void make_load(std::int64_t n) {
    curl_product_(space_, -1, integral_, 0, load_);
    if (loss_product_)
      (*loss_product_)(space_, -1, electric_, 1, load_);
    for (Memory &memory : memory_) {
      Kokkos::deep_copy(space_, memory.expected, 0.0);
      const auto rows = static_cast<Index>(memory.unknowns.extent(0));
      for (const BranchState &branch : memory.branches)
        loop("curlew::fem::expect_current", rows,
             ExpectCurrent{branch.step, memory.unknowns.data(), electric_.data(),
                           branch.current.data(), branch.charge.data(), memory.expected.data()});
      memory.product(space_, 1, memory.expected, 0, memory.image);
      loop("curlew::fem::subtract_branches", rows,
           SubtractAt{memory.unknowns.data(), memory.image.data(), load_.data()});
    }
    const double now_s = static_cast<double>(n) * dt_s_;
    for (std::size_t s = 0; s < sources_.size(); ++s)
      add_source(source_views_[s], sources_[s].waveform(now_s + 0.5 * dt_s_));
    for (std::size_t p = 0; p < ports_.size(); ++p)
      if (const auto &drive = ports_[p].drive) // twice the mean of the incoming wave
        add_source(port_views_[p],
                   ports_[p].admittance * ((*drive)(now_s) + (*drive)(now_s + dt_s_)));
  }

  void add_source(const SourceViews &source, double factor) {
    if (factor != 0)
      loop("curlew::fem::add_source", static_cast<Index>(source.unknowns.extent(0)),
           AddSource{factor, source.unknowns.data(), source.values.data(), load_.data()});
  }

  void finish() {
    for (Memory &memory : memory_)
      for (const BranchState &branch : memory.branches)
        loop("curlew::fem::advance_branch", static_cast<Index>(memory.unknowns.extent(0)),
             AdvanceBranch{branch.step, 0.5 / h_, dt_s_, memory.unknowns.data(), electric_.data(),
                           change_.data(), branch.current.data(), branch.charge.data()});
    loop("curlew::fem::finish_step", count_,
         FinishStep{1 / h_, change_.data(), electric_.data(), last_.data(), before_.data(),
                    first_.data()});
  }

  void add_waves(std::int64_t step, PortRecorder &waves) {
    const double time_s = static_cast<double>(step) * dt_s_;
    std::vector<double> incident, total;
    for (std::size_t p = 0; p < ports_.size(); ++p) {
      incident.push_back(ports_[p].drive ? (*ports_[p].drive)(time_s) : 0);
      const SourceViews &view = port_views_[p];
      total.push_back(
          ordered_sum(space_, "curlew::fem::port_voltage",
                      static_cast<Offset>(view.unknowns.extent(0)),
                      PortTerms{view.unknowns.data(), view.values.data(), electric_.data()}) /
          ports_[p].field.norm);
    }
    waves.add(step, incident, total);
  }

  const Case &input_;
  const Problem &problem_;
  TimePlan plan_;
  const std::vector<TimeSource> &sources_;
  const std::vector<TimePort> &ports_;
  Space space_;
  double dt_s_, h_, beta_;
  Index count_;
  int per_point_;
  Vector electric_, integral_; // E at n dt; its integral over c t, at (n - 1/2) dt between steps
  Vector middle_;              // the integral at n dt, for observed steps
  Vector load_, work_;
  Vector change_, last_, before_, first_; // h times changes of E: this step's, and those before it
  SparseMatrix<Space, double> curl_, loss_, mass_;
  SparseProduct<Space, double> curl_product_;
  std::optional<SparseProduct<Space, double>> loss_product_, mass_product_;
  std::vector<Memory> memory_;
  std::vector<SourceViews> source_views_, port_views_;
  std::optional<SurfaceTransform<Space>> surface_; // set for a far field
  std::unique_ptr<ProbeOutput> probes_;
  std::optional<Waves> waves_; // set for ports
  std::unique_ptr<StepSolver<Space>> solver_;
  StepTimer<Space, 3> timer_;
};

} // namespace

std::unique_ptr<NewmarkScheme> make_newmark(Backend backend, const SchemeInput &input,
                                            StepMatrices matrices) {
  return with_backend(backend, [&](auto space) -> std::unique_ptr<NewmarkScheme> {
    return std::make_unique<SchemeOn<decltype(space)>>(input, std::move(matrices));
  });
}

} // namespace curlew::fem
