// Orders of diffraction of method fem: films against transfer matrices, gratings against coupled
// waves, reciprocity, and what is refused.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/fem/outputs/diffraction.hpp>
#include <curlew/methods/fem/outputs/face_powers.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/fem/warnings.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <tuple>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using nlohmann::ordered_json;

constexpr double k_frequency_hz = k_speed_of_light; // wavelength 1 m
constexpr double k_layer_m = 0.8;

struct Wave {
  double theta_deg = 0, phi_deg = 0; // where it comes from
  const char *pol = "phi";
};

// A cell between absorbing layers, of vacuum but for the groups "slab" and "base" of its mesh.
struct Cell {
  std::array<double, 3> size_m;
  std::array<int, 3> cells;
  std::function<std::string(const Point &)> group_at; // of a centroid; empty: vacuum
  std::function<Point(const Point &)> move = [](const Point &p) { return p; };
};

ordered_json case_of(const Cell &cell, const Wave &wave, int order = 2) {
  ordered_json json = test::box_case(cell.size_m, cell.cells);
  json["materials"]["slab"] = {{"eps_r", 4}};
  json["materials"]["base"] = {{"eps_r", 2.25}};
  json["materials"]["metal"] = {{"pec", true}};
  for (const char *name : {"slab", "base", "metal"})
    json["regions"][name] = name;
  const ordered_json layer = {{"type", "pml"}, {"thickness", k_layer_m}, {"sigma_max", 3}};
  json["boundaries"] = {{"x-", {{"type", "periodic"}, {"with", "x+"}, {"phase", "from_wave"}}},
                        {"y-", {{"type", "periodic"}, {"with", "y+"}, {"phase", "from_wave"}}},
                        {"z-", layer},
                        {"z+", layer}};
  json["frequency"] = k_frequency_hz;
  json["excitations"] = {{{"name", "wave"},
                          {"type", "plane-wave"},
                          {"theta", wave.theta_deg},
                          {"phi", wave.phi_deg},
                          {"pol", wave.pol}}};
  json["discretization"]["order"] = order;
  json["solver"]["method"] = "direct";
  json["outputs"]["diffraction"] = ordered_json::object();
  return json;
}

TetMesh mesh_of(const Case &input, const Cell &cell) {
  const auto &box = input.mesh.box;
  TetMesh mesh = make_box(box.size_m, box.cells, box.origin_m, 0, 1);
  std::map<std::string, Index> numbers;
  for (const char *name : {"slab", "base", "metal"}) {
    numbers[name] = static_cast<Index>(mesh.groups.size());
    mesh.groups.push_back({3, 10 + numbers[name], name});
  }
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (const std::string group = cell.group_at(centroid_of(mesh, static_cast<Index>(t)));
        !group.empty())
      mesh.tet_group[t] = numbers[group];
  for (Point &p : mesh.points)
    p = cell.move(p);
  return mesh;
}

// Solves a case for its only wave and splits its field.
struct Solved {
  Solved(const ordered_json &json, const Cell &cell)
      : input(test::make_case(json)),
        prepared(prepare_case(input, make_model(input, mesh_of(input, cell), 1), 1)),
        ports(prepared.ports), wave(prepared.plan.at(0).wave), choice(prepared.choice),
        problem(make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1)),
        incident(make_incident(*wave, k0)) {
    const Media media = media_at(input, problem.model, problem.layers, k_frequency_hz);
    const auto admittances = face_admittances(input, problem.model, ports, k_frequency_hz);
    Coefficients coefficients = coefficients_of(media, admittances, k0);
    coefficients.phases = phases_of(problem.model.periods, wave, k0);
    const auto system = make_system(Backend::serial, problem, choice);
    system->set(coefficients);
    WaveLoad load = wave_load(problem, media, admittances, incident, k0);
    const Load given = product_with_fixed(problem, coefficients, load.fixed, load.total);
    for (std::size_t i = 0; i < given.size(); ++i)
      load.load[i] -= given[i];
    Load solution;
    SolveReport report;
    system->solve(load.load, solution, SolveOptions(), report);
    PhasorField x = with_fixed(problem, solution);
    for (std::size_t d = 0; d < x.size(); ++d)
      if (problem.unknowns.number[d] < 0)
        x[d] = load.fixed[d];
    const Fields fields(problem, media, x, k_frequency_hz, &incident);
    planes = order_planes(input, problem.model, problem.layers);
    result = diffraction(fields, media, *input.outputs.diffraction, planes,
                         absorbed_in_media(fields, media) + absorbed_on_faces(fields, admittances));
  }

  double efficiency(const char *side, int m, const char *pol, int n = 0) const {
    for (const OrderRow &row : result.orders)
      if (row.side == side && row.m == m && row.n == n && row.pol == pol)
        return row.efficiency;
    return 0;
  }
  complex amplitude(const char *side, const char *pol) const {
    for (const OrderRow &row : result.orders)
      if (row.side == side && row.m == 0 && row.n == 0 && row.pol == pol)
        return row.amplitude;
    return 0;
  }

  static constexpr double k0 = 2 * k_pi;
  Case input;
  Prepared prepared;
  std::vector<Port> ports;
  const PlaneWave *wave;
  SolverChoice choice;
  Problem problem;
  IncidentWave incident;
  OrderPlanes planes;
  Diffraction result;
};

