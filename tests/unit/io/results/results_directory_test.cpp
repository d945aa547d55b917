#include "scratch.hpp"

#include <curlew/io/results/manifest.hpp>
#include <curlew/io/results/results_directory.hpp>

#include <gmock/gmock.h>

#include <algorithm>

#include <sys/stat.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::count_files;
using test::get;
using test::message_of;
using test::put;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using testing::UnorderedElementsAreArray;

// Everything below a folder that is not a folder.
std::vector<std::string> files_below(const fs::path &folder) {
  std::vector<std::string> found;
  for (const auto &entry : fs::recursive_directory_iterator(folder))
    if (!entry.is_directory() || entry.is_symlink())
      found.push_back(entry.path().lexically_relative(folder).string());
  return found;
}

const std::vector<std::string> k_old_run = {
    "case.resolved.json",
    "run.log",
    "probe_p1.csv",
    "spectrum_p1.csv",
    "energy.csv",
    "fields.pvd",
    "fields/fields_000010.vtu",
    "fields/fields_000010.pvtu",
    "fields/fields_000010/fields_000010_0.vtu",
    "checkpoint/slot-0",
    "checkpoint/slot-1",
};

class Results : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const fs::path results_ = folder_ / "results";

  std::string refusal(ResultsDirectory::Policy policy = {}) const {
    return message_of<OutputError>([&] { ResultsDirectory(results_, policy); });
  }
  // An earlier run, with a file that was cut off.
  void put_old_run() const {
    const ResultsDirectory results(results_);
    for (const std::string &name : k_old_run)
      put(results.file(name), "old");
    put(results.file("summary.json"), "{\n  \"program\": \"curlew\"\n}\n");
    results.list({"fields/fields_000020.vtu"});
    put(results_ / "fields/.fields_000020.vtu.partial", "cut off");
  }
};

TEST_F(Results, AnAbsentFolderIsMadeWithItsParents) {
  {
    const ResultsDirectory results(folder_ / "a" / "b" / "c");
    EXPECT_TRUE(fs::is_directory(folder_ / "a" / "b" / "c"));
    EXPECT_EQ(results.file("summary.json"), folder_ / "a" / "b" / "c" / "summary.json");
  }
  EXPECT_THAT(files_below(folder_ / "a" / "b" / "c"), ElementsAre(Manifest::k_name))
      << "neither the probe nor the lock stays";
}

TEST_F(Results, AnEmptyFolderIsTaken) {
  fs::create_directories(results_);
  EXPECT_EQ(refusal(), "");
}

TEST_F(Results, OnlyListedFilesOfAnOldRunAreRemoved) {
  put_old_run();
  const std::vector<std::string> others = {"notes.txt",
                                           "probe_measured.csv",
                                           "fields/picture.png",
                                           "fields/fields_9.vtu",
                                           "spectrum_theory.csv",
                                           "fields/fields_000010/other.vtu",
                                           "rcs.csv",
                                           "fields/mine/fields_000010_0.vtu",
                                           "checkpoint/slot-7"};
  for (const std::string &name : others)
    put(results_ / name, "mine");
  fs::create_directories(results_ / "convergence.csv"); // a folder, whatever its name
  EXPECT_EQ(refusal(), "");
  std::vector<std::string> left = files_below(results_);
  left.erase(std::remove(left.begin(), left.end(), Manifest::k_name), left.end());
  EXPECT_THAT(left, UnorderedElementsAreArray(others));
  EXPECT_TRUE(fs::is_directory(results_ / "convergence.csv"));
}

TEST_F(Results, NothingIsLeftOfAnOldRunAlone) {
  put_old_run();
  EXPECT_EQ(refusal(), "");
  EXPECT_THAT(files_below(results_), ElementsAre(Manifest::k_name));
  EXPECT_EQ(count_files(results_), 1u) << "empty folders are left";
}

// The next run must recognise a run's files, however that run ended.
TEST_F(Results, AFileIsListedBeforeItIsThere) {
  const ResultsDirectory results(results_);
  EXPECT_FALSE(results.is_listed("energy.csv"));
  const fs::path path = results.file("energy.csv");
  EXPECT_FALSE(fs::exists(path));
  EXPECT_TRUE(results.is_listed("energy.csv"));
  EXPECT_THAT(*Manifest::read(results_), ElementsAre("energy.csv"));
  results.file("energy.csv");
  EXPECT_EQ(Manifest::read(results_)->size(), 1u) << "listed twice";
}

TEST_F(Results, AFileOfTheUserIsNotOverwritten) {
  put_old_run();
  put(results_ / "probe_measured.csv", "mine");
  {
    const ResultsDirectory results(results_);
    EXPECT_THAT(message_of<OutputError>([&] { results.file("probe_measured.csv"); }),
                AllOf(HasSubstr("probe_measured.csv"), HasSubstr("--overwrite")));
    EXPECT_NO_THROW(results.file("probe_p1.csv")); // removed: it was the old run's
  }
  const ResultsDirectory results(results_, {true, false, {}, {}});
  EXPECT_NO_THROW(results.file("probe_measured.csv"));
}

