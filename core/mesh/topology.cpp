#include <curlew/core/mesh/topology.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/invert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace curlew {
namespace {

constexpr Index k_first_time = -1;

// A hash table for the few edges or faces around one node; emptied in constant time.
class SmallTable {
public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t round = 0;
    Index id = -1;
    Index tets = 0;      // number of tets of the edge or face found so far
    int first_local = 0; // its local number in the first of these tets
  };

  // Empties the table and makes room for `count` entries.
  void start(std::size_t count) {
    std::size_t size = std::max<std::size_t>(entries_.size(), 64);
    while (size < 2 * count)
      size *= 2;
    if (size != entries_.size() || round_ == std::numeric_limits<std::uint32_t>::max()) {
      entries_.assign(size, Entry());
      round_ = 0;
    }
    ++round_;
  }
  // Returns the entry of a key; `fresh`: whether the entry was just made.
  Entry &find(std::uint64_t key, bool &fresh) {
    std::size_t at = (key * 0x9e3779b97f4a7c15u) >> 32;
    for (;; ++at) {
      Entry &entry = entries_[at & (entries_.size() - 1)];
      fresh = entry.round != round_;
      if (fresh)
        entry = {key, round_, -1, 0, 0};
      if (entry.key == key)
        return entry;
    }
  }

private:
  std::vector<Entry> entries_;
  std::uint32_t round_ = 0;
};

std::array<Index, 3> facet(const std::array<Index, 4> &tet, int opposite) {
  std::array<Index, 3> nodes = {tet[k_tet_faces[opposite][0]], tet[k_tet_faces[opposite][1]],
                                tet[k_tet_faces[opposite][2]]};
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::string describe(const TetMesh &mesh, const std::array<Index, 3> &nodes) {
  std::string text = "nodes";
  for (Index n : nodes)
    text += fmt::format("{} {} at ({:.6g}, {:.6g}, {:.6g})", n == nodes[0] ? "" : ",", n,
                        mesh.points[n][0], mesh.points[n][1], mesh.points[n][2]);
  return text + " m";
}

// Edges and faces of tets are looked up at their lowest node. key() returns true where local entity
// k of a tet belongs to node `low`, and gives the other nodes that identify it there.
struct EdgeKind {
  static constexpr int count = 6;
  static bool key(const std::array<Index, 4> &tet, int k, Index low, std::uint64_t &key) {
    const Index a = tet[k_tet_edges[k][0]], b = tet[k_tet_edges[k][1]];
    key = static_cast<std::uint64_t>(std::max(a, b));
    return std::min(a, b) == low;
  }
  static std::array<Index, 2> nodes(const std::array<Index, 4> &tet, int k) {
    const Index a = tet[k_tet_edges[k][0]], b = tet[k_tet_edges[k][1]];
    return {std::min(a, b), std::max(a, b)};
  }
};

struct FaceKind {
  static constexpr int count = 4;
  static bool key(const std::array<Index, 4> &tet, int k, Index low, std::uint64_t &key) {
    const std::array<Index, 3> f = facet(tet, k);
    key = static_cast<std::uint64_t>(f[1]) << 32 | static_cast<std::uint64_t>(f[2]);
    return f[0] == low;
  }
  static std::array<Index, 3> nodes(const std::array<Index, 4> &tet, int k) {
    return facet(tet, k);
  }
};

// Walks around every node over the entities whose lowest node it is, in ascending order of tets:
// visit(entry, fresh, tet, k, chunk). Each entity is visited by one thread only.
template <class Kind, class Visit>
void around_nodes(const TetMesh &mesh, const IndexRows &node_tets, int threads, Visit visit) {
  parallel_chunks(
      mesh.points.size(), threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        SmallTable table;
        for (std::size_t n = begin; n < end; ++n) {
          const Index *first = node_tets.begin(n), *last = node_tets.end(n);
          table.start(3 * static_cast<std::size_t>(last - first)); // 3 edges or faces each
          for (const Index *t = first; t != last; ++t)
            for (int k = 0; k < Kind::count; ++k) {
              std::uint64_t key = 0;
              if (!Kind::key(mesh.tets[*t], k, static_cast<Index>(n), key))
                continue;
              bool fresh = false;
              SmallTable::Entry &entry = table.find(key, fresh);
              visit(entry, fresh, *t, k, chunk);
            }
        }
      });
}

