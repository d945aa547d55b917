#include <curlew/core/error.hpp>
#include <curlew/io/fields/field_writer.hpp>
#include <curlew/io/fields/voxel_file.hpp>
#include <curlew/io/fields/vti_file.hpp>
#include <curlew/io/fields/vtp_file.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace curlew {
namespace {

TEST(FieldsWithoutVtk, SayHowToGetThem) {
  const std::vector<Point> points;
  const std::vector<std::array<Index, 4>> tets;
  const FieldGrid grid{&points, &tets, {}, {}};
  EXPECT_THROW(write_vtu("a.vtu", grid, {}, 0), NotCompiled);
  try {
    VtuSeries(curlew::test::output_path(), grid);
    FAIL();
  } catch (const NotCompiled &error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("CURLEW_ENABLE_VTK=ON"));
  }
}

TEST(ImagesWithoutVtk, SayHowToGetThem) {
  EXPECT_THROW(write_vti("a.vti", CellImage()), NotCompiled);
  EXPECT_THROW(VtiSeries{curlew::test::output_path()}, NotCompiled);
}

TEST(SurfacesWithoutVtk, SayHowToGetThem) {
  EXPECT_THROW(write_vtp("a.vtp", TriMesh(), {}, {}), NotCompiled);
}

TEST(VoxelsWithoutVtk, SayHowToGetThem) {
  EXPECT_THROW(read_voxel_image("head.vti", "label"), NotCompiled);
}

} // namespace
} // namespace curlew