// --- Films --------------------------------------------------------------------------------------

constexpr double k_base_m = 1.2, k_film_m = 0.4; // the film lies on top of the base

Cell film_cell(std::array<int, 3> cells = {1, 1, 28}) {
  return {{0.1 * cells[0], 0.1 * cells[1], 2.8}, cells, [](const Point &p) {
            return p[2] > k_base_m && p[2] < k_base_m + k_film_m ? "slab"
                   : p[2] < k_base_m                             ? "base"
                                                                 : "";
          }};
}

// R and T of a film on a base, by Airy's formula.
struct FilmAnswer {
  complex r; // of the tangential E, at the film's top
  double reflected, transmitted;
};
FilmAnswer film(double theta_deg, bool is_te, complex base, complex eps_film = 4) {
  const double s = std::sin(theta_deg * k_pi / 180);
  const auto admittance = [&](complex eps) {
    complex root = std::sqrt(eps - s * s);
    if (root.imag() > 0)
      root = -root;
    return is_te ? root : eps / root;
  };
  const complex y0 = admittance(1), y1 = admittance(eps_film), y2 = admittance(base);
  const complex r01 = (y0 - y1) / (y0 + y1), r12 = (y1 - y2) / (y1 + y2);
  const complex delay = std::exp(complex(0, -2 * k_pi * k_film_m) * std::sqrt(eps_film - s * s));
  const complex r = (r01 + r12 * delay * delay) / (1.0 + r01 * r12 * delay * delay);
  const complex t = (1.0 + r01) * (1.0 + r12) * delay / (1.0 + r01 * r12 * delay * delay);
  return {r, std::norm(r), std::norm(t) * y2.real() / y0.real()};
}

struct FilmWave {
  double theta_deg, phi_deg;
  bool is_te;

  Wave wave() const { return {theta_deg, phi_deg, is_te ? "phi" : "theta"}; }
};

// The base reaches into the layer below: the wave comes from vacuum, and the field behind is the
// total one.
TEST(FemOrders, OfAFilmOnAHalfSpaceAreThoseOfAiry) {
  const Cell cell = film_cell();
  for (const FilmWave &given : {FilmWave{0, 0, true}, FilmWave{40, 0, true}, FilmWave{40, 0, false},
                                FilmWave{30, 35, false}}) {
    ordered_json json = case_of(cell, given.wave());
    json["outputs"]["diffraction"]["above"] = k_base_m + k_film_m;
    const Solved solved(json, cell);
    const char *pol = given.is_te ? "te" : "tm", *other = given.is_te ? "tm" : "te";
    const FilmAnswer answer = film(given.theta_deg, given.is_te, 2.25);
    EXPECT_NEAR(solved.efficiency("above", 0, pol), answer.reflected, 0.002) << given.theta_deg;
    EXPECT_NEAR(solved.efficiency("below", 0, pol), answer.transmitted, 0.004) << given.theta_deg;
    EXPECT_LT(solved.efficiency("above", 0, other), 1e-6);
    EXPECT_NEAR(solved.result.sum(), 1, 0.003);
    EXPECT_EQ(solved.result.absorbed, 0);
    EXPECT_EQ(solved.result.orders.size(), 4u);
    // At the plane, over the wave at the origin. At an angle u points along -phi, and both
    // polarisations of the reflected wave against those of the incident one.
    const double kz = Solved::k0 * std::cos(given.theta_deg * k_pi / 180);
    const complex at_plane = std::polar(1.0, kz * (k_base_m + k_film_m));
    const complex r = given.theta_deg == 0 ? answer.r : -answer.r;
    EXPECT_LT(std::abs(solved.amplitude("above", pol) / at_plane - r), 0.005);
  }
}

