// Metals (real part of eps below 0) with surfaces on nodes and between them, of method fdfd: films
// against transfer matrices, dipoles against Sommerfeld's integral.
#include "solved_grid.hpp"

#include <curlew/methods/fdfd/metal_edges.hpp>
#include <curlew/methods/fdfd/outputs/diffraction.hpp>
#include <curlew/methods/shared/setup/edge_exponent.hpp>
#include <curlew/tests/support/transfer_matrix.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

// A film on a half-space under a wave from above, one cell across, as an object or as a layer of
// the background.
struct Film {
  complex eps{-16.52, -0.55}; // silver at 600 nm
  double substrate = 1, thickness = 20e-9, wavelength = 600e-9, cell = 4e-9;
  double off = 0; // cells between the lower face and a node
  double theta_deg = 0;
  bool is_te = true;
  const char *smoothing = "true"; // nullptr: a layer
  double mu = 1;
};

std::string material(complex eps, double frequency_hz, double mu = 1) {
  const std::string magnetic =
      mu == 1 ? ""
              : fmt::format(R"(, "mu_drude": [{{"f_p": {:.17g}, "gamma": 1}}])",
                            std::sqrt(1 - mu) * frequency_hz);
  return fmt::format(R"({{"eps_r": {:.17g}, "sigma": {:.17g}{}}})", eps.real(),
                     -eps.imag() * 2 * k_pi * frequency_hz * k_eps0, magnetic);
}

Diffraction powers_of(const Film &film) {
  const double frequency_hz = k_speed_of_light / film.wavelength, t = film.theta_deg * k_pi / 180;
  const int layer = static_cast<int>(std::lround(80e-9 / film.cell)); // thinner ones reflect 1e-3
  const int inside = static_cast<int>(std::lround(film.thickness / film.cell)), around = layer + 6,
            cells = inside + 2 * around;
  const double low = film.off * film.cell, high = low + film.thickness;
  const std::string lower = fmt::format(R"({{"material": "s", "top": {:.17g}}})", low);
  const std::string content =
      film.smoothing == nullptr
          ? fmt::format(
                R"("background": [{}, {{"material": "m", "top": {:.17g}}}, {{"material": "vacuum"}}])",
                lower, high)
          : fmt::format(
                R"("background": [{}, {{"material": "vacuum"}}], "objects": [{{"shape": "box",
                   "min": [-1, -1, {:.17g}], "max": [1, 1, {:.17g}], "material": "m"}}])",
                lower, low, high);
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [{0:.17g}, {0:.17g}, {1:.17g}],
           "origin": [0, 0, {2:.17g}], "smoothing": {3}, "pml": {{"cells": {4}}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"m": {5}, "s": {{"eps_r": {6}}}}}, {7},
          "frequency": {8:.17g}, "solver": {{"tolerance": 1e-9}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [{9:.17g}, 0, {10:.17g}],
            "polarization": {11}}}]}})",
      film.cell, cells * film.cell, -around * film.cell,
      film.smoothing == nullptr ? "true" : film.smoothing, layer,
      material(film.eps, frequency_hz, film.mu), film.substrate, content, frequency_hz, std::sin(t),
      -std::cos(t),
      film.is_te ? "[0, 1, 0]" : fmt::format("[{:.17g}, 0, {:.17g}]", std::cos(t), std::sin(t))));
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
}

double exact_transmission(const Film &film) {
  const double k = 2 * k_pi / film.wavelength, sine = std::sin(film.theta_deg * k_pi / 180);
  const complex t =
      test::transfer_matrix({1, film.eps, film.substrate}, {film.thickness}, k, sine, film.is_te)
          .transmission;
  const auto admittance = [&](double eps) {
    const double kz = std::sqrt(eps - sine * sine);
    return film.is_te ? kz : eps / kz;
  };
  return std::norm(t) * admittance(film.substrate) / admittance(1);
}

double error_of(const Film &film) {
  return powers_of(film).transmitted / exact_transmission(film) - 1;
}

const char *const k_hows[] = {"true", "\"tensor\"", nullptr};

