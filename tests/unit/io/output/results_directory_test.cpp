#include "scratch.hpp"

#include <curlew/io/output/own_names.hpp>
#include <curlew/io/output/results_directory.hpp>

#include <gmock/gmock.h>

#include <sys/stat.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::count_files;
using test::get;
using test::message_of;
using test::put;
using testing::HasSubstr;

class Results : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const fs::path results_ = folder_ / "results";

  std::string refusal(ResultsDirectory::Policy policy = {}) const {
    return message_of<OutputError>([&] { ResultsDirectory(results_, policy); });
  }
  void put_old_run() const {
    for (const char *name : {"case.resolved.json", "run.log", "probe_p1.csv", "spectrum_p1.csv",
                             "peaks_p1.csv", "energy.csv", "fields.pvd", "fields/fields_000010.vtu",
                             "fields/.fields_000020.vtu.partial", "fields/fields_000010.pvtu",
                             "fields/fields_000010/fields_000010_0.vtu",
                             "fields/fields_000010/.fields_000010_11.vtu.partial",
                             "checkpoint/slot-0", "checkpoint/slot-1", ".summary.json.partial"}) {
      put(results_ / name, "old");
    }
    put(results_ / "summary.json", "{\n  \"program\": \"curlew\"\n}\n");
  }
};

TEST_F(Results, AnAbsentFolderIsMadeWithItsParents) {
  const ResultsDirectory results(folder_ / "a" / "b" / "c");
  EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b" / "c"));
  EXPECT_EQ(results.file("summary.json"), folder_ / "a" / "b" / "c" / "summary.json");
  EXPECT_EQ(count_files(results.path()), 0u) << "the probe must not stay";
}

TEST_F(Results, AnEmptyFolderIsTaken) {
  fs::create_directories(results_);
  EXPECT_EQ(refusal(), "");
}

TEST_F(Results, AnOldRunIsReplacedAndForeignFilesStay) {
  put_old_run();
  for (const char *name :
       {"notes.txt", "probe_p1.csv.bak", "fields/picture.png", "fields/fields_last.vtu",
        "fields/fields_000010/other.vtu", "fields/mine/fields_000010_0.vtu", "checkpoint/slot-x",
        "my_probe_p1.csv"}) {
    put(results_ / name, "mine");
  }
  fs::create_directories(results_ / "rcs.csv"); // a folder, whatever its name
  EXPECT_EQ(refusal(), "");
  std::vector<std::string> left;
  for (const auto &entry : fs::recursive_directory_iterator(results_)) {
    if (!entry.is_directory()) {
      left.push_back(fs::relative(entry.path(), results_).string());
    }
  }
  EXPECT_THAT(left, testing::UnorderedElementsAre(
                        "notes.txt", "probe_p1.csv.bak", "fields/picture.png",
                        "fields/fields_last.vtu", "fields/fields_000010/other.vtu",
                        "fields/mine/fields_000010_0.vtu", "checkpoint/slot-x", "my_probe_p1.csv"));
  EXPECT_TRUE(fs::is_directory(results_ / "rcs.csv"));
}

TEST_F(Results, NothingIsLeftOfAnOldRunAlone) {
  put_old_run();
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(count_files(results_), 0u);
}

TEST_F(Results, EitherOfTheTwoFilesMarksOurFolder) {
  put(results_ / "case.resolved.json", "{}");
  put(results_ / "notes.txt", "");
  EXPECT_EQ(refusal(), "");
  put(results_ / "summary.json", "{ \"program\": \"curlew\" }");
  EXPECT_EQ(refusal(), "");
}

TEST_F(Results, AForeignFolderIsRefusedAndUntouched) {
  put(results_ / "thesis.tex", "precious");
  put(results_ / "energy.csv", "precious");
  put(results_ / "summary.json", "{ \"program\": \"somebody else's\" }");
  EXPECT_THAT(refusal(), HasSubstr("--overwrite"));
  EXPECT_EQ(get(results_ / "energy.csv"), "precious");
  EXPECT_EQ(count_files(results_), 3u);
}

TEST_F(Results, OverwriteRemovesOnlyWhatHasOurNames) {
  put(results_ / "thesis.tex", "precious");
  put(results_ / "energy.csv", "old");
  EXPECT_EQ(refusal({true, false, {}}), "");
  EXPECT_EQ(get(results_ / "thesis.tex"), "precious");
  EXPECT_FALSE(fs::exists(results_ / "energy.csv"));
}

TEST_F(Results, RestartKeepsEverything) {
  put_old_run();
  EXPECT_EQ(refusal({false, true, {}}), "");
  EXPECT_EQ(get(results_ / "checkpoint/slot-0"), "old");
  EXPECT_EQ(get(results_ / "probe_p1.csv"), "old");
}

TEST_F(Results, RestartNeedsAFolder) {
  EXPECT_THAT(message_of<InputError>([&] {
                ResultsDirectory(results_, {false, true, {}});
              }),
              HasSubstr("nothing to restart from"));
  EXPECT_FALSE(fs::exists(results_));
}

