// Gyrotropic media of method fem: Faraday rotation, ferrites in guides, bias reversed.
#include "../unit/kokkos_environment.hpp"
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/outputs/fields.hpp>
#include <curlew/methods/fem/sweep/affine_operator.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using test::Solver;

// Why tests of large general matrices, of which this program has no factors of its own, do not run.

constexpr complex k_j(0, 1);
// gamma mu0 of g = 2, rad/s per A/m: e mu0 / m_e. CODATA 2018.
constexpr double k_gamma = 1.602176634e-19 / 9.1093837015e-31 * k_mu0;
constexpr double k_charge_over_mass = 1.602176634e-19 / 9.1093837015e-31;

// Returns a box whose tets are in the group "slab" where is_slab() is true for their centroids.
Model box_with_slab(const Case &input, const std::function<bool(const Point &)> &is_slab) {
  const auto &box = input.mesh.box;
  TetMesh mesh = make_box(box.size_m, box.cells, box.origin_m, 0, 1);
  mesh.groups.push_back({3, 7, "slab"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (is_slab(centroid_of(mesh, static_cast<Index>(t))))
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
  return make_model(input, std::move(mesh), 1);
}

// --- A slab magnetised along the wave -----------------------------------------------------------

constexpr double k_frequency_hz = k_speed_of_light; // wavelength 1 m
constexpr double k_width_m = 0.1, k_height_m = 3.6, k_layer_m = 0.8;
constexpr double k_low_m = 1.6, k_high_m = 2.0;

// A column of open space along z between absorbing layers; a wave comes down from z+, E along x.
nlohmann::ordered_json column(const nlohmann::ordered_json &slab) {
  auto json = test::box_case({k_width_m, k_width_m, k_height_m}, {1, 1, 36});
  json["materials"]["slab"] = slab;
  json["regions"]["slab"] = "slab";
  json["boundaries"] = {{"x-", {{"type", "periodic"}, {"with", "x+"}, {"phase", 0}}},
                        {"y-", {{"type", "periodic"}, {"with", "y+"}, {"phase", 0}}},
                        {"z-", {{"type", "pml"}, {"thickness", k_layer_m}, {"sigma_max", 3}}},
                        {"z+", {{"type", "pml"}, {"thickness", k_layer_m}, {"sigma_max", 3}}}};
  json["frequency"] = k_frequency_hz;
  json["excitations"] = {
      {{"name", "wave"}, {"type", "plane-wave"}, {"theta", 0}, {"phi", 0}, {"pol", "theta"}}};
  json["discretization"]["order"] = 2;
  return json;
}

// The constants for a wave whose E_x + j E_y, or E_x - j E_y, does not vanish.
struct Circular {
  complex eps, mu;
};
struct SlabAnswer {
  complex reflected, transmitted; // from face to face
};
SlabAnswer answer_of(const Circular &medium) {
  const complex index = std::sqrt(medium.eps * medium.mu),
                impedance = std::sqrt(medium.mu / medium.eps);
  const complex r = (impedance - 1.0) / (impedance + 1.0),
                delay = std::exp(-k_j * 2.0 * k_pi * index * (k_high_m - k_low_m)),
                whole = 1.0 - r * r * delay * delay;
  return {r * (1.0 - delay * delay) / whole, (1.0 - r * r) * delay / whole};
}

// The slab solved for.
struct Slab {
  complex reflected[2], transmitted[2]; // E_x and E_y over the incident wave at the faces
  double absorbed = 0;                  // over the power that arrives
  std::string solver, reason;
};

Slab solve_slab(const nlohmann::ordered_json &json) {
  Solver solver(json, [](const Case &input) {
    return box_with_slab(input, [](const Point &p) { return p[2] > k_low_m && p[2] < k_high_m; });
  });
  const double k0 = Solver::wavenumber(k_frequency_hz);
  const IncidentWave incident = make_incident(*solver.prepared.plan.at(0).wave, k0);
  const WaveLoad load = wave_load(solver.problem, solver.media, solver.admittances, incident, k0);
  Load x;
  SolveOptions options;
  options.tolerance = 1e-10;
  options.max_iterations = 5000;
  solver.system->solve(load.load, x, options, solver.report);
  const PhasorField all = with_fixed(solver.problem, x);
  const Fields fields(solver.problem, solver.media, all, k_frequency_hz, &incident);
  const CurvedLocator locator(solver.problem.model.mesh, 1);
  const auto at = [&](const Point &p, bool total) {
    const auto found = locator.find(p);
    return fields.at(found->tet, found->barycentric, total).E;
  };
  const auto incident_at = [&](double z_m) { return complex(incident.electric(0, 0, 0, z_m)); };
  const double above_m = 2.6, below_m = 1.1;
  const ComplexVector above = at({0.07, 0.05, above_m}, false),
                      below = at({0.07, 0.05, below_m}, true);
  Slab slab;
  for (int d = 0; d < 2; ++d) {
    slab.reflected[d] =
        above[d] / incident_at(k_high_m) * std::exp(k_j * k0 * (above_m - k_high_m));
    slab.transmitted[d] =
        below[d] / incident_at(k_high_m) * std::exp(k_j * k0 * (k_low_m - below_m));
  }
  const double arrives_w = std::norm(incident_at(0)) / (2 * k_eta0) * k_width_m * k_width_m;
  slab.absorbed = absorbed_in_media(fields, solver.media) / arrives_w;
  slab.solver = to_string(solver.prepared.choice.method);
  slab.reason = solver.prepared.choice.reason;
  return slab;
}

// Computes both components from those of the circular waves.
void expect_slab(const Slab &slab, const Circular &plus, const Circular &minus) {
  const SlabAnswer p = answer_of(plus), m = answer_of(minus);
  const complex reflected[2] = {0.5 * (p.reflected + m.reflected),
                                -0.5 * k_j * (p.reflected - m.reflected)};
  const complex transmitted[2] = {0.5 * (p.transmitted + m.transmitted),
                                  -0.5 * k_j * (p.transmitted - m.transmitted)};
  double absorbed = 1;
  for (int d = 0; d < 2; ++d) {
    EXPECT_LT(std::abs(slab.reflected[d] - reflected[d]), 0.002) << d;     // 0.0007 seen
    EXPECT_LT(std::abs(slab.transmitted[d] - transmitted[d]), 0.003) << d; // 0.0012 seen
    absorbed -= std::norm(reflected[d]) + std::norm(transmitted[d]);
  }
  EXPECT_NEAR(slab.absorbed, absorbed, 1e-3);
  // The other sign of the bias: the cross-polarised wave is there and has the other sign.
  EXPECT_GT(std::abs(slab.transmitted[1] + transmitted[1]), 0.2);
}

// Returns a ferrite magnetised upwards, with M_s and a bias of these frequencies relative to that
// of the wave.
nlohmann::ordered_json ferrite(double of_saturation, double of_bias, double linewidth = 0) {
  const double unit = 2 * k_pi * k_frequency_hz / k_gamma;
  return {{"eps_r", 2},
          {"ferrite",
           {{"saturation", of_saturation * unit},
            {"bias", {0, 0, of_bias * unit}},
            {"linewidth", linewidth * unit}}}};
}

TEST(FemGyrotropic, AFerriteSlabTurnsTheWave) {
  for (const double linewidth : {0.0, 0.3}) {
    const Slab slab = solve_slab(column(ferrite(0.5, 1.8, linewidth)));
    const complex bias = 1.8 + 0.5 * k_j * linewidth;
    expect_slab(slab, {2, 1.0 + 0.5 / (bias - 1.0)}, {2, 1.0 + 0.5 / (bias + 1.0)});
    EXPECT_EQ(slab.solver, "direct");
    EXPECT_THAT(slab.reason, ::testing::HasSubstr("periodic faces"));
    if (linewidth == 0) {
      EXPECT_LT(std::abs(slab.absorbed), 1e-10);
    } else {
      EXPECT_GT(slab.absorbed, 0.1);
    }
  }
}

// The bias below the resonance, and turned round: the plus wave is now the other one.
TEST(FemGyrotropic, ABiasTurnedRoundTurnsTheOtherWay) {
  auto json = ferrite(0.3, 0.2);
  auto &bias = json["ferrite"]["bias"][2];
  bias = -bias.get<double>();
  expect_slab(solve_slab(column(json)), {2, 1 + 0.3 / 1.2}, {2, 1 + 0.3 / (0.2 - 1)});
}

// Electrons and, of the same poles, holes; a collision rate.
TEST(FemGyrotropic, AMagnetisedPlasmaTurnsTheWave) {
  const double cyclotron = 0.4, plasma = 1.2;
  for (const int charge : {-1, 1})
    for (const double gamma : {0.0, 0.1}) {
      const nlohmann::ordered_json material = {
          {"eps_inf", 4},
          {"gyrotropic_drude",
           {{{"f_p", plasma * k_frequency_hz},
             {"gamma", gamma * k_frequency_hz},
             {"charge", charge},
             {"mass", 0.5},
             {"bias", {0, 0, cyclotron * 0.5 * 2 * k_pi * k_frequency_hz / k_charge_over_mass}}}}}};
      const auto eps = [&](double turn) {
        return 4.0 - plasma * plasma / (1.0 - k_j * gamma + charge * turn * cyclotron);
      };
      const Slab slab = solve_slab(column(material));
      expect_slab(slab, {eps(1), 1}, {eps(-1), 1});
      if (gamma > 0) {
        EXPECT_GT(slab.absorbed, 0.1);
      }
    }
}

// Constants, which at one frequency are those of the ferrite above; and a permittivity.
TEST(FemGyrotropic, ConstantVectorsTurnTheWave) {
  const double both = 1.8 * 1.8 - 1;
  expect_slab(solve_slab(column({{"eps_r", 2},
                                 {"mu_r", {1 + 1.8 * 0.5 / both, 1 + 1.8 * 0.5 / both, 1}},
                                 {"mu_gyration", {0, 0, -0.5 / both}}})),
              {2, 1 + 0.5 / (1.8 - 1)}, {2, 1 + 0.5 / (1.8 + 1)});
  expect_slab(solve_slab(column({{"eps_r", 3}, {"gyration", {0, 0, 0.9}}})), {3 - 0.9, 1},
              {3 + 0.9, 1});
}

// --- A guide with a ferrite along one wall ------------------------------------------------------

constexpr double k_guide_m = 0.02286, k_guide_hz = 10e9;
constexpr double k_slab_from_m = 0.1 * k_guide_m, k_slab_to_m = 0.2 * k_guide_m;
constexpr double k_ferrite_eps = 5, k_saturation_A_m = 141.6e3, k_bias_A_m = 85.3e3;
constexpr double k_empty_m = 0.02; // before and behind the ferrite: other modes die out

// WR-90 along z, 2 mm high; magnetised along y, the direction of E.
nlohmann::ordered_json guide(double ferrite_m, int order, double bias = k_bias_A_m,
                             double linewidth = 0) {
  const double length_m = ferrite_m + 2 * k_empty_m;
  auto json = test::box_case({k_guide_m, 0.002, length_m},
                             {10, 1, static_cast<int>(std::lround(length_m / 0.002))});
  json["materials"]["slab"] = {
      {"eps_r", k_ferrite_eps},
      {"ferrite",
       {{"saturation", k_saturation_A_m}, {"bias", {0, bias, 0}}, {"linewidth", linewidth}}}};
  json["regions"]["slab"] = "slab";
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "rectangular"}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = order;
  json["outputs"]["s_parameters"] = true;
  json["frequency"] = k_guide_hz;
  return json;
}

Model guide_model(const Case &input) {
  const double length_m = input.mesh.box.size_m[2];
  return box_with_slab(input, [&](const Point &p) {
    return p[0] > k_slab_from_m && p[0] < k_slab_to_m && p[2] > k_empty_m &&
           p[2] < length_m - k_empty_m;
  });
}

// Returns E at the far wall of the guide with the ferrite for a wave e^{-j beta z}, without losses:
// 0 where beta is that of a mode. Computed from E and H_z, which are continuous through the
// ferrite's faces.
double far_wall(double beta) {
  const double omega = 2 * k_pi * k_guide_hz, k0 = omega / k_speed_of_light;
  const double w0 = k_gamma * k_bias_A_m, wm = k_gamma * k_saturation_A_m;
  const double mu = 1 + w0 * wm / (w0 * w0 - omega * omega),
               kappa = omega * wm / (w0 * w0 - omega * omega), both = mu * mu - kappa * kappa;
  const complex air = std::sqrt(complex(k0 * k0 - beta * beta)),
                inside = std::sqrt(complex(k0 * k0 * k_ferrite_eps * both / mu - beta * beta));
  // Moves E and its derivative; for H_z the derivative is continued in air, in the ferrite less
  // `both` times E.
  const auto move = [](complex k, double by, complex &e, complex &d) {
    const complex before = e;
    e = e * std::cos(k * by) + d * std::sin(k * by) / k;
    d = d * std::cos(k * by) - before * k * std::sin(k * by);
  };
  complex e = 0, d = 1;
  move(air, k_slab_from_m, e, d);
  d = (d * both - kappa * beta * e) / mu;
  move(inside, k_slab_to_m - k_slab_from_m, e, d);
  d = (kappa * beta * e + mu * d) / both;
  move(air, k_guide_m - k_slab_to_m, e, d);
  return e.real();
}

// Returns the root nearest to one that is known to four digits.
double mode_near(double beta) {
  double low = beta - 2, high = beta + 2;
  EXPECT_LT(far_wall(low) * far_wall(high), 0);
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    (far_wall(low) * far_wall(middle) <= 0 ? high : low) = middle;
  }
  return low;
}