// Vacuum on both sides, from below; nothing at all transmits everything.
TEST(FemOrders, OfAFilmInVacuumFromBelow) {
  Cell cell = film_cell();
  cell.group_at = [](const Point &p) {
    return p[2] > k_base_m && p[2] < k_base_m + k_film_m ? "slab" : "";
  };
  for (const bool is_te : {true, false}) {
    const Solved solved(case_of(cell, {140, 0, is_te ? "phi" : "theta"}), cell);
    const FilmAnswer answer = film(40, is_te, 1);
    EXPECT_NEAR(solved.result.reflected, answer.reflected, 0.002);
    EXPECT_NEAR(solved.result.transmitted, answer.transmitted, 0.002);
    EXPECT_NEAR(solved.efficiency("below", 0, is_te ? "te" : "tm"), answer.reflected, 0.002);
  }
  cell.group_at = [](const Point &) { return ""; };
  const Solved empty(case_of(cell, {140, 0, "phi"}), cell);
  EXPECT_NEAR(empty.efficiency("above", 0, "te"), 1, 1e-6);
  EXPECT_LT(empty.result.reflected, 1e-12);
}

// A film of metal with 0.67 edges to a skin depth absorbs what Airy's formula says to 3 % in second
// order, and no warning says otherwise; with 0.25 it does not.
TEST(FemOrders, OfMetalsNeedFewEdgesInASkin) {
  const auto at = [](double eps, double loss) {
    Cell cell = film_cell();
    cell.group_at = [](const Point &p) {
      return p[2] > k_base_m && p[2] < k_base_m + k_film_m ? "slab" : "";
    };
    ordered_json json = case_of(cell, {0, 0, "phi"});
    json["materials"]["slab"] = {{"eps_r", eps}, {"sigma", loss * Solved::k0 / k_eta0}};
    const Solved solved(json, cell);
    const FilmAnswer answer = film(0, true, 1, complex(eps, -loss));
    const auto warnings =
        setup_warnings(solved.input, solved.problem.model, solved.problem.layers, solved.ports);
    const bool is_warned = std::any_of(warnings.begin(), warnings.end(), [](const auto &text) {
      return text.find("edges per skin depth") != std::string::npos;
    });
    return std::pair(solved.result.absorbed / (1 - answer.reflected - answer.transmitted),
                     is_warned);
  };
  const auto [fair, is_fair_warned] = at(-3.5, 0.2);
  EXPECT_NEAR(fair, 1, 0.03);
  EXPECT_FALSE(is_fair_warned);
  const auto [poor, is_poor_warned] = at(-25, 1.4);
  EXPECT_GT(std::abs(poor - 1), 0.05);
  EXPECT_TRUE(is_poor_warned);
}

// A base with losses: T goes through the plane at the film's bottom, and there is no order. A plane
// further down has less.
TEST(FemOrders, OfALossyHalfSpaceArePowersThroughThePlane) {
  const Cell cell = film_cell();
  const complex base(2.25, -0.3);
  const FilmAnswer answer = film(30, false, base);
  const std::array<double, 3> depths_m = {0, 0.2, 0.13}; // the last one within tets
  std::array<double, 3> through{};
  for (std::size_t d = 0; d < depths_m.size(); ++d) {
    ordered_json json = case_of(cell, {30, 0, "theta"});
    json["materials"]["base"] = {{"eps_r", {base.real(), base.imag()}}};
    json["outputs"]["diffraction"]["below"] = k_base_m - depths_m[d];
    const Solved solved(json, cell);
    EXPECT_NEAR(solved.result.reflected, answer.reflected, 0.002);
    EXPECT_NEAR(solved.result.sum(), 1, 0.003);
    EXPECT_EQ(solved.result.orders.size(), 2u);
    through[d] = solved.result.transmitted;
    if (d == 0) {
      EXPECT_LT(solved.result.absorbed, 1e-9);
    }
  }
  EXPECT_NEAR(through[0], answer.transmitted, 0.003);
  const complex kz = Solved::k0 * std::sqrt(base - 0.25);
  for (const std::size_t d : {1, 2})
    EXPECT_NEAR(through[d] / through[0], std::exp(-2 * depths_m[d] * std::abs(kz.imag())), 0.003);
}

