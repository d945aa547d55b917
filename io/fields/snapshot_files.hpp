#pragma once

#include <curlew/io/results/results_directory.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace curlew {

// Names of the files of a snapshot, relative to the results folder:
//
//   fields/fields_000050.vtu                  of one process
//   fields/fields_000050.pvtu                 of several ranks: lists their pieces
//   fields/fields_000050/fields_000050_3.vtu  piece of rank 3
//
// ParaView names its own files alike. Names of the files of the solves of a method in the frequency
// domain:
//
//   fields/fields_000003_1.5GHz.vti           the grid of solve 3
//   fields/fields_000003_1.5GHz_1.vti         one of its slices
constexpr const char *k_fields_folder = "fields";
std::string whole_name(std::int64_t step);
std::string pieces_list_name(std::int64_t step);
std::string pieces_folder_name(std::int64_t step);
std::string piece_name(std::int64_t step, int rank);
// `part` below 0: the solve has one file only.
std::string solve_file_name(std::int64_t solve, double frequency_hz, int part,
                            std::string_view extension);
// Returns the name of a file of a solve with another number. Throws std::invalid_argument for any
// other name.
std::string renumbered_solve_file(const std::string &name, std::int64_t solve);

// Returns the step of a name that whole_name or pieces_list_name gives; none for any other.
std::optional<std::int64_t> step_of_snapshot(std::string_view name);

// True for "fields_000050_3.vtu", and for ".fields_000050_3.vtu.partial", which a write that was
// cut off leaves.
bool is_piece_name(std::string_view name);

// Removes the files that several ranks, or one process, wrote at this step, finished or not; a file
// that the results do not list stays. A missing file is no error. Throw OutputError.
void remove_pieces(const ResultsDirectory &results, std::int64_t step);
void remove_snapshot(const ResultsDirectory &results, std::int64_t step);

} // namespace curlew
