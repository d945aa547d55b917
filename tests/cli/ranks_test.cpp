// Runs on several ranks as users start them: the same results, one message for a failure, and no
// remaining process.
#include "ranks.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>

using namespace curlew::cli_test;
using curlew::testing::k_has_vtk;
using nlohmann::json;

namespace {

const std::string k_fields =
    k_has_vtk ? R"("fields": { "every": "20 steps", "quantities": ["E", "H"] },)" : "";

// The tiny case, coarser in time and with every output that ranks share.
const std::string k_case =
    replaced(k_tiny_case, R"(    "probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ])",
             std::string(R"(    "probes": [
      { "name": "p", "point": [0.61, 0.33, 0.21] },
      { "name": "plane", "field": "H",
        "plane": { "corner": [0.1, 0.1, 0.1], "u": [0.8, 0, 0], "v": [0, 0.6, 0], "counts": [3, 3] } }
    ],
    "spectra": [ { "probe": "p", "band": [0, "2 GHz"] } ],
    "energy": { "every": "4 steps" },)") +
                 k_fields + R"("checkpoint": { "every": "10 steps" })");

const std::vector<std::string> k_tables = {"probe_p.csv", "probe_plane.csv", "energy.csv",
                                           "spectrum_p.csv"};

std::vector<std::string> run_into(const std::string &folder,
                                  const std::vector<std::string> &more = {}) {
  std::vector<std::string> arguments{"run", "case.json", "--quiet", "--threads",
                                     "1",   "--output",  folder};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void expect_done(const Outcome &outcome) {
  const std::string wrong = mismatch(outcome, {0, {}});
  EXPECT_TRUE(wrong.empty()) << wrong;
}

#ifndef CURLEW_LAUNCH

// The environment variables are those of a launcher.
TEST(NoMpi, SeveralCopiesAreRefusedWithAdvice) {
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const auto with = [&](const std::string &variable) {
    return run_in_time({run_into("results"), scratch.path(), {}, 0, {"/usr/bin/env", variable}});
  };
  for (const std::string variable :
       {"OMPI_COMM_WORLD_SIZE=2", "PMI_SIZE=2", "MV2_COMM_WORLD_SIZE=2"}) {
    const std::string wrong = mismatch(
        with(variable), {2, {"running on several ranks (2 were started)", "CURLEW_ENABLE_MPI=ON"}});
    EXPECT_TRUE(wrong.empty()) << variable << ": " << wrong;
    EXPECT_FALSE(fs::exists(scratch / "results"));
  }
  expect_done(with("OMPI_COMM_WORLD_SIZE=1"));
}

#else

class Ranks : public testing::Test {
protected:
  void SetUp() override { write_file(scratch_ / "case.json", k_case); }

  // Runs on so many ranks; on 0 without a launcher.
  Outcome run_on(int ranks, const std::vector<std::string> &arguments) const {
    return run_in_time({arguments,
                        scratch_.path(),
                        {},
                        0,
                        ranks == 0 ? std::vector<std::string>() : launcher(ranks)});
  }
  json summary(const std::string &folder) const {
    return json::parse(read_file(scratch_ / folder / "summary.json"));
  }

  // Expects equal tables in both folders, to rounding.
  void expect_same_tables(const std::string &folder, const std::string &reference) const {
    for (const std::string &table : k_tables) {
      const auto rows = numbers(scratch_ / folder / table);
      const auto expected = numbers(scratch_ / reference / table);
      ASSERT_EQ(rows.size(), expected.size()) << folder << "/" << table;
      double largest = 0;
      for (const auto &row : expected)
        for (std::size_t k = 1; k < row.size(); ++k)
          largest = std::max(largest, std::abs(row[k]));
      EXPECT_GT(largest, 0) << table;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), expected[i].size());
        EXPECT_EQ(rows[i][0], expected[i][0]) << table; // time or frequency
        for (std::size_t k = 1; k < rows[i].size(); ++k)
          ASSERT_NEAR(rows[i][k], expected[i][k], 1e-12 * largest)
              << folder << "/" << table << ", row " << i;
      }
    }
  }

  // Expects one line with the error, and that all processes end soon with this code.
  void expect_failure(int ranks, const std::vector<std::string> &arguments, int exit_code,
                      const std::vector<std::string> &words) const {
    expect_one_error(run_on(ranks, arguments), exit_code, words, scratch_.path());
  }

  Scratch scratch_;
};

