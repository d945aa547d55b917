#include <curlew/methods/dgtd/places.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

#include <cstdint>
#include <limits>

namespace curlew::dgtd {

namespace {

constexpr std::int64_t k_nowhere = std::numeric_limits<std::int64_t>::max();

// Point, and its place in the tables of the problem.
struct TablePoint {
  RepeatedCells::Cell cell{};
  Point point_m;
};

TablePoint in_tables(const Problem &problem, const Point &point_m) {
  if (!problem.cells)
    return {{}, point_m};
  const RepeatedCells::Cell cell = problem.cells->cell_of(point_m);
  return {cell, point_m - problem.cells->shift(cell)};
}

[[noreturn]] void report_outside(const Problem &problem, const Point &point_m,
                                 const std::string &case_location) {
  const Point in_mesh = in_tables(problem, point_m).point_m;
  const Communicator &ranks = problem.ownership.ranks;
  if (ranks.any(!problem.conductors.tets.empty() &&
                problem.conductor_locator.of(problem.conductors, problem.threads).find(in_mesh)))
    throw InputError(fmt::format("{}: ({:.6g}, {:.6g}, {:.6g}) m lies in the volume of a perfect "
                                 "conductor, where all fields are 0 and nothing is solved",
                                 case_location, point_m[0], point_m[1], point_m[2]));
  const TetLocator &locator = problem.locator.of(problem.mesh, problem.threads);
  Point low, high;
  for (int d = 0; d < 3; ++d) {
    low[d] = ranks.min(locator.low_m()[d]);
    high[d] = ranks.max(locator.high_m()[d]);
  }
  if (problem.cells) {
    const RepeatedCells::Cell &cells = problem.cells->cells();
    high = high + problem.cells->shift({cells[0] - 1, cells[1] - 1});
  }
  throw InputError(
      case_location + ": " +
      TetLocator::describe_outside(point_m, ranks.min(locator.distance_m(in_mesh)), low, high));
}

} // namespace

Place find_place(const Problem &problem, const Point &point_m, const std::string &case_location) {
  const TetLocator &locator = problem.locator.of(problem.mesh, problem.threads);
  const TablePoint point = in_tables(problem, point_m);
  const auto location = locator.find(point.point_m);
  Index tet = location ? location->tet : -1;
  if (location && problem.cells) {
    tet = problem.cells->tet_in(point.cell, tet);
    if (tet >= problem.tet_count()) // the tet is a ghost
      tet = -1;
  }
  const std::int64_t here = tet >= 0 ? problem.ownership.number_of_tet(tet) : k_nowhere;
  std::vector<std::int64_t> first{here};
  problem.ownership.ranks.min(first);
  if (first[0] == k_nowhere)
    report_outside(problem, point_m, case_location);
  if (first[0] != here)
    return {-1, {}};
  Place place{tet, {}};
  for (int a = 0; a < 4; ++a)
    for (int m = 0; m < 4; ++m)
      if (problem.nodes.table[location->tet][a] == problem.mesh.tets[location->tet][m])
        place.l[a] = location->barycentric[m];
  return place;
}

std::vector<Source> make_sources(const Case &input, const Problem &problem) {
  std::vector<Source> sources;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const std::string pointer = "/excitations/" + std::to_string(i);
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue; // waves and ports have no current
    Source source{excitation.name, current->waveform.value(), {}, {}};
    TetCurrent one;
    for (int d = 0; d < 3; ++d)
      one.value[d] = current->amplitude * current->direction[d];
    if (const auto *point = std::get_if<CurrentPoint>(&current->extent)) {
      const Place place = find_place(problem, point->position_m, input.where(pointer + "/point"));
      const bool is_in_layer =
          place.tet >= 0 && !problem.layers.empty() && problem.layers.is_inside[place.tet] != 0;
      if (problem.ownership.ranks.any(is_in_layer))
        throw InputError(fmt::format("{}: the current lies in an absorbing layer; move it, or make "
                                     "the layer thinner",
                                     input.where(pointer + "/point")));
      one.is_point = true;
      one.l = place.l;
      if (place.tet >= 0) {
        source.tets.push_back(place.tet);
        source.currents.push_back(one);
      }
    } else {
      const Index group = find_group(problem.mesh, 3, std::get<CurrentGroup>(current->extent).name,
                                     input.where(pointer + "/region"));
      for (Index t = 0; t < problem.tet_count(); ++t)
        if (problem.mesh.tet_group[t] == group) {
          source.tets.push_back(t);
          source.currents.push_back(one);
        }
      if (!problem.ownership.ranks.any(!source.tets.empty()))
        throw InputError(fmt::format("{}: the excitation \"{}\" fills a perfect conductor, so it "
                                     "excites nothing; move it off the conductor",
                                     input.where(pointer), excitation.name));
    }
    sources.push_back(std::move(source));
  }
  return sources;
}

Probes find_probes(const Case &input, const Problem &problem) {
  Probes probes;
  for (std::size_t i = 0; i < input.outputs.probes.size(); ++i) {
    const ProbeSpec &probe = input.outputs.probes[i];
    const std::string case_location =
        input.where("/outputs/probes/" + std::to_string(i)) + ": probe \"" + probe.name + "\"";
    for (const Point &point : probe_points(probe)) {
      const Place place = find_place(problem, point, case_location);
      ProbeStencil stencil{place.tet, {}};
      if (place.tet >= 0)
        stencil.weights = function_values(problem.choices.space, problem.shape(place.tet), place.l);
      (probe.field == Field::E ? probes.electric : probes.magnetic).push_back(stencil);
    }
  }
  return probes;
}

} // namespace curlew::dgtd
