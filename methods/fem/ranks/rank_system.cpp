#include <curlew/methods/fem/ranks/rank_system.hpp>

#include <curlew/core/mpi/run_collectively.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/fem/ranks/rank_gradient.hpp>
#include <curlew/methods/fem/solve/iterate.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/multigrid/rank_multigrid.hpp>
#include <curlew/solvers/preconditioner/matrix_preconditioner.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

template <class Space> class RankSystemOn final : public RankSystem {
public:
  using Vector = DistributedVector<Space, Complex>;
  using Operator = LinearOperator<Space, Complex>;
  using Column = typename Operator::Column;

  RankSystemOn(const Problem &problem, SolverChoice choice, const Communicator &ranks,
               std::vector<int> owner)
      : problem_(problem), choice_(std::move(choice)), owner_(std::move(owner)),
        rows_(make_rank_rows(problem, owner_, ranks)),
        owned_of_ranks_(ranks.gather(
            std::vector<Index>(rows_.unknowns.begin(), rows_.unknowns.begin() + rows_.owned))),
        tables_(make_tables<Space>(problem, {rows_.tets, rows_.tet_rows, rows_.curved})),
        faces_(make_face_tables<Space>(problem, rows_.terms, rows_.face_rows)),
        pattern_(to_space_pattern<Space>(rows_.pattern)),
        matrix_(make_matrix(pattern_, rows_.ghosts())),
        around_(make_row_tables(space_, pattern_, tables_, choice_.assembly, matrix_)),
        exchange_(
            std::make_shared<GhostExchange<Space, Complex>>(ranks, rows_.owned, rows_.peers)) {}

  void set(const Coefficients &coefficients) override {
    Stopwatch watch;
    run_collectively(ranks(), [&] { assemble_rows(coefficients); });
    mine_.assembly_s = watch.seconds();
    watch = Stopwatch();
    if (choice_.has(PreconditionerKind::gradient))
      preconditioner_ =
          make_rank_gradient(space_, problem_, rows_, owner_, to_host(space_, matrix_));
    else if (choice_.has(PreconditionerKind::multigrid))
      make_cycle();
    else if (choice_.method == SolverMethod::direct)
      factor_at_root();
    else
      run_collectively(ranks(), [&] {
        preconditioner_ = matrix_preconditioner(space_, matrix_, choice_.preconditioner);
      });
    space_.fence();
    mine_.solver_setup_s = watch.seconds();
    times_.assembly_s = ranks().max(mine_.assembly_s);
    times_.preconditioner_s = ranks().max(mine_.solver_setup_s);
  }

  void solve(const Load &b, Load &x, const SolveOptions &options, SolveReport &report) override {
    const TimedBlock timed(report.solve_s);
    report.solver = to_text(choice_);
    report.setup_s = times_.assembly_s + times_.preconditioner_s;
    if (choice_.method == SolverMethod::direct)
      solve_at_root(b, x, report);
    else
      solve_by_iteration(b, x, options, report);
  }

  Load apply(const Load &x) const override {
    const Vector from = scattered(x), to = from.like(1);
    product().apply(from, to);
    return gathered(to);
  }

  const SetupTimes &times() const override { return times_; }

  std::vector<RankShare> shares() const override {
    RankShare share = mine_;
    share.unknowns = rows_.owned;
    share.ghosts = rows_.ghosts();
    share.tets = tables_.tets;
    share.entries = matrix_.entries();
    std::vector<RankShare> all;
    for (const std::vector<RankShare> &one : ranks().gather(std::vector<RankShare>{share}))
      all.push_back(one.at(0));
    return all;
  }

private:
  const Communicator &ranks() const { return rows_.ranks; }

  void assemble_rows(const Coefficients &coefficients) {
    set_media(rows_.tets, *coefficients.media, problem_.threads, tables_);
    std::vector<Complex> factors;
    for (const Index term : rows_.terms)
      factors.emplace_back(coefficients.faces.at(term));
    faces_.factor = to_view<Space>("curlew::fem::face_factors", factors);
    const Weights weights{coefficients.curl, coefficients.mass};
    fem::assemble(space_, tables_, around_, weights, choice_.assembly, matrix_);
    if (!rows_.curved.empty())
      add_curved(space_, tables_, problem_.dofs.space, weights, matrix_);
    add_faces(space_, faces_, matrix_);
    space_.fence();
  }

  RowPart<Complex> own_rows() const {
    return {to_host(space_, matrix_), rows_.unknowns, rows_.owned, rows_.peers,
            !ranks().is_alone()};
  }

  void make_cycle() {
    if (!multigrid_) {
      MultigridOptions options = choice_.multigrid;
      options.threads = problem_.threads;
      multigrid_.emplace(ranks(), multigrid_levels(problem_, 0).levels, owner_, options);
    }
    const Multigrid<Space> made = multigrid_->make(space_, own_rows());
    preconditioner_ = made.preconditioner;
    times_.description = describe(made.report) + "; the coarsest is solved at the root";
  }

  // Gathers and factors the whole matrix at the root; the other ranks wait.
  void factor_at_root() {
    HostSparse<Complex> whole = curlew::gathered(own_rows(), owner_, ranks());
    run_collectively(ranks(), [&] {
      if (!ranks().is_root())
        return;
      if (factor_) {
        factor_->factor(whole);
        return;
      }
      factor_.emplace(std::move(whole), symmetric_factor(problem_.threads));
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
      put(mine_of(x), solution);
    iterate<Space>(choice_, product(), preconditioner_ ? &*preconditioner_ : nullptr, right,
                   solution, options, report);
    x = gathered(solution);
  }

  Operator product() const {
    return Operator(
        [exchange = exchange_, product = SparseProduct<Space, Complex>(matrix_)](
            const Space &space, const Column &x, const Column &y) {
          exchange->start(space, x);
          exchange->finish(space, x);
          product(space, Complex(1), x, Complex(0), y);
        },
        rows_.owned);
  }

  // Extract this rank's values from those of all unknowns at the root, and the reverse.
  Load mine_of(const Load &all) const {
    std::vector<Load> parts(ranks().is_root() ? ranks().size() : 0);
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
      for (const Index unknown : owned_of_ranks_[rank])
        parts[rank].push_back(all[unknown]);
    return ranks().scatter(parts);
  }
  Load gathered(const Vector &x) const {
    const auto owned = Kokkos::make_pair(std::size_t(0), static_cast<std::size_t>(rows_.owned));
    const std::vector<Complex> values = to_vector(space_, Column(x.column(0), owned));
    const auto parts = ranks().gather(Load(values.begin(), values.end()));
    Load all(parts.empty() ? 0 : problem_.unknowns.count);
    for (std::size_t rank = 0; rank < parts.size(); ++rank)
      for (std::size_t k = 0; k < parts[rank].size(); ++k)
        all[owned_of_ranks_[rank][k]] = parts[rank][k];
    return all;
  }
  Vector scattered(const Load &all) const {
    const Vector vector(space_, ranks(), rows_.owned, rows_.ghosts());
    put(mine_of(all), vector);
    return vector;
  }
  void put(const Load &mine, const Vector &vector) const {
    const auto owned = Kokkos::make_pair(std::size_t(0), mine.size());
    copy_to_view(space_, std::vector<Complex>(mine.begin(), mine.end()),
                 Column(vector.column(0), owned));
  }

  const Problem &problem_;
  SolverChoice choice_;
  std::vector<int> owner_;
  RankRows rows_;
  std::vector<std::vector<Index>> owned_of_ranks_; // set at the root
  Space space_;
  TetTables<Space> tables_;
  FaceTables<Space> faces_;
  SpacePattern<Space> pattern_; // whose memory matrix_ and around_ share
  SparseMatrix<Space, Complex> matrix_;
  RowTables<Space> around_;
  std::shared_ptr<GhostExchange<Space, Complex>> exchange_;
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
