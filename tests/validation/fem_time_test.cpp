// Method fem in time: resonances, energy, lines, elements and media with known answers, and S of a
// run against that of solutions at frequencies on the same mesh.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fem/eigenmodes/find_modes.hpp>
#include <curlew/methods/fem/time/time_model.hpp>
#include <curlew/methods/shared/time/loss_tangent_poles.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Json = nlohmann::ordered_json;

// A case stepped in memory.
struct Stepper {
  explicit Stepper(const Json &json, Backend backend = Backend::serial)
      : input(with_materials_in_time(test::make_case(json))),
        model(input, backend, 1, prepare_time_case(input, 1)),
        plan(make_time_plan(input, default_step_s(input), model.sources_end_s())) {
    plan.energy_every = 1;
  }

  std::unique_ptr<NewmarkScheme> scheme(std::size_t run = 0) {
    return model.make_scheme(plan, run);
  }
  // Steps from `from` to `to`, with one thread or those of `backend`; calls f(n, energy of n) in
  // each where `f` is given.
  template <class F>
  static void step(NewmarkScheme &scheme, std::int64_t from, std::int64_t to, const F &f) {
    with_threads_of(Backend::serial, [&] {
      for (std::int64_t n = from; n < to; ++n) {
        scheme.begin_step(n, true);
        f(n, scheme.energy().total());
        scheme.end_step(n);
        scheme.sample();
      }
    });
  }
  static void step(NewmarkScheme &scheme, std::int64_t from, std::int64_t to,
                   Backend backend = Backend::serial) {
    with_threads_of(backend, [&] {
      for (std::int64_t n = from; n < to; ++n) {
        scheme.begin_step(n, false);
        scheme.end_step(n);
        if (scheme.sample())
          scheme.probes().read();
      }
    });
  }

  Case input;
  TimeModel model;
  TimePlan plan;
};

// --- A closed box -------------------------------------------------------------------------------

Json cavity(std::array<int, 3> cells, int order) {
  Json json = test::box_case({0.05, 0.02, 0.06}, cells);
  json.erase("frequency");
  json["discretization"]["order"] = order;
  json["solver"]["tolerance"] = 1e-10;
  return json;
}

// A resonance of the mesh, E in its unknowns.
struct MeshMode {
  double k = 0;
  std::vector<double> x;
};
MeshMode lowest_mode(Json json) {
  json["eigenmodes"] = {{"count", 1}, {"near", 3.9e9}};
  json["solver"]["method"] = "direct";
  const Case input = test::make_case(json);
  Prepared prepared = prepare_case(input, 1);
  const std::vector<Port> ports = prepared.ports;
  const SolverChoice choice = prepared.choice;
  const Problem problem =
      make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1);
  const auto system = make_system(Backend::serial, problem, choice);
  ModeEquations equations(input, problem, ports, *system);
  EigenReport report;
  MeshMode found;
  find_modes(input, equations, report, [&](const Mode &mode) {
    found.k = mode.wavenumber.real();
    std::size_t largest = 0;
    for (std::size_t i = 0; i < mode.x.size(); ++i)
      if (std::abs(mode.x[i]) > std::abs(mode.x[largest]))
        largest = i;
    for (const complex &value : mode.x)
      found.x.push_back((value / mode.x[largest]).real());
  });
  return found;
}

// Returns the part of a mode in a state.
double part_of(const MeshMode &mode, const NewmarkScheme &scheme) {
  const auto electric = scheme.save().at("electric");
  double product = 0, square = 0;
  for (std::size_t i = 0; i < electric.size(); ++i) {
    product += mode.x[i] * electric[i];
    square += mode.x[i] * mode.x[i];
  }
  return product / square;
}

