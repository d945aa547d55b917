#include <curlew/io/gmsh/gmsh_quads.hpp>

#include <curlew/core/mesh/topology.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace curlew::gmsh {
namespace {

// A face by its nodes besides the lowest one, which names its bucket.
struct Face {
  std::array<Index, 3> others; // ascending
  Index opposite;              // of the lowest node
  Index owner;                 // cell, or -1 - the number of a surface's quadrangle
  bool turns_up;               // from the lowest node the outward ring goes to its lower neighbour

  bool has_nodes_of(const Face &b) const { return others == b.others; }
  bool operator<(const Face &b) const {
    return std::tie(others, owner) < std::tie(b.others, b.owner);
  }
};

template <class Visit>
void for_each_quad(const Cells &cells, const Elements<4> &quads, const Visit &visit) {
  const Index *corners = cells.corners.data();
  for (std::size_t i = 0; i < cells.shapes.size(); ++i) {
    const CellShape &shape = *cells.shapes[i]->cell;
    for (int f = 0; f < shape.quad_count; ++f) {
      std::array<Index, 4> ring;
      for (int k = 0; k < 4; ++k) {
        ring[k] = corners[shape.quads[f][k]];
      }
      visit(ring, static_cast<Index>(i), cells.inverted[i] != 0);
    }
    corners += shape.corner_count;
  }
  for (std::size_t i = 0; i < quads.nodes.size(); ++i) {
    visit(quads.nodes[i], -1 - static_cast<Index>(i), false);
  }
}

Face make_face(const std::array<Index, 4> &ring, Index owner, bool is_inverted) {
  const auto low = std::min_element(ring.begin(), ring.end()) - ring.begin();
  const Index next = ring[(low + 1) % 4], opposite = ring[(low + 2) % 4],
              last = ring[(low + 3) % 4];
  Face face{{next, opposite, last}, opposite, owner, (next < last) != is_inverted};
  std::sort(face.others.begin(), face.others.end());
  return face;
}

// A triangle of a face's nodes that its division does not have.
struct WrongTriangle {
  std::array<Index, 3> nodes; // ascending
  Index cell;
  bool operator<(const WrongTriangle &b) const { return nodes < b.nodes; }
};

class QuadCheck {
public:
  QuadCheck(const Cells &cells, const Elements<4> &quads, std::size_t node_count)
      : cells_(cells), quads_(quads), node_count_(node_count) {}

  std::optional<QuadConflict> check_faces() {
    std::vector<Offset> start(node_count_ + 1, 0);
    for_each_quad(cells_, quads_, [&](const std::array<Index, 4> &ring, Index, bool) {
      ++start[*std::min_element(ring.begin(), ring.end()) + 1];
    });
    for (std::size_t i = 0; i < node_count_; ++i) {
      start[i + 1] += start[i];
    }
    std::vector<Face> faces(start.back());
    std::vector<Offset> next(start.begin(), start.end() - 1);
    for_each_quad(cells_, quads_,
                  [&](const std::array<Index, 4> &ring, Index owner, bool is_inverted) {
                    faces[next[*std::min_element(ring.begin(), ring.end())]++] =
                        make_face(ring, owner, is_inverted);
                  });
    for (std::size_t low = 0; low < node_count_; ++low) {
      Face *const end = faces.data() + start[low + 1];
      std::sort(faces.data() + start[low], end);
      for (Face *first = faces.data() + start[low]; first != end;) {
        Face *const last = std::find_if(
            first, end, [first](const Face &face) { return !face.has_nodes_of(*first); });
        if (const auto conflict = check_face(static_cast<Index>(low), first, last)) {
          return conflict;
        }
        first = last;
      }
    }
    std::sort(wrong_.begin(), wrong_.end());
    return std::nullopt;
  }

