#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/overloaded.hpp>
#include <curlew/methods/fem/ports/circular_modes.hpp>
#include <curlew/methods/fem/ports/port_rims.hpp>
#include <curlew/methods/shared/elements/fields.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <stdexcept>

namespace curlew::fem {
namespace {

using Triplets = std::map<std::pair<Index, Index>, double>;

HostSparse<double> to_sparse(const Triplets &triplets, Index rows) {
  HostSparse<double> a;
  a.rows = a.column_count = rows;
  a.row_begin.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const auto &[at, value] : triplets) {
    ++a.row_begin[at.first + 1];
    a.columns.push_back(at.second);
    a.values.push_back(value);
  }
  for (Index i = 0; i < rows; ++i)
    a.row_begin[i + 1] += a.row_begin[i];
  return a;
}

// Matrix of products of the tangential functions on a port's face, in the face's own dof numbers.
struct PortMatrix {
  std::vector<Index> dofs; // in rising order
  Triplets products;

  Index local(Index dof) const {
    return static_cast<Index>(std::lower_bound(dofs.begin(), dofs.end(), dof) - dofs.begin());
  }
  std::vector<double> times(const std::vector<double> &x) const {
    std::vector<double> y(dofs.size(), 0);
    for (const auto &[at, value] : products)
      y[at.first] += value * x[at.second];
    return y;
  }
};

PortMatrix make_port_matrix(const Problem &problem, const Port &port) {
  PortMatrix matrix;
  for (const std::size_t k : port.terms)
    matrix.dofs.insert(matrix.dofs.end(), problem.blocks[k].dofs.begin(),
                       problem.blocks[k].dofs.end());
  std::sort(matrix.dofs.begin(), matrix.dofs.end());
  matrix.dofs.erase(std::unique(matrix.dofs.begin(), matrix.dofs.end()), matrix.dofs.end());
  for (const std::size_t k : port.terms) {
    const FaceBlock &block = problem.blocks[k];
    for (std::size_t i = 0; i < block.dofs.size(); ++i)
      for (std::size_t j = 0; j < block.dofs.size(); ++j)
        matrix.products[{matrix.local(block.dofs[i]), matrix.local(block.dofs[j])}] +=
            block.products[i >= j ? packed(i, j) : packed(j, i)];
  }
  return matrix;
}

bool is_fixed(const Problem &problem, Index dof) {
  return problem.unknowns.number[dof] < 0;
}

std::vector<double> solve(const Triplets &triplets, std::vector<double> b) {
  SparseFactor<double> factor(to_sparse(triplets, static_cast<Index>(b.size())),
                              symmetric_factor());
  factor.solve(b.data());
  return b;
}

// --- TEM -----------------------------------------------------------------------------------------

// Returns e = -grad V, V the potential of least energy in the scalar functions of the port.
std::vector<double> tem_field(const Problem &problem, const Port &port, const PortMatrix &matrix) {
  const std::vector<Conductor> conductors =
      conductors_of(face_of(problem.model, port)); // two: check_rim() has checked it
  const GradientRows gradient = gradient_rows(problem.dofs, problem.model.topology);
  std::map<Index, Index> free; // scalar function -> unknown of the potential
  const auto is_on = [](const Conductor &c, Index s) { return c.nodes.count(s) > 0; };
  const auto is_given = [&](Index s) {
    return s < problem.dofs.nodes ? is_on(conductors[0], s) || is_on(conductors[1], s)
                                  : problem.potentials.number[s] < 0;
  };
  for (const Index dof : matrix.dofs)
    for (const Index s : gradient.columns[dof])
      if (s >= 0 && !is_given(s))
        free.emplace(s, static_cast<Index>(free.size()));
  // Field of V = 1 on the smaller conductor, 0 elsewhere.
  std::vector<double> e(matrix.dofs.size(), 0);
  for (std::size_t i = 0; i < e.size(); ++i)
    for (int k = 0; k < 2; ++k)
      if (const Index s = gradient.columns[matrix.dofs[i]][k];
          s >= 0 && s < problem.dofs.nodes && is_on(conductors[0], s))
        e[i] -= GradientRows::value(k);
  Triplets a;
  std::vector<double> b(free.size(), 0);
  const std::vector<double> of_given = matrix.times(e);
  const auto each_scalar = [&](Index i, const auto &visit) {
    for (int k = 0; k < 2; ++k)
      if (const auto s = free.find(gradient.columns[matrix.dofs[i]][k]); s != free.end())
        visit(s->second, GradientRows::value(k));
  };
  for (const auto &[at, value] : matrix.products)
    each_scalar(at.first, [&](Index row, double left) {
      each_scalar(at.second, [&](Index column, double right) {
        a[{row, column}] += left * value * right;
      });
    });
  for (std::size_t i = 0; i < e.size(); ++i)
    each_scalar(static_cast<Index>(i),
                [&](Index row, double left) { b[row] += left * of_given[i]; });
  if (!free.empty()) {
    const std::vector<double> potential = solve(a, b);
    for (std::size_t i = 0; i < e.size(); ++i)
      each_scalar(static_cast<Index>(i),
                  [&](Index s, double value) { e[i] -= value * potential[s]; });
  }
  return e;
}

// --- Analytic fields -----------------------------------------------------------------------------

Point field_in(const CircularGuide &guide, const Point &p) {
  const Point r = p - guide.disc.centre;
  const double x = dot(r, guide.along), y = dot(r, guide.across), phi = std::atan2(y, x);
  double radial = 0, around = 0;
  circular_field(guide.mode, circular_zero(guide.mode) / guide.disc.radius_m * std::hypot(x, y),
                 phi, radial, around);
  const double cosine = std::cos(phi), sine = std::sin(phi);
  return (radial * cosine - around * sine) * guide.along +
         (radial * sine + around * cosine) * guide.across;
}

// Of a face, a position in Port::terms, and a point on it.
using AnalyticField = std::function<Point(std::size_t, const Point &)>;

std::vector<double> projected(const Problem &problem, const Port &port, const PortMatrix &matrix,
                              const AnalyticField &field) {
  std::vector<double> load(matrix.dofs.size(), 0);
  constexpr int k_extra_degree = 4;
  for (std::size_t at = 0; at < port.terms.size(); ++at) {
    const std::size_t k = port.terms[at];
    const FaceTerm &term = problem.model.terms[k];
    const auto part = face_load(
        problem.dofs.space,
        shape_of_face(problem.model.mesh, problem.dofs, problem.model.topology, term.face),
        [&](const Point &p, const Point &) {
          const Point f = field(at, p);
          return ComplexPoint{f[0], f[1], f[2]};
        },
        2 * problem.dofs.space.degree() + k_extra_degree);
    for (std::size_t i = 0; i < part.size(); ++i)
      load[matrix.local(problem.blocks[k].dofs[i])] += part[i].real();
  }
  std::vector<Index> number(matrix.dofs.size(), -1);
  Index count = 0;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (!is_fixed(problem, matrix.dofs[i]))
      number[i] = count++;
  Triplets a;
  std::vector<double> b(count);
  for (const auto &[at, value] : matrix.products)
    if (number[at.first] >= 0 && number[at.second] >= 0)
      a[{number[at.first], number[at.second]}] += value;
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0)
      b[number[i]] = load[i];
  const std::vector<double> x = solve(a, b);
  std::vector<double> e(matrix.dofs.size(), 0);
  for (std::size_t i = 0; i < number.size(); ++i)
    if (number[i] >= 0)
      e[i] = x[number[i]];
  return e;
}

