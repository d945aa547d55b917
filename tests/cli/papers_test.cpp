// The tables of the papers: the command of each record of perf/papers, at the smallest size at
// which the table's ordering still shows. A record is perf/papers/<paper>/<table>/table.json; its
// "test" has the runs of the program and what their results must fulfil (perf/papers/README.md,
// "Records"). The truth is the ordering that the paper prints: iterations, bytes, counts and errors
// against known answers, never seconds.
#include "ranks.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>

using namespace curlew::cli_test;
using nlohmann::json;

namespace {

fs::path papers() {
  return curlew::test::source_path("perf/papers");
}

// The records, by path below perf/papers.
std::vector<std::string> tables() {
  std::vector<std::string> found;
  for (const auto &entry : fs::recursive_directory_iterator(papers()))
    if (entry.path().filename() == "table.json")
      found.push_back(fs::relative(entry.path().parent_path(), papers()).string());
  std::sort(found.begin(), found.end());
  return found;
}

json record_of(const std::string &table) {
  return json::parse(read_file(papers() / table / "table.json"));
}

// A cell of a CSV file: "COLUMN@ROW", a row from 0 below the header, or "last", or over all rows
// "largest", "least", "count".
double cell(const fs::path &file, const std::string &name) {
  const auto cells = cells_of(file);
  const std::size_t at = name.rfind('@');
  const std::string row = name.substr(at + 1);
  const auto &header = cells.at(0);
  const auto column = std::find(header.begin(), header.end(), name.substr(0, at));
  if (at == name.npos || column == header.end())
    throw std::runtime_error(file.string() + " has no column \"" + name.substr(0, at) + "\"");
  std::vector<double> values;
  for (std::size_t i = 1; i < cells.size(); ++i)
    values.push_back(std::stod(cells[i].at(column - header.begin())));
  if (row == "count")
    return static_cast<double>(values.size());
  if (row == "largest")
    return *std::max_element(values.begin(), values.end());
  if (row == "least")
    return *std::min_element(values.begin(), values.end());
  return row == "last" ? values.at(values.size() - 1) : values.at(std::stoul(row));
}

// The first of the objects in a list of a JSON file that has all given values: the list's name,
// then
// "[KEY=VALUE,...]". Values are compared as text.
const json &selected(const json &all, const std::string &list, const std::string &conditions) {
  for (const json &one : all.at(list)) {
    bool has_all = true;
    std::istringstream text(conditions);
    for (std::string condition; std::getline(text, condition, ',');) {
      const std::size_t equals = condition.find('=');
      const auto found = one.find(condition.substr(0, equals));
      const std::string value = condition.substr(equals + 1);
      has_all = has_all && found != one.end() &&
                (found->is_string() ? found->get<std::string>() : found->dump()) == value;
    }
    if (has_all)
      return one;
  }
  throw std::runtime_error("no element of \"" + list + "\" has " + conditions);
}

// "/POINTER", or "LIST[KEY=VALUE,...]/POINTER".
double number_in(const json &all, const std::string &place) {
  const std::size_t open = place.find('['), close = place.find(']');
  if (place.rfind('/', 0) == 0 || open == place.npos || close == place.npos)
    return all.at(json::json_pointer(place));
  return selected(all, place.substr(0, open), place.substr(open + 1, close - open - 1))
      .at(json::json_pointer(place.substr(close + 1)));
}

// A value of a result: a number, or "RUN:FILE#PLACE"; the place in a JSON file as in number_in(),
// in a CSV file as in cell().
double value_of(const json &reference, const fs::path &folder) {
  if (reference.is_number())
    return reference;
  const std::string text = reference;
  const std::size_t colon = text.find(':'), hash = text.find('#');
  if (colon == text.npos || hash == text.npos || hash < colon)
    throw std::runtime_error("\"" + text + "\" is not RUN:FILE#PLACE");
  const fs::path file = folder / text.substr(0, colon) / text.substr(colon + 1, hash - colon - 1);
  if (!fs::exists(file))
    throw std::runtime_error("there is no " + file.string());
  const std::string place = text.substr(hash + 1);
  if (file.extension() == ".csv")
    return cell(file, place);
  return number_in(json::parse(read_file(file), nullptr, true, true), place);
}

// Returns what is wrong with a check; empty if it holds. {"says", "value", and of these one:
// "below": another value, times "factor" (1); "between": [least, largest]}.
std::string failure_of(const json &check, const fs::path &folder) {
  const double value = value_of(check.at("value"), folder);
  const std::string says = check.at("says").get<std::string>() + ": " + std::to_string(value);
  if (check.contains("below")) {
    const double bound = check.value("factor", 1.0) * value_of(check["below"], folder);
    return value < bound ? "" : says + " is not below " + std::to_string(bound);
  }
  const double least = check.at("between").at(0), largest = check.at("between").at(1);
  return least <= value && value <= largest ? ""
                                            : says + " is not between " + std::to_string(least) +
                                                  " and " + std::to_string(largest);
}

// Returns the arguments of a run, "@/" replaced by the sources' folder, with its output folder.
std::vector<std::string> arguments_of(const json &run) {
  std::vector<std::string> arguments;
  for (std::string word : run.at("arguments")) {
    if (word.rfind("@/", 0) == 0)
      word = curlew::test::source_path(word.substr(2));
    arguments.push_back(word);
  }
  if (arguments.at(0) == "run" || arguments.at(0) == "bench")
    arguments.insert(arguments.end(), {"--output", run.at("name").get<std::string>()});
  return arguments;
}

class PapersTable : public testing::TestWithParam<std::string> {};

TEST_P(PapersTable, ShowsItsOrdering) {
  const json record = record_of(GetParam());
  ASSERT_TRUE(record.contains("test")) << GetParam() << " has no command";
  const json &test = record["test"];
  ASSERT_FALSE(test.at("runs").empty()) << GetParam() << " has no command";
  ASSERT_FALSE(test.at("checks").empty()) << GetParam() << " checks nothing";
  Scratch scratch;
  for (const json &run : test["runs"]) {
#ifdef CURLEW_LAUNCH
    const std::vector<std::string> words =
        run.contains("ranks") ? launcher(run["ranks"]) : std::vector<std::string>();
#else
    if (run.contains("ranks"))
      GTEST_SKIP() << "without MPI there is one rank";
    const std::vector<std::string> words;
#endif
    const Outcome outcome = run_in_time({arguments_of(run), scratch.path(), {}, 0, words});
    if (!curlew::testing::k_has_vtk && outcome.exit_code == 2 &&
        outcome.err.find("(VTK) is not compiled into") != std::string::npos)
      GTEST_SKIP() << "VTK writes and reads fields";
    // Where rounding decides whether an iteration ends, a run "may_fail": by exit code 3.
    const bool has_failed = run.value("may_fail", false) && outcome.exit_code == 3;
    ASSERT_EQ(outcome.exit_code, has_failed ? 3 : run.value("exit_code", 0)) << run.dump() << "\n"
                                                                             << outcome.all();
  }
  for (const json &check : test["checks"]) {
    std::string failure;
    try {
      failure = failure_of(check, scratch.path());
    } catch (const std::exception &error) {
      failure = error.what();
    }
    EXPECT_EQ(failure, "");
  }
}

INSTANTIATE_TEST_SUITE_P(Papers, PapersTable, testing::ValuesIn(tables()), [](const auto &info) {
  return std::regex_replace(info.param, std::regex("[^A-Za-z0-9]"), "_");
});

// --- The checks bite -----------------------------------------------------------------------------

TEST(PapersRecords, ChecksFindWhatIsWrong) {
  Scratch scratch;
  fs::create_directories(scratch / "a");
  write_file(scratch / "a/summary.json", R"({"solves": [{"iterations": 7}],
             "rows": [{"variant": "a", "n": 1, "x": 3}, {"variant": "a", "n": 2, "x": 4}]})");
  write_file(scratch / "a/rcs.csv", "theta (deg),rcs (m^2)\n0,3\n10,5\n20,4\n");
  const std::string iterations = "a:summary.json#/solves/0/iterations";
  const auto failure = [&](json check) {
    check["says"] = "it";
    return failure_of(check, scratch.path());
  };
  EXPECT_EQ(failure({{"value", iterations}, {"below", 8}}), "");
  EXPECT_EQ(failure({{"value", iterations}, {"below", 7}}), "it: 7.000000 is not below 7.000000");
  EXPECT_EQ(failure({{"value", iterations}, {"below", 4}, {"factor", 2}}), "");
  EXPECT_EQ(failure({{"value", "a:rcs.csv#rcs (m^2)@1"}, {"between", {4.9, 5.1}}}), "");
  EXPECT_NE(failure({{"value", "a:rcs.csv#rcs (m^2)@last"}, {"between", {4.9, 5.1}}}), "");
  EXPECT_EQ(failure({{"value", "a:rcs.csv#theta (deg)@count"}, {"between", {3, 3}}}), "");
  EXPECT_EQ(failure({{"value", "a:rcs.csv#rcs (m^2)@least"}, {"between", {3, 3}}}), "");
  EXPECT_EQ(failure({{"value", "a:summary.json#rows[variant=a,n=2]/x"}, {"between", {4, 4}}}), "");
  EXPECT_ANY_THROW(failure({{"value", "a:summary.json#rows[variant=b]/x"}, {"below", 9}}));
  EXPECT_ANY_THROW(failure({{"value", "b:summary.json#/x"}, {"below", 1}}));
  EXPECT_ANY_THROW(failure({{"value", "a:rcs.csv#rcs@0"}, {"below", 1}}));
}

} // namespace