std::string name_of(const Film &film) {
  return fmt::format("eps {:.3g}, {} cells off, {} degrees, {}, {}", film.eps.real(), film.off,
                     film.theta_deg, film.is_te ? "TE" : "TM",
                     film.smoothing == nullptr ? "layer" : film.smoothing);
}

// Faces on nodes and off them, on both sides of the film. The old rules, by which an entry had the
// constant of one material, made the film half a cell thicker or thinner: 0.5 to 30 % at 4 nm.
TEST(FdfdMetalFilm, TransmitsWhatTheTransferMatrixSaysWithOrderTwo) {
  std::vector<Film> films(5);
  films[1].theta_deg = films[2].theta_deg = 40;
  films[2].is_te = false;
  films[3] = {{-12.9, -1.09}, 2.25, 40e-9, 650e-9, 5e-9, 0, 55, false}; // gold on glass
  films[4] = {{-1.4, -0.2}, 2.25, 40e-9, 400e-9, 4e-9, 0, 40, false};   // near the resonances
  for (const char *const how : k_hows)
    for (const double off : {0.0, 0.3})
      for (Film film : films) {
        film.smoothing = how;
        film.off = off;
        SCOPED_TRACE(name_of(film));
        const double coarse = error_of(film);
        // 0.037 for gold as an object off nodes where an entry across had one of the materials.
        EXPECT_LT(std::abs(coarse), 0.02);
        if (off != 0)
          continue;
        film.cell /= 2;
        EXPECT_LT(std::abs(error_of(film)), 0.4 * std::abs(coarse) + 5e-4) << coarse; // layers
      }
}

TEST(FdfdMetalFilm, ItsFacesAreSeenToATenthOfACell) { // the twin
  Film film;
  const double exact = powers_of(film).transmitted;
  film.thickness += 0.1 * film.cell;
  EXPECT_GT(std::abs(powers_of(film).transmitted / exact - 1), 0.02);
}

// A resonator between films of silver, whose resonance the faces tune, as objects: the mean on the
// faces without the films' skin leaves 3.9 % less than the transfer matrix.
TEST(FdfdMetalFilm, AResonatorOfFilmsTransmitsWhatTheTransferMatrixSays) {
  const complex silver(-16.5, -0.55);
  const double wavelength = 600e-9, frequency_hz = k_speed_of_light / wavelength, t = 0.5;
  const auto film = [](double low, double high, const char *name) {
    return fmt::format(
        R"({{"shape": "box", "min": [-1, -1, {}], "max": [1, 1, {}], "material": "{}"}})", low,
        high, name);
  };
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 5e-9, "size": [5e-9, 5e-9, 900e-9],
           "origin": [0, 0, -350e-9], "pml": {{"cells": 20}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"m": {}, "d": {{"eps_r": 2.1}}}}, "objects": [{}, {}],
          "frequency": {:.17g}, "solver": {{"tolerance": 1e-9}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [{:.17g}, 0, {:.17g}],
            "polarization": [{:.17g}, 0, {:.17g}]}}]}})",
      material(silver, frequency_hz), film(0, 210e-9, "m"), film(30e-9, 180e-9, "d"), frequency_hz,
      std::sin(t), -std::cos(t), std::cos(t), std::sin(t)));
  const Diffraction found =
      diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
  const auto exact = [&](double gap) {
    return std::norm(test::transfer_matrix({1, silver, 2.1, silver, 1}, {30e-9, gap, 30e-9},
                                           2 * k_pi / wavelength, std::sin(t), false)
                         .transmission);
  };
  EXPECT_NEAR(found.transmitted / exact(150e-9), 1, 0.01);
  EXPECT_GT(std::abs(found.transmitted / exact(151e-9) - 1), 0.02); // the twin
}