// The frequency at which a mode of the mesh rings, from three steps late in a run.
double ringing_hz(Json json, const MeshMode &mode, double dt_s, int steps) {
  json["time"] = {{"steps", steps + 1}, {"dt", dt_s}};
  Stepper stepper(json);
  const auto scheme = stepper.scheme();
  FieldState state = scheme->save();
  state["electric"] = mode.x;
  for (std::size_t i = 0; i < mode.x.size(); ++i)
    state["integral"][i] = -0.5 * k_speed_of_light * dt_s * mode.x[i];
  scheme->load(state);
  Stepper::step(*scheme, 0, steps - 1);
  const double before = part_of(mode, *scheme);
  Stepper::step(*scheme, steps - 1, steps);
  const double now = part_of(mode, *scheme);
  Stepper::step(*scheme, steps, steps + 1);
  const double after = part_of(mode, *scheme);
  EXPECT_GT(std::abs(now), 0.1) << "too close to a zero to tell";
  return std::acos((before + after) / (2 * now)) / (2 * k_pi * dt_s);
}

TEST(FemTime, ACavityRingsAtItsFrequencyToSecondOrderInTheStep) {
  const double exact = 0.5 * k_speed_of_light * std::hypot(1 / 0.05, 1 / 0.06);
  for (const int order : {1, 2}) {
    const Json json = order == 1 ? cavity({8, 3, 9}, 1) : cavity({4, 2, 4}, 2);
    const MeshMode mode = lowest_mode(json);
    const double of_mesh = mode.k * k_speed_of_light / (2 * k_pi);
    EXPECT_NEAR(of_mesh / exact, 1, order == 1 ? 0.01 : 2e-3);
    double before = 0;
    for (const int per_period : {20, 40, 80}) {
      const double dt_s = 1 / (per_period * of_mesh);
      const double found = ringing_hz(json, mode, dt_s, 2 * per_period);
      // tan(w' dt / 2) = w dt / 2
      EXPECT_NEAR(found, std::atan(k_pi * of_mesh * dt_s) / (k_pi * dt_s), 1e-6 * of_mesh);
      const double error = of_mesh - found;
      if (before > 0) {
        EXPECT_NEAR(std::log2(before / error), 2, 0.03);
      }
      before = error;
    }
    EXPECT_NEAR(before / of_mesh, std::pow(2 * k_pi / 80, 2) / 12, 1e-5); // 0.05 %
  }
}

// A kick, then nothing: neither short nor long steps make or lose energy.
struct Box {
  double dt_s;
  const char *solver;
  double beta, most; // change of the energy over the run
};

class FemTimeBox : public ::testing::TestWithParam<Box> {};

TEST_P(FemTimeBox, KeepsItsEnergyOver20000Steps) {
  const Box &box = GetParam();
  Json json = cavity({4, 2, 5}, 1);
  json["discretization"]["beta"] = box.beta;
  json["solver"]["method"] = box.solver;
  json["time"] = {{"steps", 20000}, {"dt", box.dt_s}};
  json["excitations"] = {{{"name", "j"},
                          {"type", "current"},
                          {"point", {0.021, 0.009, 0.033}},
                          {"direction", {0.3, 1, 0.2}},
                          {"waveform", {{"type", "gaussian-derivative"}, {"f_max", 2.5e9}}}}};
  Stepper stepper(json);
  const auto scheme = stepper.scheme();
  const auto quiet = static_cast<std::int64_t>(stepper.model.sources_end_s() / box.dt_s) + 2;
  Stepper::step(*scheme, 0, quiet);
  double first = 0, lowest = 1e300, highest = 0;
  Stepper::step(*scheme, quiet, 20000, [&](std::int64_t n, double energy) {
    first = n == quiet ? energy : first;
    lowest = std::min(lowest, energy);
    highest = std::max(highest, energy);
  });
  EXPECT_GT(first, 0);
  EXPECT_LT((highest - lowest) / first, box.most);
  RecordProperty("change", std::to_string(1e12 * (highest - lowest) / first) + "e-12");
}

