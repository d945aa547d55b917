#include <curlew/methods/fdfd/media/layers.hpp>

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/media/lamination.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fdfd {
namespace {

// Fraction of a cell: an interface this close to an end of a brick does not reach into it.
constexpr double k_slack = 1e-9;

std::size_t layer_at(const std::vector<Layer> &layers, double z_m) {
  std::size_t i = 0;
  while (i + 1 < layers.size() && z_m > layers[i].top_m)
    ++i;
  return i;
}

// Returns the average over the cell around a position, for E along the layers or across them.
complex average(const std::vector<Layer> &layers, double z_m, double cell_m, bool is_across) {
  const double slack_m = k_slack * cell_m, low_m = z_m - cell_m / 2 + slack_m,
               high_m = z_m + cell_m / 2 - slack_m;
  const std::size_t first = layer_at(layers, low_m), last = layer_at(layers, high_m);
  if (first == last)
    return layers[first].eps;
  Lamination cell;
  for (std::size_t i = first; i <= last; ++i) {
    const double from_m = i == first ? z_m - cell_m / 2 : layers[i - 1].top_m,
                 to_m = i == last ? z_m + cell_m / 2 : layers[i].top_m;
    cell.add(to_m - from_m, layers[i].eps);
  }
  return is_across ? cell.across() : cell.along();
}

// Returns by how much the surface admittance of a metal on the grid, over j omega eps0 and times
// the wavenumber squared, is too large with a mean on the face. For a field that is the same on
// both faces of a layer, kappa = k sqrt(-eps) and x = kappa h:
//   grid: kappa F tanh(kappa' t / 2), F = sqrt(1 + x^2/4), kappa' = 2 asinh(x/2) / h;
//   right: kappa tanh(kappa t / 2).
complex admittance_error(const complex &eps, double thickness_m, double wavenumber, double cell_m) {
  const complex kappa = wavenumber * std::sqrt(-eps), x = kappa * cell_m;
  const complex factor = std::sqrt(1.0 + x * x / 4.0);
  if (!std::isfinite(thickness_m))
    return kappa * (factor - 1.0);
  const complex on_grid = 2.0 * std::asinh(x / 2.0) / cell_m;
  return kappa *
         (factor * std::tanh(on_grid * thickness_m / 2.0) - std::tanh(kappa * thickness_m / 2.0));
}

// Corrects the nodes at the faces of metals.
void correct_faces(const std::vector<Layer> &layers, const Axis &z, double wavenumber,
                   std::vector<complex> &node) {
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
    const double cells = (layers[i].top_m - z.corner_m) / z.cell_m, nearest = std::round(cells);
    if (nearest < 0 || nearest > z.count)
      continue;
    for (const std::size_t side : {i, i + 1}) {
      const bool is_half_space = side == 0 || side + 1 == layers.size();
      const double thickness_m = is_half_space ? std::numeric_limits<double>::infinity()
                                               : layers[side].top_m - layers[side - 1].top_m;
      node[static_cast<std::size_t>(nearest)] +=
          face_correction(layers[side].eps, thickness_m, cells - nearest, wavenumber, z.cell_m);
    }
  }
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

complex face_correction(const complex &metal, double thickness_m, double off_cells,
                        double wavenumber, double cell_m) {
  constexpr double k_reach = 0.2;
  const double share = 1 - std::abs(off_cells) / k_reach;
  if (share <= 0 || metal.real() > 0)
    return 0;
  return share * admittance_error(metal, thickness_m, wavenumber, cell_m) /
         (wavenumber * wavenumber * cell_m);
}

Layers make_layers(const std::vector<Layer> &layers, const Axis &z, double wavenumber) {
  Layers made;
  made.below = layers.front().eps;
  made.above = layers.back().eps;
  for (Index k = 0; k <= z.count; ++k) {
    made.node.push_back(average(layers, z.node_m(k), z.cell_m, false));
    made.half.push_back(average(layers, z.half_m(k), z.cell_m, true));
  }
  correct_faces(layers, z, wavenumber, made.node);
  return made;
}

std::vector<std::string> describe_interfaces(const std::vector<Layer> &layers, const Axis &z) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
    const double cells = (layers[i].top_m - z.corner_m) / z.cell_m, node = std::round(cells);
    std::string line = fmt::format("background: interface at z = {:.6g} m", layers[i].top_m);
    if (std::abs(cells - node) <= k_on_node)
      line += fmt::format(", on node {:.0f}", node);
    else
      line +=
          fmt::format(", {:.3f} cells off node {:.0f}: averaged, not shifted", cells - node, node);
    lines.push_back(line);
  }
  return lines;
}

} // namespace curlew::fdfd
