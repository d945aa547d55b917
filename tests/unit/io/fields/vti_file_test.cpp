#include <curlew/tests/unit/io/results/scratch.hpp>

#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/fields/voxel_file.hpp>
#include <curlew/io/fields/vti_file.hpp>

#include <vtkCellData.h>
#include <vtkDataArray.h>
#include <vtkFieldData.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkXMLImageDataReader.h>

#include <gmock/gmock.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

CellImage image(int step = 0) {
  CellImage image;
  image.cells = {4, 3, 2};
  image.cell_m = {0.5, 0.25, 2};
  image.corner_m = {-1, 3, 0};
  image.material_names = {"vacuum", "glass & \"water\""};
  CellArray real{"E_real", 3, {}, "V/m"}, sar{"SAR", 1, {}, "W/kg"};
  for (int i = 0; i < 24; ++i) {
    image.material.push_back(i % 2);
    sar.values.push_back(0.1 * i);
    for (int c = 0; c < 3; ++c)
      real.values.push_back(i + 0.25 * c + 100 * step);
  }
  image.arrays = {real, sar};
  image.texts = {{"convention", "e^{+j omega t}, peak phasors"}};
  image.numbers = {{"frequency_hz", 1e9}};
  return image;
}

vtkSmartPointer<vtkImageData> read_back(const fs::path &path) {
  vtkNew<vtkXMLImageDataReader> reader;
  reader->SetFileName(path.c_str());
  reader->Update();
  EXPECT_EQ(reader->GetErrorCode(), 0u) << path;
  return reader->GetOutput();
}

TEST(VtiFile, HoldsWhatWasWritten) {
  const fs::path path = test::scratch() / "a.vti";
  write_vti(path, image());
  const auto read = read_back(path);
  ASSERT_EQ(read->GetNumberOfCells(), 24);
  int extent[6];
  read->GetExtent(extent);
  EXPECT_THAT(extent, testing::ElementsAre(0, 4, 0, 3, 0, 2));
  EXPECT_EQ(read->GetOrigin()[1], 3);
  EXPECT_EQ(read->GetSpacing()[2], 2);
  vtkDataArray *const e = read->GetCellData()->GetArray("E_real");
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(e->GetDataType(), VTK_DOUBLE);
  for (int i = 0; i < 24; ++i) {
    for (int c = 0; c < 3; ++c)
      ASSERT_EQ(e->GetComponent(i, c), i + 0.25 * c);
    ASSERT_EQ(read->GetCellData()->GetArray("material")->GetTuple1(i), i % 2);
  }
  EXPECT_EQ(read->GetFieldData()->GetArray("frequency_hz")->GetTuple1(0), 1e9);
  auto *const words =
      vtkStringArray::SafeDownCast(read->GetFieldData()->GetAbstractArray("convention"));
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(words->GetValue(0), "e^{+j omega t}, peak phasors");
  EXPECT_THAT(test::get(path), HasSubstr("vtkZLibDataCompressor"));
  EXPECT_EQ(test::count_files(path.parent_path()), 1u) << "no temporary file stays";
}

TEST(VtiFile, ItsMaterialsAreVoxelsAgain) {
  const fs::path path = test::scratch() / "a.vti";
  write_vti(path, image());
  const VoxelImage voxels = read_voxel_image(path, "material");
  EXPECT_EQ(voxels.cells, image().cells);
  EXPECT_EQ(voxels.cell_m, image().cell_m);
  EXPECT_EQ(voxels.corner_m, image().corner_m);
  EXPECT_EQ(voxels.labels, image().material);
}

TEST(VtiFile, RefusesArraysOfAnotherLength) {
  CellImage wrong = image();
  wrong.arrays[0].values.pop_back();
  EXPECT_THROW(write_vti(test::scratch() / "a.vti", wrong), std::invalid_argument);
  wrong = image();
  wrong.material.push_back(0);
  EXPECT_THROW(write_vti(test::scratch() / "a.vti", wrong), std::invalid_argument);
}

TEST(VtiFile, SaysWhyItCannotBeWritten) {
  const fs::path folder = test::scratch();
  EXPECT_THAT(
      test::message_of<OutputError>([&] { write_vti(folder / "absent" / "a.vti", image()); }),
      HasSubstr("No such file"));
  const test::FileSizeLimit limit(512);
  EXPECT_THAT(test::message_of<OutputError>([&] { write_vti(folder / "a.vti", image()); }),
              HasSubstr("cannot write"));
  EXPECT_EQ(test::count_files(folder), 0u);
}

TEST(VtiSeries, ListsSolvesAndTheirSlices) {
  const fs::path results = test::scratch();
  VtiSeries series(results);
  series.write({image(0)}, 461e12, 0);
  series.write({image(1), image(2)}, 1.5e9, 1);
  const auto entries = read_pvd(results / "fields.pvd");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].file, "fields/fields_000001_1.5GHz_0.vti"); // frequencies ascend
  EXPECT_EQ(entries[1].file, "fields/fields_000001_1.5GHz_1.vti");
  EXPECT_EQ(entries[2].file, "fields/fields_000000_461THz.vti");
  EXPECT_EQ(entries[1].time_s, entries[0].time_s);
  EXPECT_EQ(entries[2].time_s, 461e12);
  EXPECT_EQ(entries[0].part, 0);
  EXPECT_EQ(entries[1].part, 1);
  const double values[] = {100, 200, 0};
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(
        read_back(results / entries[i].file)->GetCellData()->GetArray("E_real")->GetTuple3(0)[0],
        values[i]);
}

TEST(VtiSeries, GoesOnWithAList) {
  const fs::path results = test::scratch();
  VtiSeries(results).write({image(0)}, 1e9, 0);
  VtiSeries series(ResultsDirectory::ready(results), true);
  series.write({image(1)}, 999, 0);
  const auto entries = read_pvd(results / "fields.pvd");
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].file, "fields/fields_000001_999Hz.vti");
  EXPECT_EQ(entries[1].file, "fields/fields_000000_1GHz.vti");
}

TEST(VtiSeries, NeedsAFolder) {
  const fs::path results = test::scratch();
  test::put(results / "fields", "a file");
  EXPECT_THROW(VtiSeries{results}, OutputError);
}

} // namespace
} // namespace curlew