// Returns the matrix from the waves at port 1 (there, back) to those at port 2.
std::array<complex, 4> transfer(const ScatteringMatrix &s) {
  return {s[2] - s[0] * s[3] / s[1], s[3] / s[1], -s[0] / s[1], 1.0 / s[1]};
}

// For two guides that differ in the length of the ferrite, M' M^-1 has the eigenvalues of the modes
// there and back, for any transitions at the ferrite's ends. The ferrite must be long: the next
// mode loses e^-1 in 14 mm (off by 2 % with 24 mm).
TEST(FemGyrotropic, AFerriteInAGuideDelaysThereAndBackDifferently) {
  const double short_m = 0.08, long_m = 0.088;
  const ScatteringMatrix s = Solver(guide(short_m, 2), guide_model).scattering(),
                         more = Solver(guide(long_m, 2), guide_model).scattering();
  const auto a = transfer(s), b = transfer(more);
  const complex det = a[0] * a[3] - a[1] * a[2];
  const std::array<complex, 4> inverse = {a[3] / det, -a[1] / det, -a[2] / det, a[0] / det};
  const complex trace =
                    b[0] * inverse[0] + b[1] * inverse[2] + b[2] * inverse[1] + b[3] * inverse[3],
                product = (b[0] * b[3] - b[1] * b[2]) / det;
  const complex root = std::sqrt(0.25 * trace * trace - product);
  double there = -std::arg(0.5 * trace + root) / (long_m - short_m),
         back = -std::arg(0.5 * trace - root) / (long_m - short_m);
  if (there < back)
    std::swap(there, back);
  const double exact_there = mode_near(216.58), exact_back = mode_near(-176.23);
  EXPECT_NEAR(there / exact_there, 1, 5e-4);
  EXPECT_NEAR(back / exact_back, 1, 5e-4);
  // S is not reciprocal; the other sign of the bias exchanges both ways.
  EXPECT_GT(std::abs(std::arg(s[2] / s[1])), 0.5);
  EXPECT_GT(std::abs(there / -exact_back - 1), 0.1);
}

