#include <curlew/core/mesh/surface_topology.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/disjoint_sets.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/invert.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace curlew {
namespace {

// A side of a triangle: number 3 t + i for edge i of triangle t.
std::array<Index, 2> side_nodes(const TriMesh &mesh, std::size_t side) {
  const std::array<Index, 3> &v = mesh.triangles[side / 3];
  const Index a = v[(side + 1) % 3], b = v[(side + 2) % 3];
  return {std::min(a, b), std::max(a, b)};
}

void check_triangles(const TriMesh &mesh, int threads) {
  const auto nodes = static_cast<Index>(mesh.points.size());
  parallel_chunks(mesh.triangles.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t) {
      const std::array<Index, 3> &v = mesh.triangles[t];
      for (Index n : v)
        if (n < 0 || n >= nodes)
          throw InputError(fmt::format("triangle {} names node {}, but the mesh has nodes 0 to {}",
                                       t, n, nodes - 1));
      for (int i = 0; i < 3; ++i)
        if (v[i] == v[(i + 1) % 3])
          throw InputError(fmt::format("triangle {} names node {} twice", t, v[i]));
    }
  });
}

// The sides of triangles, sorted so that those of one edge follow each other: by lower node (the
// rows), then by higher node, then rising.
IndexRows sorted_sides(const TriMesh &mesh, int threads) {
  IndexRows sides = invert_items(3 * mesh.triangles.size(), mesh.points.size(), threads,
                                 [&](std::size_t side, const auto &visit) {
                                   visit(static_cast<std::size_t>(side_nodes(mesh, side)[0]));
                                 });
  parallel_chunks(mesh.points.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      std::sort(sides.indices.begin() + sides.offsets[n],
                sides.indices.begin() + sides.offsets[n + 1], [&](Index a, Index b) {
                  const Index high_a = side_nodes(mesh, a)[1], high_b = side_nodes(mesh, b)[1];
                  return high_a != high_b ? high_a < high_b : a < b;
                });
  });
  return sides;
}

// Calls visit(first, last) for the sides of every edge. Each edge is visited by one thread only.
template <class Visit>
void each_edge(const TriMesh &mesh, const IndexRows &sides, int threads, const Visit &visit) {
  parallel_chunks(sides.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      for (const Index *first = sides.begin(n), *last = first; first != sides.end(n);
           first = last) {
        const Index high = side_nodes(mesh, *first)[1];
        while (last != sides.end(n) && side_nodes(mesh, *last)[1] == high)
          ++last;
        visit(first, last);
      }
  });
}

// Numbers edges in the order in which the triangles first list them.
void number_edges(const TriMesh &mesh, int threads, SurfaceTopology &topology) {
  constexpr Index k_first_time = -1;
  const IndexRows sides = sorted_sides(mesh, threads);
  std::vector<std::array<Index, 3>> &of_triangle = topology.triangle_edges;
  of_triangle.assign(mesh.triangles.size(), {0, 0, 0});
  each_edge(mesh, sides, threads, [&](const Index *first, const Index *) {
    of_triangle[*first / 3][*first % 3] = k_first_time;
  });
  const std::vector<Index> firsts =
      select_items<Index>(3 * mesh.triangles.size(), threads, [&](std::size_t side) {
        return of_triangle[side / 3][side % 3] == k_first_time;
      });
  topology.edges.resize(firsts.size());
  parallel_chunks(firsts.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      topology.edges[e] = side_nodes(mesh, firsts[e]);
      of_triangle[firsts[e] / 3][firsts[e] % 3] = static_cast<Index>(e);
    }
  });
  topology.edge_offset.assign(firsts.size() + 1, 0);
  each_edge(mesh, sides, threads, [&](const Index *first, const Index *last) {
    const Index edge = of_triangle[*first / 3][*first % 3];
    topology.edge_offset[edge + 1] = last - first;
    for (const Index *side = first; side != last; ++side)
      of_triangle[*side / 3][*side % 3] = edge;
  });
  prefix_sum(topology.edge_offset, threads);
  topology.edge_triangles.resize(3 * mesh.triangles.size());
  each_edge(mesh, sides, threads, [&](const Index *first, const Index *last) {
    const Index edge = of_triangle[*first / 3][*first % 3];
    std::transform(first, last, topology.edge_triangles.begin() + topology.edge_offset[edge],
                   [](Index side) { return side / 3; });
  });
}

void number_parts(int threads, SurfaceTopology &topology) {
  const std::size_t triangles = topology.triangle_edges.size();
  DisjointSets sets(triangles, threads);
  parallel_chunks(topology.edges.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e)
      for (Offset i = topology.edge_offset[e] + 1; i < topology.edge_offset[e + 1]; ++i)
        sets.join(topology.edge_triangles[i - 1], topology.edge_triangles[i]);
  });
  topology.triangle_part.resize(triangles);
  // a root is the lowest of its set, so it comes first
  for (std::size_t t = 0; t < triangles; ++t) {
    const Index root = sets.root(static_cast<Index>(t));
    topology.triangle_part[t] =
        root == static_cast<Index>(t) ? topology.parts++ : topology.triangle_part[root];
  }
  topology.part_is_closed.assign(topology.parts, 1);
  for (std::size_t e = 0; e < topology.edges.size(); ++e)
    if (topology.edge_offset[e + 1] - topology.edge_offset[e] != 2)
      topology.part_is_closed
          [topology.triangle_part[topology.edge_triangles[topology.edge_offset[e]]]] = 0;
}

