// Number of threads of a run: from the processors of the process, the environment, the case and the
// command line.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sched.h>

using namespace curlew::cli_test;
using nlohmann::json;

namespace {

const std::vector<std::string> k_on_one_processor = {"/usr/bin/taskset", "-c", "0"};

int processors() {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  return sched_getaffinity(0, sizeof mask, &mask) == 0 ? CPU_COUNT(&mask) : 0;
}

// A launcher that sets variables of the environment.
std::vector<std::string> environment(std::vector<std::string> variables) {
  variables.insert(variables.begin(), {"/usr/bin/env", "-u", "OMP_NUM_THREADS"});
  return variables;
}

class Threads : public testing::Test {
protected:
  Threads() { write_file(scratch_ / "case.json", k_tiny_case); }

  Outcome start(const std::vector<std::string> &launcher,
                const std::vector<std::string> &options = {}) const {
    std::vector<std::string> arguments{"run", "case.json", "--backend", "openmp"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return run({arguments, scratch_.path(), {}, 0, launcher});
  }
  // The number of threads in summary.json.
  int threads(const std::vector<std::string> &launcher,
              const std::vector<std::string> &options = {}) const {
    const Outcome outcome = start(launcher, options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return json::parse(read_file(scratch_ / "results/summary.json")).at("provenance").at("threads");
  }
  void expect_refused(const std::vector<std::string> &launcher,
                      const std::vector<std::string> &options,
                      const std::vector<std::string> &messages) const {
    const std::string wrong = mismatch(start(launcher, options), {2, messages});
    EXPECT_TRUE(wrong.empty()) << wrong;
  }

  const Scratch scratch_;
};

TEST_F(Threads, AreTheProcessorsOfTheProcess) {
  EXPECT_EQ(threads(environment({})), processors());
  if (!fs::exists(k_on_one_processor[0]))
    GTEST_SKIP() << "no taskset here";
  if (processors() < 2)
    GTEST_SKIP() << "takes two processors; there is " << processors();
  auto confined = k_on_one_processor;
  const auto clean = environment({});
  confined.insert(confined.end(), clean.begin(), clean.end());
  EXPECT_EQ(threads(confined), 1);
}

TEST_F(Threads, AreThoseOfTheEnvironmentAndTheLogSaysSo) {
  EXPECT_EQ(threads(environment({"OMP_NUM_THREADS=1"})), 1);
  const std::string log = read_file(scratch_ / "results/run.log");
  EXPECT_NE(log.find("1 thread, from OMP_NUM_THREADS"), std::string::npos) << log;
  expect_refused(environment({"OMP_NUM_THREADS=many"}), {}, {"OMP_NUM_THREADS", "\"many\""});
}

// The OpenMP runtime binds the main thread before the program begins: the remaining mask is not the
// set of processors that the process may use.
TEST_F(Threads, AreAllProcessorsWhereThreadsAreBound) {
  if (processors() < 2)
    GTEST_SKIP() << "takes two processors; there is " << processors();
  for (const char *bind : {"spread", "close", "true"})
    EXPECT_EQ(threads(environment({std::string("OMP_PROC_BIND=") + bind})), processors()) << bind;
  EXPECT_EQ(threads(environment({"OMP_PROC_BIND=spread", "OMP_NUM_THREADS=1"})), 1);
}

TEST_F(Threads, CommandLineWinsOverCaseWinsOverEnvironment) {
  const auto environment_of_three = environment({"OMP_NUM_THREADS=3"});
  EXPECT_EQ(threads(environment_of_three, {"--set", "run.threads=1"}), 1);
  EXPECT_EQ(threads(environment_of_three,
                    {"--set", "run.threads=3", "--threads", "2", "--oversubscribe"}),
            2);
}

TEST_F(Threads, MoreThanProcessorsAreRefused) {
  const std::string more = std::to_string(processors() + 1);
  expect_refused(environment({}), {"--threads", more}, {"--threads " + more, "--oversubscribe"});
  expect_refused(environment({"OMP_NUM_THREADS=" + more}), {}, {"OMP_NUM_THREADS is " + more});
  expect_refused(environment({}), {"--set", "run.threads=" + more},
                 {"--set run.threads=" + more, "--oversubscribe"});
  EXPECT_FALSE(fs::exists(scratch_ / "results"));
  write_file(scratch_ / "case.json",
             replaced(k_tiny_case, R"("outputs":)",
                      R"("run": { "threads": )" + more + R"( }, "outputs":)"));
  expect_refused(environment({}), {}, {"case.json:13:", "run.threads is " + more});
  EXPECT_EQ(threads(environment({}), {"--oversubscribe"}), processors() + 1);
}

// Kokkos keeps its threads in a table of 512: more were written behind its end.
TEST_F(Threads, AnyNumberRunsWithOversubscribe) {
  for (const char *count : {"512", "513", "4096"}) {
    const Outcome outcome = start(environment({"OMP_WAIT_POLICY=passive"}),
                                  {"--threads", count, "--oversubscribe", "--set", "time.steps=1"});
    EXPECT_EQ(mismatch(outcome, {0, {}}), "") << count;
    EXPECT_EQ(outcome.err.find("512 of the") != std::string::npos, std::string(count) != "512")
        << outcome.err;
  }
  expect_refused(environment({}), {"--threads", "4097", "--oversubscribe"}, {"--threads", "4096"});
}

TEST(ThreadsInfo, SaysHowManyAndWhereFrom) {
  const Scratch scratch;
  const Outcome outcome =
      run({{"info"}, scratch.path(), {}, 0, environment({"OMP_NUM_THREADS=1"})});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("1 thread, from OMP_NUM_THREADS"), std::string::npos) << outcome.out;
}

} // namespace