double worst(const ScatteringMatrix &s, const std::function<complex(int, int)> &other) {
  double largest = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      largest = std::max(largest, std::abs(s[2 * i + j] - other(i, j)));
  return largest;
}

TEST(FemGyrotropic, WithoutLossesPowerIsKept) {
  const ScatteringMatrix s = Solver(guide(0.024, 2), guide_model).scattering();
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const complex product = std::conj(s[i]) * s[j] + std::conj(s[2 + i]) * s[2 + j];
      EXPECT_LT(std::abs(product - (i == j ? 1.0 : 0.0)), 1e-3) << i << j;
    }
}

// Onsager: the bias reversed transposes S, with losses too. The twin: the same bias does not.
TEST(FemGyrotropic, ABiasReversedTransposesS) {
  for (const double linewidth : {0.0, 2e4}) {
    const ScatteringMatrix
        s = Solver(guide(0.024, 1, k_bias_A_m, linewidth), guide_model).scattering(),
        reversed = Solver(guide(0.024, 1, -k_bias_A_m, linewidth), guide_model).scattering();
    EXPECT_LT(worst(s, [&](int i, int j) { return reversed[2 * j + i]; }), 1e-9);
    EXPECT_GT(worst(s, [&](int i, int j) { return s[2 * j + i]; }), 0.3);
  }
}

