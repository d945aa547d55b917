// Files of several ranks, made piece by piece in one process.
#include "fields_fixture.hpp"

#include <curlew/io/fields/pvtu_file.hpp>
#include <curlew/io/fields/snapshot_files.hpp>

#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkStringArray.h>

#include <gmock/gmock.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::Box;
using test::BoxPart;
using test::count_files;
using test::get;
using test::message_of;
using test::put;
using test::read_back;
using testing::HasSubstr;

class Pieces : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const Box box_;

  std::vector<Index> tets(std::size_t first, std::size_t last, std::size_t stride = 1) const {
    std::vector<Index> some;
    for (std::size_t i = first; i < last; i += stride) {
      some.push_back(static_cast<Index>(i));
    }
    return some;
  }
  // Writes the pieces as the ranks and the root do. Returns the content of the whole, in order.
  std::vector<Index> write(int step, const std::vector<std::vector<Index>> &parts) const {
    fs::create_directories(folder_ / pieces_folder_name(step));
    std::vector<std::string> names;
    std::vector<Index> all;
    for (std::size_t rank = 0; rank < parts.size(); ++rank) {
      const BoxPart part(box_, parts[rank]);
      const fs::path path = folder_ / piece_name(step, static_cast<int>(rank));
      write_vtu(path, part.grid(), part.arrays(step), 0.1 * step);
      names.push_back(fs::relative(path, folder_ / k_fields_folder).string());
      all.insert(all.end(), parts[rank].begin(), parts[rank].end());
    }
    write_pvtu(list(step), box_.arrays(step), names);
    return all;
  }
  fs::path list(int step) const { return folder_ / pieces_list_name(step); }
};

TEST_F(Pieces, AreTogetherWhatOneProcessWrites) {
  const std::size_t count = box_.mesh.tets.size();
  const auto order =
      write(7, {tets(0, 100, 3), tets(100, count), tets(1, 100, 3), tets(2, 100, 3)});
  const auto joined = read_back(list(7));
  test::expect_tets(joined, box_, order, 7);
  write_vtu(folder_ / "a.vtu", box_.grid(), box_.arrays(7), 0.1 * 7);
  const auto whole = read_back(folder_ / "a.vtu");
  ASSERT_EQ(joined->GetNumberOfCells(), whole->GetNumberOfCells());
  ASSERT_EQ(joined->GetCellData()->GetNumberOfArrays(), whole->GetCellData()->GetNumberOfArrays());
  for (const char *name : {"material", "E", "H"}) {
    auto *a = joined->GetCellData()->GetArray(name);
    auto *b = whole->GetCellData()->GetArray(name);
    EXPECT_EQ(a->GetDataType(), b->GetDataType());
    ASSERT_EQ(a->GetNumberOfComponents(), b->GetNumberOfComponents());
    for (int c = 0; c < a->GetNumberOfComponents(); ++c) {
      EXPECT_EQ(std::string(a->GetComponentName(c) ? a->GetComponentName(c) : ""),
                std::string(b->GetComponentName(c) ? b->GetComponentName(c) : ""));
      for (std::size_t i = 0; i < order.size(); ++i) {
        ASSERT_EQ(a->GetComponent(static_cast<vtkIdType>(i), c), b->GetComponent(order[i], c));
      }
    }
  }
  auto *e = joined->GetCellData()->GetArray("E");
  ASSERT_TRUE(e->GetInformation()->Has(vtkDataArray::UNITS_LABEL()));
  EXPECT_STREQ(e->GetInformation()->Get(vtkDataArray::UNITS_LABEL()), "V/m");
  auto *time = joined->GetFieldData()->GetArray("TimeValue");
  ASSERT_NE(time, nullptr);
  EXPECT_EQ(time->GetTuple1(0), 0.1 * 7);
  auto *names =
      vtkStringArray::SafeDownCast(joined->GetFieldData()->GetAbstractArray("material_names"));
  ASSERT_NE(names, nullptr);
  EXPECT_EQ(names->GetValue(1), "glass & \"water\"");
}

TEST_F(Pieces, MayBeEmpty) {
  test::expect_tets(read_back(folder_ / "fields" / "fields_000001.pvtu"), box_,
                    write(1, {{}, tets(30, 40), {}}), 1);
  write(2, {{}});
  const auto nothing = read_back(list(2));
  EXPECT_EQ(nothing->GetNumberOfCells(), 0);
  EXPECT_NE(nothing->GetCellData()->GetArray("E"), nullptr) << "ParaView colours by it";
}