// Bars of silver, 120 x 60 nm in periods of 300 nm, by cells of 10 nm with their walls `off` cells
// from the nodes along both axes, against rigorous coupled waves (241 orders and more: T 0.7377,
// 0.00923 absorbed; TE 0.3832, 0.0223).
Diffraction powers_of_bars(double off, bool is_te) {
  const double frequency_hz = k_speed_of_light / 600e-9, cell = 10e-9;
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 1e-8, "size": [300e-9, 1e-8, 1160e-9],
           "origin": [0, 0, -550e-9], "pml": {{"cells": 15}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"m": {}}}, "objects": [{{"shape": "box", "min": [{:.17g}, -1, {:.17g}],
            "max": [{:.17g}, 1, {:.17g}], "material": "m"}}],
          "frequency": {:.17g}, "solver": {{"tolerance": 1e-7}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, -1],
                            "polarization": {}}}]}})",
      material({-16.5, -0.55}, frequency_hz), 50e-9 + off * cell, off * cell, 170e-9 + off * cell,
      60e-9 + off * cell, frequency_hz, is_te ? "[0, 1, 0]" : "[1, 0, 0]"));
  return diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2);
}

// With the mean of both sides on every node the missing metal of a wall 0.3 cells before a node had
// plasmons of its own: T 0.24 and 0.55 absorbed.
TEST(FdfdMetalBars, TransmitWhatCoupledWavesSayWithWallsAnywhere) {
  for (const double off : {0.0, 0.3, 0.5, 0.8}) {
    const Diffraction tm = powers_of_bars(off, false), te = powers_of_bars(off, true);
    EXPECT_NEAR(tm.transmitted, 0.7377, 0.03) << off; // 0.715 to 0.745 seen
    EXPECT_NEAR(1 - tm.transmitted - tm.reflected, 0.0093, 0.001) << off;
    EXPECT_NEAR(te.transmitted, 0.3832, 0.009) << off; // 0.380 to 0.392 seen
  }
}

// Square bars of a metal, 75 nm in periods of 300 nm at 600 nm, TM, faces on nodes.
struct Bars {
  complex eps{-12.9, -1.09};
  int cells = 8; // in a side
  double off = 0;
  bool is_te = false, is_film = false;
};

std::string case_of(const Bars &bars) {
  const double frequency_hz = k_speed_of_light / 600e-9, cell = 75e-9 / bars.cells;
  const double low = (bars.cells + bars.off) * cell, high = low + 75e-9;
  return fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": {0:.17g}, "size": [300e-9, {0:.17g}, 1200e-9],
           "origin": [0, 0, -600e-9], "pml": {{"cells": {1}}}}},
          "boundaries": {{"x-": {{"type": "periodic"}}, "x+": {{"type": "periodic"}},
                          "y-": {{"type": "periodic"}}, "y+": {{"type": "periodic"}}}},
          "materials": {{"m": {2}}}, "objects": [{{"shape": "box", "min": [{3:.17g}, -1, 0],
            "max": [{4:.17g}, 1, 75e-9], "material": "m"}}],
          "frequency": {5:.17g}, "solver": {{"tolerance": 1e-7}},
          "excitations": [{{"name": "w", "type": "plane-wave", "direction": [0, 0, -1],
                            "polarization": {6}}}]}})",
      cell, 2 * bars.cells, material(bars.eps, frequency_hz), bars.is_film ? -1 : low,
      bars.is_film ? 1 : high, frequency_hz, bars.is_te ? "[0, 1, 0]" : "[1, 0, 0]");
}

// What a run says of edges of metals; empty: nothing.
std::string warning_of(const Bars &bars) {
  const Case input = parse_case(case_of(bars), "test.json", ".", make_case_format({case_method()}));
  const Problem problem = make_problem(input, input.frequencies_hz.front(), {1, 1, 1}, 2);
  const auto warnings = metal_edge_warnings(input, problem);
  return warnings.empty() ? "" : warnings.front();
}

double extinction(const Bars &bars) {
  const SolvedGrid grid = solve_grid(case_of(bars));
  return 1 -
         diffraction(grid.fields(), grid.incident, {}, order_planes(grid.problem, {}, "test"), 2)
             .transmitted;
}

// The exponent of two media, that of the edge of this angle with a permittivity `ratio` times the
// other.
double exponent_of_wedge(double ratio, double angle) {
  // Even and odd potentials have (ratio + 1) sin(tau pi) = +-(ratio - 1) sin(tau (pi - angle)),
  // whose one root from 1/2 to 1 is that of the left side being the larger one below it.
  constexpr int k_halvings = 50;
  const double contrast = std::abs((ratio - 1) / (ratio + 1));
  double low = 0.5, high = 1;
  for (int i = 0; i < k_halvings; ++i) {
    const double tau = 0.5 * (low + high);
    const bool is_below =
        std::sin(tau * k_pi) > contrast * std::abs(std::sin(tau * (k_pi - angle)));
    (is_below ? low : high) = tau;
  }
  return high;
}

