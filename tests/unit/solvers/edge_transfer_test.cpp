// The prolongation of edge elements between nested meshes: identities that hold to rounding.
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/tests/unit/solvers/edge_problem.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::testing {
namespace {

struct Pair {
  EdgeProblem coarse, fine;
  std::vector<NodeParents> parents;
};

Pair make_pair(MeshOrder order, const std::set<Index> &conductors) {
  const MeshHierarchy hierarchy =
      make_hierarchy(make_box({1, 0.8, 1.3}, {3, 2, 4}, {0, 0, 0}, 0.3, 5), 1, order);
  EdgeProblemOptions options;
  options.conductors = conductors;
  options.absorbing = {3, 6};
  options.wavenumber = 2;
  return {make_edge_problem(hierarchy.levels[0], options),
          make_edge_problem(hierarchy.levels[1], options), hierarchy.parents[0]};
}

template <class Scalar>
double relative_difference(const HostSparse<Scalar> &a, const HostSparse<Scalar> &b) {
  using Complex = Kokkos::complex<double>;
  double most = 0, size = 0;
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.column_count, b.column_count);
  std::vector<Complex> row(a.column_count, Complex(0));
  for (Index i = 0; i < a.rows; ++i) {
    for (Offset k = a.row_begin[i]; k < a.row_begin[i + 1]; ++k)
      row[a.columns[k]] += a.values[k];
    for (Offset k = b.row_begin[i]; k < b.row_begin[i + 1]; ++k) {
      row[b.columns[k]] -= b.values[k];
      size = std::max(size, Kokkos::abs(Complex(b.values[k])));
    }
    for (Complex &value : row) {
      most = std::max(most, Kokkos::abs(value));
      value = 0;
    }
  }
  return most / size;
}

class EdgeTransfer : public ::testing::TestWithParam<std::tuple<MeshOrder, std::set<Index>>> {};

TEST_P(EdgeTransfer, CommutesWithTheGradientExactly) {
  const auto &[order, conductors] = GetParam();
  const Pair pair = make_pair(order, conductors);
  const auto p = make_edge_prolongation(pair.coarse.space, pair.fine.space, pair.parents);
  const auto p_n = make_node_prolongation(pair.coarse.space, pair.fine.space, pair.parents);
  const auto g_c = make_gradient(pair.coarse.space), g_f = make_gradient(pair.fine.space);
  std::vector<double> potential(g_c.column_count);
  for (std::size_t n = 0; n < potential.size(); ++n)
    potential[n] = std::floor(1000 * std::sin(n + 1.0)); // sums of quarters of these are exact
  EXPECT_EQ(multiply(p, multiply(g_c, potential)), multiply(g_f, multiply(p_n, potential)));
}

TEST_P(EdgeTransfer, ProductsAreTheCoarseMatrices) {
  const auto &[order, conductors] = GetParam();
  const Pair pair = make_pair(order, conductors);
  auto p = make_edge_prolongation(pair.coarse.space, pair.fine.space, pair.parents);
  EXPECT_LT(relative_difference(triple_product(pair.fine.stiffness, p), pair.coarse.stiffness),
            1e-12);
  EXPECT_LT(relative_difference(triple_product(pair.fine.mass, p), pair.coarse.mass), 1e-12);
  EXPECT_LT(relative_difference(triple_product(pair.fine.a, p), pair.coarse.a), 1e-12);
  p.values[p.values.size() / 2] *= -1; // a twin that must fail
  EXPECT_GT(relative_difference(triple_product(pair.fine.mass, p), pair.coarse.mass), 1e-3);
}

TEST_P(EdgeTransfer, HasTheWeightsOfTheFormula) {
  const auto &[order, conductors] = GetParam();
  const Pair pair = make_pair(order, conductors);
  const auto p = make_edge_prolongation(pair.coarse.space, pair.fine.space, pair.parents);
  for (const double value : p.values)
    EXPECT_TRUE(std::abs(value) == 0.25 || std::abs(value) == 0.5) << value;
  EXPECT_LE(p.entries(), 4.0 * p.rows);
}

INSTANTIATE_TEST_SUITE_P(
    OrdersAndConductors, EdgeTransfer,
    ::testing::Combine(::testing::Values(MeshOrder::none, MeshOrder::spatial, MeshOrder::rcm),
                       ::testing::Values(std::set<Index>{}, std::set<Index>{1, 4},
                                         std::set<Index>{1, 2, 3, 4, 5, 6})));

TEST(EdgeTransferOf, OtherMeshesIsRefused) {
  const Pair pair = make_pair(MeshOrder::none, {});
  auto wrong = pair.parents;
  std::swap(wrong[0], wrong[wrong.size() - 1]);
  EXPECT_THROW(make_edge_prolongation(pair.coarse.space, pair.fine.space, wrong), Error);
  wrong.pop_back();
  EXPECT_THROW(make_edge_prolongation(pair.coarse.space, pair.fine.space, wrong),
               std::runtime_error);
}

} // namespace
} // namespace curlew::testing