// A layer of more than half of the mesh is that of its end.
TEST(FemOrders, BehindAThickLayer) {
  Cell cell = film_cell({1, 1, 48});
  cell.size_m[2] = 4.8;
  ordered_json json = case_of(cell, {30, 0, "phi"});
  json["boundaries"]["z+"]["thickness"] = 2.6;
  const Solved solved(json, cell);
  const FilmAnswer answer = film(30, true, 2.25);
  EXPECT_NEAR(solved.result.reflected, answer.reflected, 0.002);
  EXPECT_NEAR(solved.result.transmitted, answer.transmitted, 0.003);
}

// Of orders 1 and -1 of a period of a wavelength, one travels at one degree and the other one
// decays.
TEST(FemOrders, NearTheirCutoffAreFound) {
  const Cell cell = film_cell({10, 1, 28});
  const Solved solved(case_of(cell, {1, 0, "phi"}), cell);
  std::vector<double> decays_m;
  for (const GrazingOrder &order : solved.result.grazing)
    if (order.decay_m > 0) {
      decays_m.push_back(order.decay_m);
      EXPECT_EQ(order.side, "above");
      EXPECT_EQ(std::abs(order.m), 1);
    }
  const double k = 1 + std::sin(k_pi / 180);
  ASSERT_EQ(decays_m.size(), 1u);
  EXPECT_NEAR(decays_m[0], 1 / (Solved::k0 * std::sqrt(k * k - 1)), 1e-9);
}

// A film of metal on another medium reflects everything; strips of it leave slits, through which
// the rest of the power goes.
TEST(FemOrders, OfMetalOnAnotherMedium) {
  Cell cell = film_cell({10, 1, 28});
  bool has_slits = false;
  cell.group_at = [&](const Point &p) {
    const bool is_metal = !has_slits || std::abs(p[0] - 0.5) > 0.2;
    return p[2] < k_base_m ? "base" : is_metal && p[2] < k_base_m + k_film_m ? "metal" : "";
  };
  const Solved film(case_of(cell, {20, 0, "phi"}), cell);
  EXPECT_NEAR(film.result.reflected, 1, 0.005);
  EXPECT_LT(film.result.transmitted, 1e-9);
  has_slits = true;
  const Solved slits(case_of(cell, {20, 0, "theta"}), cell);
  EXPECT_NEAR(slits.result.sum(), 1, 0.01);
  EXPECT_GT(slits.result.transmitted, 0.1);
  EXPECT_LT(slits.result.transmitted, 0.9);
}

// A ground plane reflects everything, of which the film takes its share.
TEST(FemOrders, OfAnAbsorberOnAGroundPlane) {
  Cell cell = film_cell({1, 1, 16});
  cell.size_m[2] = 1.6;
  cell.group_at = [](const Point &p) { return p[2] < k_film_m ? "slab" : ""; };
  ordered_json json = case_of(cell, {35, 0, "phi"});
  json["boundaries"]["z-"] = {{"type", "pec"}};
  EXPECT_NEAR(Solved(json, cell).result.reflected, 1, 0.004);
  const complex eps(4, -1);
  json["materials"]["slab"] = {{"eps_r", {eps.real(), eps.imag()}}};
  const Solved solved(json, cell);
  const double s = std::sin(35 * k_pi / 180);
  const complex kz = std::sqrt(eps - s * s),
                wall = complex(0, 1) * std::tan(2 * k_pi * k_film_m * kz) / kz; // Z of TE
  const complex r = (wall * std::sqrt(1 - s * s) - 1.0) / (wall * std::sqrt(1 - s * s) + 1.0);
  EXPECT_NEAR(solved.result.reflected, std::norm(r), 0.003);
  EXPECT_NEAR(solved.result.absorbed, 1 - std::norm(r), 0.003);
  EXPECT_EQ(solved.result.transmitted, 0);
}

// A skewed cell of the same film, its second period at 60 deg, has the same orders.
TEST(FemOrders, OfASkewedCell) {
  Cell cell = film_cell();
  cell.move = [](const Point &p) { return Point{p[0] + 0.5 * p[1], p[1], p[2]}; };
  const Solved solved(case_of(cell, {30, 35, "theta"}), cell);
  const FilmAnswer answer = film(30, false, 2.25);
  EXPECT_NEAR(solved.result.reflected, answer.reflected, 0.002);
  EXPECT_NEAR(solved.result.transmitted, answer.transmitted, 0.005);
}

