// VtuSeries on 1, 2, 3 and 4 ranks: every case is collective.
#include "fields_fixture.hpp"

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/fields/snapshot_files.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::Box;
using test::BoxPart;
using test::count_files;
using test::message_of;
using test::read_back;
using testing::HasSubstr;

class FieldsOnRanks : public testing::Test {
protected:
  const Communicator ranks_ = Communicator::world();
  const fs::path folder_ = empty_folder();
  const Box box_;

  // Several numbers of ranks are tested side by side.
  fs::path empty_folder() const {
    const auto *info = testing::UnitTest::GetInstance()->current_test_info();
    fs::path folder = fs::path(curlew::test::output_path()) /
                      ("ranks_" + std::to_string(ranks_.size())) / info->name();
    if (ranks_.is_root()) {
      fs::remove_all(folder);
      fs::create_directories(folder);
    }
    ranks_.barrier();
    return folder;
  }
  int last() const { return ranks_.size() - 1; }
  // Ranks 1, 4, ... have none.
  BoxPart part_of(int rank, int ranks) const {
    std::vector<Index> tets;
    for (Index i = 0; i < static_cast<Index>(box_.mesh.tets.size()); ++i) {
      int owner = (i / 7) % ranks;
      owner -= owner % 3 == 1 ? 1 : 0;
      if (owner == rank) {
        tets.push_back(i);
      }
    }
    return BoxPart(box_, tets);
  }
  BoxPart part() const { return part_of(ranks_.rank(), ranks_.size()); }
  std::vector<Index> in_order_of_ranks(int ranks) const {
    std::vector<Index> all;
    for (int rank = 0; rank < ranks; ++rank) {
      const BoxPart part = part_of(rank, ranks);
      all.insert(all.end(), part.tets().begin(), part.tets().end());
    }
    return all;
  }
  std::string name(int step) const {
    return ranks_.is_alone() ? whole_name(step) : pieces_list_name(step);
  }
  // Expects the series. Only the root reads it: its files contain the others' pieces.
  void expect_series(const std::vector<int> &steps) const {
    if (ranks_.is_root()) {
      const auto entries = read_pvd(folder_ / "fields.pvd");
      ASSERT_EQ(entries.size(), steps.size());
      for (std::size_t i = 0; i < steps.size(); ++i) {
        EXPECT_EQ(entries[i].time_s, 0.1 * steps[i]);
        EXPECT_EQ(entries[i].file, name(steps[i]));
        test::expect_tets(read_back(folder_ / entries[i].file), box_,
                          in_order_of_ranks(ranks_.size()), steps[i]);
      }
    }
    ranks_.barrier();
  }
  void expect_no_files_of(int step) const {
    EXPECT_FALSE(fs::exists(folder_ / whole_name(step)));
    EXPECT_FALSE(fs::exists(folder_ / pieces_list_name(step)));
    EXPECT_FALSE(fs::exists(folder_ / pieces_folder_name(step)));
  }
};

TEST_F(FieldsOnRanks, AreThoseOfTheWhole) {
  const BoxPart part = this->part();
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  std::vector<int> steps;
  for (const int step : {0, 50, 100}) {
    series.write(step, 0.1 * step, part.arrays(step));
    steps.push_back(step);
    expect_series(steps);
  }
  // One process writes one file; several write a list, and a folder with a piece of each rank with
  // tets.
  EXPECT_EQ(count_files(folder_ / "fields"), ranks_.is_alone() ? 3u : 6u);
  if (!ranks_.is_alone()) {
    EXPECT_EQ(fs::exists(folder_ / piece_name(50, ranks_.rank())), !part.tets().empty());
    EXPECT_EQ(count_files(folder_ / pieces_folder_name(50)),
              static_cast<std::size_t>(ranks_.size() - (ranks_.size() + 1) / 3));
  }
}

TEST_F(FieldsOnRanks, OfARegionOnTheLastRank) {
  const std::vector<Index> region{5, 99, 6, 200};
  const bool mine = ranks_.rank() == last();
  const BoxPart part(box_, mine ? region : std::vector<Index>());
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  series.write(3, 0.3, part.arrays(3));
  if (ranks_.is_root()) {
    test::expect_tets(read_back(folder_ / name(3)), box_, region, 3);
  }
  EXPECT_EQ(fs::exists(folder_ / piece_name(3, ranks_.rank())), mine && !ranks_.is_alone());
}

