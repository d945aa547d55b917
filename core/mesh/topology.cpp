#include <curlew/core/mesh/topology.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/invert.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace curlew {
namespace {

// A hash table for the few edges or faces around one node; emptied in constant time.
class SmallTable {
public:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t round = 0;
    Index place = 0;     // among the entities of the node
    Index tets = 0;      // number of tets of the edge or face found so far
    Index first_tet = 0; // the first of them
    int first_local = 0; // its local number there
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
    count_ = 0;
  }
  // Returns the entry of a key; its `tets` is 0 where it was just made.
  Entry &find(std::uint64_t key) {
    std::size_t at = (key * 0x9e3779b97f4a7c15u) >> 32;
    for (;; ++at) {
      Entry &entry = entries_[at & (entries_.size() - 1)];
      if (entry.round != round_)
        entry = {key, round_, count_++, 0, 0, 0};
      if (entry.key == key)
        return entry;
    }
  }
  Index count() const { return count_; }

private:
  std::vector<Entry> entries_;
  std::uint32_t round_ = 0;
  Index count_ = 0;
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

// Edges and faces of tets belong to their lowest node. owned() calls visit(k, key) for each local
// entity k of a tet that belongs to its local node i; the key identifies it among those of the
// node.
struct EdgeKind {
  static constexpr int count = 6;
  template <class Visit>
  static void owned(const std::array<Index, 4> &tet, int i, const Visit &visit) {
    constexpr int k_between[4][4] = {{-1, 0, 1, 2}, {0, -1, 3, 4}, {1, 3, -1, 5}, {2, 4, 5, -1}};
    for (int other = 0; other < 4; ++other)
      if (tet[other] > tet[i])
        visit(k_between[i][other], static_cast<std::uint64_t>(tet[other]));
  }
  static std::array<Index, 2> nodes(const std::array<Index, 4> &tet, int k) {
    const Index a = tet[k_tet_edges[k][0]], b = tet[k_tet_edges[k][1]];
    return {std::min(a, b), std::max(a, b)};
  }
  static Index lowest(const std::array<Index, 4> &tet, int k) {
    return std::min(tet[k_tet_edges[k][0]], tet[k_tet_edges[k][1]]);
  }
};

struct FaceKind {
  static constexpr int count = 4;
  template <class Visit>
  static void owned(const std::array<Index, 4> &tet, int i, const Visit &visit) {
    for (int opposite = 0; opposite < 4; ++opposite) {
      if (opposite == i)
        continue;
      const int a = i == 0 ? (opposite == 1 ? 2 : 1) : (opposite == 0 ? (i == 1 ? 2 : 1) : 0);
      const Index low = std::min(tet[a], tet[6 - i - opposite - a]);
      const Index high = std::max(tet[a], tet[6 - i - opposite - a]);
      if (low > tet[i])
        visit(opposite, static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high));
    }
  }
  static std::array<Index, 3> nodes(const std::array<Index, 4> &tet, int k) {
    return facet(tet, k);
  }
  static Index lowest(const std::array<Index, 4> &tet, int k) {
    return std::min({tet[k_tet_faces[k][0]], tet[k_tet_faces[k][1]], tet[k_tet_faces[k][2]]});
  }
};

// A face that more than two tets share, or two on the same side of it.
struct BadFace {
  Index node = 0, place = 0; // its lowest node, and its place among the faces of that node
  Index tet = -1;            // the tet in excess
};

// Lists the edges or faces of every node in the order in which its tets, rising, first meet them.
// Sets each tet_entities[t][k] to the place of the entity among those of its lowest node, or to
// ~place in the tet that meets it first. Returns the number of entities of all lower nodes. One
// thread visits all tets of an entity: check(entry, tet, k, node, chunk).
template <class Kind, class TetEntities, class Check>
std::vector<Offset> place_at_nodes(const TetMesh &mesh, const IndexRows &node_tets, int threads,
                                   TetEntities &tet_entities, const Check &check) {
  const std::size_t nodes = mesh.points.size();
  std::vector<Offset> before(nodes), of_chunk(chunk_count(nodes, threads) + 1, 0);
  parallel_chunks(nodes, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    SmallTable table;
    Offset total = 0;
    for (std::size_t n = begin; n < end; ++n) {
      const Index *first = node_tets.begin(n), *last = node_tets.end(n);
      table.start(3 * static_cast<std::size_t>(last - first)); // 3 edges or faces each
      for (const Index *t = first; t != last; ++t) {
        const std::array<Index, 4> &tet = mesh.tets[*t];
        int i = 0;
        while (tet[i] != static_cast<Index>(n))
          ++i;
        Kind::owned(tet, i, [&](int k, std::uint64_t key) {
          SmallTable::Entry &entry = table.find(key);
          if (++entry.tets == 1) {
            entry.first_tet = *t;
            entry.first_local = k;
          }
          tet_entities[*t][k] = entry.tets == 1 ? ~entry.place : entry.place;
          check(entry, *t, k, static_cast<Index>(n), chunk);
        });
      }
      before[n] = total;
      total += table.count();
    }
    of_chunk[chunk + 1] = total;
  });
  for (std::size_t chunk = 1; chunk < of_chunk.size(); ++chunk)
    of_chunk[chunk] += of_chunk[chunk - 1];
  parallel_chunks(nodes, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    for (std::size_t n = begin; n < end; ++n)
      before[n] += of_chunk[chunk];
  });
  return before;
}

