#include "scratch.hpp"

#include <curlew/io/tables/csv_table.hpp>
#include <curlew/io/tables/rcs_table.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

using test::get;
using test::scratch;

constexpr const char *k_header = "f (Hz),theta_inc (deg),phi_inc (deg),pol_inc,theta (deg),"
                                 "phi (deg),rcs_theta (m^2),rcs_phi (m^2),rcs (m^2),rcs (dBsm)\n";

TEST(RcsTables, HaveTheColumnsOfTheContract) {
  const auto path = scratch() / "rcs.csv";
  RcsTable table(path);
  table.add({{
      1e9,
      180,
      0,
      "given",
      0,
      90,
      0.25,
      0.75,
  }});
  EXPECT_EQ(get(path), k_header + std::string("1000000000,180,0,given,0,90,0.25,0.75,1,0\n"));
  table.add({{2e9, 45, 30, "theta", 45, 30, 1000, 0}, {2e9, 45, 30, "22.5", 45, 31, 0, 0.01}});
  table.close();
  EXPECT_EQ(get(path), k_header + std::string("1000000000,180,0,given,0,90,0.25,0.75,1,0\n"
                                              "2000000000,45,30,theta,45,30,1000,0,1000,30\n"
                                              "2000000000,45,30,22.5,45,31,0,0.01,0.01,-20\n"));
}

TEST(RcsTables, AreAbsentUntilThereIsARow) {
  const auto path = scratch() / "rcs.csv";
  RcsTable table(path);
  table.close();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THROW(table.add({{1e9, 0, 0, "a,b", 0, 0, 1, 1}}), std::invalid_argument);
  RcsTable nowhere(scratch() / "absent" / "rcs.csv");
  EXPECT_THROW(nowhere.add({}), OutputError);
}

TEST(RcsTables, ReportAFullDisk) {
  const auto path = scratch() / "rcs.csv";
  RcsTable table(path);
  const test::FileSizeLimit limit(4096);
  const std::vector<RcsRow> rows(200, RcsRow{1e9, 0, 0, "phi", 0, 0, 1, 1});
  EXPECT_THROW(table.add(rows), OutputError);
}

TEST(Convergence, CountsFromBeforeTheFirstIteration) {
  const auto path = scratch() / convergence_name(0, 1);
  write_convergence(path, {1, 0.1, 1e-6});
  EXPECT_EQ(path.filename(), "convergence.csv");
  EXPECT_EQ(get(path), "iteration,relative_residual\n0,1\n1,0.1\n2,1e-06\n");
  EXPECT_EQ(read_csv(path).column("relative_residual").size(), 3u);
  EXPECT_EQ(convergence_name(3, 7), "convergence_3.csv");
}

} // namespace
} // namespace curlew