TEST_F(FieldsOnRanks, OfNoTetsAtAll) {
  const BoxPart part(box_, {});
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  series.write(3, 0.3, part.arrays(3));
  if (ranks_.is_root()) {
    EXPECT_EQ(read_back(folder_ / name(3))->GetNumberOfCells(), 0);
  }
}

TEST_F(FieldsOnRanks, OneFullDiskIsEverybodysError) {
  const BoxPart part(box_, {static_cast<Index>(10 + ranks_.rank())});
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  series.write(0, 0, part.arrays(0));
  for (const int full : {0, last()}) {
    std::optional<test::FileSizeLimit> limit;
    if (ranks_.rank() == full) {
      limit.emplace(0);
    }
    const std::string message =
        message_of<OutputError>([&] { series.write(50, 5, part.arrays(50)); });
    limit.reset();
    EXPECT_THAT(message, HasSubstr("File too large"));
    EXPECT_THAT(message, HasSubstr(ranks_.is_alone() ? whole_name(50) : piece_name(50, full)));
    ranks_.barrier();
    expect_no_files_of(50);
    EXPECT_EQ(read_pvd(folder_ / "fields.pvd").size(), 1u);
    ranks_.barrier();
  }
  series.write(50, 5, part.arrays(50)); // room again: the series goes on
  ASSERT_EQ(read_pvd(folder_ / "fields.pvd").size(), 2u);
  EXPECT_EQ(read_back(folder_ / name(50))->GetNumberOfCells(), ranks_.size());
}

TEST_F(FieldsOnRanks, AListThatCannotBeWrittenIsEverybodysError) {
  const BoxPart part = this->part();
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  if (ranks_.is_root()) {
    fs::create_directories(folder_ / "fields.pvd");
  }
  ranks_.barrier();
  EXPECT_THAT(message_of<OutputError>([&] { series.write(50, 5, part.arrays(50)); }),
              HasSubstr("fields.pvd"));
  ranks_.barrier();
  if (!ranks_.is_alone()) { // one process leaves its whole .vtu, as it always has
    expect_no_files_of(50);
  }
}

TEST_F(FieldsOnRanks, AForeignListIsEverybodysError) {
  if (ranks_.is_root()) {
    test::put(folder_ / "fields.pvd", "mine");
  }
  ranks_.barrier();
  const BoxPart part = this->part();
  EXPECT_THAT(message_of<InputError>([&] { VtuSeries(folder_, part.grid(), 1.0, ranks_); }),
              HasSubstr("fields.pvd:1"));
}

TEST_F(FieldsOnRanks, AVanishedFolderIsEverybodysError) {
  const BoxPart part = this->part();
  VtuSeries series(folder_, part.grid(), std::nullopt, ranks_);
  if (ranks_.is_root()) {
    fs::remove_all(folder_ / "fields");
  }
  ranks_.barrier();
  EXPECT_THAT(message_of<OutputError>([&] { series.write(0, 0, part.arrays(0)); }),
              HasSubstr("No such file or directory"));
}

TEST_F(FieldsOnRanks, ContinueWhatMoreRanksWrote) {
  constexpr int k_ranks_before = 6;
  if (ranks_.is_root()) {
    for (const int step : {0, 50, 100}) {
      for (int rank = 0; rank < k_ranks_before; ++rank) {
        test::put(folder_ / piece_name(step, rank), "old");
      }
      test::put(folder_ / pieces_list_name(step), "old");
    }
    write_pvd(folder_ / "fields.pvd",
              {{0, pieces_list_name(0)}, {5, pieces_list_name(50)}, {10, pieces_list_name(100)}});
  }
  ranks_.barrier();
  const BoxPart part = this->part();
  VtuSeries series(folder_, part.grid(), 7.0, ranks_);
  expect_no_files_of(100);
  ASSERT_EQ(read_pvd(folder_ / "fields.pvd").size(), 2u);
  ranks_.barrier();
  for (const int step : {50, 100, 100}) { // 50: kept, and written again
    series.write(step, 0.1 * step, part.arrays(step));
  }
  const auto entries = read_pvd(folder_ / "fields.pvd");
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(count_files(folder_ / pieces_folder_name(0)), static_cast<std::size_t>(k_ranks_before));
  if (ranks_.is_root()) {
    for (const std::size_t i : {1u, 2u}) {
      test::expect_tets(read_back(folder_ / entries[i].file), box_,
                        in_order_of_ranks(ranks_.size()), i == 1 ? 50 : 100);
    }
  }
  EXPECT_FALSE(fs::exists(folder_ / piece_name(50, k_ranks_before - 1)));
}

} // namespace
} // namespace curlew
