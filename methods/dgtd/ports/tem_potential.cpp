#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/dgtd/ports/find_ports.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <map>
#include <utility>

namespace curlew::dgtd {
namespace {

Point place_of(const std::array<Point, 3> &corners, const std::array<double, 3> &l) {
  return l[0] * corners[0] + l[1] * corners[1] + l[2] * corners[2];
}

// Six functions on a triangle: l (2 l - 1) at corners, 4 l l' on the edges 01, 02, 12.
constexpr int k_functions = 6;
constexpr int k_edge_ends[3][2] = {{0, 1}, {0, 2}, {1, 2}};

struct Triangle {
  Point gradients[3]; // gradients of the barycentric coordinates
  double area_m2 = 0;

  Triangle(const Point &a, const Point &b, const Point &c) {
    const Point normal = cross(b - a, c - a);
    const double twice = norm(normal);
    area_m2 = 0.5 * twice;
    const Point unit = (1 / twice) * normal;
    gradients[0] = (1 / twice) * cross(unit, c - b);
    gradients[1] = (1 / twice) * cross(unit, a - c);
    gradients[2] = (1 / twice) * cross(unit, b - a);
  }

  std::array<Point, k_functions> function_gradients(const std::array<double, 3> &l) const {
    std::array<Point, k_functions> result;
    for (int v = 0; v < 3; ++v)
      result[v] = (4 * l[v] - 1) * gradients[v];
    for (int e = 0; e < 3; ++e) {
      const auto &[a, b] = k_edge_ends[e];
      result[3 + e] = 4 * (l[a] * gradients[b] + l[b] * gradients[a]);
    }
    return result;
  }

  // Returns the integral of products of gradients, exact by the middles of the edges.
  std::array<double, k_functions * k_functions> stiffness() const {
    std::array<double, k_functions * k_functions> result{};
    for (int q = 0; q < 3; ++q) {
      std::array<double, 3> l{0.5, 0.5, 0.5};
      l[q] = 0;
      const auto at = function_gradients(l);
      for (int i = 0; i < k_functions; ++i)
        for (int j = 0; j < k_functions; ++j)
          result[i * k_functions + j] += area_m2 / 3 * dot(at[i], at[j]);
    }
    return result;
  }
};

Triangle triangle_of(const TetMesh &mesh, const std::array<Index, 3> &nodes) {
  return {mesh.points[nodes[0]], mesh.points[nodes[1]], mesh.points[nodes[2]]};
}

// Numbers of unknowns and values at given places: nodes, and edges behind them.
class Potential {
public:
  Potential(const PortFace &face, const std::vector<Conductor> &conductors) : face_(face) {
    const auto volts = [&](Index node) {
      return conductors[0].nodes.count(node) > 0 ? 1 : conductors[1].nodes.count(node) > 0 ? 0 : -1;
    };
    for (const Index f : face.faces)
      for (const Index place : places(f)) {
        const bool is_node = place < node_count();
        const Index node = is_node ? place : face.topology.edges[place - node_count()][0];
        const bool is_given = is_node ? volts(node) >= 0 : face.edge_is_pec[place - node_count()];
        if (is_given)
          given_.emplace(place, volts(node));
        else
          free_.emplace(place, static_cast<Index>(free_.size()));
      }
  }

  std::array<Index, k_functions> places(Index f) const {
    const auto &n = face_.topology.faces[f];
    std::array<Index, k_functions> result{n[0], n[1], n[2], 0, 0, 0};
    for (int e = 0; e < 3; ++e)
      result[3 + e] =
          node_count() + find_edge(face_.topology, n[k_edge_ends[e][0]], n[k_edge_ends[e][1]]);
    return result;
  }

  void solve() {
    std::map<std::pair<Index, Index>, double> entries;
    std::vector<double> b(free_.size(), 0);
    for (const Index f : face_.faces) {
      const auto at = places(f);
      const auto stiffness = triangle_of(face_.mesh, face_.topology.faces[f]).stiffness();
      for (int i = 0; i < k_functions; ++i) {
        const auto row = free_.find(at[i]);
        if (row == free_.end())
          continue;
        for (int j = 0; j < k_functions; ++j)
          if (const auto column = free_.find(at[j]); column != free_.end())
            entries[{row->second, column->second}] += stiffness[i * k_functions + j];
          else
            b[row->second] -= stiffness[i * k_functions + j] * given_.at(at[j]);
      }
    }
    solution_ = b;
    if (free_.empty())
      return;
    HostSparse<double> a;
    a.rows = a.column_count = static_cast<Index>(free_.size());
    a.row_begin.assign(free_.size() + 1, 0);
    for (const auto &[at, value] : entries) {
      ++a.row_begin[at.first + 1];
      a.columns.push_back(at.second);
      a.values.push_back(value);
    }
    for (std::size_t i = 0; i < free_.size(); ++i)
      a.row_begin[i + 1] += a.row_begin[i];
    SparseFactor<double>(std::move(a), symmetric_factor()).solve(solution_.data());
  }

  std::array<double, k_functions> values(Index f) const {
    std::array<double, k_functions> result;
    const auto at = places(f);
    for (int i = 0; i < k_functions; ++i) {
      const auto unknown = free_.find(at[i]);
      result[i] = unknown != free_.end() ? solution_[unknown->second] : given_.at(at[i]);
    }
    return result;
  }

private:
  Index node_count() const { return static_cast<Index>(face_.mesh.points.size()); }

  const PortFace &face_;
  std::map<Index, double> given_;
  std::map<Index, Index> free_;
  std::vector<double> solution_;
};

} // namespace

void solve_potential(const PortFace &face, const std::vector<Conductor> &conductors, Port &port) {
  Potential potential(face, conductors);
  potential.solve();
  TemPotential tem;
  for (const Index f : face.faces) {
    tem.potential.push_back(potential.values(f));
    const auto &volts = tem.potential.back();
    const auto stiffness = triangle_of(face.mesh, face.topology.faces[f]).stiffness();
    for (int i = 0; i < k_functions; ++i)
      for (int j = 0; j < k_functions; ++j)
        port.norm += volts[i] * stiffness[i * k_functions + j] * volts[j];
  }
  port.mode = std::move(tem);
}

Point mode_field(const Port &port, std::size_t face, const std::array<Point, 3> &corners,
                 const std::array<double, 3> &l) {
  return std::visit(
      Overloaded{[&](const TemPotential &tem) {
                   const auto gradients =
                       Triangle{corners[0], corners[1], corners[2]}.function_gradients(l);
                   Point field{};
                   for (int i = 0; i < k_functions; ++i)
                     field = field - tem.potential[face][i] * gradients[i];
                   return field;
                 },
                 [&](const ScaledMode &scaled) {
                   return scaled.scale * scaled.guide.field(place_of(corners, l));
                 },
                 [&](const LumpedSheet &lumped) {
                   return lumped.shape.field(face, place_of(corners, l));
                 }},
      port.mode);
}

} // namespace curlew::dgtd
