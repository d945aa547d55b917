#include "../../kokkos_environment.hpp"
#include "background_cases.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/outputs/far_field.hpp>

#include <gmock/gmock.h>

namespace curlew::fdfd {
namespace {

using Vector = std::array<double, 3>;
using ::testing::HasSubstr;

double dot(const Vector &a, const Vector &b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// A Hertzian dipole in vacuum: moment I l = 1 A m along a direction out of every axis.
struct Dipole {
  Vector place{0.004, -0.003, 0.002};
  Vector along{2.0 / 7, 3.0 / 7, 6.0 / 7};
  double wavenumber = 0;

  complex factor() const { return complex(0, -wavenumber * k_eta0 / (4 * k_pi)); }
  complex electric(int component, const Vector &at) const {
    const Vector d{at[0] - place[0], at[1] - place[1], at[2] - place[2]};
    const double r = std::sqrt(dot(d, d)), radial = d[component] / r * dot(d, along) / r;
    const complex jkr(0, wavenumber * r);
    return factor() * std::exp(-jkr) / r *
           (along[component] - radial +
            (1.0 / jkr + 1.0 / (jkr * jkr)) * (along[component] - 3 * radial));
  }
  FarField far(const Direction &direction) const {
    const double t = direction.theta_deg * k_pi / 180, p = direction.phi_deg * k_pi / 180;
    const Vector r{std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)};
    const Vector theta{std::cos(t) * std::cos(p), std::cos(t) * std::sin(p), -std::sin(t)};
    const Vector phi{-std::sin(p), std::cos(p), 0};
    const complex all = factor() * std::polar(1.0, wavenumber * dot(r, place));
    return {all * dot(theta, along), all * dot(phi, along)};
  }
};

template <class Field> testing::Values sampled(const Problem &problem, const Field &field) {
  testing::Values values(problem.unknowns());
  testing::for_each_entry(problem, [&](int c, const Place &at, Offset entry) {
    values[entry] = field(c, problem.e_position_m(c, at[0], at[1], at[2]));
  });
  return values;
}

// Cells of three different lengths around the origin, half a vacuum wavelength in all.
Problem vacuum(Index cells) {
  testing::Grid spec;
  spec.cells = {cells, cells, cells};
  spec.cell_m = {0.14 / cells, 0.15 / cells, 0.16 / cells};
  spec.pml.cells = 1;
  return testing::vacuum(spec);
}

NodeBox middle(Index cells) {
  return {{cells / 4, cells / 8, cells / 4}, {3 * cells / 4, 3 * cells / 4, 7 * cells / 8}};
}

const Backend k_backend = compiled_backends().back();
const std::vector<Direction> k_directions =
    all_directions({0, 17, 45, 90, 120, 180}, {0, 33, 90, 200, 301});

// The largest error in k_directions against the largest amplitude there.
double error(const std::vector<FarField> &found, const Dipole &dipole) {
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const FarField exact = dipole.far(k_directions[i]);
    worst = std::max(worst, std::hypot(std::abs(found[i].theta - exact.theta),
                                       std::abs(found[i].phi - exact.phi)));
    largest = std::max(largest, std::hypot(std::abs(exact.theta), std::abs(exact.phi)));
  }
  return worst / largest;
}

std::vector<FarField> far_of_dipole(Index cells, const NodeBox &box, Dipole &dipole) {
  const Problem problem = vacuum(cells);
  dipole.wavenumber = problem.wavenumber;
  const auto e = sampled(problem, [&](int c, const Vector &at) { return dipole.electric(c, at); });
  return far_field(huygens_surface(YeeFields(problem, e), box), k_directions, k_backend);
}

TEST(FarFieldOfADipole, ConvergesToSecondOrder) {
  Dipole dipole;
  const double coarse = error(far_of_dipole(48, middle(48), dipole), dipole);
  const double fine = error(far_of_dipole(96, middle(96), dipole), dipole);
  EXPECT_LT(fine, 2e-4); // measured 1.3e-4, and 5.6e-4 on the coarse grid
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.15);
  Dipole other = dipole;
  other.along[0] *= -1;
  EXPECT_GT(error(far_of_dipole(48, middle(48), dipole), other), 0.5);
}

TEST(FarFieldOfADipole, DoesNotDependOnTheBox) {
  Dipole dipole;
  NodeBox wide = middle(64);
  for (int d = 0; d < 3; ++d) {
    wide.first[d] -= 4;
    wide.last[d] += 5;
  }
  const auto one = far_of_dipole(64, middle(64), dipole), other = far_of_dipole(64, wide, dipole);
  for (std::size_t i = 0; i < one.size(); ++i) {
    // The bound is a little over twice the error of each against the dipole, 3e-4 here.
    EXPECT_LT(std::abs(one[i].theta - other[i].theta), 1e-3 * std::abs(dipole.factor()));
    EXPECT_LT(std::abs(one[i].phi - other[i].phi), 1e-3 * std::abs(dipole.factor()));
  }
}

TEST(FarField, OfWhatComesFromOutsideIsNothing) {
  const auto leak = [](Index cells) {
    const Problem problem = vacuum(cells);
    Dipole outside;
    outside.wavenumber = problem.wavenumber;
    outside.place = {0.2, 0.1, -0.3};
    const auto e =
        sampled(problem, [&](int c, const Vector &at) { return outside.electric(c, at); });
    HuygensSurface surface = huygens_surface(YeeFields(problem, e), middle(cells));
    double worst = 0, wrong = 0;
    for (const FarField &far : far_field(surface, k_directions, k_backend))
      worst = std::max({worst, std::abs(far.theta), std::abs(far.phi)});
    for (complex &value : surface.pairs[3].electric) // twin: a face of the wrong sign
      value = -value;
    for (const FarField &far : far_field(surface, k_directions, k_backend))
      wrong = std::max({wrong, std::abs(far.theta), std::abs(far.phi)});
    EXPECT_GT(wrong, 20 * worst);
    return worst;
  };
  EXPECT_NEAR(std::log2(leak(32) / leak(64)), 2, 0.3);
}

