#include "scratch.hpp"

#include <curlew/core/log.hpp>
#include <curlew/io/results/manifest.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/results_lock.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <optional>

#include <sys/wait.h>
#include <unistd.h>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::message_of;
using test::put;
using testing::AllOf;
using testing::HasSubstr;

std::string this_host() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

class Lock : public testing::Test {
protected:
  const fs::path folder_ = test::scratch();
  const fs::path file_ = folder_ / ResultsLock::k_name;

  std::string refusal() const {
    return message_of<OutputError>([&] { ResultsLock lock(folder_); });
  }
  void leave_behind(const std::string &host, long process, const std::string &start) const {
    put(file_, fmt::format("host {}\nprocess {}\nstarted {}\nsince 2026-01-02T03:04:05Z\n", host,
                           process, start));
  }
};

TEST_F(Lock, NamesItsHolderAndGoesWithIt) {
  {
    const ResultsLock lock(folder_);
    EXPECT_EQ(get(file_), lock.text());
    EXPECT_THAT(lock.text(), AllOf(HasSubstr("host " + this_host() + "\n"),
                                   HasSubstr(fmt::format("process {}\n", getpid()))));
  }
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(Lock, GoesWhenAnErrorEndsTheRun) {
  EXPECT_THROW(
      {
        const ResultsLock lock(folder_);
        throw InputError("of the run");
      },
      InputError);
  EXPECT_FALSE(fs::exists(file_));
}

TEST_F(Lock, TheSecondRunIsRefusedAndSaysWhoHoldsIt) {
  const ResultsLock first(folder_);
  EXPECT_THAT(refusal(),
              AllOf(HasSubstr(folder_.string()), HasSubstr(this_host()),
                    HasSubstr(fmt::format("process {}", getpid())), HasSubstr("--output")));
  EXPECT_EQ(get(file_), first.text()) << "the refusal must not touch it";
}

TEST_F(Lock, OfAProcessThatIsGoneIsTakenOver) {
  const pid_t gone = ended_process();
  leave_behind(this_host(), gone, "1");
  const fs::path log = folder_ / "run.log";
  start_log(true);
  log_to_file(log, false);
  std::optional<ResultsLock> lock;
  testing::internal::CaptureStderr();
  EXPECT_NO_THROW(lock.emplace(folder_));
  testing::internal::GetCapturedStderr();
  close_log_file();
  EXPECT_THAT(get(log), AllOf(HasSubstr("took over"), HasSubstr(fmt::format("process {}", gone)),
                              HasSubstr("2026-01-02T03:04:05Z")));
  EXPECT_EQ(get(file_), lock->text());
}

// Where the parent of a killed run does not ask for its end, the system keeps its number.
TEST_F(Lock, OfAProcessThatEndedUnasked) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  siginfo_t end;
  waitid(P_PID, static_cast<id_t>(child), &end, WEXITED | WNOWAIT);
  leave_behind(this_host(), child, "");
  EXPECT_EQ(refusal(), "");
  waitpid(child, nullptr, 0);
}

TEST_F(Lock, DamagedIsNotTakenForOneOfAProcess) {
  put(file_, "garbage\n");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("is damaged"), HasSubstr(file_.string()),
                               testing::Not(HasSubstr("process 0"))));
}

// Numbers of processes are used again: this test has the number, but started at another time.
TEST_F(Lock, OfAnotherProcessWithTheSameNumberIsTakenOver) {
  leave_behind(this_host(), getpid(), "1");
  EXPECT_EQ(refusal(), "");
}

// A file system that cannot lock files: the number of the process must do.
TEST_F(Lock, OfAProcessThatRunsIsRespectedWithoutLockedFiles) {
  leave_behind(this_host(), getppid(), "");
  EXPECT_THAT(refusal(), HasSubstr(fmt::format("process {}", getppid())));
  EXPECT_TRUE(fs::exists(file_));
}

TEST_F(Lock, OfAnotherHostIsRefusedWithWhatToDo) {
  leave_behind("node17.elsewhere", ended_process(), "1");
  EXPECT_THAT(refusal(), AllOf(HasSubstr("node17.elsewhere"), HasSubstr("remove " + file_.string()),
                               HasSubstr("--output")));
  EXPECT_TRUE(fs::exists(file_));
}

// The file of a run that was killed between creating and writing it.
TEST_F(Lock, AnEmptyOneIsFree) {
  put(file_, "");
  EXPECT_EQ(refusal(), "");
}

TEST_F(Lock, IsRemovedByAnotherRankOnlyIfItIsTheOne) {
  const ResultsLock lock(folder_);
  ResultsLock::remove(folder_, "host other\n");
  EXPECT_TRUE(fs::exists(file_));
  ResultsLock::remove(folder_, lock.text());
  EXPECT_FALSE(fs::exists(file_));
  ResultsLock::remove(folder_, lock.text()); // nothing there
}

TEST_F(Lock, HoldsAsLongAsTheResultsAreUsed) {
  {
    std::optional<ResultsDirectory> first(folder_ / "results");
    const ResultsDirectory copy = *first;
    first.reset();
    EXPECT_THAT(message_of<OutputError>([&] { ResultsDirectory second(folder_ / "results"); }),
                HasSubstr("writes into it"));
  }
  EXPECT_NO_THROW(ResultsDirectory(folder_ / "results"));
  EXPECT_FALSE(fs::exists(folder_ / "results" / ResultsLock::k_name));
}

// The rank that fails ends the root too, which may be on another host.
TEST_F(Lock, AFailingRankRemovesThatOfItsRoot) {
  const ResultsDirectory root(folder_);
  { const auto rank = ResultsDirectory::ready(folder_, root.lock_text()); }
  EXPECT_TRUE(fs::exists(file_)) << "nothing has failed";
  EXPECT_THROW(
      {
        const auto rank = ResultsDirectory::ready(folder_, root.lock_text());
        throw InputError("of the rank");
      },
      InputError);
  EXPECT_FALSE(fs::exists(file_));
}

// --- Manifest ------------------------------------------------------------------------------------

TEST(Manifests, ListAnyName) {
  const fs::path folder = test::scratch();
  Manifest manifest(folder, false);
  const std::vector<std::string> names = {"energy.csv",         "fields/fields_000001.vtu",
                                          "probe_100 %.csv",    "probe_a\nb.csv",
                                          "probe_\xc3\xa4.csv", "probe_%41.csv",
                                          "probe_%.csv"};
  manifest.add(names);
  EXPECT_EQ(*Manifest::read(folder), names);
  Manifest(folder, true).add({"more"});
  EXPECT_EQ(Manifest::read(folder)->size(), names.size() + 1);
  Manifest(folder, false).add({"anew"});
  EXPECT_EQ(*Manifest::read(folder), std::vector<std::string>{"anew"});
}

TEST(Manifests, NameNothingOutsideOfTheFolder) {
  const fs::path folder = test::scratch();
  put(folder / "outside.txt", "precious");
  {
    const ResultsDirectory results(folder / "results");
    results.file("energy.csv");
  }
  const fs::path file = folder / "results" / Manifest::k_name;
  put(file, get(file) + "../outside.txt\n" + (folder / "outside.txt").string() +
                "\nfields/../../outside.txt\n./x\n\nfolder/\n");
  EXPECT_EQ(*Manifest::read(folder / "results"), std::vector<std::string>{"energy.csv"});
  EXPECT_NO_THROW(ResultsDirectory(folder / "results"));
  EXPECT_EQ(get(folder / "outside.txt"), "precious");
}

} // namespace
} // namespace curlew
