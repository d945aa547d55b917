#include <curlew/core/mesh/reorder.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/extent.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/hilbert.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/core/parallel/host_arrays.hpp>

#ifdef CURLEW_HAVE_METIS
#include <metis.h>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>

namespace curlew {
namespace {

Point centroid(const TetMesh &mesh, std::size_t tet) {
  Point sum{0, 0, 0};
  for (Index n : mesh.tets[tet])
    sum = sum + mesh.points[n];
  return 0.25 * sum;
}

// Maps points to keys on a Hilbert curve through the cube around the mesh.
class HilbertCube {
public:
  HilbertCube(const TetMesh &mesh, int threads) {
    if (mesh.points.empty())
      return;
    const Extent all =
        reduce_blocks(mesh.points.size(), threads, Extent(),
                      [&](Extent &part, std::size_t n) { part.add(mesh.points[n]); });
    low_ = all.low;
    const Point extent = all.high - low_;
    const double side = std::max({extent[0], extent[1], extent[2]});
    cells_per_m_ = side > 0 ? (std::ldexp(1.0, k_hilbert_bits) - 1) / side : 0;
  }
  std::uint64_t key(const Point &p) const {
    std::array<std::uint32_t, 3> cell;
    for (int d = 0; d < 3; ++d)
      cell[d] = static_cast<std::uint32_t>((p[d] - low_[d]) * cells_per_m_);
    return hilbert_key(cell);
  }

private:
  Point low_{0, 0, 0};
  double cells_per_m_ = 0;
};

struct Keyed {
  std::uint64_t key;
  Index cluster; // number of the tet's cluster along the curve; 0 where there are none
  Index tet;
  // no two are equal, so any correct sort gives the same order
  bool operator<(const Keyed &other) const {
    if (cluster != other.cluster)
      return cluster < other.cluster;
    return key != other.key ? key < other.key : tet < other.tet;
  }
};

void parallel_sort(std::vector<Keyed> &items, int threads) {
  const std::size_t chunks = chunk_count(items.size(), threads);
  std::vector<std::size_t> bounds(chunks + 1, 0);
  parallel_chunks(items.size(), threads,
                  [&](std::size_t begin, std::size_t end, std::size_t chunk) {
                    std::sort(items.begin() + begin, items.begin() + end);
                    bounds[chunk + 1] = end;
                  });
  for (std::size_t width = 1; width < chunks; width *= 2)
    parallel_chunks((chunks + 2 * width - 1) / (2 * width), threads,
                    [&](std::size_t begin, std::size_t end) {
                      for (std::size_t pair = begin; pair < end; ++pair) {
                        const std::size_t middle = std::min(chunks, (2 * pair + 1) * width);
                        const std::size_t last = std::min(chunks, (2 * pair + 2) * width);
                        std::inplace_merge(items.begin() + bounds[2 * pair * width],
                                           items.begin() + bounds[middle],
                                           items.begin() + bounds[last]);
                      }
                    },
                    1);
}

// Tets along the Hilbert curve, or cluster by cluster where cluster_of is not empty.
std::vector<Index> spatial_order(const TetMesh &mesh, const std::vector<Index> &cluster_of,
                                 int threads) {
  const HilbertCube cube(mesh, threads);
  std::vector<Keyed> keyed(mesh.tets.size());
  parallel_chunks(keyed.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      keyed[t] = {cube.key(centroid(mesh, t)), cluster_of.empty() ? 0 : cluster_of[t],
                  static_cast<Index>(t)};
  });
  parallel_sort(keyed, threads);
  std::vector<Index> order(keyed.size());
  parallel_chunks(order.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      order[i] = keyed[i].tet;
  });
  return order;
}

TetTopology facet_graph(const TetMesh &mesh, int threads) {
  TopologyOptions options;
  options.node_edges = options.node_tets = false;
  options.threads = threads;
  return make_topology(mesh, options);
}

// The tets across the facets of one tet.
template <class Visit> void for_neighbours(const TetTopology &graph, Index tet, Visit visit) {
  for (Index face : graph.tet_faces[tet]) {
    const std::array<Index, 2> &tets = graph.face_tets[face];
    const Index other = tets[0] == tet ? tets[1] : tets[0];
    if (other >= 0)
      visit(other);
  }
}

