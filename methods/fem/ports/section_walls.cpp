#include <curlew/methods/fem/ports/ports.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

constexpr int k_sides[3][2] = {{0, 1}, {0, 2}, {1, 2}};

// Conductors on one edge of a section: those of faces that lead away from it, and those of faces in
// its plane.
struct EdgeConductors {
  struct Kind {
    bool is_perfect = false;
    const SurfaceImpedanceSpec *impedance = nullptr;
    bool is_any() const { return is_perfect || impedance != nullptr; }
  };
  Kind away, in_plane;
};

} // namespace

// The walls of the line are the faces that lead away from its section. Where an edge has none, the
// conductor in the plane of the section goes on as the wall.
PortSection::EdgeImpedances PortSection::find_walls(const Model &model, const Port &port,
                                                    std::vector<Index> &perfect_edges) {
  std::map<Index, EdgeConductors> edges;
  std::vector<char> is_near(model.mesh.points.size(), 0);
  for (const std::size_t k : port.terms) {
    const auto &n = model.topology.faces[model.terms[k].face];
    for (const auto &[a, b] : k_sides) {
      edges[find_edge(model.topology, n[a], n[b])];
      is_near[n[a]] = is_near[n[b]] = 1;
    }
  }
  constexpr double k_flat = 1e-6; // over the size of the port: rounding of coordinates
  const double flat_m = k_flat * std::sqrt(port.area_m2);
  const auto add = [&](Index face, const SurfaceImpedanceSpec *impedance) {
    const auto &n = model.topology.faces[face];
    const bool is_in_plane = std::all_of(n.begin(), n.end(), [&](Index node) {
      return std::abs(dot(port.normal, model.mesh.points[node] - port.middle)) < flat_m;
    });
    for (const auto &[a, b] : k_sides) {
      if (!is_near[n[a]] || !is_near[n[b]])
        continue;
      const auto edge = edges.find(find_edge(model.topology, n[a], n[b]));
      if (edge == edges.end())
        continue;
      auto &kind = is_in_plane ? edge->second.in_plane : edge->second.away;
      if (impedance == nullptr)
        kind.is_perfect = true;
      else
        kind.impedance = impedance;
    }
  };
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f])
      add(static_cast<Index>(f), nullptr);
  for (const FaceTerm &term : model.terms)
    if (const auto *impedance = spec_of<SurfaceImpedanceSpec>(*term.boundary))
      add(term.face, impedance);
  EdgeImpedances walls;
  for (const auto &[edge, conductors] : edges) {
    const auto &kind = conductors.away.is_any() ? conductors.away : conductors.in_plane;
    if (kind.is_perfect)
      perfect_edges.push_back(edge);
    else if (kind.impedance != nullptr)
      walls[edge] = kind.impedance;
  }
  return walls;
}

// A perfect conductor in the plane of the section fixes no field along the line on an impedance.
void PortSection::free_scalars_on(const EdgeImpedances &walls,
                                  const std::vector<Index> &perfect_edges, const DofMap &map,
                                  const Model &model, std::vector<char> &fixed) {
  const auto visit = [&](Index edge, char value) {
    for (const Index node : model.topology.edges[edge])
      fixed[node] = value;
    for (int block = 1; block < map.space.blocks(); ++block)
      if (basis_block(block).is_gradient && basis_block(block).entity == Entity::edge)
        fixed[map.first_scalar[block] + edge] = value;
  };
  for (const auto &[edge, impedance] : walls)
    visit(edge, 0);
  for (const Index edge : perfect_edges)
    visit(edge, 1);
}

// Takes the edges that it adds out of `walls`: an edge between two triangles counts once.
void PortSection::add_walls(const Model &model, Index face, EdgeImpedances &walls,
                            Triangle &triangle) const {
  auto nodes = model.topology.faces[face];
  std::sort(nodes.begin(), nodes.end());
  const std::size_t n = per_triangle_, s = triangle.scalars.size();
  const SimplexRule<2> rule = line_rule(curved_degree(space_) + 2);
  for (const auto &[a, b] : k_sides) {
    const auto found = walls.find(find_edge(model.topology, nodes[a], nodes[b]));
    if (found == walls.end())
      continue;
    Wall wall{found->second, 0, std::vector<double>(n * n, 0), std::vector<double>(s * s, 0)};
    walls.erase(found);
    double length_m = 0, area_factor = 0;
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      double l[3] = {0, 0, 0};
      l[a] = rule.points[q][0];
      l[b] = rule.points[q][1];
      const TriangleFrame frame = frame_at(triangle.shape, l);
      // Derivatives by the coordinate along the edge of reference coordinates, and of the position.
      const double along[2] = {double(b == 1) - double(a == 1), double(b == 2)};
      double step_m = 0;
      for (int x = 0; x < 3; ++x)
        step_m += std::pow(frame.tangent[0][x] * along[0] + frame.tangent[1][x] * along[1], 2);
      step_m = std::sqrt(step_m);
      length_m += rule.weights[q] * step_m;
      area_factor += rule.weights[q] * frame.area_factor;
      std::vector<double> fields(n, 0), potentials(s, 0);
      std::size_t next = 3;
      for (std::size_t i = 0; i < n; ++i) {
        const BasisFunction f = basis_function<2>(static_cast<int>(i));
        double reference[2];
        reference_value<2>(f, l, reference);
        fields[i] = (reference[0] * along[0] + reference[1] * along[1]) / step_m;
        if (f.block > 0 && basis_block(f.block).is_gradient)
          potentials[next++] = scalar_value(f, l);
      }
      std::copy(l, l + 3, potentials.begin());
      const double weight = rule.weights[q] * step_m;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j)
          wall.mass[i * n + j] += weight * fields[i] * fields[j];
      for (std::size_t i = 0; i < s; ++i)
        for (std::size_t j = 0; j < s; ++j)
          wall.scalar_mass[i * s + j] += weight * potentials[i] * potentials[j];
    }
    wall.height_m = area_factor / length_m;
    triangle.walls.push_back(std::move(wall));
  }
}

} // namespace curlew::fem
