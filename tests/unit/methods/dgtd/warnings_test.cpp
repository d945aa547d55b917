// Warnings of a run before its first step.
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
  EXPECT_THAT(warnings_with(0.001, true), IsEmpty()); // local steps are on
  EXPECT_THAT(warnings_with(0.5, false), IsEmpty());
  EXPECT_THAT(warnings_with(0.35, false), IsEmpty());
}

// One combination of scheme and space lets a wave out of its region on fine meshes too.
TEST(DgtdWarnings, NameTheSpaceThatLetsWavesOut) {
  const auto warnings_with = [](const Discretization &one, bool has_wave) {
    Case input = vacuum_case(one);
    if (has_wave) {
      PlaneWaveSource source;
      source.waves = {{{0, 0, 1}, {1, 0, 0}, 0, 0, "given"}};
      source.waveform = gaussian_derivative(10e6);
      source.total_field = TotalFieldGroup{"total"};
      input.excitations = {{"wave", source}};
    }
    return setup_warnings(input,
                          make_problem(input, make_box({1, 1, 1}, {3, 3, 3}, {0, 0, 0}, 0, 5)));
  };
  EXPECT_THAT(warnings_with({"dfdd", "mixed", 1}, true),
              Contains(HasSubstr("leaks out of its region")));
  EXPECT_THAT(warnings_with({"dfdd", "mixed", 1}, false), IsEmpty());
  for (const Discretization &one : {Discretization{"dfdd", "full", 1},
                                    {"dfdd", "mixed", 2},
                                    {"central", "mixed", 1},
                                    {"upwind", "mixed", 1}})
    EXPECT_THAT(warnings_with(one, true), IsEmpty()) << name_of(one);
}

} // namespace
} // namespace curlew::dgtd::testing
