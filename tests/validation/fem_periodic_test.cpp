// Periodic faces of method fem: slabs against theory, one cell against several.
#include "../unit/kokkos_environment.hpp"
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_frequency_hz = k_speed_of_light; // wavelength 1 m
constexpr double k_height_m = 3.6, k_layer_m = 0.8;
constexpr double k_slab_low_m = 1.6, k_slab_high_m = 2.0, k_slab_eps = 4;

// A column of open space along z between absorbing layers, with a slab across it.
nlohmann::ordered_json column(double width_x_m, double width_y_m, std::array<int, 3> cells,
                              double theta_deg, double phi_deg, const char *polarization) {
  auto json = test::box_case({width_x_m, width_y_m, k_height_m}, cells);
  json["materials"]["slab"] = {{"eps_r", k_slab_eps}};
  json["materials"]["metal"] = {{"pec", true}};
  json["regions"]["slab"] = "slab";
  json["regions"]["metal"] = "metal";
  json["boundaries"] = {{"x-", {{"type", "periodic"}, {"with", "x+"}, {"phase", "from_wave"}}},
                        {"y-", {{"type", "periodic"}, {"with", "y+"}, {"phase", "from_wave"}}},
                        {"z-", {{"type", "pml"}, {"thickness", k_layer_m}, {"sigma_max", 3}}},
                        {"z+", {{"type", "pml"}, {"thickness", k_layer_m}, {"sigma_max", 3}}}};
  json["frequency"] = k_frequency_hz;
  json["excitations"] = {{{"name", "wave"},
                          {"type", "plane-wave"},
                          {"theta", theta_deg},
                          {"phi", phi_deg},
                          {"pol", polarization}}};
  json["discretization"]["order"] = 2;
  json["solver"]["method"] = "direct";
  return json;
}

// The column with its slab, or with a block of metal in each cell of `pitch_m` along x.
TetMesh column_mesh(const Case &input, double pitch_m = 0) {
  const auto &box = input.mesh.box;
  TetMesh mesh = make_box(box.size_m, box.cells, box.origin_m, 0, 1);
  mesh.groups.push_back({3, 7, "slab"});
  mesh.groups.push_back({3, 8, "metal"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Point p = centroid_of(mesh, static_cast<Index>(t));
    if (p[2] < k_slab_low_m || p[2] > k_slab_high_m)
      continue;
    const double in_cell = pitch_m > 0 ? std::fmod(p[0], pitch_m) / pitch_m : 0;
    if (pitch_m == 0)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 2);
    else if (in_cell > 0.25 && in_cell < 0.75)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
  }
  return mesh;
}

// A case of a mesh in memory, solved for its only wave.
class Cell {
public:
  Cell(const nlohmann::ordered_json &json, double pitch_m = 0)
      : input(test::make_case(json)),
        prepared(prepare_case(input, make_model(input, column_mesh(input, pitch_m), 1), 1)),
        ports(prepared.ports), wave(prepared.plan.at(0).wave), choice(prepared.choice),
        problem(make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1)),
        incident(make_incident(*wave, k0)), locator(problem.model.mesh, 1) {
    media = media_at(input, problem.model, problem.layers, k_frequency_hz);
    admittances = face_admittances(input, problem.model, ports, k_frequency_hz);
    Coefficients coefficients = coefficients_of(media, admittances, k0);
    coefficients.phases = phases_of(problem.model.periods, wave, k0);
    const auto system = make_system(Backend::serial, problem, choice);
    system->set(coefficients);
    WaveLoad load = wave_load(problem, media, admittances, incident, k0);
    const Load given = product_with_fixed(problem, coefficients, load.fixed);
    for (std::size_t i = 0; i < given.size(); ++i)
      load.load[i] -= given[i];
    Load solution;
    SolveOptions options;
    options.tolerance = input.solver.tolerance;
    options.max_iterations = 5000;
    system->solve(load.load, solution, options, report);
    x = with_fixed(problem, solution);
    for (std::size_t d = 0; d < x.size(); ++d)
      if (problem.unknowns.number[d] < 0)
        x[d] = load.fixed[d];
  }

  // The scattered field.
  ComplexVector at(const Point &p) const {
    const std::optional<TetLocation> found = locator.find(p);
    return Fields(problem, media, x, k_frequency_hz, &incident)
        .at(found->tet, found->barycentric, false)
        .E;
  }

  static constexpr double k0 = 2 * k_pi;
  Case input;
  Prepared prepared;
  std::vector<Port> ports;
  const PlaneWave *wave;
  SolverChoice choice;
  Problem problem;
  IncidentWave incident;
  CurvedLocator locator;
  Media media;
  std::vector<complex> admittances;
  SolveReport report;
  PhasorField x;
};

