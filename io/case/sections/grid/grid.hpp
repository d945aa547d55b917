#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <string_view>

namespace curlew {

class CheckContext;

// The Yee grid: equal bricks.
struct GridSpec {
  Vector3 cell_m{1, 1, 1};
  std::array<Index, 3> cells{1, 1, 1};
  Vector3 corner_m{0, 0, 0}; // with the smallest coordinates
  int pml_cells = 10;        // of the faces that have one
  double pml_order = 3.5, pml_reflection = 1e-8;
  std::optional<double> pml_kappa; // none: "auto"
  bool smoothing = true;
};

// The size must be whole numbers of cells: check_grid() reports another one.
GridSpec read_grid(const nlohmann::ordered_json &node, const ReadContext &context);
nlohmann::ordered_json to_json(const GridSpec &grid);

// Counts and limits; sets context.grid where they are good.
void check_grid(CheckContext &context);

// The corner of a grid with the largest coordinates.
Vector3 far_corner(const GridSpec &grid);
// Whether a point lies in the grid or on its faces; whether a box has a part in it.
bool contains(const GridSpec &grid, const Vector3 &point);
bool overlaps(const GridSpec &grid, const Vector3 &min, const Vector3 &max);
// For messages: "which reaches from ... to ... m".
std::string range_text(const GridSpec &grid);
// A box between two corners must have a volume, some of it in the grid. `what` names it.
void check_box(CheckContext &context, const std::string &pointer, const std::string &what,
               const Vector3 &min, const Vector3 &max);

std::string_view grid_schema_text();

} // namespace curlew
