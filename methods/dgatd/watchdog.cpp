#include <curlew/methods/dgatd/watchdog.hpp>

#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace curlew::dgatd {

void report_instability(const Problem &problem, const Plan &plan, std::int64_t step,
                        const std::vector<double> &circulations) {
  Index worst = 0;
  for (Index e = 0; e < problem.edge_count(); ++e) {
    if (!std::isfinite(circulations[e])) {
      worst = e;
      break;
    }
    if (std::abs(circulations[e]) > std::abs(circulations[worst]))
      worst = e;
  }
  const Communicator &ranks = problem.ownership.ranks;
  const double size = std::isfinite(circulations[worst]) ? std::abs(circulations[worst])
                                                         : std::numeric_limits<double>::infinity();
  const bool is_mine = size >= ranks.max(size);
  const int speaker = static_cast<int>(ranks.min(is_mine ? ranks.rank() : ranks.size()));
  const Index node = problem.edge_nodes[worst][0];
  const Point &p = problem.mesh.points[node];
  const Index tet = *problem.node_tets.begin(node);
  const std::string text = fmt::format(
      "the fields {} at step {} (t = {:.6g} s); the largest circulation of E, {:.3g} V, is on the "
      "edge at ({:.6g}, {:.6g}, {:.6g}) m in \"{}\". The time step is {:.6g} s: take a smaller "
      "\"courant\" (below 1), and look at the quality of the mesh there (curlew mesh)",
      std::isfinite(circulations[worst]) ? "grow without a source" : "became infinite or NaN", step,
      step * plan.dt_s, circulations[worst], p[0], p[1], p[2],
      problem.materials[problem.material[tet]].name, plan.dt_s);
  throw Unstable(ranks.broadcast(text, speaker));
}

} // namespace curlew::dgatd