INSTANTIATE_TEST_SUITE_P(Boxes, FemTimeBox,
                         ::testing::Values(Box{2e-12, "direct", 0.25, 1e-9},
                                           Box{2e-11, "direct", 0.25, 1e-8},
                                           Box{2e-11, "direct", 0.4, 1e-8},
                                           Box{5e-12, "cg", 0.25, 1e-8},
                                           // One step to a period: what rounding does to charges.
                                           Box{2e-10, "direct", 0.25, 1e-4}));

// --- Lines --------------------------------------------------------------------------------------

// A strip line of 0.1 m between two conducting walls and two magnetic ones, eta0 / 2.
Json line(std::array<int, 3> cells = {1, 2, 12}, int order = 2, double length_m = 0.1) {
  Json json = test::box_case({0.01, 0.02, length_m}, cells, "pmc");
  json["boundaries"]["x-"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "pec"}};
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "parallel-plate"}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = order;
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["frequency"] = {0.4e9, 0.7e9, 1e9};
  json["solver"]["tolerance"] = 1e-9;
  return json;
}

std::map<double, ScatteringMatrix> in_time(Json json, double duration_s, double dt_s = 0,
                                           Backend backend = Backend::serial) {
  json["time"] = {{"duration", duration_s}};
  if (dt_s > 0)
    json["time"]["dt"] = dt_s;
  Stepper stepper(json, backend);
  for (std::size_t run = 0; run < stepper.model.networks().run_count(); ++run) {
    const auto scheme = stepper.scheme(run);
    Stepper::step(*scheme, 0, stepper.plan.steps);
    EXPECT_LT(scheme->ports()->waves().late_part(), 1e-6);
    stepper.model.networks().add_run(run, scheme->ports()->waves(), stepper.plan.has_s);
  }
  return stepper.model.networks().scattering();
}

// The largest difference of S in time and at the case's frequencies.
double difference(const Json &json, double duration_s, double dt_s = 0) {
  const auto found = in_time(json, duration_s, dt_s);
  Json at_frequencies = json;
  at_frequencies["solver"]["method"] = "direct";
  if (at_frequencies.contains("discretization"))
    at_frequencies["discretization"].erase("beta");
  test::Solver solver(at_frequencies);
  double largest = 0;
  for (const auto &[frequency_hz, s] : found) {
    solver.set(frequency_hz);
    const ScatteringMatrix expected = solver.scattering();
    for (std::size_t i = 0; i < s.size(); ++i)
      largest = std::max(largest, std::abs(s[i] - expected[i]));
  }
  return largest;
}

TEST(FemTime, AMatchedLineReflectsNothingAndDelays) {
  const auto found = in_time(line(), 30e-9);
  for (const auto &[frequency_hz, s] : found) {
    EXPECT_LT(20 * std::log10(std::abs(s[0])), -60) << frequency_hz;
    const double phase = -2 * k_pi * frequency_hz * 0.1 / k_speed_of_light;
    EXPECT_LT(std::abs(s[2] - std::polar(1.0, phase)), 1e-3) << frequency_hz;
    EXPECT_LT(std::abs(s[2] - s[1]), 1e-6); // from two runs
  }
}

// With outputs.ports false the transforms continue, and rows would fill the memory.
TEST(FemTime, RowsOfPortsAreKeptForTheirTablesAlone) {
  Json json = line({1, 2, 12}, 1);
  json["time"] = {{"steps", 430}};
  std::complex<double> waves[2];
  for (const bool has_tables : {true, false}) {
    json["outputs"]["ports"] = has_tables;
    Stepper stepper(json);
    const auto scheme = stepper.scheme();
    Stepper::step(*scheme, 0, 20, [](std::int64_t, double) {});
    EXPECT_EQ(scheme->ports()->waves().take_rows().size(), has_tables ? 20u * 2 * 4 : 0u);
    Stepper::step(*scheme, 20, 430);
    waves[has_tables] = scheme->ports()->waves().waves(0, 0).b;
  }
  EXPECT_EQ(waves[0], waves[1]);
  EXPECT_GT(std::abs(waves[0]), 0);
}

