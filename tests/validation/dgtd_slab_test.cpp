// Slabs of dispersive media in a line of plane waves, against exact reflection and transmission.
#include <curlew/tests/support/paths.hpp>
#include <curlew/tests/unit/methods/dgtd/fixtures.hpp>

#include <algorithm>
#include <complex>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

namespace curlew::dgtd::testing {
namespace {

using Complex = std::complex<double>;

// Field over incident field: reflected at the first face, transmitted at the second.
struct Answer {
  Complex reflection, transmission;
};

// Returns the answer in closed form @cite born1999.
Answer exact(const Material &material, double thickness_m, double frequency_hz) {
  const Complex eps = permittivity(material, frequency_hz)[0],
                mu = permeability(material, frequency_hz)[0], j(0, 1);
  Complex index = std::sqrt(eps * mu);
  if (index.imag() > 0)
    index = -index;
  const Complex z = std::sqrt(mu / eps), r = (z - 1.0) / (z + 1.0),
                turn = std::exp(-j * (2 * k_pi * frequency_hz / k_speed_of_light * thickness_m) *
                                index);
  const Complex below = 1.0 - r * r * turn * turn;
  return {r * (1.0 - turn * turn) / below, turn * (1.0 - r * r) / below};
}

// Plates of PEC across E_y and of PMC across E_z keep a plane wave along x; absorbing ends. A sheet
// of current in a layer of bricks; the slab begins 5 bricks of 1 mm behind it.
struct Line {
  static constexpr double k_sheet_m = 3.5e-3, k_front_m = 8e-3, k_behind_m = 4e-3;
  Material material;
  double thickness_m;
  double brick_m;
  double duration_s;

  // Number of probes in the mean around a place. Modes without physical meaning hardly contribute
  // to the mean; waves in both directions contribute alike.
  static constexpr int k_points = 16;

  double length_m() const { return k_front_m + thickness_m + k_behind_m; }
  double near_m() const { return 0.5 * (k_sheet_m + k_front_m); }
  double far_m() const { return length_m() - 0.5 * k_behind_m; }

  Case make_case(const Discretization &discretization, bool with_slab) const {
    Case input = vacuum_case(discretization);
    input.materials.push_back(with_slab ? material : medium("slab"));
    input.regions["slab"] = "slab";
    input.regions["sheet"] = "vacuum";
    input.boundaries = {{"default", Abc{}}};
    for (const char *plate : {"y-", "y+"})
      input.boundaries.push_back({plate, Pec{}});
    for (const char *plate : {"z-", "z+"})
      input.boundaries.push_back({plate, Pmc{}});
    input.excitations = {
        {"sheet", CurrentSource{CurrentGroup{"sheet"}, {0, 1, 0}, 1, gaussian_derivative(15e9)}}};
    for (const double x : {near_m(), far_m()})
      for (const double dx : {-0.83, -0.41, 0.41, 0.83})
        for (const double y : {0.23, 0.77})
          for (const double z : {0.31, 0.69})
            input.outputs.probes.push_back(
                {"p", Field::E, PointProbe{{x + dx * brick_m, y * brick_m, z * brick_m}}});
    return input;
  }

