#include <curlew/methods/fem/warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/absorbing_distance.hpp>
#include <curlew/methods/fem/faces/dielectric_edges.hpp>
#include <curlew/methods/fem/faces/edge_errors.hpp>
#include <curlew/methods/fem/faces/films.hpp>
#include <curlew/methods/fem/media/gyrotropic_media.hpp>
#include <curlew/methods/fem/media/layer_warnings.hpp>
#include <curlew/methods/fem/phase_error.hpp>
#include <curlew/methods/fem/ports/port_rims.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/ports/section_accuracy.hpp>
#include <curlew/methods/fem/problem.hpp>
#include <curlew/methods/shared/setup/deep_skin.hpp>
#include <curlew/methods/shared/setup/material_length.hpp>
#include <curlew/methods/shared/setup/probe_points.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

namespace curlew::fem {
namespace {

// Edges to a wavelength below which fields are off by more than some per cent
// (docs/methods/fem.md, "Accuracy"), [order of the elements - 1].
constexpr std::array<double, 4> k_fair_resolution = {10, 4, 3, 3};
// Edges to a skin depth below which absorptances of metals are off by more than some per cent
// (docs/methods/fem-notes.md, "Metals"), [order of the elements - 1].
constexpr std::array<double, 4> k_fair_skin = {2, 0.65, 0.4, 0.3};
// Edges to a wavelength and to a skin depth below which nothing is solved. Copper has 1e-4 edges of
// 1 cm to a skin depth at 1 GHz.
constexpr double k_meaningless = 1e-3, k_meaningless_skin = 1e-9;
// Edges to a wavelength, times the order, below which a mesh has no resonance: the search for one
// would go through the whole spectrum.
constexpr double k_least_for_modes = 0.25;

double mean_edge_of(const Model &model, std::size_t material) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t t = 0; t < model.mesh.tets.size(); ++t) {
    if (!model.solved[t] || model.material[t] != material)
      continue;
    for (const auto &[a, b] : k_tet_edges)
      sum +=
          norm(model.mesh.points[model.mesh.tets[t][a]] - model.mesh.points[model.mesh.tets[t][b]]);
    count += k_tet_edges.size();
  }
  return count == 0 ? 0 : sum / static_cast<double>(count);
}

bool has_doubtful_unit(const MaterialResolution &one) {
  return !one.is_metal && (one.edges < k_suspiciously_coarse || one.edges > k_suspiciously_fine);
}

std::string unit_warning(const Case &input, const MaterialResolution &one) {
  const std::string where = input.where("/mesh"), hint = box_unit_hint(input);
  if (one.edges < k_suspiciously_coarse)
    return fmt::format("{}: an edge is {:.3g} wavelengths long in \"{}\" at {:.4g} Hz: is "
                       "\"length_unit\" right?{}",
                       where, 1 / one.edges, one.material, one.frequency_hz, hint);
  return fmt::format("{}: there are {:.3g} edges per wavelength in \"{}\" at {:.4g} Hz: is "
                     "\"length_unit\" right?{}",
                     where, one.edges, one.material, one.frequency_hz, hint);
}

// Returns the resolutions at the highest frequency of the case.
std::vector<MaterialResolution> resolutions_at_highest(const Case &input, const Model &model) {
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  return resolutions(input, model, *std::max_element(frequencies_hz.begin(), frequencies_hz.end()));
}

// Returns the medium, other than metals, with the most edges to a wavelength; none where all are
// metals.
std::optional<MaterialResolution> finest_resolution(const Case &input, const Model &model) {
  std::optional<MaterialResolution> finest;
  for (const MaterialResolution &one : resolutions_at_highest(input, model))
    if (!one.is_metal && (!finest || one.edges > finest->edges))
      finest = one;
  return finest;
}

void add_resolution(const Case &input, const MaterialResolution &one,
                    std::vector<std::string> &warnings) {
  const std::string where = input.where("/mesh");
  const int order = choices_of(input).space.order;
  if (one.is_metal && one.edges < k_fair_skin.at(order - 1))
    warnings.push_back(fmt::format(
        "{}: only {:.3g} edges per skin depth ({:.3g} m) in \"{}\" at {:.4g} Hz: the field inside "
        "it is wrong. Take finer tets there, \"pec\": true, or an \"impedance\" with \"sigma\" on "
        "its surface",
        where, one.edges, one.length_m, one.material, one.frequency_hz));
  else if (has_doubtful_unit(one))
    warnings.push_back(unit_warning(input, one));
  else if (!one.is_metal && one.edges < k_fair_resolution.at(order - 1))
    warnings.push_back(fmt::format(
        "{}: only {:.3g} edges per wavelength ({:.3g} m) in \"{}\" at {:.4g} Hz; below {} with "
        "order {} fields are off by several per cent: refine, or raise \"order\"",
        where, one.edges, one.length_m, one.material, one.frequency_hz,
        k_fair_resolution.at(order - 1), order));
}

