#include "commands.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace curlew::app {

Schema program_schema() {
  std::vector<std::string_view> fragments;
  for (const Method &method : methods())
    fragments.push_back(method.schema_text());
  return compose_schema(common_schema_text(), fragments);
}

void add_schema(CLI::App &app) {
  CLI::App *command = app.add_subcommand("schema", "Print the JSON Schema of case files");
  set_manual(
      *command,
      {"Every key of a case file with its description, its legal values and its default, as a "
       "JSON Schema (draft-07). Editors complete and check case files with it.",
       {ExitCode::output},
       {},
       {{"curlew schema > curlew.schema.json", "The schema as a file for an editor."}}});
  command->callback([] { fmt::print("{}", program_schema().text()); });
}

} // namespace curlew::app
