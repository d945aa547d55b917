#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/background/coupled_apply.hpp>
#include <curlew/methods/fdfd/background/solve_background.hpp>
#include <curlew/methods/fdfd/krylov/belos_solve.hpp>
#include <curlew/methods/fdfd/krylov/csr_operator.hpp>
#include <curlew/methods/fdfd/krylov/krylov.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/methods/fdfd/solve/background_fallback.hpp>
#include <curlew/solvers/preconditioner/matrix_preconditioner.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace curlew::fdfd {
namespace {

template <class Space> ApplyFunction<Space> variant_apply(const Problem &problem, Variant variant) {
  switch (variant) {
  case Variant::csr:
    return make_csr<Space>(problem);
  case Variant::cas:
    return make_cas<Space>(problem);
  case Variant::cis:
    return make_cis<Space>(problem);
  default:
    return {}; // fused
  }
}

template <class Space> Vector<Space> new_vector(Offset size) {
  return Vector<Space>(Kokkos::view_alloc("curlew::fdfd::unknowns", Kokkos::WithoutInitializing),
                       size);
}

// std::complex and Kokkos::complex are two doubles each.
template <class Number, class Numbers> auto host_view(Numbers &values) {
  return Kokkos::View<Number *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      reinterpret_cast<Number *>(values.data()), values.size());
}

template <class Space>
void copy(const Space &space, const std::vector<complex> &from, const Vector<Space> &to) {
  Kokkos::deep_copy(space, to, host_view<const Complex>(from));
  space.fence(); // the copy must end before `from` is destroyed
}

template <class Space>
LinearOperator<Space, Complex> make_preconditioner(const Space &space, const System<Space> &system,
                                                   const PreconditionerChoice &choice) {
  const auto matrix = csr_matrix(space, system);
  if (choice.kind == PreconditionerKind::polynomial)
    return make_polynomial(as_operator<Space>(csr_apply(matrix)), random_start(space, system),
                           choice.degree);
  return matrix_preconditioner(space, matrix, choice).value();
}

template <class Space> struct Subtract {
  Vector<Space> from, what;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { from(i) -= what(i); }
};
template <class Space>
void subtract(const Space &space, const Vector<Space> &from, const Vector<Space> &what) {
  const RangePolicy<Space> all(space, 0, from.extent(0));
  Kokkos::parallel_for("curlew::fdfd::subtract", all, Subtract<Space>{from, what});
}

