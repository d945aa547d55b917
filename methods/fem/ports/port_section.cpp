#include <curlew/methods/fem/ports/port_section.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

void sort_unique(std::vector<Index> &values) {
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

Index position(const std::vector<Index> &sorted, Index value) {
  return static_cast<Index>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
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
      has_voltage_(port.is_tem()), points_outwards_(port.spec().kind() == PortKind::coaxial),
      direction_(port.spec().direction), area_m2_(port.area_m2), middle_(port.middle),
      per_triangle_(map.space.per_triangle()), space_(map.space) {
  if (const auto *modal = std::get_if<ModalPort>(&port.spec().form))
    modal_ = *modal;
  const GradientRows gradient = gradient_rows(map, model.topology);
  std::vector<Index> perfect_edges;
  EdgeImpedances walls = find_walls(model, port, perfect_edges);
  const std::vector<Index> perfect = pec_faces(model);
  std::vector<char> fixed = fixed_scalars(map, model.topology, perfect);
  free_scalars_on(walls, perfect_edges, map, model, fixed);
  for (const std::size_t k : port.terms) {
    triangles_.push_back(measure(model, map, gradient, model.terms[k].face));
    add_walls(model, model.terms[k].face, walls, triangles_.back());
    triangles_.back().material = model.material[model.terms[k].tet];
    dofs_.insert(dofs_.end(), triangles_.back().dofs.begin(), triangles_.back().dofs.end());
    scalars_.insert(scalars_.end(), triangles_.back().scalars.begin(),
                    triangles_.back().scalars.end());
  }
  sort_unique(dofs_);
  sort_unique(scalars_);
  free_dofs_ = number_free(fixed_dofs(map, model.topology, perfect), dofs_, free_dof_);
  free_scalars_ = number_free(fixed, scalars_, free_scalar_);
  for (Triangle &triangle : triangles_) {
    for (Index &dof : triangle.dofs)
      dof = position(dofs_, dof);
    for (Index &scalar : triangle.scalars)
      scalar = position(scalars_, scalar);
  }
  find_conductors(model, port);
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
  triangle.moments.assign(n * k_section_weights * 3, 0);
  triangle.shape = shape_of_face(model.mesh, map, model.topology, face);
  // Scalar functions have one degree more.
  const SimplexRule<3> rule = triangle_rule(curved_degree(space_) + 2);
  std::vector<std::array<double, 3>> values(n);
  std::vector<double> curls(n), potentials(s);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const double *l = rule.points[q].data();
    const TriangleFrame frame = frame_at(triangle.shape, l);
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
    Point place;
    triangle.shape.point(l, place.data());
    const auto weights = section_weights((1 / std::sqrt(area_m2_)) * (place - middle_));
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t w = 0; w < weights.size(); ++w)
        for (std::size_t axis = 0; axis < 3; ++axis)
          triangle.moments[(i * weights.size() + w) * 3 + axis] +=
              weight * weights[w] * values[i][axis];
  }
  return triangle;
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
