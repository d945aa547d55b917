#include "command_line.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <string_view>
#include <vector>

namespace curlew::app {
namespace {

std::string did_you_mean(const std::string &word, const std::vector<std::string> &names) {
  constexpr std::size_t k_shortest = 3; // "-q" is as near to any other letter
  const std::string near = word.size() < k_shortest ? "" : suggest(word, names);
  return near.empty() ? "" : "; did you mean \"" + near + "\"?";
}

bool contains(const std::vector<std::string> &names, const std::string &name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Names such as "--threads"; with `taking_values`, only of options that take a value.
std::vector<std::string> option_names(const CLI::App &command, bool taking_values) {
  std::vector<std::string> names;
  for (const CLI::Option *option : command.get_options())
    if (!taking_values || option->get_items_expected_max() > 0) {
      for (const std::string &name : option->get_lnames())
        names.push_back("--" + name);
      for (const std::string &name : option->get_snames())
        names.push_back("-" + name);
    }
  return names;
}

// `arguments` holds those behind the command, or all where there is no command.
void refuse_unknown_options(const CLI::App &command, const std::string &path,
                            const std::vector<std::string> &arguments) {
  const std::vector<std::string> names = option_names(command, false);
  const std::vector<std::string> with_value = option_names(command, true);
  for (std::size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string &argument = arguments[i];
    if (argument.size() < 2 || argument[0] != '-')
      continue;
    const std::string name = argument.substr(0, argument.find('='));
    if (!contains(names, name))
      throw InputError(fmt::format("unknown option \"{}\" of {}{} ({} --help lists them)", name,
                                   path, did_you_mean(name, names), path));
    if (name == argument && contains(with_value, name))
      ++i; // the next argument is its value, whatever its form
  }
}

// A text of CLI11 and its replacement; $1 and on are parts of the text.
struct Wording {
  const char *pattern, *text;
};
constexpr Wording k_wordings[] = {
    {"^(.*): Value (.*) not in range (.*) to (.*)$", "$1: \"$2\" is not a number from $3 to $4"},
    {"^Could not convert: (.*) = (.*)$", "$1: \"$2\" is not a number"},
    {"^The value (.*) is not an allowed value for (.*)$", "$2: \"$1\" is not a number"},
    {"^The following arguments? (?:was|were) not expected: (.*)$", "too many arguments: \"$1\""},
    {"^(.*): [0-9]+ required .* missing$", "$1: its value is missing"},
    {"^(.*): At Most 1 required but received [0-9]+$", "$1: given more than once"},
    {"^(.*): File does not exist: (.*)$", "$1: no such file: $2"},
    {"^(.*): File is actually a directory: (.*)$", "$1: $2 is a folder, not a file"},
    {"^A subcommand is required$", "a command is required"},
};

std::string in_our_words(const std::string &text) {
  static const std::regex k_choice("^(.*): (.*) not in \\{(.*)\\}$");
  if (std::smatch match; std::regex_match(text, match, k_choice)) {
    std::vector<std::string> choices;
    std::istringstream list(match[3]);
    for (std::string choice; std::getline(list, choice, ',');)
      choices.push_back(choice);
    return fmt::format("{}: \"{}\" is not one of {}{}", match[1].str(), match[2].str(),
                       fmt::join(choices, ", "), did_you_mean(match[2], choices));
  }
  for (const Wording &wording : k_wordings)
    if (const std::regex pattern(wording.pattern); std::regex_match(text, pattern))
      return std::regex_replace(text, pattern, wording.text);
  return text;
}

} // namespace

void refuse_unknown_names(const CLI::App &app, int argc, const char *const *argv) {
  const std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (arguments.empty())
    return;
  const std::string &first = arguments[0];
  if (!first.empty() && first[0] == '-')
    return refuse_unknown_options(app, "curlew", arguments);
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands({})) {
    if (command->get_name() == first) {
      if (arguments.size() > 1)
        for (const CLI::App *below : command->get_subcommands({}))
          if (below->get_name() == arguments[1])
            return refuse_unknown_options(*below, "curlew " + first + " " + arguments[1],
                                          {arguments.begin() + 2, arguments.end()});
      return refuse_unknown_options(*command, "curlew " + first,
                                    {arguments.begin() + 1, arguments.end()});
    }
    names.push_back(command->get_name());
  }
  throw InputError(fmt::format("unknown command \"{}\"{} (legal: {})", first,
                               did_you_mean(first, names), fmt::join(names, ", ")));
}

std::string command_line_error(const CLI::App &app, const CLI::ParseError &error) {
  std::string path = "curlew";
  for (auto commands = app.get_subcommands(); !commands.empty(); // those on the command line
       commands = commands[0]->get_subcommands())
    path += " " + commands[0]->get_name();
  return fmt::format("{} ({} --help tells more)", in_our_words(error.what()), path);
}

} // namespace curlew::app
