#include "manual.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cctype>
#include <map>
#include <memory>
#include <sstream>
#include <utility>

namespace curlew::app {
namespace {

constexpr std::size_t k_width = 80;
constexpr std::size_t k_indent = 4;

std::string between(const std::string &text, const std::string &open, const std::string &close) {
  const std::size_t begin = text.find(open);
  if (begin == text.npos)
    return "";
  const std::size_t from = begin + open.size();
  const std::size_t end = text.find(close, from);
  return end == text.npos ? "" : text.substr(from, end - from);
}

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);)
    parts.push_back(part);
  return parts;
}

// Joins pieces, which stay whole, by blanks and line ends; lines after the first go `hanging`
// deeper.
std::string wrap(const std::vector<std::string> &pieces, std::size_t indent,
                 std::size_t hanging = 0) {
  std::string text, line(indent, ' ');
  bool is_empty = true;
  for (const std::string &piece : pieces) {
    if (!is_empty && line.size() + 1 + piece.size() > k_width) {
      text += line + "\n";
      line.assign(indent + hanging, ' ');
      is_empty = true;
    }
    line += (is_empty ? "" : " ") + piece;
    is_empty = false;
  }
  return text + line + "\n";
}

// Paragraphs are divided by blank lines, words by blanks.
std::string paragraphs(const std::string &text, std::size_t indent) {
  std::string result;
  std::vector<std::string> words;
  const auto finish = [&] {
    if (!words.empty())
      result += (result.empty() ? "" : "\n") + wrap(words, indent);
    words.clear();
  };
  for (const std::string &line : split(text, '\n')) {
    if (line.empty())
      finish();
    for (const std::string &word : split(line, ' '))
      words.push_back(word);
  }
  finish();
  return result;
}

std::string entry(const std::string &name, const std::string &text) {
  return std::string(k_indent, ' ') + name + "\n" + paragraphs(text, 2 * k_indent);
}

// True for an argument whose choices would fill a line: its name stands for them.
bool has_many_choices(const CLI::Option &option) {
  return option.get_positional() && value_kind(option).name.size() > k_width - 3 * k_indent - 8;
}

// "--threads N", "-h, --help", "CASE".
std::string signature(const CLI::Option &option) {
  std::string value = value_kind(option).name;
  if (has_many_choices(option)) {
    std::string name = option.get_name();
    for (char &c : name)
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return name;
  }
  if (option.get_positional())
    return value;
  std::string names = option.get_name(false, true);
  for (std::size_t at = 0; (at = names.find(',', at)) != names.npos; at += 2)
    names.replace(at, 1, ", ");
  return value.empty() ? names : names + " " + value;
}

std::string description(const CLI::Option &option) {
  const std::string range = has_many_choices(option)
                                ? fmt::format("{}", fmt::join(value_kind(option).choices, ", "))
                                : value_kind(option).range;
  return range.empty() ? option.get_description()
                       : fmt::format("{} ({})", option.get_description(), range);
}

std::vector<const CLI::App *> subcommands(const CLI::App &command) {
  return command.get_subcommands(std::function<bool(const CLI::App *)>());
}

std::string synopsis(const CLI::App &command, const std::string &path) {
  std::vector<std::string> pieces{path};
  for (const CLI::Option *option : command.get_options())
    if (!option->get_positional())
      pieces.push_back(
          "[" + signature(*option) + "]" +
          (option->get_expected_max() > 1 && !value_kind(*option).is_list ? "..." : ""));
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional())
      pieces.push_back(
          (option->get_required() ? signature(*option) : "[" + signature(*option) + "]") +
          (option->get_expected_max() > 1 ? "..." : ""));
  if (!subcommands(command).empty())
    pieces.emplace_back("COMMAND ...");
  return wrap(pieces, k_indent, k_indent);
}

std::string options(const CLI::App &command, bool positional) {
  std::string text;
  for (const CLI::Option *option : command.get_options())
    if (option->get_positional() == positional)
      text += entry(signature(*option), description(*option));
  return text;
}

