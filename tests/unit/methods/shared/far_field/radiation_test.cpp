#include "dipole.hpp"

#include <curlew/methods/shared/far_field/host_lanes.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace curlew {
namespace {

using testing::complex;
using testing::difference;

const std::vector<Direction> k_directions =
    all_directions({0, 17, 45, 90, 120, 179, 180}, {0, 33, 90, 200, 301});

// Lattices of all orientations and of sizes that are no multiple of the lanes or segments, and the
// same currents as a list of points.
struct RandomCurrents {
  std::vector<std::vector<complex>> values;
  LatticeCurrents lattices;
  SurfaceCurrents points;

  RandomCurrents() {
    std::mt19937 generator(7);
    std::uniform_real_distribution<double> number(-1, 1);
    lattices.wavenumber = points.wavenumber = 23;
    const std::size_t sizes[][2] = {{13, 70}, {1, 1}, {8, 64}, {65, 3}, {33, 129}, {7, 2}};
    for (int l = 0; l < 6; ++l) {
      CurrentLattice lattice;
      lattice.u = l % 3;
      lattice.v = (l + 1 + l / 3) % 3;
      lattice.component = (2 * l) % 3;
      lattice.is_magnetic = l % 2 == 1;
      lattice.plane_m = number(generator);
      lattice.area_m2 = number(generator);
      for (std::size_t a = 0; a < sizes[l][0]; ++a)
        lattice.u_m.push_back(number(generator));
      for (std::size_t b = 0; b < sizes[l][1]; ++b)
        lattice.v_m.push_back(number(generator));
      std::vector<complex> of_points(sizes[l][0] * sizes[l][1]);
      for (complex &value : of_points)
        value = {number(generator), number(generator)};
      values.push_back(of_points);
      lattices.lattices.push_back(lattice);
    }
    for (int l = 0; l < 6; ++l) {
      CurrentLattice &lattice = lattices.lattices[l];
      lattice.values = values[l].data();
      for (std::size_t b = 0; b < lattice.v_m.size(); ++b)
        for (std::size_t a = 0; a < lattice.u_m.size(); ++a) {
          std::array<double, 3> position;
          position[lattice.u] = lattice.u_m[a];
          position[lattice.v] = lattice.v_m[b];
          position[lattice.normal()] = lattice.plane_m;
          points.positions_m.push_back(position);
          points.J.emplace_back();
          points.M.emplace_back();
          (lattice.is_magnetic ? points.M : points.J).back()[lattice.component] =
              lattice.values[b * lattice.u_m.size() + a];
          points.areas_m2.push_back(lattice.area_m2);
        }
    }
  }
};

// The integrals as written, point by point.
RadiationVectors by_definition(const SurfaceCurrents &currents, const UnitVector &r) {
  RadiationVectors sum;
  for (std::size_t i = 0; i < currents.positions_m.size(); ++i)
    for (int c = 0; c < 3; ++c) {
      const complex phase =
          currents.areas_m2[i] *
          std::polar(1.0, currents.wavenumber * testing::dot(r, currents.positions_m[i]));
      sum.N[c] += phase * currents.J[i][c];
      sum.L[c] += phase * currents.M[i][c];
    }
  return sum;
}

double distance(const RadiationVectors &a, const RadiationVectors &b) {
  double worst = 0;
  for (int c = 0; c < 3; ++c)
    worst = std::max({worst, std::abs(a.N[c] - b.N[c]), std::abs(a.L[c] - b.L[c])});
  return worst;
}

std::vector<UnitVector> unit_vectors() {
  std::vector<UnitVector> towards;
  for (const Direction &direction : k_directions)
    towards.push_back(SphericalFrame(direction).r);
  return towards;
}

TEST(Radiation, IsTheSumOverAllPointsOnEveryBackend) {
  const RandomCurrents currents;
  const auto towards = unit_vectors();
  for (const Backend backend : compiled_backends()) {
    const auto points = radiation_vectors(backend, currents.points, towards);
    const auto lattices = radiation_vectors(backend, currents.lattices, towards);
    for (std::size_t d = 0; d < towards.size(); ++d) {
      const RadiationVectors exact = by_definition(currents.points, towards[d]);
      // 6700 points of moments up to 1.4: sums of about 100 in size, each term to 1e-15.
      ASSERT_LT(distance(points[d], exact), 1e-11) << to_string(backend);
      ASSERT_LT(distance(lattices[d], exact), 1e-11) << to_string(backend);
    }
    SurfaceCurrents wrong = currents.points; // twin: one point of many at another place
    wrong.positions_m[1234][1] += 0.01;
    ASSERT_GT(distance(radiation_vectors(backend, wrong, towards)[8],
                       by_definition(currents.points, towards[8])),
              1e-6);
  }
}

TEST(Radiation, HasTheSameBitsOnAllHosts) {
  const RandomCurrents currents;
  const auto towards = unit_vectors();
  const auto backends = compiled_backends();
  if (std::find(backends.begin(), backends.end(), Backend::openmp) == backends.end())
    GTEST_SKIP() << "this Kokkos has one host backend";
  const auto same = [&](const auto &all) {
    const auto one = radiation_vectors(Backend::serial, all, towards);
    const auto two = radiation_vectors(Backend::openmp, all, towards);
    for (std::size_t d = 0; d < towards.size(); ++d)
      ASSERT_EQ(distance(one[d], two[d]), 0);
  };
  same(currents.points);
  same(currents.lattices);
}

TEST(Radiation, KeepsItsPrecisionFarFromTheOrigin) {
  testing::Dipole dipole;
  dipole.position_m = {3e4, -2e4, 1e5}; // 2e6 radians
  const auto far = far_field(Backend::serial, dipole.currents(), k_directions);
  // The phase k r.r' itself is computed to 2e6 eps = 5e-10 in either.
  EXPECT_LT(difference(far, testing::far_of(dipole, k_directions)), 1e-8);
}

TEST(Radiation, RefusesWhatItCannotSum) {
  SurfaceCurrents currents = testing::Dipole().currents();
  EXPECT_NO_THROW(radiation_vectors(Backend::serial, currents, {}));
  currents.M.clear();
  EXPECT_THROW(radiation_vectors(Backend::serial, currents, {}), std::invalid_argument);
  currents = testing::Dipole().currents();
  currents.wavenumber = 0;
  EXPECT_THROW(radiation_vectors(Backend::serial, currents, {}), std::invalid_argument);
  currents = RandomCurrents().points;
  currents.positions_m[3][0] = 1e6;
  EXPECT_THROW(radiation_vectors(Backend::serial, currents, {}), std::invalid_argument);
  RandomCurrents random;
  random.lattices.lattices[2].v = random.lattices.lattices[2].u;
  EXPECT_THROW(radiation_vectors(Backend::serial, random.lattices, {}), std::invalid_argument);
  EXPECT_EQ(radiation_vectors(Backend::serial, SurfaceCurrents{{}, {}, {}, {}, 1.0},
                              {UnitVector{0, 0, 1}})
                .front()
                .N[0],
            complex(0));
}

TEST(SineAndCosine, AreThoseOfTheStandardLibrary) {
  std::mt19937 generator(3);
  for (const double range : {1e-3, 2.0, 100.0, 1e4, 1e6}) {
    std::uniform_real_distribution<double> number(-range, range);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
      const double x = number(generator);
      double sine, cosine;
      far_field_lanes::sine_cosine(x, sine, cosine);
      worst = std::max({worst, std::abs(sine - std::sin(x)), std::abs(cosine - std::cos(x))});
    }
    EXPECT_LT(worst, 3e-16 + std::numeric_limits<double>::epsilon()) << range;
  }
  // Beyond the range three pieces of pi no longer suffice: the limit is needed.
  double sine, cosine;
  far_field_lanes::sine_cosine(1e15 + 0.125, sine, cosine);
  EXPECT_GT(std::abs(sine - std::sin(1e15 + 0.125)), 1e-6);
}

} // namespace
} // namespace curlew
