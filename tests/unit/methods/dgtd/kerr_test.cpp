// Nonlinear media: steps of small meshes.
#include "kerr_fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/dgtd/kerr/nodal_kernel.hpp>

#include <algorithm>

namespace curlew::dgtd::testing {
namespace {

TEST(DgtdKerr, WithoutStrengthIsTheLinearMedium) {
  for (const Discretization &one : k_spaces) {
    const StandingWave linear(one, 1, 1e-300, {{"tolerance", 1e-14}}, 4);
    Case input = linear.simulation.input;
    input.materials[0].chi3 = 0;
    const Simulation without =
        prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
    const double dt_s = 0.9 * without.dt_limit_s;
    Steps steps(without, dt_s), twin(linear.simulation, dt_s);
    const auto start = [&](Steps &of, const Simulation &simulation) {
      start_from(
          simulation,
          [&](const Point &p) -> std::array<double, 3> {
            return {std::sin(k_pi * p[2]), 0, 0};
          },
          of);
    };
    start(steps, without);
    start(twin, linear.simulation);
    steps.advance(100);
    twin.advance(100);
    // Values, not unknowns: those of second order cancel each other.
    const CellFields fields = steps.observe(), of_twin = twin.observe();
    EXPECT_LT(difference(fields.electric, of_twin.electric), 1e-13) << name_of(one);
    EXPECT_LT(difference(fields.magnetic, of_twin.magnetic), 1e-13) << name_of(one);
  }
}

TEST(DgtdKerr, OfASmallFieldIsTheLinearMedium) {
  for (const Discretization &one : k_spaces)
    for (const double strength : {1e-12, 1e-2}) { // the field is 1e-6 of its scale, or 0.1
      const StandingWave wave(one, strength, 3e-8, nlohmann::ordered_json::object(), 4);
      Case input = wave.simulation.input;
      input.materials[0].chi3 = 0;
      const Simulation linear =
          prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
      const double dt_s = 0.9 * linear.dt_limit_s;
      Steps steps(wave.simulation, dt_s), twin(linear, dt_s);
      wave.start(steps);
      wave.start(twin);
      steps.advance(100);
      twin.advance(100);
      const double apart = difference(steps.scheme().save().at("e"), twin.scheme().save().at("e"));
      if (strength < 1e-6)
        EXPECT_LT(apart, 1e-10) << name_of(one);
      else
        EXPECT_GT(apart, 1e-4) << name_of(one);
    }
}

// Iterations from the linear predictor to 1e-10: a standing wave of 60 bricks, through a period.
TEST(DgtdKerr, NewtonNeedsFewIterations) {
  struct Bound {
    double strength; // chi3 E^2
    int most;
  };
  for (const Discretization &one : {k_spaces[0], k_spaces[1]})
    for (const Bound &bound : {Bound{0.055, 3}, Bound{0.25, 4}, Bound{1, 5}, Bound{7.27, 7}}) {
      const StandingWave wave(one, bound.strength, 3e-8, nlohmann::ordered_json::object(), 30);
      const double dt_s = 0.9 * wave.simulation.dt_limit_s;
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      steps.advance(static_cast<std::int64_t>(wave.period_s() / dt_s));
      const KerrCounts counts = steps.scheme().kerr_counts();
      std::printf("%s, chi3 E^2 = %.4g: iterations %.2f, at most %d\n", name_of(one).c_str(),
                  bound.strength, counts.mean(), counts.most());
      EXPECT_LE(counts.most(), bound.most) << name_of(one) << " " << bound.strength;
      EXPECT_GE(counts.most(), 2) << name_of(one) << " " << bound.strength;
    }
}

// The largest |W - W0| / W0 over five periods.
double energy_drift(const Discretization &one, const std::string &form, double tolerance,
                    double courant, const std::string &solver = "newton", int cells = 0) {
  const StandingWave wave(one, 0.03, 3e-8,
                          {{"form", form}, {"tolerance", tolerance}, {"method", solver}},
                          cells > 0        ? cells
                          : one.order == 1 ? 8
                                           : 4);
  const double dt_s = courant * wave.simulation.dt_limit_s;
  Steps steps(wave.simulation, dt_s);
  wave.start(steps);
  const auto count = static_cast<std::int64_t>(5 * wave.period_s() / dt_s);
  const auto energies = steps.advance(count, 1);
  double largest = 0;
  for (const double energy : energies)
    largest = std::max(largest, std::abs(energy / energies[0] - 1));
  return largest;
}

TEST(DgtdKerr, EnergyFormConservesItToRounding) {
  for (const Discretization &one : k_spaces) {
    EXPECT_LT(energy_drift(one, "energy", 1e-14, 0.9), 1e-11) << name_of(one);
    EXPECT_GT(energy_drift(one, "midpoint", 1e-14, 0.9), 1e-7) << name_of(one);
  }
}

TEST(DgtdKerr, EnergyOfTheExactFormDriftsBySecondOrder) {
  for (const Discretization &one : k_spaces) {
    const double whole = energy_drift(one, "exact", 1e-13, 0.8),
                 half = energy_drift(one, "exact", 1e-13, 0.4);
    std::printf("%s: drift %.2e, half the step %.2e\n", name_of(one).c_str(), whole, half);
    EXPECT_NEAR(whole / half, 4, 0.5) << name_of(one);
  }
}

TEST(DgtdKerrNodal, RootSolvesTheCubic) {
  for (const double eps : {1.0, 2.25, 12.0})
    for (const double chi3 : {4e-8, 1e-3, 1.0, 50.0, -1e-3, -1e-2})
      for (double field = 1e-6; field < 1e4; field *= 3) {
        if (eps + 3 * chi3 * field * field <= 1e-3 * eps)
          continue; // no root, or the two of a maximum
        const double displacement = (eps + chi3 * field * field) * field;
        EXPECT_NEAR(kerr_root(eps, chi3, displacement) * displacement / field, 1, 1e-12)
            << eps << " " << chi3 << " " << field;
      }
  EXPECT_LT(kerr_root(1, -0.01, 10), 0); // beyond the largest D, 2/3 sqrt(1 / 0.03) = 3.8
}

TEST(DgtdKerrNodal, RootsOfManyAreThoseOfOne) {
  constexpr int W = 4;
  for (double field = 1e-6; field < 1e6; field *= 3) {
    const double eps[W] = {1, 2.25, 12, 1.5}, chi3[W] = {0, 4e-8, 1, -1e-13};
    double squared[W], roots[W];
    for (int lane = 0; lane < W; ++lane) {
      const double displacement = (eps[lane] + chi3[lane] * field * field) * field;
      squared[lane] = displacement * displacement;
    }
    kerr_roots<W>(eps, chi3, squared, roots);
    for (int lane = 0; lane < W; ++lane)
      EXPECT_NEAR(roots[lane] * std::sqrt(squared[lane]) / field, 1, 4e-15) << field << " " << lane;
  }
}

TEST(DgtdKerrNodal, DiffersFromTheProjectionByItsErrorOnly) {
  std::array<double, 2> apart{};
  for (const int refined : {0, 1}) {
    const Discretization one{"central", "full", 2};
    std::vector<double> found[2];
    for (const char *solver : {"newton", "closed-form"}) {
      const StandingWave wave(one, 0.05, 3e-8, {{"method", solver}}, refined == 0 ? 3 : 6);
      const double dt_s = 0.1 * wave.period_s() / (refined == 0 ? 20 : 40);
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      steps.advance(refined == 0 ? 100 : 200);
      found[solver[0] == 'n' ? 0 : 1] = steps.observe().electric;
    }
    apart[refined] = difference(found[0], found[1]);
  }
  std::printf("closed form against projection: %.2e, %.2e\n", apart[0], apart[1]);
  EXPECT_LT(apart[0], 1e-2);
  EXPECT_LT(apart[1], apart[0] / 4);
  EXPECT_GT(apart[1], 1e-12);
}

// Collocation has no energy of its own: beside the square of the step a part of the mesh remains,
// which falls on refinement.
TEST(DgtdKerrNodal, EnergyDriftsLessOnFinerMeshes) {
  for (const int order : {1, 2}) {
    const Discretization one{"central", "full", order};
    const int cells = order == 1 ? 8 : 4;
    const double coarse = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", cells),
                 fine = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", 2 * cells),
                 whole = energy_drift(one, "exact", 1e-13, 0.8, "closed-form", 4 * cells),
                 half = energy_drift(one, "exact", 1e-13, 0.4, "closed-form", 4 * cells);
    std::printf("%s: drift %.2e, finer %.2e, finest %.2e, with half the step %.2e\n",
                name_of(one).c_str(), coarse, fine, whole, half);
    EXPECT_LT(fine, coarse / 2) << name_of(one);
  }
}

TEST(DgtdKerrUpwind, EnergyOnlyFalls) {
  for (const Discretization &one :
       {Discretization{"upwind", "mixed", 1}, Discretization{"upwind", "full", 1},
        Discretization{"upwind", "full", 2}})
    for (const char *solver : {"newton", "closed-form"}) {
      if (std::string(one.space) == "mixed" && std::string(solver) == "closed-form")
        continue;
      const StandingWave wave(one, 0.2, 3e-8, {{"method", solver}}, one.order == 1 ? 8 : 4);
      const double dt_s = 0.9 * wave.simulation.dt_limit_s;
      Steps steps(wave.simulation, dt_s);
      wave.start(steps);
      // The closed form has no energy of its own: this one wanders by some thousandths on this
      // mesh.
      const double rounding = solver[0] == 'n' ? 1e-13 : 1e-2;
      // Three crossings: past the shock.
      const auto energies =
          steps.advance(static_cast<std::int64_t>(1.5 * wave.period_s() / dt_s), 1);
      for (std::size_t k = 1; k < energies.size(); ++k)
        ASSERT_LE(energies[k], energies[k - 1] * (1 + rounding)) << name_of(one) << " " << k;
      EXPECT_LT(energies.back(), (1 + rounding) * energies[0]) << name_of(one);
      EXPECT_GT(energies.back(), 0.05 * energies[0]) << name_of(one);
    }
}

TEST(DgtdKerrUpwind, OfASmallFieldIsTheLinearMedium) {
  StandingWave wave({"upwind", "full", 1}, 1e-12, 3e-8, nlohmann::ordered_json::object(), 4);
  Case input = wave.simulation.input;
  const TetMesh mesh = make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1);
  input.materials[0].sigma = SymmetricTensor::isotropic(5e-3);
  const Simulation lossy = prepare(input, mesh);
  input.materials[0].chi3 = 0;
  const Simulation linear = prepare(input, mesh);
  const double dt_s = 0.9 * linear.dt_limit_s;
  Steps steps(lossy, dt_s), twin(linear, dt_s);
  for (Steps *of : {&steps, &twin}) {
    wave.start(*of);
    of->advance(100);
  }
  EXPECT_LT(difference(twin.scheme().save().at("e"), steps.scheme().save().at("e")), 1e-10);
}

// eps_r + 3 chi3 |E|^2 = 1 - 0.6: waves are faster by 1.58 where the field is largest.
TEST(DgtdKerr, EndsWhereAFieldShortensTheStep) {
  const StandingWave wave(k_spaces[1], 0.2, -3e-8, nlohmann::ordered_json::object());
  Steps fine(wave.simulation, 0.6 * wave.simulation.dt_limit_s, "packed", Backend::serial,
             wave.simulation.dt_limit_s);
  wave.start(fine);
  fine.advance(20);
  Steps coarse(wave.simulation, 0.9 * wave.simulation.dt_limit_s, "packed", Backend::serial,
               wave.simulation.dt_limit_s);
  wave.start(coarse);
  try {
    coarse.advance(20);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("take a \"courant\" below"));
  }
}

