#include <curlew/methods/fdfd/thin/thin_conductors.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace curlew::fdfd {

namespace {

// Fraction of a cell within which a thickness counts as a whole cell.
constexpr double k_whole_cell = 1e-6;

// Conducting edges within an object's extent.
struct FixedEdges {
  std::array<std::int64_t, 3> along{0, 0, 0};  // by component
  std::array<std::set<Index>, 3> planes_along; // by axis: node planes with edges in them

  std::int64_t count() const { return along[0] + along[1] + along[2]; }
};

// Returns the indices [first, last] of positions (i + offset) cells from the corner in [min, max];
// along a periodic axis those of one period, which may cross its walls.
std::pair<Index, Index> index_range(const Axis &axis, double offset, double min_m, double max_m) {
  const double slack = k_whole_cell;
  const double low = std::ceil((min_m - axis.corner_m) / axis.cell_m - offset - slack);
  const double high = std::floor((max_m - axis.corner_m) / axis.cell_m - offset + slack);
  if (axis.is_periodic()) {
    const double from = std::max(low, -double(axis.cells));
    return {static_cast<Index>(from), static_cast<Index>(std::min(high, from + axis.cells - 1))};
  }
  return {static_cast<Index>(std::max(low, 0.0)),
          static_cast<Index>(std::min(high, axis.count - 1.0))};
}

FixedEdges fixed_edges(const Problem &problem, const Extent &extent) {
  FixedEdges found;
  for (int c = 0; c < 3; ++c) {
    std::array<std::pair<Index, Index>, 3> at;
    for (int d = 0; d < 3; ++d) // an edge half in the object may have its middle at its end
      at[d] = index_range(problem.axes[d], d == c ? 0.5 : 0, extent.min_m[d], extent.max_m[d]);
    for (Index k = at[2].first; k <= at[2].second; ++k)
      for (Index j = at[1].first; j <= at[1].second; ++j)
        for (Index i = at[0].first; i <= at[0].second; ++i) {
          const Node index{*stored_node(problem.axes[0], i), *stored_node(problem.axes[1], j),
                           *stored_node(problem.axes[2], k)};
          if (problem.eps_id[c][problem.entry(index[0], index[1], index[2])] != 0 ||
              problem.is_boundary_fixed(c, index))
            continue;
          ++found.along[c];
          for (int d = 0; d < 3; ++d)
            if (d != c)
              found.planes_along[d].insert(index[d]);
        }
  }
  return found;
}

// Returns the coordinate of a plane of nodes, rounded to a millionth of a cell.
double rounded(const Axis &axis, Index node) {
  const double step_m = 1e-6 * axis.cell_m;
  return std::round(axis.node_m(node) / step_m) * step_m + 0.0;
}

// Describes the representation of a solid thinner than a cell along an axis.
std::string outcome(const Problem &problem, const FixedEdges &edges, int axis) {
  const auto &planes = edges.planes_along[axis];
  const std::int64_t tangential = edges.count() - edges.along[axis];
  if (tangential == 0)
    return "holds only edges across it, along which no current flows over its faces";
  if (planes.size() == 1 && edges.along[axis] == 0)
    return fmt::format("is a sheet without thickness at {} = {:.6g} m", "xyz"[axis],
                       rounded(problem.axes[axis], *planes.begin()));
  return "is a whole cell thick";
}

// Returns a position rounded to 1e-5 of a cell.
double rounded_position(double position_m, double cell_m) {
  return std::round(position_m / (1e-5 * cell_m)) * (1e-5 * cell_m) + 0.0;
}

// Returns the warning of a box that was moved onto a plane of nodes; empty for any other solid.
std::string moved_warning(const Case &input, const std::string &where, const ObjectSpec &given,
                          const ObjectSpec &held) {
  const auto *from = std::get_if<BoxObject>(&given), *to = std::get_if<BoxObject>(&held);
  for (int d = 0; from != nullptr && d < 3; ++d)
    if (const double by_m = to->min_m[d] - from->min_m[d];
        std::abs(by_m) > k_whole_cell * input.grid.cell_m[d])
      return fmt::format("{} is {:.3g} m thick along {}, less than a cell, and holds no plane of "
                         "the grid: it is moved by {:.2g} of a cell, to {:.6g} ... {:.6g} m. Put "
                         "a face of it on a plane of the grid, or take finer cells",
                         where, from->max_m[d] - from->min_m[d], "xyz"[d],
                         std::abs(by_m) / input.grid.cell_m[d],
                         rounded_position(to->min_m[d], input.grid.cell_m[d]),
                         rounded_position(to->max_m[d], input.grid.cell_m[d]));
  return "";
}

// Returns the warning of a round conductor that the grid resolves badly; empty without one. A
// sphere of 6 cells scatters 1 to 3 % too little power, one of 4 cells 3 to 11 %
// (docs/methods/fdfd-notes.md, "Conductors").
std::string small_round_warning(const Problem &problem, const std::string &where,
                                const ObjectSpec &object) {
  constexpr double k_enough_cells = 7;
  const std::optional<double> cells = cells_across(problem, object);
  if (!cells || *cells > k_enough_cells)
    return "";
  if (std::holds_alternative<CylinderObject>(object) && *cells < 1)
    return fmt::format("{} is {:.2g} of a cell across: the fields around it are wrong. Take an "
                       "object \"wire\" of this radius, or finer cells",
                       where, *cells);
  return fmt::format("{} is {:.2g} cells across: cross sections and powers of a round conductor "
                     "are up to 3 % off with 6 cells, 10 % with 4, more with fewer. Take finer "
                     "cells",
                     where, *cells);
}

std::string warning_of(const Case &input, const Problem &problem, std::size_t number) {
  const ObjectSpec given = aligned(input.objects[number], input.grid);
  ObjectSpec held = given;
  if (auto *box = std::get_if<BoxObject>(&held))
    hold_planes(*box, input.grid);
  const std::string where = fmt::format(
      "{}: the conducting {}", input.where(fmt::format("/objects/{}", number)), name_of(held));
  if (std::string text = moved_warning(input, where, given, held); !text.empty())
    return text;
  const Extent extent = extent_of(held);
  const FixedEdges edges = fixed_edges(problem, extent);
  if (edges.count() == 0)
    return fmt::format("{} holds no edge of the grid: it does not scatter. Move it onto the "
                       "grid's planes, or take finer cells",
                       where);
  for (int d = 0; d < 3; ++d) {
    const double thickness_m = extent.max_m[d] - extent.min_m[d];
    const double cells = thickness_m / problem.axes[d].cell_m;
    const bool is_held = input.grid.smoothing != Smoothing::none &&
                         edges.count() > edges.along[d]; // its thickness is in the shares of edges
    if (cells < 1 - k_whole_cell && problem.count(d) > 1 && !is_held)
      return fmt::format("{} is {:.3g} m thick along {}, {:.2g} of a cell; on the grid it {}. Put "
                         "its faces on planes of the grid, or take finer cells",
                         where, thickness_m, "xyz"[d], cells, outcome(problem, edges, d));
  }
  return small_round_warning(problem, where, held);
}

} // namespace

std::vector<std::string> thin_conductor_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  for (std::size_t number = 0; number < input.objects.size(); ++number)
    if (!is_thin(input.objects[number]) && conducts(input, material_of(input.objects[number])))
      if (std::string text = warning_of(input, problem, number); !text.empty())
        warnings.push_back(std::move(text));
  return warnings;
}

} // namespace curlew::fdfd