void add_loose_ends(const Case &input, const Model &model, std::vector<std::string> &warnings) {
  for (const Boundary &boundary : input.boundaries)
    if (const auto lumped = model.lumped.find(&boundary); lumped != model.lumped.end())
      if (std::string text = loose_ends_warning(lumped->second, where(input, boundary));
          !text.empty())
        warnings.push_back(std::move(text));
}

void add_depths(const Case &input, const Model &model, const std::vector<Port> &ports,
                std::vector<std::string> &warnings) {
  for (const Port &port : ports) {
    if (port.spec().deembed_m == 0)
      continue;
    double depth_m = 0;
    for (const Point &point : model.mesh.points)
      depth_m = std::max(depth_m, std::abs(dot(port.normal, point - port.middle)));
    if (std::string text =
            deembed_warning(where(input, *port.boundary), port.spec().deembed_m, depth_m);
        !text.empty())
      warnings.push_back(std::move(text));
  }
}

// Warns of a reference in ohm for modes whose impedance is that of their wave.
void add_wave_impedances(const Case &input, const std::vector<Port> &ports,
                         std::vector<std::string> &warnings) {
  for (const Port &port : ports) {
    if (port.section() == nullptr || !port.spec().impedance_ohm)
      continue;
    const double frequency_hz =
        *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
    const SectionMode &mode = port.section()->modes(frequency_hz).front();
    if (mode.definition == "wave")
      warnings.push_back(fmt::format(
          "{}: at {:.6g} Hz the impedance of the port, {:.5g} ohm, is that of its wave: its face "
          "has no two conductors with a voltage and a current of this mode; S refers to "
          "\"impedance\", {:g} ohm, all the same",
          where(input, *port.boundary), frequency_hz, mode.impedance_ohm,
          *port.spec().impedance_ohm));
  }
}

void add_probes_in_layers(const Case &input, const AbsorbingLayers &layers,
                          std::vector<std::string> &warnings) {
  for (std::size_t p = 0; p < input.outputs.probes.size(); ++p)
    for (const Point &point : probe_points(input.outputs.probes[p]))
      if (layers.contains(point)) {
        warnings.push_back(
            probe_in_layer(input.where(fmt::format("/outputs/probes/{}", p)), point));
        break;
      }
}

// Warns about metals into which the fields reach too far for the impedance of their walls.
void add_deep_skins(const Case &input, const Model &model, std::vector<std::string> &warnings) {
  std::vector<WallTriangle> walls;
  for (const FaceTerm &term : model.terms)
    if (holds<SurfaceImpedanceSpec>(*term.boundary))
      walls.push_back({term.boundary, model.topology.faces[term.face]});
  for (std::string &text : deep_skin_warnings(input, model.mesh.points, walls))
    warnings.push_back(std::move(text));
}

// Warns about a current along a conducting wall: its image cancels it.
void add_currents_on_walls(const Case &input, const Model &model,
                           std::vector<std::string> &warnings) {
  constexpr double k_rounding = 1e-9;
  const auto lies_along = [&](const CurrentPoint &current, const Point &direction, std::size_t f) {
    const auto &n = model.topology.faces[f];
    const Point &a = model.mesh.points[n[0]];
    const Point u = model.mesh.points[n[1]] - a, v = model.mesh.points[n[2]] - a,
                to = current.position_m - a, normal = cross(u, v);
    const double area = norm(normal), size = std::sqrt(area);
    const double along_u = dot(cross(to, v), normal) / (area * area),
                 along_v = dot(cross(u, to), normal) / (area * area);
    return std::abs(dot(to, normal)) <= k_rounding * area * size &&
           std::abs(dot(direction, normal)) <= k_rounding * area * norm(direction) &&
           std::min({along_u, along_v, 1 - along_u - along_v}) >= -k_rounding;
  };
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    const auto *point = current == nullptr ? nullptr : std::get_if<CurrentPoint>(&current->extent);
    for (std::size_t f = 0; point != nullptr && f < model.face_is_pec.size(); ++f)
      if (model.face_is_pec[f] != 0 && lies_along(*point, current->direction, f)) {
        warnings.push_back(fmt::format(
            "{}: the current lies along a perfect conductor, which cancels it: its fields are 0; "
            "move it off the wall, or turn it",
            input.where(fmt::format("/excitations/{}", i))));
        break;
      }
  }
}

} // namespace

