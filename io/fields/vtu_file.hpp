#pragma once

#include <curlew/io/fields/field_writer.hpp>

#include <filesystem>
#include <memory>
#include <vector>

namespace curlew {

// The grid as VTK holds it, kept for all snapshots, and the one place that calls VTK's writer.
// Points and tets are not copied: FieldGrid's vectors must outlive it.
class VtuFile {
public:
  // Throws std::invalid_argument if the material array does not fit, NotCompiled without VTK.
  explicit VtuFile(const FieldGrid &grid);
  ~VtuFile();
  VtuFile(VtuFile &&) noexcept;

  // Throws OutputError, or std::invalid_argument for an array of the wrong length.
  void write(const std::filesystem::path &path, const std::vector<CellArray> &arrays,
             double time_s);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace curlew