TEST(DgtdKerr, EndsWhereItDoesNotConverge) {
  const StandingWave wave(k_spaces[1], 1, 3e-8, {{"max_iterations", 1}});
  Steps steps(wave.simulation, 0.9 * wave.simulation.dt_limit_s);
  wave.start(steps);
  try {
    steps.advance(100);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::unstable);
    EXPECT_THAT(error.what(), ::testing::AllOf(::testing::HasSubstr("step "),
                                               ::testing::HasSubstr("in \"glass\""),
                                               ::testing::HasSubstr("|E| = "),
                                               ::testing::HasSubstr("chi3 |E|^2 = "),
                                               ::testing::HasSubstr("Raise \"max_iterations\"")));
  }
}

// eps_r + 3 chi3 |E|^2 = 1 - 3 * 0.4 < 0 where the field is largest.
TEST(DgtdKerr, EndsWhereTheMediumHasNoWave) {
  const StandingWave wave(k_spaces[1], 0.4, -3e-8, nlohmann::ordered_json::object());
  Steps steps(wave.simulation, 0.5 * wave.simulation.dt_limit_s);
  wave.start(steps);
  try {
    steps.advance(10);
    FAIL() << "it went on";
  } catch (const Unstable &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("no longer rises with E"));
  }
}

TEST(DgtdKerr, RestartContinuesToTheBit) {
  for (const char *form : {"exact", "midpoint", "energy"}) {
    const StandingWave wave(k_spaces[1], 0.2, 3e-8, {{"form", form}});
    const double dt_s = 0.9 * wave.simulation.dt_limit_s;
    Steps steps(wave.simulation, dt_s), later(wave.simulation, dt_s);
    wave.start(steps);
    steps.advance(40);
    const FieldState middle = steps.scheme().save();
    later.scheme().load(middle);
    steps.advance(40);
    later.advance(40);
    EXPECT_EQ(steps.scheme().save(), later.scheme().save()) << form;
    FieldState without = middle;
    without.erase("kerr_displacement");
    if (std::string(form) != "energy")
      continue;
    // D of this form is not a function of E: a restart without it goes elsewhere.
    later.scheme().load(without);
    later.advance(40);
    EXPECT_NE(steps.scheme().save(), later.scheme().save());
  }
}

