#include "scratch.hpp"

#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/tables/csv_table.hpp>

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace curlew {
namespace {

using test::count_files;
using test::get;
using test::message_of;
using test::put;
using test::scratch;
using testing::HasSubstr;

const char *const k_full = "/dev/full";

TEST(OutputFile, AFullDiskIsNoticedByFlushCloseAndLargeWrites) {
  if (!std::filesystem::exists(k_full)) {
    GTEST_SKIP() << "this system has no /dev/full";
  }
  const std::string large(1 << 20, 'x');
  for (const int step : {0, 1, 2}) {
    OutputFile file(k_full, OutputFile::Mode::create);
    const std::string message = message_of<OutputError>([&] {
      file.write(step == 0 ? std::string_view(large) : "a little");
      step == 1 ? file.flush() : file.close();
    });
    EXPECT_THAT(message, HasSubstr("/dev/full: No space left on device")) << step;
  }
}

TEST(AtomicFile, AppearsOnlyWhenCommitted) {
  const auto folder = scratch();
  const auto path = folder / "a.json";
  put(path, "old");
  {
    AtomicFile file(path);
    file.write("new");
    EXPECT_EQ(get(path), "old");
    EXPECT_EQ(count_files(folder), 2u);
  }
  EXPECT_EQ(get(path), "old");
  EXPECT_EQ(count_files(folder), 1u);
  AtomicFile file(path);
  file.write("new");
  file.commit();
  EXPECT_EQ(get(path), "new");
  EXPECT_EQ(count_files(folder), 1u);
}

TEST(AtomicFile, AFailedWriteLeavesTheOldFileAndNoRest) {
  const auto folder = scratch();
  put(folder / "a.json", "old");
  const std::string large(1 << 20, 'x');
  {
    const test::FileSizeLimit limit(1000);
    for (const std::size_t size : {std::size_t{2000}, large.size()}) {
      EXPECT_THAT(message_of<OutputError>(
                      [&] { write_file_atomically(folder / "a.json", large.substr(0, size)); }),
                  HasSubstr("File too large"));
    }
  }
  EXPECT_EQ(get(folder / "a.json"), "old");
  EXPECT_EQ(count_files(folder), 1u);
}

TEST(AtomicFile, RefusesWhatItCannotReplace) {
  const auto folder = scratch();
  EXPECT_THAT(message_of<OutputError>([&] { write_file_atomically(folder / "no" / "a", ""); }),
              HasSubstr("No such file or directory"));
  put(folder / "file", "");
  EXPECT_THAT(message_of<OutputError>([&] { write_file_atomically(folder / "file" / "a", ""); }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(message_of<OutputError>([&] { write_file_atomically(folder, ""); }),
              HasSubstr("not a regular file"));
  EXPECT_THAT(message_of<OutputError>([&] { write_file_atomically(k_full, ""); }),
              HasSubstr("not a regular file"));
}

TEST(AtomicFile, ReplacesALinkNotItsTarget) {
  const auto folder = scratch();
  put(folder / "precious", "keep");
  std::filesystem::create_symlink(folder / "precious", folder / "a.csv");
  std::filesystem::create_symlink(folder / "precious", partial_name(folder / "b.csv"));
  write_file_atomically(folder / "a.csv", "new");
  EXPECT_EQ(get(folder / "a.csv"), "new");
  EXPECT_THROW(write_file_atomically(folder / "b.csv", "new"), OutputError);
  EXPECT_EQ(get(folder / "precious"), "keep");
}

TEST(CsvTable, EveryBitComesBack) {
  const auto path = scratch() / "t.csv";
  std::mt19937_64 generator(3);
  std::vector<std::vector<double>> rows{{0, -0.0, 1e-300},
                                        {0.1, 1.0 / 3, 5e-324},
                                        {1e22, 1.7976931348623157e308, -123456789012345680.0}};
  for (int i = 0; i < 2000; ++i) {
    std::vector<double> row(3);
    for (double &value : row) {
      do {
        const std::uint64_t bits = generator();
        std::memcpy(&value, &bits, sizeof value);
      } while (!std::isfinite(value));
    }
    rows.push_back(row);
  }
  CsvTable table(path, {"a", "b (V/m)", "c"});
  for (const auto &row : rows) {
    table.row(row);
  }
  table.close();
  const CsvData data = read_csv(path);
  EXPECT_EQ(data.columns, (std::vector<std::string>{"a", "b (V/m)", "c"}));
  ASSERT_EQ(data.rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(std::memcmp(data.rows[i].data(), rows[i].data(), 24), 0) << "row " << i;
  }
  EXPECT_TRUE(std::signbit(data.column("b (V/m)")[0]));
  EXPECT_THROW(data.column("d"), InputError);
}

TEST(CsvTable, WhatIsFlushedCanBeReadWhileTheRunGoesOn) {
  const auto path = scratch() / "t.csv";
  CsvTable table(path, probe_columns('E', false));
  EXPECT_EQ(get(path), "t (s),E_x (V/m),E_y (V/m),E_z (V/m)\n");
  table.row({0.5, 1, 2, 3});
  table.flush();
  EXPECT_EQ(get(path), "t (s),E_x (V/m),E_y (V/m),E_z (V/m)\n0.5,1,2,3\n");
}

TEST(CsvTable, ColumnsOfTheContract) {
  EXPECT_THAT(probe_columns('H', true),
              testing::ElementsAre("t (s)", "x (m)", "y (m)", "z (m)", "H_x (A/m)", "H_y (A/m)",
                                   "H_z (A/m)"));
  EXPECT_THAT(energy_columns(), testing::ElementsAre("t (s)", "W_e (J)", "W_m (J)", "W (J)"));
}

TEST(CsvTable, RowsMustFitTheColumns) {
  CsvTable table(scratch() / "t.csv", {"a", "b"});
  EXPECT_THROW(table.row({1}), std::invalid_argument);
  EXPECT_THROW(table.row({1, 2, 3}), std::invalid_argument);
  EXPECT_THROW(table.row({1}, {"one, two"}), std::invalid_argument);
  table.row({1}, {"one"});
  table.close();
  EXPECT_EQ(get(table.path()), "a,b\n1,one\n");
}

TEST(CsvTable, AFullDiskIsAnOutputError) {
  if (!std::filesystem::exists(k_full)) {
    GTEST_SKIP() << "this system has no /dev/full";
  }
  EXPECT_THAT(message_of<OutputError>([] { CsvTable(k_full, {"a"}); }),
              HasSubstr("No space left on device"));
  const auto path = scratch() / "t.csv";
  CsvTable table(path, {"a"});
  const test::FileSizeLimit limit(10000);
  EXPECT_THAT(message_of<OutputError>([&] {
                for (int i = 0; i < 100000; ++i) {
                  table.row({1.0 * i});
                }
              }),
              HasSubstr("t.csv: File too large"));
}

class Restart : public testing::Test {
protected:
  const std::filesystem::path path_ = scratch() / "probe_p.csv";
  std::string cut(std::string_view content, double limit) {
    put(path_, content);
    truncate_csv_after(path_, limit);
    return get(path_);
  }
};

TEST_F(Restart, CutsLaterRowsAndTornLines) {
  EXPECT_EQ(cut("t (s),E\n0,1\n1,2\n2,3\n", 1.5), "t (s),E\n0,1\n1,2\n");
  EXPECT_EQ(cut("t (s),E\n0,1\n1,2\n2,3\n", 2), "t (s),E\n0,1\n1,2\n2,3\n");
  EXPECT_EQ(cut("t (s),E\n0,1\n1,2\n2,3\n", -1), "t (s),E\n");
  EXPECT_EQ(cut("t (s),E\n0,1\n1,2\n2,", 9), "t (s),E\n0,1\n1,2\n");
  EXPECT_EQ(cut("t (s),E\n0,1\n1,2\n2,3", 9), "t (s),E\n0,1\n1,2\n");
  EXPECT_EQ(cut("t (s),E\n", 9), "t (s),E\n");
  EXPECT_EQ(cut("t (s", 9), "");
  EXPECT_EQ(cut("", 9), "");
}

TEST_F(Restart, ContinuesWithTheSameBits) {
  const std::vector<std::string> columns{"t (s)", "v"};
  const double dt = 0.1 / 3;
  const auto run = [&](int first, int last, CsvTable::Mode mode) {
    CsvTable table(path_, columns, mode);
    for (int i = first; i < last; ++i) {
      table.row({i * dt, std::sin(i)});
    }
    table.close();
  };
  run(0, 100, CsvTable::Mode::create);
  const std::string whole = get(path_);
  run(0, 70, CsvTable::Mode::create);
  truncate_csv_after(path_, 39 * dt + dt / 2);
  run(40, 100, CsvTable::Mode::append);
  EXPECT_EQ(get(path_), whole);
}

TEST_F(Restart, AnAbsentOrEmptyTableIsBegunAnew) {
  EXPECT_NO_THROW(truncate_csv_after(path_, 0));
  CsvTable(path_, {"a"}, CsvTable::Mode::append).close();
  EXPECT_EQ(get(path_), "a\n");
  put(path_, "");
  CsvTable(path_, {"a"}, CsvTable::Mode::append).close();
  EXPECT_EQ(get(path_), "a\n");
}

TEST_F(Restart, RefusesAnotherTable) {
  put(path_, "t (s),H\n0,1\n");
  EXPECT_THAT(message_of<OutputError>([&] {
                CsvTable(path_, {"t (s)", "E"}, CsvTable::Mode::append);
              }),
              HasSubstr("its columns are \"t (s),H\", not \"t (s),E\""));
  EXPECT_THAT(message_of<OutputError>([&] { cut("t (s),E\n0,1\nzero,2\n", 5); }),
              HasSubstr("line 3, \"zero,2\""));
}

TEST(ReadCsv, NamesWhatIsWrong) {
  const auto path = scratch() / "t.csv";
  const auto message = [&](std::string_view content) {
    put(path, content);
    return message_of<InputError>([&] { read_csv(path); });
  };
  EXPECT_THAT(message(""), HasSubstr("t.csv:1: a header line"));
  EXPECT_THAT(message("a,b\n1,2\n3\n"), HasSubstr("t.csv:3: 1 fields"));
  EXPECT_THAT(message("a,b\n1,2x\n"), HasSubstr("t.csv:2: \"2x\" is not a number"));
  EXPECT_THAT(message("a,b\n1, 2\n"), HasSubstr("is not a number"));
  EXPECT_THAT(message("a,b\n1,0x10\n"), HasSubstr("is not a number"));
  EXPECT_EQ(message("a,b\r\n1,2\r\n"), "");
  EXPECT_EQ(message("a,b\n1,\n"), "");
  EXPECT_TRUE(std::isnan(read_csv(path).rows[0][1]));
  EXPECT_THAT(message_of<InputError>([&] { read_csv(path.parent_path()); }), HasSubstr("folder"));
  EXPECT_THAT(message_of<InputError>([&] { read_csv(path / "x"); }), HasSubstr("cannot read"));
}

} // namespace
} // namespace curlew
