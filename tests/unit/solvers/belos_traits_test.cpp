// Belos' own tester of vectors and operators, and properties that it does not test.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/belos_traits.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <BelosMVOPTester.hpp>
#include <gmock/gmock.h>

#include <sstream>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

template <class Space, class Scalar> using Vector = DistributedVector<Space, Scalar>;

template <class Space, class Scalar>
Vector<Space, Scalar> vector_of(const Space &space, const std::vector<Scalar> &values,
                                int columns = 1) {
  const auto rows = static_cast<Offset>(values.size()) / columns;
  const Vector<Space, Scalar> vector(space, Communicator(), rows, 3, columns);
  for (int j = 0; j < columns; ++j) {
    const auto first = values.begin() + j * rows;
    auto padded = std::vector<Scalar>(first, first + rows);
    padded.resize(rows + 3, Scalar(1e30)); // a ghost must not be seen in any sum
    Kokkos::deep_copy(vector.column(j), to_view<Space>("curlew::test::column", padded));
  }
  return vector;
}

template <class Space, class Scalar>
std::vector<Scalar> owned_of(const Vector<Space, Scalar> &vector, int j = 0) {
  auto values = to_vector(vector.column(j));
  values.resize(vector.owned());
  return values;
}

// --- Belos' tester -------------------------------------------------------------------------------

template <class Space, class Scalar> void pass_belos_tester(const Space &space) {
  using Number = typename BelosNumber<Scalar>::type;
  using MV = Vector<Space, Scalar>;
  using OP = LinearOperator<Space, Scalar>;
  const auto text = Teuchos::rcp(new std::ostringstream);
  const auto printer = Teuchos::rcp(new Belos::OutputManager<Number>(
      Belos::Errors + Belos::Warnings, Teuchos::rcp_implicit_cast<std::ostream>(text)));
  const auto vector =
      Teuchos::rcp(new MV(vector_of(space, std::vector<Scalar>(5000, Scalar(1)), 2)));
  EXPECT_TRUE((Belos::TestMultiVecTraits<Number, MV>(printer, vector))) << text->str();
  const auto copying = Teuchos::rcp(
      new OP([](const Space &on, const typename MV::Column &x, const typename MV::Column &y) {
        Kokkos::deep_copy(on, y, x);
        on.fence();
      }));
  EXPECT_TRUE((Belos::TestOperatorTraits<Number, MV, OP>(printer, vector, copying))) << text->str();
  const auto filling = Teuchos::rcp( // the twin: not linear
      new OP([](const Space &on, const typename MV::Column &, const typename MV::Column &y) {
        Kokkos::deep_copy(on, y, Scalar(1));
        on.fence();
      }));
  EXPECT_FALSE((Belos::TestOperatorTraits<Number, MV, OP>(printer, vector, filling)));
}

TEST(BelosTraits, PassBelosOwnTester) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      pass_belos_tester<Space, double>(space);
      pass_belos_tester<Space, Complex>(space);
    });
}

// --- Sums ----------------------------------------------------------------------------------------

TEST(BelosTraits, DotConjugatesItsSecondVector) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      using MVT = Belos::MultiVecTraits<std::complex<double>, Vector<Space, Complex>>;
      const auto x = vector_of(space, std::vector<Complex>{{1, 2}, {3, -1}});
      const auto y = vector_of(space, std::vector<Complex>{{0, 1}, {2, 2}});
      std::vector<std::complex<double>> dot(1);
      MVT::MvDot(x, y, dot);
      // conj(i) (1 + 2i) + conj(2 + 2i) (3 - i) = (2 - i) + (4 - 8i)
      EXPECT_EQ(dot[0], std::complex<double>(6, -9));
      Teuchos::SerialDenseMatrix<int, std::complex<double>> product(1, 1);
      MVT::MvTransMv({0, 1}, y, x, product);
      EXPECT_EQ(product(0, 0), std::complex<double>(9, 6));
      std::vector<double> norm(1);
      MVT::MvNorm(x, norm);
      EXPECT_DOUBLE_EQ(norm[0], std::sqrt(15.0));
    });
}

