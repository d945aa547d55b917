#include <curlew/methods/fem/media/layer_warnings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/warnings.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

constexpr double k_steep_layer = 4;      // "sigma_max" above which solvers slow down
constexpr double k_poor_layer = 0.01;    // reflected amplitude
constexpr double k_poor_layer_db = 0.15; // error of cross sections and far fields

void add_layers(const Case &input, const AbsorbingLayers &layers,
                std::vector<std::string> &warnings) {
  if (layers.empty())
    return;
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const auto [lowest, highest] = std::minmax_element(frequencies_hz.begin(), frequencies_hz.end());
  std::vector<AbsorbingLayers::Figures> worst = layers.figures(*lowest);
  std::vector<double> at_hz(worst.size(), *lowest);
  const std::vector<AbsorbingLayers::Figures> others = layers.figures(*highest);
  for (std::size_t l = 0; l < worst.size(); ++l)
    if (others[l].reflection > worst[l].reflection) {
      worst[l] = others[l];
      at_hz[l] = *highest;
    }
  const Boundary *warned = nullptr; // a group has a layer along each of its planes
  for (std::size_t l = 0; l < worst.size(); ++l) {
    const AbsorbingLayers::Figures &layer = worst[l];
    const bool is_poor = input.outputs.rcs || input.outputs.far_field
                             ? layer.error_db() > k_poor_layer_db
                             : layer.reflection > k_poor_layer;
    if (!is_poor || layer.boundary == warned)
      continue;
    warned = layer.boundary;
    warnings.push_back(fmt::format(
        "{}: the absorbing layer of {:.3g} wavelengths, {} tets across, with \"sigma_max\" {:.3g} "
        "reflects about {:.2g} of a wave that arrives at right angles at {:.4g} Hz: fields, S and "
        "powers are off by shares of that size, far fields and RCS by about {:.2g} dB in the mean, "
        "weak ones by more: make it thicker, its tets smaller, or raise \"order\"",
        where(input, *layer.boundary), layer.thickness_m * at_hz[l] / k_speed_of_light, layer.cells,
        layer.sigma_max, layer.reflection, at_hz[l], layer.error_db()));
  }
  for (const Boundary &boundary : input.boundaries)
    if (const auto *pml = spec_of<PmlSpec>(boundary);
        pml != nullptr && pml->sigma_max.value_or(0) > k_steep_layer)
      warnings.push_back(fmt::format("{}: \"sigma_max\" is {:g}; above {} iterations slow "
                                     "down",
                                     input.where("/boundaries/" + boundary.group + "/sigma_max"),
                                     *pml->sigma_max, k_steep_layer));
}

// Warns about a layer that lets the slow waves of a guide near its cutoff back, which it meets with
// their beta in place of k0.
void add_layers_of_guides(const Case &input, const Model &model, const AbsorbingLayers &layers,
                          const std::vector<Port> &ports, std::vector<std::string> &warnings) {
  if (layers.empty() || input.frequencies_hz.empty())
    return;
  const double lowest = *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
  double of_vacuum = 0;
  for (const AbsorbingLayers::Figures &layer : layers.figures(lowest))
    of_vacuum = std::max(of_vacuum, layer.reflection);
  for (const Port &port : ports) {
    if (port.has_voltage())
      continue;
    const double share =
        wave_of(input, model, port, lowest).constant.real() / wavenumber_of(lowest);
    const double reflection = std::pow(of_vacuum, share);
    if (share < 1 && reflection > k_poor_layer && of_vacuum <= k_poor_layer)
      warnings.push_back(fmt::format(
          "{}: at {:.4g} Hz the mode of this port has {:.3g} of the wavenumber of vacuum, near its "
          "cutoff: an absorbing layer at the end of its guide reflects {:.2g} of it; end the guide "
          "with a port, or make the layer {:.2g} times as thick",
          where(input, *port.boundary), lowest, share, reflection, 1 / share));
  }
}

} // namespace

void add_layer_warnings(const Case &input, const Model &model, const AbsorbingLayers &layers,
                        const std::vector<Port> &ports, std::vector<std::string> &warnings) {
  add_layers(input, layers, warnings);
  add_layers_of_guides(input, model, layers, ports, warnings);
}

nlohmann::ordered_json describe_layers(const Case &input, const AbsorbingLayers &layers) {
  const std::vector<double> frequencies_hz = media_frequencies_hz(input);
  const double lowest = *std::min_element(frequencies_hz.begin(), frequencies_hz.end());
  auto list = nlohmann::ordered_json::array();
  for (const AbsorbingLayers::Figures &layer : layers.figures(lowest))
    list.push_back({{"group", layer.boundary->group},
                    {"frequency", lowest},
                    {"thickness_m", layer.thickness_m},
                    {"tets_across", layer.cells},
                    {"sigma_max", layer.sigma_max},
                    {"reflection", layer.reflection},
                    {"far_field_error_db", layer.error_db()}});
  return list;
}

} // namespace curlew::fem
