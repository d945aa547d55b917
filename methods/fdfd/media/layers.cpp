#include <curlew/methods/fdfd/media/layers.hpp>

#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Fraction of a cell: an interface this close to an end of a brick does not reach into it.
constexpr double k_slack = 1e-9;

bool have_both_signs(const complex &a, const complex &b) {
  return (a.real() > 0) != (b.real() > 0);
}

std::size_t layer_at(const std::vector<Layer> &layers, double z_m) {
  std::size_t i = 0;
  while (i + 1 < layers.size() && z_m > layers[i].top_m)
    ++i;
  return i;
}

// Returns the average of eps, or of 1/eps, over the cell around a position.
complex average(const std::vector<Layer> &layers, double z_m, double cell_m, bool of_inverse) {
  const double slack_m = k_slack * cell_m, low_m = z_m - cell_m / 2 + slack_m,
               high_m = z_m + cell_m / 2 - slack_m;
  const std::size_t first = layer_at(layers, low_m), last = layer_at(layers, high_m);
  if (first == last)
    return layers[first].eps;
  complex sum = 0;
  double length_m = 0;
  for (std::size_t i = first; i <= last; ++i) {
    if (have_both_signs(layers[i].eps, layers[first].eps))
      return layers[layer_at(layers, z_m)].eps;
    const double from_m = i == first ? z_m - cell_m / 2 : layers[i - 1].top_m,
                 to_m = i == last ? z_m + cell_m / 2 : layers[i].top_m;
    sum += (to_m - from_m) * (of_inverse ? 1.0 / layers[i].eps : layers[i].eps);
    length_m += to_m - from_m;
  }
  return of_inverse ? length_m / sum : sum / length_m;
}

} // namespace

bool Layers::is_uniform() const {
  const auto is_below = [&](const complex &eps) { return eps == below; };
  return above == below && std::all_of(node.begin(), node.end(), is_below) &&
         std::all_of(half.begin(), half.end(), is_below);
}

std::vector<Layer> layers_of(const Case &input, double frequency_hz) {
  std::vector<Layer> layers;
  for (const BackgroundLayer &layer : input.background) {
    const auto &materials = input.materials;
    const auto found =
        std::find_if(materials.begin(), materials.end(),
                     [&](const Material &material) { return material.name == layer.material; });
    const complex eps =
        found == materials.end() ? complex(1) : permittivity(*found, frequency_hz)[0];
    layers.push_back({eps, layer.top_m.value_or(0)});
  }
  if (layers.empty())
    layers.emplace_back();
  return layers;
}

Layers make_layers(const std::vector<Layer> &layers, const Axis &z) {
  Layers made;
  made.below = layers.front().eps;
  made.above = layers.back().eps;
  for (Index k = 0; k <= z.count; ++k) {
    made.node.push_back(average(layers, z.node_m(k), z.cell_m, false));
    made.half.push_back(average(layers, z.half_m(k), z.cell_m, true));
  }
  return made;
}

std::vector<std::string> describe_interfaces(const std::vector<Layer> &layers, const Axis &z) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
    const double cells = (layers[i].top_m - z.corner_m) / z.cell_m, node = std::round(cells);
    std::string line = fmt::format("background: interface at z = {:.6g} m", layers[i].top_m);
    if (std::abs(cells - node) <= k_slack)
      line += fmt::format(", on node {:.0f}", node);
    else if (!have_both_signs(layers[i].eps, layers[i + 1].eps))
      line +=
          fmt::format(", {:.3f} cells off node {:.0f}: averaged, not shifted", cells - node, node);
    else // staircase: nodes and halves change between node and half
      line += fmt::format(", {:.3f} cells off node {:.0f}; a metal's surface is shifted by up to "
                          "{:.3g} m to the grid",
                          cells - node, node, z.cell_m / 4);
    lines.push_back(line);
  }
  return lines;
}

} // namespace curlew::fdfd