  TetMesh mesh() const {
    const auto bricks = static_cast<Index>(std::lround(length_m() / brick_m));
    TetMesh mesh = make_box({length_m(), brick_m, brick_m}, {bricks, 1, 1}, {0, 0, 0}, 0, 1);
    mark_volume(mesh, "slab", [&](std::size_t, const Point &p) {
      return p[0] > k_front_m && p[0] < k_front_m + thickness_m;
    });
    mark_volume(mesh, "sheet",
                [&](std::size_t, const Point &p) { return std::abs(p[0] - k_sheet_m) < 0.5e-3; });
    return mesh;
  }
};

constexpr double k_step_hz = 0.25e9, k_top_hz = 10e9;

// E_y at both probes at multiples of k_step_hz.
std::vector<std::array<Complex, 2>> spectra(const Simulation &simulation, double dt_s,
                                            std::int64_t steps) {
  Steps march(simulation, dt_s);
  const int count = static_cast<int>(std::lround(k_top_hz / k_step_hz));
  std::vector<std::array<Complex, 2>> result(count);
  std::int64_t done = 0;
  const auto collect = [&] {
    const ProbeRows rows = march.scheme().probes().read();
    for (int row = 0; row < rows.rows; ++row) {
      ++done;
      double sums[2] = {0, 0};
      for (int p = 0; p < 2 * Line::k_points; ++p)
        sums[p / Line::k_points] +=
            rows.electric[static_cast<std::size_t>(2 * Line::k_points * row + p) * 3 + 1];
      const Complex step =
          std::polar(1.0, -2 * k_pi * k_step_hz * dt_s * static_cast<double>(done));
      Complex turn = 1;
      for (auto &at_frequency : result) {
        turn *= step;
        for (int end : {0, 1})
          at_frequency[end] += turn * sums[end];
      }
    }
  };
  for (std::int64_t n = 0; n < steps; ++n) {
    march.advance(1);
    if (march.scheme().sample())
      collect();
  }
  collect();
  return result;
}

// The largest error of R and T up to 10 GHz.
double error_of(const Line &line, const Discretization &discretization, double courant,
                const std::function<Answer(double)> &wanted) {
  const Simulation with = prepare(line.make_case(discretization, true), line.mesh());
  const Simulation without = prepare(line.make_case(discretization, false), line.mesh());
  const double dt_s = courant * without.dt_limit_s;
  const auto steps = static_cast<std::int64_t>(line.duration_s / dt_s);
  const auto total = spectra(with, dt_s, steps);
  const auto incident =
      spectra(without, dt_s, std::min(steps, static_cast<std::int64_t>(2e-9 / dt_s)));
  double error = 0;
  for (std::size_t k = 0; k < total.size(); ++k) {
    const double f_hz = static_cast<double>(k + 1) * k_step_hz;
    const double wavenumber = 2 * k_pi * f_hz / k_speed_of_light;
    const double before_m = Line::k_front_m - line.near_m();
    const Complex r = (total[k][0] - incident[k][0]) / incident[k][0] *
                      std::polar(1.0, 2 * wavenumber * before_m);
    const Complex t =
        total[k][1] / incident[k][1] * std::polar(1.0, -wavenumber * line.thickness_m);
    const Answer answer = wanted(f_hz);
    error = std::max({error, std::abs(r - answer.reflection), std::abs(t - answer.transmission)});
  }
  return error;
}

// Reflection and transmission of tests/data/reference by frequency in Hz.
std::map<std::int64_t, Answer> reference(const std::string &file) {
  std::ifstream stream(curlew::test::data_path("reference/") + file);
  std::map<std::int64_t, Answer> result;
  for (std::string line; std::getline(stream, line);) {
    double value[7];
    char comma = 0;
    std::istringstream row(line);
    if (!(row >> value[0]))
      continue;
    for (int k = 1; k < 7; ++k)
      row >> comma >> value[k];
    result[std::llround(value[0] * 1e9)] = {{value[3], value[4]}, {value[5], value[6]}};
  }
  return result;
}

Line debye_line(double brick_m) {
  Line line{medium("slab", 2), 10e-3, brick_m, 1.5e-9};
  line.material.eps_poles.debye = {{3, 50e-12}};
  return line;
}
Line lorentz_line(double brick_m) {
  Line line{medium("slab", 1.5), 5e-3, brick_m, 3.5e-9};
  line.material.eps_poles.lorentz = {{1.5, 8e9, 0.8e9}};
  return line;
}
// The substrate of the thesis' patch array @cite meng2015, gamma = delta / pi, with twice its
// losses: it rings half as long.
Line magnetic_line(double brick_m) {
  Line line{medium("slab"), 10e-3, brick_m, 6e-9};
  line.material.mu_poles.lorentz = {{0.5, 0.8e9, 1e9 / k_pi}};
  return line;
}

constexpr Discretization k_central{"central", "mixed", 2};

double error_of(const Line &line, const Discretization &discretization) {
  return error_of(line, discretization, 0.9, [&](double frequency_hz) {
    return exact(line.material, line.thickness_m, frequency_hz);
  });
}

TEST(DgtdSlab, ClosedFormsAgree) {
  for (const auto &[file, line] : {std::pair{"slab_debye_10mm.csv", debye_line(1e-3)},
                                   std::pair{"slab_lorentz_5mm.csv", lorentz_line(1e-3)}}) {
    const auto rows = reference(file);
    ASSERT_EQ(rows.size(), 200u);
    for (const auto &[f_hz, answer] : rows) {
      const Answer own = exact(line.material, line.thickness_m, static_cast<double>(f_hz));
      EXPECT_LT(std::abs(own.reflection - answer.reflection), 1e-8);
      EXPECT_LT(std::abs(own.transmission - answer.transmission), 1e-8);
    }
  }
}

// Bricks and steps of a half: errors to 10 GHz. Measured 1.1e-3, 1.1e-4; 2.6e-3, 4.1e-4; 4.7e-3,
// 2.8e-4.
TEST(DgtdSlab, ConvergesToTheExactAnswer) {
  for (const auto make : {debye_line, lorentz_line, magnetic_line}) {
    const double coarse = error_of(make(1e-3), k_central), fine = error_of(make(0.5e-3), k_central);
    std::printf("errors %.1e, %.1e\n", coarse, fine);
    EXPECT_LT(fine, 2e-3);
    EXPECT_GT(std::log2(coarse / fine), 1.8) << coarse << " " << fine;
  }
}

// Measured 4.4e-5 and 2.9e-4; of Lorentz 4.6e-5 and 1.2e-3.
TEST(DgtdSlab, OtherSchemesAgree) {
  for (const auto make : {debye_line, lorentz_line}) {
    const double upwind = error_of(make(1e-3), {"upwind", "mixed", 2}),
                 dfdd = error_of(make(1e-3), {"dfdd", "mixed", 2});
    std::printf("errors %.1e, %.1e\n", upwind, dfdd);
    EXPECT_LT(upwind, 1e-4);
    EXPECT_LT(dfdd, 2e-3);
  }
}

// The twin: the same slab with what its pole adds at 0 Hz.
TEST(DgtdSlab, WithoutMemoryIsAnother) {
  const Line line = debye_line(1e-3);
  Line still = line;
  still.material = medium("slab", 5);
  EXPECT_GT(error_of(still, k_central, 0.9,
                     [&](double frequency_hz) {
                       return exact(line.material, line.thickness_m, frequency_hz);
                     }),
            0.1);
}

} // namespace
} // namespace curlew::dgtd::testing
