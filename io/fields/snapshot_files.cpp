#include <curlew/core/error.hpp>
#include <curlew/io/fields/snapshot_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <vector>

namespace curlew {
namespace {

namespace fs = std::filesystem;

void remove_file(const fs::path &path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) {
    throw OutputError(fmt::format("cannot remove {}: {}", path.string(), error.message()));
  }
}

bool all_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The middle of "prefix...suffix", empty if `name` is not of that form.
std::string_view between(std::string_view name, std::string_view prefix, std::string_view suffix) {
  if (name.size() <= prefix.size() + suffix.size() || name.substr(0, prefix.size()) != prefix ||
      name.substr(name.size() - suffix.size()) != suffix) {
    return {};
  }
  return name.substr(prefix.size(), name.size() - prefix.size() - suffix.size());
}

// Returns the final name for the name of a file left behind unfinished; any other name unchanged.
std::string_view without_partial(std::string_view name) {
  const std::string_view inner = between(name, ".", ".partial");
  return inner.empty() ? name : inner;
}

// Removes a file of a snapshot. The name may be that of a file left behind unfinished.
void remove_ours(const ResultsDirectory &results, const std::string &name) {
  const fs::path path(name);
  const std::string whole =
      (path.parent_path() / without_partial(path.filename().string())).string();
  if (results.is_listed(whole)) {
    remove_file(results.path() / name);
  }
}

// Returns the pieces in the folder, complete or not; none where a link stands in its place.
std::vector<fs::path> pieces_in(const fs::path &folder) {
  std::vector<fs::path> pieces;
  try {
    if (fs::is_directory(fs::symlink_status(folder))) {
      for (const fs::directory_entry &entry : fs::directory_iterator(folder)) {
        if (is_piece_name(entry.path().filename().string())) {
          pieces.push_back(entry.path());
        }
      }
    }
  } catch (const fs::filesystem_error &error) {
    throw OutputError(
        fmt::format("cannot read the folder {}: {}", folder.string(), error.code().message()));
  }
  return pieces;
}

} // namespace

bool is_piece_name(std::string_view name) {
  const std::string_view numbers = between(without_partial(name), "fields_", ".vtu");
  const std::size_t bar = numbers.find('_');
  return bar != numbers.npos && all_digits(numbers.substr(0, bar)) &&
         all_digits(numbers.substr(bar + 1));
}

std::string whole_name(std::int64_t step) {
  return pieces_folder_name(step) + ".vtu";
}

std::string pieces_list_name(std::int64_t step) {
  return pieces_folder_name(step) + ".pvtu";
}

std::string pieces_folder_name(std::int64_t step) {
  return fmt::format("{}/fields_{:06}", k_fields_folder, step);
}

std::string piece_name(std::int64_t step, int rank) {
  return fmt::format("{}/fields_{:06}_{}.vtu", pieces_folder_name(step), step, rank);
}

namespace {

// "fields/fields_000003_1.5GHz"
std::string solve_stem(std::int64_t solve, double frequency_hz) {
  constexpr std::pair<double, const char *> k_units[] = {
      {1e12, "THz"}, {1e9, "GHz"}, {1e6, "MHz"}, {1e3, "kHz"}, {0, "Hz"}};
  for (const auto &[size, unit] : k_units)
    if (frequency_hz >= size)
      return fmt::format("{}_{:.9g}{}", pieces_folder_name(solve),
                         size > 0 ? frequency_hz / size : frequency_hz, unit);
  return pieces_folder_name(solve);
}

} // namespace

std::string solve_file_name(std::int64_t solve, double frequency_hz, int part,
                            std::string_view extension) {
  return solve_stem(solve, frequency_hz) + (part < 0 ? "" : fmt::format("_{}", part)) +
         fmt::format(".{}", extension);
}

std::string renumbered_solve_file(const std::string &name, std::int64_t solve) {
  const std::string begin = fmt::format("{}/fields_", k_fields_folder);
  const std::size_t end = name.find_first_not_of("0123456789", begin.size());
  if (name.compare(0, begin.size(), begin) != 0 || end == begin.size() || end == std::string::npos)
    throw std::invalid_argument("not a file of a solve: " + name);
  return pieces_folder_name(solve) + name.substr(end);
}

std::optional<std::int64_t> step_of_snapshot(std::string_view name) {
  const auto first =
      std::find_if(name.begin(), name.end(), [](char c) { return '0' <= c && c <= '9'; });
  std::int64_t step = 0;
  const char *end = name.data() + name.size();
  const auto parsed = std::from_chars(name.data() + (first - name.begin()), end, step);
  if (parsed.ec != std::errc() || (name != whole_name(step) && name != pieces_list_name(step))) {
    return std::nullopt;
  }
  return step;
}

void remove_pieces(const ResultsDirectory &results, std::int64_t step) {
  // removed first, so that it never lists missing pieces
  remove_ours(results, pieces_list_name(step));
  const fs::path folder = results.path() / pieces_folder_name(step);
  for (const fs::path &piece : pieces_in(folder)) {
    remove_ours(results, piece.lexically_relative(results.path()).generic_string());
  }
  std::error_code foreign_files_stay;
  fs::remove(folder, foreign_files_stay);
}

void remove_snapshot(const ResultsDirectory &results, std::int64_t step) {
  remove_ours(results, whole_name(step));
  remove_pieces(results, step);
}

} // namespace curlew
