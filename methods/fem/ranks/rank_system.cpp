#include <curlew/methods/fem/ranks/rank_system.hpp>

#include <curlew/core/log.hpp>
#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/fem/assembly/element_product.hpp>
#include <curlew/methods/fem/assembly/gyrotropic_tets.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/fem/ranks/rank_gradient.hpp>
#include <curlew/methods/fem/ranks/rank_loads.hpp>
#include <curlew/methods/fem/ranks/rank_periods.hpp>
#include <curlew/methods/fem/solve/iterate.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/krylov/solve_scaled.hpp>
#include <curlew/solvers/multigrid/own/no_coarse_mesh.hpp>
#include <curlew/solvers/multigrid/rank_multigrid.hpp>
#include <curlew/solvers/preconditioner/jacobi.hpp>
#include <curlew/solvers/preconditioner/matrix_preconditioner.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

// Unknowns of the system that is solved, with their numbers in the problem: those of the problem,
// or with periods the entries of z.
struct Solved {
  std::vector<int> owner; // [number]
  std::vector<Index> numbers;
  Index owned = 0;
  std::vector<ExchangePeer> peers;

  Index ghosts() const { return static_cast<Index>(numbers.size()) - owned; }
};

Solved solved_of(const RankRows &rows, const std::vector<int> &owner) {
  return {owner, rows.unknowns, rows.owned, rows.peers};
}

template <class Space> class RankSystemOn final : public RankSystem {
public:
  using Vector = DistributedVector<Space, Complex>;
  using Operator = LinearOperator<Space, Complex>;
  using Column = typename Operator::Column;

  RankSystemOn(const Problem &problem, SolverChoice choice, const Communicator &ranks,
               std::vector<int> owner)
      : problem_(problem), choice_(std::move(choice)), rows_(make_rank_rows(problem, owner, ranks)),
        solved_(solved_of(rows_, owner)),
        tables_(make_tables<Space>(problem, {rows_.tets, rows_.tet_rows, rows_.curved})),
        faces_(make_face_tables<Space>(problem, rows_.terms, rows_.face_rows)),
        pattern_(to_space_pattern<Space>(rows_.pattern)),
        matrix_(make_matrix(pattern_, rows_.ghosts())),
        around_(make_row_tables(space_, pattern_, tables_, choice_.assembly, matrix_)) {
    if (!problem.periodic.empty()) {
      std::vector<int> entry_owner = owners_of_entries(problem, owner);
      RankPeriods made = make_rank_periods(problem, rows_, entry_owner);
      solved_ = {std::move(entry_owner), std::move(made.entries.numbers), made.entries.owned,
                 std::move(made.entries.peers)};
      periodic_ = std::move(made.periodic);
    }
    loads_ = {ranks, solved_.owner};
    exchange_ =
        std::make_shared<GhostExchange<Space, Complex>>(ranks, solved_.owned, solved_.peers);
    if (choice_.matrix == MatrixForm::ebe)
      elements_.emplace(rows_.pattern, rows_.tet_rows, problem.dofs.per_tet, rows_.face_rows,
                        problem.threads);
    if (choice_.has(PreconditionerKind::multigrid))
      make_levels();
  }

  const SolverChoice &choice() const override { return choice_; }

  void set(const Coefficients &coefficients) override {
    Stopwatch watch;
    run_collectively(ranks(), [&] {
      assemble_rows(coefficients);
      if (is_periodic())
        fold_rows(coefficients.phases);
    });
    mine_.assembly_s = watch.seconds();
    watch = Stopwatch();
    scaling_.reset();
    if (choice_.preconditioner.scale_first)
      scaling_.emplace(space_, system_matrix(), ranks(), *exchange_);
    is_gyrotropic_ = !coefficients.media->eps_gyration.empty();
    prepare_solver();
    space_.fence();
    mine_.solver_setup_s = watch.seconds();
    times_.assembly_s = ranks().max(mine_.assembly_s);
    times_.preconditioner_s = ranks().max(mine_.solver_setup_s);
  }

  void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) override {
    const TimedBlock timed(report.solve_s);
    report.solver = to_text(choice_);
    report.setup_s = times_.assembly_s + times_.preconditioner_s;
    if (is_periodic() && ranks().is_root()) {
      Load z = x.empty() ? Load() : representatives(x, problem_.periodic, all_factors_);
      solve_system(folded(b, problem_.periodic, all_factors_), z, options, report);
      x = unfolded(z, problem_.periodic, all_factors_);
    } else {
      solve_system(b, x, options, report);
    }
  }

  Load apply(const Load &x) const override {
    const Vector from = scattered(x), to = from.like(1);
    if (scaling_)
      scaling_->divide(from, from);
    product().apply(from, to);
    if (scaling_)
      scaling_->divide(to, to);
    return gathered(to);
  }

  const SetupTimes &times() const override { return times_; }

  std::vector<RankShare> shares() const override {
    RankShare share = mine_;
    share.unknowns = rows_.owned;
    share.ghosts = rows_.ghosts();
    share.tets = tables_.tets;
    share.entries = static_cast<Offset>(matrix_.columns.extent(0));
    std::vector<RankShare> all;
    for (const std::vector<RankShare> &one : ranks().gather(std::vector<RankShare>{share}))
      all.push_back(one.at(0));
    return all;
  }

