#include "fields_fixture.hpp"

#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIdList.h>
#include <vtkInformation.h>
#include <vtkPointData.h>
#include <vtkStringArray.h>
#include <vtkTypeInt32Array.h>

#include <gmock/gmock.h>

#if defined(__SANITIZE_ADDRESS__)
// VTK 9.1 forgets its header of compressed blocks when a write fails.
extern "C" const char *__lsan_default_suppressions() {
  return "leak:libvtkIOXML";
}
#endif

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::message_of;
using test::put;
using test::read_back;
using testing::HasSubstr;

class Fields : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const test::Box box_;
  const TetMesh &mesh_ = box_.mesh;

  FieldGrid grid() const { return box_.grid(); }
  double value(std::size_t i, int step) const { return test::Box::value(i, step); }
  std::vector<CellArray> arrays(int step) const { return box_.arrays(step); }
  // Expects a series that ParaView can show: the list is valid and each file in it too, with this
  // step's values.
  void expect_series(const std::vector<int> &steps) const {
    const auto entries = read_pvd(folder_ / "fields.pvd");
    ASSERT_EQ(entries.size(), steps.size());
    for (std::size_t i = 0; i < steps.size(); ++i) {
      EXPECT_EQ(entries[i].time_s, 0.1 * steps[i]);
      const auto read = read_back(folder_ / entries[i].file);
      EXPECT_EQ(read->GetCellData()->GetArray("E")->GetComponent(5, 1), value(16, steps[i]));
    }
  }
};

TEST_F(Fields, ComeBackThroughVtkBitForBit) {
  write_vtu(folder_ / "a.vtu", grid(), arrays(0), 0.1 / 3);
  const auto read = read_back(folder_ / "a.vtu");
  ASSERT_EQ(read->GetNumberOfPoints(), static_cast<vtkIdType>(mesh_.points.size()));
  ASSERT_EQ(read->GetNumberOfCells(), static_cast<vtkIdType>(mesh_.tets.size()));
  for (std::size_t i = 0; i < mesh_.points.size(); ++i) {
    const double *p = read->GetPoint(static_cast<vtkIdType>(i));
    ASSERT_EQ((Point{p[0], p[1], p[2]}), mesh_.points[i]);
  }
  auto *e = vtkDoubleArray::SafeDownCast(read->GetCellData()->GetArray("E"));
  auto *h = vtkDoubleArray::SafeDownCast(read->GetCellData()->GetArray("H"));
  auto *material = vtkTypeInt32Array::SafeDownCast(read->GetCellData()->GetArray("material"));
  if (material == nullptr) { // on some platforms the reader makes it a plain int array
    ASSERT_NE(read->GetCellData()->GetArray("material"), nullptr);
    ASSERT_EQ(read->GetCellData()->GetArray("material")->GetDataType(), VTK_INT);
  }
  ASSERT_NE(e, nullptr) << "E must be float64";
  ASSERT_NE(h, nullptr) << "H must be float64";
  EXPECT_EQ(read->GetCellData()->GetNumberOfArrays(), 3);
  EXPECT_EQ(read->GetPointData()->GetNumberOfArrays(), 0);
  ASSERT_EQ(e->GetNumberOfComponents(), 3);
  EXPECT_STREQ(e->GetInformation()->Get(vtkDataArray::UNITS_LABEL()), "V/m");
  for (std::size_t tet = 0; tet < mesh_.tets.size(); ++tet) {
    const auto id = static_cast<vtkIdType>(tet);
    ASSERT_EQ(read->GetCellType(id), VTK_TETRA);
    vtkNew<vtkIdList> nodes;
    read->GetCellPoints(id, nodes);
    for (vtkIdType k = 0; k < 4; ++k) {
      ASSERT_EQ(nodes->GetId(k), mesh_.tets[tet][static_cast<std::size_t>(k)]);
    }
    for (int c = 0; c < 3; ++c) {
      const double expected = value(3 * tet + static_cast<std::size_t>(c), 0);
      ASSERT_EQ(e->GetComponent(id, c), expected);
      ASSERT_EQ(h->GetComponent(id, c), -1e-3 * expected);
    }
    ASSERT_EQ(read->GetCellData()->GetArray("material")->GetTuple1(id), tet % 3 == 0 ? 1 : 0);
  }
  EXPECT_EQ(read->GetFieldData()->GetArray("TimeValue")->GetTuple1(0), 0.1 / 3);
  auto *names =
      vtkStringArray::SafeDownCast(read->GetFieldData()->GetAbstractArray("material_names"));
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(names->GetValue(1), "glass & \"water\"");
}

TEST_F(Fields, AreCompressedAppendedBinary) {
  std::vector<CellArray> zeros{{"E", 3, std::vector<double>(3 * mesh_.tets.size(), 0.0), "V/m"}};
  write_vtu(folder_ / "a.vtu", grid(), zeros, 0);
  const std::string content = get(folder_ / "a.vtu");
  EXPECT_THAT(content.substr(0, 400), HasSubstr("vtkZLibDataCompressor"));
  EXPECT_THAT(content.substr(0, 400), HasSubstr("header_type=\"UInt64\""));
  EXPECT_NE(content.find("<AppendedData encoding=\"raw\">"), std::string::npos);
  EXPECT_NE(content.find("type=\"Float64\" Name=\"E\" NumberOfComponents=\"3\""),
            std::string::npos);
  write_vtu(folder_ / "b.vtu", grid(), arrays(0), 0);
  EXPECT_LT(content.size(), get(folder_ / "b.vtu").size());
}

