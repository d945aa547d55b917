// Ports and walls of method dgtd on lines with known answers.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/dgtd_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/random.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <map>

namespace curlew::dgtd {
namespace {

using complex = std::complex<double>;
using test::Json;
using test::PortedCase;

constexpr complex k_j(0, 1);
const std::array k_schemes = {"central", "dfdd", "upwind"};

Json port(const char *kind, int index, bool excited = true) {
  return {{"type", "port"}, {"kind", kind}, {"index", index}, {"excited", excited}};
}

// Plates at both ends of y, magnetic walls at both ends of x, ports along z.
Json line(std::array<double, 3> size, std::array<int, 3> cells, const char *scheme,
          const char *space = "full", int order = 1) {
  return {{"mesh", {{"box", {{"size", size}, {"cells", cells}, {"jitter", 0.2}}}}},
          {"materials", {{"air", {{"eps_r", 1}}}}},
          {"regions", {{"volume", "air"}}},
          {"boundaries",
           {{"y-", {{"type", "pec"}}},
            {"y+", {{"type", "pec"}}},
            {"default", {{"type", "pmc"}}},
            {"z-", port("parallel-plate", 1)},
            {"z+", port("parallel-plate", 2)}}},
          {"frequency", {{"start", 0.6e9}, {"stop", 3e9}, {"count", 5}}},
          {"time", {{"duration", 4e-9}}},
          {"discretization", {{"scheme", scheme}, {"space", space}, {"order", order}}},
          {"outputs", {{"s_parameters", {{"touchstone", false}}}}}};
}

// 100 ohm: 5 mm high, 20 cells to the shortest wavelength.
Json hundred_ohm_line(const char *scheme) {
  return line({0.005 * k_eta0 / 100, 0.005, 0.05}, {1, 1, 10}, scheme);
}

double decibel(complex s) {
  return 20 * std::log10(std::abs(s));
}

double degrees_apart(complex a, complex b) {
  return std::abs(std::arg(a / b)) * 180 / k_pi;
}

complex of_line(double frequency_hz, double length_m) {
  return std::exp(-k_j * (2 * k_pi * frequency_hz / k_speed_of_light * length_m));
}

// A wavelength long at the highest frequency.
TEST(DgtdPorts, AMatchedLineSendsTheWaveOn) {
  struct Bound {
    const char *scheme, *space;
    double phase_deg, loss;
  };
  // Losses: of upwind the damping of waves by the mesh, of the others rounding to the plane.
  const Bound bounds[] = {{"central", "mixed", 3.5, 1e-3}, {"dfdd", "mixed", 3.5, 2e-3},
                          {"upwind", "mixed", 3.5, 0.02},  {"central", "full", 0.3, 1e-3},
                          {"dfdd", "full", 1.2, 1e-3},     {"upwind", "full", 0.05, 1e-3}};
  for (const Bound &one : bounds) {
    PortedCase matched(line({0.01, 0.01, 0.1}, {2, 2, 20}, one.scheme, one.space));
    double reflected = -1000, phase_deg = 0, loss = 0;
    for (const auto &[f, s] : matched.scattering()) {
      reflected = std::max({reflected, decibel(s[0]), decibel(s[3])});
      phase_deg = std::max(phase_deg, degrees_apart(s[2], of_line(f, 0.1)));
      loss = std::max(loss, std::abs(std::abs(s[2]) - 1));
      EXPECT_LT(std::abs(s[1] - s[2]), 2e-3) << one.scheme;
    }
    std::printf("line %s %s first: |S11| %.1f dB, phase %.3f deg, |S21| - 1 %.1e\n", one.scheme,
                one.space, reflected, phase_deg, loss);
    EXPECT_LT(reflected, -65) << one.scheme << " " << one.space;
    EXPECT_LT(phase_deg, one.phase_deg) << one.scheme << " " << one.space;
    EXPECT_LT(loss, one.loss) << one.scheme << " " << one.space;
  }
}

TEST(DgtdPorts, ReferencePlanesMoveIntoTheLine) {
  Json json = line({0.01, 0.01, 0.1}, {1, 1, 20}, "central");
  json["boundaries"]["z-"]["deembed"] = 0.03;
  json["boundaries"]["z+"]["deembed"] = 0.07;
  json["boundaries"]["z+"]["excited"] = false;
  json["boundaries"]["z+"]["direction"] = {0, -1, 0}; // the other sign
  PortedCase line(json);
  for (const auto &[f, s] : line.scattering())
    EXPECT_LT(std::abs(s[2] + 1.0), 0.01) << f;
  // Outwards: as long a line again.
  json["boundaries"]["z-"]["deembed"] = -0.03;
  json["boundaries"]["z+"]["deembed"] = -0.07;
  PortedCase longer(json);
  for (const auto &[f, s] : longer.scattering())
    EXPECT_LT(std::abs(s[2] + of_line(f, 0.2)), 0.01) << f;
}

// 10 cells to a wavelength in the medium at the highest frequency.
TEST(DgtdPorts, AStepOfThePermittivityReflectsAThird) {
  for (const auto &[scheme, apart] : std::initializer_list<std::pair<const char *, double>>{
           {"central", 3e-3}, {"upwind", 6e-3}, {"dfdd", 3e-3}}) {
    Json json = line({0.01, 0.01, 0.1}, {2, 2, 20}, scheme);
    json["materials"]["filling"] = {{"eps_r", 4}};
    json["regions"]["filling"] = "filling";
    PortedCase step(json, "packed", [](TetMesh &mesh) {
      mesh.groups.push_back({3, 99, "filling"});
      for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
        double z = 0;
        for (const Index node : mesh.tets[t])
          z += 0.25 * mesh.points[node][2];
        if (z > 0.05)
          mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
      }
      for (Point &point : mesh.points) // a plane interface
        if (std::abs(point[2] - 0.05) < 0.0015)
          point[2] = 0.05;
    });
    double worst = 0, power = 0, low_power = 0;
    for (const auto &[f, s] : step.scattering()) {
      worst = std::max({worst, std::abs(std::abs(s[0]) - 1.0 / 3),
                        std::abs(std::abs(s[2]) - std::sqrt(8.0) / 3)});
      power = std::max(power, std::abs(std::norm(s[0]) + std::norm(s[2]) - 1));
      if (f == 0.6e9)
        low_power = power;
      EXPECT_NEAR(std::abs(s[3]), 1.0 / 3, apart) << scheme;
    }
    std::printf("step %s: |S| off by %.1e, power by %.1e, at a fifth %.1e\n", scheme, worst, power,
                low_power);
    EXPECT_LT(worst, apart) << scheme;
    // Upwind fluxes damp what has 10 cells to a wavelength by half a per cent over that length.
    EXPECT_LT(power, scheme == std::string("upwind") ? 0.012 : 5e-3) << scheme;
    EXPECT_LT(low_power, 1e-4) << scheme;
  }
}

TEST(DgtdPorts, FiftyOhmEndALineOfAHundred) {
  for (const char *scheme : k_schemes) {
    Json json = hundred_ohm_line(scheme);
    json["boundaries"]["z+"] = {{"type", "lumped"}, {"R", 50}, {"direction", {0, 1, 0}}};
    PortedCase by_wave(json);
    EXPECT_NEAR(by_wave.problem.ports[0].impedance_ohm, 100, 1e-9);
    json["boundaries"]["z-"] = port("lumped", 1);
    json["boundaries"]["z-"]["direction"] = {0, 1, 0};
    json["boundaries"]["z-"]["impedance"] = 100;
    PortedCase by_source(json);
    // An impedance of the wall: 50 ohm over the squares of its height.
    json["boundaries"]["z+"] = {{"type", "impedance"}, {"surface_impedance", 50 * k_eta0 / 100}};
    PortedCase by_wall(json);
    double worst = 0;
    for (PortedCase *one : {&by_wave, &by_source, &by_wall})
      for (const auto &[f, s] : one->scattering())
        worst = std::max(worst, std::abs(s[0] + of_line(f, 0.1) / 3.0));
    std::printf("50 ohm at 100 ohm, %s: S11 off by %.1e\n", scheme, worst);
    // The phase over twice 5 cm of line is off by 0.1 (central) and 1 degree (dfdd).
    EXPECT_LT(worst, 5e-3) << scheme;
  }
}

complex impedance_of(const Json &element, double frequency_hz) {
  const complex s = k_j * (2 * k_pi * frequency_hz);
  const bool parallel = element.value("topology", "series") == "parallel";
  complex sum = 0;
  if (element.contains("R"))
    sum += parallel ? 1 / element["R"].get<double>() : element["R"].get<double>();
  if (element.contains("L"))
    sum += parallel ? 1.0 / (s * element["L"].get<double>()) : s * element["L"].get<double>();
  if (element.contains("C"))
    sum += parallel ? s * element["C"].get<double>() : 1.0 / (s * element["C"].get<double>());
  return parallel ? 1.0 / sum : sum;
}

const Json k_elements[] = {
    {{"R", 30}, {"L", 4e-9}},
    {{"L", 5e-9}},
    {{"C", 1e-12}},
    {{"R", 80}, {"C", 1e-12}},
    {{"R", 20}, {"L", 5e-9}, {"C", 2e-12}},
    {{"R", 200}, {"L", 5e-9}, {"topology", "parallel"}},
    {{"R", 150}, {"C", 0.7e-12}, {"topology", "parallel"}},
    {{"R", 300}, {"L", 8e-9}, {"C", 1e-12}, {"topology", "parallel"}},
    {{"L", 8e-9}, {"C", 1e-12}, {"topology", "parallel"}},
};

TEST(DgtdPorts, ElementsReflectAsTheirImpedance) {
  for (const char *scheme : k_schemes) {
    double worst = 0;
    for (const Json &element : k_elements) {
      Json json = hundred_ohm_line(scheme);
      json["boundaries"]["z+"] = element;
      json["boundaries"]["z+"]["type"] = "lumped";
      json["boundaries"]["z+"]["direction"] = {0, 1, 0};
      json["boundaries"]["z-"]["deembed"] = 0.05;
      PortedCase ended(json);
      for (const auto &[f, s] : ended.scattering()) {
        const complex z = impedance_of(element, f);
        const double apart = std::abs(s[0] - (z - 100.0) / (z + 100.0));
        worst = std::max(worst, apart);
        EXPECT_LT(apart, 0.02) << scheme << " " << element << " at " << f;
      }
    }
    std::printf("elements, %s: S11 off by at most %.1e\n", scheme, worst);
  }
}

// S of a port behind R, L and C refers to its "impedance", whatever the network sends back.
TEST(DgtdPorts, NetworksOfSourcesDoNotChangeS) {
  for (const char *scheme : k_schemes)
    for (const Json &network : {Json{{"R", 70}}, Json{{"R", 60}, {"L", 3e-9}},
                                Json{{"R", 120}, {"C", 0.5e-12}, {"topology", "parallel"}}}) {
      Json json = hundred_ohm_line(scheme);
      json["boundaries"]["z-"] = port("lumped", 1);
      json["boundaries"]["z+"] = port("lumped", 2);
      for (const char *end : {"z-", "z+"}) {
        json["boundaries"][end]["impedance"] = 50;
        json["boundaries"][end]["direction"] = {0, 1, 0};
      }
      json["boundaries"]["z+"].update(network);
      PortedCase line(json);
      for (const auto &[f, s] : line.scattering()) {
        const complex p = of_line(f, 0.05), r = 1.0 / 3; // 100 ohm between 50 ohm
        const complex below = 1.0 - r * r * p * p;
        EXPECT_LT(std::abs(s[0] - r * (1.0 - p * p) / below), 0.02)
            << scheme << " " << network << " at " << f;
        EXPECT_LT(std::abs(s[2] - p * (1.0 - r * r) / below), 0.02)
            << scheme << " " << network << " at " << f;
      }
    }
}

TEST(DgtdPorts, SGoesOverToAGivenImpedance) {
  Json json = hundred_ohm_line("central");
  for (const char *end : {"z-", "z+"})
    json["boundaries"][end]["impedance"] = 50;
  PortedCase line(json);
  for (const auto &[f, s] : line.scattering()) {
    const complex p = of_line(f, 0.05), r = 1.0 / 3;
    EXPECT_LT(std::abs(s[0] - r * (1.0 - p * p) / (1.0 - r * r * p * p)), 5e-3) << f;
  }
}

TEST(DgtdPorts, AnImpedanceOfOneFrequencyIsAResistanceAndAnInductance) {
  for (const char *scheme : k_schemes) {
    Json json = hundred_ohm_line(scheme);
    json["frequency"] = 2e9;
    json["time"]["duration"] = 8e-9; // a longer pulse
    json["boundaries"]["z-"]["deembed"] = 0.05;
    json["boundaries"]["z+"] = {{"type", "impedance"}, {"surface_impedance", {200, 150}}};
    PortedCase ended(json);
    const complex z(200, 150), s = ended.scattering().begin()->second[0];
    EXPECT_LT(std::abs(s - (z - k_eta0) / (z + k_eta0)), 0.01) << scheme;
  }
}

// Walls with memory keep a scheme stable at its limit, for any elements. Field energy oscillates
// between them and the box, so the test compares later steps with earlier ones.
TEST(DgtdPorts, WallsArePassive) {
  constexpr int k_steps = 800;
  for (const char *scheme : k_schemes)
    for (const Json &element : k_elements)
      for (const double scale : {0.01, 1.0, 100.0}) {
        Json json = hundred_ohm_line(scheme);
        json["mesh"]["box"]["cells"] = {2, 1, 3};
        json["time"] = {{"steps", k_steps}, {"courant", 0.999}};
        json["excitations"] = {{{"name", "w"}, {"type", "port"}, {"port", 1}, {"amplitude", 1e-9}}};
        for (const char *wall : {"z+", "x+", "x-"}) {
          json["boundaries"][wall] = element;
          for (const char *key : {"L", "C"})
            if (element.contains(key))
              json["boundaries"][wall][key] = scale * element[key].get<double>();
          json["boundaries"][wall]["type"] = "lumped";
          json["boundaries"][wall]["direction"] = {0, 1, 0};
        }
        PortedCase box(json);
        const auto steps = box.scheme(0);
        FieldState state = steps->save();
        for (std::size_t i = 0; i < state["e"].size(); ++i)
          state["e"][i] = random_number(i, 1);
        steps->load(state);
        std::vector<double> energies;
        PortedCase::step(*steps, 0, k_steps, [&](double energy) { energies.push_back(energy); });
        const auto middle = energies.begin() + k_steps / 2;
        EXPECT_LE(*std::max_element(middle, energies.end()),
                  *std::max_element(energies.begin(), middle))
            << scheme << " " << element << " " << scale;
      }
}

// All walls, elements and ports act at once: the matrices by quadrature and the universal ones
// agree.
TEST(DgtdPorts, VariantsAgree) {
  for (const char *scheme : k_schemes)
    for (const auto &[space, order] : std::initializer_list<std::pair<const char *, int>>{
             {"mixed", 1}, {"full", 1}, {"mixed", 2}, {"full", 2}}) {
      Json json = line({0.02, 0.01, 0.03}, {2, 1, 3}, scheme, space, order);
      json["time"] = {{"steps", 200}};
      json["materials"]["air"]["sigma"] = 0;
      json["boundaries"]["x-"] = {
          {"type", "lumped"}, {"R", 30}, {"L", 1e-9}, {"C", 1e-12}, {"direction", {0, 1, 0}}};
      json["boundaries"]["x+"] = {{"type", "impedance"}, {"surface_impedance", 150}};
      json["boundaries"]["z+"] = port("lumped", 2, false);
      json["boundaries"]["z+"]["direction"] = {0, 1, 0};
      std::vector<double> fields[2];
      complex waves[2];
      for (const int v : {0, 1}) {
        PortedCase box(json, v == 0 ? "stored" : "packed");
        const auto steps = box.scheme(0);
        PortedCase::step(*steps, 0, 200);
        fields[v] = steps->save().at("e");
        waves[v] = steps->ports()->waves().waves(2, 1).b;
      }
      double largest = 0, apart = 0;
      for (std::size_t i = 0; i < fields[0].size(); ++i) {
        largest = std::max(largest, std::abs(fields[0][i]));
        apart = std::max(apart, std::abs(fields[0][i] - fields[1][i]));
      }
      EXPECT_LT(apart, 1e-12 * largest) << scheme << " " << space << order;
      EXPECT_LT(std::abs(waves[0] - waves[1]), 1e-12 * std::abs(waves[0])) << scheme;
    }
}

// Bends a box to a ring of `sides` sides, whose ends are joined.
void bend_to_ring(TetMesh &mesh, double inner_m, double outer_m, int sides) {
  const auto key = [](const Point &p) {
    return std::array<long, 3>{std::lround(p[0] * 1e9), std::lround(p[1] * 1e9),
                               std::lround(p[2] * 1e9)};
  };
  std::map<std::array<long, 3>, Index> nodes;
  std::vector<Index> number(mesh.points.size());
  for (std::size_t k = 0; k < mesh.points.size(); ++k) {
    const Point p = mesh.points[k];
    const double turn = 2 * k_pi * std::fmod(std::round(p[1] * sides), sides) / sides;
    const double radius = inner_m + (outer_m - inner_m) * p[0];
    mesh.points[k] = {radius * std::cos(turn), radius * std::sin(turn), p[2]};
    number[k] = nodes.emplace(key(mesh.points[k]), static_cast<Index>(k)).first->second;
  }
  for (auto &tet : mesh.tets)
    for (Index &node : tet)
      node = number[node];
  std::vector<std::array<Index, 3>> triangles;
  std::vector<Index> groups;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::string &name = mesh.groups[mesh.triangle_group[t]].name;
    if (name == "y-" || name == "y+")
      continue;
    auto triangle = mesh.triangles[t];
    for (Index &node : triangle)
      node = number[node];
    triangles.push_back(triangle);
    groups.push_back(mesh.triangle_group[t]);
  }
  mesh.triangles = std::move(triangles);
  mesh.triangle_group = std::move(groups);
}

