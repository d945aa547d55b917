#include <curlew/methods/fem/assembly/open_vacuum.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/sources/incident_wave.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

bool has_edge_on(const std::vector<char> &nodes, const std::array<Index, 3> &face) {
  return nodes[face[0]] + nodes[face[1]] + nodes[face[2]] >= 2;
}

// Returns the tangential part of the wave's E on a face, relative to its amplitude; of H for a
// magnetic wall.
double part_along(const IncidentWave &wave, const Model &model, Index face, bool is_magnetic) {
  const auto &n = model.topology.faces[face];
  const Point &a = model.mesh.points[n[0]];
  const Point normal = cross(model.mesh.points[n[1]] - a, model.mesh.points[n[2]] - a);
  const double scale = amplitude(wave) / (is_magnetic ? k_eta0 : 1);
  ComplexPoint field;
  for (int d = 0; d < 3; ++d)
    field[d] = complex(is_magnetic ? wave.magnetic_amplitude[d] : wave.electric_amplitude[d]);
  double squared = 0;
  for (const complex &component : complex_cross((1 / norm(normal)) * normal, field))
    squared += std::norm(component);
  return std::sqrt(squared) / scale;
}

// A wall that reaches an absorbing boundary continues behind it, so the wave must satisfy the
// wall's condition everywhere. The same holds for planes of symmetry.
void require_walls_of_wave(const Model &model, const SourceSolve &solve) {
  constexpr double k_small = 1e-6;
  const IncidentWave wave =
      make_incident(*solve.wave, 2 * k_pi * solve.frequency_hz / k_speed_of_light);
  std::vector<char> is_absorber(model.mesh.points.size(), 0),
      is_layer(model.topology.faces.size(), 0);
  const auto mark = [&](const FaceTerm &term) {
    for (const Index node : model.topology.faces[term.face])
      is_absorber[node] = 1;
  };
  for (const FaceTerm &term : model.layers) {
    mark(term);
    is_layer[term.face] = 1;
  }
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing())
      mark(term);
  const auto require = [&](Index face, bool is_magnetic) {
    if (has_edge_on(is_absorber, model.topology.faces[face]) &&
        part_along(wave, model, face, is_magnetic) > k_small)
      throw InputError(fmt::format(
          "{}: the {} face {} reaches the absorbing boundary, and {} of the wave lies along it: "
          "the wall would scatter without end. End it inside, or turn the wave so that its {} is "
          "at right angles to the wall",
          solve.case_location, is_magnetic ? "magnetic" : "conducting",
          describe_face(model.mesh, model.topology.faces[face]), is_magnetic ? "H" : "E",
          is_magnetic ? "H" : "E"));
  };
  for (const FaceTerm &term : model.terms)
    if (term.law->is_loaded_by_wave() && has_edge_on(is_absorber, model.topology.faces[term.face]))
      throw InputError(fmt::format(
          "{}: the face {} of \"{}\" reaches the absorbing boundary: a wall or sheet that goes on "
          "behind it would scatter without end. End it inside",
          solve.case_location, describe_face(model.mesh, model.topology.faces[term.face]),
          term.boundary->group));
  for (const FaceTerm &term : model.natural)
    require(term.face, true);
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f] && !is_layer[f])
      require(static_cast<Index>(f), false);
}

// Returns the cure for a medium that reaches into a layer or an absorbing face under a wave: behind
// a periodic structure it may, where the wave comes through vacuum at the other end.
std::string cure_for_medium(const Model &model, const std::optional<CellAlongZ> &cell,
                            const PlaneWave &wave) {
  constexpr double k_along = 1e-9; // part of the direction along z
  if (model.periods.empty())
    return "leave vacuum between them";
  if (!cell)
    return "leave vacuum between them, or turn the model: a medium may go on behind a structure "
           "whose two periods lie along x and y, with layers across z";
  const bool from_above = wave.direction[2] < 0;
  const char *side = from_above ? "above" : "below";
  if (std::abs(wave.direction[2]) < k_along)
    return "the wave goes along the structure; turn it";
  if (!cell->at(from_above))
    return fmt::format(
        "the wave comes from {}, where no absorbing layer is; turn it, or give that end \"pml\"",
        side);
  if (!cell->at(from_above)->is_vacuum)
    return fmt::format(
        "the wave comes from {}, and the layer there holds another medium than vacuum; "
        "turn it, or exchange the ends, so that it comes through vacuum",
        side);
  return "leave vacuum between them";
}

} // namespace

void require_open_vacuum(const Case &input, const Model &model, const AbsorbingLayers &layers,
                         const SourceSolve &solve) {
  const auto &cell = model.cell;
  std::vector<bool> vacua;
  for (const Material &material : input.materials) {
    constexpr ComplexTensor one{1, 1, 1, 0, 0, 0};
    vacua.push_back(permittivity(material, solve.frequency_hz) == one &&
                    permeability(material, solve.frequency_hz) == one &&
                    !gyrotropic_of(input, material.name));
  }
  const auto is_vacuum = [&](Index tet) { return vacua[model.material[tet]]; };
  const auto refuse = [&](Index tet, const char *what) {
    throw InputError(fmt::format("{}: a plane wave comes through vacuum, and \"{}\" reaches {}: it "
                                 "would scatter without end; {}",
                                 solve.case_location, input.materials[model.material[tet]].name,
                                 what, cure_for_medium(model, cell, *solve.wave)));
  };
  bool is_open = !layers.empty();
  for (const FaceTerm &term : model.terms)
    if (term.law->is_absorbing()) {
      is_open = true;
      if (!is_vacuum(term.tet))
        refuse(term.tet, "an absorbing face");
    }
  if (!is_open)
    throw InputError(fmt::format("{}: a plane wave comes from open space, and the mesh is closed: "
                                 "give its outer faces \"abc\" or \"pml\"",
                                 solve.case_location));
  const auto from_above = cell ? is_lit_from_above(*cell) : std::nullopt;
  const auto is_beyond = [&](const Point &p) { // behind the structure, where the field is the total
    const bool goes_down = solve.wave->direction[2] < 0;
    return from_above == goes_down &&
           (goes_down ? p[2] < cell->below->free_m : p[2] > cell->above->free_m);
  };
  for (std::size_t t = 0; t < model.solved.size() && !layers.empty(); ++t) {
    const auto tet = static_cast<Index>(t);
    if (!model.solved[t] || is_vacuum(tet))
      continue;
    if (const Point centroid = centroid_of(model.mesh, tet);
        layers.contains(centroid) && !is_beyond(centroid))
      refuse(tet, "into an absorbing layer");
  }
  require_walls_of_wave(model, solve);
}

} // namespace curlew::fem
