// Runs that fail after their start: instability, full disks, folders that cannot be made.
#include "cases.hpp"

#include <gtest/gtest.h>

using namespace curlew::cli_test;

namespace {

void expect(const Outcome &outcome, const Expectation &expected) {
  const std::string wrong = mismatch(outcome, expected);
  EXPECT_TRUE(wrong.empty()) << wrong;
}

const std::string k_unstable =
    replaced(k_tiny_case, R"("steps": 40, "courant": 0.9)",
             R"("steps": 100000, "courant": 1.01, "allow_unstable": true)");

TEST(Failures, UnstableIsExitFour) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_unstable);
  expect(scratch.curlew({"run", "case.json"}),
         {4, {"at step ", "t = ", "grow without a source", "\"air\"", "courant"}});
  EXPECT_TRUE(fs::exists(scratch / "results/probe_p.csv")); // files of a failed run are kept
  EXPECT_FALSE(fs::exists(scratch / "results/summary.json")) << "a summary of a failed run";
}

// The same below the limit.
TEST(Failures, StableIsNot) {
  const Scratch scratch;
  write_file(scratch / "case.json", replaced(k_unstable, "1.01", "0.999"));
  expect(scratch.curlew({"run", "case.json", "--quiet", "--set", "time.steps=20000"}), {0, {}});
}

TEST(Failures, FullStandardOutput) {
  if (!fs::exists("/dev/full"))
    GTEST_SKIP() << "no /dev/full here";
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  write_file(scratch / "cube.msh", cube("41_ascii"));
  for (const std::vector<std::string> &arguments : {std::vector<std::string>{"info"},
                                                    {"schema"},
                                                    {"mesh", "cube.msh"},
                                                    {"check", "case.json"},
                                                    {"run", "case.json"},
                                                    {"--help"},
                                                    {"--version"}}) {
    const std::string wrong =
        mismatch(run({arguments, scratch.path(), "/dev/full", 0}), {5, {"standard output"}});
    EXPECT_TRUE(wrong.empty()) << arguments[0] << ": " << wrong;
  }
}

TEST(Failures, OutputThatIsNoFolder) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  write_file(scratch / "file", "content");
  expect(scratch.curlew({"run", "case.json", "--output", "file"}), {5, {"file"}});
  expect(scratch.curlew({"run", "case.json", "--output", "file/results"}), {5, {"file/results"}});
  expect(scratch.curlew({"run", "case.json", "--output", "/dev/full"}), {5, {"/dev/full"}});
  expect(scratch.curlew({"run", "case.json", "--output", "/dev/full/results"}),
         {5, {"/dev/full/results"}});
  EXPECT_EQ(read_file(scratch / "file"), "content");
  EXPECT_EQ(names_in(scratch.path()), (std::vector<std::string>{"case.json", "file"}));
}

// A limit on the size of files stands in for a full disk: writes fail at the same places.
TEST(Failures, FullDisk) {
  const Scratch scratch;
  write_file(scratch / "case.json",
             replaced(replaced(k_tiny_case, R"("steps": 40)", R"("steps": 2000)"),
                      R"("directory": "results",)",
                      R"("directory": "results", "checkpoint": { "every": "100 steps" },)"));
  constexpr long k_limit = 40000; // less than the probe's table, more than anything before it
  expect(run({{"run", "case.json"}, scratch.path(), {}, k_limit}),
         {5, {"cannot write", "results"}});
  expect(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}}); // the same with room
}

TEST(Failures, TooLittleForTheCheckpoint) {
  const Scratch scratch;
  write_file(scratch / "case.json",
             replaced(k_tiny_case, R"("directory": "results",)",
                      R"("directory": "results", "checkpoint": { "every": "2 steps" },)"));
  constexpr long k_limit = 4000; // above case.resolved.json, below a checkpoint
  expect(run({{"run", "case.json", "--quiet"}, scratch.path(), {}, k_limit}),
         {5, {"cannot write", "checkpoint"}});
}

} // namespace