// 60 ln(2.3) ohm. Corners of both polygons lie on the circles, so that their ratio stays.
TEST(DgtdPorts, ACoaxialLineHasItsImpedance) {
  for (const int sides : {24, 32}) {
    Json json = line({1, 1, 0.01}, {2, sides, 3}, "central");
    json["mesh"]["box"]["jitter"] = 0;
    json["boundaries"] = {{"x-", {{"type", "pec"}}},
                          {"x+", {{"type", "pec"}}},
                          {"z-", port("coaxial", 1)},
                          {"z+", port("coaxial", 2, false)}};
    json["time"]["duration"] = 4e-9;
    PortedCase line(json, "packed",
                    [&](TetMesh &mesh) { bend_to_ring(mesh, 1e-3, 2.3e-3, sides); });
    const double z = k_eta0 / (2 * k_pi) * std::log(2.3);
    std::printf("coax of %d sides: %.3f ohm of %.3f\n", sides, line.problem.ports[0].impedance_ohm,
                z);
    EXPECT_NEAR(line.problem.ports[0].impedance_ohm / z, 1, 0.01);
    if (sides > 24)
      continue;
    for (const auto &[f, s] : line.scattering()) {
      EXPECT_LT(std::abs(s[0]), 0.01) << f;
      EXPECT_LT(std::abs(s[2] - of_line(f, 0.01)), 0.01) << f;
    }
  }
}