TEST(FarField, MovesItsPhaseWithTheGrid) {
  const Problem problem = vacuum(16);
  Problem moved = problem;
  const Vector shift{0.3, -0.1, 0.07};
  for (int d = 0; d < 3; ++d)
    moved.axes[d].corner_m += shift[d];
  const auto e = testing::random_values(problem);
  const auto here =
      far_field(huygens_surface(YeeFields(problem, e), middle(16)), k_directions, k_backend);
  const auto there =
      far_field(huygens_surface(YeeFields(moved, e), middle(16)), k_directions, k_backend);
  for (std::size_t i = 0; i < here.size(); ++i) {
    const double t = k_directions[i].theta_deg * k_pi / 180;
    const double p = k_directions[i].phi_deg * k_pi / 180;
    const complex phase = std::polar(
        1.0, problem.wavenumber *
                 dot({std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)}, shift));
    ASSERT_LT(std::abs(there[i].theta - phase * here[i].theta), 1e-12 * std::abs(here[i].theta));
    ASSERT_LT(std::abs(there[i].phi - phase * here[i].phi), 1e-12 * std::abs(here[i].phi));
  }
}

TEST(FarField, IsTheSameForAnyNumberOfThreadsAndOnAllHosts) {
  const Problem problem = vacuum(16);
  const auto e = testing::random_values(problem);
  const YeeFields fields(problem, e);
  const auto one = far_field(huygens_surface(fields, middle(16), 1), k_directions, Backend::serial);
  const auto backends = compiled_backends();
  const bool has_openmp =
      std::find(backends.begin(), backends.end(), Backend::openmp) != backends.end();
  const auto three = far_field(huygens_surface(fields, middle(16), 3), k_directions,
                               has_openmp ? Backend::openmp : Backend::serial);
  for (std::size_t i = 0; i < one.size(); ++i) {
    ASSERT_EQ(one[i].theta, three[i].theta);
    ASSERT_EQ(one[i].phi, three[i].phi);
  }
}

Problem with_block(Index cells, const Place &first, const Place &last) {
  Problem problem = vacuum(cells);
  problem.eps.push_back(4);
  for (int c = 0; c < 3; ++c)
    for (const Place &at : {first, last})
      problem.eps_id[c][problem.entry(at[0], at[1], at[2])] = 2;
  return problem;
}

TEST(HuygensBoxes, StandOffTheScattererAndTheLayers) {
  const Problem problem = with_block(20, {8, 3, 2}, {12, 15, 10});
  const NodeBox scatterer = scatterer_box(problem);
  EXPECT_EQ(scatterer.first, (Place{8, 3, 2}));
  EXPECT_EQ(scatterer.last, (Place{13, 16, 11}));
  const NodeBox box = huygens_box(problem, scatterer, "here");
  EXPECT_EQ(box.first, (Place{5, 2, 1})); // layers of one cell: 3 of 7, 1 of 2, 1 of 1 cells
  EXPECT_EQ(box.last, (Place{16, 18, 14}));
}

TEST(HuygensBoxes, HoldConductorsAndMagneticMaterials) {
  Problem problem = vacuum(20);
  problem.eps_id[1][problem.entry(7, 8, 9)] = 0;
  problem.has_conductors = true;
  EXPECT_EQ(scatterer_box(problem).first, (Place{7, 8, 9}));
  EXPECT_EQ(scatterer_box(problem).last, (Place{7, 9, 9}));
  problem.mu = {1, 1, 2};
  for (auto &ids : problem.mu_id)
    ids.assign(problem.size(), 1);
  problem.mu_id[1][problem.entry(11, 8, 9)] = 2;
  EXPECT_EQ(scatterer_box(problem).first, (Place{7, 8, 9}));
  EXPECT_EQ(scatterer_box(problem).last, (Place{12, 9, 10}));
}

std::string refusal(const Problem &problem) {
  const NodeBox scatterer = scatterer_box(problem);
  const bool has_box = power_box(problem, scatterer).has_value();
  try {
    huygens_box(problem, scatterer, "case.json:3:7");
    EXPECT_TRUE(has_box);
  } catch (const InputError &error) {
    EXPECT_FALSE(has_box);
    return error.what();
  }
  return "";
}

TEST(HuygensBoxes, AreRefusedWhereThereIsNoRoom) {
  EXPECT_EQ(refusal(with_block(20, {2, 2, 2}, {17, 17, 17})), "");
  EXPECT_THAT(refusal(with_block(20, {2, 2, 2}, {17, 17, 18})),
              HasSubstr("case.json:3:7: the far field needs at least a cell between"));
  EXPECT_THAT(refusal(with_block(20, {2, 1, 2}, {17, 17, 17})), HasSubstr("along y"));
  EXPECT_THAT(refusal(vacuum(20)), HasSubstr("nothing scatters"));
  Problem walled = with_block(20, {8, 8, 8}, {9, 9, 9});
  walled.axes[2].high = Wall::pec;
  EXPECT_THAT(refusal(walled), HasSubstr("z- and z+ are not both absorbing layers"));
  walled.axes[2].high = Wall::pml;
  walled.axes[0].low = walled.axes[0].high = Wall::periodic;
  EXPECT_THAT(refusal(walled), HasSubstr("x- and x+"));
}

} // namespace
} // namespace curlew::fdfd
