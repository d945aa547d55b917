#include <curlew/io/case/check_rooms.hpp>

#include <curlew/io/case/build_rooms.hpp>
#include <curlew/io/case/quote.hpp>

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
constexpr const char *k_axes = "xyz";

std::string cells_text(double cells) {
  return fmt::format("{:.0f} cell{}", cells, cells == 1 ? "" : "s");
}

bool is_whole(CheckContext &context, int axis, double size_m, double cell_m) {
  const double cells = size_m / cell_m, below = std::floor(cells + k_whole_cell);
  if (std::abs(cells - std::round(cells)) <= k_whole_cell && cells > 0.5)
    return true;
  const auto candidate = [&](double count) {
    return fmt::format("{} m ({})", number_text(count * cell_m), cells_text(count));
  };
  context.error(
      child_pointer("/grid/size", static_cast<std::size_t>(axis)),
      fmt::format("the size along {} is {} m, which is {} cells of {} m; it must be a "
                  "whole number of them: take {}",
                  k_axes[axis], number_text(size_m), number_text(cells), number_text(cell_m),
                  below < 1 ? candidate(1) : candidate(below) + " or " + candidate(below + 1)));
  return false;
}

// Whether the counts are good; if not it has been said.
bool check_counts(CheckContext &context) {
  const ordered_json *cell = context.find("/grid/cell"), *size = context.find("/grid/size");
  if (cell == nullptr || size == nullptr)
    return false;
  bool good = true;
  double unknowns = 3;
  for (int d = 0; d < 3; ++d) {
    const double cell_m = cell->is_array() ? (*cell)[d].get<double>() : cell->get<double>();
    const double size_m = (*size)[d].get<double>();
    good &= is_whole(context, d, size_m, cell_m);
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

const char *type_text(Boundary::Type type) {
  return type == Boundary::Type::pec   ? "pec"
         : type == Boundary::Type::pmc ? "pmc"
         : type == Boundary::Type::pml ? "pml"
                                       : "periodic";
}

// The place of a face's condition: its own, or that of "default".
std::string place_of(const CheckContext &context, const std::string &face) {
  const std::string own = child_pointer("/boundaries", face);
  return (context.is_given(own) ? own : "/boundaries/default") + "/type";
}

void check_periods(CheckContext &context, const std::vector<Boundary> &faces) {
  for (int d = 0; d < 3; ++d) {
    const Boundary *one = &faces[2 * d], *other = &faces[2 * d + 1];
    if (one->type == other->type)
      continue;
    if (other->type == Boundary::Type::periodic)
      std::swap(one, other);
    if (one->type == Boundary::Type::periodic)
      context.error(place_of(context, one->group),
                    fmt::format("the face \"{}\" is periodic, but \"{}\" is {}; make both "
                                "periodic or neither",
                                one->group, other->group, type_text(other->type)));
  }
}

void check_layers(CheckContext &context, const GridSpec &grid, const std::vector<Boundary> &faces) {
  std::string axes;
  for (int d = 0; d < 3; ++d) {
    int layers = 0;
    for (const int side : {0, 1})
      layers += faces[2 * d + side].type == Boundary::Type::pml;
    if (layers * grid.pml_cells >= grid.cells[d])
      axes += fmt::format("{}{} of {} cells along {}", axes.empty() ? "" : ", ",
                          layers * grid.pml_cells, grid.cells[d], k_axes[d]);
  }
  if (!axes.empty())
    context.error("/grid/pml/cells", "the absorbing layers take " + axes +
                                         "; at least 1 must be left: make \"grid.size\" larger or "
                                         "\"grid.pml.cells\" smaller, or give a face another type");
}

} // namespace

std::string number_text(double number) {
  return fmt::format("{:.12g}", number);
}

std::string point_text(const Vector3 &point) {
  return "(" + number_text(point[0]) + ", " + number_text(point[1]) + ", " + number_text(point[2]) +
         ")";
}

std::string range_text(const GridSpec &grid) {
  return "which reaches from " + point_text(grid.corner_m) + " to " + point_text(far_corner(grid)) +
         " m";
}

Vector3 far_corner(const GridSpec &grid) {
  Vector3 corner = grid.corner_m;
  for (int d = 0; d < 3; ++d)
    corner[d] += grid.cells[d] * grid.cell_m[d];
  return corner;
}

bool holds(const GridSpec &grid, const Vector3 &point) {
  const Vector3 far = far_corner(grid);
  for (int d = 0; d < 3; ++d) {
    const double rounding = k_whole_cell * grid.cell_m[d];
    if (point[d] < grid.corner_m[d] - rounding || point[d] > far[d] + rounding)
      return false;
  }
  return true;
}

bool touches(const GridSpec &grid, const Vector3 &min, const Vector3 &max) {
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
                                what, k_axes[d], number_text(min[d]), number_text(max[d])));
      return;
    }
  if (context.grid && !touches(*context.grid, min, max))
    context.error(pointer, what + " lies outside of the grid, " + range_text(*context.grid) +
                               "; move it or make the grid larger");
}

void check_grid(CheckContext &context) {
  if (context.find_partial("/grid") == nullptr)
    return;
  const bool is_good = check_counts(context);
  if (const ordered_json *node = context.find("/grid"); is_good && node != nullptr)
    context.grid = build_grid(*node);
  const ordered_json *boundaries = context.find("/boundaries");
  if (boundaries == nullptr ||
      !std::all_of(boundaries->begin(), boundaries->end(),
                   [](const ordered_json &face) { return face.contains("type"); }))
    return;
  context.faces = build_grid_boundaries(*boundaries);
  check_periods(context, *context.faces);
  if (context.grid)
    check_layers(context, *context.grid, *context.faces);
}

} // namespace curlew