// Numbers the entities of one kind in the order in which the tets first list them: marks the first
// occurrences, counts them along the tets (then calls counted()), spreads the numbers to the other
// occurrences and calls visit_numbered(entry, tet, k, chunk) for each occurrence.
template <class Kind, class Entities, class TetEntities, class Visit, class Counted>
void number(const TetMesh &mesh, const IndexRows &node_tets, int threads, const char *what,
            Entities &entities, TetEntities &tet_entities, Visit visit_numbered, Counted counted) {
  const std::size_t tets = mesh.tets.size();
  tet_entities.resize(tets);
  around_nodes<Kind>(mesh, node_tets, threads,
                     [&](SmallTable::Entry &, bool fresh, Index t, int k, std::size_t) {
                       tet_entities[t][k] = fresh ? k_first_time : 0;
                     });

  std::vector<std::uint64_t> before(chunk_count(tets, threads) + 1, 0);
  parallel_chunks(tets, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::uint64_t count = 0;
    for (std::size_t t = begin; t < end; ++t)
      for (Index id : tet_entities[t])
        count += id == k_first_time;
    before[chunk + 1] = count;
  });
  for (std::size_t chunk = 1; chunk < before.size(); ++chunk)
    before[chunk] += before[chunk - 1];
  entities.resize(to_index(before.back(), what));
  counted();
  parallel_chunks(tets, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    auto next = static_cast<Index>(before[chunk]);
    for (std::size_t t = begin; t < end; ++t)
      for (int k = 0; k < Kind::count; ++k)
        if (tet_entities[t][k] == k_first_time) {
          entities[next] = Kind::nodes(mesh.tets[t], k);
          tet_entities[t][k] = next++;
        }
  });

  around_nodes<Kind>(mesh, node_tets, threads,
                     [&](SmallTable::Entry &entry, bool fresh, Index t, int k, std::size_t chunk) {
                       if (fresh) {
                         entry.id = tet_entities[t][k];
                         entry.first_local = k;
                       } else {
                         tet_entities[t][k] = entry.id;
                       }
                       ++entry.tets;
                       visit_numbered(entry, t, k, chunk);
                     });
}

void check_tets(const TetMesh &mesh, int threads) {
  const auto nodes = static_cast<Index>(mesh.points.size());
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const std::array<Index, 4> &v = mesh.tets[t];
      for (Index n : v)
        if (n < 0 || n >= nodes)
          throw InputError(
              fmt::format("tet {} names node {}, but the mesh has nodes 0 to {}", t, n, nodes - 1));
      for (const std::array<int, 2> &e : k_tet_edges)
        if (v[e[0]] == v[e[1]])
          throw InputError(fmt::format("tet {} names node {} twice", t, v[e[0]]));
    }
  });
}

// A face that more than two tets share, or two on the same side of it.
struct BadFace {
  Index face = std::numeric_limits<Index>::max();
  Index tet = -1; // the tet in excess
};

void make_faces(const TetMesh &mesh, const IndexRows &node_tets, int threads,
                TetTopology &topology) {
  std::vector<BadFace> bad(chunk_count(mesh.points.size(), threads));
  std::vector<std::array<Index, 2>> &face_tets = topology.face_tets;
  const auto visit = [&](const SmallTable::Entry &entry, Index t, int k, std::size_t chunk) {
    std::array<Index, 2> &tets = face_tets[entry.id];
    if (entry.tets == 1) {
      tets = {t, -1};
      return;
    }
    bool wrong = entry.tets > 2;
    if (!wrong) {
      tets[1] = t;
      // the first tet's local number is read from the entry: its row of tet_faces is still being
      // written by the threads that own its other faces
      wrong = face_sign(mesh.tets[tets[0]], entry.first_local) == face_sign(mesh.tets[t], k);
    }
    if (wrong && entry.id <= bad[chunk].face)
      bad[chunk] = {entry.id, t};
  };
  number<FaceKind>(mesh, node_tets, threads, "faces", topology.faces, topology.tet_faces, visit,
                   [&] { face_tets.resize(topology.faces.size()); });

  const BadFace worst = *std::min_element(
      bad.begin(), bad.end(), [](const BadFace &a, const BadFace &b) { return a.face < b.face; });
  if (worst.tet < 0)
    return;
  const std::array<Index, 2> &tets = face_tets[worst.face];
  const std::string where = describe(mesh, topology.faces[worst.face]);
  if (worst.tet != tets[1])
    throw InputError(fmt::format("tets {}, {} and {} share one facet ({}); a facet can lie between "
                                 "two tets only: the mesh overlaps itself",
                                 tets[0], tets[1], worst.tet, where));
  throw InputError(fmt::format("tets {} and {} lie on the same side of the facet that they share "
                               "({}): one of them is inverted or listed twice",
                               tets[0], tets[1], where));
}

} // namespace

