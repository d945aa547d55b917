#include <curlew/methods/fdfd/warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/methods/fdfd/faces_off_nodes.hpp>
#include <curlew/methods/fdfd/grid/near_layers.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>
#include <curlew/methods/fdfd/metal_edges.hpp>
#include <curlew/methods/fdfd/outputs/flux.hpp>
#include <curlew/methods/fdfd/phase_errors.hpp>
#include <curlew/methods/fdfd/small_bodies.hpp>
#include <curlew/methods/fdfd/sources/current_warnings.hpp>
#include <curlew/methods/fdfd/thin/thin_conductors.hpp>
#include <curlew/methods/shared/setup/material_length.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace curlew::fdfd {
namespace {

// With fewer cells per wavelength the phase error of the grid exceeds 1.6 % (docs/methods/fdfd.md,
// "Accuracy").
constexpr double k_fair_resolution = 10;
// The grid's decay in a metal is off by (h / depth)^2 / 24: 1 % at two cells in a skin depth.
constexpr double k_fair_skin = 2;
// Cells per wavelength below the first or above the second suggest lengths in another unit.
constexpr double k_suspiciously_coarse = 0.5;
constexpr double k_suspiciously_fine = 1e4;

// Between these ratios of a metal's eps to a dielectric's, with losses below a third of the metal's
// real part, a staircase of metal has resonances of its own at its edges: measured on spheres
// (docs/methods/fdfd-notes.md, "Materials") they absorb 3 to 33 % too much with 10 to 20 cells in a
// radius, and beyond them, down to the last one, below 7 %.
constexpr double k_plasmonic_from = -15, k_plasmonic_to = -1, k_plasmonic_loss = 1.0 / 3;
constexpr double k_rough_from = -30;

double longest_edge_m(const Case &input) {
  const Vector3 &cell = input.grid.cell_m;
  return std::max({cell[0], cell[1], cell[2]});
}

// Returns the names of the media that fill the grid: those of objects and of the background.
std::set<std::string> materials_in_use(const Case &input) {
  std::set<std::string> names;
  for (const ObjectSpec &object : input.objects)
    add_materials(object, names);
  for (const BackgroundLayer &layer : input.background)
    names.insert(layer.material);
  return names;
}

// Returns the names of materials whose surfaces are stairs on the grid: those of boxes are planes.
std::set<std::string> materials_with_stairs(const Case &input) {
  std::set<std::string> names;
  for (const ObjectSpec &object : input.objects)
    if (!std::holds_alternative<BoxObject>(object))
      add_materials(object, names);
  return names;
}

bool has_vacuum(const Case &input) {
  const auto is_vacuum = [&](const BackgroundLayer &layer) {
    return std::none_of(input.materials.begin(), input.materials.end(),
                        [&](const Material &material) { return material.name == layer.material; });
  };
  return input.background.empty() ||
         std::any_of(input.background.begin(), input.background.end(), is_vacuum);
}

MaterialResolution resolution_at(const Case &input, const Material &material, double frequency_hz) {
  const MaterialLength one = material_length(material, frequency_hz);
  return {material.name, frequency_hz, one.is_metal, one.length_m,
          one.length_m / longest_edge_m(input)};
}

void add_resolution_warnings(const Case &input, const MaterialResolution &one,
                             std::vector<std::string> &warnings) {
  const std::string where = input.where("/grid/cell");
  const double cells = one.cells_per_length;
  if (one.is_metal && cells < k_fair_skin)
    warnings.push_back(fmt::format(
        "{}: only {:.3g} cells per skin depth ({:.3g} m) in \"{}\" at {:.4g} Hz; below {} the "
        "field inside it is wrong. Take finer cells, a \"sheet\" with its \"sigma\" on the "
        "surface of a good conductor, or \"pec\": true where it may conduct perfectly",
        where, cells, one.length_m, one.material, one.frequency_hz, k_fair_skin));
  if (!one.is_metal && cells < k_fair_resolution)
    warnings.push_back(fmt::format(
        "{}: only {:.3g} cells per wavelength in \"{}\" at {:.4g} Hz; {} are fair{}", where, cells,
        one.material, one.frequency_hz, k_fair_resolution,
        cells < k_suspiciously_coarse ? "; are the units of grid.cell and frequency right? Lengths "
                                        "without a unit are in m"
                                      : ""));
  if (!one.is_metal && cells > k_suspiciously_fine)
    warnings.push_back(fmt::format("{}: a wavelength in \"{}\" at {:.4g} Hz is {:.3g} cells long; "
                                   "are the units of grid.cell and frequency right? Lengths "
                                   "without a unit are in m",
                                   where, one.material, one.frequency_hz, cells));
}

// A medium on the grid at one frequency.
struct Medium {
  std::string name;
  complex eps;
};

// Returns the dielectrics in use, vacuum included where it is.
std::vector<Medium> dielectrics_at(const Case &input, double frequency_hz) {
  std::vector<Medium> found;
  if (has_vacuum(input))
    found.push_back({"vacuum", 1});
  const std::set<std::string> used = materials_in_use(input);
  for (const Material &material : input.materials)
    if (!material.pec && used.count(material.name) != 0)
      if (const complex eps = permittivity(material, frequency_hz)[0]; eps.real() > 0)
        found.push_back({material.name, eps});
  return found;
}

// Returns the warning of a metal with curved surfaces at one frequency; empty without one.
std::string plasmonic_warning(const Case &input, const Medium &metal, double frequency_hz) {
  std::string rough;
  for (const Medium &beside : dielectrics_at(input, frequency_hz)) {
    const double ratio = metal.eps.real() / beside.eps.real();
    if (ratio < k_rough_from || ratio > k_plasmonic_to)
      continue;
    const std::string where = fmt::format(
        "{}: \"{}\" has eps {:.3g}{:+.2g}j at {:.4g} Hz, {:.3g} times that of \"{}\", where curved "
        "surfaces on a grid",
        input.where(child_pointer("/materials", metal.name)), metal.name, metal.eps.real(),
        metal.eps.imag(), frequency_hz, ratio, beside.name);
    if (ratio >= k_plasmonic_from)
      return where + " have resonances at their steps: bodies absorb up to a third too much with "
                     "10 to 20 cells in a radius, more with fewer, and scatter up to 10 % more or "
                     "less. Compare runs with finer cells";
    rough = where + " absorb 3 to 7 % too much with 10 to 20 cells in a radius. Compare runs with "
                    "finer cells";
  }
  return rough;
}

// Adds warnings of metals at whose curved surfaces a staircase absorbs too much, at any of the
// frequencies.
void add_plasmonic_warnings(const Case &input, std::vector<std::string> &warnings) {
  const std::set<std::string> used = materials_with_stairs(input);
  for (const Material &material : input.materials)
    for (const double frequency_hz : input.frequencies_hz) {
      const complex eps = permittivity(material, frequency_hz)[0];
      if (material.pec || used.count(material.name) == 0 || eps.real() >= 0 ||
          -eps.imag() > k_plasmonic_loss * -eps.real())
        continue;
      const std::string text = plasmonic_warning(input, {material.name, eps}, frequency_hz);
      if (text.empty())
        continue;
      warnings.push_back(text);
      break;
    }
}

// Adds what averages of the permittivity at surfaces cost the SAR.
void add_sar_warning(const Case &input, const Problem &problem,
                     std::vector<std::string> &warnings) {
  const bool has_surfaces =
      std::any_of(input.objects.begin(), input.objects.end(), [](const ObjectSpec &object) {
        return !is_thin(object) && !std::holds_alternative<VoxelObject>(object);
      });
  if (input.outputs.sar && has_surfaces &&
      smoothing_of(input, problem.frequency_hz) != Smoothing::none)
    warnings.push_back(input.where("/outputs/sar") +
                       ": with averages at surfaces the field across them counts too much in the "
                       "SAR, which adds up to 7 to 30 % too much in spheres of tissue with 8 cells "
                       "in a radius; take \"smoothing\": false for SAR");
}

} // namespace

