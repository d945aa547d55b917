#include <curlew/io/gmsh/gmsh_tet_builder.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew::gmsh {
namespace {

// Two elements give the diagonal of their common face one point, up to this fraction of its length.
constexpr double k_same_point = 1e-9;

bool has(const std::array<int, 4> &quad, int corner) {
  return std::find(quad.begin(), quad.end(), corner) != quad.end();
}

} // namespace

struct TetMeshBuilder::FileCell {
  const char *where;
  std::uint64_t element;
  const ElementShape &shape;
  std::array<Index, k_most_nodes> nodes; // as many as the shape has

  const CellShape &cell() const { return *shape.cell; }
  int middle_of_edge(int a, int b) const { // its place among the nodes; -1: no edge
    const auto end = cell().edges.begin() + cell().edge_count;
    const auto edge =
        std::find(cell().edges.begin(), end, std::array<int, 2>{std::min(a, b), std::max(a, b)});
    return edge == end ? -1 : cell().corner_count + static_cast<int>(edge - cell().edges.begin());
  }
  bool is_complete() const { return shape.node_count > cell().corner_count + cell().edge_count; }
};

std::pair<CellSplit, bool> TetMeshBuilder::split(const FileCell &cell) const {
  const CellSplit split = split_cell(cell.cell(), cell.nodes.data());
  int inverted = 0;
  for (int t = 0; t < split.count; ++t) {
    std::array<Index, 4> tet;
    for (int i = 0; i < 4; ++i) {
      tet[i] = cell.nodes[split.tets[t][i]];
    }
    const double shape = shape_of(tet);
    inverted += shape < 0;
    if (!(std::abs(shape) >= k_zero_shape)) {
      cursor_.fail(cell.where,
                   fmt::format("element {}, a {}, is flat at the nodes {}: a tet that it is split "
                               "into has no volume. Mesh the geometry again, with other sizes or "
                               "after healing it",
                               cell.element, cell.shape.name, describe(tet)));
    }
  }
  if (inverted != 0 && inverted != split.count) {
    cursor_.fail(
        cell.where,
        fmt::format("element {}, a {}, folds over itself or has too warped faces: of the {} tets "
                    "that it is split into {} are inverted; its corners in m: {}. Check the order "
                    "of its nodes, or make the mesh finer there",
                    cell.element, cell.shape.name, split.count, inverted,
                    describe(cell.nodes.data(), cell.cell().corner_count)));
  }
  return {split, inverted != 0};
}

void TetMeshBuilder::add_cell(const char *where, std::uint64_t element, const ElementShape &shape,
                              const ElementNodes &nodes, Index group) {
  FileCell cell{where, element, shape, {}};
  require_different_nodes(where, element, nodes, cell.cell().corner_count, shape.name);
  for (int i = 0; i < shape.node_count; ++i) {
    cell.nodes[i] = find_node(where, element, nodes[i]);
  }
  const auto [split, is_inverted] = this->split(cell);
  for (int t = 0; t < split.count; ++t) {
    std::array<int, 4> corners = split.tets[t];
    if (is_inverted) {
      std::swap(corners[2], corners[3]);
    }
    std::array<Index, 4> tet;
    for (int i = 0; i < 4; ++i) {
      tet[i] = cell.nodes[corners[i]];
    }
    if (shape.order == 2) {
      Middles middles;
      for (int k = 0; k < 6; ++k) {
        middles[k] = middle_of(cell, corners[k_tet_edges[k][0]], corners[k_tet_edges[k][1]]);
      }
      check_curved(where, element, shape, tet, middles);
      middles_.push_back(middles);
    }
    tets_.add(tet, group, element);
  }
  require_one_order(where, element, shape);
  cells_.shapes.push_back(&shape);
  cells_.corners.insert(cells_.corners.end(), cell.nodes.begin(),
                        cell.nodes.begin() + cell.cell().corner_count);
  cells_.numbers.push_back(element);
  cells_.inverted.push_back(is_inverted);
}