// Absorbed and missing power, of waves that enter at each of the ports.
struct Losses {
  double absorbed[2], missed[2];
};
Losses losses_of(const nlohmann::ordered_json &json) {
  Solver solver(json, guide_model);
  Losses losses{};
  for (const int port : {1, 2}) {
    const Load x = solver.solve(solver.network.load_of(port));
    const PortPowers powers = solver.network.add(port, x);
    const PhasorField all = with_fixed(solver.problem, x);
    losses.absorbed[port - 1] =
        absorbed_in_media(Fields(solver.problem, solver.media, all, k_guide_hz), solver.media) /
        powers.available;
  }
  const ScatteringMatrix s = solver.network.scattering();
  for (int j = 0; j < 2; ++j)
    losses.missed[j] = 1 - std::norm(s[j]) - std::norm(s[2 + j]);
  return losses;
}

// The power missing at the ports is that absorbed by the ferrite, which is another share there and
// back.
TEST(FemGyrotropic, LossesAreWhatThePortsMiss) {
  const Losses ferrite = losses_of(guide(0.024, 2, k_bias_A_m, 2e4));
  for (int j = 0; j < 2; ++j)
    EXPECT_NEAR(ferrite.absorbed[j], ferrite.missed[j], 1e-3); // 3e-4 seen
  EXPECT_GT(std::abs(ferrite.absorbed[0] - ferrite.absorbed[1]), 0.05);
}

