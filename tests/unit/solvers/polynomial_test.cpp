// The polynomial of GMRES as a preconditioner.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/solvers/preconditioner/polynomial_roots.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>
#include <curlew/tests/unit/solvers/dense_oracle.hpp>

#include <gmock/gmock.h>

namespace curlew::testing {
namespace {

using Complex = Kokkos::complex<double>;
using ::testing::HasSubstr;

template <class Space> LinearOperator<Space, Complex> operator_of(const Dense &a) {
  return LinearOperator<Space, Complex>(
      [product = SparseProduct<Space, Complex>(to_sparse<Space>(a))](const Space &space,
                                                                     const auto &x, const auto &y) {
        product(space, Complex(1), x, Complex(0), y);
      });
}

template <class Space>
DistributedVector<Space, Complex> distributed(const Space &space, const Values &x) {
  const DistributedVector<Space, Complex> made(space, Communicator(), static_cast<Offset>(x.size()),
                                               0);
  Kokkos::deep_copy(made.column(0), to_device<Space>(x));
  return made;
}

Values polynomial_times(Backend backend, const Dense &a, const Values &start, int degree,
                        const Values &x) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const auto m = make_polynomial(operator_of<Space>(a), distributed(space, start), degree);
    const auto y = to_device<Space>(Values(x.size(), std::nan("")));
    m.apply(space, to_device<Space>(x), y);
    space.fence();
    return to_host(y);
  });
}

// The least |start - A y| for y in the span of start, A start, ..., of n vectors.
double least_residual(const Dense &a, const Values &start, int n) {
  std::vector<Values> basis;
  Values power = start, left = start;
  for (int k = 0; k < n; ++k) {
    power = a.times(power);
    Values next = power;
    for (int pass = 0; pass < 2; ++pass)
      for (const Values &one : basis)
        next = minus(next, one, inner(one, next));
    const double size = norm(next);
    for (complex &value : next)
      value /= size;
    basis.push_back(next);
    left = minus(left, next, inner(next, left));
    power = next; // spans the same with the basis
  }
  return norm(left);
}

// Eigenvalues on both sides of the imaginary axis.
Dense indefinite() {
  Dense a = random_sparse(60, 0, {5}, 3);
  for (int i = 0; i < 60; ++i)
    if (i % 3 == 0)
      a(i, i) = -a(i, i);
  return a;
}

Values start_of(const Dense &a) {
  Values start = random_values(a.rows, 11);
  start[5] = 0;
  return start;
}

TEST(Polynomial, LeavesOfItsStartWhatGmresLeaves) {
  const Dense a = indefinite();
  const Values start = start_of(a);
  for (const int degree : {1, 2, 5, 12}) {
    const double least = least_residual(a, start, degree);
    for (const Backend backend : compiled_backends()) {
      const Values y = polynomial_times(backend, a, start, degree, start);
      // Rounding grows with the roots' spread; at a degree of 12 it is far from 1e-9.
      EXPECT_NEAR(norm(minus(start, a.times(y))), least, 1e-9 * norm(start)) << degree;
    }
    // The twin: a polynomial of another start leaves more of this one.
    const Values other = polynomial_times(Backend::serial, a, random_values(60, 12), degree, start);
    EXPECT_GT(norm(minus(start, a.times(other))), least * (1 + 1e-4)) << degree;
  }
  EXPECT_LT(least_residual(a, start, 12), 0.7 * least_residual(a, start, 2));
}

// p(A) of any vector, not only of the start: it commutes with A and is linear.
TEST(Polynomial, IsAPolynomialOfTheMatrix) {
  const Dense a = indefinite();
  const Values start = start_of(a), x = random_values(60, 13);
  const Values pax = polynomial_times(Backend::serial, a, start, 8, a.times(x));
  EXPECT_LT(relative_difference(pax, a.times(polynomial_times(Backend::serial, a, start, 8, x))),
            1e-10);
  EXPECT_GT(relative_difference(pax, a.times(polynomial_times(Backend::serial, a, start, 7, x))),
            1e-3);
}

// Four eigenvalues: of degree 4 the inverse, and no larger one is made.
TEST(Polynomial, IsTheInverseWhereFewEigenvaluesDiffer) {
  const complex eigenvalues[] = {{1, 2}, {-3, 0.5}, {0.4, -1}, {2, 0}};
  Dense a(40, 40);
  for (int i = 0; i < 40; ++i)
    a(i, i) = eigenvalues[i % 4];
  const Values start = random_values(40, 3), x = random_values(40, 4);
  for (const int degree : {4, 9})
    EXPECT_LT(
        relative_difference(a.times(polynomial_times(Backend::serial, a, start, degree, x)), x),
        1e-10);
  EXPECT_GT(relative_difference(a.times(polynomial_times(Backend::serial, a, start, 3, x)), x),
            1e-2);
}

TEST(Polynomial, TakesItsRootsFarFromEachOther) {
  // A triangle's eigenvalues are its diagonal; with 0 below it H is the whole matrix.
  const std::vector<complex> h{1, 0, 0, 0, 2, 1.1, 0, 0, 0, 1, -5, 0};
  const auto roots = residual_polynomial_roots(3, h);
  ASSERT_EQ(roots.size(), 3u);
  EXPECT_NEAR(std::abs(roots[0] + 5.0), 0, 1e-12);
  EXPECT_NEAR(std::abs(roots[1] - 1.1), 0, 1e-12);
  EXPECT_NEAR(std::abs(roots[2] - 1.0), 0, 1e-12);
}

std::string refusal(const Dense &a, const Values &start, int degree) {
  try {
    polynomial_times(Backend::serial, a, start, degree, start);
  } catch (const NotConverged &error) {
    return error.what();
  } catch (const InputError &error) {
    return error.what();
  }
  return "made";
}

TEST(Polynomial, RefusesWhatGivesNone) {
  const Dense a = indefinite();
  Values endless = start_of(a);
  endless[3] = std::nan("");
  EXPECT_THAT(refusal(a, start_of(a), 0), HasSubstr("degree"));
  EXPECT_THAT(refusal(a, Values(60), 4), HasSubstr("needs a finite start"));
  EXPECT_THAT(refusal(a, endless, 4), HasSubstr("needs a finite start"));
  EXPECT_THAT(refusal(Dense(60, 60), start_of(a), 4), HasSubstr("polynomial"));
  EXPECT_EQ(refusal(a, start_of(a), 4), "made");
}

} // namespace
} // namespace curlew::testing