TEST_F(Results, ARefusalForAnOutputComesBeforeAnythingIsRemoved) {
  put_old_run();
  put(results_ / "probe_measured.csv", "mine");
  const std::vector<std::string> before = files_below(results_);
  EXPECT_THAT(refusal({false, false, {}, {}, {"probe_p1.csv", "probe_measured.csv"}}),
              HasSubstr("probe_measured.csv"));
  EXPECT_THAT(files_below(results_), UnorderedElementsAreArray(before));
  EXPECT_EQ(refusal({true, false, {}, {}, {"probe_p1.csv", "probe_measured.csv"}}), "");
  EXPECT_EQ(refusal({false, false, {}, {}, {"probe_p1.csv"}}), "");
}

TEST_F(Results, OverwritingALinkLeavesWhatItPointsTo) {
  put(folder_ / "elsewhere.log", "precious");
  put(results_ / "other", "");
  fs::create_symlink(folder_ / "elsewhere.log", results_ / "run.log");
  const ResultsDirectory results(results_, {true, false, {}, {}});
  put(results.file("run.log"), "new");
  EXPECT_EQ(get(folder_ / "elsewhere.log"), "precious");
  EXPECT_EQ(get(results_ / "run.log"), "new");
}

// --- Folders of versions without a manifest ------------------------------------------------------

TEST_F(Results, WithoutAManifestOnlyCertainNamesAreRemoved) {
  for (const char *name : {"case.resolved.json", "run.log"})
    put(results_ / name, "old");
  put(results_ / "summary.json", "{ \"program\": \"curlew\" }");
  EXPECT_EQ(refusal(), "");
  EXPECT_THAT(files_below(results_), IsEmpty());
}

TEST_F(Results, WithoutAManifestAnyOtherFileIsARefusal) {
  put(results_ / "case.resolved.json", "{}");
  put(results_ / "probe_p1.csv", "whose?");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("probe_p1.csv"), HasSubstr("--overwrite")));
  EXPECT_THAT(files_below(results_), UnorderedElementsAre("case.resolved.json", "probe_p1.csv"));
  EXPECT_EQ(refusal({true, false, {}, {}}), "");
  EXPECT_THAT(files_below(results_), ElementsAre("probe_p1.csv"));
}

TEST_F(Results, AForeignFolderIsRefusedAndUntouched) {
  put(results_ / "thesis.tex", "precious");
  put(results_ / "energy.csv", "precious");
  put(results_ / "summary.json", "{ \"program\": \"somebody else's\" }");
  EXPECT_THAT(refusal(), HasSubstr("--overwrite"));
  EXPECT_EQ(get(results_ / "energy.csv"), "precious");
  EXPECT_EQ(count_files(results_), 3u);
}

TEST_F(Results, OverwriteRemovesNothingOfOthers) {
  put(results_ / "thesis.tex", "precious");
  put(results_ / "energy.csv", "precious");
  put(results_ / "run.log", "precious");
  EXPECT_EQ(refusal({true, false, {}, {}}), "");
  for (const char *name : {"thesis.tex", "energy.csv", "run.log"})
    EXPECT_EQ(get(results_ / name), "precious") << name;
}

TEST_F(Results, AManifestOfSomethingElseIsNone) {
  put(results_ / Manifest::k_name, "my own list\nthesis.tex\n");
  put(results_ / "thesis.tex", "precious");
  EXPECT_EQ(Manifest::read(results_), std::nullopt);
  EXPECT_THAT(refusal(), HasSubstr("--overwrite"));
  EXPECT_EQ(get(results_ / "thesis.tex"), "precious");
}

// --- Restart -------------------------------------------------------------------------------------

TEST_F(Results, RestartKeepsEverything) {
  put_old_run();
  const auto before = files_below(results_);
  EXPECT_EQ(refusal({false, true, {}, {}}), "");
  EXPECT_THAT(files_below(results_), UnorderedElementsAreArray(before));
  EXPECT_EQ(get(results_ / "checkpoint/slot-0"), "old");
  EXPECT_EQ(get(results_ / "probe_p1.csv"), "old");
}

TEST_F(Results, RestartContinuesTheManifest) {
  put_old_run();
  const std::size_t listed = Manifest::read(results_)->size();
  {
    const ResultsDirectory results(results_, {false, true, {}, {}});
    EXPECT_TRUE(results.is_listed("probe_p1.csv"));
    EXPECT_FALSE(results.is_listed("rcs.csv"));
    put(results.file("probe_p2.csv"), "new");
    EXPECT_EQ(Manifest::read(results_)->size(), listed + 1);
    put(results_ / "probe_measured.csv", "mine");
    EXPECT_THAT(message_of<OutputError>([&] { results.file("probe_measured.csv"); }),
                HasSubstr("no earlier run"));
    fs::remove(results_ / "probe_measured.csv");
  }
  EXPECT_EQ(refusal(), "");
  EXPECT_THAT(files_below(results_), ElementsAre(Manifest::k_name));
}