TEST_F(Ranks, GiveTheResultsOfOne) {
  expect_done(run_on(0, run_into("one")));
  expect_done(run_on(4, run_into("four")));
  expect_same_tables("four", "one");
  const json one = summary("one"), four = summary("four");
  EXPECT_EQ(one.at("ranks"), 1);
  EXPECT_EQ(four.at("ranks"), 4);
  const json &places = four.at("provenance").at("placement");
  ASSERT_EQ(places.size(), 4u);
  for (const json &place : places) {
    EXPECT_EQ(place.at("host"), four.at("provenance").at("host"));
    EXPECT_FALSE(place.at("processors").get<std::string>().empty());
  }
  EXPECT_FALSE(one.at("provenance").contains("placement"));
  for (const char *key : {"tets", "edges", "faces", "unknowns", "steps", "dt_s", "time_s"})
    EXPECT_EQ(four.at(key), one.at(key)) << key;
  EXPECT_GT(four.at("stored_unknowns"), one.at("stored_unknowns")); // and those of ghosts
  EXPECT_EQ(json::parse(read_file(scratch_ / "four/case.resolved.json")).at("mesh"),
            json::parse(read_file(scratch_ / "one/case.resolved.json")).at("mesh"));
  // Twin: the comparison detects a change in the ninth digit.
  expect_done(run_on(0, run_into("other", {"--set", "excitations.0.amplitude=1.00000001"})));
  EXPECT_NE(read_file(scratch_ / "other/probe_p.csv"), read_file(scratch_ / "one/probe_p.csv"));
}

TEST_F(Ranks, OneRankOfALauncherIsNoOther) {
  expect_done(run_on(0, run_into("alone")));
  expect_done(run_on(1, run_into("launched")));
  for (const std::string &table : k_tables)
    EXPECT_EQ(read_file(scratch_ / "launched" / table), read_file(scratch_ / "alone" / table));
}

TEST_F(Ranks, ContinueOnOtherNumbersOfRanks) {
  expect_done(run_on(0, run_into("unbroken")));
  const auto half = [&](int ranks, const std::string &folder) {
    expect_done(run_on(ranks, run_into(folder, {"--set", "time.steps=20"})));
    EXPECT_EQ(numbers(scratch_ / folder / "probe_p.csv").size(), 20u);
  };
  const auto rest = [&](int ranks, const std::string &folder) {
    expect_done(run_on(ranks, run_into(folder, {"--restart"})));
    expect_same_tables(folder, "unbroken");
    EXPECT_EQ(summary(folder).at("ranks"), std::max(ranks, 1));
  };
  half(4, "four-two");
  fs::copy(scratch_ / "four-two", scratch_ / "four-one", fs::copy_options::recursive);
  rest(2, "four-two");
  rest(0, "four-one");
  half(0, "one-three");
  rest(3, "one-three");
}

std::vector<std::string> matches(const std::string &text, const std::string &pattern) {
  std::vector<std::string> found;
  const std::regex expression(pattern);
  for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
    found.push_back((*at)[1]);
  return found;
}

TEST_F(Ranks, WriteFieldsInPieces) {
  CURLEW_SKIP_WITHOUT(vtk);
  expect_done(run_on(4, run_into("four")));
  const fs::path results = scratch_ / "four";
  const auto listed = matches(read_file(results / "fields.pvd"), "file=\"([^\"]*)\"");
  ASSERT_EQ(listed.size(), 2u);
  for (const std::string &snapshot : listed) {
    EXPECT_EQ(fs::path(snapshot).extension(), ".pvtu");
    const fs::path path = results / snapshot;
    const auto pieces = matches(read_file(path), "Source=\"([^\"]*)\"");
    EXPECT_EQ(pieces.size(), 4u) << snapshot;
    int cells = 0;
    for (const std::string &piece : pieces) {
      const auto counts =
          matches(read_file(path.parent_path() / piece), "NumberOfCells=\"([0-9]+)\"");
      ASSERT_EQ(counts.size(), 1u) << piece;
      cells += std::stoi(counts[0]);
    }
    EXPECT_EQ(cells, summary("four").at("tets").get<int>()) << "each tet in one piece";
  }
}

TEST_F(Ranks, MoreThanTheMeshCanFillAreRefused) {
  for (const std::string partition : {"auto", "spatial"})
    expect_failure(10,
                   run_into("results", {"--set", "mesh.box.cells=[1,1,1]", "--set",
                                        "run.partition=" + partition}),
                   2, {"of 10", "6 tets", "start fewer ranks"});
  EXPECT_FALSE(fs::exists(scratch_ / "results/summary.json"));
}

// The same failure on every rank, or one that only some or only the root meet: one message.
TEST_F(Ranks, FailAsOne) {
  const auto fail = [&](const std::vector<std::string> &change, int exit_code,
                        const std::vector<std::string> &words) {
    expect_failure(4, run_into("results", change), exit_code, words);
  };
  fail({"--set", "outputs.probes.0.point=[5,0.3,0.2]"}, 2, {"probe \"p\"", "outside"});
  fail({"--set", "regions.volume=water"}, 2, {"water"});
  fail({"--set", "run.partition=round"}, 2, {"\"round\""});
#ifndef CURLEW_PROGRAM_NEEDS_DEVICE
  fail({"--backend", "cuda"}, 2, {"cuda"});
#endif
  write_file(scratch_ / "results", "a file");
  fail({}, 5, {"results"});
}

// Faces without a condition are at one wall: only the ranks there find them.
TEST_F(Ranks, FailAsOneWhereSomeFail) {
  std::string walls;
  for (const std::string wall : {"x-", "y-", "y+", "z-", "z+"})
    walls += (walls.empty() ? "\"" : ", \"") + wall + R"(": { "type": "pec" })";
  write_file(scratch_ / "case.json", replaced(k_case, R"("default": { "type": "pec" })", walls));
  expect_failure(4, run_into("results"), 2, {"no condition"});
}