// A guide of WR-90, 100 mm, 10 bricks to the wavelength of the guide at 9 GHz; the record is long
// enough for the reflections of the faces, which absorb plane waves.
TEST(DgtdPorts, AGuideHasItsPhase) {
  Json json = line({0.02286, 0.01016, 0.1}, {5, 2, 20}, "central", "mixed", 2);
  json["mesh"]["box"]["jitter"] = 0;
  json["boundaries"] = {{"default", {{"type", "pec"}}},
                        {"z-", port("rectangular", 1)},
                        {"z+", port("rectangular", 2)}};
  json["frequency"] = {8.2e9, 9e9};
  json["time"]["duration"] = 7e-9;
  PortedCase guide(json);
  for (const auto &[f, s] : guide.scattering()) {
    const double cutoff = k_speed_of_light / (2 * 0.02286);
    const double beta = 2 * k_pi * std::sqrt(f * f - cutoff * cutoff) / k_speed_of_light;
    const complex exact = std::exp(-k_j * beta * 0.1);
    std::printf("WR-90 %.3g Hz: S11 %.1f dB, |S21| %.4f, %.2f deg of %.2f\n", f, decibel(s[0]),
                std::abs(s[2]), std::arg(s[2]) * 180 / k_pi, std::arg(exact) * 180 / k_pi);
    if (f == 9e9) {
      EXPECT_NEAR(std::arg(exact) * 180 / k_pi, -20.28, 0.01);
    }
    EXPECT_LT(degrees_apart(s[2], exact), 0.3) << f;
    EXPECT_LT(std::abs(s[0]), 3e-3) << f;
    EXPECT_NEAR(std::abs(s[2]), 1, 3e-3) << f;
    EXPECT_LT(std::abs(s[1] - s[2]), 1e-3) << f;
  }
}

