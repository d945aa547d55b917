// Conducting solids on the grid: the edges that they fix, the shares of those that they cut, and
// the factors at their edges.
#include <curlew/core/error.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/make_problem.hpp>
#include <curlew/methods/fdfd/media/corner_factor.hpp>
#include <curlew/methods/fdfd/sources/current_shares.hpp>

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

// A gap that the samples of a brick do not see stays open: a face 1/20 of a cell short of a plane
// of nodes. Without the gap the body would be that much larger, and its edges would have no
// factors.
TEST(Conductors, ANarrowGapStaysOpen) {
  const Problem problem = laid(box({0.305, -1, -1}, {0.7, 2, 2}));
  EXPECT_EQ(eps_at(problem, 1, 3, 4, 3), 1);
  EXPECT_EQ(eps_at(problem, 2, 3, 4, 3), 1);
  EXPECT_NEAR(eps_at(problem, 0, 3, 4, 3), 20, 0.3);
  EXPECT_NEAR(mu_at(problem, 1, 3, 4, 3), 0.05, 1e-3);
  EXPECT_NEAR(mu_at(problem, 2, 3, 4, 3), 0.05, 1e-3);
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

// All four edges of a bar have a factor where its faces lie 1/100 of a cell above planes of nodes:
// below the least share on two sides, beyond a node on the others.
TEST(Conductors, FactorsAtEdgesBesideNodes) {
  const Problem problem = laid(box({0.301, 0.301, -1}, {0.701, 0.701, 2}));
  for (const Index j : {3, 7}) {
    EXPECT_NEAR(mu_at(problem, 1, 7, j, 5), 0.99 * corner_factor(CornerKind::right_angle, 1, 0, 0),
                0.02);
    EXPECT_NEAR(mu_at(problem, 1, 2, j, 5), corner_factor(CornerKind::right_angle, 1, 0, 0), 0.02);
  }
}

// A sphere has no edges. Where its middle is half a cell off nodes it lies as far beyond a node of
// its staircase as half a cell inwards, as a flat face does.
TEST(Conductors, ASphereHasNoFactors) {
  const Problem problem = laid(R"({"shape": "sphere", "center": [0.55, 0.55, 0.55], "radius": 0.2,
                                   "material": "m"})");
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < 10; ++k)
      for (Index j = 0; j < 10; ++j)
        for (Index i = 0; i < 10; ++i) {
          const double free = problem.free_share(c * problem.size() + problem.entry(i, j, k));
          if (const double eps = eps_at(problem, c, i, j, k); eps != 0) {
            EXPECT_NEAR(eps * free, 1, 1e-12);
          }
          EXPECT_LE(mu_at(problem, c, i, j, k), 1);
        }
}

// Rounding decides nothing: a body and its mirror image have mirrored constants to the last bits,
// also where the circle of a cylinder touches a plane of nodes and where rims meet its end.
TEST(Conductors, AMirroredCylinderHasMirroredConstants) {
  const std::string text = R"({"shape": "cylinder", "base": [0.5, 0.46, 0.26], "axis": [0, 0, 0.3],
                               "radius": 0.26, "material": "m"})";
  const Problem problem = laid(text);
  ASSERT_TRUE(problem.is_magnetic());
  const auto mirrored = [](Index i, bool on_half) { return on_half ? 9 - i : (10 - i) % 10; };
  double worst = 0;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < 10; ++k)
      for (Index j = 0; j < 10; ++j)
        for (Index i = 0; i < 10; ++i) {
          const double eps = eps_at(problem, c, i, j, k),
                       other = eps_at(problem, c, mirrored(i, c == 0), j, k);
          const double mu = mu_at(problem, c, i, j, k),
                       other_mu = mu_at(problem, c, mirrored(i, c != 0), j, k);
          worst = std::max({worst, std::abs(eps - other), std::abs(mu - other_mu)});
        }
  EXPECT_LT(worst, 1e-12);
}

