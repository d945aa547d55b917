#include <curlew/methods/dgatd/scheme/largest_circulation.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace curlew::dgatd {

LargestField largest_circulation(const Problem &problem, const std::vector<double> &circulations) {
  Index worst = 0;
  for (Index e = 0; e < problem.edge_count(); ++e) {
    if (!std::isfinite(circulations[e])) {
      worst = e;
      break;
    }
    if (std::abs(circulations[e]) > std::abs(circulations[worst]))
      worst = e;
  }
  const double value = circulations[worst];
  const Index node = problem.edge_nodes[worst][0];
  const Point &p = problem.mesh.points[node];
  const Index tet = *problem.node_tets.begin(node);
  return {std::isfinite(value) ? std::abs(value) : std::numeric_limits<double>::infinity(),
          fmt::format("the largest circulation of E, {:.3g} V, is on the edge at ({:.6g}, {:.6g}, "
                      "{:.6g}) m in \"{}\"",
                      value, p[0], p[1], p[2], problem.materials[problem.material[tet]].name)};
}

} // namespace curlew::dgatd