TEST_F(Results, RestartWithoutAManifestContinuesWhatIsThere) {
  put(results_ / "case.resolved.json", "{}");
  put(results_ / "probe_p.csv", "old");
  const ResultsDirectory results(results_, {false, true, {}, {}});
  EXPECT_TRUE(results.is_listed("probe_p.csv"));
  EXPECT_NO_THROW(results.file("probe_p.csv"));
  EXPECT_EQ(get(results_ / "probe_p.csv"), "old");
}

TEST_F(Results, ARestartThatIsRefusedChangesNothing) {
  put(results_ / "thesis.tex", "precious");
  EXPECT_EQ(refusal({false, true, {}, {}}), ""); // it finds no checkpoint and ends
  EXPECT_THAT(files_below(results_), ElementsAre("thesis.tex"));
}

TEST_F(Results, RestartNeedsAFolder) {
  EXPECT_THAT(message_of<InputError>([&] {
                ResultsDirectory(results_, {false, true, {}, {}});
              }),
              HasSubstr("nothing to restart from"));
  EXPECT_FALSE(fs::exists(results_));
}

// --- Links ---------------------------------------------------------------------------------------

TEST_F(Results, LinksAreNeverFollowed) {
  put_old_run();
  const fs::path elsewhere = folder_ / "elsewhere";
  put(elsewhere / "fields_000010.vtu", "keep");
  put(elsewhere / "slot-0", "keep");
  put(elsewhere / "fields_000010_0.vtu", "keep");
  put(elsewhere / "data.csv", "keep");
  fs::remove_all(results_ / "checkpoint");
  fs::create_directory_symlink(elsewhere, results_ / "checkpoint");
  fs::remove_all(results_ / "fields/fields_000010");
  fs::create_directory_symlink(elsewhere, results_ / "fields/fields_000010");
  fs::remove(results_ / "energy.csv");
  fs::create_symlink(elsewhere / "data.csv", results_ / "energy.csv"); // a listed name
  EXPECT_EQ(refusal(), "");
  EXPECT_EQ(count_files(elsewhere), 4u);
  EXPECT_EQ(get(elsewhere / "data.csv"), "keep");
  EXPECT_THAT(files_below(results_),
              UnorderedElementsAre(Manifest::k_name, "checkpoint", "fields/fields_000010"));
}

TEST_F(Results, AResultsFolderThatIsALinkServes) {
  fs::create_directories(folder_ / "scratch disk");
  fs::create_directory_symlink(folder_ / "scratch disk", results_);
  EXPECT_EQ(refusal(), "");
  fs::remove(results_);
  fs::create_directory_symlink(folder_ / "not-there", results_);
  EXPECT_THAT(refusal(), HasSubstr("does not exist"));
}

// --- Inputs --------------------------------------------------------------------------------------

TEST_F(Results, AnInputOfTheRunIsNotCleared) {
  put_old_run();
  const fs::path input = folder_ / "results" / ".." / "results" / "probe_p1.csv";
  EXPECT_THAT(refusal({true, false, {folder_ / "mesh.msh", input}, {}}), HasSubstr("probe_p1.csv"));
  EXPECT_EQ(get(results_ / "energy.csv"), "old") << "nothing may be removed before the refusal";
}

TEST_F(Results, AnInputOfTheRunIsNotOverwritten) {
  put(results_ / "probe_p.csv", "a measured pulse");
  for (const bool restart : {false, true}) {
    const ResultsDirectory results(results_, {true, restart, {results_ / "probe_p.csv"}, {}});
    EXPECT_THAT(message_of<OutputError>([&] { results.file("probe_p.csv"); }),
                AllOf(HasSubstr("probe_p.csv"), HasSubstr("which it reads")));
    EXPECT_NO_THROW(results.file("probe_q.csv"));
  }
  EXPECT_EQ(get(results_ / "probe_p.csv"), "a measured pulse");
}

TEST_F(Results, ACaseFileAmongTheResultsStays) {
  put_old_run();
  for (int run = 0; run < 2; ++run) {
    const ResultsDirectory results(results_, {true, false, {}, results_ / "case.resolved.json"});
    EXPECT_TRUE(results.is_input("case.resolved.json"));
    EXPECT_FALSE(results.is_input("summary.json"));
    EXPECT_FALSE(fs::exists(results_ / "energy.csv"));
    EXPECT_EQ(get(results_ / "case.resolved.json"), "old");
    EXPECT_THAT(message_of<OutputError>([&] { results.file("case.resolved.json"); }),
                HasSubstr("case.resolved.json"));
  }
  EXPECT_EQ(refusal(), ""); // another case's file: it is the old run's file again
  EXPECT_FALSE(fs::exists(results_ / "case.resolved.json"));
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

} // namespace
} // namespace curlew
