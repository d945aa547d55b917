// The operator of every variant against one written term by term, and its identities.
#include "plain_operator.hpp"
#include "random_problem.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/fdfd/fused/curl_curl.hpp>
#include <curlew/methods/fdfd/published/operators.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// Rounding of about thirty terms; the variants differ in their order.
constexpr double k_rounding = 1e-13;

std::vector<complex> fused_product(Backend backend, const Problem &problem,
                                   const std::vector<complex> &x) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const Vector<Space> y("y", x.size());
    apply_fused(space, make_system<Space>(problem), to_device<Space>(x), y);
    space.fence();
    return to_host(y);
  });
}

template <class Make>
std::vector<complex> published_product(Backend backend, const Problem &problem,
                                       const std::vector<complex> &x, const Make &make) {
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    const Vector<Space> y("y", x.size());
    make(space, problem)(space, to_device<Space>(x), y);
    space.fence();
    return to_host(y);
  });
}

struct MakeCas {
  template <class Space> auto operator()(const Space &, const Problem &problem) const {
    return make_cas<Space>(problem);
  }
};
struct MakeCis {
  template <class Space> auto operator()(const Space &, const Problem &problem) const {
    return make_cis<Space>(problem);
  }
};

// The sizes are no multiples of 16, of the hosts' tiles or of the devices'; one is larger than a
// tile each way.
const std::array<Index, 3> k_sizes[] = {{11, 9, 10}, {37, 19, 34}};

class FdfdVariants : public ::testing::TestWithParam<int> {
protected:
  Walls walls() const { return all_walls()[GetParam()]; }
};

TEST_P(FdfdVariants, AgreeWithThePlainOperator) {
  for (const auto &cells : k_sizes)
    for (const bool magnetic : {false, true}) {
      const Problem problem = random_problem(walls(), cells, magnetic);
      const auto x = random_vector(problem, 2);
      const auto expected = plain_operator(problem, x);
      for (const Backend backend : compiled_backends()) {
        SCOPED_TRACE(to_string(backend) + " " + std::to_string(cells[0]));
        EXPECT_LT(relative_difference(fused_product(backend, problem, x), expected), k_rounding);
        EXPECT_LT(relative_difference(published_product(backend, problem, x, MakeCas()), expected),
                  k_rounding);
        EXPECT_LT(relative_difference(published_product(backend, problem, x, MakeCis()), expected),
                  k_rounding);
      }
    }
}

// x.A(k) y = y.A(-k) x in the form with the entries' volumes; without a Bloch phase A(-k) is A.
TEST_P(FdfdVariants, TransposeIsTheOppositePhase) {
  Walls opposite = walls();
  for (complex &phase : opposite.phases)
    phase = 1.0 / phase;
  const Problem problem = random_problem(walls(), {11, 9, 10}, true);
  const Problem transposed = random_problem(opposite, {11, 9, 10}, true);
  const auto x = random_vector(problem, 3), y = random_vector(problem, 4);
  const auto ay = fused_product(Backend::serial, problem, y);
  const auto ax = fused_product(Backend::serial, transposed, x);
  complex left = 0, right = 0;
  double size = 0;
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset e) {
    const complex weight = plain_weight(problem, c, at);
    left += weight * x[e] * ay[e];
    right += weight * y[e] * ax[e];
    size += std::norm(weight * x[e] * ay[e]);
  });
  EXPECT_LT(std::abs(left - right), k_rounding * std::sqrt(size) * 10);
  if (problem.is_bloch()) { // the twin that must fail
    const auto wrong = fused_product(Backend::serial, problem, x);
    complex other = 0;
    for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset e) {
      other += plain_weight(problem, c, at) * y[e] * wrong[e];
    });
    EXPECT_GT(std::abs(left - other), 1e-6 * std::sqrt(size));
  }
}

INSTANTIATE_TEST_SUITE_P(Walls, FdfdVariants, ::testing::Range(0, 8),
                         [](const auto &info) { return all_walls()[info.param].name; });

// A gradient has no curl: A grad phi = -k^2 eps grad phi.
TEST(FdfdOperator, CurlOfAGradientIsZero) {
  Problem problem = random_problem(all_walls()[5], {12, 10, 9}, false);
  for (auto &ids : problem.eps_id)
    std::fill(ids.begin(), ids.end(), std::uint16_t(3));
  const auto phi = random_vector(problem, 5);
  std::vector<complex> e(problem.unknowns());
  for_each_entry(problem, [&](int c, std::array<Index, 3> at, Offset entry) {
    const complex here = phi[problem.entry(at[0], at[1], at[2])];
    at[c] = (at[c] + 1) % problem.count(c);
    e[entry] = (phi[problem.entry(at[0], at[1], at[2])] - here) * problem.axes[c].half_rate[0];
  });
  auto expected = e;
  for (complex &value : expected)
    value *= -problem.wavenumber * problem.wavenumber * problem.eps[3];
  EXPECT_LT(relative_difference(fused_product(Backend::serial, problem, e), expected), 1e-12);
}

// Tiles and threads change nothing: the same bits on the hosts' backends.
TEST(FdfdOperator, IsTheSameBitsForAnyNumberOfThreads) {
  const Problem problem = random_problem(all_walls()[0], {37, 40, 70}, true);
  const auto x = random_vector(problem, 6);
  const auto expected = fused_product(Backend::serial, problem, x);
  for (const Backend backend : compiled_backends()) {
    if (backend == Backend::cuda)
      continue;
    EXPECT_EQ(fused_product(backend, problem, x), expected);
  }
}

TEST(FdfdOperator, CisRefusesMorePairsThanItsIndicesReach) {
  Problem problem = random_problem(all_walls()[1], {80, 40, 24}, false);
  problem.eps.resize(60001);
  for (std::size_t m = 1; m < problem.eps.size(); ++m)
    problem.eps[m] = {1 + 1e-3 * m, 0};
  for (auto &ids : problem.eps_id)
    for (std::size_t e = 0; e < ids.size(); ++e)
      ids[e] = static_cast<std::uint16_t>(ids[e] == 0 ? 0 : 1 + e % 60000);
  // Cells of three lengths: constants alone decide, and 60,000 still fit.
  EXPECT_NO_THROW(make_cis<Host>(problem));
  for (std::size_t i = 0; i < problem.axes[1].node_rate.size(); ++i)
    problem.axes[1].node_rate[i] *= 1 + 1e-3 * i;
  try {
    make_cis<Host>(problem);
    FAIL() << "no error";
  } catch (const InputError &error) {
    EXPECT_NE(std::string(error.what()).find("65536"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("this grid has "), std::string::npos);
  }
}

} // namespace
} // namespace curlew::fdfd::testing