TEST(DgtdKerr, VariantsAndBackendsAgree) {
  const StandingWave wave(k_spaces[1], 0.2, 3e-8, {{"tolerance", 1e-13}});
  const double dt_s = 0.9 * wave.simulation.dt_limit_s;
  std::vector<std::vector<double>> found;
  for (const Backend backend : compiled_backends())
    for (const char *variant : {"packed", "stored"}) {
      Steps steps(wave.simulation, dt_s, variant, backend);
      wave.start(steps);
      steps.advance(100);
      found.push_back(steps.scheme().save().at("e"));
      EXPECT_LT(difference(found[0], found.back()), 1e-10) << to_string(backend) << variant;
    }
}

TEST(DgtdKerr, ConductivityIsThatOfTheLinearMediumForSmallFields) {
  StandingWave wave(k_spaces[2], 1e-12, 3e-8, nlohmann::ordered_json::object(), 4);
  Case input = wave.simulation.input;
  const TetMesh mesh = make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1);
  input.materials[0].sigma = SymmetricTensor::isotropic(5e-3);
  const Simulation lossy = prepare(input, mesh);
  input.materials[0].chi3 = 0;
  const Simulation linear = prepare(input, mesh);
  const double dt_s = 0.9 * linear.dt_limit_s;
  Steps steps(lossy, dt_s), twin(linear, dt_s), lossless(wave.simulation, dt_s);
  for (Steps *of : {&steps, &twin, &lossless}) {
    wave.start(*of);
    of->advance(100);
  }
  const auto e = twin.scheme().save().at("e");
  EXPECT_LT(difference(e, steps.scheme().save().at("e")), 1e-10);
  EXPECT_GT(difference(e, lossless.scheme().save().at("e")), 1e-2);
}

