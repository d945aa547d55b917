#include <curlew/methods/fem/ports/port_section.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/faces/face_law.hpp>
#include <curlew/methods/fem/ports/port_rims.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace curlew::fem {
namespace {

void sort_unique(std::vector<Index> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

Index position(const std::vector<Index> &sorted, Index value) {
  return static_cast<Index>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

// Returns the faces on which the modes have tangential E = 0: conductors, lossy ones too.
std::vector<Index> conducting_faces(const Model &model) {
  std::vector<Index> faces;
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f])
      faces.push_back(static_cast<Index>(f));
  for (const FaceTerm &term : model.terms)
    if (term.law->is_metal())
      faces.push_back(term.face);
  return faces;
}

Index number_free(const std::vector<char> &fixed, const std::vector<Index> &all,
                  std::vector<Index> &numbers) {
  Index count = 0;
  for (const Index one : all)
    numbers.push_back(fixed[one] ? -1 : count++);
  return count;
}

} // namespace

Index PortSection::local(Index dof) const {
  return position(dofs_, dof);
}

PortSection::PortSection(const Case &input, const Model &model, const Port &port, const DofMap &map)
    : input_(input), location_(where(input, *port.boundary)), modes_(port.spec().mode_count()),
      direction_(port.spec().direction), area_m2_(port.area_m2),
      per_triangle_(map.space.per_triangle()), space_(map.space) {
  if (const auto *modal = std::get_if<ModalPort>(&port.spec().form))
    definition_ = modal->definition;
  const GradientRows gradient = gradient_rows(map, model.topology);
  for (const std::size_t k : port.terms) {
    triangles_.push_back(measure(model, map, gradient, model.terms[k].face));
    triangles_.back().material = model.material[model.terms[k].tet];
    dofs_.insert(dofs_.end(), triangles_.back().dofs.begin(), triangles_.back().dofs.end());
    scalars_.insert(scalars_.end(), triangles_.back().scalars.begin(),
                    triangles_.back().scalars.end());
  }
  sort_unique(dofs_);
  sort_unique(scalars_);
  const std::vector<Index> conductors = conducting_faces(model);
  free_dofs_ = number_free(fixed_dofs(map, model.topology, conductors), dofs_, free_dof_);
  free_scalars_ =
      number_free(fixed_scalars(map, model.topology, conductors), scalars_, free_scalar_);
  for (Triangle &triangle : triangles_) {
    for (Index &dof : triangle.dofs)
      dof = position(dofs_, dof);
    for (Index &scalar : triangle.scalars)
      scalar = position(scalars_, scalar);
  }
  find_conductors(model, port);
  find_moments(model, port, map);
}

PortSection::Triangle PortSection::measure(const Model &model, const DofMap &map,
                                           const GradientRows &gradient, Index face) const {
  Triangle triangle;
  triangle.dofs = dofs_of_face(map, model.topology, face);
  const auto &nodes = model.topology.faces[face];
  triangle.scalars.assign(nodes.begin(), nodes.end());
  std::sort(triangle.scalars.begin(), triangle.scalars.end());
  std::vector<BasisFunction> scalars;
  for (int j = 0; j < per_triangle_; ++j)
    if (const BasisFunction f = basis_function<2>(j);
        f.block > 0 && basis_block(f.block).is_gradient) {
      scalars.push_back(f);
      triangle.scalars.push_back(gradient.columns[triangle.dofs[j]][1]);
    }
  const std::size_t n = per_triangle_, s = triangle.scalars.size();
  triangle.mass.assign(n * n, 0);
  triangle.curl.assign(n * n, 0);
  triangle.scalar_mass.assign(s * s, 0);
  const TriangleShape shape = shape_of_face(model.mesh, map, model.topology, face);
  // Scalar functions have one degree more.
  const SimplexRule<3> rule = triangle_rule(curved_degree(space_) + 2);
  std::vector<std::array<double, 3>> values(n);
  std::vector<double> curls(n), potentials(s);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double *l = rule.points[q].data();
    const TriangleFrame frame = frame_at(shape, l);
    const double weight = rule.weights[q] / 2 * frame.area_factor;
    for (std::size_t i = 0; i < n; ++i) {
      double reference[2];
      reference_value<2>(basis_function<2>(static_cast<int>(i)), l, reference);
      frame.map_value(reference, values[i].data());
      reference_curl<2>(basis_function<2>(static_cast<int>(i)), l, &curls[i]);
      curls[i] /= frame.area_factor;
    }
    for (std::size_t i = 0; i < s; ++i)
      potentials[i] = i < 3 ? l[i] : scalar_value(scalars[i - 3], l);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        triangle.mass[i * n + j] += weight * dot(values[i], values[j]);
        triangle.curl[i * n + j] += weight * curls[i] * curls[j];
      }
    for (std::size_t i = 0; i < s; ++i)
      for (std::size_t j = 0; j < s; ++j)
        triangle.scalar_mass[i * s + j] += weight * potentials[i] * potentials[j];
  }
  return triangle;
}

