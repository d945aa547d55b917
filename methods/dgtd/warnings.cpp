#include <curlew/methods/dgtd/warnings.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/local_steps/step_classes.hpp>
#include <curlew/methods/dgtd/places.hpp>
#include <curlew/methods/dgtd/ports/network_ports.hpp>
#include <curlew/methods/shared/ports/port_face.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/setup/material_length.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>
#include <curlew/methods/shared/time/loss_tangent_poles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::dgtd {
namespace {

// Returns the edges per wavelength below which the phase error is above about 1 % per wavelength
// (docs/methods/dgtd.md, "Accuracy"): for first-order mixed, first-order full and all other
// functions.
double fair_resolution(const FunctionSpace &space) {
  return space == ElementSpace{1, true} ? 16 : space.order == 1 ? 8 : 4;
}

void add_point_warnings(const Case &input, const Problem &problem,
                        std::vector<std::string> &warnings) {
  const bool is_damped =
      problem.choices.scheme == SchemeKind::upwind || problem.choices.penalty > 0;
  const bool has_sums = input.outputs.far_field || !input.outputs.fluxes.empty();
  if (is_damped || (problem.layers.empty() && !has_sums))
    return;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    if (current == nullptr || !std::holds_alternative<CurrentPoint>(current->extent))
      continue;
    const std::string where = input.where("/excitations/" + std::to_string(i));
    if (!problem.layers.empty())
      warnings.push_back(fmt::format(
          "{}: a point excites modes that central fluxes neither damp nor lead into layers: up to "
          "a tenth of its field comes back (-40 dB with \"penalty\" 0.3 or scheme upwind)",
          where));
    if (has_sums)
      warnings.push_back(fmt::format(
          "{}: a point excites modes without meaning that this scheme does not damp and that never "
          "leave: far fields can be off by half, and fluxes near the point by orders of magnitude; "
          "choose scheme upwind, or central with \"penalty\" 0.3",
          where));
  }
}

// Adds a warning for regions of waves with dfdd: their faces excite modes that dfdd does not damp,
// in mixed first order as much on fine meshes as on coarse ones (docs/methods/dgtd-notes.md,
// "Plane waves").
void add_wave_warnings(const Case &input, const Problem &problem,
                       std::vector<std::string> &warnings) {
  if (problem.choices.scheme != SchemeKind::dfdd ||
      !(problem.choices.space == ElementSpace{1, true}))
    return;
  for (std::size_t i = 0; i < input.excitations.size(); ++i)
    if (std::holds_alternative<PlaneWaveSource>(input.excitations[i].source))
      warnings.push_back(fmt::format(
          "{}: with scheme dfdd in mixed first order a tenth to a third of a plane wave's field "
          "leaks out of its region, on fine meshes too; choose \"space\" full, \"order\" 2 or "
          "another scheme",
          input.where("/excitations/" + std::to_string(i))));
}

void add_probes_in_layers(const Case &input, const Problem &problem,
                          std::vector<std::string> &warnings) {
  for (std::size_t p = 0; p < input.outputs.probes.size() && !problem.layers.empty(); ++p) {
    const std::string where = input.where("/outputs/probes/" + std::to_string(p));
    for (const Point &point : probe_points(input.outputs.probes[p])) {
      const Place place = find_place(problem, point, where);
      const bool is_here = place.tet >= 0 && problem.layers.is_inside[place.tet] != 0;
      if (problem.ownership.ranks.any(is_here)) {
        warnings.push_back(probe_in_layer(where, point));
        break;
      }
    }
  }
}

void add_depths(const Problem &problem, std::vector<std::string> &warnings) {
  for (const Port &port : problem.tables().ports) {
    double depth_m = 0;
    for (const Point &point : problem.mesh.points)
      depth_m = std::max(depth_m, dot(port.inwards, point - port.middle));
    depth_m = problem.ownership.ranks.max(depth_m);
    if (std::string text = deembed_warning(port.location, port.deembed_m, depth_m); !text.empty())
      warnings.push_back(std::move(text));
  }
}