// Poles of every kind around the frequency of a standing wave of 1 m, 150 MHz.
Poles poles_of_glass(bool lossy) {
  Poles poles;
  if (lossy)
    poles.debye = {{0.7, 900e-12}};
  poles.lorentz = {{0.8, 400e6, lossy ? 60e6 : 0.0}};
  poles.drude = {{60e6, lossy ? 30e6 : 0.0}};
  return poles;
}

// A standing wave in a medium with poles and conductivity.
struct DispersiveWave {
  StandingWave wave;
  Simulation simulation;

  DispersiveWave(const Discretization &one, double strength, double chi3, double sigma,
                 const Poles &poles, const nlohmann::ordered_json &nonlinear)
      : wave(one, strength, 3e-8, nonlinear, 4) {
    Case input = wave.simulation.input;
    input.materials[0].chi3 = chi3;
    input.materials[0].sigma = SymmetricTensor::isotropic(sigma);
    input.materials[0].eps_poles = poles;
    simulation = prepare(input, make_box({0.25, 0.25, 1}, {1, 1, 4}, {0, 0, 0}, 0, 1));
  }
};

TEST(DgtdKerrPoles, OfASmallFieldAreThoseOfTheLinearMedium) {
  for (const char *scheme : {"central", "upwind"})
    for (const char *variant : {"packed", "stored"})
      for (Discretization one : k_spaces) {
        one.scheme = scheme;
        const nlohmann::ordered_json nonlinear = {
            {"method", one.space == std::string("full") ? "closed-form" : "newton"}};
        const auto e_of = [&](double strength, double chi3, const Poles &poles) {
          const DispersiveWave of(one, strength, chi3, 2e-3, poles, nonlinear);
          Steps steps(of.simulation, 0.8 * of.simulation.dt_limit_s, variant);
          of.wave.start(steps);
          steps.advance(25);
          return scaled(steps.scheme().save().at("e"), 1 / of.wave.size);
        };
        const auto linear = e_of(1e-12, 0, poles_of_glass(true));
        EXPECT_LT(difference(linear, e_of(1e-12, 3e-8, poles_of_glass(true))), 1e-10)
            << name_of(one) << variant;
        EXPECT_GT(difference(linear, e_of(0.3, 3e-8, poles_of_glass(true))), 1e-3)
            << name_of(one) << variant;
      }
}