// A wave along +z has H_y = E_x / eta0, at probes and in cells, and carries the port's power.
TEST(FemTime, AWaveHasItsMagneticField) {
  Json json = line({1, 2, 12}, 2);
  json["boundaries"]["z+"]["excited"] = false;
  json["outputs"] = {{"probes",
                      {{{"name", "e"}, {"point", {0.004, 0.01, 0.051}}},
                       {{"name", "h"}, {"point", {0.004, 0.01, 0.051}}, {"field", "H"}}}}};
  json["time"] = {{"steps", 430}};
  Stepper stepper(json);
  const auto scheme = stepper.scheme();
  Stepper::step(*scheme, 0, 200);
  scheme->probes().read();
  scheme->ports()->waves().take_rows();
  Stepper::step(*scheme, 200, 430, [](std::int64_t, double) {}); // the peak is at 285
  const ProbeRows rows = scheme->probes().read();
  const std::vector<double> waves = scheme->ports()->waves().take_rows();
  ASSERT_EQ(rows.rows, 230);
  double electric = 0, magnetic = 0, across = 0, power = 0;
  for (int n = 0; n < rows.rows; ++n) {
    electric = std::max(electric, rows.electric[3 * n]);
    magnetic = std::max(magnetic, rows.magnetic[3 * n + 1]);
    across = std::max(across, std::abs(rows.magnetic[3 * n]));
    power = std::max(power, waves[8 * n + 2] * waves[8 * n + 2]);
  }
  EXPECT_NEAR(electric, 1 / 0.01, 0.01 / 0.01); // 1 V over 10 mm
  EXPECT_NEAR(k_eta0 * magnetic / electric, 1, 5e-3);
  EXPECT_LT(k_eta0 * across / electric, 1e-2);
  EXPECT_NEAR(power, 1 / (0.5 * k_eta0), 0.01 / k_eta0); // V^2 / Z
  EXPECT_NEAR(electric * magnetic * 0.01 * 0.02 / power, 1, 0.02);
  // In cells, E and H are both at one time.
  const auto again = stepper.scheme();
  Stepper::step(*again, 0, 290);
  again->begin_step(290, true);
  const CellFields cells = again->fields();
  double largest = 0, difference = 0;
  for (std::size_t t = 0; t < cells.electric.size() / 3; ++t) {
    largest = std::max(largest, std::abs(cells.electric[3 * t]));
    difference =
        std::max(difference, std::abs(cells.electric[3 * t] - k_eta0 * cells.magnetic[3 * t + 1]));
  }
  EXPECT_GT(largest, 1);
  EXPECT_LT(difference / largest, 0.05);
}

// The equations are the same but for the step, which the trapezoidal rule maps to another
// frequency. With another beta the difference falls with the square of the step.
TEST(FemTime, ScatteringIsThatAtFrequencies) {
  Json json = line({1, 1, 10}, 1);
  EXPECT_LT(difference(json, 30e-9), 1e-6);
  EXPECT_LT(difference(json, 60e-9, 100e-12), 1e-6); // 10 steps to a period
  json["discretization"]["beta"] = 0.35;
  const double coarse = difference(json, 30e-9, 50e-12), fine = difference(json, 30e-9, 25e-12);
  EXPECT_NEAR(std::log2(coarse / fine), 2, 0.1);
}

struct Twin {
  const char *name;
  const char *patch;
  double duration_s;
};

class FemTimeTwins : public ::testing::TestWithParam<Twin> {};

// Elements and media of the second half of a line, in time and at frequencies.
TEST_P(FemTimeTwins, AgreeWithFrequencies) {
  Json json = line({1, 1, 12}, 1);
  json.merge_patch(Json::parse(GetParam().patch));
  EXPECT_LT(difference(json, GetParam().duration_s), 1e-4);
}

