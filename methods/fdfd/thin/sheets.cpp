#include <curlew/methods/fdfd/thin/sheets.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Relative change of an extent above which a warning is due: scattering changes by twice as much
// and more.
constexpr double k_tolerated_area_change = 0.02;

void require_area(const Case &input, const Problem &problem, const SnappedSheet &snapped,
                  const std::string &where) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if (d != snapped.normal && snapped.first[d] == snapped.last[d])
      throw InputError(fmt::format(
          "{}: along {} the sheet is so narrow that both of its ends lie nearest to the same plane "
          "of the grid, {:.6g} m. Take cells below {:.3g} m there, or a \"wire\" with a quarter of "
          "the strip's width as its radius",
          where, "xyz"[d], axis.node_m(snapped.first[d]), input.grid.cell_m[d]));
  }
  const Axis &across = problem.axes[snapped.normal];
  const auto plane = stored_node(across, snapped.first[snapped.normal]);
  if (plane && across.node_length[*plane].imag() != 0)
    throw InputError(fmt::format("{}: the sheet lies inside an absorbing layer, parallel to it; "
                                 "move it, or make the grid larger",
                                 where));
}

ThinObject report_of(const Case &input, const Problem &problem, const SheetObject &sheet,
                     const SnappedSheet &snapped) {
  ThinObject report;
  report.shape = "sheet";
  report.cell_m = input.grid.cell_m;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double end_m = axis.node_m(axis.cells);
    // A sheet that crosses a periodic wall comes back; others end at the walls.
    const bool goes_on = axis.is_periodic() && snapped.last[d] - snapped.first[d] < axis.cells;
    report.given_min_m[d] = goes_on ? sheet.min_m[d] : std::max(sheet.min_m[d], axis.corner_m);
    report.given_max_m[d] = goes_on ? sheet.max_m[d] : std::min(sheet.max_m[d], end_m);
    report.held_min_m[d] = axis.node_m(snapped.first[d]);
    report.held_max_m[d] = axis.node_m(snapped.last[d]);
  }
  return report;
}

// Calls f(component, entry, share) for every free edge; `share` is the sheet's share of the area
// around it in the sheet's plane.
template <class F>
void for_each_edge(const Problem &problem, const SnappedSheet &sheet, const F &f) {
  for (int c = 0; c < 3; ++c) {
    if (c == sheet.normal)
      continue;
    const int across = 3 - c - sheet.normal;
    for (Index a = sheet.first[across]; a <= sheet.last[across]; ++a)
      for (Index b = sheet.first[c]; b < sheet.last[c]; ++b) {
        Node from;
        from[c] = b;
        from[across] = a;
        from[sheet.normal] = sheet.first[sheet.normal];
        const auto at = stored_entry(problem, c, from);
        if (!at)
          continue;
        const Axis &axis = problem.axes[across];
        const bool at_outline = a == sheet.first[across] || a == sheet.last[across];
        const double inside_m = at_outline ? axis.cell_m / 2 : axis.cell_m;
        f(c, *at, inside_m / length_of_node(axis, a));
      }
  }
}

// True where most of a sheet has other materials below and above it at the case's position than at
// the grid's: it was moved off the surface of an object, or into one.
bool is_moved_over_a_surface(const Problem &problem, const Scene &scene, const ThinObject &report,
                             const SnappedSheet &sheet) {
  const int n = sheet.normal;
  const double given_m = report.given_min_m[n], held_m = report.held_min_m[n];
  const double aside_m = 1e-3 * report.cell_m[n];
  if (std::abs(given_m - held_m) < 2 * aside_m)
    return false;
  std::int64_t all = 0, changed = 0;
  for_each_edge(problem, sheet, [&](int c, const std::array<Index, 3> &at, double) {
    Point point = problem.e_position_m(c, at[0], at[1], at[2]);
    const auto material = [&](double position_m) {
      point[n] = position_m;
      return scene.material_at(point);
    };
    ++all;
    changed += material(given_m - aside_m) != material(held_m - aside_m) ||
               material(given_m + aside_m) != material(held_m + aside_m);
  });
  return 2 * changed > all;
}

// Adds a sheet's warnings; none of the extent of a perfect conductor, whose outline acts as given
// (end_outlines).
void add_warnings(const Problem &problem, const Scene &scene, const SnappedSheet &snapped,
                  bool is_perfect, ThinObject &report) {
  for (int d = 0; d < 3; ++d) {
    const double given_m = report.given_max_m[d] - report.given_min_m[d],
                 held_m = report.held_max_m[d] - report.held_min_m[d];
    if (!is_perfect && d != snapped.normal &&
        std::abs(held_m - given_m) > k_tolerated_area_change * given_m)
      report.warnings.push_back(fmt::format(
          "{}: on the grid the sheet is {:.6g} m long along {}, {:.2g} % {} than given: take cells "
          "that divide it, or finer ones",
          report.location, held_m, "xyz"[d], 100 * std::abs(held_m / given_m - 1),
          held_m > given_m ? "more" : "less"));
  }
  if (is_moved_over_a_surface(problem, scene, report, snapped))
    report.warnings.push_back(fmt::format(
        "{}: at {} = {:.6g} m, where the grid holds it, the sheet has other materials around it "
        "than at the {:.6g} m given: put the surface that it lies on onto a plane of the grid",
        report.location, "xyz"[snapped.normal], report.held_min_m[snapped.normal],
        report.given_min_m[snapped.normal]));
  if (report.edges == 0)
    report.warnings.push_back(fmt::format("{}: the sheet lies in conductors or on conducting walls "
                                          "altogether: it changes nothing",
                                          report.location));
}

} // namespace

SnappedSheet snap_sheet(const Problem &problem, const SheetObject &sheet) {
  SnappedSheet snapped;
  for (int d = 0; d < 3; ++d) {
    if (sheet.min_m[d] == sheet.max_m[d])
      snapped.normal = d;
    snapped.first[d] = nearest_node(problem.axes[d], sheet.min_m[d]);
    snapped.last[d] = nearest_node(problem.axes[d], sheet.max_m[d]);
    const Index cells = problem.axes[d].cells;
    if (problem.axes[d].is_periodic() && snapped.last[d] - snapped.first[d] >= cells) {
      snapped.first[d] = 0; // a whole period, wherever it begins
      snapped.last[d] = cells;
    }
  }
  return snapped;
}

ThinObject lay_sheet(const Case &input, std::size_t number, const SheetObject &sheet,
                     const Scene &scene, Problem &problem, ConstantEditor &eps) {
  const SnappedSheet snapped = snap_sheet(problem, sheet);
  const std::string where = input.where(fmt::format("/objects/{}", number));
  require_area(input, problem, snapped, where);
  ThinObject report = report_of(input, problem, sheet, snapped);
  report.location = where;
  const double across_m =
      length_of_node(problem.axes[snapped.normal], snapped.first[snapped.normal]);
  const complex load = sheet.surface.is_perfect()
                           ? complex(0)
                           : complex(0, -k_eta0) / (problem.wavenumber * across_m *
                                                    sheet.surface.at(problem.frequency_hz));
  for_each_edge(problem, snapped, [&](int c, const std::array<Index, 3> &at, double share) {
    if (eps.is_fixed(c, at))
      return;
    ++report.edges;
    if (load == complex(0))
      eps.fix(c, at);
    else
      eps.set(c, at, eps.value(c, at) + load * share);
  });
  problem.has_conductors = problem.has_conductors || (load == complex(0) && report.edges > 0);
  add_warnings(problem, scene, snapped, sheet.surface.is_perfect(), report);
  return report;
}

} // namespace curlew::fdfd
