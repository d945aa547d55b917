#pragma once

#include <curlew/core/error.hpp>

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace curlew::app {

// Text of the manual page of a command, beside the texts of its options.
struct Manual {
  struct Entry {
    std::string name, text; // a command line and what it does; a file and what it holds
  };
  std::string description;          // paragraphs, with a blank line between two
  std::vector<ExitCode> exit_codes; // beside done, internal and input, which every command has
  std::vector<Entry> files;
  std::vector<Entry> examples;
};

// Makes `--help` of this command print a manual page: name, synopsis, description, commands,
// arguments and options as CLI11 has them, exit status, files, examples.
void set_manual(CLI::App &command, Manual manual);

// Returns the page; `path` is the command with those before it, "curlew run".
std::string manual_page(const CLI::App &command, const std::string &path);

// Kind of value that an option or argument takes, from its type name and its checks.
struct ValueKind {
  std::string name;                 // "N", "DIR", "{copy,scaling,all}"; empty for a flag
  std::vector<std::string> choices; // empty: anything of that kind
  std::string range;                // "1 - 4096" of a number with limits
  bool is_list = false;             // several, separated by commas
};

ValueKind value_kind(const CLI::Option &option);

// Returns a type name that value_kind() reads as these choices.
std::string choices_name(const std::vector<std::string> &choices);

} // namespace curlew::app
