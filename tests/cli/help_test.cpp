// The manual: every command has all its sections, and none describes options that do not exist.
#include "cases.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

using namespace curlew::cli_test;

namespace {

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

// The lines below a title, up to the next title or the end.
std::vector<std::string> section(const std::string &page, const std::string &title) {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string &line : lines_of(page)) {
    if (!line.empty() && line[0] != ' ')
      inside = line == title;
    else if (inside && !line.empty())
      found.push_back(line);
  }
  return found;
}

// The entries of a section: its lines that are indented by four.
std::vector<std::string> entries(const std::string &page, const std::string &title) {
  std::vector<std::string> found;
  for (const std::string &line : section(page, title))
    if (line.find_first_not_of(' ') == 4)
      found.push_back(line.substr(4));
  return found;
}

std::set<std::string> options_in(const std::string &text) {
  static const std::regex option("--[a-z][a-z-]*");
  return {std::sregex_token_iterator(text.begin(), text.end(), option),
          std::sregex_token_iterator()};
}

std::string joined(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

// Returns the faults of the manual page of `name` ("curlew run"), one line each.
std::string faults(const std::string &page, const std::string &name) {
  std::string faults;
  for (const char *title :
       {"NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES"})
    if (section(page, title).empty())
      faults += std::string("no ") + title + "\n";
  for (const std::string &line : lines_of(page))
    if (line.size() > 80)
      faults += "longer than 80: " + line + "\n";
  const auto known = options_in(joined(entries(page, "OPTIONS")));
  for (const std::string &option : options_in(page))
    if (known.count(option) == 0)
      faults += option + " is not under OPTIONS\n";
  const auto used = options_in(joined(section(page, "SYNOPSIS")));
  for (const std::string &option : known)
    if (used.count(option) == 0)
      faults += option + " is not in the synopsis\n";
  // Each option and argument has its text, indented deeper.
  for (const char *title : {"OPTIONS", "ARGUMENTS", "FILES", "EXAMPLES", "COMMANDS"}) {
    const auto lines = section(page, title);
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i].find_first_not_of(' ') == 4 &&
          (i + 1 == lines.size() || lines[i + 1].find_first_not_of(' ') != 8))
        faults += lines[i] + " has no text\n";
  }
  bool is_shown = false;
  for (const std::string &example : entries(page, "EXAMPLES"))
    is_shown = is_shown || example.find(name) != std::string::npos;
  return is_shown ? faults : faults + "no example calls " + name + "\n";
}

std::vector<std::string> commands() {
  const Scratch scratch;
  return entries(scratch.curlew({"--help"}).out, "COMMANDS");
}

TEST(Manual, OfEveryCommand) {
  const Scratch scratch;
  const auto names = commands();
  EXPECT_GE(names.size(), 8u);
  for (const std::string &name : names) {
    const Outcome page = scratch.curlew({name, "--help"});
    EXPECT_EQ(page.exit_code, 0) << name;
    EXPECT_EQ(page.err, "") << name;
    EXPECT_EQ(faults(page.out, "curlew " + name), "") << page.out;
    const Outcome again = scratch.curlew({"help", name});
    EXPECT_EQ(again.exit_code, 0) << name;
    EXPECT_EQ(again.out, page.out);
  }
  EXPECT_TRUE(names_in(scratch.path()).empty());
}

TEST(Manual, OfACommandBelowAnother) {
  const Scratch scratch;
  const Outcome page = scratch.curlew({"mesh", "convert", "--help"});
  EXPECT_EQ(page.exit_code, 0);
  EXPECT_EQ(faults(page.out, "curlew mesh convert"), "") << page.out;
}

TEST(Manual, OfCurlewItself) {
  const Scratch scratch;
  const Outcome page = scratch.curlew({"--help"});
  EXPECT_EQ(page.exit_code, 0);
  EXPECT_EQ(faults(page.out, "curlew"), "") << page.out;
  EXPECT_EQ(scratch.curlew({"help"}).out, page.out);
}

TEST(Manual, FaultsAreFound) {
  const Scratch scratch;
  const std::string page = scratch.curlew({"run", "--help"}).out;
  ASSERT_EQ(faults(page, "curlew run"), "");
  const auto without = [&](const std::string &text, const std::string &by) {
    return faults(replaced(page, text, by), "curlew run");
  };
  EXPECT_EQ(without("\nEXAMPLES\n", "\nINSTANCES\n"), "no EXAMPLES\nno example calls curlew run\n");
  EXPECT_EQ(without("    --quiet\n", "    --silent\n"),
            "--quiet is not under OPTIONS\n--silent is not in the synopsis\n");
  EXPECT_NE(without("    --quiet\n        Print", "    --quiet\nPrint"), "");
  EXPECT_NE(without("NAME\n    ", "NAME\n" + std::string(70, ' ')).find("longer than 80"),
            std::string::npos);
}

// docs/case-file.md lists the exit codes; the manual lists the same.
TEST(Manual, ExitCodesAreThoseOfTheDocumentation) {
  const Scratch scratch;
  std::set<std::string> documented, printed;
  const std::string docs = read_file(fs::path(curlew::test::source_path("docs/case-file.md")));
  static const std::regex row("^\\| ([0-9]+) \\| .*");
  std::smatch match;
  for (const std::string &line : lines_of(docs.substr(docs.find("## Exit codes"))))
    if (std::regex_match(line, match, row))
      documented.insert(match[1]);
  const auto numbers = [&](const std::string &page) {
    std::set<std::string> found;
    for (const std::string &line : entries(page, "EXIT STATUS"))
      found.insert(line.substr(0, line.find(' ')));
    return found;
  };
  EXPECT_EQ(numbers(scratch.curlew({"help"}).out), documented);
  EXPECT_EQ(numbers(scratch.curlew({"help", "run"}).out), documented);
  EXPECT_EQ(numbers(scratch.curlew({"help", "info"}).out),
            (std::set<std::string>{"0", "1", "2", "5"}));
}

TEST(Manual, OfNoCommand) {
  const Scratch scratch;
  for (const char *name : {"rum", ""}) {
    const std::string wrong = mismatch(scratch.curlew({"help", name}), {2, {"run"}});
    EXPECT_TRUE(wrong.empty()) << name << ": " << wrong;
  }
}

} // namespace
