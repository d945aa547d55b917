#include "commands.hpp"
#include "manual.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>
#include <curlew/io/case/sections/materials/library.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

namespace curlew::app {
namespace {

using nlohmann::ordered_json;

const ordered_json &entry_of(const std::string &name) {
  const ordered_json &library = material_library();
  if (library.contains(name))
    return library[name];
  std::vector<std::string> names;
  for (const auto &[other, unused] : library.items())
    names.push_back(other);
  const std::string likely = suggest(name, names);
  throw InputError(
      "there is no material \"" + name + "\" in the library" +
      (likely.empty() ? "; `curlew materials` lists them" : "; did you mean \"" + likely + "\"?"));
}

void list() {
  for (const auto &[name, entry] : material_library().items())
    fmt::print("{}\n  {}, {:.4g} to {:.4g} Hz\n  {}\n", name, entry["about"].get<std::string>(),
               entry["band"][0].get<double>(), entry["band"][1].get<double>(),
               entry["source"].get<std::string>());
}

} // namespace

void add_materials(CLI::App &app) {
  auto name = std::make_shared<std::string>();
  auto as_json = std::make_shared<bool>(false);
  CLI::App *command = app.add_subcommand("materials", "List the materials of the library");
  command->add_option("name", *name, "One of them: print its constants, as a case has them")
      ->type_name("NAME");
  command->add_flag("--json", *as_json, "Print all of them with their constants as JSON");
  set_manual(*command,
             {"The materials that a case takes by { \"library\": NAME }, each with the frequencies "
              "where its constants hold and where they are published. Constants are those of "
              "models; a table of measured values is a \"table\" of the case.",
              {ExitCode::output},
              {},
              {{"curlew materials", "Names, bands and sources."},
               {"curlew materials \"gold (Rakic 1998)\"", "Poles of gold, to be changed."}}});
  command->callback([name, as_json] {
    if (*as_json)
      fmt::print("{}", material_library_text());
    else if (name->empty())
      list();
    else
      fmt::print("{}\n", entry_of(*name)["material"].dump(2));
  });
}

} // namespace curlew::app