// With magnetic losses that are a tensor each component counts with its own.
TEST(FemGyrotropic, MagneticLossesMayBeATensor) {
  auto json = guide(0.024, 2);
  json["materials"]["slab"] = {{"eps_r", k_ferrite_eps}, {"sigma_m", {1000, 0, 5000}}};
  const Losses losses = losses_of(json);
  for (int j = 0; j < 2; ++j) {
    EXPECT_NEAR(losses.absorbed[j], losses.missed[j], 1e-3);
    EXPECT_GT(losses.absorbed[j], 0.02);
  }
}

// --- Solvers ------------------------------------------------------------------------------------

// With levels of orders iterations are few: 20 seen, 97 with ilu.
TEST(FemGyrotropic, SolversAgree) {
  auto json = guide(0.012, 2);
  json["solver"]["tolerance"] = 1e-9;
  const ScatteringMatrix direct = Solver(json, guide_model).scattering();
  json["solver"]["method"] = "fgmres";
  for (const auto &[preconditioner, order, most] :
       {std::tuple("multigrid", 2, 40), std::tuple("ilu", 1, 200)}) {
    if (preconditioner == std::string("ilu") && !curlew::testing::k_has_ifpack2)
      continue;
    json["discretization"]["order"] = order;
    json["solver"]["preconditioner"] = preconditioner;
    Solver iterated(json, guide_model);
    const ScatteringMatrix s = iterated.scattering();
    const ScatteringMatrix exact =
        order == 2 ? direct : Solver(guide(0.012, order), guide_model).scattering();
    EXPECT_LT(worst(s, [&, exact = exact](int i, int j) { return exact[2 * i + j]; }), 1e-6)
        << preconditioner;
    EXPECT_GT(iterated.report.iterations, 1) << preconditioner;
    EXPECT_LE(iterated.report.iterations, most) << preconditioner;
  }
}

