#include <curlew/methods/fem/ranks/rank_gradient.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/multigrid_levels.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/sparse/sell_matrix.hpp>
#include <curlew/solvers/vector/ghost_exchange.hpp>

#include <memory>

namespace curlew::fem {
namespace {

using complex = Kokkos::complex<double>;

complex inverted(const complex &value) {
  return value == complex(0) ? value : complex(1) / value;
}

// Returns 1 over the diagonal of G^T A G, [potential]; each rank adds the contributions of its
// rows.
std::vector<complex> inverse_of_nodes(const RankRows &rows, const HostSparse<complex> &a,
                                      const HostSparse<double> &gradient) {
  std::vector<double> sums(2 * static_cast<std::size_t>(gradient.column_count), 0);
  for (Index i = 0; i < rows.owned; ++i) {
    const Index row = rows.unknowns[i];
    for (Offset g = gradient.row_begin[row]; g < gradient.row_begin[row + 1]; ++g) {
      const Index node = gradient.columns[g];
      complex sum = 0;
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
  std::vector<complex> inverse(gradient.column_count);
  for (std::size_t node = 0; node < inverse.size(); ++node)
    inverse[node] = inverted({sums[2 * node], sums[2 * node + 1]});
  return inverse;
}

template <class Space> struct GradientParts {
  using Column = Kokkos::View<complex *, Space>;
  // Owned x potentials; potentials x (owned and ghosts).
  SellMatrix<Space, double> gradient, divergence;
  Column inverse, node_inverse, potential, wide;
  GhostExchange<Space, complex> exchange;

  void apply(const Space &space, const Column &x, const Column &y) {
    const auto owned = Kokkos::make_pair(std::size_t(0), inverse.extent(0));
    const Column from(x, owned), to(y, owned);
    Kokkos::deep_copy(space, Column(wide, owned), from);
    exchange.start(space, wide);
    exchange.finish(space, wide);
    multiply(space, divergence, complex(1), wide, complex(0), potential);
    scale("curlew::fem::node_jacobi", space, node_inverse, potential, potential);
    scale("curlew::fem::edge_jacobi", space, inverse, from, to);
    multiply(space, gradient, complex(1), potential, complex(1), to);
  }

private:
  static void scale(const char *label, const Space &space, const Column &factor, const Column &from,
                    const Column &to) {
    Kokkos::parallel_for(label, RangePolicy<Space>(space, 0, factor.extent(0)),
                         multigrid::ScaleBy<complex>{factor.data(), from.data(), to.data()});
  }
};

} // namespace

template <class Space>
LinearOperator<Space, complex>
make_rank_gradient(const Space &space, const Problem &problem, const RankRows &rows,
                   const std::vector<int> &owner, const HostSparse<complex> &a) {
  const HostSparse<double> whole = finest_gradient(problem);
  const std::vector<Index> owned(rows.unknowns.begin(), rows.unknowns.begin() + rows.owned);
  const RowPart<double> gradient = part_of(whole, owned),
                        divergence = part_of(transpose(whole, problem.threads), gradient.columns,
                                             owner, rows.ranks);
  const std::vector<complex> of_all = inverse_of_nodes(rows, a, whole);
  std::vector<complex> inverse, node_inverse;
  for (const complex &value : diagonal(a))
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
  return LinearOperator<Space, complex>([parts](const Space &instance, const Column &x,
                                                const Column &y) { parts->apply(instance, x, y); },
                                        rows.owned);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template LinearOperator<Space, complex> make_rank_gradient(                                      \
      const Space &, const Problem &, const RankRows &, const std::vector<int> &,                  \
      const HostSparse<complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
