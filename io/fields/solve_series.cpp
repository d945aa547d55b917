#include <curlew/io/fields/solve_series.hpp>

#include <curlew/core/error.hpp>
#include <curlew/io/fields/snapshot_files.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {

namespace fs = std::filesystem;

std::vector<std::string> solve_file_names(std::int64_t solve, double frequency_hz, int parts,
                                          std::string_view extension) {
  std::vector<std::string> names;
  for (int part = 0; part < parts; ++part)
    names.push_back(solve_file_name(solve, frequency_hz, parts == 1 ? -1 : part, extension));
  return names;
}

SolveSeries::SolveSeries(const ResultsDirectory &results, std::string extension, bool continues)
    : results_(results), extension_(std::move(extension)) {
  results_.list({k_pvd_name});
  std::error_code error;
  fs::create_directories(results_.path() / k_fields_folder, error);
  if (error)
    throw OutputError(fmt::format("cannot use the folder {}: {}",
                                  (results_.path() / k_fields_folder).string(), error.message()));
  if (!continues || !fs::exists(results_.path() / k_pvd_name))
    return;
  entries_ = read_pvd(results_.path() / k_pvd_name);
  solves_ = static_cast<int>(std::count_if(entries_.begin(), entries_.end(),
                                           [](const PvdEntry &entry) { return entry.part == 0; }));
}

void SolveSeries::write(double frequency_hz, std::size_t source, int parts,
                        const std::function<void(const fs::path &path, int part)> &write_one) {
  const auto names = solve_file_names(solves_, frequency_hz, parts, extension_);
  for (int part = 0; part < parts; ++part)
    write_one(results_.file(names[static_cast<std::size_t>(part)]), part);
  list(frequency_hz, source, parts);
}

void SolveSeries::list(double frequency_hz, std::size_t source, int parts) {
  constexpr double k_apart = 1e-9; // sources of one frequency, in the list
  const auto names = solve_file_names(solves_, frequency_hz, parts, extension_);
  for (int part = 0; part < parts; ++part) {
    const PvdEntry entry{frequency_hz * (1 + k_apart * static_cast<double>(source)),
                         names[static_cast<std::size_t>(part)], part};
    // Ascending, as readers of time series expect, whatever the order of the solves.
    const auto behind =
        std::upper_bound(entries_.begin(), entries_.end(), entry,
                         [](const PvdEntry &a, const PvdEntry &b) { return a.time_s < b.time_s; });
    entries_.insert(behind, entry);
  }
  write_pvd(results_.path() / k_pvd_name, entries_);
  ++solves_;
}

} // namespace curlew
