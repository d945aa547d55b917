#include <curlew/io/gmsh/gmsh_tet_builder.hpp>

#include <curlew/core/mesh/curved.hpp>

#include <spdlog/spdlog.h>

#include <cmath>
#include <set>

namespace curlew::gmsh {
namespace {

// A curved tet whose Jacobian falls below this fraction of the straight one's is as good as folded:
// its matrices lose the digits.
constexpr double k_least_jacobian = 1e-3;

// Index, among Gmsh's ten nodes, of the node on each edge, in the order of k_tet_edges (Gmsh
// reference manual, "Node ordering": tetrahedron10).
constexpr std::array<int, 6> k_gmsh_middles = {4, 6, 7, 5, 9, 8};

} // namespace

double TetMeshBuilder::shape_of(const std::array<Index, 4> &nodes) const {
  std::array<Point, 6> edges;
  double largest = 0;
  std::size_t count = 0;
  for (int a = 0; a < 4; ++a) {
    for (int b = a + 1; b < 4; ++b, ++count) {
      for (int i = 0; i < 3; ++i) {
        edges[count][i] = points_[nodes[b]][i] - points_[nodes[a]][i];
        largest = std::max(largest, std::abs(edges[count][i]));
      }
    }
  }
  // Scaled first, so that no product of coordinates over- or underflows.
  double longest_squared = 0;
  for (Point &edge : edges) {
    double squared = 0;
    for (double &component : edge) {
      component /= largest;
      squared += component * component;
    }
    longest_squared = std::max(longest_squared, squared);
  }
  const auto &[u, v, w] = std::tie(edges[0], edges[1], edges[2]);
  const double det = u[0] * (v[1] * w[2] - v[2] * w[1]) + u[1] * (v[2] * w[0] - v[0] * w[2]) +
                     u[2] * (v[0] * w[1] - v[1] * w[0]);
  return det / (longest_squared * std::sqrt(longest_squared));
}

void TetMeshBuilder::add(const char *where, std::uint64_t element, const ElementShape &shape,
                         const ElementNodes &nodes, Index group) {
  if (shape.dimension == 3) {
    add_volume_element(where, element, shape, nodes, group);
  } else {
    add_surface_element(where, element, shape, nodes, group);
  }
}

void TetMeshBuilder::add_volume_element(const char *where, std::uint64_t element,
                                        const ElementShape &shape, const ElementNodes &nodes,
                                        Index group) {
  ++volume_elements_;
  if (!is_physical(group) && ungrouped_elements_++ == 0) {
    first_ungrouped_ = element;
  }
  if (group == k_no_group) {
    has_lost_elements_ = true;
  } else if (shape.cell == nullptr) {
    add_tet(where, element, shape, nodes, group);
  } else {
    add_cell(where, element, shape, nodes, group);
  }
}

void TetMeshBuilder::check_curved(const char *where, std::uint64_t element,
                                  const ElementShape &shape, const std::array<Index, 4> &tet,
                                  const Middles &middles) const {
  std::array<Point, 10> nodes;
  for (int i = 0; i < 10; ++i) {
    nodes[i] = points_[i < 4 ? tet[i] : middles[i - 4]];
  }
  const double smallest = smallest_curved_jacobian(nodes);
  // Negated: NaN fails too.
  if (!(smallest > k_least_jacobian)) {
    cursor_.fail(where,
                 fmt::format("element {}, a {}, folds over itself: its Jacobian "
                             "falls to {:.3g} of that of the straight one; its nodes in m: {}. "
                             "Untangle the mesh (Mesh.HighOrderOptimize = 2), make it finer there, "
                             "or use Mesh.ElementOrder = 1",
                             element, shape.name, smallest, describe(tet)));
  }
}

void TetMeshBuilder::require_one_order(const char *where, std::uint64_t element,
                                       const ElementShape &shape) const {
  if (!middles_.empty() && middles_.size() != tets_.nodes.size()) {
    cursor_.fail(
        where, fmt::format("element {} has {} nodes, but volume elements before it are of another "
                           "order: mesh all volumes with one Mesh.ElementOrder",
                           element, shape.node_count));
  }
}

void TetMeshBuilder::add_tet(const char *where, std::uint64_t element, const ElementShape &of_file,
                             const ElementNodes &nodes, Index group) {
  auto tet = find_nodes<4>(where, element, nodes);
  const double shape = shape_of(tet);
  // Negated, because coinciding or too distant nodes give NaN.
  if (!(std::abs(shape) >= k_zero_shape)) {
    cursor_.fail(where,
                 fmt::format("element {} has no volume; its nodes in m: {}. Mesh the geometry "
                             "again, with other sizes or after healing it",
                             element, describe(tet)));
  }
  const bool swaps = shape < 0;
  if (swaps) {
    std::swap(tet[2], tet[3]);
  }
  if (of_file.type == ElementType::curved_tet) {
    const auto all = find_nodes<10>(where, element, nodes);
    Middles middles;
    for (int k = 0; k < 6; ++k) {
      middles[k] = all[k_gmsh_middles[k]];
    }
    if (swaps) { // edges (0,2) with (0,3), (1,2) with (1,3)
      std::swap(middles[1], middles[2]);
      std::swap(middles[3], middles[4]);
    }
    check_curved(where, element, of_file, tet, middles);
    middles_.push_back(middles);
  }
  tets_.add(tet, group, element);
  require_one_order(where, element, of_file);
}

void TetMeshBuilder::add_surface_element(const char *where, std::uint64_t element,
                                         const ElementShape &shape, const ElementNodes &nodes,
                                         Index group) {
  if (group == k_no_group || (!is_physical(group) && has_physical_groups())) {
    ++ungrouped_triangles_;
  } else if (is_quadrangle(shape.type)) {
    const auto quad = find_different_nodes<4>(where, element, nodes, "quadrangle");
    quads_.add(quad, group, element);
    for (const auto &triangle : split_quad(quad)) {
      triangles_.add(triangle, group, element);
    }
  } else {
    triangles_.add(find_different_nodes<3>(where, element, nodes, "triangle"), group, element);
  }
}

void TetMeshBuilder::require_tets() const {
  if (ungrouped_elements_ > 0 && (has_lost_elements_ || has_physical_groups())) {
    std::set<int> entities;
    for (const Index group : tets_.groups) {
      if (!is_physical(group)) {
        entities.insert(groups_[group].tag);
      }
    }
    cursor_.fail_file(
        fmt::format("{} of {} {} belong to no physical group (the first is element {}{}): "
                    "add a Physical Volume for every volume to the .geo file, such as Physical "
                    "Volume(\"air\") = {{1}}; and mesh again",
                    ungrouped_elements_, volume_elements_,
                    cells_.shapes.empty() ? "tetrahedra" : "volume elements", first_ungrouped_,
                    entities.empty() ? ""
                                     : fmt::format("; all in {} {}",
                                                   entities.size() == 1 ? "volume" : "the volumes",
                                                   fmt::join(entities, ", "))));
  }
  if (tets_.nodes.empty()) {
    cursor_.fail_file(fmt::format(
        "there are no tetrahedra in it, only {} triangles: mesh in 3D (gmsh -3), and put every "
        "volume into a Physical Volume (once there is one physical group, Gmsh saves only elements "
        "of physical groups)",
        triangles_.nodes.size() + ungrouped_triangles_));
  }
  to_index(tets_.nodes.size(), "the number of tetrahedra");
  to_index(triangles_.nodes.size(), "the number of boundary triangles");
}

void TetMeshBuilder::keep_grouped_triangles() {
  if (!has_physical_groups()) {
    spdlog::info("the mesh has no physical groups: its volumes and surfaces are groups by the tags "
                 "of their geometric entities");
    return;
  }
  const auto keep = [this](auto &elements) {
    std::decay_t<decltype(elements)> kept;
    for (std::size_t i = 0; i < elements.nodes.size(); ++i) {
      if (is_physical(elements.groups[i])) {
        kept.add(elements.nodes[i], elements.groups[i], elements.numbers[i]);
      }
    }
    elements = std::move(kept);
  };
  const auto is_kept = [this](Index group) { return is_physical(group); };
  if (!std::all_of(triangles_.groups.begin(), triangles_.groups.end(), is_kept)) {
    keep(triangles_);
    keep(quads_);
  }
}

void TetMeshBuilder::number_nodes(TetMesh &mesh) {
  std::vector<char> used(points_.size(), 0);
  for (const auto &tet : tets_.nodes) {
    for (const Index node : tet) {
      used[node] = 1;
    }
  }
  for (std::size_t i = 0; i < triangles_.nodes.size(); ++i) {
    for (const Index node : triangles_.nodes[i]) {
      if (!used[node]) {
        cursor_.fail_file(fmt::format(
            "element {}, a triangle of physical surface {}, touches no tetrahedron at its node {}: "
            "surfaces must bound or lie between meshed volumes (a fragment of the geometry makes "
            "them conforming)",
            triangles_.numbers[i], groups_[triangles_.groups[i]].tag, node_tags_[node]));
      }
    }
  }
  const std::vector<Index> number = keep_nodes(used);
  renumber(tets_.nodes, number);
  renumber(triangles_.nodes, number);
  mesh.points = std::move(points_);
}

// Numbers the edge points in the order in which the tets first list them.
void TetMeshBuilder::number_edge_points(TetMesh &mesh) {
  std::vector<Index> number(points_.size(), -1);
  for (auto &middles : middles_) {
    for (Index &node : middles) {
      if (number[node] < 0) {
        number[node] = static_cast<Index>(mesh.edge_points.size());
        mesh.edge_points.push_back(points_[node]);
      }
      node = number[node];
    }
  }
  mesh.tet_edge_points = std::move(middles_);
}

bool TetMeshBuilder::has_surfaces_only() const {
  return volume_elements_ == 0 && triangles_.nodes.size() + ungrouped_triangles_ > 0;
}

TetMesh TetMeshBuilder::finish() {
  require_tets();
  keep_grouped_triangles();
  require_conforming_quads();
  reject_repeats(tets_, "tetrahedron", "volume");
  drop_repeats(triangles_);
  TetMesh mesh;
  number_edge_points(mesh);
  number_nodes(mesh);
  mesh.groups = keep_groups({&tets_.groups, &triangles_.groups});
  mesh.tets = std::move(tets_.nodes);
  mesh.tet_group = std::move(tets_.groups);
  mesh.triangles = std::move(triangles_.nodes);
  mesh.triangle_group = std::move(triangles_.groups);
  log_splits();
  return mesh;
}

} // namespace curlew::gmsh
