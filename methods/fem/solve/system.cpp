#include <curlew/methods/fem/solve/system.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/fem/assembly/element_product.hpp>
#include <curlew/methods/fem/assembly/gyrotropic_tets.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/fem/solve/iterate.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/methods/shared/run/phase_clock.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/krylov/asymmetry.hpp>
#include <curlew/solvers/krylov/solve_scaled.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>
#include <curlew/solvers/multigrid/space_multigrid.hpp>
#include <curlew/solvers/preconditioner/jacobi.hpp>
#include <curlew/solvers/preconditioner/matrix_preconditioner.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>

#include <fmt/format.h>

#include <optional>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

constexpr double k_asymmetry = 1e-12; // |x.Ay - y.Ax| over |x| |Ay| that counts as rounding

template <class Space> class SystemOn final : public EquationSystem {
public:
  using Vector = DistributedVector<Space, Complex>;
  using Operator = LinearOperator<Space, Complex>;

  SystemOn(const Problem &problem, SolverChoice choice)
      : problem_(problem), choice_(std::move(choice)), tables_(make_tables<Space>(problem)),
        faces_(make_face_tables<Space>(problem)) {
    if (choice_.matrix == MatrixForm::ebe)
      elements_.emplace(problem.pattern, problem.tet_rows, problem.dofs.per_tet, face_rows(problem),
                        problem.threads);
    if (choice_.has(PreconditionerKind::multigrid))
      make_levels();
  }

  const SolverChoice &choice() const override { return choice_; }

  void set(const Coefficients &coefficients) override {
    Stopwatch watch;
    times_.pattern_s = 0;
    load(coefficients);
    if (needs_matrix())
      assemble_matrix();
    if (is_periodic())
      fold_matrix(coefficients.phases);
    times_.assembly_s = watch.seconds();
    watch = Stopwatch();
    scaling_.reset();
    if (choice_.preconditioner.scale_first)
      scaling_.emplace(space_, system_matrix());
    prepare_solver();
    space_.fence();
    times_.preconditioner_s = watch.seconds();
  }

  HostSparse<Complex> assemble(const Coefficients &coefficients) override {
    load(coefficients);
    assemble_matrix();
    return to_host(space_, matrix_);
  }

  void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) override {
    const TimedBlock timed(report.solve_s);
    report.solver = to_text(choice_);
    report.setup_s = times_.assembly_s + times_.preconditioner_s;
    if (is_periodic()) {
      Load z = x.empty() ? Load() : representatives(x, problem_.periodic, factors_);
      solve_system(folded(b, problem_.periodic, factors_), z, options, report);
      x = unfolded(z, problem_.periodic, factors_);
    } else {
      solve_system(b, x, options, report);
    }
  }

  Offset entries() const override {
    return matrix_.rows > 0 ? matrix_.entries()
                            : static_cast<Offset>(pattern_here().columns.extent(0));
  }

  Load apply(const Load &x) const override {
    const Vector from = to_vector_of(x), to = from.like(1);
    if (scaling_)
      scaling_->divide(from, from);
    matrix_operator().apply(from, to);
    if (scaling_)
      scaling_->divide(to, to);
    return from_vector(to);
  }

  const SetupTimes &times() const override { return times_; }

