#pragma once

#include <curlew/core/error.hpp>
#include <curlew/io/results/summary.hpp>

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace curlew::app {

void add_run(CLI::App &app, const std::vector<std::string> &command_line);
void add_check(CLI::App &app);
void add_mesh(CLI::App &app);
void add_mesh_convert(CLI::App &mesh);
void add_materials(CLI::App &app);
void add_fit(CLI::App &app);
void add_schema(CLI::App &app);
void add_info(CLI::App &app);
void add_bench(CLI::App &app);
void add_plot(CLI::App &app);
void add_report(CLI::App &app);
void add_watch(CLI::App &app);
void add_explain(CLI::App &app);
void add_completion(CLI::App &app);
void add_help(CLI::App &app); // covers the commands added before it

// Gives the messages of this process their codes.
void use_program_codes();
// Returns the code of an error that is not in the list of messages.
std::string unlisted_code(ExitCode code);

// Version, git hash, compiler and libraries of this binary.
Provenance program_provenance();
std::string version_text();
// Returns the names of the backends of this binary.
std::vector<std::string> backend_names();

} // namespace curlew::app