Index TetMeshBuilder::middle_of(const FileCell &cell, int a, int b) {
  if (const int place = cell.middle_of_edge(a, b); place >= 0) {
    return cell.nodes[place];
  }
  const CellShape &shape = cell.cell();
  int quad = 0;
  while (quad < shape.quad_count && !(has(shape.quads[quad], a) && has(shape.quads[quad], b))) {
    ++quad; // behind the last one: the diagonal through a hexahedron
  }
  Index node = -1;
  Point middle{};
  if (cell.is_complete()) {
    node = cell.nodes[shape.corner_count + shape.edge_count + quad];
    middle = points_[node];
  } else {
    middle = quad == shape.quad_count ? middle_of_hexahedron(cell) : middle_of_quad(cell, quad);
  }
  const auto [low, high] = std::minmax(cell.nodes[a], cell.nodes[b]);
  const auto [known, is_new] = diagonal_middles_.try_emplace(
      static_cast<std::uint64_t>(low) << 32 | static_cast<std::uint64_t>(high), node);
  if (!is_new) {
    require_same_middle(cell, {low, high}, points_[known->second], middle);
  } else if (node < 0) {
    points_.push_back(middle);
    known->second = static_cast<Index>(points_.size() - 1);
  }
  return known->second;
}

// The map of 8 nodes gives each corner the weight -1/4 in the middle, each middle of an edge 1/2.
Point TetMeshBuilder::middle_of_quad(const FileCell &cell, int quad) const {
  const auto &ring = cell.cell().quads[quad];
  Point middle{};
  for (int k = 0; k < 4; ++k) {
    const int edge = cell.middle_of_edge(ring[k], ring[(k + 1) % 4]);
    middle = middle - 0.25 * points_[cell.nodes[ring[k]]] + 0.5 * points_[cell.nodes[edge]];
  }
  return middle;
}

// The map of 20 nodes gives each corner the weight -1/4 in the middle, each middle of an edge 1/4.
Point TetMeshBuilder::middle_of_hexahedron(const FileCell &cell) const {
  Point middle{};
  for (int i = 0; i < cell.shape.node_count; ++i) {
    middle = middle + (i < cell.cell().corner_count ? -0.25 : 0.25) * points_[cell.nodes[i]];
  }
  return middle;
}

void TetMeshBuilder::require_same_middle(const FileCell &cell, const std::array<Index, 2> &diagonal,
                                         const Point &known, const Point &middle) const {
  const double gap = norm(known - middle);
  if (!(gap <= k_same_point * norm(points_[diagonal[1]] - points_[diagonal[0]]))) {
    cursor_.fail(cell.where,
                 fmt::format("element {}, a {}, has the middle of a face {:.3g} m away from where "
                             "its neighbour has it; the face's diagonal has the nodes {}. Mesh all "
                             "volumes with one value of Mesh.SecondOrderIncomplete",
                             cell.element, cell.shape.name, gap, describe(diagonal)));
  }
}

void TetMeshBuilder::require_conforming_quads() const {
  if (cells_.shapes.empty()) {
    return;
  }
  const auto conflict = find_quad_conflict(cells_, quads_, tets_, triangles_, points_.size());
  if (!conflict) {
    return;
  }
  const auto &[kind, element, other, nodes] = *conflict;
  using Kind = QuadConflict::Kind;
  const std::string face = "the quadrilateral face with the nodes in m " + describe(nodes);
  cursor_.fail_file(
      kind == Kind::ring
          ? fmt::format("elements {} and {} list {} in different orders around it: one of them "
                        "crosses itself",
                        element, other, face)
      : kind == Kind::side
          ? fmt::format("elements {} and {} lie on the same side of {}: one is listed twice or "
                        "overlaps the other",
                        element, other, face)
          : fmt::format("element {} has the nodes in m {} of a quadrilateral face of element {}, "
                        "which is divided along its other diagonal, through the node of the "
                        "smallest number: join hexahedra and tetrahedra by pyramids, or mesh all "
                        "volumes with tetrahedra",
                        element, describe(nodes.data(), 3), other));
}

void TetMeshBuilder::log_splits() const {
  std::map<const ElementShape *, std::size_t> counts;
  for (const ElementShape *shape : cells_.shapes) {
    ++counts[shape];
  }
  for (const auto &[shape, count] : counts) {
    log_split(count, shape->name, shape->plural,
              count * (shape->cell == &k_hexahedron ? 6
                       : shape->cell == &k_prism    ? 3
                                                    : 2),
              "tets");
  }
  if (!quads_.nodes.empty()) {
    log_split(quads_.nodes.size(), "quadrangle", "quadrangles", 2 * quads_.nodes.size(),
              "triangles");
  }
}

} // namespace curlew::gmsh
