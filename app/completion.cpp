// The completion script is generated from CLI11's description of the commands, so it is always up
// to date.

#include "commands.hpp"
#include "manual.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace curlew::app {
namespace {

// Words of an argument that may be given several times for which there is completion.
constexpr int k_words_of_list = 8;

// Output of _curlew_answer: words to choose from, or a mark for a kind of value.
std::string answer(const ValueKind &kind) {
  if (!kind.choices.empty())
    return fmt::format("{}{}", kind.is_list ? "@list " : "", fmt::join(kind.choices, " "));
  if (kind.name == "DIR")
    return "@folders";
  return kind.name == "FILE" || kind.name == "CASE" || kind.name == "RESULTS" ? "@files" : "@text";
}

std::string case_line(const std::string &question, const std::string &answer) {
  return fmt::format("    '{}') echo '{}' ;;\n", question, answer);
}

// Returns the words that may follow a command and its options; `name` is empty for curlew itself.
std::string case_lines(const CLI::App &command, const std::string &name) {
  std::string lines, below;
  for (const CLI::App *nested : command.get_subcommands(std::function<bool(const CLI::App *)>()))
    if (!name.empty()) {
      lines += case_lines(*nested, name + " " + nested->get_name());
      below += " " + nested->get_name();
    }
  std::vector<std::string> names;
  int place = 0;
  for (const CLI::Option *option : command.get_options()) {
    const ValueKind kind = value_kind(*option);
    if (option->get_positional()) {
      const int words = option->get_expected_max() > 1 ? k_words_of_list : 1;
      for (int word = 0; word < words; ++word) {
        lines += case_line(fmt::format("{} {}", name, place),
                           answer(kind) + (place == 0 ? below : std::string()));
        ++place;
      }
    }
    for (const std::string &word : option->get_lnames()) {
      names.push_back("--" + word);
      if (!kind.name.empty())
        lines += case_line(fmt::format("{} --{}", name, word), answer(kind));
    }
  }
  return lines + case_line(name + " -", fmt::format("{}", fmt::join(names, " ")));
}

std::string bash_completion(const CLI::App &app) {
  std::string lines = case_lines(app, "");
  std::vector<std::string> names;
  for (const CLI::App *command : app.get_subcommands(std::function<bool(const CLI::App *)>())) {
    names.push_back(command->get_name());
    lines += case_lines(*command, command->get_name());
  }
  lines += case_line(" 0", fmt::format("{}", fmt::join(names, " ")));
  return R"BASH(# Completion of curlew for bash, as `curlew completion bash` prints it.

# What may stand after COMMAND OPTION, or at COMMAND PLACE: words, or a mark that begins with @.
_curlew_answer() {
  case $1 in
)BASH" + lines +
         R"BASH(  esac
}

_curlew() {
  local word=${COMP_WORDS[COMP_CWORD]} command='' place=0 wanted='' before='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    local past=${COMP_WORDS[i]}
    if [[ $past == '=' ]]; then # bash makes three words of --output=DIR
      continue
    elif [[ -n $wanted ]]; then
      wanted=''
    elif [[ $past == -* ]]; then
      wanted=$(_curlew_answer "$command $past")
    elif [[ -z $command ]]; then
      command=$past
    elif [[ $place == 0 && -n $(_curlew_answer "$command $past -") ]]; then
      command="$command $past"
    else
      place=$((place + 1))
    fi
  done
  if [[ $word == '=' ]]; then
    word=''
  elif [[ -z $wanted && $word == -* ]]; then
    wanted=$(_curlew_answer "$command -")
  fi
  if [[ -z $wanted ]]; then
    wanted=$(_curlew_answer "$command $place")
  fi
  COMPREPLY=()
  case $wanted in
    @files* | @folders)
      compopt -o filenames 2>/dev/null || true # fails where nobody is completing, in tests
      local kind=-f
      if [[ $wanted == @folders ]]; then kind=-d; fi
      mapfile -t COMPREPLY < <(compgen "$kind" -- "$word"; compgen -W "${wanted#@f*s}" -- "$word")
      ;;
    @text | '') ;;
    *)
      if [[ $wanted == @list* && $word == *,* ]]; then before=${word%,*},; fi
      mapfile -t COMPREPLY < <(compgen -P "$before" -W "${wanted#@list }" -- "${word##*,}")
      ;;
  esac
}

complete -F _curlew curlew
)BASH";
}

} // namespace

void add_completion(CLI::App &app) {
  auto shell = std::make_shared<std::string>();
  CLI::App *command =
      app.add_subcommand("completion", "Print a script that completes curlew's commands");
  command->add_option("shell", *shell, "The shell")->required()->check(CLI::IsMember({"bash"}));
  set_manual(*command,
             {"The script completes commands, options, their values and file names. An installed "
              "Curlew has it where bash-completion looks for it.",
              {ExitCode::output},
              {{"share/bash-completion/completions/curlew", "the script, in the installation"}},
              {{"source <(curlew completion bash)", "Completion in this shell; the line may stand "
                                                    "in ~/.bashrc."}}});
  // The option writes to `shell` when it is parsed: the command keeps it.
  command->callback([&app, shell] { fmt::print("{}", bash_completion(app)); });
}

} // namespace curlew::app
