#include <curlew/core/mesh/reorder.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/spatial_order.hpp>
#include <curlew/core/mesh/topology.hpp>

#ifdef CURLEW_HAVE_METIS
#include <metis.h>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace curlew {
namespace {

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
      // the last tet of a walk lies far out; a second walk from there ends near a periphery
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
constexpr idx_t k_order_seed = 1; // fixed: the same mesh always gives the same order

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
  options[METIS_OPTION_SEED] = k_order_seed;
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
    centre[part[t]] = centre[part[t]] + centroid(mesh.points, mesh.tets[t]);
    ++size[part[t]];
  }
  const HilbertCube cube(mesh.points, threads);
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
    return spatial_order(mesh.points, mesh.tets, metis_clusters(mesh, threads), threads);
#else
    throw NotCompiled("the mesh order \"metis\"", "configure with -DCURLEW_ENABLE_METIS=ON");
#endif
  }
  return spatial_order(mesh.points, mesh.tets, {}, threads);
}

} // namespace

ReorderedMesh reorder_with_numbers(TetMesh mesh, MeshOrder order, int threads) {
  if (order == MeshOrder::none) {
    std::vector<Index> number(mesh.points.size());
    std::iota(number.begin(), number.end(), 0);
    return {std::move(mesh), std::move(number)};
  }
  const std::vector<Index> from = tet_order(mesh, order, threads);
  mesh.tets = gathered(mesh.tets, from, threads);
  mesh.tet_group = gathered(mesh.tet_group, from, threads);
  if (mesh.is_curved())
    mesh.tet_edge_points = gathered(mesh.tet_edge_points, from, threads);
  std::vector<Index> number = number_as_met(mesh.tets, mesh.points.size(), threads);
  renumber(mesh.tets, number, threads);
  renumber(mesh.triangles, number, threads);
  mesh.points = scattered(mesh.points, number, threads);
  return {std::move(mesh), std::move(number)};
}

TetMesh reorder(TetMesh mesh, MeshOrder order, int threads) {
  return reorder_with_numbers(std::move(mesh), order, threads).mesh;
}

} // namespace curlew
