// What a run warns of before its first step.
#include "fixtures.hpp"

#include <curlew/methods/dgtd/warnings.hpp>

#include <gmock/gmock.h>

namespace curlew::dgtd::testing {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A node in the middle of a box, moved along z to a wall.
TEST(DgtdWarnings, NameFlatTets) {
  const auto warnings_with = [](double z_m, bool local_steps) {
    TetMesh mesh = make_box({1, 1, 1}, {2, 2, 2}, {0, 0, 0}, 0, 5);
    for (Point &point : mesh.points)
      if (point == Point{0.5, 0.5, 0.5})
        point[2] = z_m;
    Case input = vacuum_case({"central", "full", 1});
    if (local_steps)
      input.discretization["local_time_stepping"] = true;
    return setup_warnings(input, make_problem(input, mesh));
  };
  EXPECT_THAT(warnings_with(0.001, false), Contains(HasSubstr("tets are nearly flat")));
  EXPECT_THAT(warnings_with(0.001, true), IsEmpty()); // which have steps of their own
  EXPECT_THAT(warnings_with(0.5, false), IsEmpty());
  EXPECT_THAT(warnings_with(0.35, false), IsEmpty());
}

} // namespace
} // namespace curlew::dgtd::testing
