// The time-step limit: against a dense eigenvalue, and by what happens on either side of it.
#include "fixtures.hpp"
#include "meshes.hpp"

#include <curlew/core/error.hpp>
#include <curlew/methods/dgatd/published/face_matrices.hpp>

#include <algorithm>
#include <random>

extern "C" void dgeev_(const char *left, const char *right, const int *n, double *a, const int *lda,
                       double *wr, double *wi, double *vl, const int *ldvl, double *vr,
                       const int *ldvr, double *work, const int *lwork, int *info);

namespace curlew::dgatd::testing {
namespace {

using ::testing::HasSubstr;

TetMesh small_mesh() {
  TetMesh mesh = make_box({0.3, 0.2, 0.2}, {3, 2, 2}, {0, 0, 0}, 0.3, 4);
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.15; });
  return mesh;
}

Case small_case(std::int64_t steps) {
  Case input = vacuum_case(steps);
  Material crystal = medium("crystal");
  crystal.eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  crystal.mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials.push_back(crystal);
  input.regions["core"] = "crystal";
  input.boundaries.push_back({"x-", Pmc{}});
  return input;
}

// K = (dt^-1 Ampere) (dt^-1 Faraday) of the original method as a dense matrix.
std::vector<double> dense_operator(const Problem &problem) {
  const FaceTable faces = make_face_table(problem);
  const RowMatrix faraday = faraday_matrix(problem, faces, 1, 1);
  const RowMatrix ampere = ampere_matrix(problem, faces, invert_dual_volumes(problem, 1), 1);
  const std::size_t n = problem.edge_count();
  std::vector<double> dense(n * n, 0);
  for (std::size_t row = 0; row < n; ++row)
    for (Offset k = ampere.row_offsets[row]; k < ampere.row_offsets[row + 1]; ++k) {
      const Index face = ampere.entries[k];
      for (Offset m = faraday.row_offsets[face]; m < faraday.row_offsets[face + 1]; ++m)
        dense[row * n + faraday.entries[m]] += ampere.values[k] * faraday.values[m];
    }
  return dense;
}

double largest_by_lapack(std::vector<double> dense) {
  const int n = static_cast<int>(std::lround(std::sqrt(dense.size()))), one = 1, lwork = 8 * n;
  std::vector<double> real(n), imaginary(n), work(lwork);
  double unused = 0;
  int info = 0;
  dgeev_("N", "N", &n, dense.data(), &n, real.data(), imaginary.data(), &unused, &one, &unused,
         &one, work.data(), &lwork, &info);
  EXPECT_EQ(info, 0);
  return *std::max_element(real.begin(), real.end());
}

double power_iteration(const std::vector<double> &dense, int iterations) {
  const std::size_t n = std::lround(std::sqrt(dense.size()));
  std::mt19937 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> v(n), w(n);
  for (double &value : v)
    value = any(random);
  double ratio = 0;
  for (int i = 0; i < iterations; ++i) {
    double before = 0, after = 0;
    for (std::size_t row = 0; row < n; ++row) {
      w[row] = 0;
      for (std::size_t k = 0; k < n; ++k)
        w[row] += dense[row * n + k] * v[k];
      before += v[row] * v[row];
      after += w[row] * w[row];
    }
    ratio = std::sqrt(after / before);
    for (std::size_t row = 0; row < n; ++row)
      v[row] = w[row] / std::sqrt(after);
  }
  return ratio;
}

TEST(DgatdLimit, IsTheDenseEigenvalue) {
  const Problem problem = make_problem(small_case(1), small_mesh());
  const auto dense = dense_operator(problem);
  const double exact = largest_by_lapack(dense);
  const LargestEigenvalue found = spectral_radius(Host(), problem);
  report("relative_error", found.value / exact - 1);
  report("iterations", found.iterations);
  EXPECT_NEAR(found.value / exact, 1, 1e-4);
  EXPECT_LE(found.residual, 1e-4);
  const LargestEigenvalue sharp = spectral_radius(Host(), problem, 1e-9);
  EXPECT_NEAR(sharp.value / exact, 1, 1e-9);
  EXPECT_GT(sharp.iterations, found.iterations);
  // Result of the paper's power iteration.
  const double power = power_iteration(dense, 20);
  report("power_iteration_20", power / exact - 1);
  EXPECT_GT(std::abs(power / exact - 1), 1e-4);
}

TEST(DgatdLimit, IsTheSameOnEveryBackend) {
  const Problem problem = make_problem(vacuum_case(1), room(2));
  const LargestEigenvalue serial = spectral_radius(Host(), problem);
  for (const Backend backend : compiled_backends()) {
    const double value = with_backend(
        backend, [&](const auto &space) { return spectral_radius(space, problem).value; });
    // Hosts add up in one order, devices in another.
    EXPECT_NEAR(value / serial.value, 1, backend == Backend::cuda ? 1e-10 : 1e-13)
        << to_string(backend);
  }
}