// Returns the shares of a current of moment 1 along an axis: of each entry, over a cell's volume.
std::vector<CurrentShare> point_shares(const Problem &problem, int axis, double z_m) {
  const Vector3 at{0.52, 0.47, z_m};
  return current_shares(problem, axis, {at, at}, "here");
}

double sum_on_plane(const std::vector<CurrentShare> &shares, Index k) {
  double sum = 0;
  for (const CurrentShare &share : shares)
    sum += share.at[2] == k ? share.part.real() : 0;
  return sum;
}

// By image theory E across a conductor is the same up to its surface, and E along it rises from 0:
// an upright current acts as a whole on the edge above the surface, over the free part of an edge
// that the surface cuts; one along it by its distance over that of the first free node.
TEST(Conductors, TakeACurrentBesideThemByItsImage) {
  struct Place {
    double top_m, current_m, upright, along;
  };
  for (const Place &place : {Place{0.5, 0.525, 1, 0.25}, Place{0.53, 0.545, 1 / 0.7, 0.015 / 0.07},
                             Place{0.54, 0.549, 1 / 0.6, 0.009 / 0.06}}) {
    const Problem problem = laid(box({-1, -1, 0.2}, {2, 2, place.top_m}));
    const auto upright = point_shares(problem, 2, place.current_m),
               along = point_shares(problem, 0, place.current_m);
    EXPECT_NEAR(sum_on_plane(upright, 5), place.upright, 3e-3 * place.upright) << place.top_m;
    EXPECT_EQ(sum_on_plane(upright, 4) + sum_on_plane(upright, 6), 0) << place.top_m;
    EXPECT_NEAR(sum_on_plane(along, 6), place.along, 1e-2) << place.top_m;
    EXPECT_EQ(sum_on_plane(along, 5), 0) << place.top_m;
    EXPECT_THROW(point_shares(problem, 2, place.top_m - 0.02), InputError) << place.top_m;
  }
  const Problem sheet =
      laid(R"({"shape": "sheet", "min": [0.1, 0.1, 0.5], "max": [0.9, 0.9, 0.5]})");
  EXPECT_NEAR(sum_on_plane(point_shares(sheet, 2, 0.525), 5), 1, 1e-12); // not through the sheet
  EXPECT_NEAR(sum_on_plane(point_shares(sheet, 2, 0.475), 4), 1, 1e-12);
}

// A region that ends on conductors loses nothing but what flows on their surfaces: here between two
// plates with faces off nodes, 0.26 to 0.73 m.
TEST(Conductors, TakeARegionThatEndsOnThem) {
  const Problem problem =
      laid(box({-1, -1, 0}, {2, 2, 0.26}) + ", " + box({-1, -1, 0.73}, {2, 2, 1}));
  double voltage = 0; // of a uniform field of 1 V/m, by the current's shares over its cross section
  for (const CurrentShare &share :
       current_shares(problem, 2, {{0.4, 0.4, 0.26}, {0.6, 0.6, 0.73}}, "here"))
    voltage += share.part.real() * 0.1 / 4 *
               problem.free_share(2 * problem.size() +
                                  problem.entry(share.at[0], share.at[1], share.at[2]));
  EXPECT_NEAR(voltage, 0.47, 1e-3);
  EXPECT_NO_THROW(current_shares(problem, 0, {{0.4, 0.4, 0.26}, {0.6, 0.6, 0.73}}, "here"));
  EXPECT_THROW(current_shares(problem, 0, {{0.4, 0.4, 0.1}, {0.6, 0.6, 0.73}}, "here"), InputError);
  // In the conducting part of the edges from 0.2 to 0.3 alone.
  EXPECT_THROW(current_shares(problem, 2, {{0.4, 0.4, 0.21}, {0.6, 0.6, 0.25}}, "here"),
               InputError);
  EXPECT_NO_THROW(current_shares(problem, 2, {{0.4, 0.4, 0.27}, {0.6, 0.6, 0.29}}, "here"));
}

} // namespace
} // namespace curlew::fdfd
