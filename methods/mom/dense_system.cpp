#include <curlew/methods/mom/dense_system.hpp>

#include <curlew/core/stopwatch.hpp>
#include <curlew/methods/mom/matrix_source.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/solvers/dense/divided_lu.hpp>
#include <curlew/solvers/dense/panelled_lu.hpp>

#include <algorithm>
#include <cmath>
#include <random>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

constexpr Index k_sampled_rows = 32;

// Returns the number of columns that are solved together. It is larger with a matrix in single
// precision, because its rows are filled again for each group.
Index most_columns(DenseForm::Kind kind) {
  return kind == DenseForm::Kind::single ? 1024 : 256;
}

template <class Space>
std::unique_ptr<DenseFactors<Space>> make_factors(const Space &space, const Surface &surface,
                                                  const DenseForm &form) {
  switch (form.kind) {
  case DenseForm::Kind::single:
    return make_single_factors(space, surface, form);
  case DenseForm::Kind::panels:
    return make_panel_factors(space, surface, form);
  case DenseForm::Kind::divided:
    return make_divided_factors(space, form.ranks);
  default:
    return make_whole_factors(space);
  }
}

template <class Space> class DenseSystemOn final : public SurfaceSolver {
public:
  DenseSystemOn(const Space &space, const Surface &surface, const Spec &spec, int threads,
                const DenseForm &form)
      : space_(space), surface_(surface), spec_(spec), threads_(threads), form_(form),
        factors_(make_factors(space, surface, form)) {}

  void prepare(const Combination &with) override {
    with_ = with;
    figures_ = {};
    choose_source();
    rows_ = sampled_rows(source_->unknowns(), k_sampled_rows);
    // The rows are kept for a matrix whose rows cannot be filled one by one, or not by one rank.
    const bool again = source_->can_fill_rows() && form_.kind != DenseForm::Kind::divided;
    kept_ = factors_->prepare(*source_, with, again ? std::vector<Index>() : rows_, figures_);
    figures_.low_frequency = low_;
  }

  void solve(std::vector<Column> &columns, const Watch &) override {
    const Stopwatch solve;
    source_->transform_rhs(space_, columns);
    const std::vector<Column> given = columns;
    const Index most = most_columns(form_.kind);
    for (std::size_t first = 0; first < columns.size(); first += most)
      solve_block(columns, first, std::min<std::size_t>(columns.size(), first + most));
    figures_.solve_s += solve.seconds();
    sample_residual(columns, given);
    source_->transform_solution(space_, columns);
  }

  const SolverFigures &figures() const override { return figures_; }

private:
  void choose_source() {
    const bool low = is_low_frequency(spec_, surface_, with_.wavenumber);
    if (!source_ || low != low_)
      source_ = make_matrix_source<Space>(surface_, spec_, with_.wavenumber, threads_);
    low_ = low;
  }

  DenseMatrix<Space> rows_of_matrix() const {
    if (kept_.extent(0) > 0 || form_.kind == DenseForm::Kind::divided)
      return kept_;
    const DenseMatrix<Space> some("curlew::mom::sampled_rows", rows_.size(), source_->unknowns());
    source_->fill_rows(space_, with_, rows_, some);
    return some;
  }

  void solve_block(std::vector<Column> &columns, std::size_t first, std::size_t last) {
    const std::size_t n = source_->unknowns();
    const DenseMatrix<Space> block("curlew::mom::columns", n, last - first);
    const auto host = Kokkos::create_mirror_view(block);
    for (std::size_t c = first; c < last; ++c)
      for (std::size_t i = 0; i < n; ++i)
        host(i, c - first) = columns[c][i];
    Kokkos::deep_copy(block, host);
    factors_->solve(block, figures_);
    Kokkos::deep_copy(host, block);
    for (std::size_t c = first; c < last; ++c)
      for (std::size_t i = 0; i < n; ++i)
        columns[c][i] = complex(host(i, c - first).real(), host(i, c - first).imag());
  }

  // Returns the products of some rows with x: [column of x][row][re, im].
  std::vector<double> sampled_products(const std::vector<Column> &x) const {
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rows_of_matrix());
    const std::vector<Index> columns = factors_->kept_columns();
    std::vector<double> products;
    for (const Column &one : x)
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        complex sum = 0;
        for (std::size_t k = 0; k < host.extent(1); ++k)
          sum +=
              complex(host(r, k).real(), host(r, k).imag()) * one[columns.empty() ? k : columns[k]];
        products.insert(products.end(), {sum.real(), sum.imag()});
      }
    form_.ranks.sum(products);
    return products;
  }

  // Computes |b - A x| / |b| over some rows, of the worst column.
  void sample_residual(const std::vector<Column> &x, const std::vector<Column> &b) {
    const std::vector<double> products = sampled_products(x);
    figures_.sampled_rows = static_cast<int>(rows_.size());
    for (std::size_t c = 0; c < x.size(); ++c) {
      double off = 0, given = 0;
      for (const complex &value : b[c])
        given += std::norm(value);
      for (std::size_t r = 0; r < rows_.size(); ++r) {
        const double *const product = &products[2 * (c * rows_.size() + r)];
        off += std::norm(b[c][rows_[r]] - complex(product[0], product[1]));
      }
      if (given > 0)
        figures_.sampled_residual =
            std::max(figures_.sampled_residual,
                     std::sqrt(off / rows_.size() / (given / static_cast<double>(b[c].size()))));
    }
  }

  Space space_;
  const Surface &surface_;
  Spec spec_;
  int threads_;
  std::unique_ptr<MatrixSource<Space>> source_;
  bool low_ = false;
  std::vector<Index> rows_; // rows that the residual is computed from
  DenseMatrix<Space> kept_; // rows_ of the matrix, where they cannot be filled again
  Combination with_;
  DenseForm form_;
  std::unique_ptr<DenseFactors<Space>> factors_;
  SolverFigures figures_;
};

} // namespace