// --- Gratings -----------------------------------------------------------------------------------

// A bar of eps 4, 0.6 m wide and 0.4 m high, in a period of 1.3 m on eps 2.25; with `step` half of
// its width goes up by 0.2 m.
Cell grating_cell(bool step = false) {
  return {{1.3, 0.1, 2.8}, {13, 1, 28}, [step](const Point &p) {
            const double top = step && p[0] < 0.6 ? 1.7 : 1.5;
            return p[2] < 1.1 ? "base" : p[2] < top && p[0] > 0.3 && p[0] < 0.9 ? "slab" : "";
          }};
}

// Efficiencies by coupled waves, 241 orders (Moharam's equations with Li's rule for TM; 161 orders
// differ by 1e-5): lamellar grating above, 25 deg, wavelength 1 m.
struct Efficiency {
  const char *side;
  int m;
  double te, tm;
};
constexpr Efficiency k_coupled_waves[] = {
    {"above", -1, 0.06787, 0.01364}, {"above", 0, 0.05234, 0.03759},
    {"below", -2, 0.04208, 0.04479}, {"below", -1, 0.22426, 0.30511},
    {"below", 0, 0.03761, 0.25658},  {"below", 1, 0.57583, 0.34228}};

TEST(FemOrders, OfAGratingAreThoseOfCoupledWaves) {
  const Cell cell = grating_cell();
  for (const auto &[is_te, order, limit] :
       {std::tuple(true, 2, 0.0015), std::tuple(false, 2, 0.0018), std::tuple(false, 3, 5e-4)}) {
    const char *pol = is_te ? "te" : "tm";
    const Solved solved(case_of(cell, {25, 180, is_te ? "phi" : "theta"}, order), cell);
    EXPECT_EQ(solved.result.orders.size(), 12u);
    double worst = 0;
    for (const Efficiency &one : k_coupled_waves) {
      const double off = solved.efficiency(one.side, one.m, pol) - (is_te ? one.te : one.tm);
      worst = std::max(worst, std::abs(off));
    }
    EXPECT_LT(worst, limit) << pol << order;
    EXPECT_NEAR(solved.result.sum(), 1, 0.002);
  }
}

// Order -1 of a wave, and that of the wave that comes back along it: a grating without symmetry.
// Order 0, which is not of this pair, differs.
TEST(FemOrders, AreReciprocal) {
  const Cell cell = grating_cell(true);
  const double back_deg = std::asin(1 / 1.3 - std::sin(25 * k_pi / 180)) * 180 / k_pi;
  ordered_json json = case_of(cell, {25, 180, "theta"});
  json["outputs"]["diffraction"]["orders"] = {1, 0};
  const Solved there(json, cell), back(case_of(cell, {back_deg, 180, "theta"}), cell);
  EXPECT_NEAR(there.efficiency("above", -1, "tm"), back.efficiency("above", -1, "tm"), 1e-4);
  EXPECT_GT(std::abs(there.efficiency("below", 0, "tm") - back.efficiency("below", 0, "tm")), 5e-3);
  EXPECT_EQ(there.efficiency("below", -2, "tm"), 0); // not asked for, and still in the sum
  EXPECT_NEAR(there.result.sum(), 1, 0.002);
}

// The field is the total one in all tets below the top of a wavy film, whose faces cross those of
// the periods: moved by one brick the film has the same orders.
TEST(FemOrders, DoNotDependOnTheCut) {
  const auto wavy = [](double shift_m) {
    Cell cell = film_cell({6, 1, 28});
    cell.move = [shift_m](const Point &p) {
      const double near = std::max(0.0, 1 - std::abs(p[2] - 1.6) / 0.35);
      return Point{p[0], p[1], p[2] + 0.06 * near * std::sin(2 * k_pi * (p[0] - shift_m) / 0.6)};
    };
    return cell;
  };
  const Cell one = wavy(0), other = wavy(0.1);
  const Solved a(case_of(one, {30, 20, "theta"}), one), b(case_of(other, {30, 20, "theta"}), other);
  EXPECT_EQ(std::count(a.problem.has_total_field.begin(), a.problem.has_total_field.end(), 0) > 0,
            true);
  EXPECT_NEAR(a.result.reflected, b.result.reflected, 5e-4);
  EXPECT_NEAR(a.result.transmitted, b.result.transmitted, 5e-4);
  EXPECT_NEAR(a.result.sum(), 1, 0.002);
}