// Finds the nodes of the smaller conductor, and the shortest path along edges of the face from it
// to the other conductor.
void PortSection::find_conductors(const Model &model, const Port &port) {
  const std::vector<Conductor> conductors = conductors_of(face_of(model, port));
  if (conductors.size() != 2)
    return;
  is_plus_.assign(scalars_.size(), 0);
  for (const Index node : conductors[0].nodes)
    is_plus_[position(scalars_, node)] = 1;
  struct Step {
    double length;
    Index node;
    bool operator<(const Step &other) const { return length > other.length; }
  };
  std::map<Index, std::vector<Index>> neighbours;
  for (const std::size_t k : port.terms)
    for (const Index a : model.topology.faces[model.terms[k].face])
      for (const Index b : model.topology.faces[model.terms[k].face])
        if (a != b)
          neighbours[a].push_back(b);
  // node -> length of the path to it, and the node before it.
  std::map<Index, std::pair<double, Index>> reached;
  std::priority_queue<Step> front;
  for (const Index node : conductors[0].nodes) {
    reached[node] = {0, -1};
    front.push({0, node});
  }
  while (!front.empty()) {
    const auto [length, node] = front.top();
    front.pop();
    if (conductors[1].nodes.count(node) > 0) {
      for (Index to = node; reached[to].second >= 0; to = reached[to].second) {
        const Index from = reached[to].second;
        path_.emplace_back(local(find_edge(model.topology, from, to)), from < to ? 1.0 : -1.0);
      }
      return;
    }
    for (const Index next : neighbours[node]) {
      const double further = length + norm(model.mesh.points[next] - model.mesh.points[node]);
      const auto known = reached.find(next);
      if (known != reached.end() && known->second.first <= further)
        continue;
      reached[next] = {further, node};
      front.push({further, next});
    }
  }
}

// Computes the integrals of w phi_i over the face, w = 1 and then each coordinate over the face's
// size.
void PortSection::find_moments(const Model &model, const Port &port, const DofMap &map) {
  for (int w = 0; w < 4; ++w)
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<double> &sums = moments_[w][axis];
      sums.assign(dofs_.size(), 0);
      for (std::size_t t = 0; t < triangles_.size(); ++t) {
        const auto part = face_load(
            space_, shape_of_face(model.mesh, map, model.topology, model.terms[port.terms[t]].face),
            [&](const Point &p, const Point &) {
              ComplexPoint f{};
              f[axis] = w == 0 ? 1 : (p[w - 1] - port.middle[w - 1]) / std::sqrt(area_m2_);
              return f;
            },
            2 * space_.degree());
        for (std::size_t i = 0; i < part.size(); ++i)
          sums[triangles_[t].dofs[i]] += part[i].real();
      }
    }
}

std::vector<PortSection::complex> PortSection::times_mass(const std::vector<complex> &x) const {
  std::vector<complex> y(x.size(), 0);
  for (const Triangle &triangle : triangles_)
    for (int i = 0; i < per_triangle_; ++i)
      for (int j = 0; j < per_triangle_; ++j)
        y[triangle.dofs[i]] += triangle.mass[i * per_triangle_ + j] * x[triangle.dofs[j]];
  return y;
}

} // namespace curlew::fem
