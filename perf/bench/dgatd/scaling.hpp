#pragma once

#include <curlew/perf/bench/dgatd/bench.hpp>

namespace curlew::dgatd {

struct ScalingOptions {
  std::vector<Backend> backends;
  int threads = 0;                // threads of each rank
  double unknowns = 2.6e6;        // E + F: per rank (weak), in all (strong)
  std::string partition = "auto"; // value of run.partition
};

// The variant `fused` on boxes, on 1, 2, 4, ... and all ranks of the world: with the same number of
// unknowns on every rank (weak scaling) and with the same total (strong). Ranks outside a
// measurement sleep. Returns one row per measurement in the form of docs/case-file.md, "Bench
// output", at the root; other ranks get no rows. Collective.
nlohmann::ordered_json scaling(const ScalingOptions &options, const LogFunction &say);

std::string scaling_table(const nlohmann::ordered_json &rows);

} // namespace curlew::dgatd
