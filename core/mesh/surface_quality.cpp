#include <curlew/core/mesh/surface_quality.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/block_sums.hpp>
#include <curlew/core/mesh/box_tree.hpp>
#include <curlew/core/mesh/close_nodes.hpp>
#include <curlew/core/mesh/disjoint_sets.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/spatial_order.hpp>
#include <curlew/core/mesh/triangle_contact.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew {
namespace {

constexpr double k_coincidence_of_edge = 1e-6; // distance over the mean edge
constexpr double k_short_edge = 1e-3;          // length over the median edge
constexpr double k_small_angle_rad = k_pi / 180;
constexpr std::size_t k_named = 3; // places and pairs of groups that a message names
// Limit of the pairs that each thread counts: two bodies with many triangles that lie on each other
// need no exact number.
constexpr std::size_t k_most_pairs = 100000;

Point middle(const TriMesh &mesh, const std::array<Index, 2> &edge) {
  return 0.5 * (mesh.points[edge[0]] + mesh.points[edge[1]]);
}

// Edges

void measure_edges(const TriMesh &mesh, const SurfaceTopology &topology, int threads,
                   SurfaceFindings &findings) {
  std::vector<double> lengths(topology.edges.size());
  parallel_chunks(lengths.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e)
      lengths[e] = norm(mesh.points[topology.edges[e][1]] - mesh.points[topology.edges[e][0]]);
  });
  const auto shortest = std::min_element(lengths.begin(), lengths.end());
  findings.edge_min_m = *shortest;
  findings.edge_max_m = *std::max_element(lengths.begin(), lengths.end());
  findings.shortest_edge_m = middle(mesh, topology.edges[shortest - lengths.begin()]);
  const auto half = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), half, lengths.end());
  findings.edge_median_m = *half;
  findings.short_edges = std::count_if(lengths.begin(), lengths.end(), [&](double length) {
    return length < k_short_edge * findings.edge_median_m;
  });
}

double mean_edge(const TriMesh &mesh, const SurfaceTopology &topology, int threads) {
  struct Sum {
    double value = 0;
    void merge(const Sum &other) { value += other.value; }
  };
  const Sum sum = reduce_blocks(topology.edges.size(), threads, Sum(), [&](Sum &part, auto e) {
    part.value += norm(mesh.points[topology.edges[e][1]] - mesh.points[topology.edges[e][0]]);
  });
  return sum.value / static_cast<double>(topology.edges.size());
}

// Angles

double smallest_angle(const TriMesh &mesh, const std::array<Index, 3> &v) {
  double smallest = k_pi;
  for (int i = 0; i < 3; ++i) {
    const Point a = mesh.points[v[(i + 1) % 3]] - mesh.points[v[i]];
    const Point b = mesh.points[v[(i + 2) % 3]] - mesh.points[v[i]];
    smallest = std::min(smallest, std::atan2(norm(cross(a, b)), dot(a, b)));
  }
  return smallest;
}

void measure_angles(const TriMesh &mesh, int threads, SurfaceFindings &findings) {
  struct Angles {
    double smallest = k_pi;
    Index triangle = -1;
    std::int64_t small = 0;
    void merge(const Angles &other) {
      small += other.small;
      if (other.smallest < smallest) {
        smallest = other.smallest;
        triangle = other.triangle;
      }
    }
  };
  const Angles all =
      reduce_blocks(mesh.triangles.size(), threads, Angles(), [&](Angles &part, std::size_t t) {
        const double angle = smallest_angle(mesh, mesh.triangles[t]);
        part.merge({angle, static_cast<Index>(t), angle < k_small_angle_rad});
      });
  findings.smallest_angle_rad = all.smallest;
  findings.small_angles = all.small;
  findings.smallest_angle_triangle_m = centroid(mesh.points, mesh.triangles[all.triangle]);
}

// Nodes

