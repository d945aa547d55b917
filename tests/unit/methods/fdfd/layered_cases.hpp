// Problems with layers along z, filled by hand.
#pragma once

#include "background_cases.hpp"

#include <map>

namespace curlew::fdfd::testing {

// Layers with tops in cells from node 0, which may lie anywhere in a cell.
struct CellLayer {
  complex eps;
  double top_cells = 0;
};

inline std::vector<Layer> layers_in_metres(const Axis &z, const std::vector<CellLayer> &layers) {
  std::vector<Layer> list;
  for (const CellLayer &layer : layers)
    list.push_back({layer.eps, z.corner_m + layer.top_cells * z.cell_m});
  return list;
}

// A grid that holds nothing but layers, with phases of its periods.
inline Problem layered(const Grid &grid, const std::vector<CellLayer> &layers,
                       const std::array<complex, 3> &phases = {1, 1, 1}) {
  Problem problem = vacuum(grid);
  for (int d = 0; d < 3; ++d)
    problem.axes[d].phase = phases[d];
  problem.layers =
      make_layers(layers_in_metres(problem.axes[2], layers), problem.axes[2], problem.wavenumber);
  problem.layers.has_stack_waves = true;
  std::map<std::pair<double, double>, std::uint16_t> known;
  problem.eps = {1};
  for_each_entry(problem, [&](int c, const std::array<Index, 3> &at, Offset entry) {
    auto &id = problem.eps_id[c][entry - c * problem.size()];
    if (id == 0)
      return;
    const complex eps = problem.layers.at(c, at[2]);
    const auto [found, is_new] =
        known.try_emplace({eps.real(), eps.imag()}, static_cast<std::uint16_t>(problem.eps.size()));
    if (is_new)
      problem.eps.push_back(eps);
    id = found->second;
  });
  return problem;
}

} // namespace curlew::fdfd::testing