// --- Sign ----------------------------------------------------------------------------------------

// Returns the integrals of w e over the port, w = 1 and then each coordinate. A mode without a mean
// takes its sign from its first moments.
std::array<Point, 4> moments(const Problem &problem, const Port &port, const PortMatrix &matrix,
                             const std::vector<double> &e) {
  std::array<Point, 4> sums{};
  for (int w = 0; w < 4; ++w)
    for (int axis = 0; axis < 3; ++axis)
      for (const std::size_t k : port.terms) {
        const FaceTerm &term = problem.model.terms[k];
        const auto part = face_load(
            problem.dofs.space,
            shape_of_face(problem.model.mesh, problem.dofs, problem.model.topology, term.face),
            [&](const Point &p, const Point &) {
              ComplexPoint f{};
              f[axis] = w == 0 ? 1 : (p[w - 1] - port.middle[w - 1]) / std::sqrt(port.area_m2);
              return f;
            },
            2 * problem.dofs.space.degree());
        for (std::size_t i = 0; i < part.size(); ++i)
          sums[w][axis] += part[i].real() * e[matrix.local(problem.blocks[k].dofs[i])];
      }
  return sums;
}

double sign_of(const Problem &problem, const Port &port, const PortMatrix &matrix,
               const std::vector<double> &e, double norm_of_e) {
  // tem_field() points it outwards from the smaller conductor of a coaxial line.
  if (const auto *line = std::get_if<TemLine>(&port.shape); line != nullptr && line->ring)
    return 1;
  // field_in() turns it along the direction.
  if (const auto *guide = std::get_if<CircularGuide>(&port.shape);
      guide != nullptr && guide->mode.m > 0)
    return 1;
  // LumpedShape::field() points from minus to plus.
  if (port.lumped() != nullptr)
    return 1;
  constexpr double k_nothing = 1e-6;
  const double scale = k_nothing * std::sqrt(norm_of_e * port.area_m2);
  for (const Point &sum : moments(problem, port, matrix, e)) {
    if (const auto &direction = port.spec().direction) {
      if (const double along = dot(*direction, sum); std::abs(along) > scale * norm(*direction))
        return along > 0 ? 1 : -1;
      continue;
    }
    for (const double component : sum)
      if (std::abs(component) > scale)
        return component > 0 ? 1 : -1;
  }
  return 1;
}

} // namespace