template <class Space> class FieldSolverOn : public FieldSolver {
public:
  FieldSolverOn(const Space &space, const Case &input, const Problem &problem,
                const SolverChoice &choice)
      : space_(space), choice_(choice), problem_(problem), system_(make_system<Space>(problem)),
        bare_apply_(variant_apply<Space>(problem, choice.variant)),
        apply_(with_couplings(problem, system_, bare_apply_)) {
    if (choice_.has(PreconditionerKind::background))
      set_up_background(input);
    else if (!choice_.has(PreconditionerKind::none))
      preconditioner_.emplace(make_preconditioner(space_, system_, choice_.preconditioner));
    space_.fence();
    setup_s_ = since_start_.seconds();
  }

  void solve(const RightHandSide &rhs, std::vector<complex> &e, const SolveOptions &options,
             SolveReport &report) override {
    if (f_.extent(0) == 0) { // kept for the next source: a sweep's solves are short
      f_ = new_vector<Space>(problem_.unknowns());
      x_ = new_vector<Space>(problem_.unknowns());
    }
    copy(space_, rhs.f, f_);
    const bool from_nothing = e.empty();
    e.resize(problem_.unknowns());
    if (!rhs.dirichlet_values.empty())
      subtract_dirichlet(rhs.dirichlet_values, f_, e);
    if (from_nothing)
      Kokkos::deep_copy(space_, x_, Complex(0));
    else
      copy(space_, e, x_);
    const auto finish = [&] {
      report.solver = report.solver.empty() ? to_text(choice_) : to_text(choice_, report.solver);
      report.setup_s = setup_s_;
    };
    try {
      run(f_, x_, options, report);
    } catch (const Error &) {
      finish();
      throw;
    }
    finish();
    fetch(rhs, e);
  }

  std::string description() const override {
    if (!background_)
      return "";
    return describe_background(choice_, background_->defect());
  }
  const SolverChoice &choice() const override { return choice_; }
  const std::string &fallback() const override { return fallback_; }
  double setup_s() const override { return setup_s_; }

private:
  void set_up_background(const Case &input) {
    background_.emplace(space_, problem_, system_, bare_apply_, choice_.background.value());
    fallback_ = fall_back(input, problem_, background_->defect(), choice_);
    if (!fallback_.empty())
      background_.reset();
  }

  // Subtracts the product of A with the values given on conductors.
  void subtract_dirichlet(const std::vector<complex> &given, const Vector<Space> &f,
                          std::vector<complex> &e) const {
    const auto d = new_vector<Space>(problem_.unknowns());
    copy(space_, given, d);
    const Vector<Space> product("curlew::fdfd::given", given.size());
    apply_fused(space_, system_, d, product);
    subtract(space_, f, product);
    for (std::size_t i = 0; i < e.size(); ++i)
      if (given[i] != complex(0))
        e[i] = 0;
  }

  void run(const Vector<Space> &f, const Vector<Space> &x, const SolveOptions &options,
           SolveReport &report) {
    if (background_)
      background_->solve(space_, f, x, options, report);
    else if (choice_.method == SolverMethod::cocg)
      solve_cocg(space_, system_, f, x, options.with_advice(advice("cocr or bicgstab")), report,
                 apply_, scales());
    else if (choice_.method == SolverMethod::cocr)
      solve_cocr(space_, system_, f, x, options.with_advice(advice("bicgstab")), report, apply_,
                 scales());
    else if (choice_.method == SolverMethod::bicgstab_fused)
      solve_bicgstab(space_, system_, f, x, options, report, apply_, scales());
    else
      solve_belos<Space>(space_, apply_ ? apply_ : fused_apply(system_), f, x,
                         {parse_krylov_method(to_string(choice_.method))}, options, report,
                         preconditioner_ ? &*preconditioner_ : nullptr);
  }

  // Returns the scales of the rows, made at the first call; none where conductors cut no edge.
  const RowScales<Space> &scales() {
    if (scales_.extent(0) == 0 && !problem_.cut_edges.empty())
      scales_ = to_view<Space>("curlew::fdfd::row_scales", row_scales(problem_));
    return scales_;
  }

  // Returns what to try where the iteration fails: the background's inverse, unless it has failed,
  // or the `others`.
  std::string advice(const std::string &others) const {
    if (fallback_.empty())
      return ". Try the preconditioner \"background\", " + others;
    return ". The background's inverse failed before: take fewer absorbing cells, or " + others;
  }

  void fetch(const RightHandSide &rhs, std::vector<complex> &e) const {
    Kokkos::deep_copy(space_, host_view<Complex>(e), x_);
    space_.fence();
    for (std::size_t i = 0; i < rhs.dirichlet_values.size(); ++i)
      if (rhs.dirichlet_values[i] != complex(0))
        e[i] = rhs.dirichlet_values[i];
  }

  Kokkos::Timer since_start_; // the first member: its time includes the construction of the others
  Space space_;
  SolverChoice choice_;
  const Problem &problem_;
  System<Space> system_;
  ApplyFunction<Space> bare_apply_, apply_; // without and with the couplings
  std::optional<BackgroundSolver<Space>> background_;
  std::optional<LinearOperator<Space, Complex>> preconditioner_;
  double setup_s_ = 0;
  std::string fallback_;
  Vector<Space> f_, x_;
  RowScales<Space> scales_;
};

} // namespace

std::unique_ptr<FieldSolver> make_field_solver(Backend backend, const Case &input,
                                               const Problem &problem, const SolverChoice &choice) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<FieldSolver> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<FieldSolverOn<Space>>(space, input, problem, choice);
  });
}

} // namespace curlew::fdfd
