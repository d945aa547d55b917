#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/fields/field_writer.hpp>
#include <curlew/io/fields/solve_series.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

// Cells of equal bricks with the data that a .vti holds of them; x is the fastest index of values.
struct CellImage {
  std::array<Index, 3> cells{0, 0, 0};
  Vector3 cell_m{1, 1, 1}, corner_m{0, 0, 0};
  std::vector<std::int32_t> material; // per cell, index into material_names; empty: not written
  std::vector<std::string> material_names;
  std::vector<CellArray> arrays; // "E_real", "E_imag", ...
  // Field data: information for readers of the numbers, and numbers that belong to all cells.
  std::vector<std::pair<std::string, std::string>> texts; // "convention"
  std::vector<std::pair<std::string, double>> numbers;    // "frequency_hz"
};

// Writes one .vti: image data, float64 cell arrays, int32 cell array "material", field data with
// "material_names", texts and numbers; appended raw binary, zlib, renamed into place when complete.
// Throws OutputError; NotCompiled in a build without VTK; std::invalid_argument if an array has the
// wrong length.
void write_vti(const std::filesystem::path &path, const CellImage &image);

// Throws NotCompiled in a build without VTK, before anything expensive is computed in vain.
void require_vtk_for_images();

// The images of a run's solves: SolveSeries of .vti, whose parts are slices.
class VtiSeries {
public:
  // `continues`: extends the existing list. Throws OutputError if the folder cannot be used,
  // InputError for an invalid list, NotCompiled in a build without VTK.
  explicit VtiSeries(const ResultsDirectory &results, bool continues = false);
  // Makes a series in a folder without a manifest.
  explicit VtiSeries(const std::filesystem::path &results);

  // Writes the images of the next solve; `source` counts the sources of a frequency from 0. Throws
  // as write_vti.
  void write(const std::vector<CellImage> &images, double frequency_hz, std::size_t source);

private:
  SolveSeries series_;
};

} // namespace curlew