// Six times the signed volume of the tet between a triangle and a point.
double six_volumes(const TriMesh &mesh, const std::array<Index, 3> &v, const Point &from) {
  return dot(mesh.points[v[0]] - from, cross(mesh.points[v[1]] - from, mesh.points[v[2]] - from));
}

[[noreturn]] void refuse_one_sided(const TriMesh &mesh, const std::array<Index, 2> &edge) {
  const Point &a = mesh.points[edge[0]], &b = mesh.points[edge[1]];
  throw InputError(fmt::format("a surface has one side only (a Moebius strip): its normals cannot "
                               "agree across the edge from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, "
                               "{:.6g}, {:.6g}) m; cut the surface or mesh its geometry again",
                               a[0], a[1], a[2], b[0], b[1], b[2]));
}

// Marks the triangles that must turn so that neighbours across edges of two triangles agree with
// the first triangle of each manifold part.
std::vector<char> turns_to_agree(const TriMesh &mesh, const SurfaceTopology &topology) {
  const auto runs_upwards = [&](Index t, Index edge) {
    const std::array<Index, 3> &edges = topology.triangle_edges[t];
    const std::size_t i = std::find(edges.begin(), edges.end(), edge) - edges.begin();
    return mesh.triangles[t][(i + 1) % 3] == topology.edges[edge][0];
  };
  constexpr char k_unknown = -1;
  std::vector<char> turn(mesh.triangles.size(), k_unknown);
  std::vector<Index> reached;
  for (std::size_t first = 0; first < turn.size(); ++first) {
    if (turn[first] != k_unknown)
      continue;
    turn[first] = 0;
    reached.assign(1, static_cast<Index>(first));
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const Index t = reached[next];
      for (Index edge : topology.triangle_edges[t]) {
        const Offset offset = topology.edge_offset[edge];
        if (topology.edge_offset[edge + 1] - offset != 2)
          continue;
        const Index other =
            topology.edge_triangles[topology.edge_triangles[offset] == t ? offset + 1 : offset];
        // neighbours agree when their directions along the common edge are opposite
        const bool agree = runs_upwards(t, edge) != runs_upwards(other, edge);
        const char wanted = agree ? turn[t] : static_cast<char>(1 - turn[t]);
        if (turn[other] == k_unknown) {
          turn[other] = wanted;
          reached.push_back(other);
        } else if (turn[other] != wanted) {
          refuse_one_sided(mesh, topology.edges[edge]);
        }
      }
    }
  }
  return turn;
}

} // namespace

SurfaceTopology make_surface_topology(const TriMesh &mesh, int threads) {
  to_index(mesh.points.size(), "nodes");
  to_index(3 * static_cast<std::uint64_t>(mesh.triangles.size()), "sides of triangles");
  check_triangles(mesh, threads);
  SurfaceTopology topology;
  number_edges(mesh, threads, topology);
  number_parts(threads, topology);
  return topology;
}

std::size_t orient_surfaces(TriMesh &mesh, const SurfaceTopology &topology) {
  std::vector<char> turned = turns_to_agree(mesh, topology);
  const auto turn = [&](std::size_t t) { std::swap(mesh.triangles[t][1], mesh.triangles[t][2]); };
  for (std::size_t t = 0; t < turned.size(); ++t)
    if (turned[t])
      turn(t);
  const std::vector<double> volumes = enclosed_volumes(mesh, topology);
  for (std::size_t t = 0; t < turned.size(); ++t) {
    const Index part = topology.triangle_part[t];
    if (topology.part_is_closed[part] && volumes[part] < 0) { // inside out
      turn(t);
      turned[t] = static_cast<char>(1 - turned[t]);
    }
  }
  return static_cast<std::size_t>(std::count(turned.begin(), turned.end(), 1));
}

double enclosed_volume(const TriMesh &mesh, const SurfaceTopology &topology, Index part) {
  return enclosed_volumes(mesh, topology).at(part);
}

std::vector<double> enclosed_volumes(const TriMesh &mesh, const SurfaceTopology &topology) {
  std::vector<double> volumes(topology.parts, 0);
  std::vector<Index> first(topology.parts, -1); // a node of the part: no digits are lost far out
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Index part = topology.triangle_part[t];
    if (first[part] < 0)
      first[part] = mesh.triangles[t][0];
    volumes[part] += six_volumes(mesh, mesh.triangles[t], mesh.points[first[part]]) / 6;
  }
  return volumes;
}

} // namespace curlew