TEST(DgatdLimit, LossesAreLeftOut) {
  Case lossy = small_case(1);
  lossy.materials[1].sigma = SymmetricTensor::isotropic(0.1);
  lossy.boundaries.back() = {"x-", Abc{}};
  const Problem problem = make_problem(lossy, small_mesh());
  EXPECT_TRUE(problem.has_losses());
  EXPECT_EQ(spectral_radius(Host(), problem).value,
            spectral_radius(Host(), make_problem(small_case(1), small_mesh())).value);
}

// Energy of the end over that of the beginning, from random fields.
double growth(double fraction_of_limit, std::int64_t steps) {
  Simulation simulation = prepare(small_case(steps), small_mesh());
  simulation.plan.dt_s = fraction_of_limit * simulation.dt_limit_s;
  simulation.plan.watch_every = 0;
  simulation.plan.energy_every = steps / 4;
  const State start = noise(simulation.problem);
  const RunRecord recorder = run(simulation, "fused", Backend::serial, &start);
  return recorder.energies.back().electric / recorder.energies.front().electric;
}

TEST(DgatdLimit, SeparatesStableFromGrowing) {
  EXPECT_LT(growth(0.999, 20000), 100);
  EXPECT_GT(growth(1.005, 400), 1e6);
}

TEST(DgatdLimit, ALargerTimeStepIsRefused) {
  Case input = small_case(10);
  const double limit_s = prepare(input, small_mesh()).dt_limit_s;
  input.time.dt_s = 1.001 * limit_s;
  const std::string message = message_of<InputError>([&] { prepare(input, small_mesh()); });
  EXPECT_THAT(message, HasSubstr("stability limit"));
  EXPECT_THAT(message, HasSubstr(::testing::PrintToString(limit_s).substr(0, 5)));
  input.time.allow_unstable = true;
  EXPECT_EQ(prepare(input, small_mesh()).plan.dt_s, 1.001 * limit_s);
  input.time.allow_unstable = false;
  input.time.dt_s = 0.999 * limit_s;
  EXPECT_NO_THROW(prepare(input, small_mesh()));
}

Simulation driven(double courant, const Waveform &waveform, std::int64_t steps = 3000) {
  Case input = small_case(steps);
  input.time.courant = courant;
  input.time.allow_unstable = true;
  input.excitations = {point_current({0.06, 0.07, 0.08}, {0.6, 0, 0.8}, waveform)};
  return prepare(input, small_mesh());
}

TEST(DgatdWatchdog, SaysWhatGrowsWhereAndWhen) {
  for (const std::string name : {"spmv", "paper", "blocks", "fused"}) {
    const std::string message =
        message_of<Unstable>([&] { run(driven(1.01, gaussian_derivative(2e9)), name); });
    EXPECT_THAT(message, ::testing::ContainsRegex("at step [0-9]+ \\(t = [0-9.e-]+ s\\)"));
    EXPECT_THAT(message,
                ::testing::ContainsRegex("on the edge at \\(0[.0-9]*, [0-9.]+, [0-9.]+\\) m"));
    EXPECT_THAT(message, ::testing::ContainsRegex("\"(vacuum|crystal)\""));
    EXPECT_THAT(message, HasSubstr("\"courant\""));
  }
}

TEST(DgatdWatchdog, IsQuietBelowTheLimit) {
  for (const Waveform &waveform : {gaussian_derivative(2e9), gaussian(2e9), sine(1e9)})
    EXPECT_NO_THROW(run(driven(0.99, waveform)));
}

// A pulse that begins and ends between two checks of the watchdog is no growth.
TEST(DgatdWatchdog, TakesALateShortPulseForASource) {
  Simulation simulation = driven(0.99, gaussian_derivative(2e9), 300);
  Waveform late;
  late.type = Waveform::Type::file;
  const double dt_s = simulation.plan.dt_s;
  late.times_s = {0, 9 * dt_s, 10 * dt_s, 61 * dt_s, 70 * dt_s, 80 * dt_s};
  late.values = {0, 1e-6, 0, 0, 1, 0};
  simulation.sources[0].waveform = late;
  simulation.plan.sources_end_s = late.end_s();
  EXPECT_NO_THROW(run(simulation));
}

TEST(DgatdWatchdog, SeesNotANumber) {
  Simulation simulation = driven(0.9, gaussian_derivative(2e9), 100);
  State start = noise(simulation.problem);
  start["magnetic"][30] = std::nan("");
  EXPECT_THAT(message_of<Unstable>([&] { run(simulation, "fused", Backend::serial, &start); }),
              HasSubstr("became infinite or NaN at step 50"));
}

} // namespace
} // namespace curlew::dgatd::testing
