#include <curlew/methods/fem/prepare.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/assembly/open_vacuum.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/face_admittance.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/fem/outputs/diffraction.hpp>
#include <curlew/methods/fem/outputs/named_surface.hpp>
#include <curlew/methods/fem/outputs/probes.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/frequency/port_results.hpp>
#include <curlew/methods/shared/ports/scattering_tables.hpp>
#include <curlew/methods/shared/setup/plane_waves.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/methods/shared/surfaces/closed_surface.hpp>
#include <curlew/methods/shared/surfaces/image_walls.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace curlew::fem {
namespace {

// Throws InputError for more resonances than the space has fields that are no gradients. The bound
// includes one more field, which exists where all walls are magnetic.
void require_enough_modes(const Case &input, const Model &model, int threads) {
  const FreeSpace free =
      free_space(model, make_dof_map(model.mesh, model.topology, choices_of(input).space, threads));
  const Index most = free.unknowns.count - free.potentials.count + 1;
  if (input.eigenmodes->count > most)
    throw InputError(fmt::format("{}: {} resonances are asked for, and the mesh has at most {}; "
                                 "refine the mesh, or lower \"count\"",
                                 input.where("/eigenmodes/count"), input.eigenmodes->count, most));
}

// Throws InputError where only one of two periodic faces carries a conductor.
void require_equal_conductors(const Case &input, const Model &model, int threads) {
  if (model.periods.empty())
    return;
  const DofMap dofs = make_dof_map(model.mesh, model.topology, choices_of(input).space, threads);
  periodic_unknowns(input, model.periods, model.mesh, model.topology, dofs,
                    free_space(model, dofs).unknowns);
}

void check_images(const Case &input, const Model &model, const std::vector<RadiatingFace> &faces) {
  std::vector<Point> corners;
  for (const RadiatingFace &face : faces)
    for (const Index node : model.topology.faces[face.face])
      corners.push_back(model.mesh.points[node]);
  require_one_side(corners, model.images, input.where("/outputs/far_field"));
}

void check_image_walls(const Case &input, const Model &model) {
  ImageWalls walls(input, model.mesh);
  if (walls.empty())
    return;
  std::vector<ImageWall> kind(model.topology.faces.size(), ImageWall::electric);
  for (const FaceTerm &face : model.natural)
    kind[face.face] = ImageWall::magnetic;
  for (const FaceTerm &face : model.layers)
    kind[face.face] = ImageWall::open;
  for (const FaceTerm &face : model.terms)
    kind[face.face] = face.law->is_absorbing() ? ImageWall::open : ImageWall::any;
  for (std::size_t f = 0; f < kind.size(); ++f) {
    const auto [first, second] = model.topology.face_tets[f];
    const bool is_outer = (model.solved[first] != 0) != (second >= 0 && model.solved[second] != 0);
    const auto &[a, b, c] = model.topology.faces[f];
    if (is_outer)
      walls.add({model.mesh.points[a], model.mesh.points[b], model.mesh.points[c]}, kind[f]);
  }
  walls.require();
}

// Throws InputError where a face lies in a medium other than vacuum, or where the surface is open:
// the far field is computed from currents in vacuum on a closed surface.
void check_open_faces(const Case &input, const Model &model,
                      const std::vector<RadiatingFace> &faces) {
  const std::string location =
      input.where(input.outputs.rcs ? "/outputs/rcs" : "/outputs/far_field");
  std::set<std::size_t> media;
  std::vector<SurfaceEdge> edges;
  for (const RadiatingFace &face : faces) {
    media.insert(model.material[face.tet]);
    const auto &n = model.topology.faces[face.face];
    add_edges(n, {model.mesh.points[n[0]], model.mesh.points[n[1]], model.mesh.points[n[2]]},
              edges);
  }
  for (const std::size_t medium : media)
    if (!is_vacuum(input, input.materials[medium]))
      refuse_faces_in(input.materials[medium].name, location);
  require_enclosing(edges, model.images, location);
}

void check_currents_inside(const Case &input, const Model &model, const NamedSurface &surface,
                           const CurvedLocator &locator) {
  for (const Excitation &excitation : input.excitations) {
    if (!std::holds_alternative<CurrentSource>(excitation.source))
      continue;
    SourceSolve solve;
    solve.excitation = &excitation;
    require_inside(surface.is_outside, surface.text, excitation.name,
                   tets_of_current(model, locator, solve));
  }
}

// Adds a warning for each point current in a medium with losses.
void add_lossy_points(const Case &input, Model &model, const CurvedLocator &locator,
                      double frequency_hz) {
  const auto has_losses = [](const ComplexTensor &tensor) {
    return std::any_of(tensor.begin(), tensor.end(), [](const auto &c) { return c.imag() != 0; });
  };
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    const auto *point = current == nullptr ? nullptr : std::get_if<CurrentPoint>(&current->extent);
    if (point == nullptr)
      continue;
    const Material &material =
        input.materials[model.material[locator.find(point->position_m)->tet]];
    if (has_losses(permittivity(material, frequency_hz)) ||
        has_losses(permeability(material, frequency_hz)))
      model.warnings.push_back(lossy_point_warning(input.where(fmt::format("/excitations/{}", i)),
                                                   input.excitations[i].name));
  }
}

