// Warnings of a run before its first step, and twins without a reason for one.
#include "fixtures.hpp"
#include "meshes.hpp"

#include <curlew/methods/dgatd/warnings.hpp>

namespace curlew::dgatd::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::string> warnings_of(const Case &input, const TetMesh &mesh) {
  return setup_warnings(input, make_problem(input, mesh));
}

// A room with a wall across it, "wall", and behind it "back".
TetMesh divided_room() {
  TetMesh mesh = make_box({1.0, 0.8, 0.6}, {6, 4, 3}, {0, 0, 0}, 0, 1);
  mark_volume(mesh, "wall", [](const Point &p) { return p[0] > 0.5; });
  mark_volume(mesh, "back", [](const Point &p) { return p[0] > 2.0 / 3; });
  return mesh;
}

Case divided_case() {
  Case input = vacuum_case(1);
  input.materials.push_back(medium("metal"));
  input.materials[1].pec = true;
  input.regions["wall"] = "metal";
  input.regions["back"] = "vacuum";
  input.excitations = {point_current({0.2, 0.3, 0.3}, {0, 0, 1}, gaussian_derivative(20e6))};
  return input;
}

TEST(DgatdWarnings, PartsThatNoSourceReaches) {
  Case input = divided_case();
  const auto warnings = warnings_of(input, divided_room());
  ASSERT_THAT(warnings, SizeIs(1));
  EXPECT_THAT(warnings[0], AllOf(HasSubstr("case.json"),
                                 HasSubstr("no source reaches 144 tets (0.16 m^3) of "
                                           "\"back\""),
                                 HasSubstr("stay 0")));
  // twins: a source there too, a wall that lets fields pass, no source at all
  input.excitations.push_back(region_current("back", {1, 0, 0}, gaussian_derivative(20e6)));
  EXPECT_THAT(warnings_of(input, divided_room()), IsEmpty());
  input = divided_case();
  input.materials[1].pec = false;
  EXPECT_THAT(warnings_of(input, divided_room()), IsEmpty());
  input = divided_case();
  input.excitations.clear();
  EXPECT_THAT(warnings_of(input, divided_room()), IsEmpty());
}

TEST(DgatdWarnings, ManyPartsAreCounted) {
  Case input = vacuum_case(1);
  const TetMesh mesh = loose_tets(10);
  input.boundaries = {{"default", Pmc{}}};
  input.excitations = {point_current(centroid(mesh, 0), {0, 0, 1}, gaussian_derivative(1e6))};
  const auto warnings = warnings_of(input, mesh);
  ASSERT_THAT(warnings, SizeIs(5)); // four of nine by name
  EXPECT_THAT(warnings[0], HasSubstr("no source reaches 1 tet "));
  EXPECT_THAT(warnings[4], HasSubstr("5 more parts"));
}

TEST(DgatdWarnings, ResolutionInEachMaterial) {
  Case input = vacuum_case(1);
  input.materials.push_back(medium("glass", 9));
  input.regions["core"] = "glass";
  TetMesh mesh = make_box({1, 1, 1}, {10, 10, 10}, {0, 0, 0}, 0, 1); // longest edge sqrt(3) / 10
  mark_volume(mesh, "core", [](const Point &p) { return p[2] < 0.5; });
  const double longest = std::sqrt(3.0) / 10;
  const auto at = [&](double edges_in_glass) { // per wavelength
    const double f_max = k_speed_of_light / 3 / longest / edges_in_glass;
    input.excitations = {point_current({0.2, 0.3, 0.3}, {0, 0, 1}, gaussian_derivative(f_max))};
    return warnings_of(input, mesh);
  };
  EXPECT_THAT(at(11.1), IsEmpty());
  ASSERT_THAT(at(10.9), SizeIs(1));
  EXPECT_THAT(at(10.9)[0],
              AllOf(HasSubstr("10.9 edges per wavelength in \"glass\""), HasSubstr("below 11")));
  EXPECT_THAT(at(3), SizeIs(2)); // 9 in vacuum
  // units: far too coarse, far too fine
  EXPECT_THAT(at(0.005)[0], HasSubstr("is \"length_unit\" right?"));
  EXPECT_THAT(at(3)[0], ::testing::Not(HasSubstr("length_unit")));
  ASSERT_THAT(at(2e4), SizeIs(2));
  EXPECT_THAT(at(2e4)[0], HasSubstr("is \"length_unit\" right?"));
}

// delta = sqrt(2 / (omega mu sigma)) of a good conductor.
TEST(DgatdWarnings, ChargesThatAPointCurrentLeaves) {
  Case input = vacuum_case(1);
  const auto count = [&](const Waveform &waveform) {
    input.excitations = {point_current({0.2, 0.3, 0.3}, {0, 0, 1}, waveform)};
    int found = 0;
    for (const std::string &text : warnings_of(input, room()))
      found += text.find("keep a static electric field") != std::string::npos;
    return found;
  };
  EXPECT_EQ(count(gaussian(20e6)), 1);
  EXPECT_EQ(count(gaussian_derivative(20e6)), 0);
  EXPECT_EQ(count(sine(20e6)), 0); // without an end
  Waveform modulated;
  modulated.type = Waveform::Type::modulated_gaussian;
  modulated.f0_hz = 20e6;
  modulated.bandwidth_hz = 10e6;
  EXPECT_EQ(count(modulated), 0);
  Waveform file;
  file.type = Waveform::Type::file;
  file.times_s = {0, 1e-8, 2e-8, 3e-8, 4e-8};
  file.values = {0, 1, 0, -1, 0};
  EXPECT_EQ(count(file), 0);
  file.values = {0, 1, 0, -0.5, 0};
  EXPECT_EQ(count(file), 1);
}

TEST(DgatdWarnings, SkinDepthBelowAnEdge) {
  TetMesh mesh = make_box({1, 1, 1}, {10, 10, 10}, {0, 0, 0}, 0, 1);
  mark_volume(mesh, "core", [](const Point &p) { return p[2] < 0.5; });
  const double longest = std::sqrt(3.0) / 10, f_max = 20e6;
  const auto with_depth = [&](double depth_m) {
    Case input = vacuum_case(1);
    const double sigma = 1 / (k_pi * f_max * k_mu0 * depth_m * depth_m);
    input.materials.push_back(medium("metal", 1, 1, sigma));
    input.regions["core"] = "metal";
    input.excitations = {point_current({0.2, 0.3, 0.8}, {0, 0, 1}, gaussian_derivative(f_max))};
    return warnings_of(input, mesh);
  };
  EXPECT_THAT(with_depth(1.1 * longest), IsEmpty());
  ASSERT_THAT(with_depth(0.9 * longest), SizeIs(1));
  EXPECT_THAT(with_depth(0.9 * longest)[0],
              AllOf(HasSubstr("the skin depth in \"metal\" is 0.156 m"), HasSubstr("Q")));
}

} // namespace
} // namespace curlew::dgatd::testing