// The lowest of the nodes that lie in one point, for each node; notes those that coincide.
std::vector<Index> merged_nodes(const TriMesh &mesh, const SurfaceTopology &topology, int threads,
                                SurfaceFindings &findings) {
  std::vector<Index> nodes(mesh.points.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  std::vector<std::array<Index, 2>> pairs = close_nodes(
      mesh.points, nodes, k_coincidence_of_edge * mean_edge(mesh, topology, threads), threads);
  std::vector<std::array<Index, 2>> joined; // by an edge, which is short and no seam
  for (const auto &edge : topology.edges)
    if (std::binary_search(pairs.begin(), pairs.end(), edge))
      joined.push_back(edge);
  std::sort(joined.begin(), joined.end());
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                             [&](const auto &pair) {
                               return std::binary_search(joined.begin(), joined.end(), pair);
                             }),
              pairs.end());
  DisjointSets sets(mesh.points.size(), threads);
  for (const auto &[low, high] : pairs)
    sets.join(low, high);
  std::vector<Index> merged(mesh.points.size());
  for (std::size_t n = 0; n < merged.size(); ++n) {
    merged[n] = sets.root(static_cast<Index>(n));
    if (merged[n] != static_cast<Index>(n) && findings.coincident_nodes++ == 0)
      findings.first_coincident_node_m = mesh.points[n];
  }
  return merged;
}

// Pairs of triangles

ContactTriangle contact_triangle(const TriMesh &mesh, const std::vector<Index> &merged,
                                 std::size_t t) {
  ContactTriangle result;
  for (int i = 0; i < 3; ++i) {
    const Index node = merged[mesh.triangles[t][i]];
    result.nodes[i] = node;
    result.corners[i] = mesh.points[node];
  }
  return result;
}

// Returns the box of a triangle with a margin for triangles that touch but for rounding.
BoundingBox contact_box(const ContactTriangle &triangle) {
  BoundingBox box;
  for (const Point &corner : triangle.corners)
    box.add(corner);
  box.widen(k_contact_tolerance);
  return box;
}

bool has_three_nodes(const ContactTriangle &t) {
  return t.nodes[0] != t.nodes[1] && t.nodes[1] != t.nodes[2] && t.nodes[2] != t.nodes[0];
}

bool same_nodes(ContactTriangle a, ContactTriangle b) {
  std::sort(a.nodes.begin(), a.nodes.end());
  std::sort(b.nodes.begin(), b.nodes.end());
  return a.nodes == b.nodes;
}

void add_pair(const TriMesh &mesh, const std::array<Index, 2> &pair,
              SurfaceFindings::Pairs &pairs) {
  ++pairs.count;
  if (pairs.first_m.size() < k_named)
    pairs.first_m.push_back(0.5 * (centroid(mesh.points, mesh.triangles[pair[0]]) +
                                   centroid(mesh.points, mesh.triangles[pair[1]])));
  std::array<Index, 2> groups = {mesh.triangle_group[pair[0]], mesh.triangle_group[pair[1]]};
  std::sort(groups.begin(), groups.end());
  const auto at = std::lower_bound(pairs.groups.begin(), pairs.groups.end(), groups);
  if (at == pairs.groups.end() || *at != groups)
    pairs.groups.insert(at, groups);
}

void find_pairs(const TriMesh &mesh, const std::vector<Index> &merged, int threads,
                SurfaceFindings &findings) {
  const std::size_t count = mesh.triangles.size();
  std::vector<BoundingBox> boxes(count);
  parallel_chunks(count, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      boxes[t] = contact_box(contact_triangle(mesh, merged, t));
  });
  const BoxTree tree(boxes);
  struct Found {
    std::vector<std::array<Index, 2>> coincident, intersecting;
  };
  // blocks, so that where counting ends does not depend on the number of threads
  constexpr std::size_t k_blocks = 64;
  const std::size_t size = (count + k_blocks - 1) / k_blocks;
  std::vector<Found> found(k_blocks);
  parallel_chunks(
      k_blocks, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
          for (std::size_t t = b * size; t < std::min(count, (b + 1) * size); ++t) {
            if (found[b].coincident.size() + found[b].intersecting.size() >= k_most_pairs)
              break;
            const ContactTriangle triangle = contact_triangle(mesh, merged, t);
            if (!has_three_nodes(triangle)) // smaller than the distance of coincident nodes
              continue;
            tree.for_boxes_meeting(boxes[t], [&](Index other) {
              if (static_cast<std::size_t>(other) <= t)
                return;
              const ContactTriangle second = contact_triangle(mesh, merged, other);
              if (!has_three_nodes(second) || !triangles_meet(triangle, second))
                return;
              auto &kind =
                  same_nodes(triangle, second) ? found[b].coincident : found[b].intersecting;
              kind.push_back({static_cast<Index>(t), other});
            });
          }
      },
      1);
  for (Found &block : found) {
    for (auto *pairs : {&block.coincident, &block.intersecting}) {
      std::sort(pairs->begin(), pairs->end());
      auto &findings_of = pairs == &block.coincident ? findings.coincident : findings.intersecting;
      for (const auto &pair : *pairs)
        add_pair(mesh, pair, findings_of);
    }
    if (block.coincident.size() + block.intersecting.size() >= k_most_pairs)
      findings.coincident.is_complete = findings.intersecting.is_complete = false;
  }
}

