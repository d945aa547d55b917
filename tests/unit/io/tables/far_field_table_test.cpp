#include "../results/scratch.hpp"

#include <curlew/io/tables/csv_table.hpp>
#include <curlew/io/tables/far_field_table.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace curlew {
namespace {

using test::get;
using test::scratch;

TEST(FarFieldTables, HaveTheColumnsOfTheContract) {
  const auto path = scratch() / "far_field.csv";
  FarFieldTable table(path);
  table.add({{1e9, 90, 45, {1, -2}, {0.5, 0.25}, 1.5, 2.25, -3, "feed"}});
  const std::string text = "f (Hz),theta (deg),phi (deg),Re rE_theta (V),Im rE_theta (V),"
                           "Re rE_phi (V),Im rE_phi (V),gain (dBi),directivity (dBi),"
                           "realised_gain (dBi),excitation\n"
                           "1000000000,90,45,1,-2,0.5,0.25,1.5,2.25,-3,feed\n";
  EXPECT_EQ(get(path), text);
  const double none = std::numeric_limits<double>::quiet_NaN();
  table.add({{2e9, 0, 0, 0, 0, none, -INFINITY, none, "wave"}});
  table.close();
  EXPECT_EQ(get(path), text + "2000000000,0,0,0,0,0,0,,-inf,,wave\n");
}

TEST(FarFieldTables, AreAbsentUntilThereIsARow) {
  const auto path = scratch() / "far_field.csv";
  FarFieldTable table(path);
  table.close();
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_THROW(table.add({{1e9, 0, 0, 0, 0, 0, 0, 0, "a,b"}}), std::invalid_argument);
  FarFieldTable nowhere(scratch() / "absent" / "far_field.csv");
  EXPECT_THROW(nowhere.add({}), OutputError);
}

} // namespace
} // namespace curlew