std::vector<MaterialResolution> resolutions(const Case &input) {
  std::vector<Material> all;
  if (has_vacuum(input)) {
    all.emplace_back();
    all.back().name = "(vacuum)";
  }
  const std::set<std::string> used = materials_in_use(input);
  for (const Material &material : input.materials)
    if (!material.pec && used.count(material.name) != 0)
      all.push_back(material);
  std::vector<MaterialResolution> found;
  for (const Material &material : all) {
    const std::size_t first = found.size();
    for (const double frequency_hz : input.frequencies_hz) {
      const MaterialResolution one = resolution_at(input, material, frequency_hz);
      const auto same =
          std::find_if(found.begin() + static_cast<std::ptrdiff_t>(first), found.end(),
                       [&](const auto &other) { return other.is_metal == one.is_metal; });
      if (same == found.end())
        found.push_back(one);
      else if (one.cells_per_length < same->cells_per_length)
        *same = one;
    }
  }
  return found;
}

Vector3 size_in_wavelengths(const Case &input) {
  const double highest_hz =
      *std::max_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  Vector3 size;
  for (int d = 0; d < 3; ++d)
    size[d] = input.grid.cells[d] * input.grid.cell_m[d] * highest_hz / k_speed_of_light;
  return size;
}

std::vector<std::string> setup_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  const std::vector<MaterialResolution> media = resolutions(input);
  for (const MaterialResolution &one : media)
    add_resolution_warnings(input, one, warnings);
  if (std::string text = phase_error_warning(input, problem, media); !text.empty())
    warnings.push_back(std::move(text));
  add_plasmonic_warnings(input, warnings);
  for (std::string &text : faces_off_nodes_warnings(input))
    warnings.push_back(std::move(text));
  for (std::string &text : metal_edge_warnings(input, problem))
    warnings.push_back(std::move(text));
  for (std::string &text : small_body_warnings(input, problem))
    warnings.push_back(std::move(text));
  add_sar_warning(input, problem, warnings);
  for (std::string &text : layer_warnings(input, problem))
    warnings.push_back(std::move(text));
  for (std::string &text : thin_conductor_warnings(input, problem))
    warnings.push_back(std::move(text));
  for (const ThinObject &object : problem.thin_objects)
    warnings.insert(warnings.end(), object.warnings.begin(), object.warnings.end());
  for (std::string &text : flux_warnings(input, problem))
    warnings.push_back(std::move(text));
  for (std::string &text : current_warnings(input, problem))
    warnings.push_back(std::move(text));
  return warnings;
}

nlohmann::ordered_json to_json(const std::vector<MaterialResolution> &resolutions) {
  auto list = nlohmann::ordered_json::array();
  for (const MaterialResolution &one : resolutions) {
    nlohmann::ordered_json entry = {{"material", one.material}, {"frequency_hz", one.frequency_hz}};
    if (one.is_metal)
      entry["skin_depth_m"] = one.length_m;
    entry[one.is_metal ? "cells_per_skin_depth" : "cells_per_wavelength"] = one.cells_per_length;
    list.push_back(std::move(entry));
  }
  return list;
}

} // namespace curlew::fdfd