#define END(rest)                                                                                                                                                   \
  R"({"boundaries": {"z+": null, "default": {"type": "pmc"}, "z+": {"type": "lumped", "kind": null, "index": null, "excited": null, "direction": [1, 0, 0], )" rest \
  "}}}"

INSTANTIATE_TEST_SUITE_P(
    Twins, FemTimeTwins,
    ::testing::Values(
        Twin{"resistance", END(R"("R": 47)"), 30e-9},
        Twin{"inductance", END(R"("L": 20e-9)"), 30e-9},
        Twin{"capacitance", END(R"("C": 2e-12)"), 30e-9},
        Twin{"series", END(R"("R": 30, "L": 20e-9, "C": 3e-12)"), 40e-9},
        Twin{"parallel", END(R"("R": 300, "L": 20e-9, "C": 3e-12, "topology": "parallel")"), 40e-9},
        Twin{"impedance",
             R"({"boundaries": {"z+": {"type": "impedance", "kind": null, "index": null,
             "excited": null, "surface_impedance": 100}}})",
             30e-9},
        Twin{"absorber", R"({"boundaries": {"z+": {"type": "abc", "kind": null, "index": null,
             "excited": null}}})",
             30e-9},
        Twin{"lumped port", R"({"boundaries": {"z+": {"kind": "lumped", "impedance": 50,
             "direction": [1, 0, 0]}}})",
             30e-9}),
    [](const auto &info) {
      std::string name = info.param.name;
      std::replace(name.begin(), name.end(), ' ', '_');
      return name;
    });

// --- Media --------------------------------------------------------------------------------------

