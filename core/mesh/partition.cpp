#include <curlew/core/mesh/partition.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#ifdef CURLEW_HAVE_METIS
#include <metis.h>
#endif

namespace curlew {
namespace {

// Parts of equal weight along the numbers of the vertices.
std::vector<int> cut_sequence(const std::vector<Index> &weight, int ranks) {
  const Offset total = std::accumulate(weight.begin(), weight.end(), Offset(0));
  std::vector<int> owner(weight.size());
  Offset before = 0;
  for (std::size_t n = 0; n < weight.size(); ++n) {
    owner[n] =
        static_cast<int>(std::min<Offset>(ranks - 1, before * ranks / std::max<Offset>(total, 1)));
    before += weight[n];
  }
  return owner;
}

#ifdef CURLEW_HAVE_METIS

constexpr idx_t k_metis_seed = 1; // fixed: the same mesh always gives the same parts

// node -> nodes that share an edge with it, rising.
void node_graph(const TetMesh &mesh, const IndexRows &node_tets, int threads,
                std::vector<idx_t> &offsets, std::vector<idx_t> &neighbours) {
  const std::size_t nodes = mesh.points.size();
  std::vector<Offset> ends(nodes + 1, 0);
  std::vector<std::vector<idx_t>> parts(chunk_count(nodes, threads));
  parallel_chunks(nodes, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::vector<Index> around;
    for (std::size_t n = begin; n < end; ++n) {
      around.clear();
      for (const Index *tet = node_tets.begin(n); tet != node_tets.end(n); ++tet)
        for (const Index other : mesh.tets[*tet])
          if (other != static_cast<Index>(n))
            around.push_back(other);
      std::sort(around.begin(), around.end());
      around.erase(std::unique(around.begin(), around.end()), around.end());
      parts[chunk].insert(parts[chunk].end(), around.begin(), around.end());
      ends[n + 1] = static_cast<Offset>(around.size());
    }
  });
  prefix_sum(ends, threads);
  to_index(ends.back(), "edges, for METIS");
  offsets.assign(ends.begin(), ends.end());
  neighbours = joined(std::move(parts), threads);
}

// `what`: the vertices of the graph, for messages.
std::vector<int> metis_parts(std::vector<idx_t> offsets, std::vector<idx_t> neighbours,
                             const std::vector<Index> &weight, int ranks, const char *what) {
  std::vector<idx_t> weights(weight.begin(), weight.end());
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = k_metis_seed;
  idx_t count = static_cast<idx_t>(weight.size()), constraints = 1, parts = ranks, cut = 0;
  std::vector<idx_t> part(weight.size());
  const int status =
      METIS_PartGraphKway(&count, &constraints, offsets.data(), neighbours.data(), weights.data(),
                          nullptr, nullptr, &parts, nullptr, nullptr, options, &cut, part.data());
  if (status == METIS_ERROR_MEMORY)
    throw ResourceError(fmt::format("METIS ran out of memory dividing {} {} among {} ranks; take "
                                    "\"partition\": \"spatial\"",
                                    weight.size(), what, ranks));
  if (status != METIS_OK)
    throw Error(ExitCode::internal,
                fmt::format("METIS_PartGraphKway failed with status {}", status));
  return {part.begin(), part.end()};
}

#endif

void check_parts(const std::vector<int> &owner, const std::vector<Index> &weight, int ranks,
                 std::size_t tets) {
  std::vector<Offset> share(ranks, 0);
  for (std::size_t n = 0; n < owner.size(); ++n)
    share[owner[n]] += weight[n];
  const auto empty = std::count(share.begin(), share.end(), Offset(0));
  if (empty > 0)
    throw InputError(fmt::format("the mesh of {} tets cannot be divided among {} ranks: {} of them "
                                 "would get nothing; start fewer ranks",
                                 tets, ranks, empty));
}

} // namespace

PartitionMethod parse_partition_method(const std::string &name) {
#ifdef CURLEW_HAVE_METIS
  constexpr bool have_metis = true;
#else
  constexpr bool have_metis = false;
#endif
  if (name == "spatial" || (name == "auto" && !have_metis))
    return PartitionMethod::spatial;
  if (name == "metis" && !have_metis)
    throw NotCompiled("the partition \"metis\"", "configure with -DCURLEW_ENABLE_METIS=ON");
  if (name == "metis" || name == "auto")
    return PartitionMethod::metis;
  throw InputError(fmt::format("unknown partition \"{}\" (legal: auto, metis, spatial)", name));
}

std::string to_string(PartitionMethod method) {
  return method == PartitionMethod::metis ? "metis" : "spatial";
}

std::vector<int> partition_nodes(const TetMesh &mesh, const std::vector<std::uint8_t> &solved,
                                 int ranks, PartitionMethod method, int threads) {
  const IndexRows node_tets = make_node_tets(mesh, threads);
  std::vector<Index> weight(mesh.points.size());
  parallel_chunks(weight.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      weight[n] =
          static_cast<Index>(std::count_if(node_tets.begin(n), node_tets.end(n), [&](Index tet) {
            return solved.empty() || solved[tet] != 0;
          }));
  });
  std::vector<int> owner;
#ifdef CURLEW_HAVE_METIS
  if (method == PartitionMethod::metis && ranks > 1) {
    std::vector<idx_t> offsets, neighbours;
    node_graph(mesh, node_tets, threads, offsets, neighbours);
    owner = metis_parts(std::move(offsets), std::move(neighbours), weight, ranks, "nodes");
  }
#endif
  if (owner.empty())
    owner = cut_sequence(weight, ranks);
  (void)method; // without METIS there is one way
  check_parts(owner, weight, ranks, mesh.tets.size());
  return owner;
}

std::vector<int> partition_tets(const IndexRows &neighbours, const std::vector<Index> &weight,
                                int ranks, PartitionMethod method) {
  std::vector<int> owner;
#ifdef CURLEW_HAVE_METIS
  if (method == PartitionMethod::metis && ranks > 1 &&
      weight.size() >= static_cast<std::size_t>(ranks)) {
    to_index(neighbours.indices.size(), "faces, for METIS");
    owner =
        metis_parts({neighbours.offsets.begin(), neighbours.offsets.end()},
                    {neighbours.indices.begin(), neighbours.indices.end()}, weight, ranks, "tets");
  }
#endif
  if (owner.empty())
    owner = cut_sequence(weight, ranks);
  (void)method; // without METIS there is one way
  check_parts(owner, weight, ranks, weight.size());
  return owner;
}

} // namespace curlew