// Without losses the poles return all their stored energy, to rounding; with losses energy never
// grows.
TEST(DgtdKerrPoles, KeepTheEnergy) {
  for (const Discretization &one : k_spaces)
    for (const bool lossy : {false, true}) {
      const DispersiveWave of(one, 0.3, 3e-8, lossy ? 2e-3 : 0, poles_of_glass(lossy),
                              {{"form", "energy"}, {"tolerance", 1e-14}});
      const double dt_s = 0.8 * of.simulation.dt_limit_s;
      Steps steps(of.simulation, dt_s);
      of.wave.start(steps);
      const auto energies =
          steps.advance(static_cast<std::int64_t>(3 * of.wave.period_s() / dt_s), 1);
      for (std::size_t k = 1; k < energies.size(); ++k)
        if (lossy) {
          ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " " << k;
        } else {
          ASSERT_NEAR(energies[k] / energies[0], 1, 1e-11) << name_of(one) << " " << k;
        }
      if (lossy) {
        EXPECT_LT(energies.back(), 0.9 * energies[0]) << name_of(one);
      }
    }
}

TEST(DgtdKerrPoles, OfUpwindNeverGainEnergy) {
  for (Discretization one : k_spaces) {
    one.scheme = "upwind";
    const DispersiveWave of(one, 0.3, 3e-8, 2e-3, poles_of_glass(true),
                            nlohmann::ordered_json::object());
    const double dt_s = 0.8 * of.simulation.dt_limit_s;
    Steps steps(of.simulation, dt_s);
    of.wave.start(steps);
    const auto energies =
        steps.advance(static_cast<std::int64_t>(2 * of.wave.period_s() / dt_s), 1);
    for (std::size_t k = 1; k < energies.size(); ++k)
      ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " " << k;
  }
}

TEST(DgtdKerrPoles, RestartContinuesToTheBit) {
  const DispersiveWave of(k_spaces[1], 0.3, 3e-8, 2e-3, poles_of_glass(true),
                          nlohmann::ordered_json::object());
  const double dt_s = 0.8 * of.simulation.dt_limit_s;
  Steps steps(of.simulation, dt_s), later(of.simulation, dt_s);
  of.wave.start(steps);
  steps.advance(30);
  later.scheme().load(steps.scheme().save());
  steps.advance(30);
  later.advance(30);
  EXPECT_EQ(steps.scheme().save(), later.scheme().save());
}

} // namespace
} // namespace curlew::dgtd::testing