TEST_F(Pieces, ARestartDropsLaterOnes) {
  write(0, {tets(0, 9), tets(9, 20)});
  write(50, {tets(0, 9), tets(9, 20)});
  put(folder_ / pieces_folder_name(50) / ".fields_000050_7.vtu.partial", "cut off");
  write(80, {tets(0, 9), tets(9, 20)});
  put(folder_ / pieces_folder_name(80) / "notes.txt", "keep");
  write_pvd(folder_ / "fields.pvd",
            {{0, pieces_list_name(0)}, {5, pieces_list_name(50)}, {8, pieces_list_name(80)}});
  VtuSeries series(folder_, box_.grid(), 4.0);
  ASSERT_EQ(read_pvd(folder_ / "fields.pvd").size(), 1u);
  test::expect_tets(read_back(list(0)), box_, tets(0, 20), 0);
  EXPECT_FALSE(fs::exists(list(50)));
  EXPECT_FALSE(fs::exists(folder_ / pieces_folder_name(50)));
  EXPECT_FALSE(fs::exists(list(80)));
  EXPECT_EQ(count_files(folder_ / pieces_folder_name(80)), 1u) << "notes.txt";
}

TEST_F(Pieces, OfARestartOnOneRankAreReplaced) {
  write(50, {tets(0, 9), tets(9, 20)});
  write_pvd(folder_ / "fields.pvd", {{5, pieces_list_name(50)}});
  VtuSeries series(folder_, box_.grid(), 5.0);
  ASSERT_TRUE(fs::exists(list(50)));
  series.write(50, 5, box_.arrays(50));
  const auto entries = read_pvd(folder_ / "fields.pvd");
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].file, whole_name(50));
  EXPECT_EQ(count_files(folder_ / "fields"), 1u);
  test::expect_tets(read_back(folder_ / entries[0].file), box_, tets(0, box_.mesh.tets.size()), 50);
}

TEST_F(Pieces, BehindALinkAreNotOurs) {
  put(folder_ / "elsewhere" / "fields_000050_0.vtu", "keep");
  fs::create_directories(folder_ / "fields");
  fs::create_directory_symlink(folder_ / "elsewhere", folder_ / pieces_folder_name(50));
  remove_snapshot(ResultsDirectory::ready(folder_), 50);
  EXPECT_EQ(get(folder_ / "elsewhere" / "fields_000050_0.vtu"), "keep");
}

TEST_F(Pieces, AListThatCannotBeWrittenIsAnOutputError) {
  EXPECT_THAT(message_of<OutputError>([&] { write_pvtu(folder_ / "none" / "a.pvtu", {}, {}); }),
              HasSubstr("No such file or directory"));
}

TEST(SnapshotNames, OfPieces) {
  for (const char *name : {"fields_000010_0.vtu", ".fields_000010_123.vtu.partial"}) {
    EXPECT_TRUE(is_piece_name(name)) << name;
  }
  for (const char *name :
       {"fields_000010.vtu", "fields_1_.vtu", "fields__1.vtu", "fields_1_2_3.vtu",
        "fields_1_2.pvtu", "fields_1_x.vtu", "fields_000003_1.vti"}) {
    EXPECT_FALSE(is_piece_name(name)) << name;
  }
}

TEST(SnapshotNames, TellTheirStep) {
  for (const std::int64_t step : {0LL, 7LL, 999999LL, 1234567LL}) {
    EXPECT_EQ(step_of_snapshot(whole_name(step)), step);
    EXPECT_EQ(step_of_snapshot(pieces_list_name(step)), step);
    EXPECT_EQ(step_of_snapshot(piece_name(step, 3)), std::nullopt);
  }
  EXPECT_EQ(piece_name(50, 3), "fields/fields_000050/fields_000050_3.vtu");
  for (const char *name :
       {"", "fields.vtu", "fields/fields_.vtu", "fields/fields_1.vtu", "fields/fields_000001.vti",
        "fields/fields_000001.vtu ", "fields/fields_-00001.vtu", "fields_000001.vtu",
        "fields/fields_000001.pvtu/../fields_000001.pvtu",
        "fields/fields_99999999999999999999.vtu"}) {
    EXPECT_EQ(step_of_snapshot(name), std::nullopt) << name;
  }
}

} // namespace
} // namespace curlew