// tan(3 x) / tan(x) = -ratio with x = tau pi / 4, and conductors have 2/3.
TEST(FdfdMetalEdges, HaveTheExponentOfTheStaticField) {
  EXPECT_NEAR(edge_exponent(-1e9), 2.0 / 3, 1e-6);
  EXPECT_NEAR(edge_exponent(1.0), 1, 1e-12);
  for (const double ratio : {-3.5, -5.0, -20.0}) {
    const double x = edge_exponent(ratio) * k_pi / 4;
    EXPECT_NEAR(std::tan(3 * x) / std::tan(x), -ratio, 1e-9) << ratio;
    EXPECT_NEAR(edge_exponent(1 / ratio), edge_exponent(ratio), 1e-12); // a groove
  }
  EXPECT_NEAR(edge_exponent(-2.5), 0, 1e-12); // plasmons run into the edge
  for (const double ratio : {0.1, 4.0, 12.0}) // any angle, of the medium or of that around it
    EXPECT_NEAR(exponent_of_wedge(ratio, k_pi / 2), edge_exponent(ratio), 1e-9) << ratio;
  EXPECT_NEAR(exponent_of_wedge(4, 1), exponent_of_wedge(0.25, 2 * k_pi - 1), 1e-12);
  EXPECT_NEAR(exponent_of_wedge(1e9, 1), k_pi / (2 * k_pi - 1), 1e-6); // a conductor's
  EXPECT_NEAR(exponent_of_wedge(12, k_pi), 1, 1e-12);                  // a plane
  // Any media around the edge: as of two, and the board of four squares, tau = 4 / pi atan
  // eps^(-1/2).
  const auto of = [](std::vector<EdgeSector> sectors) { return edge_exponent(sectors); };
  for (const complex ratio : {complex(4), complex(0.1), complex(-10), complex(-10, -0.5),
                              complex(-0.2, -0.01), complex(-2), complex(4, -1)})
    EXPECT_NEAR(of({{ratio, k_pi / 2}, {1, 1.5 * k_pi}}), edge_exponent(ratio), 1e-6) << ratio;
  for (const double eps : {2.0, 4.0, 100.0})
    EXPECT_NEAR(of({{eps, k_pi / 2}, {1, k_pi / 2}, {eps, k_pi / 2}, {1, k_pi / 2}}),
                4 / k_pi * std::atan(1 / std::sqrt(eps)), 1e-6)
        << eps;
  EXPECT_NEAR(of({{3, 1}, {3, 2}, {3, 2 * k_pi - 3}}), 1, 1e-6); // no edge
  EXPECT_GT(edge_exponent({-2.5, -1}), 0.3);                     // unless losses stop them
}

// Between walls: half of an edge of 90 degrees, cut along its middle, has its fields; a wedge of
// one medium has pi over its angle; a body whose side leans to a conductor solves eps_2 tan(tau a)
// = -eps_1 tan(tau b), and one that stands upright has no edge there.
TEST(EdgeExponent, BetweenWalls) {
  const auto of = [](const std::vector<EdgeSector> &sectors, EdgeWall first, EdgeWall last,
                     EdgeField field) { return edge_exponent(sectors, first, last, field); };
  constexpr EdgeWall k_pec = EdgeWall::conductor, k_pmc = EdgeWall::mirror;
  for (const complex eps : {complex(4), complex(12), complex(0.1), complex(12, -1)}) {
    const std::vector<EdgeSector> half{{eps, k_pi / 4}, {1, 0.75 * k_pi}};
    EXPECT_NEAR(std::min(of(half, k_pec, k_pec, EdgeField::electric),
                         of(half, k_pmc, k_pmc, EdgeField::electric)),
                edge_exponent(eps), 1e-6)
        << eps;
  }
  const std::vector<EdgeSector> wedge{{2, 1.0}, {2, 4.0}};
  EXPECT_NEAR(of(wedge, k_pec, k_pec, EdgeField::electric), k_pi / 5, 1e-6);
  EXPECT_NEAR(of(wedge, k_pec, k_pec, EdgeField::magnetic), k_pi / 5, 1e-6);
  EXPECT_NEAR(of(wedge, k_pec, k_pmc, EdgeField::electric), k_pi / 10, 1e-6);
  const double a = 2, b = k_pi - a;
  const double tau = of({{12, a}, {1, b}}, k_pec, k_pec, EdgeField::electric);
  EXPECT_NEAR(std::tan(tau * a) + 12 * std::tan(tau * b), 0, 1e-6);
  EXPECT_LT(tau, 0.9);
  EXPECT_GT(std::abs(12 * std::tan(tau * a) + std::tan(tau * b)), 1); // the media changed over
  EXPECT_NEAR(of({{12, k_pi / 2}, {1, k_pi / 2}}, k_pec, k_pec, EdgeField::electric), 1, 1e-6);
}