// A. George, J. Liu, Computer Solution of Large Sparse Positive Definite Systems (1981), ch. 4,
// on the graph of tets; part by part where the mesh is in several.
class CuthillMcKee {
public:
  explicit CuthillMcKee(const TetTopology &graph)
      : graph_(graph), met_(graph.tet_faces.size(), 0) {}

  std::vector<Index> reversed_order() {
    order_.reserve(met_.size());
    for (std::size_t t = 0; t < met_.size(); ++t) {
      if (met_[t] == k_placed)
        continue;
      const std::size_t start = order_.size();
      auto root = static_cast<Index>(t);
      // the last tet of a walk lies far out; a second walk from there gets near a periphery
      for (int i = 0; i < 2; ++i) {
        walk(root, ++round_);
        root = order_.back();
        order_.resize(start);
      }
      walk(root, k_placed);
    }
    std::reverse(order_.begin(), order_.end());
    return std::move(order_);
  }

private:
  static constexpr Index k_placed = -1;

  int degree(Index tet) const {
    int count = 0;
    for_neighbours(graph_, tet, [&](Index) { ++count; });
    return count;
  }

  // Appends all tets connected to root, breadth first, marking them.
  void walk(Index root, Index mark) {
    std::size_t next = order_.size();
    met_[root] = mark;
    order_.push_back(root);
    for (; next < order_.size(); ++next) {
      const std::size_t first_new = order_.size();
      for_neighbours(graph_, order_[next], [&](Index tet) {
        if (met_[tet] != mark) {
          met_[tet] = mark;
          order_.push_back(tet);
        }
      });
      std::sort(order_.begin() + first_new, order_.end(), [&](Index a, Index b) {
        const int da = degree(a), db = degree(b);
        return da != db ? da < db : a < b;
      });
    }
  }

  const TetTopology &graph_;
  std::vector<Index> met_, order_;
  Index round_ = 0;
};

#ifdef CURLEW_HAVE_METIS

constexpr std::size_t k_tets_per_cluster = 4096;
constexpr idx_t k_metis_seed = 1; // fixed: the same mesh always gives the same order

std::vector<Index> metis_clusters(const TetMesh &mesh, int threads) {
  const std::size_t tets = mesh.tets.size();
  auto parts = static_cast<idx_t>((tets + k_tets_per_cluster - 1) / k_tets_per_cluster);
  if (parts < 2)
    return std::vector<Index>(tets, 0);

  std::vector<idx_t> offsets(tets + 1, 0), neighbours;
  {
    const TetTopology graph = facet_graph(mesh, threads);
    to_index(4 * static_cast<std::uint64_t>(tets), "neighbours of tets, for METIS");
    neighbours.reserve(4 * tets);
    for (std::size_t t = 0; t < tets; ++t) {
      for_neighbours(graph, static_cast<Index>(t),
                     [&](Index other) { neighbours.push_back(other); });
      offsets[t + 1] = static_cast<idx_t>(neighbours.size());
    }
  }
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = k_metis_seed;
  idx_t count = static_cast<idx_t>(tets), constraints = 1, cut = 0;
  std::vector<idx_t> part(tets);
  const int status =
      METIS_PartGraphKway(&count, &constraints, offsets.data(), neighbours.data(), nullptr, nullptr,
                          nullptr, &parts, nullptr, nullptr, options, &cut, part.data());
  if (status == METIS_ERROR_MEMORY)
    throw ResourceError(fmt::format("METIS ran out of memory ordering {} tets; choose another "
                                    "\"reorder\"",
                                    tets));
  if (status != METIS_OK)
    throw Error(ExitCode::internal,
                fmt::format("METIS_PartGraphKway failed with status {}", status));

  // clusters follow each other along the curve through their centres
  std::vector<Point> centre(parts, Point{0, 0, 0});
  std::vector<std::size_t> size(parts, 0);
  for (std::size_t t = 0; t < tets; ++t) {
    centre[part[t]] = centre[part[t]] + centroid(mesh, t);
    ++size[part[t]];
  }
  const HilbertCube cube(mesh, threads);
  std::vector<std::uint64_t> key(parts, 0);
  for (idx_t p = 0; p < parts; ++p)
    if (size[p] > 0)
      key[p] = cube.key((1 / static_cast<double>(size[p])) * centre[p]);
  std::vector<Index> by_key(parts), number(parts);
  std::iota(by_key.begin(), by_key.end(), 0);
  std::stable_sort(by_key.begin(), by_key.end(), [&](Index a, Index b) { return key[a] < key[b]; });
  for (std::size_t i = 0; i < by_key.size(); ++i)
    number[by_key[i]] = static_cast<Index>(i);
  std::vector<Index> result(tets);
  for (std::size_t t = 0; t < tets; ++t)
    result[t] = number[part[t]];
  return result;
}

