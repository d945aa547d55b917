// Closed cavities with known answers: resonances and their order of convergence, decay in a
// conducting medium, energy over long runs.
#include <curlew/core/mesh/refine.hpp>
#include <curlew/core/signal/peaks.hpp>
#include <curlew/core/signal/spectrum.hpp>
#include <curlew/tests/support/paths.hpp>
#include <curlew/tests/unit/methods/dgatd/fixtures.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace curlew::dgatd::testing {
namespace {

// The rows of a table of numbers below "#" comments and a header line.
std::vector<std::vector<double>> reference_table(const std::string &name) {
  std::ifstream file(curlew::test::data_path("reference/") + name);
  std::vector<std::vector<double>> rows;
  bool header = true;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    if (header) {
      header = false;
      continue;
    }
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    rows.emplace_back();
    for (double value; words >> value;)
      rows.back().push_back(value);
  }
  EXPECT_FALSE(rows.empty()) << name;
  return rows;
}

constexpr std::array<double, 3> k_cavity_m{0.05, 0.02, 0.06};

// The resonances below 7.2 GHz that a probe sees in the cavity refined `times`.
std::vector<Peak> cavity_peaks(int times) {
  Case input = vacuum_case(1);
  input.time.steps.reset();
  input.time.duration_s = 10e-9;
  input.excitations = {
      point_current({0.0131, 0.0093, 0.0171}, {0.36, 0.8, 0.48}, gaussian_derivative(7.5e9))};
  input.outputs.probes = {probe({0.0342, 0.0087, 0.0411})};
  const Simulation simulation =
      prepare(input, refine(make_box(k_cavity_m, {5, 2, 6}, {0, 0, 0}, 0.2, 1), times));
  const std::vector<double> rows =
      run(simulation, "fused", compiled_backends().back()).electric_rows;
  std::vector<double> times_s;
  std::vector<std::array<double, 3>> samples;
  for (std::size_t k = 0; 3 * k < rows.size(); ++k) {
    times_s.push_back((k + 1) * simulation.plan.dt_s);
    samples.push_back({rows[3 * k], rows[3 * k + 1], rows[3 * k + 2]});
  }
  SpectrumOptions options;
  options.band_hz = {3e9, 7.2e9};
  return find_peaks(amplitude_spectrum(times_s, samples, options));
}

// log2 of the ratio of errors from each refinement to the next.
std::vector<double> orders(const std::vector<double> &found_hz, double exact_hz) {
  std::vector<double> result;
  for (std::size_t i = 0; i + 1 < found_hz.size(); ++i)
    result.push_back(std::log2(std::abs((found_hz[i] - exact_hz) / (found_hz[i + 1] - exact_hz))));
  return result;
}

TEST(DgatdCavity, ConvergesWithSecondOrder) {
  std::vector<std::vector<Peak>> peaks;
  for (int times = 0; times <= 2; ++times)
    peaks.push_back(cavity_peaks(times));
  const auto modes = reference_table("cavity_5x2x6cm.csv");
  for (std::size_t mode = 0; mode < 3; ++mode) {
    const double exact_hz = 1e9 * modes[mode][0];
    std::vector<double> found_hz;
    for (const auto &one : peaks) {
      const auto comparison = compare_peaks(one, {exact_hz}, 0.06);
      ASSERT_TRUE(comparison[0].within_tolerance) << exact_hz;
      found_hz.push_back(comparison[0].found->frequency_hz);
      report("error_of_mode_" + std::to_string(mode), comparison[0].relative_error);
    }
    for (const double order : orders(found_hz, exact_hz)) {
      report("order_of_mode_" + std::to_string(mode), order);
      EXPECT_GT(order, 1.8);
      EXPECT_LT(order, 2.2);
    }
    // A medium that is wrong by 1 % shifts each resonance by 0.5 % on all meshes alike.
    EXPECT_LT(orders(found_hz, exact_hz * 1.005).back(), 1.8);
    EXPECT_FALSE(orders(found_hz, exact_hz * 0.995).back() < 2.2 &&
                 orders(found_hz, exact_hz * 0.995).back() > 1.8);
  }
}

// Rate in 1/s at which the energy falls after the source, by a straight line through its logarithm.
double energy_decay(double sigma, const std::string &variant) {
  Case input = vacuum_case(1);
  input.materials[0] = medium("brine", 2.5, 1, sigma);
  input.regions["volume"] = "brine";
  input.time.steps.reset();
  input.time.duration_s = 40e-9;
  input.excitations = {
      point_current({0.0131, 0.0093, 0.0171}, {0.36, 0.8, 0.48}, gaussian_derivative(4e9))};
  Simulation simulation = prepare(input, make_box(k_cavity_m, {5, 2, 6}, {0, 0, 0}, 0.2, 1));
  simulation.plan.energy_every = 5;
  const RunRecord recorder = run(simulation, variant);
  double n = 0, t = 0, tt = 0, w = 0, tw = 0;
  for (std::size_t i = 0; i < recorder.energies.size(); ++i) {
    const double time_s = recorder.energy_steps[i] * simulation.plan.dt_s;
    if (time_s < 1.5 * simulation.plan.sources_end_s)
      continue;
    const double logarithm = std::log(recorder.energies[i].total());
    n += 1, t += time_s, tt += time_s * time_s, w += logarithm, tw += time_s * logarithm;
  }
  EXPECT_GT(n, 300);
  return -(n * tw - t * w) / (n * tt - t * t);
}

TEST(DgatdConductivity, FieldsDecayAtSigmaOverTwoEps) {
  constexpr double sigma = 2.5e-3; // S/m; Q about 150
  const double expected = sigma / (2.5 * k_eps0);
  for (const std::string variant : {"fused", "blocks"}) {
    const double rate = energy_decay(sigma, variant);
    report("decay_error_" + variant, rate / expected - 1);
    EXPECT_NEAR(rate / expected, 1, 0.01);
  }
  EXPECT_GT(std::abs(energy_decay(1.02 * sigma, "fused") / expected - 1), 0.01);
  EXPECT_GT(std::abs(energy_decay(sigma, "fused") / (2 * expected) - 1), 0.4);
}

// 300,000 steps from random fields, which hold every mode up to the fastest.
TEST(DgatdEnergy, StaysForVeryManySteps) {
  Case input = vacuum_case(300000);
  input.time.courant = 0.99;
  Simulation simulation = prepare(input, make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0.2, 1));
  const Problem &problem = simulation.problem;
  simulation.plan.energy_every = 1000;
  const State start = noise(problem);
  const RunRecord recorder = run(simulation, "fused", Backend::serial, &start);
  ASSERT_EQ(recorder.energies.size(), 300u);
  const double first = recorder.energies[0].total();
  double drift = 0, early = 0, late = 0;
  for (std::size_t i = 0; i < 300; ++i) {
    const double relative = recorder.energies[i].total() / first - 1;
    drift = std::max(drift, std::abs(relative));
    (i < 150 ? early : late) += relative / 150;
  }
  report("tets", problem.tet_count());
  report("drift", drift);
  report("growth", late - early);
  EXPECT_LT(drift, 1e-10);
  EXPECT_LT(late - early, 1e-11);
  // Its parts do move: the sum is not constant for lack of motion.
  double low = 1e300, high = 0;
  for (const Energy &energy : recorder.energies) {
    low = std::min(low, energy.electric);
    high = std::max(high, energy.electric);
  }
  EXPECT_GT(high - low, 1e-3 * first);
}

} // namespace
} // namespace curlew::dgatd::testing
