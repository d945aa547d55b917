#pragma once

#include <curlew/io/case/schema.hpp>
#include <curlew/io/output/summary.hpp>

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace curlew::app {

void add_run(CLI::App &app, const std::vector<std::string> &command_line);
void add_check(CLI::App &app);
void add_mesh(CLI::App &app);
void add_schema(CLI::App &app);
void add_info(CLI::App &app);
void add_bench(CLI::App &app);

// The schema of this binary: shared keys and those of its methods.
Schema program_schema();
// Version, git hash, compiler and libraries of this binary.
Provenance program_provenance();
std::string version_text();

} // namespace curlew::app