PortField field_of(const Problem &problem, const Port &port) {
  const PortMatrix matrix = make_port_matrix(problem, port);
  const auto closest = [&](const AnalyticField &field) {
    return projected(problem, port, matrix, field);
  };
  std::vector<double> e = std::visit(
      Overloaded{[&](const TemLine &) { return tem_field(problem, port, matrix); },
                 [&](const RectangularMode &guide) {
                   return closest([&](std::size_t, const Point &p) { return guide.field(p); });
                 },
                 [&](const CircularGuide &guide) {
                   return closest([&](std::size_t, const Point &p) { return field_in(guide, p); });
                 },
                 [](const ModalSection &) -> std::vector<double> {
                   throw std::logic_error("the modes of a modal port depend on the frequency");
                 },
                 [&](const LumpedFaces &lumped) {
                   return closest([&](std::size_t face, const Point &p) {
                     return lumped.shape.field(face, p);
                   });
                 }},
      port.shape);
  std::vector<double> load = matrix.times(e);
  double norm_of_e = 0;
  for (std::size_t i = 0; i < e.size(); ++i)
    norm_of_e += e[i] * load[i];
  const double factor = sign_of(problem, port, matrix, e, norm_of_e) *
                        (port.has_voltage() ? 1 : 1 / std::sqrt(norm_of_e));
  PortField field;
  field.norm = norm_of_e * factor * factor;
  for (std::size_t i = 0; i < e.size(); ++i)
    if (const Index unknown = problem.unknowns.number[matrix.dofs[i]]; unknown >= 0) {
      field.unknowns.push_back(unknown);
      field.e.push_back(factor * e[i]);
      field.load.push_back(factor * load[i]);
    }
  return field;
}

} // namespace curlew::fem
