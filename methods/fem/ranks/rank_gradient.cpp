#include <curlew/methods/fem/ranks/rank_gradient.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <memory>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

Complex inverted(const Complex &value) {
  return value == Complex(0) ? value : Complex(1) / value;
}

// Returns 1 over the diagonal of G^T A G, [potential]; each rank adds the contributions of its
// rows.
std::vector<Complex> inverse_of_nodes(const RankRows &rows, const HostSparse<Complex> &a,
                                      const HostSparse<double> &gradient) {
  std::vector<double> sums(2 * static_cast<std::size_t>(gradient.column_count), 0);
  for (Index i = 0; i < rows.owned; ++i) {
    const Index row = rows.unknowns[i];
    for (Offset g = gradient.row_begin[row]; g < gradient.row_begin[row + 1]; ++g) {
      const Index node = gradient.columns[g];
      Complex sum = 0;
      for (Offset k = a.row_begin[i]; k < a.row_begin[i + 1]; ++k) {
        const Index column = rows.unknowns[a.columns[k]];
        for (Offset h = gradient.row_begin[column]; h < gradient.row_begin[column + 1]; ++h)
          if (gradient.columns[h] == node)
            sum += gradient.values[h] * a.values[k];
      }
      sums[2 * node] += gradient.values[g] * sum.real();
      sums[2 * node + 1] += gradient.values[g] * sum.imag();
    }
  }
  rows.ranks.sum(sums);
  std::vector<Complex> inverse(gradient.column_count);
  for (std::size_t node = 0; node < inverse.size(); ++node)
    inverse[node] = inverted({sums[2 * node], sums[2 * node + 1]});
  return inverse;
}

template <class Space> struct GradientParts {
  using Column = Kokkos::View<Complex *, Space>;
  // Owned x potentials; potentials x (owned and ghosts).
  SellMatrix<Space, double> gradient, divergence;
  Column inverse, node_inverse, potential, wide;
  GhostExchange<Space, Complex> exchange;

  void apply(const Space &space, const Column &x, const Column &y) {
    const auto owned = Kokkos::make_pair(std::size_t(0), inverse.extent(0));
    const Column from(x, owned), to(y, owned);
    Kokkos::deep_copy(space, Column(wide, owned), from);
    exchange.start(space, wide);
    exchange.finish(space, wide);
    multiply(space, divergence, Complex(1), wide, Complex(0), potential);
    scale("curlew::fem::node_jacobi", space, node_inverse, potential, potential);
    scale("curlew::fem::edge_jacobi", space, inverse, from, to);
    multiply(space, gradient, Complex(1), potential, Complex(1), to);
  }

private:
  static void scale(const char *label, const Space &space, const Column &factor, const Column &from,
                    const Column &to) {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, factor.extent(0)),
                         multigrid::ScaleBy<Complex>{factor.data(), from.data(), to.data()});
  }
};

} // namespace

template <class Space>
LinearOperator<Space, Complex>
make_rank_gradient(const Space &space, const Problem &problem, const RankRows &rows,
                   const std::vector<int> &owner, const HostSparse<Complex> &a) {
  const HostSparse<double> whole = finest_gradient(problem);
  const std::vector<Index> owned(rows.unknowns.begin(), rows.unknowns.begin() + rows.owned);
  const RowPart<double> gradient = part_of(whole, owned),
                        divergence = part_of(transpose(whole, problem.threads), gradient.columns,
                                             owner, rows.ranks);
  const std::vector<Complex> of_all = inverse_of_nodes(rows, a, whole);
  std::vector<Complex> inverse, node_inverse;
  for (const Complex &value : diagonal(a))
    inverse.push_back(inverted(value));
  for (const Index potential : gradient.columns)
    node_inverse.push_back(of_all[potential]);
  using Parts = GradientParts<Space>;
  const auto parts = std::make_shared<Parts>(
      Parts{make_sell<double>(space, gradient.rows),
            make_sell<double>(space, divergence.rows),
            to_view<Space>("curlew::fem::inverse_diagonal", inverse),
            to_view<Space>("curlew::fem::inverse_node_diagonal", node_inverse),
            typename Parts::Column("curlew::fem::potential", gradient.columns.size()),
            typename Parts::Column("curlew::fem::wide_residual", divergence.columns.size()),
            {rows.ranks, rows.owned, divergence.peers}});
  using Column = typename Parts::Column;
  return LinearOperator<Space, Complex>([parts](const Space &instance, const Column &x,
                                                const Column &y) { parts->apply(instance, x, y); },
                                        rows.owned);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LinearOperator<Space, Complex> make_rank_gradient(                                      \
      const Space &, const Problem &, const RankRows &, const std::vector<int> &,                  \
      const HostSparse<Complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
