#include <curlew/methods/fdfd/media/layers_of_objects.hpp>

#include <optional>

namespace curlew::fdfd {
namespace {

// Returns eps of a component in all four columns at an index of z, the nearest ones to the edges
// that no wall fixes; nothing where they differ or conduct.
std::optional<complex> eps_of_columns(const Problem &problem, int component, Index k) {
  std::optional<std::uint16_t> id;
  for (const bool high_x : {false, true})
    for (const bool high_y : {false, true}) {
      std::array<Index, 3> at{0, 0, k};
      for (const int d : {0, 1}) {
        const Axis &axis = problem.axes[d];
        if (d == 0 ? high_x : high_y)
          at[d] = component == d ? axis.cells - 1 : axis.count - 1;
        else if (component != d && axis.node_is_fixed(0) && axis.count > 1)
          at[d] = 1;
      }
      const std::uint16_t one = problem.eps_id[component][problem.entry(at[0], at[1], at[2])];
      if (one == 0 || (id && *id != one))
        return std::nullopt;
      id = one;
    }
  return problem.eps[*id];
}

} // namespace

void take_layers_of_objects(Problem &problem) {
  const Axis &z = problem.axes[2];
  if (z.is_periodic() || problem.layers.node.empty())
    return;
  Layers layers = problem.layers;
  for (Index k = 0; k < z.count; ++k) {
    if (!z.node_is_fixed(k)) {
      const auto along_x = eps_of_columns(problem, 0, k), along_y = eps_of_columns(problem, 1, k);
      if (!along_x || along_x != along_y)
        return;
      layers.node[k] = *along_x;
    }
    if (!z.half_is_fixed(k)) {
      const auto across = eps_of_columns(problem, 2, k);
      if (!across)
        return;
      layers.half[k] = *across;
    }
  }
  if (z.node_is_fixed(0) && z.count > 1)
    layers.node[0] = layers.node[1];
  layers.below = layers.half.front();
  layers.above = layers.half[z.cells - 1];
  layers.node[z.count] = layers.above;
  for (Index k = z.cells; k <= z.count; ++k)
    layers.half[k] = layers.above;
  problem.layers = layers;
}

} // namespace curlew::fdfd
