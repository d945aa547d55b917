#include <curlew/tests/unit/io/results/scratch.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/fields/vtp_file.hpp>

#include <vtkCellData.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIdList.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkXMLPolyDataReader.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

using ::testing::HasSubstr;

// A strip of n squares of two triangles, in two surface groups; a curve group besides.
TriMesh strip(Index n) {
  TriMesh mesh;
  mesh.groups = {{2, 3, "arm & \"foot\""}, {2, 4, ""}, {1, 1, "feed"}};
  for (Index i = 0; i <= n; ++i)
    for (Index j = 0; j < 2; ++j)
      mesh.points.push_back({i / 3.0, double(j), -1e-17 * i});
  for (Index i = 0; i < n; ++i) {
    mesh.triangles.push_back({2 * i, 2 * i + 2, 2 * i + 3});
    mesh.triangles.push_back({2 * i, 2 * i + 3, 2 * i + 1});
    mesh.triangle_group.insert(mesh.triangle_group.end(), 2, i % 2);
  }
  mesh.lines = {{0, 1}};
  mesh.line_group = {2};
  return mesh;
}

std::vector<double> waves(std::size_t count, double phase) {
  std::vector<double> values(count);
  for (std::size_t i = 0; i < count; ++i)
    values[i] = std::sin(0.37 * static_cast<double>(i) + phase);
  return values;
}

vtkSmartPointer<vtkPolyData> read_back(const std::filesystem::path &path) {
  vtkNew<vtkXMLPolyDataReader> reader;
  EXPECT_EQ(reader->CanReadFile(path.c_str()), 1) << path;
  reader->SetFileName(path.c_str());
  reader->Update();
  EXPECT_EQ(reader->GetErrorCode(), 0u) << path;
  return reader->GetOutput();
}

void expect_values(vtkDataArray *array, const CellArray &expected) {
  auto *values = vtkDoubleArray::SafeDownCast(array);
  ASSERT_NE(values, nullptr) << expected.name << " must be there, and float64";
  ASSERT_EQ(values->GetNumberOfComponents(), expected.components);
  ASSERT_EQ(static_cast<std::size_t>(values->GetNumberOfValues()), expected.values.size());
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    ASSERT_EQ(values->GetValue(static_cast<vtkIdType>(i)), expected.values[i]);
}

class SurfaceFields : public ::testing::Test {
protected:
  const std::filesystem::path folder_ = test::scratch();
  const TriMesh mesh_ = strip(40);
  const std::vector<CellArray> cells_ = {{"J_real", 3, waves(240, 0.1), "A/m"},
                                         {"J", 1, waves(80, 0.2), "A/m"}};
  const std::vector<CellArray> points_ = {{"charge", 1, waves(82, 0.3), "C/m^2"},
                                          {"J_imag", 3, waves(246, 0.4), ""}};
};

TEST_F(SurfaceFields, ComeBackThroughVtkBitForBit) {
  write_vtp(folder_ / "a.vtp", mesh_, cells_, points_);
  const auto read = read_back(folder_ / "a.vtp");
  ASSERT_EQ(read->GetNumberOfPoints(), 82);
  for (vtkIdType i = 0; i < 82; ++i) {
    const double *p = read->GetPoint(i);
    ASSERT_EQ((Point{p[0], p[1], p[2]}), mesh_.points[static_cast<std::size_t>(i)]);
  }
  ASSERT_EQ(read->GetNumberOfCells(), 80);
  ASSERT_EQ(read->GetNumberOfPolys(), 80);
  EXPECT_EQ(read->GetCellData()->GetNumberOfArrays(), 3);
  EXPECT_EQ(read->GetPointData()->GetNumberOfArrays(), 2);
  for (vtkIdType t = 0; t < 80; ++t) {
    vtkNew<vtkIdList> nodes;
    read->GetCellPoints(t, nodes);
    ASSERT_EQ(nodes->GetNumberOfIds(), 3);
    for (vtkIdType k = 0; k < 3; ++k)
      ASSERT_EQ(nodes->GetId(k),
                mesh_.triangles[static_cast<std::size_t>(t)][static_cast<std::size_t>(k)]);
    ASSERT_EQ(read->GetCellData()->GetArray("group")->GetTuple1(t), t / 2 % 2);
  }
  for (const CellArray &array : cells_)
    expect_values(read->GetCellData()->GetArray(array.name.c_str()), array);
  for (const CellArray &array : points_)
    expect_values(read->GetPointData()->GetArray(array.name.c_str()), array);
  EXPECT_STREQ(
      read->GetPointData()->GetArray("charge")->GetInformation()->Get(vtkDataArray::UNITS_LABEL()),
      "C/m^2");
  auto *names = vtkStringArray::SafeDownCast(read->GetFieldData()->GetAbstractArray("group_names"));
  ASSERT_NE(names, nullptr);
  ASSERT_EQ(names->GetNumberOfValues(), 2);
  EXPECT_EQ(names->GetValue(0), "arm & \"foot\"");
  EXPECT_EQ(names->GetValue(1), "4");
}

TEST_F(SurfaceFields, AreCompressedAppendedBinary) {
  write_vtp(folder_ / "a.vtp", mesh_, {{"J", 3, std::vector<double>(240, 0.0), ""}}, {});
  const std::string content = test::get(folder_ / "a.vtp");
  EXPECT_THAT(content.substr(0, 400), HasSubstr("type=\"PolyData\""));
  EXPECT_THAT(content.substr(0, 400), HasSubstr("vtkZLibDataCompressor"));
  EXPECT_THAT(content.substr(0, 400), HasSubstr("header_type=\"UInt64\""));
  EXPECT_NE(content.find("<AppendedData encoding=\"raw\">"), std::string::npos);
  write_vtp(folder_ / "b.vtp", mesh_, cells_, {});
  EXPECT_LT(content.size(), test::get(folder_ / "b.vtp").size());
  EXPECT_EQ(test::count_files(folder_), 2u) << "no temporary file may stay";
}

TEST_F(SurfaceFields, ArraysOfTheWrongLengthAreRefused) {
  for (const auto &[cells, points] : {std::pair(points_, points_), std::pair(cells_, cells_)})
    EXPECT_THROW(write_vtp(folder_ / "a.vtp", mesh_, cells, points), std::invalid_argument);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.vtp"));
}

TEST_F(SurfaceFields, SayWhyAFileCannotBeWritten) {
  try {
    write_vtp(folder_ / "gone" / "a.vtp", mesh_, cells_, points_);
    FAIL();
  } catch (const OutputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("a.vtp"));
    EXPECT_THAT(error.what(), HasSubstr("No such file or directory"));
  }
}

} // namespace
} // namespace curlew
