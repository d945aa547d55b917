// The documentation contains the program's output: docs/tools/update_tables.py writes it.
#include "cases.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

using namespace curlew::cli_test;

namespace {

// Returns a page's text between the marks of a command, or "" without them.
std::string shown(const std::string &page, const std::string &command) {
  const std::string begin = "<!-- begin: curlew " + command + " -->\n",
                    end = "<!-- end: curlew " + command + " -->\n";
  const std::size_t from = page.find(begin), to = page.find(end);
  return from == page.npos || to == page.npos
             ? ""
             : page.substr(from + begin.size(), to - from - begin.size());
}

TEST(Documentation, ShowsTheMethodsOfThisProgram) {
  Scratch scratch;
  const Outcome outcome = scratch.curlew({"schema", "--methods"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.out.find("| [`dgatd`]"), std::string::npos) << outcome.out;
  const std::string page = read_file(curlew::test::source_path("docs/capabilities.md"));
  EXPECT_EQ(shown(page, "schema --methods"), outcome.out);
  EXPECT_NE(shown(page + "x", "schema --method"), outcome.out); // no such marks
}

TEST(Documentation, ShowsTheKeysOfThisProgram) {
  Scratch scratch;
  const Outcome outcome = scratch.curlew({"schema", "--markdown"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(shown(read_file(curlew::test::source_path("docs/case-file.md")), "schema --markdown"),
            outcome.out);
}

// Both tables at once are refused.
TEST(Documentation, OneTableAtATime) {
  Scratch scratch;
  EXPECT_EQ(scratch.curlew({"schema", "--markdown", "--methods"}).exit_code, 2);
}

} // namespace
