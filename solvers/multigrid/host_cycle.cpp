#include <curlew/solvers/multigrid/host_cycle.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/multigrid/space_level.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace curlew::multigrid {
namespace {

// y := A x of vectors on the host that hold owned entries.
class HostProduct {
public:
  HostProduct(const RowPart<Wide> &a, const Communicator &ranks, int threads)
      : a_(a), threads_(threads), with_ghosts_("curlew::solvers::with_ghosts", a.columns.size()) {
    if (a.has_ghosts)
      exchange_.emplace(ranks, a.owned, a.peers);
  }

  std::vector<Wide> operator()(const std::vector<Wide> &x) {
    if (!exchange_)
      return multiply(a_.rows, x, threads_);
    std::copy(x.begin(), x.end(), with_ghosts_.data());
    const Host space;
    exchange_->start(space, with_ghosts_);
    exchange_->finish(space, with_ghosts_);
    const std::vector<Wide> all(with_ghosts_.data(), with_ghosts_.data() + a_.columns.size());
    return multiply(a_.rows, all, threads_);
  }

private:
  const RowPart<Wide> &a_;
  int threads_;
  Kokkos::View<Wide *, Host> with_ghosts_;
  std::optional<GhostExchange<Host, Wide>> exchange_;
};

} // namespace

std::vector<Wide> inverted(std::vector<Wide> values) {
  for (Wide &value : values)
    if (value != Wide(0))
      value = Wide(1) / value;
  return values;
}

double largest_eigenvalue(const RowPart<Wide> &a, const std::vector<Wide> &inverse,
                          const Communicator &ranks, int threads) {
  const Index rows = a.rows.rows;
  HostProduct product(a, ranks, threads);
  std::vector<Wide> x(rows);
  double before = 0;
  for (Index i = 0; i < rows; ++i) {
    x[i] = random_number(a.columns.empty() ? i : a.columns[i], 1);
    before += x[i].real() * x[i].real();
  }
  before = ranks.sum(before);
  double found = 1;
  for (int step = 0; step < k_power_steps && before > 0; ++step) {
    std::vector<Wide> y = product(x);
    double square = 0;
    for (Index i = 0; i < rows; ++i) {
      y[i] *= inverse[i];
      square += y[i].real() * y[i].real() + y[i].imag() * y[i].imag();
    }
    square = ranks.sum(square);
    found = std::sqrt(square / before);
    const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
    for (Index i = 0; i < rows; ++i)
      x[i] = scale * y[i];
    before = square > 0 ? 1 : 0;
  }
  return k_power_margin * found;
}

void require_options(const MultigridOptions &options) {
  if (options.gcr_steps < 1 || options.gcr_steps > k_most_steps)
    throw InputError(fmt::format("a smoother takes 1 to {} steps of GCR, not {}", k_most_steps,
                                 options.gcr_steps));
  if (options.edge_degree < 1 || options.node_degree < 1)
    throw InputError(fmt::format("Chebyshev's polynomials have a degree of 1 at least, not {} and "
                                 "{}",
                                 options.edge_degree, options.node_degree));
}

std::string name_of(std::size_t levels, const MultigridOptions &options) {
  const std::string smoother =
      options.smoother == MultigridSmoother::gcr
          ? fmt::format("gcr({})", options.gcr_steps)
          : fmt::format("chebyshev({}, {})", options.edge_degree, options.node_degree);
  return fmt::format("multigrid, {} levels, {}, {} precision", levels, smoother,
                     options.single_precision ? "single" : "double");
}

} // namespace curlew::multigrid
