#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/io/results/results_directory.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

// One quantity, constant per tet: values[tet * components + component]. Name and unit are plain
// words, which VTK writes unchanged into its XML.
struct CellArray {
  std::string name; // "E", "H", "E_real", ...
  int components = 3;
  std::vector<double> values;
  std::string unit; // "V/m"
};

// Data common to all snapshots of a run. The pointers are not owned and must outlive the writer.
struct FieldGrid {
  const std::vector<Point> *points = nullptr; // m
  const std::vector<std::array<Index, 4>> *tets = nullptr;
  std::vector<std::int32_t> material; // per tet, index into material_names
  std::vector<std::string> material_names;
};

// The tets of a selection with their points, for output of one region.
struct SubGrid {
  std::vector<Point> points;
  std::vector<std::array<Index, 4>> tets;
  std::vector<Index> tet_of; // tet here -> tet of the whole mesh
};
SubGrid extract_tets(const TetMesh &mesh, const std::vector<Index> &tets);

// Writes one .vtu: unstructured grid, float64 cell arrays, int32 cell array "material", field data
// "TimeValue" and "material_names"; appended raw binary, zlib, renamed into place when complete.
// Throws OutputError; NotCompiled in a build without VTK; std::invalid_argument if an array has the
// wrong length.
void write_vtu(const std::filesystem::path &path, const FieldGrid &grid,
               const std::vector<CellArray> &arrays, double time_s);

// A growing series of snapshots and <results>/fields.pvd, which lists them and is valid after every
// write. One process writes <results>/fields/fields_<step>.vtu. With several ranks each writes a
// piece with its own tets (each tet of the whole belongs to one rank; a rank without tets writes
// none), and the root writes fields_<step>.pvtu, which joins the pieces. The grid is set up once.
//
// Construction and write() are collective, and an error on one rank is thrown on all, so that no
// rank waits for one that has ended.
class VtuSeries {
public:
  // `keep_until_s` (restart): the series in the folder is continued, however many ranks wrote it:
  // entries up to this time are kept, later ones dropped from the list and deleted. Throws
  // InputError if the existing fields.pvd is not one of ours, OutputError if the folder cannot be
  // used, NotCompiled without VTK.
  VtuSeries(const ResultsDirectory &results, FieldGrid grid,
            std::optional<double> keep_until_s = std::nullopt,
            const Communicator &ranks = Communicator());
  // Makes a series in a folder without a manifest.
  VtuSeries(const std::filesystem::path &results, FieldGrid grid,
            std::optional<double> keep_until_s = std::nullopt,
            const Communicator &ranks = Communicator());
  ~VtuSeries();
  VtuSeries(VtuSeries &&) noexcept;

  // Writes a snapshot. Every rank passes the same arrays, with the values of its own tets. A
  // snapshot that could not be written is not listed, and leaves no files. Throws OutputError.
  void write(std::int64_t step, double time_s, const std::vector<CellArray> &arrays);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace curlew