std::vector<Index> sampled_rows(Index unknowns, Index count) {
  std::vector<Index> rows;
  std::mt19937 random(1);
  std::vector<Index> all(unknowns);
  for (Index n = 0; n < unknowns; ++n)
    all[n] = n;
  std::sample(all.begin(), all.end(), std::back_inserter(rows), count, random);
  return rows;
}

std::unique_ptr<SurfaceSolver> make_dense_system(Backend backend, const Surface &surface,
                                                 const Spec &spec, int threads,
                                                 const DenseForm &form) {
  return with_backend(backend, [&](const auto &space) -> std::unique_ptr<SurfaceSolver> {
    using Space = std::decay_t<decltype(space)>;
    return std::make_unique<DenseSystemOn<Space>>(space, surface, spec, threads, form);
  });
}

bool can_fill_rows(const Surface &surface, const Spec &spec, double wavenumber) {
  return spec.formulation != Formulation::pmchwt && !is_low_frequency(spec, surface, wavenumber);
}

double dense_bytes(const Surface &surface, const Spec &spec, double wavenumber, std::size_t columns,
                   Backend backend, const DenseForm &form) {
  const Index unknowns = unknowns_of(surface, spec);
  const auto together = static_cast<Index>(std::min<std::size_t>(columns, most_columns(form.kind)));
  const double n = surface.unknowns(), faces = surface.face_count();
  const double sampled = 16.0 * k_sampled_rows * unknowns;
  const bool on_device = is_device_backend(backend);
  if (form.kind == DenseForm::Kind::panels)
    return panelled_lu_bytes(unknowns, together, form.panel, on_device) + sampled;
  const bool single = form.kind == DenseForm::Kind::single;
  double extra = 0;
  if (single)
    extra = 16.0 * (form.panel > 0 ? form.panel : default_panel(unknowns)) * (n + together);
  else if (spec.formulation == Formulation::pmchwt)
    extra = 16 * n * n;
  else if (is_low_frequency(spec, surface, wavenumber))
    extra = 16 * faces * (faces + most_columns(form.kind));
  return extra + dense_lu_memory(unknowns, together, single, on_device).total() + sampled;
}

double divided_bytes(const Surface &surface, const Spec &spec, std::size_t columns, Backend backend,
                     int ranks) {
  const BlockColumns blocks = block_columns(unknowns_of(surface, spec), ranks);
  const double own = blocks.own_count(0), n = surface.unknowns();
  const auto together =
      static_cast<Index>(std::min<std::size_t>(columns, most_columns(DenseForm::Kind::divided)));
  const double of_one_current = spec.formulation == Formulation::pmchwt ? 16 * n * own : 0;
  return divided_lu_bytes(blocks, together, is_device_backend(backend)) +
         16.0 * k_sampled_rows * own + of_one_current;
}

double host_bytes(const Surface &surface, const Spec &spec, const DenseForm &form) {
  const double n = unknowns_of(surface, spec);
  return form.kind == DenseForm::Kind::panels ? 16 * n * (n + form.panel) : 0;
}

DenseForm form_within(const Surface &surface, const Spec &spec, double wavenumber,
                      std::size_t columns, Backend backend, double free_bytes,
                      double free_host_bytes) {
  const DenseForm whole;
  if (!can_fill_rows(surface, spec, wavenumber) ||
      dense_bytes(surface, spec, wavenumber, columns, backend, whole) <= free_bytes)
    return whole;
  // Narrower panels would copy every panel to the left too often.
  constexpr Index k_narrowest = 16;
  constexpr double k_share = 0.9; // share of the free bytes
  const Index n = unknowns_of(surface, spec);
  DenseForm panels{DenseForm::Kind::panels};
  const auto together =
      static_cast<Index>(std::min<std::size_t>(columns, most_columns(panels.kind)));
  panels.panel = widest_panel(n, together, k_share * free_bytes - 16.0 * k_sampled_rows * n,
                              is_device_backend(backend));
  return panels.panel >= std::min(k_narrowest, n) &&
                 host_bytes(surface, spec, panels) <= free_host_bytes
             ? panels
             : whole;
}

} // namespace curlew::mom