// Reflection and transmission of the slab for E across the plane of incidence (TE) or in it (TM:
// of the tangential E), phases at its faces.
struct SlabAnswer {
  complex reflection, transmission;
};
SlabAnswer slab(double theta, bool is_te) {
  const double kz = 2 * k_pi * std::cos(theta);
  const double kz_in = 2 * k_pi * std::sqrt(k_slab_eps - std::pow(std::sin(theta), 2));
  const double outside = is_te ? kz : 1 / kz, inside = is_te ? kz_in : k_slab_eps / kz_in;
  const double thickness = k_slab_high_m - k_slab_low_m;
  const complex j(0, 1), r = (outside - inside) / (outside + inside);
  const complex delay = std::exp(-j * kz_in * thickness);
  return {r * (1.0 - delay * delay) / (1.0 - r * r * delay * delay),
          (1.0 - r * r) * delay / (1.0 - r * r * delay * delay)};
}

TEST(FemPeriodic, SlabsReflectAndTransmit) {
  struct Given {
    double theta_deg;
    bool is_te;
    int order;
  };
  for (const Given &given : {Given{0, true, 2}, Given{0, false, 2}, Given{40, true, 2},
                             Given{40, false, 2}, Given{40, true, 3}, Given{40, false, 3}}) {
    const auto [theta_deg, is_te, order] = given;
    // The wave comes from z+: theta is the direction that it comes from.
    auto json = order == 2 ? column(0.1, 0.1, {1, 1, 36}, theta_deg, 0, is_te ? "phi" : "theta")
                           : column(0.2, 0.2, {1, 1, 18}, theta_deg, 0, is_te ? "phi" : "theta");
    json["discretization"]["order"] = order;
    const Cell cell(json);
    const double theta = theta_deg * k_pi / 180, kz = Cell::k0 * std::cos(theta);
    const int along = is_te ? 1 : 0; // tangential E
    const auto incident_at = [&](const Point &p) {
      return complex(cell.incident.electric(along, p[0], p[1], p[2]));
    };
    const SlabAnswer answer = slab(theta, is_te);
    const Point before{0.07, 0.05, 2.6}, behind{0.07, 0.05, 1.1};
    const Point top{0.07, 0.05, k_slab_high_m};
    const complex reflected = cell.at(before)[along] / incident_at(top) *
                              std::exp(complex(0, kz * (before[2] - k_slab_high_m)));
    const complex through = (cell.at(behind)[along] + incident_at(behind)) / incident_at(top) *
                            std::exp(complex(0, kz * (k_slab_low_m - behind[2])));
    EXPECT_LT(std::abs(reflected - answer.reflection), 0.005) << theta_deg << is_te << order;
    EXPECT_LT(std::abs(through - answer.transmission), 0.015) << theta_deg << is_te << order;
  }
}

// A grating of metal bars: twice the cell is the same field; so are two cells against three in a
// wave along both axes, and the phase in degrees against that of the wave.
TEST(FemPeriodic, OneCellIsTwo) {
  const double pitch_m = 0.4;
  const auto one_case = column(pitch_m, 0.2, {4, 1, 18}, 30, 25, "theta");
  const Cell one(one_case, pitch_m);
  const Cell two(column(2 * pitch_m, 0.2, {8, 1, 18}, 30, 25, "theta"), pitch_m);
  EXPECT_EQ(two.problem.periodic.count, 2 * one.problem.periodic.count);
  double size = 0;
  for (const Point &p : {Point{0.13, 0.07, 2.3}, Point{0.31, 0.11, 1.2}, Point{0.05, 0.19, 1.8}}) {
    const ComplexVector a = one.at(p), b = two.at(p);
    // The next cell has the field of this one and the phase of the wave.
    const ComplexVector c = two.at({p[0] + pitch_m, p[1], p[2]});
    const complex phase = std::exp(complex(0, -one.incident.wave_vector[0] * pitch_m));
    for (int d = 0; d < 3; ++d) {
      EXPECT_LT(std::abs(a[d] - b[d]), 1e-9) << d;
      EXPECT_LT(std::abs(a[d] * phase - c[d]), 1e-9) << d;
      size = std::max(size, std::abs(a[d]));
    }
  }
  EXPECT_GT(size, 0.1);
  EXPECT_GT(std::abs(one.incident.wave_vector[0] * pitch_m), 0.5); // a phase to speak of
  // Degrees.
  auto json = one_case;
  json["boundaries"]["x-"]["phase"] = one.incident.wave_vector[0] * pitch_m * 180 / k_pi;
  json["boundaries"]["y-"]["phase"] = one.incident.wave_vector[1] * 0.2 * 180 / k_pi;
  EXPECT_LT(std::abs(Cell(json, pitch_m).at({0.1, 0.1, 2.3})[0] - one.at({0.1, 0.1, 2.3})[0]),
            1e-9);
  // The same pair from its other face.
  json["boundaries"].erase("x-");
  json["boundaries"]["x+"] = {{"type", "periodic"},
                              {"with", "x-"},
                              {"phase", -one.incident.wave_vector[0] * pitch_m * 180 / k_pi}};
  EXPECT_LT(std::abs(Cell(json, pitch_m).at({0.1, 0.1, 2.3})[0] - one.at({0.1, 0.1, 2.3})[0]),
            1e-9);
}

