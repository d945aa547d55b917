#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/message_codes.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace curlew::app {

// Files of docs/messages.
std::string_view message_codes_text();
std::string_view message_help_text();
std::string_view retired_codes_text();

namespace {

// Returns the rest of the line that begins with a code; empty: there is none.
std::string_view line_of(std::string_view lines, const std::string &code, char after) {
  const std::string begin = code + after;
  std::size_t at = lines.substr(0, begin.size()) == begin ? 0 : lines.find('\n' + begin);
  if (at == lines.npos)
    return {};
  at += begin.size() + (at == 0 ? 0 : 1);
  return lines.substr(at, lines.find('\n', at) - at);
}

struct Status {
  ExitCode code;
  std::string_view meaning;
};
constexpr std::array<Status, 7> k_statuses = {{
    {ExitCode::internal, "a bug of the program: please report it, with the case and its mesh"},
    {ExitCode::input, "something is wrong in what was given; the message says what and where"},
    {ExitCode::not_converged, "a solver did not converge"},
    {ExitCode::unstable, "the fields became non-finite or grow without a source"},
    {ExitCode::output, "a result or checkpoint cannot be written: is there space, and the right?"},
    {ExitCode::resource, "the memory is not enough"},
    {ExitCode::interrupted, "the run was stopped by a signal"},
}};

std::string explanation(const std::string &code) {
  if (code == k_unknown_warning)
    return code + ": a warning that is not in the list of messages; its text says what to do\n";
  for (const Status &status : k_statuses)
    if (code == unlisted_code(status.code))
      return fmt::format("{}: exit status {}: {}\n", code, static_cast<int>(status.code),
                         status.meaning);
  if (const auto old = line_of(retired_codes_text(), code, ' '); !old.empty())
    return fmt::format("{}: {}\n  This message is one of an earlier version.\n", code, old);
  const std::string_view text = MessageCodes(message_codes_text()).text_of(code);
  if (text.empty())
    throw InputError(fmt::format("there is no message with the code \"{}\"; codes stand in "
                                 "brackets at the end of warnings and errors, as in [C1234]",
                                 code));
  const std::string_view help = line_of(message_help_text(), code, '\t');
  if (help.empty())
    return fmt::format("{}: {}\n  The text itself says what to do; {{}} stands for names and "
                       "numbers of the case.\n",
                       code, text);
  const std::size_t tab = help.find('\t');
  return fmt::format("{}: {}\n  cause: {}\n  cure:  {}\n", code, text, help.substr(0, tab),
                     help.substr(tab + 1));
}

// Returns a code as it stands in the list: "[c1234]" and "1234" are taken, too.
std::string normal_code(std::string code) {
  if (code.size() > 2 && code.front() == '[' && code.back() == ']')
    code = code.substr(1, code.size() - 2);
  if (!code.empty() && code.front() == 'c')
    code.front() = 'C';
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (code.size() == 4 && std::all_of(code.begin(), code.end(), is_digit))
    code.insert(code.begin(), 'C');
  return code;
}

} // namespace

std::string unlisted_code(ExitCode code) {
  return fmt::format("C{:04}", static_cast<int>(code));
}

void use_program_codes() {
  use_message_codes(message_codes_text());
}

void add_explain(CLI::App &app) {
  auto code = std::make_shared<std::string>();
  CLI::App *command = app.add_subcommand("explain", "Print cause and cure of a message");
  command->add_option("code", *code, "The code at the end of a warning or error")
      ->required()
      ->type_name("CODE");
  set_manual(*command,
             {"Warnings and errors end in a code, as in [C1234], which stays that of its message "
              "from version to version. Cause and cure are written for the likeliest ones; of the "
              "others the text alone is printed.",
              {ExitCode::output},
              {},
              {{"curlew explain C1234", "What the message with this code means."}}});
  command->callback([code] { fmt::print("{}", explanation(normal_code(*code))); });
}

} // namespace curlew::app
