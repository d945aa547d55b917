#include <curlew/perf/bench/dgatd/scaling.hpp>

#include <curlew/core/mesh/partition.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/methods/dgatd/fused/fused_scheme.hpp>
#include <curlew/methods/dgatd/scheme/stability.hpp>
#include <curlew/methods/dgatd/scheme/time_scheme.hpp>
#include <curlew/perf/bench/dgatd/cavity.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

// Seconds of one step: the slowest rank's whole step, and the mean over ranks of its parts,
// measured in steps that wait for every part.
struct StepParts {
  double step = 0, kernels = 0, pack = 0, copy = 0, wait = 0;
};

template <class Space, class Scheme>
StepParts time_parts(const Space &space, const Communicator &ranks, Scheme &scheme) {
  constexpr int k_batches = 5;
  constexpr double k_batch_s = 0.25;
  const auto seconds = [&](int steps) {
    space.fence();
    ranks.barrier();
    const Kokkos::Timer timer;
    for (int i = 0; i < steps; ++i) {
      scheme.advance_h(space);
      scheme.advance_e(space, {});
    }
    space.fence();
    return ranks.max(timer.seconds()) / steps;
  };
  seconds(2);
  const int steps = std::clamp(static_cast<int>(k_batch_s / seconds(3)), 3, 1000);
  std::vector<double> batches;
  for (int i = 0; i < k_batches; ++i)
    batches.push_back(seconds(steps));
  std::nth_element(batches.begin(), batches.begin() + k_batches / 2, batches.end());
  StepParts parts;
  parts.step = batches[k_batches / 2];

  scheme.exchange().measure(true);
  const double measured = seconds(steps);
  const ExchangeTimes &times = scheme.exchange().times();
  const auto mean = [&](double total) { return ranks.sum(total) / ranks.size() / steps; };
  parts.pack = mean(times.pack);
  parts.copy = mean(times.copy);
  parts.wait = mean(times.wait);
  parts.kernels = measured - parts.pack - parts.copy - parts.wait;
  return parts;
}

Problem divided_cavity(double unknowns, const Communicator &ranks, PartitionMethod method) {
  TetMesh mesh;
  std::vector<int> owner;
  if (ranks.is_root()) {
    mesh = box_cavity_mesh(unknowns);
    if (!ranks.is_alone())
      owner = partition_nodes(mesh, {}, ranks.size(), method);
  }
  return cavity(distribute(std::move(mesh), owner, ranks));
}

struct Measurement {
  std::string kind; // weak, strong
  Backend backend;
  int ranks;
};

nlohmann::ordered_json measure(const ScalingOptions &options, const Measurement &what,
                               const Communicator &ranks) {
  const double unknowns = options.unknowns * (what.kind == "weak" ? what.ranks : 1);
  const PartitionMethod method = parse_partition_method(options.partition);
  const Kokkos::Timer timer;
  const Problem problem = divided_cavity(unknowns, ranks, method);
  return with_backend(what.backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    using Scheme = FusedScheme<Space, is_device<Space> ? 1 : 2>;
    const double dt_s = 0.95 * 2 / std::sqrt(spectral_radius(space, problem).value);
    Scheme scheme(problem, dt_s, {}, options.threads);
    fill_unknowns(scheme);
    const double ready_s = ranks.max(timer.seconds());
    const StepParts parts = time_parts(space, ranks, scheme);
    const double bytes = ranks.sum(scheme.minimum_bytes().step());
    const double copy = ranks.sum(copy_bandwidth<Space>(
        static_cast<std::size_t>(std::clamp(bytes / ranks.size(), 64e6, 1e9) / 2)));
    std::int64_t edges = 0;
    for (Index e = 0; e < problem.edge_count(); ++e)
      edges += problem.owns_edge(e);
    const std::int64_t owned = problem.ownership.owned_tets;
    nlohmann::ordered_json row;
    row["method"] = "dgatd";
    row["variant"] = "fused";
    row["scaling"] = what.kind;
    row["backend"] = to_string(what.backend);
    row["threads"] = what.backend == Backend::serial ? 1 : options.threads;
    row["ranks"] = ranks.size();
    row["partition"] = to_string(method);
    row["elements"] = ranks.sum(owned);
    row["dofs"] = ranks.sum(edges + static_cast<std::int64_t>(problem.face_count));
    row["most_elements_of_a_rank"] = static_cast<std::int64_t>(ranks.max(owned));
    row["ghost_elements"] = ranks.sum(problem.tet_count() - owned);
    row["ready_seconds"] = ready_s;
    row["seconds_per_step"] = parts.step;
    row["kernel_seconds"] = parts.kernels;
    row["pack_seconds"] = parts.pack;
    row["copy_seconds"] = parts.copy;
    row["wait_seconds"] = parts.wait;
    if (scheme.exchange().active())
      row["route"] = scheme.exchange().routes();
    row["exchanged_bytes"] = ranks.sum(scheme.exchange().bytes());
    row["minimum_bytes"] = bytes;
    row["copy_gbytes_per_s"] = copy / 1e9;
    row["fraction_of_copy"] = bytes / parts.step / copy;
    return row;
  });
}

} // namespace