  // The elements' triangles must not lie across the diagonals of faces with one cell.
  std::optional<QuadConflict> check_triangles(const Elements<4> &tets,
                                              const Elements<3> &triangles) const {
    std::vector<char> is_near(node_count_, 0);
    for (const WrongTriangle &wrong : wrong_) {
      for (const Index node : wrong.nodes) {
        is_near[node] = 1;
      }
    }
    for (std::size_t i = 0; i < triangles.nodes.size(); ++i) {
      if (const auto conflict = check_triangle(is_near, triangles.nodes[i], triangles.numbers[i])) {
        return conflict;
      }
    }
    for (std::size_t i = 0; i < tets.nodes.size(); ++i) {
      for (const auto &[a, b, c] : k_tet_faces) {
        const auto &n = tets.nodes[i];
        if (const auto conflict = check_triangle(is_near, {n[a], n[b], n[c]}, tets.numbers[i])) {
          return conflict;
        }
      }
    }
    return std::nullopt;
  }

private:
  std::uint64_t number(const Face &face) const {
    return face.owner < 0 ? quads_.numbers[-1 - face.owner] : cells_.numbers[face.owner];
  }

  // Checks the faces first..last, which have the same nodes, those of surfaces first.
  std::optional<QuadConflict> check_face(Index low, const Face *first, const Face *last) {
    using Kind = QuadConflict::Kind;
    const Face &top = last[-1]; // of a cell, where there is one
    const auto conflict = [&](Kind kind, const Face &face, const Face &other) {
      return QuadConflict{
          kind, number(face), number(other), {low, face.others[0], face.others[1], face.others[2]}};
    };
    if (top.owner < 0) {
      return std::nullopt; // the triangles of tets, if anything
    }
    const Face *side[2] = {nullptr, nullptr}; // the cell on either side
    for (const Face *face = first; face != last; ++face) {
      if (face->opposite != top.opposite) {
        return conflict(Kind::ring, *face, top);
      }
      if (face->owner >= 0) {
        if (const Face *there = std::exchange(side[face->turns_up], face)) {
          return conflict(Kind::side, *there, *face);
        }
      }
    }
    if (side[0] == nullptr || side[1] == nullptr) {
      add_wrong_triangles(low, top);
    }
    return std::nullopt;
  }

  void add_wrong_triangles(Index low, const Face &face) {
    std::array<Index, 2> beside{};
    std::remove_copy(face.others.begin(), face.others.end(), beside.begin(), face.opposite);
    wrong_.push_back({{low, beside[0], beside[1]}, face.owner});
    wrong_.push_back({face.others, face.owner});
  }

  std::optional<QuadConflict> check_triangle(const std::vector<char> &is_near,
                                             std::array<Index, 3> nodes,
                                             std::uint64_t element) const {
    if (!is_near[nodes[0]] || !is_near[nodes[1]] || !is_near[nodes[2]]) {
      return std::nullopt;
    }
    std::sort(nodes.begin(), nodes.end());
    const auto found = std::lower_bound(wrong_.begin(), wrong_.end(), WrongTriangle{nodes, 0});
    if (found == wrong_.end() || found->nodes != nodes) {
      return std::nullopt;
    }
    return QuadConflict{QuadConflict::Kind::triangle,
                        element,
                        cells_.numbers[found->cell],
                        {nodes[0], nodes[1], nodes[2], nodes[2]}};
  }

  const Cells &cells_;
  const Elements<4> &quads_;
  std::size_t node_count_;
  std::vector<WrongTriangle> wrong_;
};

} // namespace

std::optional<QuadConflict> find_quad_conflict(const Cells &cells, const Elements<4> &quads,
                                               const Elements<4> &tets,
                                               const Elements<3> &triangles,
                                               std::size_t node_count) {
  QuadCheck check(cells, quads, node_count);
  if (const auto conflict = check.check_faces()) {
    return conflict;
  }
  const bool has_hexahedra_only =
      std::all_of(cells.shapes.begin(), cells.shapes.end(),
                  [](const ElementShape *shape) { return shape->cell == &k_hexahedron; }) &&
      tets.nodes.size() == 6 * cells.shapes.size();
  return has_hexahedra_only ? check.check_triangles({}, triangles)
                            : check.check_triangles(tets, triangles);
}

} // namespace curlew::gmsh
