// Conducting solids on the grid: the edges that they fix, the shares of those that they cut, and
// the factors at their edges.
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/media/corner_factor.hpp>

#include <gmock/gmock.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Returns a problem of 10 cells of 0.1 m along every axis with periodic walls.
Problem laid(const std::string &objects, const std::string &origin = "[0, 0, 0]",
             const std::string &smoothing = "true") {
  const std::string text = R"({"method": "fdfd",
    "grid": {"cell": 0.1, "size": [1, 1, 1], "origin": )" +
                           origin + R"(, "smoothing": )" + smoothing + R"(},
    "boundaries": {"default": {"type": "periodic"}},
    "materials": {"m": {"pec": true}, "d": {"eps_r": 3}},
    "objects": [)" + objects +
                           R"(], "frequency": 3e7,
    "excitations": [{"name": "c", "type": "current", "point": [0.05, 0.05, 0.05],
                     "direction": [0, 0, 1]}]})";
  const CaseFormat format = make_case_format({case_method()});
  return make_problem(parse_case(text, "test.json", ".", format), 3e7);
}

std::string box(const std::array<double, 3> &min, const std::array<double, 3> &max,
                const std::string &material = "m") {
  return fmt::format(R"({{"shape": "box", "min": [{:.17g}, {:.17g}, {:.17g}],
                      "max": [{:.17g}, {:.17g}, {:.17g}], "material": "{}"}})",
                     min[0], min[1], min[2], max[0], max[1], max[2], material);
}

std::int64_t fixed_edges(const Problem &problem) {
  std::int64_t count = 0;
  for (const auto &ids : problem.eps_id)
    count += std::count(ids.begin(), ids.end(), 0);
  return count;
}

double eps_at(const Problem &problem, int c, Index i, Index j, Index k) {
  const auto id = problem.eps_id[c][problem.entry(i, j, k)];
  return id == 0 ? 0 : problem.eps[id].real();
}

double mu_at(const Problem &problem, int c, Index i, Index j, Index k) {
  const auto id = problem.mu_id[c][problem.entry(i, j, k)];
  return id == 0 ? 0 : problem.mu[id].real();
}

// A cube of 4 cells has 3 * 4 * 5 * 5 edges in it and on its faces, however its coordinates are
// rounded and where it lies.
TEST(Conductors, BothFacesOfABodyConduct) {
  for (const double by : {0.0, 0.2, -0.1})
    for (const double rounding : {0.0, 1e-16, -1e-16, 5e-8, -5e-8})
      for (const char *smoothing : {"true", "false"}) {
        const double low = 0.3 + by + rounding, high = 0.7 + by - rounding;
        EXPECT_EQ(
            fixed_edges(laid(box({low, low, low}, {high, high, high}), "[0, 0, 0]", smoothing)),
            300)
            << by << " " << rounding << " " << smoothing;
      }
}

// A conductor with a face 0.3 of a cell beyond a plane of nodes.
TEST(Conductors, CutEdgesAndFacesHaveTheirShares) {
  const Problem problem = laid(box({0.3, -1, -1}, {0.73, 2, 2}));
  for (const Index j : {0, 4}) {
    EXPECT_NEAR(eps_at(problem, 0, 7, j, 3), 1 / 0.7, 2e-3); // the normal edge
    EXPECT_EQ(eps_at(problem, 1, 7, j, 3), 0);
    EXPECT_EQ(eps_at(problem, 1, 8, j, 3), 1);
    EXPECT_NEAR(mu_at(problem, 1, 7, j, 3), 0.7, 1e-3);
    EXPECT_NEAR(mu_at(problem, 2, 7, j, 3), 0.7, 1e-3);
    EXPECT_EQ(mu_at(problem, 2, 8, j, 3), 1);
    EXPECT_EQ(mu_at(problem, 2, 2, j, 3), 1);
  }
}