#endif

std::vector<Index> tet_order(const TetMesh &mesh, MeshOrder order, int threads) {
  if (order == MeshOrder::rcm) {
    const TetTopology graph = facet_graph(mesh, threads);
    return CuthillMcKee(graph).reversed_order();
  }
  if (order == MeshOrder::metis) {
#ifdef CURLEW_HAVE_METIS
    return spatial_order(mesh, metis_clusters(mesh, threads), threads);
#else
    throw NotCompiled("the mesh order \"metis\"", "configure with -DCURLEW_ENABLE_METIS=ON");
#endif
  }
  return spatial_order(mesh, {}, threads);
}

// New number of each node: as the tets meet them, unused ones last.
std::vector<Index> number_nodes(const TetMesh &mesh, int threads) {
  // where the walk over the tets' corners first meets each node
  constexpr auto k_nowhere = std::numeric_limits<std::int64_t>::max();
  std::vector<std::atomic<std::int64_t>> first(mesh.points.size());
  parallel_chunks(first.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      first[n].store(k_nowhere, std::memory_order_relaxed);
  });
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (std::size_t i = 0; i < 4; ++i) {
        const auto corner = static_cast<std::int64_t>(4 * t + i);
        std::atomic<std::int64_t> &met = first[mesh.tets[t][i]];
        std::int64_t known = met.load(std::memory_order_relaxed);
        while (corner < known &&
               !met.compare_exchange_weak(known, corner, std::memory_order_relaxed)) {
        }
      }
  });
  const std::vector<std::int64_t> corners =
      select_items<std::int64_t>(4 * mesh.tets.size(), threads, [&](std::size_t corner) {
        return first[mesh.tets[corner / 4][corner % 4]].load(std::memory_order_relaxed) ==
               static_cast<std::int64_t>(corner);
      });
  std::vector<Index> number(mesh.points.size());
  parallel_chunks(corners.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      number[mesh.tets[corners[i] / 4][corners[i] % 4]] = static_cast<Index>(i);
  });
  auto next = static_cast<Index>(corners.size());
  if (corners.size() < number.size())
    for (std::size_t n = 0; n < number.size(); ++n)
      if (first[n].load(std::memory_order_relaxed) == k_nowhere)
        number[n] = next++;
  return number;
}

} // namespace

TetMesh reorder(TetMesh mesh, MeshOrder order, int threads) {
  if (order == MeshOrder::none)
    return mesh;
  {
    const std::vector<Index> from = tet_order(mesh, order, threads);
    std::vector<std::array<Index, 4>> tets(from.size());
    std::vector<Index> groups(from.size());
    parallel_chunks(from.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t) {
        tets[t] = mesh.tets[from[t]];
        groups[t] = mesh.tet_group[from[t]];
      }
    });
    mesh.tets = std::move(tets);
    mesh.tet_group = std::move(groups);
  }
  const std::vector<Index> number = number_nodes(mesh, threads);
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (Index &n : mesh.tets[t])
        n = number[n];
  });
  parallel_chunks(mesh.triangles.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (Index &n : mesh.triangles[t])
        n = number[n];
  });
  std::vector<Point> points(mesh.points.size());
  parallel_chunks(points.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      points[number[n]] = mesh.points[n];
  });
  mesh.points = std::move(points);
  return mesh;
}

} // namespace curlew
