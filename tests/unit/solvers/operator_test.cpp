// Operators on several columns, and sizes that do not fit.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/krylov/short_recurrences.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using ::testing::HasSubstr;
using Complex = Kokkos::complex<double>;

template <class Space, class Scalar>
DistributedVector<Space, Scalar> vector(const Space &space, Offset rows, int columns) {
  DistributedVector<Space, Scalar> made(space, Communicator(), rows, 0, columns);
  randomize(made, 1);
  return made;
}

// Row i: 2 + i on the diagonal, -1 to the left, 3 two to the right.
template <class Scalar> struct Banded {
  Index rows;
  template <class Entry> KOKKOS_INLINE_FUNCTION void operator()(Index row, Entry &entry) const {
    if (row > 0)
      entry(row - 1, Scalar(-1));
    entry(row, Scalar(2.0 + row));
    if (row + 2 < rows)
      entry(row + 2, Scalar(3));
  }
};

constexpr Index k_rows = 300;

// All columns in one pass give the results of separate passes.
template <class Space, class Scalar> void expect_equal_columns(const Space &space, int columns) {
  const auto a =
      sparse_operator(make_sparse<Scalar>(space, k_rows, k_rows, Banded<Scalar>{k_rows}));
  const auto x = vector<Space, Scalar>(space, k_rows, columns);
  const auto y = x.like(columns), one = x.like(1), difference = x.like(1);
  a.apply(x, y);
  for (int j = 0; j < columns; ++j) {
    a.apply(x.view({j}), one);
    combine(Scalar(1), one, Scalar(-1), y.view({j}), difference);
    EXPECT_LE(norms(difference)[0], 1e-14 * norms(one)[0]) << Space::name() << " " << j;
    combine(Scalar(1), one, Scalar(-1), y.view({(j + 1) % columns}), difference);
    if (columns > 1) { // the twin: another column
      EXPECT_GT(norms(difference)[0], 0.1 * norms(one)[0]);
    }
  }
}

TEST(Operators, TakeAllColumnsAtOnce) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      for (const int columns : {1, 2, 9}) {
        expect_equal_columns<Space, double>(space, columns);
        expect_equal_columns<Space, Complex>(space, columns);
      }
    });
}

using Space = Host;
using Vector = DistributedVector<Space, double>;

template <class F> std::string refusal(const F &f) {
  try {
    f();
  } catch (const DimensionMismatch &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::internal);
    return error.what();
  }
  return "accepted";
}

TEST(Sizes, OfOperatorsAreChecked) {
  const auto a =
      sparse_operator(make_sparse<double>(Space(), k_rows, k_rows, Banded<double>{k_rows}));
  const Vector x = vector<Space, double>(Space(), k_rows, 2);
  const Vector other = vector<Space, double>(Space(), k_rows - 1, 2);
  EXPECT_EQ(refusal([&] { a.apply(x, x.like(2)); }), "accepted");
  EXPECT_EQ(refusal([&] { a.apply(x, x.like(1)); }),
            "columns of an operator's result: the size is 1, it must be 2");
  EXPECT_EQ(refusal([&] { a.apply(x, other); }),
            "rows of an operator's result: the size is 299, it must be 300");
  EXPECT_EQ(refusal([&] { a.apply(other, other.like(2)); }),
            "rows of an operator's argument: the size is 299, it must be 300");
  EXPECT_THAT(refusal([&] { a.apply(Space(), other.column(0), other.like(1).column(0)); }),
              HasSubstr("the size is 299, it must be 300"));
}

TEST(Sizes, OfVectorsAreChecked) {
  const Vector x = vector<Space, double>(Space(), 10, 2), shorter(Space(), Communicator(), 9, 0, 2);
  const Vector one = x.like(1);
  EXPECT_THAT(refusal([&] { combine(1.0, x, 1.0, shorter, x); }),
              HasSubstr("second vector of a combination: the size is 9, it must be 10"));
  EXPECT_THAT(refusal([&] { copy(x, one); }), HasSubstr("the size is 2, it must be 1"));
  EXPECT_THAT(refusal([&] { dots(x, shorter); }), HasSubstr("the size is 10, it must be 9"));
  EXPECT_THAT(refusal([&] { inner_products(x, shorter); }), HasSubstr("inner products"));
  EXPECT_THAT(refusal([&] { scale(x, {1.0}); }), HasSubstr("the size is 1, it must be 2"));
  EXPECT_THAT(refusal([&] { add_product(x, SmallMatrix<double>(3, 1), 0.0, one); }),
              HasSubstr("rows of a small matrix: the size is 3, it must be 2"));
  EXPECT_EQ(refusal([&] { add_product(x, SmallMatrix<double>(2, 1), 0.0, one); }), "accepted");
}

TEST(Sizes, OfSystemsAreChecked) {
  const auto a =
      sparse_operator(make_sparse<double>(Space(), k_rows, k_rows, Banded<double>{k_rows}));
  const Vector b(Space(), Communicator(), k_rows, 0), x(Space(), Communicator(), k_rows + 1, 0);
  SolveReport report;
  EXPECT_THAT(refusal([&] { solve_bicgstab(a, b, x, {}, report); }),
              HasSubstr("rows of a solution: the size is 301, it must be 300"));
  EXPECT_THAT(refusal([&] { solve_bicgstab(a, b.like(2), b, {}, report); }),
              HasSubstr("columns of a right-hand side: the size is 2, it must be 1"));
}

// A vector made of a view shares its memory.
TEST(Vectors, CanBeOfAView) {
  const Kokkos::View<double *, Space> memory("curlew::test::memory", 5);
  const Vector x = Vector::of_column(Space(), memory);
  fill(x, 2.0);
  EXPECT_EQ(memory(4), 2);
  EXPECT_EQ(x.global(), 5);
  EXPECT_EQ(norms(x)[0], std::sqrt(20.0));
}

} // namespace
} // namespace curlew
