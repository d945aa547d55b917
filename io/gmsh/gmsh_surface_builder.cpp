#include <curlew/io/gmsh/gmsh_surface_builder.hpp>

#include <curlew/core/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::gmsh {
namespace {

// A triangle lower than this fraction of its longest edge is a line but for rounding: no method can
// use it. Coordinates of 16 digits make the noise of a mesh a thousand edges away from the origin.
constexpr double k_zero_height = 1e-12;
constexpr int k_no_tag = 0; // Gmsh's tags of physical groups are positive

std::uint64_t edge_key(Index a, Index b) {
  return static_cast<std::uint64_t>(std::min(a, b)) << 32 |
         static_cast<std::uint64_t>(std::max(a, b));
}

} // namespace

void SurfaceMeshBuilder::add(const char *where, std::uint64_t element, const ElementShape &shape,
                             const ElementNodes &nodes, Index group) {
  if (is_triangle(shape.type)) {
    const Index of_surface = surface_group(where, element, group);
    add_triangle(where, element, find_different_nodes<3>(where, element, nodes, "triangle"),
                 of_surface);
  } else if (is_quadrangle(shape.type)) {
    add_quadrangle(where, element, nodes, surface_group(where, element, group));
  } else if (is_physical(group)) {
    lines_.add(find_different_nodes<2>(where, element, nodes, "line"), group, element);
  }
}

Index SurfaceMeshBuilder::surface_group(const char *where, std::uint64_t element, Index group) {
  ++surface_elements_;
  if (is_physical(group)) {
    return group;
  }
  if (ungrouped_elements_++ == 0) {
    first_ungrouped_ = element;
    name_group(where, 2, k_no_tag, "ungrouped");
  }
  return this->group(2, k_no_tag);
}

void SurfaceMeshBuilder::add_triangle(const char *where, std::uint64_t element,
                                      const std::array<Index, 3> &triangle, Index group) {
  // Negated, because coinciding or too distant nodes give NaN.
  if (!(shape_of(triangle) >= k_zero_height)) {
    cursor_.fail(where,
                 fmt::format("element {} has no area; its nodes in m: {}. Mesh the geometry again, "
                             "with other sizes or after healing it",
                             element, describe(triangle)));
  }
  triangles_.add(triangle, group, element);
}

void SurfaceMeshBuilder::add_quadrangle(const char *where, std::uint64_t element,
                                        const ElementNodes &nodes, Index group) {
  const auto quad = find_different_nodes<4>(where, element, nodes, "quadrangle");
  const auto halves = split_quad(quad);
  std::array<Point, 2> normals;
  for (int i = 0; i < 2; ++i) {
    add_triangle(where, element, halves[i], group);
    const Point &a = points_[halves[i][0]];
    normals[i] = cross(points_[halves[i][1]] - a, points_[halves[i][2]] - a);
    normals[i] = (1 / norm(normals[i])) * normals[i];
  }
  if (dot(normals[0], normals[1]) <= 0) {
    cursor_.fail(where,
                 fmt::format("element {} is a quadrangle that crosses itself or folds over its "
                             "diagonal; its nodes in m: {}. They must go around it",
                             element, describe(quad)));
  }
  quads_.add(quad, group, element);
}

double SurfaceMeshBuilder::shape_of(const std::array<Index, 3> &nodes) const {
  std::array<Point, 3> edges;
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    edges[i] = points_[nodes[(i + 1) % 3]] - points_[nodes[i]];
    for (const double component : edges[i]) {
      largest = std::max(largest, std::abs(component));
    }
  }
  // Scaled first, so that no product of coordinates over- or underflows.
  double longest_squared = 0;
  for (Point &edge : edges) {
    for (double &component : edge) {
      component /= largest;
    }
    longest_squared = std::max(longest_squared, dot(edge, edge));
  }
  return norm(cross(edges[0], edges[1])) / longest_squared;
}

void SurfaceMeshBuilder::require_triangles() const {
  if (ungrouped_elements_ > 0 && ungrouped_elements_ < surface_elements_) {
    cursor_.fail_file(fmt::format(
        "{} of {} {} belong to no physical group (the first is element {}): add a Physical "
        "Surface for every surface to the .geo file, such as Physical Surface(\"plate\") = {{1}}; "
        "and mesh again",
        ungrouped_elements_, surface_elements_,
        quads_.nodes.empty() ? "triangles" : "elements of surfaces", first_ungrouped_));
  }
  if (triangles_.nodes.empty()) {
    cursor_.fail_file("there are no triangles in it: mesh in 2D (gmsh -2), and put every surface "
                      "into a Physical Surface (once there is one physical group, Gmsh saves only "
                      "elements of physical groups)");
  }
  to_index(3 * static_cast<std::uint64_t>(triangles_.nodes.size()),
           "the number of sides of triangles");
  to_index(lines_.nodes.size(), "the number of lines");
}

void SurfaceMeshBuilder::require_edges_of_triangles() const {
  std::vector<std::uint64_t> keys;
  keys.reserve(lines_.nodes.size());
  for (const auto &line : lines_.nodes) {
    keys.push_back(edge_key(line[0], line[1]));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  const auto position = [&](Index a, Index b) {
    const std::uint64_t key = edge_key(a, b);
    const auto found = std::lower_bound(keys.begin(), keys.end(), key);
    return found != keys.end() && *found == key ? found - keys.begin() : std::ptrdiff_t{-1};
  };
  std::vector<char> is_edge(keys.size(), 0);
  for (const auto &triangle : triangles_.nodes) {
    for (int i = 0; i < 3 && !keys.empty(); ++i) {
      const std::ptrdiff_t at = position(triangle[i], triangle[(i + 1) % 3]);
      if (at >= 0) {
        is_edge[at] = 1;
      }
    }
  }
  for (std::size_t i = 0; i < lines_.nodes.size(); ++i) {
    const auto &line = lines_.nodes[i];
    if (!is_edge[position(line[0], line[1])]) {
      cursor_.fail_file(fmt::format(
          "element {}, a line of physical curve {}, is no edge of a triangle; its nodes in m: {}. "
          "Curves must lie on meshed surfaces (a fragment of the geometry makes them conforming)",
          lines_.numbers[i], group_label(lines_.groups[i]), describe(line)));
    }
  }
}

TriMesh SurfaceMeshBuilder::finish() {
  require_triangles();
  reject_repeats(quads_, "quadrangle", "surface");
  reject_repeats(triangles_, "triangle", "surface");
  drop_repeats(lines_);
  require_edges_of_triangles();
  std::vector<char> used(points_.size(), 0);
  for (const auto &triangle : triangles_.nodes) {
    for (const Index node : triangle) {
      used[node] = 1;
    }
  }
  const std::vector<Index> number = keep_nodes(used);
  renumber(triangles_.nodes, number);
  renumber(lines_.nodes, number);
  TriMesh mesh;
  mesh.points = std::move(points_);
  mesh.groups = keep_groups({&triangles_.groups, &lines_.groups});
  mesh.triangles = std::move(triangles_.nodes);
  mesh.triangle_group = std::move(triangles_.groups);
  mesh.lines = std::move(lines_.nodes);
  mesh.line_group = std::move(lines_.groups);
  if (!quads_.nodes.empty()) {
    log_split(quads_.nodes.size(), "quadrangle", "quadrangles", 2 * quads_.nodes.size(),
              "triangles");
  }
  return mesh;
}

} // namespace curlew::gmsh