private:
  const Communicator &ranks() const { return rows_.ranks; }
  bool is_periodic() const { return !problem_.periodic.empty(); }
  const SparseMatrix<Space, Complex> &system_matrix() const {
    return is_periodic() ? folded_on_space_ : matrix_;
  }

  void solve_system(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) {
    if (choice_.method == SolverMethod::direct)
      solve_at_root(b, x, report);
    else
      solve_by_iteration(b, x, options, report);
  }

  // Makes this rank's rows of the matrix of z.
  void fold_rows(const std::vector<double> &phases) {
    all_factors_ = factors_of(problem_.periodic, phases);
    folded_ = folded(to_host(space_, matrix_), periodic_, factors_of(periodic_, phases),
                     problem_.threads);
    folded_on_space_ = to_space<Complex>(space_, folded_);
  }

  void prepare_solver() {
    if (choice_.has(PreconditionerKind::gradient))
      preconditioner_ =
          make_rank_gradient(space_, problem_, rows_, solved_.owner, to_host(space_, matrix_));
    else if (choice_.has(PreconditionerKind::multigrid))
      make_cycle();
    else if (choice_.method == SolverMethod::direct)
      factor_at_root();
    else
      run_collectively(ranks(), [&] { make_local_preconditioner(); });
    if (choice_.matrix == MatrixForm::ebe)
      matrix_.values = {};
    else if (choice_.matrix == MatrixForm::jad)
      run_collectively(ranks(), [&] { sell_ = make_sell<Complex>(space_, system_matrix()); });
  }

  // Makes a preconditioner of this rank's rows.
  void make_local_preconditioner() {
    if (elements_ && choice_.has(PreconditionerKind::jacobi))
      preconditioner_ = make_jacobi(
          space_, elements_->diagonal(space_, tables_, problem_.dofs.space, faces_, weights_));
    else
      preconditioner_ = matrix_preconditioner(space_, system_matrix(), choice_.preconditioner);
  }

  // Returns true where the matrix is assembled: always except with "ebe", and there for a
  // preconditioner that is made from the matrix entries.
  bool needs_matrix() const {
    return !elements_ ||
           (!choice_.has(PreconditionerKind::none) && !choice_.has(PreconditionerKind::jacobi));
  }

  void assemble_rows(const Coefficients &coefficients) {
    set_media(rows_.tets, *coefficients.media, problem_.threads, tables_);
    std::vector<Complex> factors;
    for (const Index term : rows_.terms)
      factors.emplace_back(coefficients.faces.at(term));
    faces_.factor = to_view<Space>("curlew::fem::face_factors", factors);
    weights_ = {coefficients.curl, coefficients.mass};
    if (!needs_matrix())
      return;
    if (matrix_.values.extent(0) == 0) // "ebe" drops it
      matrix_ = make_matrix(pattern_, rows_.ghosts());
    fem::assemble(space_, tables_, around_, weights_, choice_.assembly, matrix_);
    if (!rows_.curved.empty())
      add_curved(space_, tables_, problem_.dofs.space, weights_, matrix_);
    const auto gyrotropic = make_gyrotropic_tets<Space>(
        AssembledTets{rows_.tets, rows_.tet_rows, rows_.curved}, *coefficients.media);
    if (!gyrotropic.empty())
      add_gyrotropic(space_, tables_, gyrotropic, problem_.dofs.space, weights_, matrix_);
    add_faces(space_, faces_, matrix_);
    space_.fence();
  }

  RowPart<Complex> own_rows() const {
    return {is_periodic() ? folded_ : to_host(space_, matrix_), solved_.numbers, solved_.owned,
            solved_.peers, !ranks().is_alone()};
  }

  // Every rank makes all levels whole, the same ones.
  void make_levels() {
    run_collectively(ranks(), [&] {
      try {
        levels_ = multigrid_levels(problem_, choice_.own_levels);
      } catch (const NoCoarseMesh &error) {
        choice_ = without_own_levels(std::move(choice_), problem_.model, problem_.dofs.space,
                                     error.what());
        if (ranks().is_root())
          spdlog::warn("multigrid has no coarse mesh of its own ({}): solved by {}", error.what(),
                       to_text(choice_));
        if (choice_.has(PreconditionerKind::multigrid))
          levels_ = multigrid_levels(problem_, 0);
      }
      choice_.own_levels = levels_.own;
    });
  }

  void make_cycle() {
    if (!multigrid_) {
      MultigridOptions options = choice_.multigrid;
      options.threads = problem_.threads;
      options.is_symmetric = !is_gyrotropic_;
      if (choice_.own_levels > 0) // the coarsest matrix may be singular, as on one rank
        options.coarsest_pivots = PivotRule::replaced;
      multigrid_.emplace(ranks(), std::move(levels_.levels), solved_.owner, options);
    }
    const Multigrid<Space> made = multigrid_->make(space_, own_rows());
    preconditioner_ = made.preconditioner;
    times_.description = describe(made.report) + "; the coarsest is solved at the root";
  }

  // Gathers and factors the whole matrix at the root; the other ranks wait.
  void factor_at_root() {
    HostSparse<Complex> whole = curlew::gathered(own_rows(), solved_.owner, ranks());
    run_collectively(ranks(), [&] {
      if (!ranks().is_root())
        return;
      if (factor_) {
        factor_->factor(whole);
        return;
      }
      FactorOptions options = symmetric_factor(problem_.threads);
      if (is_periodic() || is_gyrotropic_)
        options.symmetry = MatrixSymmetry::general;
      factor_.emplace(std::move(whole), options);
    });
    if (factor_) {
      const FactorReport &made = factor_->report();
      times_.description = fmt::format(
          "the root alone gathers and factors the whole matrix: {} with {} ordering, {:.3g} M "
          "entries, {:.3g} MB",
          made.library, made.ordering, made.entries / 1e6, made.bytes / 1e6);
    }
  }

  void solve_at_root(const Load &b, Load &x, SolveReport &report) {
    run_collectively(ranks(), [&] {
      if (!ranks().is_root())
        return;
      x = b;
      report.residual = factor_->solve(reinterpret_cast<Complex *>(x.data()));
    });
    report.iterations = 1;
    report.applications = 1;
    report.history = {1, report.residual};
  }

  void solve_by_iteration(const Load &b, Load &x, const SolveOptions &options,
                          SolveReport &report) {
    const Vector right = scattered(b), solution = right.like(1);
    if (ranks().any(ranks().is_root() && !x.empty()))
      put(loads_.mine_of(x), solution);
    const Operator a = product();
    const auto solve = [&](const Vector &of, const Vector &to, const SolveOptions &now,
                           SolveReport &made) {
      iterate<Space>(choice_, a, preconditioner_ ? &*preconditioner_ : nullptr, of, to, now, made);
    };
    if (scaling_)
      solve_scaled<Space>(*scaling_, a, right, solution, options, report, solve);
    else
      solve(right, solution, options, report);
    x = gathered(solution);
  }

  Operator product() const {
    if (elements_)
      return with_ghosts(
          [product = elements_->product(tables_, problem_.dofs.space, faces_, weights_)](
              const Space &space, const Column &x, const Column &y) {
            product.apply(space, x, y);
          });
    if (sell_)
      return with_ghosts([sell = *sell_](const Space &space, const Column &x, const Column &y) {
        multiply(space, sell, Complex(1), x, Complex(0), y);
      });
    return with_ghosts([product = SparseProduct<Space, Complex>(system_matrix())](
                           const Space &space, const Column &x, const Column &y) {
      product(space, Complex(1), x, Complex(0), y);
    });
  }

  // Returns the product of this rank's rows, after an exchange of the ghosts of x.
  template <class Product> Operator with_ghosts(const Product &product) const {
    return Operator(
        [exchange = exchange_, product](const Space &space, const Column &x, const Column &y) {
          exchange->start(space, x);
          exchange->finish(space, x);
          product(space, x, y);
        },
        solved_.owned);
  }

  Load gathered(const Vector &x) const {
    const auto owned = Kokkos::make_pair(std::size_t(0), static_cast<std::size_t>(solved_.owned));
    const std::vector<Complex> values = to_vector(space_, Column(x.column(0), owned));
    return loads_.gathered(Load(values.begin(), values.end()));
  }
  Vector scattered(const Load &all) const {
    const Vector vector(space_, ranks(), solved_.owned, solved_.ghosts());
    put(loads_.mine_of(all), vector);
    return vector;
  }
  void put(const Load &mine, const Vector &vector) const {
    const auto owned = Kokkos::make_pair(std::size_t(0), mine.size());
    copy_to_view(space_, std::vector<Complex>(mine.begin(), mine.end()),
                 Column(vector.column(0), owned));
  }

  const Problem &problem_;
  SolverChoice choice_;
  RankRows rows_;
  Solved solved_;
  PeriodicUnknowns periodic_;                     // in this rank's numbers; empty without periods
  std::vector<std::complex<double>> all_factors_; // of problem_.periodic
  RankLoads loads_;
  Space space_;
  TetTables<Space> tables_;
  FaceTables<Space> faces_;
  SpacePattern<Space> pattern_; // whose memory matrix_ and around_ share
  SparseMatrix<Space, Complex> matrix_;
  RowTables<Space> around_;
  std::optional<ElementProduct<Space>> elements_; // for "ebe", which keeps no entries
  Weights weights_;
  std::shared_ptr<GhostExchange<Space, Complex>> exchange_;
  HostSparse<Complex> folded_; // rows of the matrix of z
  SparseMatrix<Space, Complex> folded_on_space_;
  std::optional<SellMatrix<Space, Complex>> sell_;
  std::optional<DiagonalScaling<Space>> scaling_; // with it the system's matrix is the scaled one
  bool is_gyrotropic_ = false;
  ProblemLevels levels_;                        // until multigrid_ takes them
  std::optional<RankMultigrid> multigrid_;      // divided once, for all frequencies
  std::optional<SparseFactor<Complex>> factor_; // for "direct", at the root
  std::optional<Operator> preconditioner_;
  RankShare mine_;
  SetupTimes times_;
};

} // namespace

std::unique_ptr<RankSystem> make_rank_system(Backend backend, const Problem &problem,
                                             const SolverChoice &choice, const Communicator &ranks,
                                             std::vector<int> owner) {
  return with_backend(backend, [&](auto space) -> std::unique_ptr<RankSystem> {
    return std::make_unique<RankSystemOn<decltype(space)>>(problem, choice, ranks,
                                                           std::move(owner));
  });
}

std::unique_ptr<RankSystem> make_rank_system(Backend backend, const Problem &problem,
                                             const SolverChoice &choice, const Communicator &ranks,
                                             const std::string &partition) {
  return make_rank_system(backend, problem, choice, ranks,
                          owners_of_unknowns(problem, ranks.size(), partition));
}

} // namespace curlew::fem