TEST_F(Fields, TheSeriesIsValidAfterEveryWrite) {
  VtuSeries series(folder_, grid());
  EXPECT_FALSE(fs::exists(folder_ / "fields.pvd"));
  std::vector<int> steps;
  for (const int step : {0, 50, 100}) {
    series.write(step, 0.1 * step, arrays(step));
    steps.push_back(step);
    expect_series(steps);
  }
  EXPECT_TRUE(fs::exists(folder_ / "fields" / "fields_000050.vtu"));
  EXPECT_EQ(test::count_files(folder_ / "fields"), 3u) << "no temporary file may stay";
}

TEST_F(Fields, ARestartDropsLaterSnapshots) {
  {
    VtuSeries series(folder_, grid());
    for (const int step : {0, 50, 100, 150}) {
      series.write(step, 0.1 * step, arrays(step));
    }
  }
  VtuSeries series(folder_, grid(), 0.1 * 70);
  expect_series({0, 50});
  EXPECT_EQ(test::count_files(folder_ / "fields"), 2u);
  series.write(100, 0.1 * 100, arrays(100));
  series.write(100, 0.1 * 100, arrays(100));
  expect_series({0, 50, 100});
}

TEST_F(Fields, ARestartWithoutAListBeginsOne) {
  VtuSeries series(folder_, grid(), 5.0);
  series.write(7, 0.1 * 7, arrays(7));
  expect_series({7});
}

TEST_F(Fields, ARestartDeletesNothingThatAForeignListNames) {
  put(folder_ / "precious.vtu", "keep");
  for (const char *file : {"precious.vtu", "fields/../precious.vtu", "fields/fields_.vtu",
                           "fields/fields_1/../../precious.vtu"}) {
    write_pvd(folder_ / "fields.pvd", {{99, file}});
    EXPECT_THAT(message_of<InputError>([&] { VtuSeries(folder_, grid(), 1.0); }),
                HasSubstr("no name of a snapshot"));
  }
  EXPECT_EQ(get(folder_ / "precious.vtu"), "keep");
}

TEST_F(Fields, AFullDiskIsAnOutputErrorAndLeavesTheSeriesValid) {
  VtuSeries series(folder_, grid());
  series.write(0, 0, arrays(0));
  const auto whole = fs::file_size(folder_ / "fields" / "fields_000000.vtu");
  // The disk is full at the header, in the midst of the data, and just before the end.
  for (const auto size : {std::uintmax_t{0}, std::uintmax_t{100}, whole / 2, whole - 3}) {
    const test::FileSizeLimit limit(size);
    const std::string message = message_of<OutputError>([&] { series.write(50, 5, arrays(50)); });
    EXPECT_THAT(message, HasSubstr("fields_000050.vtu: File too large")) << size;
  }
  expect_series({0});
  EXPECT_EQ(test::count_files(folder_ / "fields"), 1u);
  series.write(50, 0.1 * 50, arrays(50)); // room again: the series goes on
  expect_series({0, 50});
}

TEST_F(Fields, AVanishedFolderIsAnOutputError) {
  VtuSeries series(folder_ / "results", grid());
  fs::remove_all(folder_ / "results");
  EXPECT_THAT(message_of<OutputError>([&] { series.write(0, 0, arrays(0)); }),
              HasSubstr("No such file or directory"));
  put(folder_ / "file", "");
  EXPECT_THROW(VtuSeries(folder_ / "file", grid()), OutputError);
}

TEST_F(Fields, ArraysMustFitTheGrid) {
  std::vector<CellArray> bad = arrays(0);
  bad[1].values.pop_back();
  EXPECT_THROW(write_vtu(folder_ / "a.vtu", grid(), bad, 0), std::invalid_argument);
  FieldGrid short_grid = grid();
  short_grid.material.pop_back();
  EXPECT_THROW(write_vtu(folder_ / "a.vtu", short_grid, arrays(0), 0), std::invalid_argument);
  EXPECT_EQ(test::count_files(folder_), 0u);
}

TEST_F(Fields, APartOfTheMeshKeepsItsGeometry) {
  const std::vector<Index> chosen{7, 100, 8, 355};
  const SubGrid part = extract_tets(mesh_, chosen);
  EXPECT_EQ(part.tet_of, chosen);
  ASSERT_EQ(part.tets.size(), 4u);
  EXPECT_LE(part.points.size(), 16u);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 4; ++k) {
      const auto node = mesh_.tets[static_cast<std::size_t>(chosen[i])][k];
      EXPECT_EQ(part.points[static_cast<std::size_t>(part.tets[i][k])],
                mesh_.points[static_cast<std::size_t>(node)]);
    }
  }
  write_vtu(folder_ / "a.vtu", {&part.points, &part.tets, {0, 0, 1, 0}, {"a", "b"}},
            {{"E", 3, std::vector<double>(12, 1.5), "V/m"}}, 0);
  EXPECT_EQ(read_back(folder_ / "a.vtu")->GetNumberOfCells(), 4);
}

TEST(Pvd, RefusesWhatItDidNotWrite) {
  const auto path = test::scratch() / "fields.pvd";
  write_pvd(path, {{0.1 / 3, "fields/fields_000001.vtu"}});
  const std::string good = get(path);
  EXPECT_EQ(read_pvd(path)[0].time_s, 0.1 / 3);
  for (std::size_t size = 0; size < good.size(); ++size) {
    put(path, good.substr(0, size));
    EXPECT_THROW(read_pvd(path), InputError) << size;
  }
  put(path, good + " ");
  EXPECT_THROW(read_pvd(path), InputError);
  std::string bad_time = good;
  bad_time.replace(bad_time.find("0.0333"), 3, "nan");
  put(path, bad_time);
  EXPECT_THAT(message_of<InputError>([&] { read_pvd(path); }), HasSubstr("fields.pvd:4"));
}

} // namespace
} // namespace curlew
