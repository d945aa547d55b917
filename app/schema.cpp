#include "commands.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/io/case/schema/markdown.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace curlew::app {

void add_schema(CLI::App &app) {
  auto as_markdown = std::make_shared<bool>(false);
  auto of_methods = std::make_shared<bool>(false);
  CLI::App *command = app.add_subcommand("schema", "Print the JSON Schema of case files");
  auto *markdown = command->add_flag("--markdown", *as_markdown,
                                     "Print the keys as tables in Markdown, for documentation");
  command
      ->add_flag("--methods", *of_methods,
                 "Print the methods and what they can do as a table in Markdown")
      ->excludes(markdown);
  set_manual(
      *command,
      {"Every key of a case file with its description, its legal values and its default, as a "
       "JSON Schema (draft-07). Editors complete and check case files with it.",
       {ExitCode::output},
       {},
       {{"curlew schema > curlew.schema.json", "The schema as a file for an editor."},
        {"curlew schema --markdown", "The same keys for people."}}});
  command->callback([as_markdown, of_methods] {
    if (*of_methods)
      fmt::print("{}", methods_table(methods()));
    else if (*as_markdown)
      fmt::print("{}", keys_as_markdown(program_format().schema));
    else
      fmt::print("{}", program_format().schema.text());
  });
}

} // namespace curlew::app