// Coupled waves (281 orders) have 0.0806. The order of the error is twice the exponent, 1.2.
TEST(FdfdMetalEdges, CostWhatTheWarningSays) {
  constexpr double k_exact = 0.0806;
  const double coarse = extinction({{-12.9, -1.09}, 4}) / k_exact - 1,
               fine = extinction({{-12.9, -1.09}, 8}) / k_exact - 1;
  EXPECT_NEAR(coarse, 0.192, 0.02);
  EXPECT_NEAR(fine, 0.077, 0.01);
  EXPECT_NE(warning_of({{-12.9, -1.09}, 4}).find("4 cells in its least sides: "),
            std::string::npos);
  EXPECT_NE(warning_of({{-12.9, -1.09}, 4}).find("off by up to about 26 %"), std::string::npos);
  EXPECT_NE(warning_of({{-12.9, -1.09}, 8}).find("off by up to about 11 %"), std::string::npos);
}

TEST(FdfdMetalEdges, AreWarnedOfWhereTheyCost) {
  EXPECT_NE(warning_of({{-2.5, -0.1}, 8}).find("Finer cells hardly help"), std::string::npos);
  EXPECT_NE(warning_of({{-40, -1}, 10, 0.3}).find("0.3 cells off the nodes"), std::string::npos);
  EXPECT_EQ(warning_of({{-40, -1}, 16}), "");                     // fine enough
  EXPECT_EQ(warning_of({{-12.9, -1.09}, 4, 0, true}), "");        // E along the edges
  EXPECT_EQ(warning_of({{-12.9, -1.09}, 4, 0, false, true}), ""); // a film
  EXPECT_EQ(warning_of({{4, 0}, 4}), "");                         // no metal
}

// A slab of eps = mu = -1 has the impedance of vacuum.
TEST(FdfdMetalFilm, ASlabOfMinusOneReflectsNothing) {
  Film film;
  film.eps = -1;
  film.mu = -1;
  EXPECT_LT(powers_of(film).reflected, 1e-4);
  film.mu = -1.5; // the twin
  EXPECT_GT(powers_of(film).reflected, 1e-3);
}

// A dipole in vacuum over a half-space at z = `interface`, in light of 600 nm on cells of 20 nm.
// Returns the delivered power, W.
double power_over(complex eps, double height, double interface, bool is_vertical) {
  const double frequency_hz = k_speed_of_light / 600e-9;
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 20e-9, "size": [1e-6, 1e-6, 0.8e-6],
           "origin": [-0.5e-6, -0.5e-6, -0.3e-6], "pml": {{"cells": 10}}}},
          "materials": {{"m": {}}},
          "background": [{{"material": "m", "top": {:.17g}}}, {{"material": "vacuum"}}],
          "frequency": {:.17g}, "solver": {{"tolerance": 1e-8}},
          "excitations": [{{"name": "d", "type": "current", "point": {},
                            "direction": {}}}]}})",
      material(eps, frequency_hz), interface, frequency_hz,
      is_vertical ? fmt::format("[0, 0, {:.17g}]", height)
                  : fmt::format("[10e-9, 0, {:.17g}]", height),
      is_vertical ? "[0, 0, 1]" : "[1, 0, 0]"));
  return power_of_current(
      grid.fields(),
      make_current_rhs(grid.problem, std::get<CurrentSource>(grid.input->excitations[0].source),
                       "test")
          .f);
}