// A quarter of a cylinder's cross section: the faces' shares sum up to the area outside.
TEST(Conductors, FacesOfACylinderSumUpToItsArea) {
  const Problem problem = laid(R"({"shape": "cylinder", "base": [0.5, 0.5, -1],
    "axis": [0, 0, 3], "radius": 0.3333, "material": "m"})");
  double area = 0;
  for (Index j = 0; j < 10; ++j)
    for (Index i = 0; i < 10; ++i)
      area += 0.01 * mu_at(problem, 2, i, j, 3);
  EXPECT_NEAR(area, 1 - 3.14159265358979 * 0.3333 * 0.3333, 5e-4);
}

// Entries that an object and its translation, its mirror image or another order of objects have.
TEST(Conductors, NeitherPlaceNorOrderMatters) {
  const std::string one = box({0.31, 0.3, 0.3}, {0.5, 0.6, 0.6}),
                    other = box({0.5, 0.3, 0.3}, {0.6, 0.6, 0.6}, "d");
  const Problem problem = laid(one + "," + other), turned = laid(other + "," + one),
                moved = laid(box({0.61, 0.3, 0.3}, {0.8, 0.6, 0.6}) + "," +
                             box({0.8, 0.3, 0.3}, {0.9, 0.6, 0.6}, "d"));
  for (int c = 0; c < 3; ++c)
    for (Index j = 0; j < 10; ++j)
      for (Index i = 0; i < 7; ++i) {
        EXPECT_EQ(eps_at(problem, c, i, j, 4), eps_at(turned, c, i, j, 4));
        EXPECT_EQ(eps_at(problem, c, i, j, 4), eps_at(moved, c, i + 3, j, 4));
        EXPECT_EQ(mu_at(problem, c, i, j, 4), mu_at(moved, c, i + 3, j, 4));
      }
}

// A face on a periodic wall conducts as one inside does.
TEST(Conductors, AFaceOnAPeriodicWallConducts) {
  EXPECT_EQ(fixed_edges(laid(box({0.6, 0.3, 0.3}, {1, 0.7, 0.7}))), 300);
  EXPECT_EQ(fixed_edges(laid(box({0, 0.3, 0.3}, {0.4, 0.7, 0.7}))), 300);
}

TEST(Conductors, ABoxBetweenTwoPlanesIsMovedOntoOne) {
  const Problem problem = laid(box({0.3, 0.3, 0.42}, {0.7, 0.7, 0.46}));
  EXPECT_EQ(fixed_edges(problem), 2 * 4 * 5);
  EXPECT_EQ(eps_at(problem, 0, 4, 4, 4), 0);
}

// The factor of a plate is that of a sheet's outline; that of a right angle is between 1 and it.
TEST(Conductors, FactorsAtEdges) {
  EXPECT_NEAR(corner_factor(CornerKind::plate, 1, 0, 0), 1.538, 0.02);
  EXPECT_NEAR(corner_factor(CornerKind::right_angle, 1, 0, 0), 1.243, 0.005);
  EXPECT_NEAR(corner_factor(CornerKind::right_angle, 1, 0.25, 0),
              corner_factor(CornerKind::right_angle, 1, 0, 0.25), 1e-3);
  const Problem problem = laid(box({0.3, 0.3, -1}, {0.7, 0.7, 2}));
  const double factor = corner_factor(CornerKind::right_angle, 1, 0, 0);
  EXPECT_NEAR(mu_at(problem, 1, 7, 7, 5), factor, 1e-12); // between the edge and its neighbours
  EXPECT_NEAR(mu_at(problem, 0, 7, 7, 5), factor, 1e-12);
  EXPECT_NEAR(mu_at(problem, 1, 2, 3, 5), factor, 1e-12);
  EXPECT_NEAR(eps_at(problem, 0, 7, 7, 5), 1 / factor, 1e-12);
  EXPECT_EQ(eps_at(problem, 1, 8, 7, 5), 1);
}

} // namespace
} // namespace curlew::fdfd