// Writes the mesh of a line of 10 mm by 10 mm by `cells` times 5 mm whose third quarter is a slab.
std::filesystem::path slab_mesh(int cells) {
  const auto path = std::filesystem::temp_directory_path() /
                    ("curlew_fem_time_slab_" + std::to_string(getpid()) + ".msh");
  std::ofstream out(path);
  out << "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n6\n3 1 \"air\"\n3 2 "
         "\"slab\"\n2 3 \"low\"\n2 4 \"high\"\n2 5 \"near\"\n2 6 \"far\"\n"
         "$EndPhysicalNames\n$Nodes\n"
      << 4 * (cells + 1) << "\n";
  const auto node = [](int x, int y, int z) { return 1 + x + 2 * y + 4 * z; };
  for (int z = 0; z <= cells; ++z)
    for (int y = 0; y < 2; ++y)
      for (int x = 0; x < 2; ++x)
        out << node(x, y, z) << " " << 0.01 * x << " " << 0.01 * y << " " << 0.005 * z << "\n";
  std::vector<std::string> elements;
  const auto add = [&](int kind, int group, const std::vector<int> &nodes) {
    std::string text = std::to_string(kind) + " 2 " + std::to_string(group) + " 1";
    for (const int one : nodes)
      text += " " + std::to_string(one);
    elements.push_back(text);
  };
  constexpr int k_ways[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  for (int z = 0; z < cells; ++z) {
    for (const auto &way : k_ways) { // Kuhn: along the axes in any order
      int at[3] = {0, 0, z};
      std::vector<int> nodes{node(at[0], at[1], at[2])};
      for (const int axis : way) {
        ++at[axis];
        nodes.push_back(node(at[0], at[1], at[2]));
      }
      add(4, 4 * z >= 2 * cells && 4 * z < 3 * cells ? 2 : 1, nodes);
    }
    for (const int x : {0, 1})
      for (const int y : {0, 1})
        add(2, 3 + x,
            {node(x, 0, z), node(x, 1, z + 1), y == 0 ? node(x, 1, z) : node(x, 0, z + 1)});
  }
  for (const int z : {0, cells})
    for (const int x : {0, 1})
      add(2, z == 0 ? 5 : 6, {node(0, 0, z), node(1, 1, z), node(x, 1 - x, z)});
  out << "$EndNodes\n$Elements\n" << elements.size() << "\n";
  for (std::size_t i = 0; i < elements.size(); ++i)
    out << i + 1 << " " << elements[i] << "\n";
  out << "$EndElements\n";
  return path;
}

// A line of air whose third quarter is a slab of a medium.
Json line_with_slab(const Json &medium) {
  Json json = line({1, 1, 1}, 1);
  json["mesh"] = {{"file", slab_mesh(16).string()}};
  json["materials"]["slab"] = medium;
  json["regions"] = {{"air", "air"}, {"slab", "slab"}};
  json["boundaries"]["low"] = json["boundaries"]["high"] = {{"type", "pec"}};
  json["boundaries"]["near"] = json["boundaries"]["z-"];
  json["boundaries"]["far"] = json["boundaries"]["z+"];
  for (const char *wall : {"x-", "x+", "z-", "z+"})
    json["boundaries"].erase(wall);
  return json;
}

class FemTimeMedia : public ::testing::TestWithParam<Twin> {};

// A slab of a medium in a line, in time and at frequencies.
TEST_P(FemTimeMedia, AgreeWithFrequencies) {
  const Json json = line_with_slab(Json::parse(GetParam().patch));
  EXPECT_LT(difference(json, GetParam().duration_s), 1e-4);
  // Its twin without the slab is far from it: the test would see a medium that is left out.
  Json twin = json;
  twin["materials"]["slab"] = {{"eps_r", 1}};
  const auto with = in_time(json, GetParam().duration_s), without = in_time(twin, 30e-9);
  EXPECT_GT(std::abs(with.at(1e9)[0] - without.at(1e9)[0]), 0.05);
}

INSTANTIATE_TEST_SUITE_P(
    Media, FemTimeMedia,
    ::testing::Values(
        Twin{"dielectric", R"({"eps_r": 4})", 30e-9},
        Twin{"magnetic", R"({"mu_r": 3, "eps_r": [2, 3, 4]})", 30e-9},
        Twin{"conducting", R"({"eps_r": 3, "sigma": 0.05})", 30e-9},
        Twin{"debye", R"({"eps_inf": 2, "debye": [{"delta_eps": 3, "tau": 1e-10}]})", 40e-9},
        Twin{"lorentz",
             R"({"eps_inf": 2, "lorentz": [{"delta_eps": 1.5, "f0": 2e9, "gamma": 0.5e9}]})",
             60e-9},
        Twin{"drude", R"({"eps_inf": 4, "drude": [{"f_p": 1.2e9, "gamma": 0.3e9}]})", 60e-9}),
    [](const auto &info) { return std::string(info.param.name); });

// The poles of a loss tangent have its permittivity and its loss in the middle of their band,
// within the fit's error. Without losses S is far from it.
TEST(FemTime, ALossTangentIsThatAtFrequencies) {
  Json json = line_with_slab({{"eps_r", 4}, {"loss_tangent", 0.05}});
  json["time"] = {{"steps", 1}};
  const Case input = test::make_case(json);
  const auto medium = std::find_if(input.materials.begin(), input.materials.end(),
                                   [](const Material &m) { return m.loss_tangent != 0; });
  ASSERT_NE(medium, input.materials.end());
  const LossTangentPoles fit = fit_loss_tangent(input, *medium);
  EXPECT_LT(fit.loss_error, 0.05);
  json.erase("time");
  json["frequency"] = {std::sqrt(fit.low_hz * fit.high_hz), fit.low_hz, fit.high_hz};
  const auto in_middle = [&](const Json &one) {
    Json alone = one;
    alone["frequency"] = {json["frequency"][0]};
    alone["solver"]["method"] = "direct";
    test::Solver solver(alone);
    solver.set(json["frequency"][0]);
    return solver.scattering();
  };
  const ScatteringMatrix found = in_time(json, 40e-9).at(json["frequency"][0]);
  const ScatteringMatrix expected = in_middle(json);
  Json lossless = json;
  lossless["materials"]["slab"].erase("loss_tangent");
  const ScatteringMatrix without = in_middle(lossless);
  double difference = 0, twin = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    difference = std::max(difference, std::abs(found[i] - expected[i]));
    twin = std::max(twin, std::abs(without[i] - expected[i]));
  }
  EXPECT_LT(difference, 0.08 * twin); // measured: 0.056, of the poles' permittivity
  EXPECT_GT(twin, 0.01);
}

