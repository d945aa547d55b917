#include <curlew/methods/fem/assembly/loads.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

namespace curlew::fem {
namespace {

Index group_of(const Model &model, const SourceSolve &solve) {
  const auto &group = std::get<CurrentGroup>(current_of(solve).extent);
  return find_group(model.mesh, 3, group.name, solve.case_location);
}

} // namespace

const CurrentSource &current_of(const SourceSolve &solve) {
  return std::get<CurrentSource>(solve.excitation->source);
}

void check_current(const Case &input, const Model &model, const AbsorbingLayers &layers,
                   const CurvedLocator &locator, const SourceSolve &solve) {
  const CurrentSource &current = current_of(solve);
  if (const auto *point = std::get_if<CurrentPoint>(&current.extent)) {
    const auto location = locator.find(point->position_m);
    if (!location)
      throw InputError(fmt::format("{}: the current at {}", solve.case_location,
                                   locator.straight().describe_outside(point->position_m)));
    const Material &material = input.materials[model.material[location->tet]];
    if (!model.solved[location->tet])
      throw InputError(fmt::format("{}: the current lies in the perfect conductor \"{}\"; move it",
                                   solve.case_location, material.name));
    if (layers.contains(point->position_m))
      throw InputError(fmt::format("{}: the current lies in an absorbing layer; move it, or make "
                                   "the layer thinner",
                                   solve.case_location));
    return;
  }
  const Index group = group_of(model, solve);
  bool is_solved = false;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    if (model.mesh.tet_group[t] != group || !model.solved[t])
      continue;
    is_solved = true;
    if (layers.contains(centroid_of(model.mesh, static_cast<Index>(t))))
      throw InputError(
          fmt::format("{}: the current in \"{}\" reaches into an absorbing layer; give "
                      "it a smaller region, or make the layer thinner",
                      solve.case_location, model.mesh.groups[group].label()));
  }
  if (is_solved)
    return;
  throw InputError(fmt::format("{}: the region \"{}\" is a perfect conductor, in which no current "
                               "can be impressed",
                               solve.case_location, model.mesh.groups[group].label()));
}

std::vector<Index> tets_of_current(const Model &model, const CurvedLocator &locator,
                                   const SourceSolve &solve) {
  if (const auto *point = std::get_if<CurrentPoint>(&current_of(solve).extent))
    return {locator.find(point->position_m)->tet};
  const Index group = group_of(model, solve);
  std::vector<Index> tets;
  for (std::size_t t = 0; t < model.solved.size(); ++t)
    if (model.solved[t] && model.mesh.tet_group[t] == group)
      tets.push_back(static_cast<Index>(t));
  return tets;
}

} // namespace curlew::fem
