// Backends through the program: their list, their selection, their benchmarks.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <regex>
#include <sstream>

using namespace curlew::cli_test;

namespace {

void expect(const Scratch &scratch, const std::vector<std::string> &arguments,
            const Expectation &expected) {
  const std::string wrong = mismatch(scratch.curlew(arguments), expected);
  EXPECT_TRUE(wrong.empty()) << ::testing::PrintToString(arguments) << ": " << wrong;
}

struct Line {
  std::string backend, text;
};

// The lines of `curlew info` that name a backend.
std::vector<Line> backends_of(const std::string &info) {
  std::vector<Line> lines;
  std::istringstream stream(info);
  const std::regex pattern("^  backend +([a-z]+) +(.*)$");
  std::smatch match;
  for (std::string line; std::getline(stream, line);)
    if (std::regex_match(line, match, pattern))
      lines.push_back({match[1], match[2]});
  return lines;
}

std::vector<Line> backends_here() {
  const Scratch scratch;
  return backends_of(scratch.curlew({"info"}).out);
}

// Hides the GPUs from this process's children while this object exists.
class HiddenDevices {
public:
  HiddenDevices() {
    if (const char *value = std::getenv(k_variable))
      before_ = value;
    setenv(k_variable, "", 1);
  }
  ~HiddenDevices() {
    if (before_)
      setenv(k_variable, before_->c_str(), 1);
    else
      unsetenv(k_variable);
  }
  HiddenDevices(const HiddenDevices &) = delete;
  HiddenDevices &operator=(const HiddenDevices &) = delete;

private:
  static constexpr const char *k_variable = "CUDA_VISIBLE_DEVICES";
  std::optional<std::string> before_;
};

TEST(Backends, InfoShowsMemoryAndCopyOfEach) {
  const std::vector<Line> lines = backends_here();
  ASSERT_GE(lines.size(), 1u);
  EXPECT_EQ(lines[0].backend, "serial");
  // The number of threads, and where it comes from.
  const std::regex host(
      ".+, 1?[0-9]+ threads?(, from .+)?, [0-9.]+ of [0-9.]+ GB free, copy [0-9.]+ GB/s");
  const std::regex device(".+, [0-9.]+ of [0-9.]+ GB free, copy [0-9.]+ GB/s");
  for (const Line &line : lines)
    EXPECT_TRUE(std::regex_match(line.text, line.backend == "cuda" ? device : host))
        << line.backend << ": " << line.text;
}

TEST(Backends, CudaThatIsNotCompiledInNamesTheWay) {
  if (backends_here().back().backend == "cuda")
    GTEST_SKIP() << "this binary has the backend cuda";
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  const Expectation missing{2, {"\"cuda\"", "not compiled", "./bootstrap --cuda"}};
  expect(scratch, {"run", "case.json", "--backend", "cuda"}, missing);
  expect(scratch, {"run", "case.json", "--set", "run.backend=cuda"}, missing);
  expect(scratch, {"check", "case.json", "--set", "run.backend=cuda"}, missing);
  expect(scratch, {"bench", "copy", "--backends", "cuda"}, missing);
  expect(scratch, {"bench", "copy", "--backends", "serial,cuda"}, missing);
  EXPECT_EQ(names_in(scratch.path()), std::vector<std::string>{"case.json"});
}

// A login node: commands that compute nothing work there, others name what is missing.
TEST(NoDevice, TheCommandsThatSolveNothingWork) {
  const HiddenDevices hidden;
  const Scratch scratch;
  write_file(scratch / "case.json", k_tiny_case);
  write_file(scratch / "cube.msh", cube("41_ascii"));
  const Outcome info = scratch.curlew({"info"});
  EXPECT_EQ(info.exit_code, 0) << info.err;
  const bool has_cuda = backends_of(info.out).back().backend == "cuda";
  EXPECT_EQ(info.out.find("not usable here") != std::string::npos, has_cuda) << info.out;
  const Outcome check = scratch.curlew({"check", "case.json"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  for (const char *word : {"108 tets", "memory", "The case is good to run"})
    EXPECT_NE(check.out.find(word), std::string::npos) << word << " in\n" << check.out;
  EXPECT_EQ(check.out.find("not computed") != std::string::npos, has_cuda) << check.out;
  expect(scratch, {"schema"}, {0, {}});
  expect(scratch, {"mesh", "cube.msh"}, {0, {}});
  expect(scratch, {"--help"}, {0, {}});
  if (!has_cuda)
    return;
  for (const char *backend : {"auto", "serial", "cuda"})
    expect(scratch, {"run", "case.json", "--backend", backend},
           {2, {"no NVIDIA device", "./bootstrap build"}});
  EXPECT_FALSE(fs::exists(scratch / "results"));
}

// --- Benches -------------------------------------------------------------------------------------

nlohmann::json json_of(const fs::path &file) {
  return nlohmann::json::parse(read_file(file));
}

TEST(Bench, CopyTimesTheVectorKernels) {
  const Scratch scratch;
  const Outcome outcome =
      scratch.curlew({"bench", "copy", "--backends", "serial", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  for (const char *row :
       {"| copy | serial |", "| axpy | serial |", "| dot | serial |", "| axpy+dot | serial |"})
    EXPECT_NE(outcome.out.find(row), std::string::npos) << row << " in\n" << outcome.out;
  const auto json = json_of(scratch / "out/copy.json");
  ASSERT_EQ(json.at("rows").size(), 4u);
  const double copy = json.at("copy_gbytes_per_s").at("serial");
  for (const auto &row : json["rows"]) {
    EXPECT_GT(row.at("gbytes_per_s").get<double>(), 0.1);
    EXPECT_NEAR(row.at("fraction_of_copy").get<double>() * copy,
                row.at("gbytes_per_s").get<double>(), 1e-6 * copy);
  }
}

TEST(Bench, DenseComparesTheFactorisationWithAProduct) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew(
      {"bench", "dense", "--backends", "serial", "--unknowns", "50,120", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto rows = json_of(scratch / "out/dense.json").at("rows");
  ASSERT_EQ(rows.size(), 2u);
  for (const auto &row : rows) {
    const double n = row.at("unknowns"), rate = row.at("gflops"), product = row.at("zgemm_gflops");
    EXPECT_NEAR(rate * row.at("seconds").get<double>(), 8e-9 / 3 * n * n * n, 1e-12 * n * n * n);
    EXPECT_NEAR(row.at("fraction_of_zgemm").get<double>() * product, rate, 1e-6 * rate);
  }
  EXPECT_NE(outcome.out.find("| 120 | serial |"), std::string::npos) << outcome.out;
}

TEST(Bench, DenseRefusesSizesThatAreNone) {
  const Scratch scratch;
  for (const char *unknowns : {"0", "-3", "2000000", "many"}) {
    const Outcome outcome = scratch.curlew({"bench", "dense", "--unknowns", unknowns});
    EXPECT_EQ(mismatch(outcome, {2, {"--unknowns"}}), "") << unknowns;
  }
}

// Keys and sense of every row of `bench dgatd`.
void expect_rows(const nlohmann::json &json, std::size_t count, const std::string &mesh,
                 std::int64_t elements) {
  for (const char *key : {"machine", "versions", "copy_gbytes_per_s"})
    EXPECT_TRUE(json.contains(key)) << key;
  ASSERT_EQ(json.at("rows").size(), count);
  for (const auto &row : json["rows"]) {
    for (const char *key : {"method",
                            "variant",
                            "backend",
                            "threads",
                            "ranks",
                            "mesh",
                            "elements",
                            "dofs",
                            "stored_unknowns",
                            "unknowns_of_e",
                            "problem_seconds",
                            "limit_seconds",
                            "setup_seconds",
                            "seconds_per_step",
                            "faraday_seconds",
                            "ampere_seconds",
                            "spread",
                            "minimum_bytes",
                            "fraction_of_copy",
                            "faraday_fraction_of_copy",
                            "ampere_fraction_of_copy",
                            "memory_bytes"})
      EXPECT_TRUE(row.contains(key)) << key;
    EXPECT_EQ(row.at("method"), "dgatd");
    EXPECT_EQ(row.at("mesh"), mesh);
    EXPECT_EQ(row.at("elements"), elements);
    EXPECT_GT(row.at("dofs").get<double>(), elements);
    EXPECT_GT(row.at("seconds_per_step").get<double>(), 0);
    EXPECT_NEAR(row.at("minimum_bytes").get<double>(),
                row.at("faraday_bytes").get<double>() + row.at("ampere_bytes").get<double>(), 1);
    const std::string e = row.at("unknowns_of_e");
    EXPECT_TRUE(e == "half edges" || e == "edges") << e;
  }
}

TEST(Bench, DgatdHasOneRowPerVariant) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"bench", "dgatd", "--sizes", "2000", "--variants",
                                          "fused", "--backends", "serial", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = json_of(scratch / "out/dgatd.json");
  expect_rows(json, 1, "box", 6 * 5 * 5 * 5);
  EXPECT_EQ(json["rows"][0].at("unknowns_of_e"), "half edges");
  EXPECT_EQ(json["rows"][0].at("threads"), 1);
  for (const char *key : {"baseline_ratio", "spmv_ratio", "paper_ratio"}) // no baseline
    EXPECT_FALSE(json["rows"][0].contains(key)) << key;
  const std::string csv = read_file(scratch / "out/dgatd.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 2) << csv;
  EXPECT_NE(first_line(scratch / "out/dgatd.csv").find("unknowns_of_e"), std::string::npos);
  EXPECT_NE(outcome.out.find("| fused | half edges | serial |"), std::string::npos) << outcome.out;
  EXPECT_NE(read_file(scratch / "out/dgatd.md").find("| fused |"), std::string::npos);
}

TEST(Bench, KerrShowsHowItsSolversConverge) {
  const Scratch scratch;
  const Outcome outcome =
      scratch.curlew({"bench", "kerr", "--grids", "2", "--solvers", "newton,fixed-point",
                      "--backends", "serial", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = json_of(scratch / "out/kerr.json");
  int converged = 0, diverged = 0, timed = 0;
  for (const auto &row : json["rows"]) {
    if (row.contains("ratio"))
      ++timed;
    if (!row.contains("residual") || row.at("space") != "full 1" || row.at("chi3_e2") != 7.27)
      continue;
    const double residual = row.at("residual").get<double>();
    if (row.at("solver") == "newton" && row.at("iteration") == 8)
      converged += residual < 1e-12 ? 1 : 0;
    if (row.at("solver") == "fixed-point" && row.at("iteration") == 200)
      diverged += residual > 0.1 ? 1 : 0;
  }
  EXPECT_EQ(converged, 1);
  EXPECT_EQ(diverged, 1);
  EXPECT_GE(timed, 20 + 2 * 5); // third and fourth order have Newton alone
  EXPECT_NE(outcome.out.find("Largest residual after iterations"), std::string::npos);
}

TEST(Bench, FdfdComparesItsSolvers) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"bench", "fdfd", "--grids", "24", "--solvers",
                                          "bicgstab-fused,cocg,background", "--variants",
                                          "cas,fused", "--backends", "serial", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = json_of(scratch / "out/fdfd.json");
  ASSERT_EQ(json["rows"].size(), 5u); // two variants of two solvers; the background needs one
  for (const auto &row : json["rows"]) {
    EXPECT_EQ(row.at("method"), "fdfd");
    EXPECT_EQ(row.at("elements"), 24 * 24 * 24);
    EXPECT_EQ(row.at("dofs"), 3 * 24 * 24 * 24);
    EXPECT_LE(row.at("residual").get<double>(), 1e-6);
    EXPECT_GT(row.at("seconds").get<double>(), 0);
  }
  const auto &background = json["rows"][4];
  EXPECT_EQ(background.at("solver"), "cocr+background");
  EXPECT_LT(background.at("iterations").get<int>(), 30);
  EXPECT_FALSE(background.contains("fraction_of_copy")); // the vectors do not stream through it
  EXPECT_GT(json["rows"][2].at("iterations").get<int>(), 100); // cocg
  const auto whole = [&](int row) {                            // including its set-up
    return json["rows"][row].at("seconds").get<double>() +
           json["rows"][row].at("setup_seconds").get<double>();
  };
  EXPECT_NEAR(json["rows"][3].at("paper_ratio").get<double>() * whole(3) / whole(0), 1, 1e-9);
  EXPECT_NE(outcome.out.find("| cocr+background | fused | serial |"), std::string::npos);
}

TEST(Bench, RatiosAreAgainstTheirBaselines) {
  const Scratch scratch;
  const Outcome outcome =
      scratch.curlew({"bench", "dgatd", "--sizes", "2000", "--variants", "spmv,fused", "--backends",
                      "serial,openmp", "--threads", "2", "--oversubscribe", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = json_of(scratch / "out/dgatd.json");
  expect_rows(json, 4, "box", 6 * 5 * 5 * 5);
  const auto seconds = [&](int row) {
    return json["rows"][row].at("seconds_per_step").get<double>();
  };
  const auto ratio = [&](int row, const char *key) {
    return json["rows"][row].at(key).get<double>();
  };
  for (int row = 0; row < 4; ++row) {
    EXPECT_NEAR(ratio(row, "baseline_ratio"), seconds(0) / seconds(row), 1e-9);
    EXPECT_NEAR(ratio(row, "spmv_ratio"), seconds(row / 2 * 2) / seconds(row), 1e-9);
    EXPECT_FALSE(json["rows"][row].contains("paper_ratio"));
  }
}

// The baseline is spmv on serial even where neither was requested.
TEST(Bench, BaselineIsSpmvOnOneCore) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"bench", "dgatd", "--sizes", "2000", "--variants",
                                          "fused", "--backends", "openmp", "--threads", "2",
                                          "--oversubscribe", "--baseline", "--output", "out"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const auto json = json_of(scratch / "out/dgatd.json");
  expect_rows(json, 2, "box", 6 * 5 * 5 * 5);
  const auto &baseline = json["rows"][0], &fused = json["rows"][1];
  EXPECT_EQ(baseline.at("variant"), "spmv");
  EXPECT_EQ(baseline.at("backend"), "serial");
  EXPECT_EQ(baseline.at("threads"), 1);
  EXPECT_EQ(fused.at("variant"), "fused");
  EXPECT_EQ(fused.at("backend"), "openmp");
  EXPECT_EQ(fused.at("threads"), 2);
  EXPECT_NEAR(fused.at("baseline_ratio").get<double>(),
              baseline.at("seconds_per_step").get<double>() /
                  fused.at("seconds_per_step").get<double>(),
              1e-9);
  EXPECT_FALSE(fused.contains("spmv_ratio")); // not timed on this backend
}

TEST(Bench, DgatdTakesAMeshAndRefinesIt) {
  const Scratch scratch;
  write_file(scratch / "cube.msh", cube("41_binary"));
  const std::vector<std::string> plain = {"bench", "dgatd",      "--mesh", "cube.msh", "--variants",
                                          "fused", "--backends", "serial", "--output", "out"};
  std::vector<std::string> refined = plain;
  refined.insert(refined.end(), {"--refine", "1"});
  ASSERT_EQ(scratch.curlew(plain).exit_code, 0);
  const std::int64_t elements = json_of(scratch / "out/dgatd.json").at("rows").at(0).at("elements");
  EXPECT_GT(elements, 100);
  ASSERT_EQ(scratch.curlew(refined).exit_code, 0);
  expect_rows(json_of(scratch / "out/dgatd.json"), 1, "cube.msh", 8 * elements);
}

// Arguments are checked before any measurement: no table of copy bandwidths precedes the message.
TEST(Bench, WrongArgumentsAreExitTwo) {
  const Scratch scratch;
  const auto bench = [&](std::vector<std::string> options, const Expectation &expected) {
    options.insert(options.begin(), {"bench", "dgatd", "--backends", "serial"});
    const Outcome outcome = scratch.curlew(options);
    const std::string wrong = mismatch(outcome, expected);
    EXPECT_TRUE(wrong.empty()) << ::testing::PrintToString(options) << ": " << wrong;
    EXPECT_EQ(outcome.out, "") << ::testing::PrintToString(options);
  };
  bench({"--sizes", "2000", "--variants", "fusd"}, {2, {"\"fusd\"", "spmv, paper, blocks, fused"}});
  bench({"--sizes", "2000", "--variants", "fused,fusd"}, {2, {"\"fusd\""}});
  bench({"--variants", "fusd", "--output", "out"}, {2, {"\"fusd\""}});
  bench({"--mesh", "none.msh"}, {2, {"none.msh"}});
  bench({"--refine", "-1"}, {2, {"--refine"}});
  bench({"--sizes", "many"}, {2, {"--sizes"}});
  EXPECT_TRUE(names_in(scratch.path()).empty());
}

TEST(Bench, MoreThanMemoryIsExitSix) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew(
      {"bench", "dgatd", "--sizes", "1e10", "--variants", "fused", "--backends", "serial"});
  const std::string wrong = mismatch(outcome, {6, {"bench --sizes 10000000000", "are free"}});
  EXPECT_TRUE(wrong.empty()) << wrong;
  EXPECT_TRUE(std::regex_search(
      outcome.err, std::regex("\\([0-9]+ bytes\\), of which .* \\([0-9]+ bytes\\) are free")))
      << outcome.err;
}

// --- Checkpoints ---------------------------------------------------------------------------------

// The numbers of a table, without its header.
std::vector<double> numbers_of(const fs::path &csv) {
  std::istringstream lines(read_file(csv));
  std::vector<double> numbers;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');)
      try {
        numbers.push_back(std::stod(cell));
      } catch (const std::invalid_argument &) {
        break; // a header or a comment
      }
  }
  return numbers;
}

const std::string k_saved =
    replaced(k_tiny_case, R"("directory": "results",)",
             R"("directory": "results", "checkpoint": { "every": "20 steps" },)");

// Returns max |a - b| / max |b| of two tables of t and E, as probes write them.
double distance(const fs::path &a, const fs::path &b) {
  const std::vector<double> got = numbers_of(a), expected = numbers_of(b);
  EXPECT_EQ(got.size(), expected.size());
  EXPECT_EQ(expected.size(), 4u * 100);
  double difference = 0, largest = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (i % 4 != 0) {
      difference = std::max(difference, std::abs(got.at(i) - expected[i]));
      largest = std::max(largest, std::abs(expected[i]));
    }
  EXPECT_GT(largest, 0);
  return difference / largest;
}

// 40 steps on one backend and 60 more on another, against 100 on the first.
TEST(Backends, ARunContinuesOnAnother) {
  constexpr double k_tolerance = 1e-12;
  const Scratch scratch;
  write_file(scratch / "case.json", k_saved);
  const auto run = [&](const std::string &to, const std::string &backend, const std::string &steps,
                       const std::vector<std::string> &more = {}) {
    std::vector<std::string> arguments = {"run",      "case.json", "--quiet",
                                          "--output", to,          "--backend",
                                          backend,    "--set",     "time.steps=" + steps};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect(scratch, arguments, {0, {}});
    return scratch / (to + "/probe_p.csv");
  };
  const std::vector<Line> lines = backends_here();
  for (const Line &from : lines) {
    const fs::path whole = run("whole-" + from.backend, from.backend, "100");
    for (const Line &to : lines) {
      const std::string parts = from.backend + "-" + to.backend;
      run(parts, from.backend, "40");
      EXPECT_LE(distance(run(parts, to.backend, "100", {"--restart"}), whole), k_tolerance)
          << parts;
    }
  }
  const fs::path other =
      run("other", "serial", "100", {"--set", "excitations.0.amplitude=1.000000001"});
  EXPECT_GT(distance(other, scratch / "whole-serial/probe_p.csv"), k_tolerance);
}

// Lossless runs on devices keep E on whole edges: such a checkpoint has no energy.
TEST(Backends, AStateOfWholeEdgesKnowsNoEnergy) {
  if (backends_here().back().backend != "cuda")
    GTEST_SKIP() << "only the backend cuda keeps whole edges";
  const Scratch scratch;
  write_file(scratch / "case.json", k_saved);
  expect(scratch, {"run", "case.json", "--quiet", "--backend", "cuda"}, {0, {}});
  EXPECT_EQ(json_of(scratch / "results/summary.json").at("unknowns_of_e"), "edges");
  expect(scratch,
         {"run", "case.json", "--quiet", "--backend", "serial", "--restart", "--set",
          "time.steps=60", "--set", "outputs.energy={\"every\": \"10 steps\"}"},
         {2, {"whole edges", "outputs.energy"}});
  expect(
      scratch,
      {"run", "case.json", "--quiet", "--backend", "serial", "--restart", "--set", "time.steps=60"},
      {0, {}});
}

} // namespace