bool writes_touchstone(const Case &input) {
  return input.outputs.s_parameters && input.outputs.s_parameters->touchstone;
}

void check_modal(const Case &input, const Prepared &prepared, double lowest_hz) {
  for (const Port &port : prepared.ports) {
    if (port.section() == nullptr)
      continue;
    if (input.eigenmodes)
      throw InputError(fmt::format("{}: the modes of a modal port depend on the frequency, which "
                                   "\"eigenmodes\" are to find; take another \"kind\"",
                                   where(input, *port.boundary)));
    const std::vector<SectionMode> &modes = port.section()->modes(lowest_hz);
    for (int m = 1; m < port.spec().mode_count() && writes_touchstone(input); ++m)
      if (!modes[static_cast<std::size_t>(m)].travels())
        throw InputError(fmt::format(
            "{}: a Touchstone file has waves of all modes at all frequencies, and at {:.6g} Hz "
            "mode {} of port {} is below its cutoff: give {{ \"touchstone\": false }}",
            input.where("/outputs/s_parameters"), lowest_hz, m + 1, port.spec().index));
  }
}

void check_orders(const Case &input, const Prepared &prepared) {
  if (!input.outputs.diffraction)
    return;
  const OrderPlanes planes = order_planes(input, prepared.model, prepared.layers);
  for (const SourceSolve &solve : prepared.plan)
    if (solve.wave != nullptr)
      require_power(input, solve, planes);
}

} // namespace

void check_radiation(const Case &input, const Model &model, const AbsorbingLayers &layers,
                     const CurvedLocator &locator) {
  const bool is_named = input.outputs.far_field && !input.outputs.far_field->surface.empty();
  std::vector<RadiatingFace> radiating;
  if (is_named) {
    const NamedSurface surface = named_surface_of(input, model, layers);
    check_currents_inside(input, model, surface, locator);
    radiating = faces_seen_from_inside(model, surface);
  } else {
    radiating = radiating_faces(input, model, layers);
  }
  if (radiating.empty() && (input.outputs.rcs || input.outputs.far_field))
    throw InputError(input.where(input.outputs.rcs ? "/outputs/rcs" : "/outputs/far_field") +
                     ": a far field needs open space: faces of type \"abc\" or \"pml\", or a "
                     "\"surface\" around all that radiates");
  if (!is_named && (input.outputs.rcs || input.outputs.far_field))
    check_open_faces(input, model, radiating);
  check_images(input, model, radiating);
  check_image_walls(input, model);
}

Prepared prepare_case(const Case &input, int threads, int ranks) {
  return prepare_case(input, make_model(input, threads), threads, ranks);
}

Prepared prepare_case(const Case &input, Model model, int threads, int ranks) {
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const double lowest = *std::min_element(frequencies_hz.begin(), frequencies_hz.end());
  const double highest = *std::max_element(frequencies_hz.begin(), frequencies_hz.end());
  AbsorbingLayers layers(input, model, choices_of(input).space.order, lowest, highest);
  require_symmetric_layers(input, model, layers);
  require_mirrored_fields(input, model);
  CurvedLocator made(model.mesh, threads);
  Prepared prepared{std::move(model), std::move(layers), {}, first_plan(input), 0, {},
                    std::move(made)};
  prepared.ports = find_ports(input, prepared.model);
  const CurvedLocator &locator = prepared.locator;
  // A mode that travels at the lowest frequency travels at all frequencies, so modal ports are
  // checked at the lowest and the highest only.
  for (const double frequency_hz : frequencies_hz)
    face_admittances(input, prepared.model, prepared.ports, frequency_hz,
                     frequency_hz == lowest || frequency_hz == highest);
  check_modal(input, prepared, lowest);
  if (has_plane_wave(input) || input.outputs.diffraction)
    prepared.model.cell = cell_along_z(input, prepared.model, prepared.layers);
  for (const SourceSolve &solve : prepared.plan) {
    require_fitting_phases(input, prepared.model.periods, solve.wave,
                           wavenumber_of(solve.frequency_hz), solve.case_location);
    if (solve.wave != nullptr)
      require_open_vacuum(input, prepared.model, prepared.layers, solve);
    else if (solve.port == nullptr)
      check_current(input, prepared.model, prepared.layers, locator, solve);
  }
  add_lossy_points(input, prepared.model, locator, highest);
  require_meaning(input, prepared.model);
  check_probes(input, prepared.model, locator);
  check_radiation(input, prepared.model, prepared.layers, locator);
  check_orders(input, prepared);
  prepared.unknowns = count_unknowns(input, prepared.model);
  if (prepared.unknowns == 0)
    throw InputError(input.where("/mesh") + ": every edge of the mesh lies on a perfect conductor: "
                                            "there is no field to solve for; refine the mesh");
  prepared.choice =
      choose_solver(input, prepared.model, prepared.unknowns,
                    prepared.plan.size() / std::max<std::size_t>(1, input.frequencies_hz.size()) +
                        prepared.ports.size(),
                    ranks);
  require_equal_conductors(input, prepared.model, threads);
  if (input.eigenmodes) {
    require_enough_modes(input, prepared.model, threads);
    prepared.choice.method = SolverMethod::direct;
    prepared.choice.preconditioner.kind = PreconditionerKind::none;
    prepared.choice.reason = "shift and invert";
  }
  return prepared;
}

} // namespace curlew::fem