TEST_F(Ranks, FailAsOneWhenUnstable) {
  expect_failure(3,
                 run_into("results", {"--set", "time.courant=1.05", "--set",
                                      "time.allow_unstable=true", "--set", "time.steps=20000"}),
                 4, {"at step ", "courant"});
}

class StoppedRanks : public Ranks {
protected:
  // Starts three ranks on an endless run, lets `stop` at it once a checkpoint is there, and waits.
  template <class Stop> Outcome stopped(const Stop &stop) const {
    std::string endless = replaced(k_case, R"("steps": 40)", R"("steps": 1000000000)");
    if (k_has_vtk)
      endless = replaced(endless, k_fields, "");
    write_file(scratch_ / "case.json", endless);
    Process process(
        {{"run", "case.json", "--quiet", "--threads", "1"}, scratch_.path(), {}, 0, launcher(3)});
    const fs::path checkpoints = scratch_ / "results/checkpoint";
    for (int look = 0; look < 6000 && !process.ended(); ++look) {
      if (fs::exists(checkpoints) && !names_in(checkpoints).empty())
        break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_FALSE(process.ended());
    stop(process);
    const Outcome outcome = process.wait();
    expect_nobody_in(scratch_.path());
    EXPECT_FALSE(fs::exists(scratch_ / "results/summary.json"));
    EXPECT_LE(error_lines(outcome).size(), 1u) << outcome.all();
    return outcome;
  }
  // The run continues on two ranks for some steps.
  void expect_to_continue(long to_step) const {
    const std::string steps = "time.steps=" + std::to_string(to_step);
    expect_done(run_on(2, {"run", "case.json", "--quiet", "--restart", "--set", steps}));
    EXPECT_EQ(numbers(scratch_ / "results/probe_p.csv").size(), std::size_t(to_step));
  }
};

// srun sends signals to the ranks themselves, and not to all at the same time.
TEST_F(StoppedRanks, AgreeOnAStepAfterASignalToOne) {
  const Outcome outcome = stopped([&](Process &) {
    const auto ranks = processes_in(scratch_.path(), curlew::test::program_path());
    ASSERT_EQ(ranks.size(), 3u);
    kill(ranks[1], SIGTERM);
  });
  std::smatch match;
  ASSERT_TRUE(
      std::regex_search(outcome.err, match, std::regex("stopped at step ([0-9]+) of 1000000000")))
      << outcome.all();
  EXPECT_EQ(outcome.exit_code, 130) << outcome.all();
  expect_to_continue(std::stol(match[1]) + 10);
}

// mpirun passes the signal on but grants little time (Open MPI: a second), which a busy machine may
// not have: the checkpoint of the signal or the one before it is whole. mpirun's own exit code
// stands for the signal that it got.
TEST_F(StoppedRanks, LeaveACheckpointAfterASignalToTheLauncher) {
  const Outcome outcome = stopped([](Process &process) { process.send(SIGTERM); });
  EXPECT_NE(outcome.exit_code, 0);
  const long steps = static_cast<long>(numbers(scratch_ / "results/probe_p.csv").size());
  expect_to_continue(steps + 20); // beyond all that was written
}

// The system kills a rank where memory ends, and hosts fail: the launcher ends the others, and the
// newest checkpoint goes on. 1 s.
TEST_F(StoppedRanks, EndWhereOneIsKilled) {
  const Outcome outcome = stopped([&](Process &process) { kill_one(process, scratch_.path(), 3); });
  EXPECT_NE(outcome.exit_code, 0);
  const std::string probe = read_file(scratch_ / "results/probe_p.csv");
  const long rows = static_cast<long>(std::count(probe.begin(), probe.end(), '\n'));
  expect_to_continue(rows + 20); // beyond all that was written
}

// srun without a supported MPI starts separate runs of the whole case.
TEST_F(Ranks, ThatCannotMeetAreRefused) {
  const auto with = [&](const std::vector<std::string> &variables) {
    std::vector<std::string> prefix{"/usr/bin/env"};
    for (const std::string name : {"OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
                                   "MV2_COMM_WORLD_SIZE", "PALS_RANKID"})
      prefix.insert(prefix.end(), {"-u", name});
    prefix.insert(prefix.end(), variables.begin(), variables.end());
    return run_in_time({run_into("results"), scratch_.path(), {}, 0, prefix});
  };
  const std::string wrong = mismatch(with({"SLURM_STEP_ID=0", "SLURM_STEP_NUM_TASKS=4"}),
                                     {2, {"srun started 4 processes", "--mpi=pmix", "mpirun"}});
  EXPECT_TRUE(wrong.empty()) << wrong;
  EXPECT_FALSE(fs::exists(scratch_ / "results"));
  // Twins: one task, and the script of a job, which is no step.
  expect_done(with({"SLURM_STEP_ID=0", "SLURM_STEP_NUM_TASKS=1"}));
  expect_done(with({"SLURM_NTASKS=4"}));
}

#endif

} // namespace
