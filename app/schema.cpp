#include "commands.hpp"

#include <curlew/methods/dgatd/schema.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace curlew::app {

Schema program_schema() {
  return compose_schema(common_schema_text(), {dgatd::schema_text()});
}

void add_schema(CLI::App &app) {
  app.add_subcommand("schema", "Print the JSON Schema of case files")->callback([] {
    fmt::print("{}", program_schema().text());
  });
}

} // namespace curlew::app
