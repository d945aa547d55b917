#include "mesh_fixtures.hpp"

#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/text.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using testing::input_error;
using ::testing::Not;

TetMesh grouped() {
  TetMesh mesh;
  mesh.groups = {{3, 1, "air"},  {3, 2, "Dielectric"}, {2, 1, "wall"}, {2, 2, ""},
                 {2, 5, "port"}, {2, 6, "2"},          {3, 9, "twin"}, {3, 10, "twin"}};
  return mesh;
}

TEST(Groups, NamesAndTagsOfTheRightDimension) {
  const TetMesh mesh = grouped();
  EXPECT_EQ(find_group(mesh, 3, "air"), 0);
  EXPECT_EQ(find_group(mesh, 3, "1"), 0);
  EXPECT_EQ(find_group(mesh, 2, "1"), 2); // tags are unique per dimension only
  EXPECT_EQ(find_group(mesh, 2, "wall"), 2);
  EXPECT_EQ(find_group(mesh, 2, "2"), 5); // the name wins over the tag
  EXPECT_EQ(find_group(mesh, 3, "10"), 7);
}

TEST(Groups, UnknownOnesAreListedWithTheLikelyMeaning) {
  const TetMesh mesh = grouped();
  EXPECT_THAT(input_error([&] { find_group(mesh, 2, "wal"); }),
              AllOf(HasSubstr("no surface group \"wal\"; did you mean \"wall\"?"),
                    HasSubstr("\"wall\" (tag 1), tag 2, \"port\" (tag 5)"), Not(HasSubstr("air"))));
  EXPECT_THAT(input_error([&] { find_group(mesh, 3, "dielectrci"); }),
              HasSubstr("did you mean \"Dielectric\"?"));
  EXPECT_THAT(input_error([&] { find_group(mesh, 2, "air"); }),
              HasSubstr("a volume group is called so"));
  for (const char *hostile : {"", "-1", "1 ", "0x1", "99999999999999999999", "1.0"})
    EXPECT_THAT(input_error([&] { find_group(mesh, 3, hostile); }), HasSubstr("no volume group"));
  EXPECT_THAT(input_error([&] { find_group(TetMesh(), 3, "air"); }), HasSubstr("none"));
}

TEST(Groups, ANameOfTwoGroupsIsAmbiguous) {
  EXPECT_THAT(input_error([&] { find_group(grouped(), 3, "twin"); }), HasSubstr("tags 9 and 10"));
}

TEST(Suggest, TyposButNothingFarther) {
  const std::vector<std::string> words = {"tolerance", "method", "mesh", "time", "x-"};
  EXPECT_EQ(suggest("toleranse", words), "tolerance"); // replaced
  EXPECT_EQ(suggest("tolernace", words), "tolerance"); // swapped
  EXPECT_EQ(suggest("tolrnce", words), "tolerance");   // two left out
  EXPECT_EQ(suggest("MESH", words), "mesh");
  EXPECT_EQ(suggest("mehs", words), "mesh");
  EXPECT_EQ(suggest("tlrnce", words), ""); // three left out
  EXPECT_EQ(suggest("ab", words), ""); // as far as its own length, at which anything would match
  EXPECT_EQ(suggest("", words), "");
  EXPECT_EQ(suggest("x", words), "");
  EXPECT_EQ(suggest("x+", words), "x-");
  EXPECT_EQ(suggest("mesh", {}), "");
  EXPECT_EQ(suggest("timt", {"timx", "time"}), "timx"); // equally close: the first
}

} // namespace
} // namespace curlew