// Messages

std::string place(const Point &p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p[0], p[1], p[2]);
}

std::string pairs_text(const TriMesh &mesh, const SurfaceFindings::Pairs &pairs) {
  std::string text = fmt::format("{}{} pair{} of triangles", pairs.is_complete ? "" : "more than ",
                                 pairs.count, pairs.count == 1 ? "" : "s");
  for (std::size_t g = 0; g < std::min(pairs.groups.size(), k_named); ++g)
    text += fmt::format("{} \"{}\" and \"{}\"", g == 0 ? " of the groups" : ",",
                        mesh.groups[pairs.groups[g][0]].label(),
                        mesh.groups[pairs.groups[g][1]].label());
  if (pairs.groups.size() > k_named)
    text += fmt::format(" and {} more", pairs.groups.size() - k_named);
  for (std::size_t i = 0; i < pairs.first_m.size(); ++i)
    text += (i == 0 ? ", around " : ", ") + place(pairs.first_m[i]);
  return text + " m";
}

} // namespace

SurfaceFindings find_surface_defects(const TriMesh &mesh, const SurfaceTopology &topology,
                                     int threads) {
  SurfaceFindings findings;
  if (mesh.triangles.empty())
    return findings;
  measure_edges(mesh, topology, threads, findings);
  measure_angles(mesh, threads, findings);
  find_pairs(mesh, merged_nodes(mesh, topology, threads, findings), threads, findings);
  return findings;
}

std::vector<std::string> surface_warnings(const TriMesh &mesh, const SurfaceFindings &f) {
  constexpr const char *k_fragment =
      "In Gmsh, fragment the surfaces and volumes before meshing: BooleanFragments, or Coherence";
  std::vector<std::string> warnings;
  if (f.coincident_nodes > 0)
    warnings.push_back(fmt::format(
        "{} node{} of surfaces lie{} where another node lies, the first at {} m: surfaces that "
        "touch without sharing nodes carry no current across the seam. {}",
        f.coincident_nodes, f.coincident_nodes == 1 ? "" : "s", f.coincident_nodes == 1 ? "s" : "",
        place(f.first_coincident_node_m), k_fragment));
  if (f.coincident.count > 0)
    warnings.push_back(fmt::format("surfaces coincide: {} lie on each other. Leave one of the two "
                                   "out. {}",
                                   pairs_text(mesh, f.coincident), k_fragment));
  if (f.intersecting.count > 0)
    warnings.push_back(fmt::format("surfaces intersect or touch between their nodes: {}. {}",
                                   pairs_text(mesh, f.intersecting), k_fragment));
  if (f.short_edges > 0)
    warnings.push_back(fmt::format(
        "{} edge{} of surfaces {} 1000 times shorter than the median of {:.4g} m, the shortest "
        "{:.4g} m around {} m: iterations need many more steps for such a mesh",
        f.short_edges, f.short_edges == 1 ? "" : "s", f.short_edges == 1 ? "is" : "are",
        f.edge_median_m, f.edge_min_m, place(f.shortest_edge_m)));
  if (f.small_angles > 0)
    warnings.push_back(fmt::format(
        "{} triangle{} {} an angle below 1 degree, the smallest {:.3g} degrees around {} m: "
        "currents lose accuracy there. Mesh the geometry again, with other sizes or after healing "
        "it",
        f.small_angles, f.small_angles == 1 ? "" : "s", f.small_angles == 1 ? "has" : "have",
        f.smallest_angle_rad * 180 / k_pi, place(f.smallest_angle_triangle_m)));
  return warnings;
}

} // namespace curlew