TEST_F(Results, LinksAreRemovedNeverFollowed) {
  put_old_run();
  const fs::path elsewhere = folder_ / "elsewhere";
  put(elsewhere / "fields_000001.vtu", "keep");
  put(elsewhere / "slot-0", "keep");
  put(elsewhere / "data.csv", "keep");
  fs::remove_all(results_ / "fields");
  fs::create_directory_symlink(elsewhere, results_ / "fields");
  fs::remove_all(results_ / "checkpoint");
  fs::create_directory_symlink(elsewhere, results_ / "checkpoint");
  fs::remove(results_ / "energy.csv");
  fs::create_symlink(elsewhere / "data.csv", results_ / "energy.csv");
  fs::create_symlink(folder_ / "not-there", results_ / "probe_dangling.csv");
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(count_files(results_), 0u);
  EXPECT_EQ(count_files(elsewhere), 3u);
  EXPECT_EQ(get(elsewhere / "data.csv"), "keep");
}

TEST_F(Results, ALinkToPiecesIsRemovedNeverFollowed) {
  put_old_run();
  const fs::path elsewhere = folder_ / "elsewhere";
  put(elsewhere / "fields_000030_0.vtu", "keep");
  fs::create_directory_symlink(elsewhere, results_ / "fields" / "fields_000030");
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(count_files(results_), 0u);
  EXPECT_EQ(get(elsewhere / "fields_000030_0.vtu"), "keep");
}

TEST_F(Results, AResultsFolderThatIsALinkServes) {
  fs::create_directories(folder_ / "scratch disk");
  fs::create_directory_symlink(folder_ / "scratch disk", results_);
  EXPECT_EQ(refusal(), "");
  fs::remove(results_);
  fs::create_directory_symlink(folder_ / "not-there", results_);
  EXPECT_THAT(refusal(), HasSubstr("does not exist"));
}

TEST_F(Results, AnInputOfTheRunIsNotCleared) {
  put_old_run();
  const fs::path input = folder_ / "results" / ".." / "results" / "probe_p1.csv";
  EXPECT_THAT(refusal({true, false, {folder_ / "mesh.msh", input}}), HasSubstr("probe_p1.csv"));
  EXPECT_EQ(get(results_ / "energy.csv"), "old") << "nothing may be removed before the refusal";
}

TEST_F(Results, ImpossiblePlacesNameTheReason) {
  put(folder_ / "file", "");
  EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory(folder_ / "file"); }),
              HasSubstr("not a folder"));
  EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory(folder_ / "file" / "below"); }),
              HasSubstr("Not a directory"));
  EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory("/dev/full"); }),
              HasSubstr("not a folder"));
  EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory("/proc/curlew/results"); }),
              HasSubstr("/proc/curlew/results"));
  EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory(folder_ / std::string(300, 'x')); }),
              HasSubstr("File name too long"));
}

TEST_F(Results, AFullDiskShowsBeforeTheRun) {
  fs::create_directories(results_);
  {
    const test::FileSizeLimit limit(4);
    EXPECT_THAT(refusal(), HasSubstr("File too large"));
  }
  EXPECT_EQ(count_files(results_), 0u);
}

TEST_F(Results, AReadOnlyFolderShowsBeforeTheRun) {
  fs::create_directories(results_);
  chmod(results_.c_str(), 0500);
  if (access(results_.c_str(), W_OK) == 0) {
    chmod(results_.c_str(), 0700);
    GTEST_SKIP() << "permissions do not bind this user";
  }
  EXPECT_THAT(refusal(), HasSubstr("Permission denied"));
  chmod(results_.c_str(), 0700);
}

TEST(ResultFileNames, OursAndOthers) {
  for (const char *name : {"summary.json", "probe_a.csv", "peaks_x y.csv", "run.log",
                           ".energy.csv.partial", "port-S.csv"}) {
    EXPECT_TRUE(is_result_file_name(name)) << name;
  }
  for (const char *name : {"", "case.json", "probe_.csv", "probe_a.csv~", "summary.json.bak",
                           "mesh.msh", ".partial", "..partial", "energy.CSV"}) {
    EXPECT_FALSE(is_result_file_name(name)) << name;
  }
}

TEST(ResultFileNames, OfFields) {
  for (const char *name : {"fields_000010.vtu", "fields_7.pvtu", ".fields_000010.pvtu.partial"}) {
    EXPECT_TRUE(is_field_file_name(name)) << name;
  }
  for (const char *name :
       {"fields_.vtu", "fields_1.vtk", "fields_1_0.vtu", "fields_1", "fields_1.pvd"}) {
    EXPECT_FALSE(is_field_file_name(name)) << name;
  }
  EXPECT_TRUE(is_pieces_folder_name("fields_000010"));
  for (const char *name : {"fields_", "fields_x", "fields", "fields_1.vtu", ".fields_1.partial"}) {
    EXPECT_FALSE(is_pieces_folder_name(name)) << name;
  }
  for (const char *name : {"fields_000010_0.vtu", ".fields_000010_123.vtu.partial"}) {
    EXPECT_TRUE(is_piece_name(name)) << name;
  }
  for (const char *name : {"fields_000010.vtu", "fields_1_.vtu", "fields__1.vtu",
                           "fields_1_2_3.vtu", "fields_1_2.pvtu", "fields_1_x.vtu"}) {
    EXPECT_FALSE(is_piece_name(name)) << name;
  }
}

} // namespace
} // namespace curlew
