#pragma once

#include <curlew/io/fields/pvd_file.hpp>
#include <curlew/io/results/results_directory.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Returns the names of the parts of a solve, relative to the results folder.
std::vector<std::string> solve_file_names(std::int64_t solve, double frequency_hz, int parts,
                                          std::string_view extension);

// The files for ParaView of a run's solves in the frequency domain and <results>/fields.pvd, which
// lists them and is valid after every write. Solve n goes to
// <results>/fields/fields_<n>_<frequency>.<extension>, as in fields_000002_1.5GHz.vti; several
// files of one solve (slices) are its parts, fields_<n>_<frequency>_0.vti and on. Its time in the
// list is the frequency in Hz; the times of further sources differ by 1e-9 of it, since one time is
// one step for ParaView.
class SolveSeries {
public:
  // `extension`: "vti". `continues`: extends the existing list. Throws OutputError if the folder
  // cannot be used, InputError for an invalid list.
  SolveSeries(const ResultsDirectory &results, std::string extension, bool continues);

  // Writes the files of the next solve; `source` counts the sources of a frequency from 0. Calls
  // write_one(path, part) for each part, then lists the files.
  void write(double frequency_hz, std::size_t source, int parts,
             const std::function<void(const std::filesystem::path &path, int part)> &write_one);
  // Lists the files of the next solve, which the caller has written: solve_file_names().
  void list(double frequency_hz, std::size_t source, int parts);

private:
  ResultsDirectory results_;
  std::string extension_;
  std::vector<PvdEntry> entries_;
  int solves_ = 0;
};

} // namespace curlew