std::vector<MaterialResolution> resolutions(const Case &input, const Model &model,
                                            double frequency_hz) {
  std::vector<MaterialResolution> result;
  for (std::size_t m = 0; m < input.materials.size(); ++m) {
    const Material &material = input.materials[m];
    const double edge_m = mean_edge_of(model, m);
    if (edge_m == 0)
      continue;
    const GyrotropicMedium *medium = gyrotropic_of(input, material.name);
    const MaterialLength one = medium ? gyrotropic_length(material, *medium, frequency_hz)
                                      : material_length(material, frequency_hz);
    result.push_back(
        {material.name, frequency_hz, one.is_metal, one.length_m, one.length_m / edge_m});
  }
  return result;
}

void require_meaning(const Case &input, const Model &model) {
  for (const MaterialResolution &one : resolutions_at_highest(input, model))
    if (one.edges < (one.is_metal ? k_meaningless_skin : k_meaningless))
      throw InputError(fmt::format(
          "{}: an edge is {:.3g} {} long in \"{}\" at {:.4g} Hz: on this mesh "
          "the fields have no meaning; correct \"length_unit\", the "
          "frequency or the material{}",
          input.where("/mesh"), 1 / one.edges, one.is_metal ? "skin depths" : "wavelengths",
          one.material, one.frequency_hz, box_unit_hint(input)));
  if (!input.eigenmodes)
    return;
  const auto finest = finest_resolution(input, model);
  if (finest && finest->edges * choices_of(input).space.order < k_least_for_modes)
    throw InputError(fmt::format(
        "{}: an edge is {:.3g} wavelengths long in \"{}\" at \"near\" ({:.4g} Hz), beyond all "
        "resonances that the mesh can have: correct \"length_unit\" or \"near\", or refine the "
        "mesh{}",
        input.where("/mesh"), 1 / finest->edges, finest->material, finest->frequency_hz,
        box_unit_hint(input)));
}

std::vector<std::string> unit_warnings(const Case &input, const Model &model) {
  std::vector<std::string> warnings;
  for (const MaterialResolution &one : resolutions_at_highest(input, model))
    if (has_doubtful_unit(one))
      warnings.push_back(unit_warning(input, one));
  return warnings;
}

std::string coarse_mesh_cause(const Case &input, const Model &model) {
  const auto finest = finest_resolution(input, model);
  if (!finest || finest->edges >= k_suspiciously_coarse)
    return {};
  return ". " + unit_warning(input, *finest);
}

std::string low_frequency_cause(const Model &model, double frequency_hz) {
  constexpr double k_regular = 2e-6; // (2 pi x)^2 is 1e-10, of which rounding leaves six digits
  const double share = edge_lengths(model).mean * frequency_hz / k_speed_of_light;
  if (share > k_regular)
    return {};
  return fmt::format(
      ". Its edges are {:.2g} wavelengths long at {:.4g} Hz: what the frequency adds "
      "to curl curl is lost in rounding there, and gradients are left undetermined; "
      "take a higher frequency, an electrostatic or magnetostatic solver, or another "
      "\"length_unit\" if the mesh is not meant so small",
      share, frequency_hz);
}

std::vector<std::string> setup_warnings(const Case &input, const Model &model,
                                        const AbsorbingLayers &layers,
                                        const std::vector<Port> &ports) {
  std::vector<std::string> warnings = model.warnings;
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const double highest = *std::max_element(frequencies_hz.begin(), frequencies_hz.end());
  const std::vector<MaterialResolution> media = resolutions(input, model, highest);
  for (const MaterialResolution &one : media)
    add_resolution(input, one, warnings);
  add_deep_skins(input, model, warnings);
  for (std::string &text : film_warnings(input, model))
    warnings.push_back(std::move(text));
  if (std::string text = phase_error_warning(input, model, media); !text.empty())
    warnings.push_back(std::move(text));
  add_layer_warnings(input, model, layers, ports, warnings);
  add_loose_ends(input, model, warnings);
  add_depths(input, model, ports, warnings);
  add_wave_impedances(input, ports, warnings);
  for (std::string &text : impedance_warnings(input, model, ports))
    warnings.push_back(std::move(text));
  add_probes_in_layers(input, layers, warnings);
  add_currents_on_walls(input, model, warnings);
  for (std::string text : {absorbing_distance_warning(input, model),
                           edge_error_warning(input, model), dielectric_edge_warning(input, model)})
    if (!text.empty())
      warnings.push_back(std::move(text));
  const double lowest = *std::min_element(frequencies_hz.begin(), frequencies_hz.end());
  for (const Port &port : ports)
    for (std::string text : {second_mode_warning(input, model, port, highest),
                             wall_warning(input, model, port, lowest)})
      if (!text.empty())
        warnings.push_back(std::move(text));
  return warnings;
}

} // namespace curlew::fem