std::string exit_status(const std::vector<ExitCode> &others) {
  static const std::map<ExitCode, const char *> meanings{
      {ExitCode::done, "done"},
      {ExitCode::internal, "internal error: a bug, please report it"},
      {ExitCode::input, "something wrong in what was given: command line, case, mesh, a file that "
                        "is absent or malformed, a feature that is not compiled in"},
      {ExitCode::not_converged, "a solver did not converge"},
      {ExitCode::unstable, "the fields became non-finite or unstable"},
      {ExitCode::output, "a result, a checkpoint or standard output cannot be written"},
      {ExitCode::resource, "not enough memory"},
      {ExitCode::interrupted, "stopped by SIGINT or SIGTERM, after a checkpoint"},
  };
  std::vector<ExitCode> codes{ExitCode::done, ExitCode::internal, ExitCode::input};
  codes.insert(codes.end(), others.begin(), others.end());
  std::string text;
  for (const ExitCode code : codes) {
    std::vector<std::string> words = split(meanings.at(code), ' ');
    words[0] = fmt::format("{:<4}", static_cast<int>(code)) + words[0];
    text += wrap(words, k_indent, k_indent);
  }
  return text;
}

std::string entries(const std::vector<Manual::Entry> &list) {
  std::string text;
  for (const Manual::Entry &item : list)
    text += entry(item.name, item.text);
  return text;
}

class ManualFormatter : public CLI::Formatter {
public:
  explicit ManualFormatter(Manual manual) : manual_(std::move(manual)) {}

  // CLI11 passes "curlew" for the program and "curlew run" for a command.
  std::string make_help(const CLI::App *app, std::string path, CLI::AppFormatMode) const override {
    std::string page;
    const auto section = [&](const char *title, const std::string &text) {
      if (!text.empty())
        page += (page.empty() ? "" : "\n") + std::string(title) + "\n" + text;
    };
    section("NAME", wrap(split(path + " - " + app->get_description(), ' '), k_indent));
    section("SYNOPSIS", synopsis(*app, path));
    section("DESCRIPTION", paragraphs(manual_.description, k_indent));
    std::string commands;
    for (const CLI::App *command : subcommands(*app))
      commands += entry(command->get_name(), command->get_description());
    section("COMMANDS", commands);
    section("ARGUMENTS", options(*app, true));
    section("OPTIONS", options(*app, false));
    section("EXIT STATUS", exit_status(manual_.exit_codes));
    section("FILES", entries(manual_.files));
    section("EXAMPLES", entries(manual_.examples));
    return page;
  }

private:
  Manual manual_;
};

} // namespace

void set_manual(CLI::App &command, Manual manual) {
  command.formatter(std::make_shared<ManualFormatter>(std::move(manual)));
}

std::string manual_page(const CLI::App &command, const std::string &path) {
  return command.get_formatter()->make_help(&command, path, CLI::AppFormatMode::Normal);
}

ValueKind value_kind(const CLI::Option &option) {
  // CLI11 joins the type's name and the checks' descriptions: "INT:INT in [1 - 4096]",
  // "TEXT:{copy,scaling,all}".
  const std::string type = option.get_type_name();
  ValueKind kind;
  if (option.get_items_expected_max() == 0)
    return kind;
  kind.choices = split(between(type, "{", "}"), ',');
  kind.range = between(type, "in [", "]");
  kind.is_list = option.get_delimiter() != '\0';
  static const std::map<std::string, std::string> plain{{"INT", "N"}, {"FLOAT", "X"}};
  const std::string name = type.substr(0, type.find(':'));
  const auto known = plain.find(name);
  kind.name = !kind.choices.empty()  ? choices_name(kind.choices)
              : known != plain.end() ? known->second
                                     : name;
  if (kind.is_list)
    kind.name += "[,...]";
  return kind;
}

std::string choices_name(const std::vector<std::string> &choices) {
  return fmt::format("{{{}}}", fmt::join(choices, ","));
}

} // namespace curlew::app