// --- Refusals -----------------------------------------------------------------------------------

std::string refusal(const ordered_json &json, const Cell &cell) {
  try {
    const Case input = test::make_case(json);
    prepare_case(input, make_model(input, mesh_of(input, cell), 1), 1);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(FemOrders, RefuseWhatHasNone) {
  using ::testing::HasSubstr;
  const Cell cell = film_cell();
  const ordered_json good = case_of(cell, {30, 0, "theta"});
  EXPECT_EQ(refusal(good, cell), "");
  const auto with_plane = [&](const char *key, double z_m) {
    ordered_json json = good;
    json["outputs"]["diffraction"][key] = z_m;
    return refusal(json, cell);
  };
  EXPECT_THAT(with_plane("above", 1.5), HasSubstr("goes through the structure"));
  EXPECT_THAT(with_plane("above", 2.3), HasSubstr("lies in the absorbing layer"));
  EXPECT_THAT(with_plane("below", 0.5), HasSubstr("lies in the absorbing layer"));
  EXPECT_EQ(with_plane("below", 1.0), "");

  auto json = good;
  json["boundaries"].erase("y-");
  EXPECT_THAT(refusal(json, cell), HasSubstr("and the case has 1"));
  json = good;
  json["boundaries"]["z-"] = json["boundaries"]["z+"] = {{"type", "abc"}};
  EXPECT_THAT(refusal(json, cell), HasSubstr("no face is of type \"pml\""));
  json = good;
  json["boundaries"]["z-"] = {{"type", "abc"}};
  Cell vacuum = cell;
  vacuum.group_at = [](const Point &) { return ""; };
  EXPECT_THAT(refusal(json, vacuum), HasSubstr("is another absorbing face"));
  json = good;
  json["excitations"][0]["theta"] = 90;
  EXPECT_THAT(refusal(json, vacuum), HasSubstr("goes along the structure"));
  // Out of the medium: the wave comes through vacuum.
  json = good;
  json["excitations"][0]["theta"] = 150;
  EXPECT_THAT(refusal(json, cell), HasSubstr("a plane wave comes through vacuum"));
  json = good;
  json["boundaries"]["z-"] = {{"type", "pec"}};
  EXPECT_EQ(refusal(json, cell), "");
  json["outputs"]["diffraction"]["below"] = 1.0;
  EXPECT_THAT(refusal(json, cell), HasSubstr("no layer is below"));
  json["outputs"]["diffraction"].erase("below");
  json["excitations"][0]["theta"] = 150;
  EXPECT_THAT(refusal(json, cell), HasSubstr("where no absorbing layer is"));
  json = good;
  json["materials"]["base"] = {{"eps_r", {2, 2, 3}}};
  EXPECT_THAT(refusal(json, cell), HasSubstr("orders are plane waves of an isotropic medium"));
  // Without orders the same medium behind the film is allowed, but not under a wave that comes
  // through it, or through no layer.
  json["outputs"].erase("diffraction");
  EXPECT_EQ(refusal(json, cell), "");
  json["excitations"][0]["theta"] = 150;
  EXPECT_THAT(refusal(json, cell), HasSubstr("exchange the ends"));
  json["excitations"][0]["theta"] = 30;
  json["boundaries"]["z+"] = {{"type", "pec"}};
  EXPECT_THAT(refusal(json, cell),
              HasSubstr("the wave comes from above, where no absorbing layer"));
  // No room between film and layer.
  Cell high = cell;
  high.group_at = [](const Point &p) { return p[2] > 1.2 && p[2] < 2.0 ? "slab" : ""; };
  EXPECT_THAT(refusal(good, high), HasSubstr("the structure reaches the absorbing layer above"));
  Cell halves = cell;
  halves.size_m[0] = 0.2;
  halves.cells[0] = 2;
  halves.group_at = [](const Point &p) { return p[2] < 1.2 && p[0] < 0.1 ? "base" : ""; };
  EXPECT_THAT(refusal(case_of(halves, {30, 0, "theta"}), halves),
              HasSubstr("several media reach into the absorbing layer below"));
}

} // namespace
} // namespace curlew::fem
