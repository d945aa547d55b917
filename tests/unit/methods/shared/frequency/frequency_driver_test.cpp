// The loop over frequencies and excitations, with a method of a few lines: three equations.
#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/methods/shared/frequency/frequency_driver.hpp>
#include <curlew/tests/support/paths.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace curlew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Solves D x = 1 with D = diag(1, 2, 3) f / GHz, by x := x + D^-1 (b - D x) / 2: the residual
// halves in every iteration. One solve can be made to fail, or to send the signal of an
// interruption.
class ThreeEquations : public FrequencySystem {
public:
  explicit ThreeEquations(const std::vector<PlannedSolve> &plan) : plan_(plan) {}

  int fails = -1, interrupts = -1;
  std::vector<std::string> calls;
  std::vector<double> first_residuals; // by solve: small where it starts from a good x

  void prepare(std::size_t solve) override {
    calls.push_back("prepare " + std::to_string(solve));
    scale_ = plan_[solve].frequency_hz / 1e9;
    number_ = static_cast<int>(solve);
  }
  void excite(std::size_t) override { b_ = {1, 1, 1}; }
  void solve(PhasorVector &x, const SolveOptions &options, SolveReport &report) override {
    report = {};
    report.solver = "halving";
    x.resize(3);
    report.residual = residual(x);
    report.history = {report.residual};
    first_residuals.push_back(report.residual);
    while (report.residual > options.tolerance) {
      if (number_ == fails && report.iterations == 4)
        throw NotConverged("halving came to nothing");
      for (int i = 0; i < 3; ++i)
        x[i] += 0.5 * (b_[i] / diagonal(i) - x[i]);
      report.residual = residual(x);
      report.history.push_back(report.residual);
      ++report.iterations;
      if (number_ == interrupts && report.iterations == 3)
        std::raise(SIGINT);
      options.watch(report.iterations, report.residual);
    }
  }
  Json write(std::size_t solve, const PhasorVector &x) override {
    calls.push_back("write " + std::to_string(solve));
    return {{"first", x[0].real()}};
  }
  void summarise(Summary &summary) const override { summary["unknowns"] = 3; }

private:
  double diagonal(int i) const { return scale_ * (i + 1); }
  double residual(const PhasorVector &x) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i)
      sum += std::norm(b_[i] - diagonal(i) * x[i]);
    return std::sqrt(sum / 3);
  }

  const std::vector<PlannedSolve> &plan_;
  double scale_ = 1;
  int number_ = 0;
  PhasorVector b_;
};

class FrequencySweep : public ::testing::Test {
protected:
  void SetUp() override {
    watch_interrupts(); // forgets the one of the test before
    const std::string name = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    folder_ = fs::path(curlew::test::output_path()) / name;
    fs::remove_all(folder_);
    fs::create_directories(folder_);
    input_.path = folder_ / "case.json";
    std::ofstream(input_.path) << "{}";
    input_.outputs.directory = folder_ / "results";
    input_.solver.method = input_.solver.preconditioner.type = "auto";
    input_.solver.tolerance = 1e-6;
    input_.solver.max_iterations = 20000;
    input_.frequencies_hz = {1e9, 1.01e9};
    for (const double frequency_hz : input_.frequencies_hz)
      for (std::size_t source = 0; source < 2; ++source) {
        const std::string excitation = source == 0 ? "left" : "right";
        plan_.push_back({frequency_hz, source, excitation,
                         std::to_string(frequency_hz / 1e9) + " GHz, " + excitation});
      }
  }

  void run(ThreeEquations &system) {
    RunOptions options;
    options.quiet = true;
    FrequencyDriver(input_, options, Backend::serial, 1).run(plan_, system);
  }
  Json summary() const {
    std::ifstream file(folder_ / "results/summary.json");
    return Json::parse(file);
  }
  std::vector<std::string> statuses() const {
    std::vector<std::string> all;
    const Json json = summary();
    for (const Json &solve : json.at("solves"))
      all.push_back(solve.at("status"));
    return all;
  }
  bool has(const std::string &name) const { return fs::exists(folder_ / "results" / name); }

  fs::path folder_;
  Case input_;
  std::vector<PlannedSolve> plan_;
};

TEST_F(FrequencySweep, SolvesEveryFrequencyForEveryExcitation) {
  ThreeEquations system(plan_);
  run(system);
  EXPECT_THAT(system.calls, ElementsAre("prepare 0", "write 0", "prepare 1", "write 1", "prepare 2",
                                        "write 2", "prepare 3", "write 3"));
  const Json json = summary();
  EXPECT_EQ(json.at("unknowns"), 3);
  const Json &second = json.at("solves").at(1);
  EXPECT_EQ(second.at("excitation"), "right");
  EXPECT_EQ(second.at("frequency"), 1e9);
  EXPECT_EQ(second.at("solver_requested"), "auto");
  EXPECT_EQ(second.at("solver_used"), "halving");
  EXPECT_EQ(second.at("iterations"), 20); // 2^-20 is the first power below 1e-6
  EXPECT_LE(second.at("true_residual").get<double>(), 1e-6);
  EXPECT_EQ(second.at("status"), "converged");
  EXPECT_NEAR(second.at("first").get<double>(), 1, 1e-6);
  for (int i = 0; i < 4; ++i)
    EXPECT_TRUE(has("convergence_" + std::to_string(i) + ".csv"));
  EXPECT_TRUE(has("case.resolved.json"));
  EXPECT_TRUE(has("run.log"));
}

