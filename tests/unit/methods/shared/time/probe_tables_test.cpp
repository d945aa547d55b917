// Tables of probes, and their requirements for a restart.
#include "oscillator.hpp"

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/spectrum_files.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>
#include <curlew/methods/shared/time/probe_tables.hpp>
#include <curlew/tests/unit/io/results/scratch.hpp>

namespace curlew::time_test {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::put;
using test::scratch;
using ::testing::HasSubstr;

constexpr double k_dt_s = 0.1;

ProbeSpec probe(const std::string &name, Field field) {
  ProbeSpec spec;
  spec.name = name;
  spec.field = field;
  return spec;
}

SpectrumSpec spectrum_of(const std::string &probe) {
  SpectrumSpec spec;
  spec.probe = probe;
  return spec;
}

// Returns a case with two probes, p of E with a spectrum and h of H, and energies.
Case probed_case() {
  Case input;
  input.path = "case.json";
  input.outputs.probes = {probe("p", Field::E), probe("h", Field::H)};
  input.outputs.spectra = {spectrum_of("p")};
  input.outputs.energy = Schedule{std::nullopt, 5};
  return input;
}

// The record of the steps from `first` to `last` into the tables.
TableRows write(ProbeTables &tables, std::int64_t first, std::int64_t last) {
  ProbeRows values;
  for (std::int64_t n = first; n < last; ++n) {
    const auto value = static_cast<double>(n);
    ++values.rows;
    values.electric.insert(values.electric.end(), {value, value / 3, 0});
    values.magnetic.insert(values.magnetic.end(), {0, value / 7, 1});
  }
  tables.write(first, values);
  tables.sync();
  TableRows rows;
  tables.list_rows(rows);
  return rows;
}

class Tables : public ::testing::Test {
protected:
  Tables() : folder_(scratch()), results_(folder_ / "results"), input_(probed_case()) {
    ProbeTables tables(input_, results_, k_dt_s, 0.5, nullptr, nullptr);
    rows_ = write(tables, 0, 20);
    // Files of a run that continued after its checkpoint.
    write(tables, 20, 23);
    CsvTable energy(results_.file("energy.csv"), energy_columns());
    for (const int n : {5, 10, 15, 20}) // row 20 is written after the checkpoint of step 20
      energy.row({n * k_dt_s, 1, 2, 3});
    energy.close();
    rows_["energy.csv"] = 3;
  }
  RestartTables check() const { return check_restart_tables(input_, results_, rows_, 20, k_dt_s); }
  std::string refusal() const {
    return message_of<InputError>([&] { check(); });
  }
  fs::path folder_;
  ResultsDirectory results_;
  Case input_;
  TableRows rows_;
};

TEST_F(Tables, ContinueWithTheSameBytes) {
  const std::string whole = get(results_.file("probe_p.csv"));
  const RestartTables restart = check();
  EXPECT_EQ(restart.traces.at("p").samples.size(), 20u);
  {
    const Continued continued{restart.rows, 20 * k_dt_s};
    ProbeTables tables(input_, results_, k_dt_s, 0.5, &restart, &continued);
    EXPECT_EQ(write(tables, 20, 23).at("probe_p.csv"), 23);
    // The whole record is in memory, and equals that read from the table.
    const ProbeTrace &trace = tables.traces().at("p");
    const ProbeTrace read = read_probe_trace(results_.file("probe_p.csv"), 23);
    EXPECT_EQ(trace.times_s, read.times_s);
    EXPECT_EQ(trace.samples, read.samples);
  }
  EXPECT_EQ(get(results_.file("probe_p.csv")), whole);
}

TEST_F(Tables, SamplesOfHLieHalfAStepBefore) {
  const CsvData p = read_csv(results_.file("probe_p.csv")),
                h = read_csv(results_.file("probe_h.csv"));
  EXPECT_EQ(p.rows[2][0], 3 * k_dt_s);
  EXPECT_EQ(h.rows[2][0], 2.5 * k_dt_s);
  ProbeTables collocated(input_, ResultsDirectory(folder_ / "other"), k_dt_s, 0, nullptr, nullptr);
  write(collocated, 0, 3);
  EXPECT_EQ(read_csv(folder_ / "other/probe_h.csv").rows[2][0], 3 * k_dt_s);
}

TEST_F(Tables, ThatAreGoneAreRefused) {
  for (const std::string name : {"probe_p.csv", "probe_h.csv", "energy.csv"}) {
    const std::string before = get(results_.file(name));
    fs::remove(results_.file(name));
    EXPECT_THAT(refusal(), HasSubstr(name));
    put(results_.file(name), "");
    EXPECT_THAT(refusal(), HasSubstr(name)) << "emptied";
    put(results_.file(name), before.substr(0, before.find('\n') + 1));
    EXPECT_THAT(refusal(), HasSubstr("0 rows")) << "only the header is left of " << name;
    // The file lacks one row at the beginning.
    const std::size_t second = before.find('\n') + 1;
    put(results_.file(name),
        before.substr(0, second) + before.substr(before.find('\n', second) + 1));
    EXPECT_THAT(refusal(), HasSubstr(name)) << "a row is gone";
    put(results_.file(name), "t (s),E (V/m)\n1,2\n");
    EXPECT_THAT(refusal(), HasSubstr("its columns are")) << "another table";
    put(results_.file(name), before);
    EXPECT_NO_THROW(check());
  }
}

TEST_F(Tables, ATornLastLineDoesNoHarm) {
  const fs::path path = results_.file("probe_p.csv");
  put(path, get(path) + "2.4,1");
  EXPECT_NO_THROW(check());
}

TEST_F(Tables, ANewTableBeginsLateAndHasNoSpectrum) {
  input_.outputs.probes.push_back(probe("new", Field::E));
  const RestartTables restart = check();
  EXPECT_EQ(restart.rows.count("probe_new.csv"), 0u);
  input_.outputs.spectra.push_back(spectrum_of("new"));
  EXPECT_THAT(refusal(), HasSubstr("probe_new.csv"));
  input_.outputs.spectra.pop_back();
  put(results_.file("probe_new.csv"), "mine\n");
  EXPECT_THAT(refusal(), HasSubstr("probe_new.csv"));
}

TEST(ProbePoints, OfALineAndAPlane) {
  ProbeSpec line = probe("l", Field::E);
  line.shape = LineProbe{{1, 0, 0}, {3, 0, 0}, 3};
  ASSERT_EQ(probe_points(line).size(), 3u);
  EXPECT_EQ(probe_points(line)[1], (Point{2, 0, 0}));
  ProbeSpec plane = probe("s", Field::E);
  plane.shape = PlaneProbe{{1, 0, 0}, {2, 0, 0}, {0, 4, 0}, {3, 2}};
  ASSERT_EQ(probe_points(plane).size(), 6u);
  EXPECT_EQ(probe_points(plane)[4], (Point{2, 4, 0})); // u fastest
}

} // namespace
} // namespace curlew::time_test