// Returns the message that refuses a case on its mesh.
std::string message(const Json &json, const std::function<void(TetMesh &)> &change) {
  try {
    PortedCase refused(json, "packed", change);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(DgtdPorts, WhatIsNoPortIsRefused) {
  const Json json = line({0.02, 0.02, 0.02}, {2, 2, 2}, "central");
  const auto group = [](const TetMesh &mesh, const char *name) {
    for (std::size_t g = 0; g < mesh.groups.size(); ++g)
      if (mesh.groups[g].name == name)
        return static_cast<Index>(g);
    return Index(-1);
  };
  EXPECT_EQ(message(json, [](TetMesh &) {}), "");
  EXPECT_THAT(message(json,
                      [&](TetMesh &mesh) {
                        for (Index &g : mesh.triangle_group)
                          if (g == group(mesh, "x+"))
                            g = group(mesh, "z+");
                      }),
              ::testing::HasSubstr("the port is not plane"));
  const auto fill = [](TetMesh &mesh, int axis) {
    mesh.groups.push_back({3, 99, "filling"});
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
      double x = 0;
      for (const Index node : mesh.tets[t])
        x += 0.25 * mesh.points[node][axis];
      if (x > 0.01)
        mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
    }
  };
  Json two = json;
  two["mesh"]["box"]["jitter"] = 0;
  two["materials"]["filling"] = {{"eps_r", 4}};
  two["regions"]["filling"] = "filling";
  EXPECT_THAT(message(two, [&](TetMesh &mesh) { fill(mesh, 1); }),
              ::testing::HasSubstr("has one medium in front of it"));
  EXPECT_EQ(message(two, [&](TetMesh &mesh) { fill(mesh, 2); }), "");
  two["materials"]["filling"] = {{"eps_r", {1, 2, 3}}};
  EXPECT_THAT(message(two, [&](TetMesh &mesh) { fill(mesh, 2); }),
              ::testing::HasSubstr("a port needs an isotropic medium"));
  EXPECT_THAT(message(json,
                      [&](TetMesh &mesh) {
                        const TetTopology topology = make_topology(mesh);
                        std::size_t inner = 0;
                        while (topology.face_tets[inner][1] < 0)
                          ++inner;
                        mesh.triangles.push_back(topology.faces[inner]);
                        mesh.triangle_group.push_back(group(mesh, "z+"));
                      }),
              ::testing::HasSubstr("inside the mesh"));
}

// A matrix that is active or not reciprocal gives a warning.
TEST(DgtdPorts, StrangeMatricesAreWarnedOf) {
  Json json = line({0.02, 0.02, 0.02}, {1, 1, 1}, "central");
  json["frequency"] = 1e9;
  const PortedCase line(json);
  const auto warnings = [&](const ScatteringMatrix &s) {
    std::string all;
    for (const std::string &text : line.networks.warnings({{1e9, s}}))
      all += text + "\n";
    return all;
  };
  EXPECT_THAT(warnings({0.6, 0.9, 0.9, 0.6}),
              ::testing::HasSubstr("singular value of S is 1 + 0.5"));
  EXPECT_EQ(warnings({0.6, 0.8, 0.8, -0.6}), "");
}

} // namespace
} // namespace curlew::dgtd
