#include "commands.hpp"
#include "manual.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace curlew::app {

void add_help(CLI::App &app) {
  auto name = std::make_shared<std::string>();
  CLI::App *command = app.add_subcommand("help", "Show the manual of a command");
  std::vector<std::string> names;
  for (const CLI::App *other : app.get_subcommands(std::function<bool(CLI::App *)>()))
    names.push_back(other->get_name());
  command->add_option("command", *name, "The command; without one, the manual of curlew itself")
      ->check(CLI::IsMember(names));
  set_manual(*command, {"The same text as curlew COMMAND --help.",
                        {ExitCode::output},
                        {},
                        {{"curlew help run", "All about running a simulation."}}});
  command->callback([&app, name] {
    if (name->empty())
      fmt::print("{}", manual_page(app, app.get_name()));
    else
      fmt::print("{}", manual_page(*app.get_subcommand(*name), app.get_name() + " " + *name));
  });
}

} // namespace curlew::app