TEST_F(FrequencySweep, StartsFromTheFrequencyBefore) {
  ThreeEquations system(plan_);
  run(system);
  ASSERT_EQ(system.first_residuals.size(), 4u);
  EXPECT_EQ(system.first_residuals[0], 1);
  EXPECT_EQ(system.first_residuals[1], 1) << "another source's solution is no start";
  EXPECT_NEAR(system.first_residuals[2], 0.01, 1e-5); // the frequencies differ by 1 %
  EXPECT_NEAR(system.first_residuals[3], 0.01, 1e-5);
}

TEST_F(FrequencySweep, StopsAtAFailure) {
  ThreeEquations system(plan_);
  system.fails = 1;
  try {
    run(system);
    FAIL() << "no error";
  } catch (const NotConverged &error) {
    EXPECT_STREQ(error.what(), "halving came to nothing");
  }
  EXPECT_THAT(statuses(), ElementsAre("converged", "failed", "not_started", "not_started"));
  const Json failed = summary().at("solves").at(1), waiting = summary().at("solves").at(2);
  EXPECT_EQ(failed.at("iterations"), 4);
  EXPECT_EQ(failed.at("solver_used"), "halving");
  EXPECT_NEAR(failed.at("true_residual").get<double>(), 1.0 / 16, 1e-12);
  EXPECT_FALSE(failed.contains("first")) << "results of a solve that failed";
  EXPECT_EQ(waiting.at("excitation"), "left");
  EXPECT_EQ(waiting.at("frequency"), 1.01e9);
  EXPECT_TRUE(waiting.at("solver_used").is_null());
  EXPECT_TRUE(waiting.at("true_residual").is_null());
  EXPECT_TRUE(has("convergence_1.csv")) << "the history of the solve that failed";
  EXPECT_FALSE(has("convergence_2.csv"));
}

TEST_F(FrequencySweep, ContinuesWhereTheCaseSaysSo) {
  input_.solver.on_failure = SolverSpec::OnFailure::continue_sweep;
  ThreeEquations system(plan_);
  system.fails = 1;
  try {
    run(system);
    FAIL() << "no error";
  } catch (const NotConverged &error) {
    EXPECT_THAT(error.what(), HasSubstr("1 of 4 solves did not converge (1.000000 GHz, right)"));
  }
  EXPECT_THAT(statuses(), ElementsAre("converged", "failed", "converged", "converged"));
  ASSERT_EQ(summary().at("warnings").size(), 1u);
  EXPECT_THAT(summary().at("warnings").at(0).get<std::string>(),
              HasSubstr("halving came to nothing"));
  // A failed solve is no start for the next frequency.
  EXPECT_EQ(system.first_residuals[3], 1);
  EXPECT_NEAR(system.first_residuals[2], 0.01, 1e-5);
}

TEST_F(FrequencySweep, AnInterruptionKeepsWhatWasDone) {
  ThreeEquations system(plan_);
  system.interrupts = 2;
  try {
    run(system);
    FAIL() << "no error";
  } catch (const Interrupted &error) {
    EXPECT_THAT(error.what(), HasSubstr("stopped in iteration 3 of 1.010000 GHz, left"));
  }
  EXPECT_THAT(statuses(), ElementsAre("converged", "converged", "interrupted", "not_started"));
  const Json stopped = summary().at("solves").at(2);
  EXPECT_EQ(stopped.at("iterations"), 3);
  EXPECT_TRUE(stopped.at("true_residual").is_null());
  EXPECT_NEAR(stopped.at("recurrence_residual").get<double>(), 0.01 / 8, 1e-5);
}

// Errors before any computation leave no summary: it would be empty.
TEST_F(FrequencySweep, AnErrorOfTheInputLeavesNoSummary) {
  class Refusing : public ThreeEquations {
  public:
    using ThreeEquations::ThreeEquations;
    void excite(std::size_t) override { throw InputError("the source lies outside of the grid"); }
  } system(plan_);
  EXPECT_THROW(run(system), InputError);
  EXPECT_FALSE(has("summary.json"));
}

TEST(RequestedSolver, IsWhatTheCaseSays) {
  SolverSpec spec;
  spec.method = spec.preconditioner.type = "auto";
  EXPECT_EQ(requested_solver(spec), "auto");
  spec.method = "gmres";
  EXPECT_EQ(requested_solver(spec), "gmres");
  spec.preconditioner.type = "ssor";
  EXPECT_EQ(requested_solver(spec), "gmres + ssor");
  spec.preconditioner.type = "none";
  EXPECT_EQ(requested_solver(spec), "gmres");
}

} // namespace
} // namespace curlew
