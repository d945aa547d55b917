#include "background_cases.hpp"

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/outputs/powers.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd {
namespace {

PlaneWave oblique() {
  PlaneWave wave;
  wave.direction = {2.0 / 7, -3.0 / 7, 6.0 / 7};
  wave.polarization = {complex(3, 6), complex(2, -6), complex(0, -5)};
  return wave;
}

// Lossy, anisotropic, magnetic and conducting entries somewhere in the middle.
Problem mixed(bool is_magnetic) {
  testing::Grid spec;
  spec.cells = {18, 16, 17};
  spec.cell_m = {4e-3, 5e-3, 6e-3};
  spec.pml.cells = 3;
  Problem problem = testing::vacuum(spec);
  problem.eps = {1, 1, {4, -0.5}, {2, -3}};
  if (is_magnetic) {
    problem.mu = {1, 1, {2, -0.25}};
    for (auto &ids : problem.mu_id)
      ids.assign(problem.size(), 1);
  }
  for (int c = 0; c < 3; ++c)
    for (Index k = 7; k < 10; ++k)
      for (Index j = 6; j < 10; ++j)
        for (Index i = 7; i < 11; ++i) {
          const Offset entry = problem.entry(i, j, k);
          problem.eps_id[c][entry] = static_cast<std::uint16_t>((i + 2 * j + k + c) % 4);
          if (is_magnetic)
            problem.mu_id[c][entry] = static_cast<std::uint16_t>(1 + (i + j + 3 * k + c) % 2);
        }
  problem.has_conductors = true;
  return problem;
}

// Returns the work of the currents J_more that an arbitrary E needs: f of A E = f at the free
// entries.
//   curl H_s = j omega eps0 eps E_s + j omega eps0 (eps - 1) E_inc + J_more
double work_of_the_rest(const YeeFields &fields, const NodeBox &box, const testing::Values &e) {
  const Problem &problem = fields.problem();
  const auto curl = testing::plain_curl_of_h(problem, magnetic_field(fields));
  const complex j_omega_eps0(0, problem.wavenumber / k_eta0);
  double work = 0;
  testing::for_each_entry(problem, [&](int c, const Place &at, Offset entry) {
    for (int d = 0; d < 3; ++d)
      if (at[d] < box.first[d] + (d == c ? 0 : 1) || at[d] >= box.last[d])
        return;
    if (fields.is_fixed(c, at))
      return;
    const complex eps = fields.eps(c, at);
    const complex rest =
        curl[entry] - j_omega_eps0 * (eps * e[entry] + (eps - 1.0) * fields.incident().electric(
                                                                         c, at[0], at[1], at[2]));
    work -=
        0.5 * (e[entry] * std::conj(rest)).real() * problem.weight(c, at[0], at[1], at[2]).real();
  });
  return work;
}

class Powers : public ::testing::TestWithParam<bool> {};

// Poynting's theorem is an identity of sums on the grid, whatever the field.
TEST_P(Powers, AddUpToRounding) {
  const Problem problem = mixed(GetParam());
  const IncidentWave incident = make_incident(oblique(), problem.wavenumber);
  auto e = testing::random_values(problem);
  testing::for_each_entry(problem, [&](int c, const Place &at, Offset entry) {
    if (problem.eps_id[c][entry - c * problem.size()] == 0 && !problem.is_boundary_fixed(c, at))
      e[entry] = -complex(incident.electric(c, problem.e_position_m(c, at[0], at[1], at[2])[0],
                                            problem.e_position_m(c, at[0], at[1], at[2])[1],
                                            problem.e_position_m(c, at[0], at[1], at[2])[2]));
  });
  const YeeFields fields(problem, e, incident);
  const NodeBox box = huygens_box(problem, scatterer_box(problem), "here");
  const double scattered = power_through(huygens_surface(fields, box));
  const double absorbed = absorbed_power(fields);
  const double work = extinction_by_work(fields, box);
  const double rest = work_of_the_rest(fields, box, e);
  const double size = std::abs(scattered) + std::abs(absorbed) + std::abs(work) + std::abs(rest);
  EXPECT_LT(std::abs(scattered + absorbed - work - rest), 1e-12 * size);
  for (const double part : {scattered, absorbed, work, rest})
    EXPECT_GT(std::abs(part), 1e-3 * size) << "must count in the sum above";
  EXPECT_DOUBLE_EQ(absorbed_power(fields, 1), absorbed_power(fields, 3));
}

INSTANTIATE_TEST_SUITE_P(Materials, Powers, ::testing::Values(false, true),
                         [](const auto &info) { return info.param ? "magnetic" : "electric"; });

TEST(AbsorbedPower, OfOneEntryByHand) {
  testing::Grid spec;
  spec.pml.cells = 3;
  Problem problem = testing::vacuum(spec);
  problem.eps.push_back({3, -2});
  problem.eps_id[1][problem.entry(8, 7, 6)] = 2;
  testing::Values e(problem.unknowns());
  e[problem.size() + problem.entry(8, 7, 6)] = {3, 4};
  e[problem.size() + problem.entry(8, 7, 5)] = {30, 40}; // lossless
  const double omega = 2 * k_pi * 1e9;
  EXPECT_NEAR(absorbed_power(YeeFields(problem, e)) /
                  (0.5 * omega * k_eps0 * 2 * 25 * std::pow(5e-3, 3)),
              1, 1e-12);
}

} // namespace
} // namespace curlew::fdfd