// Column k of m columns, of very different sizes.
std::vector<Complex> columns_of(int rows, int m) {
  std::vector<Complex> values;
  for (int k = 0; k < m; ++k)
    for (int i = 0; i < rows; ++i)
      values.emplace_back(std::sin(i + 7.0 * k), std::cos(3.0 * i - k) * (k + 1));
  return values;
}

// Blocks of every width.
TEST(VectorAlgebra, ProductsOfManyColumnsEqualPlainLoops) {
  const int rows = 3000;
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      for (const int m : {1, 2, 3, 4, 7, 8, 9, 15}) {
        const auto all = columns_of(rows, m);
        const auto x = vector_of(space, all, m);
        const auto products = inner_products(x, x.view({m - 1, 0}));
        ASSERT_EQ(products.rows, m);
        ASSERT_EQ(products.columns, 2);
        for (int j = 0; j < 2; ++j)
          for (int k = 0; k < m; ++k) {
            Complex expected = 0;
            for (int i = 0; i < rows; ++i)
              expected += Kokkos::conj(all[k * rows + i]) * all[(j == 0 ? m - 1 : 0) * rows + i];
            const double scale = rows * (k + 1.0) * m; // bound of the sum of magnitudes
            EXPECT_LT(Kokkos::abs(products(k, j) - expected), 1e-14 * scale) << m << " " << k;
            EXPECT_GT(Kokkos::abs(products(k, j) - Kokkos::conj(expected) - Complex(0, 1e-3)),
                      1e-14 * scale);
          }
      }
    });
}

TEST(VectorAlgebra, AddsProductsOfManyColumns) {
  const int rows = 100;
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      for (const int m : {1, 4, 5, 13}) {
        const auto all = columns_of(rows, m);
        const auto x = vector_of(space, all, m);
        const auto z = vector_of(space, columns_of(rows, 2), 2);
        SmallMatrix<Complex> a(m, 2);
        for (int k = 0; k < m; ++k)
          a(k, 1) = Complex(k, 1);
        add_product(x, a, Complex(0, 2), z);
        for (int j = 0; j < 2; ++j) {
          const auto found = owned_of(z, j);
          for (int i = 0; i < rows; ++i) {
            Complex expected = Complex(0, 2) * columns_of(rows, 2)[j * rows + i];
            for (int k = 0; k < m; ++k)
              expected += a(k, j) * all[k * rows + i];
            EXPECT_LT(Kokkos::abs(found[i] - expected), 1e-12) << m << " " << j << " " << i;
          }
        }
      }
    });
}

// Terms of very different size: each order of summation gives other bits.
TEST(VectorAlgebra, HostsGiveTheSameBits) {
  std::vector<double> values;
  for (int i = 0; i < 100000; ++i)
    values.push_back((i % 7 == 0 ? 1e6 : 1.0) / (1 + i));
  std::vector<double> found;
  for (const Backend backend : compiled_backends())
    if (backend != Backend::cuda)
      found.push_back(with_backend(backend, [&](const auto &space) {
        const auto x = vector_of(space, values);
        return dots(x, x)[0];
      }));
  EXPECT_THAT(found, ::testing::Each(found[0]));
  double forward = 0, backward = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    forward += values[i] * values[i];
    backward += values[values.size() - 1 - i] * values[values.size() - 1 - i];
  }
  EXPECT_NE(forward, backward);
  EXPECT_NEAR(found[0], forward, 1e-12 * forward);
}

// The form for devices, in teams of one thread on hosts.
struct TwoTerms {
  KOKKOS_INLINE_FUNCTION void operator()(Offset i, double (&sum)[2]) const {
    sum[0] += 1;
    sum[1] += static_cast<double>(i);
  }
};