// Numbers the entities of one kind in the order in which the tets first list them, from what
// place_at_nodes() left in tet_entities, and returns the number of each entity, by nodes and
// places. Calls counted(their count), then first(entity, tet) in the first tet of each. Sets those
// entries of tet_entities to ~number; use_numbers() sets the others.
template <class Kind, class Entities, class TetEntities, class Counted, class First>
std::vector<Index> number_first(const TetMesh &mesh, const std::vector<Offset> &before, int threads,
                                const char *what, Entities &entities, TetEntities &tet_entities,
                                const Counted &counted, const First &first) {
  const std::size_t tets = mesh.tets.size();
  std::vector<std::uint64_t> offsets(chunk_count(tets, threads) + 1, 0);
  parallel_chunks(tets, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    std::uint64_t count = 0;
    for (std::size_t t = begin; t < end; ++t)
      for (const Index place : tet_entities[t])
        count += place < 0;
    offsets[chunk + 1] = count;
  });
  for (std::size_t chunk = 1; chunk < offsets.size(); ++chunk)
    offsets[chunk] += offsets[chunk - 1];
  entities.resize(to_index(offsets.back(), what));
  counted(entities.size());
  std::vector<Index> numbers(entities.size());
  parallel_chunks(tets, threads, [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    auto next = static_cast<Index>(offsets[chunk]);
    for (std::size_t t = begin; t < end; ++t)
      for (int k = 0; k < Kind::count; ++k)
        if (Index &place = tet_entities[t][k]; place < 0) {
          entities[next] = Kind::nodes(mesh.tets[t], k);
          numbers[before[entities[next][0]] + ~place] = next;
          first(next, static_cast<Index>(t));
          place = ~next++;
        }
  });
  return numbers;
}

// Replaces places by numbers, and calls again(entity, tet) in all tets of an entity but the first.
template <class Kind, class TetEntities, class Again>
void use_numbers(const TetMesh &mesh, const std::vector<Offset> &before,
                 const std::vector<Index> &numbers, int threads, TetEntities &tet_entities,
                 const Again &again) {
  parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (int k = 0; k < Kind::count; ++k) {
        Index &entity = tet_entities[t][k];
        if (entity < 0) {
          entity = ~entity;
        } else {
          entity = numbers[before[Kind::lowest(mesh.tets[t], k)] + entity];
          again(entity, static_cast<Index>(t));
        }
      }
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

void make_edges(const TetMesh &mesh, const IndexRows &node_tets, int threads,
                TetTopology &topology) {
  topology.tet_edges.resize(mesh.tets.size());
  const std::vector<Offset> before =
      place_at_nodes<EdgeKind>(mesh, node_tets, threads, topology.tet_edges,
                               [](const SmallTable::Entry &, Index, int, Index, std::size_t) {});
  const std::vector<Index> numbers = number_first<EdgeKind>(
      mesh, before, threads, "edges", topology.edges, topology.tet_edges, [](std::size_t) {},
      [](Index, Index) {});
  use_numbers<EdgeKind>(mesh, before, numbers, threads, topology.tet_edges, [](Index, Index) {});
}

[[noreturn]] void refuse(const TetMesh &mesh, const TetTopology &topology, Index face, Index tet) {
  const std::array<Index, 2> &tets = topology.face_tets[face];
  const std::string where = describe(mesh, topology.faces[face]);
  if (tet != tets[1])
    throw InputError(fmt::format("tets {}, {} and {} share one facet ({}); a facet can lie between "
                                 "two tets only: the mesh overlaps itself",
                                 tets[0], tets[1], tet, where));
  throw InputError(fmt::format("tets {} and {} lie on the same side of the facet that they share "
                               "({}): one of them is inverted or listed twice",
                               tets[0], tets[1], where));
}

void make_faces(const TetMesh &mesh, const IndexRows &node_tets, int threads,
                TetTopology &topology) {
  std::vector<std::vector<BadFace>> bad(chunk_count(mesh.points.size(), threads));
  const auto check = [&](const SmallTable::Entry &entry, Index t, int k, Index node,
                         std::size_t chunk) {
    if (entry.tets > 2 ||
        (entry.tets == 2 &&
         face_sign(mesh.tets[entry.first_tet], entry.first_local) == face_sign(mesh.tets[t], k)))
      bad[chunk].push_back({node, entry.place, t});
  };
  topology.tet_faces.resize(mesh.tets.size());
  const std::vector<Offset> before =
      place_at_nodes<FaceKind>(mesh, node_tets, threads, topology.tet_faces, check);
  std::vector<std::array<Index, 2>> &face_tets = topology.face_tets;
  const std::vector<Index> numbers = number_first<FaceKind>(
      mesh, before, threads, "faces", topology.faces, topology.tet_faces,
      [&](std::size_t count) { face_tets.resize(count); },
      [&](Index face, Index t) {
        face_tets[face] = {t, -1};
      });
  BadFace worst;
  Index lowest = std::numeric_limits<Index>::max();
  for (const std::vector<BadFace> &of_chunk : bad)
    for (const BadFace &one : of_chunk)
      if (const Index face = numbers[before[one.node] + one.place]; face <= lowest) {
        lowest = face;
        worst = one;
      }
  // one other tet at most writes each row, except in a mesh that is refused
  use_numbers<FaceKind>(mesh, before, numbers, worst.tet < 0 ? threads : 1, topology.tet_faces,
                        [&](Index face, Index t) {
                          if (face_tets[face][1] < 0)
                            face_tets[face][1] = t;
                        });
  if (worst.tet >= 0)
    refuse(mesh, topology, lowest, worst.tet);
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
  make_edges(mesh, topology.node_tets, options.threads, topology);
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
