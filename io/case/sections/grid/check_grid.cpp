#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// A length is a whole number of cells when it is one to this fraction of a cell.
constexpr double k_whole_cell = 1e-6;
// Unknowns, three per cell, are numbered by 32 bits.
constexpr double k_most_unknowns = 2147483648.0;
constexpr const char *k_grid_axes = "xyz";

std::string cells_text(double cells) {
  return fmt::format("{:.0f} cell{}", cells, cells == 1 ? "" : "s");
}

// False for counts that have been reported as errors.
bool check_counts(CheckContext &context) {
  const ordered_json *cell = context.find("/grid/cell"), *size = context.find("/grid/size");
  if (cell == nullptr || size == nullptr)
    return false;
  bool good = true;
  double unknowns = 3;
  for (int d = 0; d < 3; ++d) {
    const double cell_m = cell->is_array() ? (*cell)[d].get<double>() : cell->get<double>();
    const double size_m = (*size)[d].get<double>();
    good &= check_whole_cells(context, child_pointer("/grid/size", static_cast<std::size_t>(d)),
                              "the size", d, size_m, cell_m);
    unknowns *= size_m / cell_m;
  }
  if (good && unknowns >= k_most_unknowns) {
    context.error("/grid/cell",
                  fmt::format("the grid has {:.4g} cells; {:.0f} are the most: take larger cells "
                              "or a smaller domain",
                              unknowns / 3, std::floor(k_most_unknowns / 3)));
    good = false;
  }
  return good;
}

} // namespace

bool check_whole_cells(CheckContext &context, const std::string &pointer, const std::string &what,
                       int axis, double length_m, double cell_m) {
  const double cells = length_m / cell_m, below = std::floor(cells + k_whole_cell);
  if (std::abs(cells - std::round(cells)) <= k_whole_cell && cells > 0.5)
    return true;
  const auto candidate = [&](double count) {
    return fmt::format("{} m ({})", number_text(count * cell_m), cells_text(count));
  };
  context.error(pointer, fmt::format("{} along {} is {} m, which is {} cells of {} m; it must be a "
                                     "whole number of them: take {}",
                                     what, k_grid_axes[axis], number_text(length_m),
                                     number_text(cells), number_text(cell_m),
                                     below < 1 ? candidate(1)
                                               : candidate(below) + " or " + candidate(below + 1)));
  return false;
}

std::string range_text(const GridSpec &grid) {
  return "which reaches from " + point_text(grid.corner_m) + " to " + point_text(far_corner(grid)) +
         " m";
}

bool contains(const GridSpec &grid, const Vector3 &point) {
  const Vector3 far = far_corner(grid);
  for (int d = 0; d < 3; ++d) {
    const double rounding = k_whole_cell * grid.cell_m[d];
    if (point[d] < grid.corner_m[d] - rounding || point[d] > far[d] + rounding)
      return false;
  }
  return true;
}

bool overlaps(const GridSpec &grid, const Vector3 &min, const Vector3 &max) {
  const Vector3 far = far_corner(grid);
  for (int d = 0; d < 3; ++d)
    if (max[d] <= grid.corner_m[d] || min[d] >= far[d])
      return false;
  return true;
}

void check_box(CheckContext &context, const std::string &pointer, const std::string &what,
               const Vector3 &min, const Vector3 &max) {
  for (int d = 0; d < 3; ++d)
    if (min[d] >= max[d]) {
      context.error(pointer,
                    fmt::format("{} has no volume: along {} it reaches from {} to {} m; "
                                "\"min\" comes before \"max\"",
                                what, k_grid_axes[d], number_text(min[d]), number_text(max[d])));
      return;
    }
  if (context.grid && !overlaps(*context.grid, min, max))
    context.error(pointer, what + " lies outside of the grid, " + range_text(*context.grid) +
                               "; move it or make the grid larger");
}

void check_grid(CheckContext &context) {
  const bool is_good = check_counts(context);
  if (const ordered_json *node = context.find("/grid"); is_good && node != nullptr)
    context.grid = read_grid(*node, {context.base_dir(), context.files});
}

} // namespace curlew