TEST(OrderedSums, TeamsTakeEachTermOnce) {
  constexpr int k_teams = 7;
  for (const Offset count : {0, 1, 6, 7, 8, 1000}) {
    const Kokkos::View<double *, Host> partial("curlew::test::partial", 2 * k_teams);
    Kokkos::parallel_for("curlew::test::team_rows", Kokkos::TeamPolicy<Host>(k_teams, 1),
                         TeamRows<Host, 2, TwoTerms>{TwoTerms(), count, partial});
    double ones = 0, indices = 0;
    for (int team = 0; team < k_teams; ++team) {
      ones += partial(2 * team);
      indices += partial(2 * team + 1);
    }
    EXPECT_EQ(ones, static_cast<double>(count));
    EXPECT_EQ(indices, static_cast<double>(count * (count - 1) / 2));
    const auto sums = ordered_sums<2>(Host(), "curlew::test::sums", count, TwoTerms());
    EXPECT_EQ(sums[0], ones);
    EXPECT_EQ(sums[1], indices);
  }
}

// --- Entries -------------------------------------------------------------------------------------

TEST(VectorAlgebra, AFactorOfZeroReadsNothing) {
  const double nan = std::nan("");
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) {
      const auto x = vector_of(space, std::vector<double>{1, 2});
      const auto bad = vector_of(space, std::vector<double>{nan, nan});
      const auto z = vector_of(space, std::vector<double>{nan, nan});
      combine(2.0, x, 0.0, bad, z);
      EXPECT_THAT(owned_of(z), ::testing::ElementsAre(2, 4));
      combine(0.0, bad, -1.0, x, z);
      EXPECT_THAT(owned_of(z), ::testing::ElementsAre(-1, -2));
      combine(1.0, x, 1.0, bad, z); // the twin
      EXPECT_TRUE(std::isnan(owned_of(z)[0]));
    });
}

TEST(DistributedVector, ViewsShareAndClonesDoNot) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      const auto all = vector_of(space, std::vector<double>{1, 2, 3, 4, 5, 6}, 3);
      const auto some = all.view({2, 0});
      EXPECT_EQ(some.columns(), 2);
      EXPECT_THAT(owned_of(some, 0), ::testing::ElementsAre(5, 6));
      scale(some, {10.0, 1.0});
      EXPECT_THAT(owned_of(all, 2), ::testing::ElementsAre(50, 60));
      EXPECT_THAT(owned_of(all, 1), ::testing::ElementsAre(3, 4));
      EXPECT_THAT(owned_of(some.view({1})), ::testing::ElementsAre(1, 2)); // a view's columns
      const auto other = all.like(2);
      EXPECT_THAT(owned_of(other, 1), ::testing::ElementsAre(0, 0));
      EXPECT_EQ(other.local(), 5);
      EXPECT_EQ(all.global(), 2);
      EXPECT_THROW(all.view({3}), std::out_of_range);
    });
}

TEST(VectorAlgebra, RandomEntriesAreSpreadAndDiffer) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      const auto x = vector_of(space, std::vector<Complex>(20000), 2);
      randomize(x, 1);
      const auto first = owned_of(x, 0), second = owned_of(x, 1);
      double sum = 0, squares = 0;
      for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_LT(std::abs(first[i].real()), 1);
        sum += first[i].real() + first[i].imag();
        squares += first[i].real() * first[i].real();
        EXPECT_NE(first[i].real(), second[i].real());
        EXPECT_NE(first[i].real(), first[i].imag());
      }
      // Five standard deviations of 20,000 numbers with variance 1/3, and of their squares.
      EXPECT_LT(std::abs(sum), 5 * std::sqrt(20000 / 3.0));
      EXPECT_NEAR(squares, 10000 / 3.0, 5 * std::sqrt(10000 * 4 / 45.0));
      const auto again = x.like(1);
      randomize(again, 1);
      EXPECT_EQ(owned_of(again, 0), first);
      randomize(again, 2);
      EXPECT_NE(owned_of(again, 0), first);
    });
}

} // namespace
} // namespace curlew
