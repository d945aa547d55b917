#include "background_cases.hpp"

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/sources/incident.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd {
namespace {

// Elliptically polarised, out of every axis.
PlaneWave oblique() {
  PlaneWave wave;
  wave.direction = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  wave.polarization = {complex(3, 6), complex(2, -6), complex(0, -5)};
  return wave;
}

Problem grid(Index cells) {
  testing::Grid spec;
  spec.cells = {cells, cells + 1, cells + 3};
  spec.cell_m = {0.16 / cells, 0.15 / cells, 0.14 / cells};
  spec.walls.fill({Wall::pec, Wall::pmc});
  return testing::vacuum(spec);
}

TEST(Incident, TheTestsWaveIsTransverse) {
  complex along = 0;
  for (int c = 0; c < 3; ++c)
    along += oblique().direction[c] * oblique().polarization[c];
  ASSERT_LT(std::abs(along), 1e-14);
}

TEST(Incident, TheTablesAndTheKernelsFormAgree) {
  const Problem problem = grid(8);
  const IncidentWave wave = make_incident(oblique(), problem.wavenumber);
  const auto e = incident_electric(problem, wave, 3), h = incident_magnetic(problem, wave, 1);
  testing::for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    const auto r = problem.e_position_m(c, at[0], at[1], at[2]);
    const auto s = problem.h_position_m(c, at[0], at[1], at[2]);
    const Complex electric = wave.electric(c, r[0], r[1], r[2]);
    const Complex magnetic = wave.magnetic(c, s[0], s[1], s[2]);
    ASSERT_LT(std::abs(e[entry] - complex(electric)), 1e-13);
    ASSERT_LT(std::abs(h[entry] - complex(magnetic)), 1e-15);
  });
}

// |curl E + j omega mu0 H| / |omega mu0 H| away from the walls, where differences reach beyond.
double faraday_error(const Problem &problem, double sign = 1) {
  const IncidentWave wave = make_incident(oblique(), problem.wavenumber);
  const auto curl = testing::plain_curl_of_e(problem, incident_electric(problem, wave));
  const auto h = incident_magnetic(problem, wave);
  double error = 0, size = 0;
  testing::for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    for (int d = 0; d < 3; ++d)
      if (at[d] + 1 >= problem.axes[d].cells)
        return;
    (void)c;
    const complex other = complex(0, sign * problem.wavenumber * k_eta0) * h[entry];
    error += std::norm(curl[entry] + other);
    size += std::norm(other);
  });
  return std::sqrt(error / size);
}

TEST(Incident, SatisfiesFaradaysLawToSecondOrder) {
  const double coarse = faraday_error(grid(16)), fine = faraday_error(grid(32));
  EXPECT_LT(fine, 1e-3); // (k h)^2 / 24 = 4.6e-4 along the largest cell's diagonal
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.05);
  EXPECT_GT(faraday_error(grid(32), -1), 1.9) << "e^{-j omega t} must not pass";
}

TEST(Incident, NoWaveIsZero) {
  const Problem problem = grid(4);
  EXPECT_TRUE(IncidentTable(problem, {}).is_zero());
  EXPECT_FALSE(IncidentTable(problem, make_incident(oblique(), problem.wavenumber)).is_zero());
}

} // namespace
} // namespace curlew::fdfd
