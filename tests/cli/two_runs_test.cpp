// One folder, several runs: at the same time, after a crash, among a user's files.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include <unistd.h>

using namespace curlew::cli_test;

namespace {

const std::string k_endless = replaced(
    replaced(k_tiny_case, R"("steps": 40)", R"("steps": 100000000)"), R"("directory": "results",)",
    R"("directory": "results", "checkpoint": { "every": "10000 steps" },)");

const std::string k_lock = "results/.curlew-lock";

void expect(const Outcome &outcome, const Expectation &expected) {
  const std::string wrong = mismatch(outcome, expected);
  EXPECT_TRUE(wrong.empty()) << wrong;
}

// Returns true if the file appears before the time is over.
bool appears(const fs::path &file) {
  constexpr int k_looks = 3000;
  for (int look = 0; look < k_looks && !fs::exists(file); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return fs::exists(file);
}

TEST(TwoRuns, TheSecondIsRefusedAndTheFirstGoesOn) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_endless);
  Process first({{"run", "case.json", "--quiet"}, scratch.path(), {}, 0});
  ASSERT_TRUE(appears(scratch / "results/probe_p.csv"));
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  for (const std::vector<std::string> &options :
       {std::vector<std::string>{}, {"--overwrite"}, {"--restart"}}) {
    std::vector<std::string> arguments{"run", "case.json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect(scratch.curlew(arguments), {5, {"results", "process ", host, "--output"}});
  }
  expect(
      scratch.curlew({"run", "case.json", "--quiet", "--output", "other", "--set", "time.steps=5"}),
      {0, {}});
  EXPECT_FALSE(first.ended());
  first.send(SIGINT);
  EXPECT_EQ(first.wait().exit_code, 130);
  EXPECT_FALSE(fs::exists(scratch / k_lock)) << "the lock of an interrupted run";
  expect(scratch.curlew({"run", "case.json", "--quiet", "--set", "time.steps=5"}), {0, {}});
}

TEST(TwoRuns, TheLockOfAKilledRunIsTakenOver) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_endless);
  {
    Process killed({{"run", "case.json", "--quiet"}, scratch.path(), {}, 0});
    ASSERT_TRUE(appears(scratch / "results/probe_p.csv"));
    killed.send(SIGKILL);
    EXPECT_EQ(killed.wait().signal, SIGKILL);
  }
  EXPECT_TRUE(fs::exists(scratch / k_lock));
  const Outcome next = scratch.curlew({"run", "case.json", "--set", "time.steps=5"});
  expect(next, {0, {"took over"}});
  EXPECT_NE(read_file(scratch / "results/run.log").find("took over"), std::string::npos);
  EXPECT_FALSE(fs::exists(scratch / k_lock));
  EXPECT_FALSE(fs::exists(scratch / "results/checkpoint")) << "of the killed run";
}

TEST(TwoRuns, AFailedRunLeavesNoLock) {
  const Scratch scratch;
  write_file(scratch / "case.json",
             replaced(k_tiny_case, R"("steps": 40, "courant": 0.9)",
                      R"("steps": 100000, "courant": 1.01, "allow_unstable": true)"));
  EXPECT_EQ(scratch.curlew({"run", "case.json"}).exit_code, 4);
  EXPECT_FALSE(fs::exists(scratch / k_lock));
  const std::string log = read_file(scratch / "results/run.log");
  EXPECT_NE(log.find("error: "), std::string::npos) << log;
}

TEST(UserFiles, StayWhateverTheirNames) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  expect(scratch.curlew({"run", "case.json", "--quiet"}), {0, {}});
  fs::create_directories(scratch / "results/fields");
  const std::vector<std::string> mine = {"probe_measured.csv", "fields/fields_9.vtu",
                                         "spectrum_theory.csv"};
  for (const std::string &name : mine)
    write_file(scratch / ("results/" + name), "mine");
  expect(scratch.curlew({"run", "case.json", "--quiet", "--set", "outputs.probes.0.name=q"}),
         {0, {}});
  for (const std::string &name : mine)
    EXPECT_EQ(read_file(scratch / ("results/" + name)), "mine") << name;
  EXPECT_FALSE(fs::exists(scratch / "results/probe_p.csv")) << "of the first run";
  EXPECT_TRUE(fs::exists(scratch / "results/probe_q.csv"));
  // A probe of that name would overwrite it: before anything is computed.
  expect(scratch.curlew({"run", "case.json", "--set", "outputs.probes.0.name=measured"}),
         {5, {"probe_measured.csv", "--overwrite"}});
  EXPECT_EQ(read_file(scratch / "results/probe_measured.csv"), "mine");
  EXPECT_TRUE(fs::exists(scratch / "results/probe_q.csv")) << "cleared before the refusal";
}

// A case in its own results folder: copied there, or the resolved one.
TEST(UserFiles, TheCaseFileStays) {
  const Scratch scratch;
  fs::create_directories(scratch / "results");
  const std::string here =
      replaced(k_tiny_case, R"("directory": "results")", R"("directory": ".")");
  write_file(scratch / "results/case.json", here);
  expect(scratch.curlew({"run", "results/case.json"}), {5, {"--overwrite"}});
  expect(scratch.curlew({"run", "results/case.json", "--quiet", "--overwrite"}), {0, {}});
  EXPECT_EQ(read_file(scratch / "results/case.json"), here);
  expect(scratch.curlew({"run", "results/case.json", "--quiet"}), {0, {}}); // there is a manifest

  const fs::path resolved = scratch / "results/case.resolved.json";
  const std::string text = read_file(resolved);
  const std::string probe = read_file(scratch / "results/probe_p.csv");
  expect(scratch.curlew({"run", resolved.string(), "--quiet"}), {0, {}});
  EXPECT_EQ(read_file(resolved), text);
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe);
  expect(scratch.curlew({"run", resolved.string(), "--overwrite", "--set", "time.steps=3"}),
         {5, {"case.resolved.json", "--output"}});
  EXPECT_EQ(read_file(resolved), text);
  EXPECT_EQ(read_file(scratch / "results/probe_p.csv"), probe) << "cleared before the refusal";
}

// The case file has the name of a table.
TEST(UserFiles, ACaseFileWithTheNameOfAResultIsNotOverwritten) {
  const Scratch scratch;
  const std::string here =
      replaced(k_tiny_case, R"("directory": "results")", R"("directory": ".")");
  write_file(scratch / "probe_p.csv", here);
  expect(scratch.curlew({"run", "probe_p.csv", "--overwrite"}), {5, {"probe_p.csv", "reads"}});
  EXPECT_EQ(read_file(scratch / "probe_p.csv"), here);
}

TEST(UserFiles, WhatThePrintedTextSaysIsInTheLog) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  expect(outcome, {0, {}});
  const std::string log = read_file(scratch / "results/run.log");
  std::istringstream lines(outcome.all());
  for (std::string line; std::getline(lines, line);) {
    if (line.find(" in all") != std::string::npos) // progress bar
      continue;
    EXPECT_NE(log.find(line), std::string::npos) << line;
  }
}

} // namespace
