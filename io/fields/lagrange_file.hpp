#pragma once

#include <curlew/io/fields/field_writer.hpp>

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace curlew {

// Returns the barycentric coordinates of the nodes of a tet's Lagrange cell, in the order of VTK.
// Throws NotCompiled without VTK.
std::vector<std::array<double, 4>> lagrange_nodes(int order);

// Tets with the nodes of an order. Each tet has nodes of its own, because fields jump at faces.
struct LagrangeGrid {
  int order = 1;
  std::vector<Point> points;          // m, [tet][node]
  std::vector<std::int32_t> material; // per tet, index into material_names
  std::vector<std::string> material_names;
};

// Writes fields at the nodes of such a grid for ParaView: .vtu with Lagrange tetrahedra, float64
// point arrays [tet][node][component], else as write_vtu(). The grid must outlive it.
class LagrangeFile {
public:
  // Throws std::invalid_argument for points that do not fit the materials, NotCompiled without VTK,
  // ResourceError for more points than a file has room for.
  explicit LagrangeFile(const LagrangeGrid &grid);
  ~LagrangeFile();
  LagrangeFile(LagrangeFile &&) noexcept;

  // Throws OutputError, or std::invalid_argument for an array of the wrong length.
  void write(const std::filesystem::path &path, const std::vector<CellArray> &arrays, double value);

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace curlew
