#pragma once

#include <curlew/perf/bench/dgatd/bench.hpp>

namespace curlew::dgatd {

struct ScalingOptions {
  std::vector<Backend> backends;
  int threads = 0;                // of each rank
  double unknowns = 2.6e6;        // E + F: per rank (weak), in all (strong)
  std::string partition = "auto"; // as run.partition
};

// The variant `fused` on boxes, on 1, 2, 4, ... and all ranks of the world: with as many unknowns
// on every rank (weak scaling) and with as many in all (strong). Ranks that a measurement leaves
// out sleep. One row per measurement in the form of docs/case-file.md, "Bench output"; rows are the
// root's, others get none. Collective.
nlohmann::ordered_json scaling(const ScalingOptions &options, const LogFunction &say);

std::string scaling_table(const nlohmann::ordered_json &rows);

} // namespace curlew::dgatd