// A preconditioner without gradients takes many iterations: a small problem.
TEST(FemPeriodic, SolversAgree) {
  CURLEW_SKIP_WITHOUT(ifpack2);
  const double pitch_m = 0.4;
  auto json = column(pitch_m, 0.2, {4, 1, 18}, 30, 25, "theta");
  json["discretization"]["order"] = 1;
  const Point p{0.1, 0.1, 2.3};
  const complex direct = Cell(json, pitch_m).at(p)[0];
  json["solver"] = {{"method", "fgmres"}, {"preconditioner", {{"type", "ilu"}}}};
  const Cell iterated(json, pitch_m);
  EXPECT_LT(std::abs(iterated.at(p)[0] - direct), 1e-4);
  EXPECT_GT(iterated.report.iterations, 1);
}

// At right angles phases are 0: the matrix stays complex symmetric, and periodic faces are the
// magnetic and electric walls of symmetry.
TEST(FemPeriodic, AtRightAnglesAreWalls) {
  const auto json = column(0.4, 0.2, {4, 1, 18}, 0, 0, "theta"); // E along x
  auto walls = json;
  for (const char *side : {"x-", "x+"})
    walls["boundaries"][side] = {{"type", "pec"}};
  for (const char *side : {"y-", "y+"})
    walls["boundaries"][side] = {{"type", "pmc"}};
  const Cell periodic(json), guide(walls);
  const Point p{0.13, 0.07, 2.3};
  EXPECT_LT(std::abs(periodic.at(p)[0] - guide.at(p)[0]),
            0.01); // Kuhn's tets have no such symmetry
  EXPECT_GT(std::abs(guide.at(p)[0]), 0.1);
  auto real = json;
  for (const char *side : {"x-", "y-"})
    real["boundaries"][side]["phase"] = 0;
  real["solver"]["method"] = "cocg";
  EXPECT_LT(std::abs(Cell(real).at(p)[0] - periodic.at(p)[0]), 1e-4);
}

std::string refusal(const nlohmann::ordered_json &json, double pitch_m = 0) {
  try {
    const Case input = test::make_case(json);
    prepare_case(input, make_model(input, column_mesh(input, pitch_m), 1), 1);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(FemPeriodic, RefusesWhatDoesNotFit) {
  using ::testing::HasSubstr;
  const auto good = column(0.4, 0.2, {4, 1, 18}, 30, 25, "theta");
  EXPECT_EQ(refusal(good, 0.4), "");
  auto json = good;
  json["boundaries"]["x-"]["phase"] = 10;
  EXPECT_THAT(refusal(json), HasSubstr("the phase is 10 deg, and that of the wave"));
  json = good;
  json["boundaries"]["x-"]["with"] = "y+";
  json["boundaries"].erase("y-");
  json["boundaries"]["y-"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "pec"}};
  EXPECT_THAT(refusal(json), HasSubstr("the meshes of periodic faces must be equal"));
  json = good;
  json["boundaries"]["x+"] = {{"type", "pec"}};
  EXPECT_THAT(refusal(json), HasSubstr("takes no condition of its own"));
  json = good;
  json["boundaries"]["x+"] = {{"type", "periodic"}, {"with", "x-"}};
  EXPECT_THAT(refusal(json), HasSubstr("a pair is given once"));
  json = good;
  json["boundaries"]["x-"]["with"] = "nowhere";
  EXPECT_THAT(refusal(json), HasSubstr("nowhere"));
  json = good;
  json["solver"]["method"] = "cocg";
  EXPECT_THAT(refusal(json), HasSubstr("is for complex symmetric matrices"));
  json = good;
  json["solver"] = {{"preconditioner", {{"type", "multigrid"}}}};
  EXPECT_THAT(refusal(json), HasSubstr("does not know periodic faces"));
  json = good;
  json["discretization"]["matrix"] = "ebe";
  json["solver"]["method"] = "auto";
  EXPECT_THAT(refusal(json), HasSubstr("no rows that periodic faces could join"));
  // A bar that ends at x- and not at x+: its mesh is shifted by a quarter of the cell.
  json = good;
  json["mesh"]["box"]["origin"] = {-0.2, 0, 0};
  EXPECT_THAT(refusal(json, 0.4), HasSubstr("a conductor lies on one of the two"));
  // Nodes that are elsewhere.
  const Case input = test::make_case(good);
  TetMesh mesh = column_mesh(input);
  for (Point &p : mesh.points)
    if (p[0] > 0.399 && p[2] > 1.7 && p[2] < 1.9)
      p[2] += 0.01;
  EXPECT_THAT([&] { make_model(input, mesh, 1); },
              ::testing::ThrowsMessage<InputError>(HasSubstr("has no counterpart in \"x+\"")));
}

} // namespace
} // namespace curlew::fem