int face_sign(const std::array<Index, 4> &tet, int i) {
  const Index a = tet[k_tet_faces[i][0]], b = tet[k_tet_faces[i][1]], c = tet[k_tet_faces[i][2]];
  const int inversions = (a > b) + (a > c) + (b > c);
  return inversions % 2 == 0 ? 1 : -1;
}

IndexRows make_node_tets(const TetMesh &mesh, int threads) {
  return invert(mesh.tets, mesh.points.size(), threads);
}

TetTopology make_topology(const TetMesh &mesh, const TopologyOptions &options) {
  to_index(mesh.points.size(), "nodes");
  to_index(mesh.tets.size(), "tets");
  check_tets(mesh, options.threads);
  TetTopology topology;
  topology.node_tets = make_node_tets(mesh, options.threads);
  number<EdgeKind>(
      mesh, topology.node_tets, options.threads, "edges", topology.edges, topology.tet_edges,
      [](const SmallTable::Entry &, Index, int, std::size_t) {}, [] {});
  if (options.faces)
    make_faces(mesh, topology.node_tets, options.threads, topology);
  if (!options.node_tets)
    topology.node_tets = {};
  if (options.node_edges)
    topology.node_edges = invert(topology.edges, mesh.points.size(), options.threads);
  return topology;
}

namespace {

// Describes other nodes at the position of a corner, as in meshes put together from parts.
std::string describe_copies(const TetMesh &mesh, const std::array<Index, 3> &nodes) {
  double size = 0;
  for (const Index node : nodes)
    size = std::max(size, norm(mesh.points[node] - mesh.points[nodes[0]]));
  constexpr double k_coincidence = 1e-9;
  for (const Index node : nodes)
    for (std::size_t other = 0; other < mesh.points.size(); ++other)
      if (static_cast<Index>(other) != node &&
          norm(mesh.points[other] - mesh.points[node]) <= k_coincidence * size)
        return fmt::format(". Two nodes lie at ({:g}, {:g}, {:g}) m: merge nodes at one place "
                           "(\"Coherence Mesh\" in Gmsh)",
                           mesh.points[node][0], mesh.points[node][1], mesh.points[node][2]);
  return "";
}

} // namespace

std::vector<Index> triangle_faces(const TetMesh &mesh, const TetTopology &topology, int threads) {
  IndexRows made;
  if (topology.node_tets.offsets.empty())
    made = make_node_tets(mesh, threads);
  const IndexRows &node_tets = topology.node_tets.offsets.empty() ? made : topology.node_tets;
  std::vector<Index> result(mesh.triangles.size());
  parallel_chunks(mesh.triangles.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      std::array<Index, 3> nodes = mesh.triangles[i];
      std::sort(nodes.begin(), nodes.end());
      if (nodes[0] < 0 || static_cast<std::size_t>(nodes[2]) >= mesh.points.size())
        throw InputError(fmt::format("triangle {} names node {}, but the mesh has nodes 0 to {}", i,
                                     nodes[0] < 0 ? nodes[0] : nodes[2], mesh.points.size() - 1));
      result[i] = -1;
      for (const Index *t = node_tets.begin(nodes[0]); t != node_tets.end(nodes[0]); ++t)
        for (Index face : topology.tet_faces[*t])
          if (topology.faces[face] == nodes)
            result[i] = face;
      if (result[i] < 0)
        throw InputError(fmt::format("triangle {} of group \"{}\" ({}) is no facet of any tet; the "
                                     "surface mesh must be part of the volume mesh{}",
                                     i, mesh.groups[mesh.triangle_group[i]].label(),
                                     describe(mesh, nodes), describe_copies(mesh, nodes)));
    }
  });
  return result;
}

std::vector<Index> boundary_faces(const TetTopology &topology, int threads) {
  return select_items<Index>(topology.face_tets.size(), threads,
                             [&](std::size_t f) { return topology.face_tets[f][1] < 0; });
}

Index find_edge(const TetTopology &topology, Index a, Index b) {
  const std::array<Index, 2> wanted = {std::min(a, b), std::max(a, b)};
  for (const Index *e = topology.node_edges.begin(a); e != topology.node_edges.end(a); ++e)
    if (topology.edges[*e] == wanted)
      return *e;
  return -1;
}

} // namespace curlew
