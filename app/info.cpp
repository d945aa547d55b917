#include "commands.hpp"

#include <curlew/core/backend.hpp>
#include <curlew/core/kokkos_compat.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "build_info.hpp"

#include <fstream>

namespace curlew::app {
namespace {

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown processor";
}

} // namespace

Provenance program_provenance() {
  Provenance provenance;
  provenance.version = k_build_version;
  provenance.git_hash = k_build_git_hash;
  provenance.compiler = k_build_compiler;
  provenance.build_type = k_build_type;
  provenance.device = processor_name();
  provenance.libraries = {{"Kokkos", compat::kokkos_version()}};
  for (const auto &[name, version] : k_build_libraries)
    provenance.libraries.emplace_back(name, version);
  return provenance;
}

std::string version_text() {
  return fmt::format("curlew {} ({})", k_build_version, k_build_git_hash);
}

void add_info(CLI::App &app) {
  app.add_subcommand("info", "Show version, backends, devices and libraries")->callback([] {
    const Provenance provenance = program_provenance();
    fmt::print("{}\n  compiler   {}, {}\n", version_text(), provenance.compiler,
               provenance.build_type);
    fmt::print("  methods    dgatd\n");
    for (const Backend backend : compiled_backends())
      fmt::print("  backend    {:<8} {}, {} thread{}\n", to_string(backend), provenance.device,
                 backend == Backend::serial ? 1 : default_threads(),
                 backend == Backend::serial || default_threads() == 1 ? "" : "s");
    for (const auto &[name, version] : provenance.libraries)
      fmt::print("  library    {:<16} {}\n", name, version);
  });
}

} // namespace curlew::app