// Adds a warning for flat tets. Meshes of cut bodies have a few, and the worst sets the time step
// of all.
void add_flat_tets(const Case &input, const Problem &problem, std::vector<std::string> &warnings) {
  if (choices_of(input).local_steps.active)
    return;
  constexpr double k_flat = 0.1, k_noticeable = 2; // gamma; ratio of steps
  constexpr double k_none = std::numeric_limits<double>::infinity();
  const Problem &tables = problem.tables();
  const Communicator &ranks = tables.ownership.ranks; // each rank has all tables of an array
  std::vector<std::pair<double, Index>> flat; // step radius, and how many tets it stands for
  double others = k_none, worst = k_none;
  Point middle{0, 0, 0};
  for (Index t = 0; t < tables.tet_count(); ++t) {
    const double radius = step_radius_m(tables, t);
    std::array<Point, 4> p;
    for (int v = 0; v < 4; ++v)
      p[v] = tables.point(tables.nodes[t][v]);
    if (tet_gamma(p[0], p[1], p[2], p[3]) >= k_flat) {
      others = std::min(others, radius);
      continue;
    }
    flat.emplace_back(radius, problem.times(t));
    if (radius < worst) {
      worst = radius;
      middle = 0.25 * (p[0] + p[1] + p[2] + p[3]);
    }
  }
  others = ranks.min(others);
  const double worst_of_all = ranks.min(worst);
  std::int64_t count = 0;
  for (const auto &[radius, times] : flat)
    count += radius * k_noticeable < others ? times : 0;
  count = ranks.sum(count);
  const std::int64_t tets = problem.whole_tet_count();
  for (double &x : middle)
    x = ranks.max(worst == worst_of_all ? x : -k_none);
  if (count > 0 && others < k_none)
    warnings.push_back(fmt::format(
        "{}: {} of {} tets {} nearly flat, the worst around ({:.4g}, {:.4g}, {:.4g}) m, and "
        "make the time step of all about {:.3g} times smaller; mesh again with other sizes",
        input.where("/mesh"), count, tets, count == 1 ? "is" : "are", middle[0], middle[1],
        middle[2], others / worst_of_all));
}

} // namespace

std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem) {
  const double highest_hz = highest_frequency_hz(input);
  if (highest_hz == 0)
    return {};
  std::vector<MaterialResolution> all(problem.materials.size()), found;
  const Problem &tables = problem.tables();
  for (Index t = 0; t < tables.tet_count(); ++t) {
    const bool is_in_layer = !problem.layers.empty() && problem.layers.is_inside[t] != 0;
    const std::uint16_t medium = tables.material[t];
    MaterialResolution &one = all[is_in_layer ? problem.layers.continued(medium) : medium];
    one.tets += problem.times(t);
    one.longest_edge_m = std::max(one.longest_edge_m, longest_edge_m(tables.shape(t).vertices));
  }
  const Communicator &ranks = tables.ownership.ranks; // each rank has all tables of an array
  for (std::size_t m = 0; m < all.size(); ++m) {
    all[m].tets = ranks.sum(static_cast<std::int64_t>(all[m].tets));
    all[m].longest_edge_m = ranks.max(all[m].longest_edge_m);
    if (all[m].tets == 0)
      continue;
    const MaterialLength length = material_length(problem.materials[m], highest_hz);
    all[m].material = problem.materials[m].name;
    all[m].frequency_hz = highest_hz;
    all[m].is_metal = length.is_metal;
    all[m].length_m = length.length_m;
    all[m].edges = length.length_m / all[m].longest_edge_m;
    found.push_back(all[m]);
  }
  return found;
}

std::vector<std::string> setup_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings = problem.mesh_warnings;
  const double fair = fair_resolution(problem.choices.space);
  for (const MaterialResolution &one : resolutions(input, problem)) {
    if (one.is_metal && one.edges < 1)
      warnings.push_back(
          fmt::format("{}: only {:.3g} edges per skin depth in \"{}\" at {:.4g} Hz; its losses are "
                      "wrong: refine it, or make it \"pec\"{}",
                      input.where("/mesh"), one.edges, one.material, one.frequency_hz,
                      one.edges < k_suspiciously_coarse ? "; is \"length_unit\" right?" : ""));
    add_wavelength_warnings(input, one, one.is_metal ? 0 : fair,
                            fmt::format(" of {} functions", problem.choices.space.name()),
                            warnings);
  }
  add_flat_tets(input, problem, warnings);
  add_point_warnings(input, problem, warnings);
  add_wave_warnings(input, problem, warnings);
  add_probes_in_layers(input, problem, warnings);
  add_depths(problem, warnings);
  for (std::string &text : port_warnings(input, problem.tables()))
    warnings.push_back(std::move(text));
  for (std::string &text : loss_tangent_warnings(input))
    warnings.push_back(std::move(text));
  return warnings;
}

} // namespace curlew::dgtd
