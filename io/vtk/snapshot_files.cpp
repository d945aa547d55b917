#include <curlew/core/error.hpp>
#include <curlew/io/output/own_names.hpp>
#include <curlew/io/vtk/snapshot_files.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
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

// The pieces in the folder, complete or not; none where a link stands in its place.
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

std::string image_name(std::int64_t solve) {
  return pieces_folder_name(solve) + ".vti";
}

std::string image_part_name(std::int64_t solve, int part) {
  return fmt::format("{}_{}.vti", pieces_folder_name(solve), part);
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

void remove_pieces(const fs::path &results, std::int64_t step) {
  remove_file(results / pieces_list_name(step)); // first: it must not list what is gone
  const fs::path folder = results / pieces_folder_name(step);
  for (const fs::path &piece : pieces_in(folder)) {
    remove_file(piece);
  }
  std::error_code foreign_files_stay;
  fs::remove(folder, foreign_files_stay);
}

void remove_snapshot(const fs::path &results, std::int64_t step) {
  remove_file(results / whole_name(step));
  remove_pieces(results, step);
}

} // namespace curlew
