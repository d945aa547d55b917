#include "commands.hpp"
#include "manual.hpp"
#include "methods.hpp"

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/io/case/case_version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "build_info.hpp"

#include <optional>

namespace curlew::app {
namespace {

// Returns one line: device, threads, memory, measured copy bandwidth.
std::string describe(Backend backend, bool runs) {
  if (is_device_backend(backend) && !runs)
    return "not usable here: " + why_kokkos_cannot_start();
  const Device device = find_device(backend);
  std::string text = device.name;
  if (!is_device_backend(backend)) {
    ThreadRequest nothing_asked;
    nothing_asked.oversubscribe = true;
    text +=
        ", " + (backend == Backend::serial ? "1 thread" : to_text(choose_threads(nothing_asked)));
  }
  text +=
      fmt::format(", {:.1f} of {:.1f} GB free", device.free_bytes / 1e9, device.total_bytes / 1e9);
  if (runs)
    text += fmt::format(", copy {:.1f} GB/s", with_backend(backend, [](auto space) {
                          return copy_bandwidth<decltype(space)>() / 1e9;
                        }));
  return text;
}

} // namespace

Provenance program_provenance() {
  Provenance provenance;
  provenance.version = curlew_version();
  provenance.git_hash = k_build_git_hash;
  provenance.compiler = k_build_compiler;
  provenance.build_type = k_build_type;
  provenance.device = find_device(Backend::serial).name;
  const std::string mpi = mpi_version();
  provenance.libraries = {{"Kokkos", compat::kokkos_version()},
                          {"MPI", mpi.empty() ? "not compiled in" : mpi}};
  for (const auto &[name, version] : k_build_libraries)
    provenance.libraries.emplace_back(name, version);
  return provenance;
}

std::string version_text() {
  return fmt::format("curlew {} ({})", curlew_version(), k_build_git_hash);
}

std::vector<std::string> backend_names() {
  std::vector<std::string> names;
  for (const Backend backend : compiled_backends())
    names.push_back(to_string(backend));
  return names;
}

void add_info(CLI::App &app) {
  CLI::App *command = app.add_subcommand("info", "Show version, backends, devices and libraries");
  set_manual(
      *command,
      {"Each backend that this curlew has, with its device, the device's memory and a measured "
       "copy bandwidth. Where a backend cannot run, the reason stands in its line.",
       {ExitCode::output},
       {},
       {{"curlew info", "What this program is and what it finds here."}}});
  command->callback([] {
    const Provenance provenance = program_provenance();
    fmt::print("{}\n  compiler   {}, {}\n", version_text(), provenance.compiler,
               provenance.build_type);
    fmt::print("  methods    {}\n", methods_text());
    std::optional<KokkosRuntime> runtime;
    if (why_kokkos_cannot_start().empty())
      runtime.emplace(0);
    for (const Backend backend : compiled_backends())
      fmt::print("  backend    {:<8} {}\n", to_string(backend),
                 describe(backend, runtime.has_value()));
    for (const auto &[name, version] : provenance.libraries)
      fmt::print("  library    {:<16} {}\n", name, version);
  });
}

} // namespace curlew::app
