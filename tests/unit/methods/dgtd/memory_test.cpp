// Dispersive media: variants against each other, energies, limits, checkpoints, and the step of one
// pole against its susceptibility.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/memory/memory_warnings.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <complex>

namespace curlew::dgtd::testing {
namespace {

using Complex = std::complex<double>;

constexpr Discretization k_all[] = {
    {"central", "mixed", 1}, {"central", "full", 1},      {"central", "mixed", 2},
    {"central", "full", 2},  {"central", "full", 1, 0.3}, {"dfdd", "mixed", 1},
    {"dfdd", "full", 1},     {"dfdd", "mixed", 2},        {"dfdd", "full", 2},
    {"upwind", "mixed", 1},  {"upwind", "full", 1},       {"upwind", "mixed", 2},
    {"upwind", "full", 2}};

// Poles of every kind, several of one, around the frequencies of a box of some decimetres.
Poles every_pole() {
  Poles poles;
  poles.debye = {{1.5, 80e-12}, {0.7, 500e-12}};
  poles.lorentz = {{0.8, 0.9e9, 0.2e9}, {0.3, 2e9, 9e9}};
  poles.drude = {{0.6e9, 0.3e9}};
  return poles;
}

// Returns a case of two dispersive media, one of them with tensors, on both sides of a vacuum, PEC
// and PMC walls.
Case dispersive_case(const Discretization &discretization) {
  Case input = vacuum_case(discretization);
  Material glass = medium("glass", 2, 1.3), crystal = medium("crystal");
  glass.eps_poles = every_pole();
  glass.mu_poles.lorentz = {{0.5, 0.8e9, 0.16e9}};
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  crystal.eps_poles.debye = {{1.1, 150e-12}};
  crystal.mu_poles = every_pole();
  input.materials.push_back(glass);
  input.materials.push_back(crystal);
  input.regions["glass"] = "glass";
  input.regions["crystal"] = "crystal";
  input.boundaries.push_back({"x-", Pmc{}});
  return input;
}

TetMesh three_media() {
  TetMesh mesh = make_box({0.45, 0.3, 0.3}, {3, 2, 2}, {0, 0, 0}, 0.25, 4);
  mark_volume(mesh, "glass", [](std::size_t, const Point &p) { return p[0] < 0.16; });
  mark_volume(mesh, "crystal", [](std::size_t, const Point &p) { return p[0] > 0.3; });
  return mesh;
}

void append(const CellFields &fields, std::vector<double> &electric,
            std::vector<double> &magnetic) {
  electric.insert(electric.end(), fields.electric.begin(), fields.electric.end());
  magnetic.insert(magnetic.end(), fields.magnetic.begin(), fields.magnetic.end());
}

TEST(DgtdMemory, VariantsGiveTheSameFields) {
  for (const Discretization &one : k_all) {
    Case input = dispersive_case(one);
    input.materials[1].sigma = SymmetricTensor::isotropic(3e-3);
    input.materials[1].sigma_m = SymmetricTensor::isotropic(100);
    input.materials[2].sigma = {{4e-3, 2e-3, 6e-3, 8e-4, 0, -6e-4}};
    input.boundaries.push_back({"y-", Abc{}});
    for (const char *name : {"glass", "crystal"})
      input.excitations.push_back(
          {name, CurrentSource{CurrentGroup{name}, {0.8, 0, 0.6}, 3, gaussian_derivative(1e9)}});
    TetMesh mesh = three_media();
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) // the wall needs isotropic media
      for (const Index node : mesh.tets[t])
        if (mesh.points[node][1] < 1e-9 && mesh.groups[mesh.tet_group[t]].name == "crystal")
          mesh.tet_group[t] = mesh.tet_group[0];
    const Simulation simulation = prepare(input, mesh);
    Steps packed(simulation, 0.95 * simulation.dt_limit_s, "packed");
    Steps stored(simulation, 0.95 * simulation.dt_limit_s, "stored");
    std::vector<double> electric[2], magnetic[2];
    for (int k = 0; k < 10; ++k) {
      packed.advance(19);
      stored.advance(19);
      append(packed.observe(), electric[0], magnetic[0]);
      append(stored.observe(), electric[1], magnetic[1]);
    }
    EXPECT_LT(difference(electric[0], electric[1]), 1e-12) << name_of(one);
    EXPECT_LT(difference(magnetic[0], magnetic[1]), 1e-12) << name_of(one);
    // The twin without poles is another medium.
    for (Material &material : input.materials)
      material.eps_poles = material.mu_poles = {};
    const Simulation plain = prepare(input, mesh);
    Steps twin(plain, 0.95 * simulation.dt_limit_s);
    twin.advance(199);
    EXPECT_GT(difference(twin.observe().electric, stored.observe().electric), 0.1) << name_of(one);
  }
}

TEST(DgtdMemory, OnlyTakesEnergy) {
  for (const Discretization &one : k_all) {
    if (one.penalty > 0)
      continue; // its energy is another
    const Simulation simulation = prepare(dispersive_case(one), three_media());
    Steps steps(simulation, 0.99 * simulation.dt_limit_s);
    steps.start_at_random();
    const std::vector<double> energies = steps.advance(600, 1);
    for (std::size_t k = 1; k < energies.size(); ++k)
      ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " step " << k;
    EXPECT_LT(energies.back(), 0.95 * energies[0]) << name_of(one);
    EXPECT_GT(energies.back(), 0) << name_of(one);
  }
}

// Poles without damping conserve it.
TEST(DgtdMemory, KeepsEnergyWithoutDamping) {
  for (const Discretization &one : k_all) {
    if (one.penalty > 0 || std::string(one.scheme) == "upwind")
      continue;
    Case input = dispersive_case(one);
    for (Material &material : input.materials)
      for (Poles *poles : {&material.eps_poles, &material.mu_poles}) {
        poles->debye.clear();
        for (LorentzPole &pole : poles->lorentz)
          pole.gamma_hz = 0;
        for (DrudePole &pole : poles->drude)
          pole.gamma_hz = 0;
      }
    const Simulation simulation = prepare(input, three_media());
    Steps steps(simulation, 0.95 * simulation.dt_limit_s);
    steps.start_at_random();
    const std::vector<double> energies = steps.advance(3000, 50);
    for (const double energy : energies)
      ASSERT_NEAR(energy, energies[0], 1e-12 * energies[0]) << name_of(one);
  }
}

// The limit of leapfrog schemes is that of eps_inf, whatever the poles; upwind's has theirs.
TEST(DgtdMemory, KeepsTheLimit) {
  for (const Discretization &one : k_all) {
    if (one.penalty > 0)
      continue;
    Case input = dispersive_case(one), plain = input;
    for (Material &material : plain.materials)
      material.eps_poles = material.mu_poles = {};
    const double limit_s = prepare(plain, three_media()).dt_limit_s;
    // Poles far faster, stronger and slower than the step.
    input.materials[1].eps_poles.debye = {{40, limit_s / 50}, {10, limit_s * 1e4}};
    input.materials[2].mu_poles.lorentz = {{20, 3 / limit_s, 0.01 / limit_s}};
    input.materials[2].eps_poles.drude = {{2 / limit_s, 0.1 / limit_s}};
    const Simulation simulation = prepare(input, three_media());
    if (std::string(one.scheme) == "upwind") {
      EXPECT_LT(simulation.dt_limit_s, 0.2 * limit_s) << name_of(one);
    } else {
      EXPECT_DOUBLE_EQ(simulation.dt_limit_s, limit_s) << name_of(one);
    }
    Steps steps(simulation, 0.999 * simulation.dt_limit_s);
    steps.start_at_random();
    const std::vector<double> energies = steps.advance(1001, 100);
    for (std::size_t k = 1; k < energies.size(); ++k)
      ASSERT_LE(energies[k], energies[k - 1] * (1 + 1e-13)) << name_of(one) << " " << k;
  }
}

TEST(DgtdMemory, GoesOnWithTheSameBits) {
  for (const Discretization &one : k_all) {
    const Simulation simulation = prepare(dispersive_case(one), three_media());
    Steps whole(simulation, 0.95 * simulation.dt_limit_s);
    whole.start_at_random();
    whole.advance(10);
    Steps second(simulation, 0.95 * simulation.dt_limit_s);
    const FieldState state = whole.scheme().save();
    second.scheme().load(state);
    whole.advance(10);
    second.advance(10);
    EXPECT_EQ(whole.scheme().save(), second.scheme().save()) << name_of(one);
    FieldState without = state;
    without.erase("memory_electric_1");
    EXPECT_THROW(second.scheme().load(without), InputError);
    // The twin that forgets is another run.
    for (auto &[name, values] : without = state)
      if (name.rfind("memory", 0) == 0 && name.find(".tets") == std::string::npos)
        values.assign(values.size(), 0);
    Steps forgetful(simulation, 0.95 * simulation.dt_limit_s);
    forgetful.scheme().load(without);
    forgetful.advance(10);
    EXPECT_GT(difference(forgetful.scheme().save().at("e"), whole.scheme().save().at("e")), 1e-4);
  }
}

TEST(DgtdMemory, EveryBackendAgrees) {
  for (const Discretization &one : {k_all[1], k_all[5], k_all[10]}) {
    const Simulation simulation = prepare(dispersive_case(one), three_media());
    Steps serial(simulation, 0.95 * simulation.dt_limit_s);
    serial.start_at_random();
    const FieldState start = serial.scheme().save();
    serial.advance(100);
    for (const Backend backend : compiled_backends()) {
      Steps other(simulation, 0.95 * simulation.dt_limit_s, "packed", backend);
      other.scheme().load(start);
      other.advance(100);
      EXPECT_LT(difference(other.scheme().save().at("e"), serial.scheme().save().at("e")), 1e-12)
          << name_of(one) << " " << to_string(backend);
    }
  }
}

// A pulse in the media by either form, at one time: the difference at three steps.
std::vector<double> forms_apart(const Discretization &one) {
  std::vector<double> apart;
  for (const int refined : {1, 2, 4}) {
    std::vector<double> fields[2];
    for (const char *dispersion : {"ode", "recursive"}) {
      Case input = dispersive_case(one);
      for (Material &material : input.materials)
        material.eps_poles.drude = material.mu_poles.drude = {};
      input.discretization["dispersion"] = dispersion;
      input.excitations = {
          {"j",
           CurrentSource{CurrentGroup{"glass"}, {0.8, 0, 0.6}, 3, gaussian_derivative(0.5e9)}}};
      const Simulation simulation = prepare(input, three_media());
      const double dt_s = 0.9 * simulation.dt_limit_s / refined;
      Steps steps(simulation, dt_s);
      steps.advance(300 * refined);
      fields[std::string(dispersion) == "ode" ? 0 : 1] = steps.scheme().save().at("e");
    }
    apart.push_back(difference(fields[0], fields[1]));
  }
  return apart;
}

// Leapfrog schemes to second order in the step, upwind to fourth.
TEST(DgtdMemory, ConvolutionAndEquationsAgree) {
  for (const Discretization &one : {k_all[1], k_all[6], k_all[10]}) {
    const std::vector<double> apart = forms_apart(one);
    const bool upwind = std::string(one.scheme) == "upwind";
    EXPECT_LT(apart[2], upwind ? 1e-6 : 2e-3) << name_of(one);
    EXPECT_NEAR(std::log2(apart[1] / apart[2]), upwind ? 4 : 2, 0.25)
        << name_of(one) << " " << apart[0] << " " << apart[1] << " " << apart[2];
  }
}

TEST(DgtdMemory, VariantsConvolveAlike) {
  for (const Discretization &one : {k_all[1], k_all[6], k_all[10]}) {
    Case input = dispersive_case(one);
    for (Material &material : input.materials)
      material.eps_poles.drude = material.mu_poles.drude = {};
    input.discretization["dispersion"] = "recursive";
    input.excitations = {
        {"j", CurrentSource{CurrentGroup{"glass"}, {0.8, 0, 0.6}, 3, gaussian_derivative(1e9)}}};
    const Simulation simulation = prepare(input, three_media());
    Steps packed(simulation, 0.95 * simulation.dt_limit_s, "packed");
    Steps stored(simulation, 0.95 * simulation.dt_limit_s, "stored");
    packed.advance(200);
    stored.advance(200);
    EXPECT_LT(difference(packed.observe().electric, stored.observe().electric), 1e-12)
        << name_of(one);
  }
}

// The susceptibility of a step at a frequency.
Complex susceptibility(const PoleStep &step, double turn) {
  const Complex change = std::polar(1.0, turn) - 1.0;
  const auto &a = step.state_of_state;
  const Complex b0 = step.state_gain[0] * change + step.state_of_field[0],
                b1 = step.state_gain[1] * change + step.state_of_field[1], d0 = change - a[0][0],
                d1 = step.states == 2 ? change - a[1][1] : 1.0, det = d0 * d1 - a[0][1] * a[1][0];
  const Complex q0 = (b0 * d1 + b1 * a[0][1]) / det, q1 = (b1 * d0 + b0 * a[1][0]) / det;
  return (step.gain * change + step.of_field + step.of_state[0] * q0 + step.of_state[1] * q1) /
         change;
}

TEST(DgtdPoles, StepsHaveTheirSusceptibilityToSecondOrder) {
  for (const Dispersion dispersion : {Dispersion::ode, Dispersion::recursive}) {
    Poles poles = every_pole();
    poles.lorentz.push_back({0.4, 0.5e9, 1e9}); // both roots are one
    if (dispersion == Dispersion::recursive)
      poles.drude.clear();
    const double f_hz = 0.7e9;
    double previous = 0;
    for (const double dt_s : {20e-12, 10e-12, 5e-12}) {
      UpdateOptions options;
      options.dt_s = dt_s;
      options.dispersion = dispersion;
      Complex sum = 0;
      for (const PoleStep &step : pole_steps(poles, options)) {
        sum += susceptibility(step, 2 * k_pi * f_hz * dt_s);
        EXPECT_FALSE(is_active(step));
      }
      const double error = std::abs(sum - poles.at(f_hz)) / std::abs(poles.at(f_hz));
      EXPECT_LT(error, 0.02);
      if (previous > 0) {
        EXPECT_NEAR(std::log2(previous / error), 2, 0.1);
      }
      previous = error;
    }
  }
}

// The convolution gives energy where the step is too long for a resonance.
TEST(DgtdPoles, AConvolutionIsPassiveForShortStepsOnly) {
  Poles poles;
  poles.lorentz = {{1, 1e9, 0.05e9}};
  for (const double turn : {0.1, 1.0, 2.5, 5.0, 20.0}) {
    UpdateOptions options;
    options.dt_s = turn / (2 * k_pi * 1e9);
    EXPECT_FALSE(is_active(pole_steps(poles, options)[0])) << turn;
    options.dispersion = Dispersion::recursive;
    EXPECT_EQ(is_active(pole_steps(poles, options)[0]), turn == 5.0 || turn == 20.0) << turn;
  }
  poles = {};
  poles.debye = {{1, 1e-12}};
  UpdateOptions options;
  options.dispersion = Dispersion::recursive;
  for (const double dt_s : {1e-14, 1e-12, 1e-10}) {
    options.dt_s = dt_s;
    EXPECT_FALSE(is_active(pole_steps(poles, options)[0])) << dt_s;
  }
}

// Crank and Nicolson's rule has the susceptibility of the warped frequency, exactly.
TEST(DgtdPoles, StepsWarpTheFrequency) {
  const Poles poles = every_pole();
  UpdateOptions options;
  options.dt_s = 0.3e-9;
  for (const double f_hz : {0.1e9, 0.7e9, 1.5e9}) {
    Complex sum = 0;
    for (const PoleStep &step : pole_steps(poles, options))
      sum += susceptibility(step, 2 * k_pi * f_hz * options.dt_s);
    const double warped = std::tan(k_pi * f_hz * options.dt_s) / (k_pi * options.dt_s);
    EXPECT_LT(std::abs(sum - poles.at(warped)), 1e-11 * std::abs(sum)) << f_hz;
  }
}

TEST(DgtdPoles, AreNamedWhereTheStepIsTooLong) {
  const Case input = dispersive_case(k_all[1]);
  const Problem problem = make_problem(input, three_media());
  EXPECT_TRUE(memory_warnings(input, problem, 1e-12).empty());
  const std::vector<std::string> warnings = memory_warnings(input, problem, 50e-12);
  EXPECT_THAT(warnings, ::testing::Contains(::testing::HasSubstr("does not resolve this pole of "
                                                                 "\"glass\": 1 / tau")));
  EXPECT_THAT(warnings, ::testing::Contains(::testing::HasSubstr("\"crystal\": 2 pi f0")));
}

} // namespace
} // namespace curlew::dgtd::testing