private:
  bool is_periodic() const { return !problem_.periodic.empty(); }

  void solve_system(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) {
    if (choice_.method == SolverMethod::direct)
      solve_direct(b, x, report);
    else
      iterate(b, x, options, report);
  }

  // Makes the folded matrix that is solved where unknowns are periodic, instead of the matrix of
  // all.
  void fold_matrix(const std::vector<double> &phases) {
    factors_ = factors_of(problem_.periodic, phases);
    folded_ = folded(to_host(space_, matrix_), problem_.periodic, factors_, problem_.threads);
    if (choice_.method != SolverMethod::direct)
      folded_on_space_ = to_space<Complex>(space_, folded_);
  }

  HostSparse<Complex> system_on_host() const {
    return is_periodic() ? folded_ : to_host(space_, matrix_);
  }
  const SparseMatrix<Space, Complex> &system_matrix() const {
    return is_periodic() ? folded_on_space_ : matrix_;
  }

  void load(const Coefficients &coefficients) {
    set_media(problem_, *coefficients.media, tables_);
    gyrotropic_ = make_gyrotropic_tets<Space>(all_tets(problem_), *coefficients.media);
    std::vector<Complex> factors(coefficients.faces.begin(), coefficients.faces.end());
    faces_.factor = to_view<Space>("curlew::fem::face_factors", factors);
    weights_ = {coefficients.curl, coefficients.mass};
  }

  // Returns true where the matrix is assembled: always except with "ebe", and there for a
  // preconditioner that is made from the matrix entries.
  bool needs_matrix() const {
    return choice_.matrix != MatrixForm::ebe ||
           (!choice_.has(PreconditionerKind::none) && !choice_.has(PreconditionerKind::jacobi));
  }

  // Makes the pattern, on devices by kernels.
  SpacePattern<Space> pattern_here() const {
    if (!problem_.pattern.row_begin.empty())
      return to_space_pattern<Space>(problem_.pattern);
    if constexpr (is_device<Space>)
      return make_pattern(space_, tables_.rows, problem_.unknowns.count);
    else // takes half of the kernels' time at second order
      return to_space_pattern<Space>(make_pattern(problem_.tet_rows, problem_.dofs.per_tet,
                                                  problem_.unknowns.count, problem_.threads));
  }

  void assemble_matrix() {
    if (matrix_.rows == 0) {
      const Stopwatch watch;
      const SpacePattern<Space> pattern = pattern_here();
      times_.pattern_s = watch.seconds();
      matrix_ = make_matrix(pattern);
      if (choice_.assembly != Assembly::atomic)
        rows_ = make_row_tables(space_, pattern, tables_, choice_.assembly, matrix_);
    }
    fem::assemble(space_, tables_, rows_, weights_, choice_.assembly, matrix_);
    if (!problem_.curved.empty())
      add_curved(space_, tables_, problem_.dofs.space, weights_, matrix_);
    if (!gyrotropic_.empty())
      add_gyrotropic(space_, tables_, gyrotropic_, problem_.dofs.space, weights_, matrix_);
    add_faces(space_, faces_, matrix_);
    space_.fence();
  }

  void prepare_solver() {
    preconditioner_.reset();
    times_.description.clear();
    make_preconditioner();
    if (choice_.method == SolverMethod::cocg)
      require_symmetric_matrix();
    if (choice_.matrix != MatrixForm::ebe)
      return;
    if (needs_matrix())
      times_.description += (times_.description.empty() ? "" : "; ") +
                            to_string(choice_.preconditioner.kind) +
                            " was made from the assembled matrix, which is gone";
    matrix_ = {};
  }

  // Throws InputError for an unsymmetric matrix: COCG would not detect it.
  void require_symmetric_matrix() const {
    const Vector like(space_, Communicator(), system_rows(), 0);
    if (const double off = asymmetry(matrix_operator(), like); off > k_asymmetry)
      throw InputError(fmt::format("\"cocg\" is for Complex symmetric matrices, and of this one "
                                   "x.Ay and y.Ax differ by {:.2g} |x| |Ay|; take \"direct\" or "
                                   "\"fgmres\"",
                                   off));
  }
  Index system_rows() const { return is_periodic() ? folded_.rows : problem_.unknowns.count; }

  void make_preconditioner() {
    if (choice_.method == SolverMethod::direct) {
      factor_direct();
      return;
    }
    if (choice_.has(PreconditionerKind::jacobi) && elements_)
      preconditioner_ = make_jacobi(
          space_, elements_->diagonal(space_, tables_, problem_.dofs.space, faces_, weights_));
    else if (choice_.has(PreconditionerKind::gradient))
      preconditioner_ = make_gradient_jacobi(space_, matrix_, finest_gradient(problem_));
    else if (choice_.has(PreconditionerKind::multigrid))
      make_cycle();
    else
      preconditioner_ = matrix_preconditioner(space_, system_matrix(), choice_.preconditioner);
    if (choice_.matrix == MatrixForm::jad)
      sell_ = make_sell<Complex>(space_, system_matrix());
  }

  void factor_direct() {
    if (factor_) {
      factor_->factor(system_on_host());
    } else {
      FactorOptions options;
      options.symmetry = is_periodic() || !gyrotropic_.empty() ? MatrixSymmetry::general
                                                               : MatrixSymmetry::symmetric;
      options.threads = problem_.threads;
      factor_.emplace(system_on_host(), options);
    }
    const FactorReport &report = factor_->report();
    times_.description = fmt::format("{} with {} ordering, {:.3g} M entries", report.library,
                                     report.ordering, report.entries / 1e6);
  }

  void make_levels() {
    try {
      set_levels(multigrid_levels(problem_, choice_.own_levels));
    } catch (const NoCoarseMesh &error) {
      choice_ =
          without_own_levels(std::move(choice_), problem_.model, problem_.dofs.space, error.what());
      spdlog::warn("multigrid has no coarse mesh of its own ({}): solved by {}", error.what(),
                   to_text(choice_));
      if (choice_.has(PreconditionerKind::multigrid))
        set_levels(multigrid_levels(problem_, 0));
    }
  }

  void set_levels(const ProblemLevels &made) {
    multigrid_.emplace(space_, made.levels);
    choice_.own_levels = made.own;
  }

  void make_cycle() {
    MultigridOptions options = choice_.multigrid;
    options.threads = problem_.threads;
    options.is_symmetric = gyrotropic_.empty();
    // Coarse edges along conductors may depend on each other, because few fine edges touch them.
    // The coarsest matrix is then singular, and these factors replace its pivots.
    if (choice_.own_levels > 0)
      options.coarsest_pivots = PivotRule::replaced;
    const Multigrid<Space> made = multigrid_->make(space_, matrix_, options);
    preconditioner_ = made.preconditioner;
    times_.description = describe(made.report);
  }

  void solve_direct(const Load &b, Load &x, SolveReport &report) {
    x = b;
    const double residual = factor_->solve(reinterpret_cast<Complex *>(x.data()));
    report.iterations = 1;
    report.applications = 1;
    report.residual = residual;
    report.history = {1, residual};
  }

  void iterate(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) {
    const Vector right = to_vector_of(b), solution = right.like(1);
    if (!x.empty())
      copy(x, solution);
    const Operator a = matrix_operator();
    const auto solve = [&](const Vector &b, const Vector &x, const SolveOptions &now,
                           SolveReport &made) {
      fem::iterate<Space>(choice_, a, preconditioner_ ? &*preconditioner_ : nullptr, b, x, now,
                          made);
    };
    if (scaling_)
      solve_scaled<Space>(*scaling_, a, right, solution, options, report, solve);
    else
      solve(right, solution, options, report);
    x = from_vector(solution);
  }

  Operator matrix_operator() const {
    if (elements_)
      return elements_->product(tables_, problem_.dofs.space, faces_, weights_);
    if (!sell_)
      return sparse_operator(system_matrix());
    return Operator(
        [sell = *sell_](const Space &space, const auto &x, const auto &y) {
          multiply(space, sell, Complex(1), x, Complex(0), y);
        },
        system_matrix().rows);
  }

  Vector to_vector_of(const Load &values) const {
    Vector vector(space_, Communicator(), static_cast<Index>(values.size()), 0);
    copy(values, vector);
    return vector;
  }
  void copy(const Load &values, const Vector &vector) const {
    const Kokkos::View<const Complex *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        host(reinterpret_cast<const Complex *>(values.data()), values.size());
    Kokkos::deep_copy(vector.column(0), host);
  }
  Load from_vector(const Vector &vector) const {
    Load values(vector.column(0).extent(0));
    const Kokkos::View<Complex *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
        reinterpret_cast<Complex *>(values.data()), values.size());
    space_.fence();
    Kokkos::deep_copy(host, vector.column(0));
    return values;
  }

  const Problem &problem_;
  SolverChoice choice_;
  Space space_;
  TetTables<Space> tables_;
  GyrotropicTets<Space> gyrotropic_;
  RowTables<Space> rows_;
  FaceTables<Space> faces_;
  // With "ebe" it is filled only while a preconditioner is made from it.
  SparseMatrix<Space, Complex> matrix_;
  std::optional<ElementProduct<Space>> elements_;
  std::optional<SpaceMultigrid<Space>> multigrid_;
  HostSparse<Complex> folded_; // matrix of periodic unknowns
  SparseMatrix<Space, Complex> folded_on_space_;
  std::vector<std::complex<double>> factors_;
  Weights weights_;
  std::optional<SellMatrix<Space, Complex>> sell_;
  std::optional<Operator> preconditioner_;
  std::optional<DiagonalScaling<Space>> scaling_; // with it the system's matrix is the scaled one
  std::optional<SparseFactor<Complex>> factor_;
  SetupTimes times_;
};

} // namespace

Coefficients coefficients_of(const Media &media,
                             const std::vector<std::complex<double>> &admittances,
                             double wavenumber) {
  Coefficients coefficients;
  coefficients.media = &media;
  coefficients.mass = -wavenumber * wavenumber;
  for (const std::complex<double> &y : admittances)
    coefficients.faces.push_back(std::complex<double>(0, wavenumber) * y);
  return coefficients;
}

std::unique_ptr<EquationSystem> make_system(Backend backend, const Problem &problem,
                                            const SolverChoice &choice) {
  return with_backend(backend, [&](auto space) -> std::unique_ptr<EquationSystem> {
    return std::make_unique<SystemOn<decltype(space)>>(problem, choice);
  });
}

} // namespace curlew::fem