// --- Variants, restart, refusals -----------------------------------------------------------------

Json loaded_line() {
  Json json = line({1, 1, 8}, 1, 0.05);
  json["boundaries"]["z+"] = {
      {"type", "lumped"}, {"R", 30}, {"L", 20e-9}, {"C", 3e-12}, {"direction", {1, 0, 0}}};
  return json;
}

double largest_difference(const FieldState &a, const FieldState &b, const char *name) {
  const auto &x = a.at(name), &y = b.at(name);
  double difference = 0, scale = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    difference = std::max(difference, std::abs(x[i] - y[i]));
    scale = std::max(scale, std::abs(x[i]));
  }
  EXPECT_GT(scale, 0);
  return difference / scale;
}

TEST(FemTime, SolversAndBackendsAgree) {
  Json json = loaded_line();
  json["time"] = {{"steps", 300}};
  json["solver"]["tolerance"] = 1e-12;
  const auto state = [&](const char *method, Backend backend) {
    json["solver"]["method"] = method;
    Stepper stepper(json, backend);
    const auto scheme = stepper.scheme();
    Stepper::step(*scheme, 0, 300, backend);
    EXPECT_LT(scheme->solver().largest_residual, 1.01e-12);
    return scheme->save();
  };
  const FieldState direct = state("direct", Backend::serial), cg = state("cg", Backend::serial);
  EXPECT_LT(largest_difference(direct, cg, "electric"), 1e-9);
  for (const Backend backend : compiled_backends())
    EXPECT_LT(largest_difference(state("cg", backend), cg, "electric"), 1e-9);
}

TEST(FemTime, ARestartContinuesWithTheSameBits) {
  Json json = loaded_line();
  json["time"] = {{"steps", 200}};
  for (const char *method : {"cg", "direct"}) {
    json["solver"]["method"] = method;
    Stepper whole(json), again(json);
    const auto one = whole.scheme(), two = again.scheme();
    Stepper::step(*one, 0, 80);
    const FieldState saved = one->save();
    Stepper::step(*one, 80, 200);
    two->load(saved);
    Stepper::step(*two, 80, 200);
    EXPECT_EQ(one->save(), two->save()) << method;
  }
}

TEST(FemTime, WhatHasNoEquationInTimeIsRefused) {
  const auto message = [](const Json &json) -> std::string {
    try {
      prepare_time_case(test::make_case(json), 1);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  };
  Json json = loaded_line();
  json["time"] = {{"steps", 10}};
  EXPECT_EQ(message(json), "");
  Json metal = json;
  metal["materials"]["air"] = {{"eps_r", -2}};
  EXPECT_THAT(message(metal), ::testing::HasSubstr("not positive at high frequencies"));
  Json lossy = json;
  lossy["materials"]["air"] = {{"sigma", 0.1}};
  EXPECT_THAT(message(lossy), ::testing::HasSubstr("depends on the frequency"));
  Json shorted = json;
  shorted["boundaries"]["z+"] = {{"type", "lumped"}, {"R", 0}, {"direction", {1, 0, 0}}};
  EXPECT_NE(message(shorted), "");
  Json beta = json;
  beta["discretization"]["beta"] = 0.2;
  EXPECT_THAT(message(beta), ::testing::HasSubstr("beta"));
}

} // namespace
} // namespace curlew::fem
