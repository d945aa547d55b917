// The scheme of the time-step limit leaves its tables to that of the run: the same steps as those
// of a scheme that makes its own.
#include "cases.hpp"

#include <curlew/methods/dgatd/fused/fused_scheme.hpp>

namespace curlew::dgatd::testing {
namespace {

constexpr int k_steps = 20;
using Scheme = FusedHalves<Host>;

State stepped(const Problem &problem, double dt_s, const std::vector<Source> &sources) {
  const Host space;
  Scheme scheme(problem, dt_s, sources);
  for (int n = 0; n < k_steps; ++n) {
    scheme.advance_h(space);
    scheme.advance_e(space, std::vector<double>(sources.size(), 1e-3 * (n + 1)));
  }
  return scheme.save();
}

double largest_difference(const State &a, const State &b) {
  double worst = 0;
  for (const auto &[name, values] : a) {
    double size = 0, difference = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      size = std::max(size, std::abs(values[i]));
      difference = std::max(difference, std::abs(values[i] - b.at(name).at(i)));
    }
    EXPECT_GT(size, 0) << name;
    worst = std::max(worst, difference / size);
  }
  return worst;
}

TEST(FusedTables, TheRunTakesOverWhatTheLimitMade) {
  const TetMesh mesh = room_with_crystal();
  for (const Case &input : {crystal_case(), lossy_case()}) {
    const Problem problem = make_problem(input, mesh);
    const std::vector<Source> sources = make_sources(input, problem);
    const double plain = spectral_radius(Host(), problem).value;
    EXPECT_EQ(problem.kept_tables, nullptr);
    const double dt_s = 0.95 * 2 / std::sqrt(plain);
    const State expected = stepped(problem, dt_s, sources);
    EXPECT_EQ(spectral_radius(Host(), problem, k_limit_tolerance, 0, true).value, plain);
    EXPECT_NE(problem.kept_tables, nullptr);
    // An inverse for 1 s times dt differs from one for dt by the rounding of both, amplified by the
    // condition of the dual volumes (some 1e2), in each of the steps.
    EXPECT_LT(largest_difference(expected, stepped(problem, dt_s, sources)), 1e-12);
    EXPECT_EQ(problem.kept_tables, nullptr); // taken, and the next scheme makes its own
    EXPECT_EQ(largest_difference(expected, stepped(problem, dt_s, sources)), 0);
    // twin: another time step shows
    spectral_radius(Host(), problem, k_limit_tolerance, 0, true);
    EXPECT_GT(largest_difference(expected, stepped(problem, (1 + 1e-9) * dt_s, sources)), 1e-11);
  }
}

} // namespace
} // namespace curlew::dgatd::testing