// The power over that in vacuum by Sommerfeld's integral, @cite novotny2012, chapter 10; time
// e^{-i omega t} inside.
double sommerfeld(complex eps, double k_times_height, bool is_vertical) {
  const complex i(0, 1);
  const auto integrand = [&](double s, complex sz, complex ds) {
    const complex inside = std::sqrt(std::conj(eps) - s * s);
    const complex te = (sz - inside) / (sz + inside),
                  tm = (std::conj(eps) * sz - inside) / (std::conj(eps) * sz + inside);
    const complex wave = std::exp(2.0 * i * k_times_height * sz) * ds;
    return is_vertical ? (1.5 * s * s * s * tm * wave).real()
                       : (0.75 * s * (te - sz * sz * tm) * wave).real();
  };
  constexpr int k_steps = 20000;
  double sum = 0;
  for (int n = 0; n < k_steps; ++n) {
    const double a = (n + 0.5) / k_steps * k_pi / 2;
    sum += integrand(std::sin(a), std::cos(a), 1) * k_pi / 2 / k_steps;
    const double most = std::acosh(1 + 20 / k_times_height), b = (n + 0.5) / k_steps * most;
    sum += integrand(std::cosh(b), i * std::sinh(b), -i) * most / k_steps;
  }
  return 1 + sum;
}

TEST(FdfdMetalBackground, ADipoleOverSilverRadiatesWhatSommerfeldSays) {
  const complex silver(-16.52, -0.55);
  for (const bool is_vertical : {true, false}) {
    const double height = is_vertical ? 110e-9 : 120e-9;
    const double vacuum = power_over(1, height, 0, is_vertical);
    for (const double interface : {0.0, 6e-9}) {
      const double found = power_over(silver, height, interface, is_vertical) / vacuum,
                   k = 2 * k_pi / 600e-9;
      const double expected = sommerfeld(silver, k * (height - interface), is_vertical);
      EXPECT_NEAR(found / expected, 1, 0.02) << is_vertical << " " << interface;
      EXPECT_GT(
          std::abs(found / sommerfeld(silver, k * (height - interface + 10e-9), is_vertical) - 1),
          0.02); // half a cell off
    }
  }
}

// A dipole in a film of index 1.8 between silver and vacuum, 100 nm off both, in light of 600 nm:
// 1.18 cells to the skin of silver and 17 to a wavelength in the film. 0.9226 is Sommerfeld's
// integral with both reflections, by a quadrature of its own; linear weights give 0.955.
TEST(FdfdMetalBackground, ADipoleInAFilmOverSilverIsRightOnCoarseCells) {
  const double frequency_hz = k_speed_of_light / 600e-9;
  const SolvedGrid grid = solve_grid(fmt::format(
      R"({{"method": "fdfd", "grid": {{"cell": 20e-9, "size": [1.6e-6, 1.6e-6, 1e-6],
           "origin": [-0.8e-6, -0.8e-6, -0.4e-6], "pml": {{"cells": 12}}}},
          "materials": {{"m": {}, "f": {{"eps_r": 3.24}}}},
          "background": [{{"material": "m", "top": 0}}, {{"material": "f", "top": 200e-9}},
                         {{"material": "vacuum"}}],
          "frequency": {:.17g}, "solver": {{"tolerance": 1e-8}},
          "excitations": [{{"name": "d", "type": "current", "point": [0, 0, 100e-9],
                            "direction": [0, 0, 1]}}]}})",
      material({-16.5, -0.55}, frequency_hz), frequency_hz));
  const auto &current = std::get<CurrentSource>(grid.input->excitations[0].source);
  const double watts =
      power_of_current(grid.fields(), make_current_rhs(grid.problem, current, "test").f);
  const double k = 2 * k_pi / 600e-9, in_film = 1.8 * k_eta0 * k * k / (12 * k_pi);
  EXPECT_NEAR(watts / in_film, 0.9226, 0.02 * 0.9226);
}

} // namespace
} // namespace curlew::fdfd::testing
