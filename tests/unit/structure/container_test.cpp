// The Containerfile runs the commands of the README, and nothing else.
#include <curlew/tests/support/paths.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>

namespace curlew::structure {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> lines_of(const std::string &path) {
  std::ifstream stream(curlew::test::source_path(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// The lines of the first code block.
std::vector<std::string> first_block(const std::vector<std::string> &markdown) {
  const auto begin = std::find(markdown.begin(), markdown.end(), "```");
  if (begin == markdown.end())
    return {};
  return {begin + 1, std::find(begin + 1, markdown.end(), "```")};
}

std::vector<std::string> commands_run(const std::vector<std::string> &containerfile) {
  const std::string run = "RUN ";
  std::vector<std::string> commands;
  for (const std::string &line : containerfile)
    if (line.compare(0, run.size(), run) == 0)
      commands.push_back(line.substr(run.size()));
  return commands;
}

TEST(Containerfile, RunsTheCommandsOfTheReadme) {
  const auto commands = first_block(lines_of("README.md"));
  ASSERT_THAT(commands, ::testing::Not(IsEmpty()));
  EXPECT_EQ(commands_run(lines_of("Containerfile")), commands);
}

TEST(Containerfile, StartsFromTheSystemOfTheReadme) {
  EXPECT_THAT(lines_of("Containerfile"), ::testing::Contains("FROM debian:12 AS curlew"));
  EXPECT_THAT(lines_of("README.md"), ::testing::Contains(::testing::HasSubstr("bare Debian 12")));
}

TEST(Containerfile, CommandsAreFoundWhereTheyStand) {
  EXPECT_THAT(first_block({"text", "```", "a b", "c", "```", "d", "```", "e", "```"}),
              ElementsAre("a b", "c"));
  EXPECT_THAT(first_block({"no block"}), IsEmpty());
  EXPECT_THAT(commands_run({"FROM debian:12", "RUN a b", "# RUN c", "RUN d"}),
              ElementsAre("a b", "d"));
}

} // namespace
} // namespace curlew::structure