nlohmann::ordered_json scaling(const ScalingOptions &options, const LogFunction &say) {
  const Communicator world = Communicator::world();
  std::vector<int> counts;
  for (int n = 1; n < world.size(); n *= 2)
    counts.push_back(n);
  counts.push_back(world.size());
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const Backend backend : options.backends)
    for (const std::string kind : {"weak", "strong"}) {
      double one_s = 0, one_tets = 0;
      for (const int count : counts) {
        const Communicator ranks = world.first(count);
        nlohmann::ordered_json row;
        if (world.rank() < count)
          row = measure(options, {kind, backend, count}, ranks);
        world.idle_barrier();
        if (!world.is_root())
          continue;
        const double step_s = row["seconds_per_step"];
        one_s = count == 1 ? step_s : one_s;
        const double tets = row["elements"];
        one_tets = count == 1 ? tets : one_tets;
        row["speedup"] = tets / one_tets * one_s / step_s; // boxes have whole numbers of cells
        row["efficiency"] = row["speedup"].get<double>() / count;
        say(fmt::format(
            "{} scaling on {}, {} rank{}, {} tets: {:.3f} ms per step, efficiency {:.0f} %", kind,
            to_string(backend), count, count == 1 ? "" : "s", row["elements"].get<std::int64_t>(),
            1e3 * step_s, 100 * row["efficiency"].get<double>()));
        rows.push_back(std::move(row));
      }
    }
  return rows;
}

std::string scaling_table(const nlohmann::ordered_json &rows) {
  std::string text = "| scaling | backend | threads | ranks | tets | ghosts % | ms/step | kernels "
                     "ms | pack ms | copy "
                     "ms | wait ms | MB sent | speed-up | efficiency % | % of copy |\n"
                     "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n";
  for (const auto &row : rows) {
    const auto number = [&](const char *key) { return row[key].get<double>(); };
    text += fmt::format(
        "| {} | {} | {} | {} | {} | {:.2f} | {:.4g} | {:.4g} | {:.3g} | {:.3g} | {:.3g} | {:.3g} | "
        "{:.2f} | {:.0f} | {:.0f} |\n",
        row["scaling"].get<std::string>(), row["backend"].get<std::string>(),
        row["threads"].get<int>(), row["ranks"].get<int>(), row["elements"].get<std::int64_t>(),
        100 * number("ghost_elements") / number("elements"), 1e3 * number("seconds_per_step"),
        1e3 * number("kernel_seconds"), 1e3 * number("pack_seconds"), 1e3 * number("copy_seconds"),
        1e3 * number("wait_seconds"), 1e-6 * number("exchanged_bytes"), number("speedup"),
        100 * number("efficiency"), 100 * number("fraction_of_copy"));
  }
  return text;
}

} // namespace curlew::dgatd
