#include "case_fixture.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

// Returns a case whose only object is an image; `keys` are those of the object beside its file.
std::string case_of(const std::string &keys, const std::string &file = "row.vti") {
  return R"({ "method": "fdfd", "grid": { "cell": "1 cm", "size": [0.4, 0.4, 0.4] },
  "materials": { "skin": { "eps_r": 40 }, "bone": { "eps_r": 12 } },
  "objects": [ { "shape": "voxels", "file": ")" +
         file + R"(", )" + keys + R"( } ],
  "excitations": [ { "name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "frequency": "1 GHz" })";
}

const VoxelObject &voxels_of(const Case &c, std::size_t i = 0) {
  return std::get<VoxelObject>(c.objects[i]);
}

TEST(VoxelsCase, LabelsBecomeMaterials) {
  const Case c = parse(case_of(R"("materials": { "1": "skin", "3": "bone" })"));
  EXPECT_THAT(c.warnings, ElementsAre());
  ASSERT_EQ(c.objects.size(), 1u);
  const VoxelObject &object = voxels_of(c);
  EXPECT_EQ(object.file, case_folder() / "row.vti");
  EXPECT_THAT(object.materials, ElementsAre(Pair(1, "skin"), Pair(3, "bone")));
  ASSERT_TRUE(object.image);
  EXPECT_THAT(object.image->cells, ElementsAre(4, 1, 1));
  EXPECT_THAT(object.image->labels, ElementsAre(0, 1, 1, 3));
  EXPECT_THAT(extent_of(c.objects[0]).min_m, ElementsAre(0, 0, 0));
  EXPECT_THAT(extent_of(c.objects[0]).max_m, ElementsAre(0.04, 0.02, 0.03));
}

TEST(VoxelsCase, OneMaterialIsOfEveryLabelButZero) {
  const Case c = parse(case_of(R"("material": "skin")"));
  EXPECT_THAT(voxels_of(c).materials, ElementsAre(Pair(1, "skin"), Pair(3, "skin")));
  EXPECT_THAT(c.warnings, ElementsAre(HasSubstr("material \"bone\" is in no object")));
}

TEST(VoxelsCase, OriginMovesTheImage) {
  const Case c =
      parse(case_of(R"("materials": { "1": "skin", "3": "bone" }, "origin": ["-2 cm", 0, 0.1])"));
  EXPECT_THAT(voxels_of(c).image->corner_m, ElementsAre(-0.02, 0, 0.1));
  EXPECT_THAT(extent_of(c.objects[0]).min_m, ElementsAre(-0.02, 0, 0.1));
  EXPECT_THAT(extent_of(c.objects[0]).max_m, ElementsAre(0.02, 0.02, 0.13));
}

TEST(VoxelsCase, AFileIsReadOnce) {
  const Case c = parse(case_of(R"("material": "skin" }, { "shape": "voxels", "file": "row.vti", )"
                               R"("origin": [0.1, 0, 0], "material": "bone" }, )"
                               R"({ "shape": "voxels", "file": "./row.vti", "material": "bone")"));
  ASSERT_EQ(c.objects.size(), 3u);
  EXPECT_EQ(voxels_of(c, 0).image, voxels_of(c, 2).image);
  EXPECT_NE(voxels_of(c, 0).image, voxels_of(c, 1).image); // moved
}

TEST(VoxelsCase, ResolvedCopyRepeatsTheCase) {
  const Case first = parse(case_of(R"("materials": { "1": "skin", "3": "bone" })"));
  const Case second =
      parse_case(first.resolved.dump(2), "case.resolved.json", case_folder() / "results", format());
  EXPECT_EQ(second.resolved, first.resolved);
  EXPECT_EQ(voxels_of(second).image->labels, voxels_of(first).image->labels);
}

TEST(VoxelsCase, LabelsWithoutVoxelsAndVoxelsWithoutMaterialAreWarnedOf) {
  EXPECT_THAT(parse(case_of(R"("materials": { "1": "skin", "2": "bone" })")).warnings,
              ElementsAre(HasSubstr("case.json:3:89: no voxel has the label 2 (labels: 0, 1, 3)"),
                          HasSubstr("voxels of label 3 have no material and change nothing")));
}

TEST(VoxelsCase, HostileOnesAreRefusedAtTheirPlace) {
  const auto message = [](const std::string &keys, const std::string &file = "row.vti") {
    return message_of(case_of(keys, file));
  };
  const std::string good = R"("material": "skin")";
  EXPECT_THAT(message(good, "absent.vti"), AllOf(HasSubstr("case.json:3:45: the voxels: "),
                                                 HasSubstr("absent.vti: cannot open it")));
  EXPECT_THAT(message(good, "pulse.csv"), HasSubstr("case.json:3:45: the voxels: "));
  EXPECT_THAT(message(good, "."), HasSubstr("the voxels: "));
  EXPECT_THAT(message(good, "/dev/zero"), HasSubstr("the voxels: "));
  EXPECT_THAT(message(R"("materials": { "1": "skinn" })"), HasSubstr("did you mean \"skin\"?"));
  EXPECT_THAT(message(R"("material": "skinn")"), HasSubstr("did you mean \"skin\"?"));
  for (const char *label : {"one", "1.5", "", " 1", "01", "99999999999"})
    EXPECT_THAT(message(R"("materials": { ")" + std::string(label) + R"(": "skin" })"),
                HasSubstr("is no whole number; voxels are labelled by whole numbers"))
        << label;
  EXPECT_THAT(
      message(R"("material": "skin", "origin": [0.2, 0, 0])"),
      HasSubstr("the image lies outside of the grid, which reaches from (-0.2, -0.2, -0.2)"));
  EXPECT_THAT(message(R"("material": "skin", "materials": { "1": "skin" })"),
              HasSubstr("has \"materials\", \"material\"; give one of them"));
  EXPECT_THAT(message(R"("origin": [0, 0, 0])"),
              HasSubstr("has none of \"materials\", \"material\"; give one"));
  EXPECT_THAT(message(R"("materials": {})"), HasSubstr("\"objects.0.materials\" is empty"));
}

} // namespace
} // namespace curlew::test