// An adaptive sweep has no sum of constant symmetric matrices: S is fitted.
TEST(FemGyrotropic, SweepsFitS) {
  const Solver solver(guide(0.012, 1), guide_model);
  EXPECT_EQ(why_not_affine(solver.input, solver.problem.model, solver.problem.layers),
            "gyrotropic media");
}

// The resolved case, which has units and defaults, is the same case.
TEST(FemGyrotropic, TheResolvedCaseIsTheSame) {
  auto json = guide(0.012, 1);
  json["materials"]["slab"]["ferrite"] = {{"saturation", "1000 Oe"}, {"bias", {0, "2 kA/m", -3}}};
  json["materials"]["slab"]["gyrotropic_drude"] = {
      {{"f_p", "1 GHz"}, {"bias", {0, 0.1, 0}}, {"charge", 1}}};
  const Case input = test::make_case(json);
  const GyrotropicMedium *medium = gyrotropic_of(input, "slab");
  ASSERT_TRUE(medium && medium->ferrite && medium->drude.size() == 1);
  EXPECT_NEAR(medium->ferrite->saturation_A_m, 1e6 / (4 * k_pi), 1e-6);
  EXPECT_EQ(medium->ferrite->bias_A_m, (std::array<double, 3>{0, 2000, -3}));
  EXPECT_EQ(medium->ferrite->lande_g, 2);
  EXPECT_EQ(medium->drude[0].charge, 1);
  EXPECT_EQ(medium->drude[0].mass, 1);
  EXPECT_FALSE(gyrotropic_of(input, "air"));
  EXPECT_EQ(test::make_case(input.resolved).resolved, input.resolved);
  auto other = input.resolved;
  other["materials"]["slab"]["ferrite"]["bias"][1] = 2001;
  EXPECT_NE(test::make_case(other).resolved, input.resolved);
}

