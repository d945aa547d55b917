// Several entries at once against one after the other: the arithmetic, the sums of a row, and
// sources, sinks and bodies on rows of every length.
#include "random_problem.hpp"

#include <curlew/methods/fdfd/krylov/stepper.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

std::vector<Complex> random_numbers(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> part(-1, 1);
  std::vector<Complex> numbers(count);
  for (Complex &number : numbers)
    number = Complex(part(random), part(random));
  return numbers;
}

// A number of its own per operation and lane, none of which another mistake would cancel.
template <class Number> Number formula(const Complex &c, const Number &a, const Number &b) {
  return a * b + c * a - conj(b);
}

TEST(SimdIndex, CalculateLikeSingleEntries) {
  const auto a = random_numbers(k_lanes + 3, 1), b = random_numbers(k_lanes + 3, 2);
  const Complex c(0.3, -1.7);
  for (const Offset first : {0, 1, 3}) {
    std::vector<Complex> found(k_lanes + 5, Complex(7));
    const SimdIndex at{first};
    put(found.data(), 1 + at, formula(c, get(a.data(), at), get(b.data(), at)));
    for (Offset e = 0; e < k_lanes + 5; ++e) {
      const bool inside = e > first && e <= first + k_lanes;
      const Complex expected = inside ? formula(c, a[e - 1], b[e - 1]) : Complex(7);
      EXPECT_NEAR(found[e].real(), expected.real(), 1e-15) << first << " " << e;
      EXPECT_NEAR(found[e].imag(), expected.imag(), 1e-15) << first << " " << e;
    }
  }
}

// A template parameter of LaneSums: two weighted sums, and one without weights.
template <int k_of_them_weighted> struct Three {
  static constexpr int k_sums = 3, k_weighted = k_of_them_weighted;
};

struct AddThree {
  const Complex *values;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, Sums &sums) const {
    const Number value = get(values, e);
    add_to(sums, weight * value);
    sums[2] += squared(value);
  }
};

template <class Summand, bool k_wide>
std::vector<double> row_sums(int count, const std::vector<Complex> &along, const Complex &across,
                             const std::vector<Complex> &values) {
  LaneSums<Summand> sums;
  for (int row = 0; row < 2; ++row) // totals go on from row to row
    sums.template sweep<k_wide>(count, along.data(), across, AddThree{&values[row * count]});
  return {sums.total(0), sums.total(1), sums.total(2)};
}

TEST(LaneSums, AreThoseOfALoop) {
  const Complex across(0.6, 0.9);
  for (int count = 1; count <= 40; ++count) {
    SCOPED_TRACE(count);
    const auto along = random_numbers(count, 3), values = random_numbers(2 * count, 4);
    Complex weighted(0);
    double plain = 0;
    for (int e = 0; e < 2 * count; ++e) {
      weighted += across * along[e % count] * values[e];
      plain += squared(values[e]);
    }
    for (const auto &found : {row_sums<Three<2>, true>(count, along, across, values),
                              row_sums<Three<0>, true>(count, along, across, values),
                              row_sums<Three<2>, false>(count, along, across, values),
                              row_sums<Three<0>, false>(count, along, across, values)}) {
      EXPECT_NEAR(found[0], weighted.real(), 1e-15 * 80);
      EXPECT_NEAR(found[1], weighted.imag(), 1e-15 * 80);
      EXPECT_NEAR(found[2], plain, 1e-15 * 80);
    }
  }
}

// The same sink, once for any number of entries and once for one.
struct WideSink {
  static constexpr int k_sums = 3, k_weighted = 2;
  Complex *y;
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &weight, const Number &x,
                                         const Number &product, Sums &sums) const {
    put(y, e, product);
    add_to(sums, weight * x * product);
    sums[2] += squared(product);
  }
};
struct NarrowSink {
  static constexpr int k_sums = WideSink::k_sums, k_weighted = WideSink::k_weighted;
  Complex *y;
  template <class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(Offset e, const Complex &weight, const Complex &x,
                                         const Complex &product, Sums &sums) const {
    WideSink{y}(e, weight, x, product, sums);
  }
};
static_assert(LaneSums<WideSink>::takes_lanes<SimdComplex, SimdComplex, SimdComplex>);
static_assert(!LaneSums<NarrowSink>::takes_lanes<SimdComplex, SimdComplex, SimdComplex>);
static_assert(LaneSums<FeedSink<Host, WideSink>>::takes_lanes<SimdComplex>);
static_assert(!LaneSums<FeedSink<Host, NarrowSink>>::takes_lanes<SimdComplex>);

struct Keep {
  double *totals;
  KOKKOS_INLINE_FUNCTION void operator()(const double *sums) const {
    for (int s = 0; s < WideSink::k_sums; ++s)
      totals[s] = sums[s];
  }
};

struct Outcome {
  std::vector<complex> product, sums;
};

template <class Sink> Outcome product_of(const Problem &problem, bool feed) {
  using Space = Host;
  const System<Space> system = make_system<Space>(problem);
  Stepper<Space> stepper(Space(), system, feed ? fused_apply(system) : ApplyFunction<Space>());
  const auto x = to_device<Space>(random_vector(problem, 5));
  const Vector<Space> y("y", x.extent(0));
  double totals[Sink::k_sums] = {};
  stepper.multiply(PlainSource<Space>(x), Sink{y.data()}, Keep{totals});
  return {to_host(y), std::vector<complex>(totals, totals + Sink::k_sums)};
}

TEST(SimdIndex, GiveTheSameProductsAndSumsOnRowsOfAnyLength) {
  for (Index count = 3; count <= 40; ++count) {
    SCOPED_TRACE(count);
    const Problem problem = random_problem(all_walls()[count % 8], {count, 4, 5}, count % 3 == 0);
    const Outcome expected = product_of<NarrowSink>(problem, false);
    ASSERT_GT(norm(expected.product), 0);
    for (const Outcome &found :
         {product_of<WideSink>(problem, false), product_of<WideSink>(problem, true)}) {
      // Rounding of thirty terms, and of a sum.
      EXPECT_LT(relative_difference(found.product, expected.product), 1e-14);
      EXPECT_LT(relative_difference(found.sums, expected.sums), 1e-13);
    }
  }
}

} // namespace
} // namespace curlew::fdfd::testing
