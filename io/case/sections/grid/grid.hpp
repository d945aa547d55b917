#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <string_view>

namespace curlew {

class CheckContext;

// none: an entry has the constant of the material at its position. diagonal, tensor: an average
// over the brick of a cell around the entry. automatic: one of these two, by the method.
enum class Smoothing { none, diagonal, tensor, automatic };

// The Yee grid: equal bricks.
struct GridSpec {
  Vector3 cell_m{1, 1, 1};
  std::array<Index, 3> cells{1, 1, 1};
  Vector3 corner_m{0, 0, 0};             // corner with the smallest coordinates
  int pml_cells = 10;                    // thickness of the layers of the faces that have one
  std::optional<double> pml_thickness_m; // the same as a length, which counts if there is one
  double pml_order = 3.5, pml_reflection = 1e-8;
  std::optional<double> pml_kappa; // none: "auto"
  Smoothing smoothing = Smoothing::automatic;

  // Returns the thickness of layers across an axis in cells.
  int layer_cells(int axis) const;
};

// The size must be a whole number of cells; check_grid() reports any other size.
GridSpec read_grid(const nlohmann::ordered_json &node, const ReadContext &context);
nlohmann::ordered_json to_json(const GridSpec &grid);

// Checks counts and limits; sets context.grid where they are valid.
void check_grid(CheckContext &context);

// Checks that a length along an axis is a whole number of cells, at least one. `what` names it.
bool check_whole_cells(CheckContext &context, const std::string &pointer, const std::string &what,
                       int axis, double length_m, double cell_m);

// Returns the corner of a grid with the largest coordinates.
Vector3 far_corner(const GridSpec &grid);
// True where a point lies in the grid or on its faces, or where part of a box lies in the grid.
bool contains(const GridSpec &grid, const Vector3 &point);
bool overlaps(const GridSpec &grid, const Vector3 &min, const Vector3 &max);
// Returns the text "which reaches from ... to ... m" for messages.
std::string range_text(const GridSpec &grid);
// Checks that a box between two corners has a volume, some of it in the grid. `what` names the box.
void check_box(CheckContext &context, const std::string &pointer, const std::string &what,
               const Vector3 &min, const Vector3 &max);

std::string_view grid_schema_text();

} // namespace curlew
