#pragma once

#include "cases.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <regex>
#include <sstream>
#include <thread>

// Starts the program on several ranks, and checks the failure of several.
namespace curlew::cli_test {

#ifdef CURLEW_LAUNCH
// The launcher's command for so many ranks: CURLEW_LAUNCH is that for "RANKS", its words joined
// by '|'.
inline std::vector<std::string> launcher(int ranks) {
  std::vector<std::string> words;
  std::istringstream text(CURLEW_LAUNCH);
  for (std::string word; std::getline(text, word, '|');)
    words.push_back(word == "RANKS" ? std::to_string(ranks) : word);
  return words;
}
#endif

// Ends the test where a launched program hangs. Seven ranks that share two processors with another
// test take up to a minute.
inline Outcome run_in_time(const Launch &launch) {
  constexpr auto k_limit = std::chrono::seconds(180);
  Process process(launch);
  const auto start = std::chrono::steady_clock::now();
  while (!process.ended()) {
    if (std::chrono::steady_clock::now() - start > k_limit) {
      ADD_FAILURE() << "hangs";
      process.send(SIGTERM);
      std::this_thread::sleep_for(std::chrono::seconds(5));
      process.send(SIGKILL);
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return process.wait();
}

#ifdef CURLEW_LAUNCH
// Runs a case of a folder on so many ranks of one thread, with results in `results` there; on 0
// ranks without a launcher.
inline Outcome run_case_on(int ranks, const fs::path &folder, const std::string &input,
                           const std::string &results, const std::vector<std::string> &more) {
  std::vector<std::string> arguments{"run", input,      "--quiet", "--threads",
                                     "1",   "--output", results};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_in_time(
      {arguments, folder, {}, 0, ranks == 0 ? std::vector<std::string>() : launcher(ranks)});
}
#endif

// The lines of a failure in what was printed; the launcher's own words do not count.
inline std::vector<std::string> error_lines(const Outcome &outcome) {
  static const std::regex k_error("error(: | on rank [0-9]+ of [0-9]+: ).*");
  std::vector<std::string> found;
  std::istringstream text(outcome.all());
  for (std::string line; std::getline(text, line);)
    if (std::regex_match(line, k_error))
      found.push_back(line);
  return found;
}

// The processes that work in a folder (Linux; elsewhere none is found): all, or those of a program.
inline std::vector<pid_t> processes_in(const fs::path &folder, const std::string &program = "") {
  std::vector<pid_t> found;
  std::error_code ignored; // processes come and go
  for (const auto &process : fs::directory_iterator("/proc", ignored)) {
    const fs::path at = fs::read_symlink(process.path() / "cwd", ignored);
    if (at.empty() || at != fs::canonical(folder))
      continue;
    const fs::path file = fs::read_symlink(process.path() / "exe", ignored);
    if (program.empty() || file == fs::canonical(program))
      found.push_back(std::stoi(process.path().filename()));
  }
  return found;
}

// The launcher may end a moment before the last of its processes.
inline void expect_nobody_in(const fs::path &folder) {
  constexpr int k_looks = 100;
  for (int look = 0; look < k_looks && !processes_in(folder).empty(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(processes_in(folder).empty()) << "a process is left";
}

// Expects one line with the error, which has these words, this exit code, and no process left in
// the folder.
inline void expect_one_error(const Outcome &outcome, int exit_code,
                             const std::vector<std::string> &words, const fs::path &folder) {
  const auto errors = error_lines(outcome);
  ASSERT_EQ(errors.size(), 1u) << outcome.all();
  for (const std::string &word : words)
    EXPECT_NE(errors[0].find(word), std::string::npos) << word << " is not in\n" << errors[0];
  EXPECT_EQ(outcome.exit_code, exit_code) << outcome.all();
  expect_nobody_in(folder);
}

// Kills the second of so many ranks that run in a folder, and expects the end of the job within 10
// s.
inline void kill_one(Process &process, const fs::path &folder, std::size_t count) {
  const auto ranks = processes_in(folder, curlew::test::program_path());
  ASSERT_EQ(ranks.size(), count);
  kill(ranks[1], SIGKILL);
  for (int look = 0; look < 1000 && !process.ended(); ++look)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_TRUE(process.ended()) << "10 s later";
}

} // namespace curlew::cli_test