std::string refusal(const nlohmann::ordered_json &json) {
  try {
    const Case input = test::make_case(json);
    prepare_case(input, guide_model(input), 1);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

TEST(FemGyrotropic, RefusesWhatIsNotThere) {
  using ::testing::HasSubstr;
  const auto good = guide(0.012, 1);
  EXPECT_EQ(refusal(good), "");
  auto json = good;
  json["solver"]["method"] = "cocg";
  EXPECT_THAT(refusal(json), HasSubstr("\"cocg\" is for complex symmetric matrices"));
  json["solver"]["method"] = "bicgstab";
  EXPECT_THAT(refusal(json), HasSubstr("\"bicgstab\" is not there for unsymmetric"));
  json = good;
  json["discretization"]["matrix"] = "ebe";
  EXPECT_THAT(refusal(json), HasSubstr("\"ebe\" has no unsymmetric tensors"));
  // The slab is in front of a port.
  json = good;
  json["regions"]["volume"] = "slab";
  EXPECT_THAT(refusal(json), HasSubstr("it needs an isotropic medium in front of it"));
  json["outputs"].erase("s_parameters");
  for (const char *side : {"z-", "z+"})
    json["boundaries"][side] = {{"type", "abc"}};
  EXPECT_THAT(refusal(json), HasSubstr("it needs an isotropic medium in front of it"));
  for (const char *side : {"z-", "z+"})
    json["boundaries"][side] = {{"type", "pml"}, {"thickness", 0.006}};
  EXPECT_THAT(refusal(json), HasSubstr("absorbing layers do not go through gyrotropic media"));
  // A mirror turns a field in its plane round.
  json = good;
  json["boundaries"]["x+"] = {{"type", "symmetry"}, {"wall", "pec"}};
  EXPECT_THAT(refusal(json), HasSubstr("a \"symmetry\" across x mirrors the static field"));
  json["boundaries"].erase("x+");
  json["boundaries"]["y+"] = {{"type", "symmetry"}, {"wall", "pec"}};
  EXPECT_EQ(refusal(json), "");
  // Keys.
  json = good;
  auto &ferrite = json["materials"]["slab"]["ferrite"];
  ferrite["bias"] = {0, 0, 0};
  EXPECT_THAT(refusal(json), HasSubstr("a vector of 0 has no direction"));
  ferrite["bias"] = {0, 1};
  EXPECT_THAT(refusal(json), HasSubstr("bias"));
  ferrite["bias"] = {0, "1000 Oe", 0};
  EXPECT_EQ(refusal(json), "");
  ferrite["bias"] = {0, "0.1 T", 0};
  EXPECT_THAT(refusal(json), HasSubstr("unknown unit"));
  ferrite["bias"] = {0, 2 * k_pi * k_guide_hz / k_gamma, 0};
  EXPECT_THAT(refusal(json), HasSubstr("has no damping and is infinite"));
  ferrite["alpha"] = 0.01;
  EXPECT_THAT(refusal(json), HasSubstr("has both \"linewidth\" and \"alpha\""));
  ferrite.erase("linewidth");
  EXPECT_EQ(refusal(json), "");
  ferrite["alpha"] = -0.01;
  EXPECT_THAT(refusal(json), HasSubstr("alpha"));
  ferrite.erase("alpha");
  ferrite["linewidth"] = -1;
  EXPECT_THAT(refusal(json), HasSubstr("linewidth"));
  ferrite["linewidth"] = 10;
  ferrite["saturation"] = 0;
  EXPECT_THAT(refusal(json), HasSubstr("saturation"));
  json = good;
  json["materials"]["slab"]["mu_gyration"] = {0.6, 0.6, 0.6};
  EXPECT_THAT(refusal(json), HasSubstr("must be positive definite"));
  json["materials"]["slab"]["mu_gyration"] = {0.5, 0.5, 0.5};
  EXPECT_EQ(refusal(json), "");
  json["materials"]["slab"]["gyration"] = {0, 0, 0};
  EXPECT_THAT(refusal(json), HasSubstr("a vector of 0 has no direction; take it out"));
  json = good;
  json["materials"]["slab"]["gyrotropic_drude"] = {{{"f_p", 1e9}, {"bias", {0, 0, 0}}}};
  EXPECT_THAT(refusal(json), HasSubstr("without a field take \"drude\""));
  json["materials"]["slab"]["gyrotropic_drude"][0]["bias"] = {
      0, 0, 2 * k_pi * k_guide_hz / k_charge_over_mass};
  EXPECT_THAT(refusal(json), HasSubstr("has no damping and is infinite"));
  json["materials"]["slab"]["gyrotropic_drude"][0].update({{"gamma", 1e7}, {"charge", 2}});
  EXPECT_THAT(refusal(json), HasSubstr("charge"));
  // Other tasks.
  json = good;
  json["refinement"] = {{"quantity", "s"}};
  EXPECT_THAT(refusal(json), HasSubstr("the case has \"refinement\""));
  json = good;
  json.erase("frequency");
  json["outputs"] = nlohmann::ordered_json::object();
  for (const char *side : {"z-", "z+"})
    json["boundaries"][side].erase("excited");
  json["eigenmodes"] = {{"near", 1e10}};
  EXPECT_THAT(refusal(json), HasSubstr("the case has \"eigenmodes\""));
  json.erase("eigenmodes");
  json["time"] = {{"duration", 1e-9}};
  EXPECT_THAT(refusal(json), HasSubstr("the case has \"time\""));
}

} // namespace
} // namespace curlew::fem
