#include <curlew/core/error.hpp>
#include <curlew/core/log.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>

namespace curlew {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class Log : public testing::Test {
protected:
  ~Log() override { start_log(true); } // no sink may outlive its console

  std::string screen() {
    std::fflush(stream_.get());
    std::rewind(stream_.get());
    std::string text(4096, '\0');
    text.resize(std::fread(text.data(), 1, text.size(), stream_.get()));
    return text;
  }
  static std::string content(const std::filesystem::path &path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream_{std::tmpfile(), std::fclose};
  // One file per test: tests may run at the same time.
  const std::filesystem::path file_ =
      std::filesystem::path(curlew::test::output_path()) /
      (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".log");
};

TEST_F(Log, PrefixesByLevelAndPlainTextForInformation) {
  Console console(stream_.get(), false);
  start_log(false, console);
  spdlog::info("mesh read");
  spdlog::warn("only {} cells per wavelength", 4);
  spdlog::error("lost");
  spdlog::debug("not shown");
  EXPECT_EQ(screen(), "mesh read\nwarning: only 4 cells per wavelength\nerror: lost\n");
}

TEST_F(Log, QuietKeepsWarningsAndTheFileKeepsAll) {
  std::filesystem::remove(file_);
  Console console(stream_.get(), false);
  start_log(true, console);
  log_to_file(file_, false);
  spdlog::info("first");
  spdlog::warn("second");
  close_log_file();
  spdlog::warn("third");
  EXPECT_EQ(screen(), "warning: second\nwarning: third\n");
  EXPECT_THAT(content(file_), HasSubstr(" first\n"));
  EXPECT_THAT(content(file_), EndsWith(" warning: second\n"));
}

TEST_F(Log, AppendsOnlyWhenAsked) {
  Console console(stream_.get(), false);
  start_log(true, console);
  for (const bool append : {false, true, false}) {
    log_to_file(file_, append);
    spdlog::info(append ? "appended" : "fresh");
    close_log_file();
    EXPECT_THAT(content(file_), HasSubstr("fresh")) << append;
  }
  EXPECT_THAT(content(file_), Not(HasSubstr("appended")));
}

// The log is opened after the case is read, whose warnings belong into it too.
TEST_F(Log, TheFileHasWhatWasSaidBeforeItWasOpened) {
  std::filesystem::remove(file_);
  Console console(stream_.get(), false);
  start_log(true, console);
  spdlog::warn("early");
  log_to_file(file_, false);
  spdlog::info("late");
  close_log_file();
  EXPECT_THAT(content(file_), testing::MatchesRegex("[-0-9]+ [:0-9]+ warning: early\n"
                                                    "[-0-9]+ [:0-9]+ late\n"));
  log_to_file(file_, false);
  close_log_file();
  EXPECT_EQ(content(file_), "") << "early messages are written once";
}

TEST_F(Log, ReportsGoToStdoutAndToTheFile) {
  std::filesystem::remove(file_);
  Console console(stream_.get(), false);
  for (const bool quiet : {false, true}) {
    start_log(quiet, console);
    log_to_file(file_, false);
    testing::internal::CaptureStdout();
    report_lines("Resonances\n  1 GHz  Q 422\n");
    report_lines("{}");
    spdlog::set_level(spdlog::level::off); // as on all ranks but the root
    report_lines("twice");
    EXPECT_EQ(testing::internal::GetCapturedStdout(),
              quiet ? "" : "Resonances\n  1 GHz  Q 422\n{}\n");
    close_log_file();
    EXPECT_THAT(content(file_), testing::MatchesRegex("[-0-9]+ [:0-9]+ Resonances\n"
                                                      "[-0-9]+ [:0-9]+   1 GHz  Q 422\n"
                                                      "[-0-9]+ [:0-9]+ \\{\\}\n"));
  }
  EXPECT_EQ(screen(), "");
}

TEST_F(Log, AnErrorIsShownAsItIsAndLogged) {
  std::filesystem::remove(file_);
  Console console(stream_.get(), false);
  start_log(true, console);
  log_to_file(file_, false);
  testing::internal::CaptureStderr();
  print_error("error: 100 % {wrong}");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "error: 100 % {wrong}\n");
  close_log_file();
  EXPECT_THAT(content(file_), EndsWith(" error: 100 % {wrong}\n"));
}

TEST_F(Log, AReportDoesNotTearTheStatusLine) {
  Console console(stream_.get(), true);
  console.show_status("12 %");
  console.print_beside(stream_.get(), "table");
  EXPECT_EQ(screen(), "\r\033[K12 %\r\033[Ktable\n\r\033[K12 %");
}

TEST_F(Log, AFullDiskShowsWhenTheLogIsClosed) {
  if (!std::filesystem::exists("/dev/full")) {
    GTEST_SKIP() << "this system has no /dev/full";
  }
  Console console(stream_.get(), false);
  start_log(true, console);
  log_to_file("/dev/full", false);
  EXPECT_NO_THROW(spdlog::info("into the void"));
  try {
    close_log_file();
    FAIL() << "the lost message went unnoticed";
  } catch (const OutputError &error) {
    EXPECT_THAT(error.what(), HasSubstr("No space left on device"));
  }
  EXPECT_NO_THROW(close_log_file());
}

TEST_F(Log, AFileThatCannotBeOpenedIsAnOutputError) {
  EXPECT_THROW(log_to_file(file_ / "below-a-file", false), OutputError);
}

TEST_F(Log, AMessageDoesNotTearTheStatusLine) {
  Console console(stream_.get(), true);
  start_log(false, console);
  console.show_status("12 %");
  spdlog::warn("careful");
  console.show_status("13 %");
  console.clear_status();
  EXPECT_EQ(screen(), "\r\033[K12 %\r\033[Kwarning: careful\n\r\033[K12 %\r\033[K13 %\r\033[K");
}

TEST_F(Log, WithoutATerminalThereIsNoStatusLine) {
  Console console(stream_.get(), false);
  console.show_status("12 %");
  console.print("done");
  console.clear_status();
  EXPECT_EQ(screen(), "done\n");
}

} // namespace
} // namespace curlew
