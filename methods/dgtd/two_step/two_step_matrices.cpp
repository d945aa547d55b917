#include <curlew/methods/dgtd/two_step/two_step_matrices.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

namespace curlew::dgtd {
namespace {

using Vector = Point;

Vector times(const SymmetricTensor &tensor, const Vector &v) {
  const auto &t = tensor.v;
  return {t[0] * v[0] + t[3] * v[1] + t[4] * v[2], t[3] * v[0] + t[1] * v[1] + t[5] * v[2],
          t[4] * v[0] + t[5] * v[1] + t[2] * v[2]};
}

std::vector<Vector> curls_at(const Problem &problem, const TetFrame &frame,
                             const std::array<double, 4> &l) {
  const FunctionSpace &space = problem.choices.space;
  std::vector<Vector> curls(space.per_tet());
  for (int i = 0; i < space.per_tet(); ++i) {
    double reference[3];
    space_curl(space.number(), i, l.data(), reference);
    frame.map_curl(reference, curls[i].data());
  }
  return curls;
}

// Constants in the equation of one field: eps and 1/mu for E, mu and 1/eps for H, in SI units.
struct Constants {
  double inertia, inverse;
  const SymmetricTensor *inertia_r;
  SymmetricTensor inverse_r;
};
Constants constants(const Problem &problem, Index tet, Side side) {
  const Material &material = problem.materials[problem.material[tet]];
  if (side == Side::electric)
    return {k_eps0, 1 / k_mu0, &material.eps_r, material.mu_r.inverse()};
  return {k_mu0, 1 / k_eps0, &material.mu_r, material.eps_r.inverse()};
}

// Returns S: the integral of curl N_i . (curl N_j / mu); for H with eps.
Matrix stiffness(const Problem &problem, Index tet, Side side) {
  const int n = problem.per_tet();
  const Constants medium = constants(problem, tet, side);
  const double corner[4] = {1, 0, 0, 0};
  const TetFrame frame = frame_at(problem.shape(tet), corner);
  const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree());
  Matrix result(n * n, 0);
  for (std::size_t q = 0; q < rule.points.size(); ++q) {
    const std::vector<Vector> curls = curls_at(problem, frame, rule.points[q]);
    const double weight = medium.inverse * rule.weights[q] * frame.volume_factor() / 6;
    for (int j = 0; j < n; ++j) {
      const Vector flux = times(medium.inverse_r, curls[j]);
      for (int i = 0; i < n; ++i)
        result[i * n + j] += weight * dot(curls[i], flux);
    }
  }
  return result;
}

struct StepParts {
  Matrix mass, stiff, walls; // M, S, B
  Matrix inverse;            // A0^-1
};
StepParts parts_of(const Problem &problem, Index tet, Side side, double dt_s,
                   const ElementMatrices &faces) {
  const Constants medium = constants(problem, tet, side);
  StepParts parts{
      mass_matrix(problem, tet, *medium.inertia_r), stiffness(problem, tet, side), {}, {}};
  parts.walls.assign(parts.mass.size(), 0);
  for (int face = 0; face < 4; ++face)
    if (has_loss(problem.faces[tet][face].kind)) {
      const double loss = wall_loss(problem, tet, face, side == Side::electric, true, dt_s);
      for (std::size_t k = 0; k < parts.walls.size(); ++k)
        parts.walls[k] += loss * faces.own_trace[face][k];
    }
  parts.inverse.resize(parts.mass.size());
  for (std::size_t k = 0; k < parts.mass.size(); ++k) {
    parts.mass[k] *= medium.inertia;
    parts.inverse[k] =
        parts.mass[k] / (dt_s * dt_s) + parts.stiff[k] / 4 + parts.walls[k] / (2 * dt_s);
  }
  invert_positive(problem.per_tet(), parts.inverse);
  return parts;
}

// Returns the factor that makes the tet's own field the one behind a wall.
double mirror(FaceKind kind, bool is_electric) {
  if (has_loss(kind))
    return 0;
  return (kind == FaceKind::pec) == is_electric ? -1 : 1;
}

} // namespace

TwoStepRow two_step_shape(const Problem &problem) {
  return {problem.choices.space.per_tet(), problem.choices.space.per_triangle()};
}

std::vector<double> two_step_matrices(const Problem &problem, Index tet, Side side, double dt_s) {
  const TwoStepRow shape = two_step_shape(problem);
  const int n = shape.n;
  const ElementMatrices faces = element_matrices(problem, tet);
  const StepParts parts = parts_of(problem, tet, side, dt_s, faces);
  const double sign = side == Side::electric ? 1 : -1, square = dt_s * dt_s;
  std::vector<double> row(shape.size(), 0);
  const auto put = [&](const auto &at, const Matrix &matrix) {
    const Matrix solved = product(n, parts.inverse, matrix);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        row[at(i, j)] = solved[i * n + j];
  };
  Matrix now(n * n), before(n * n), wall(n * n, 0);
  for (int k = 0; k < n * n; ++k) {
    now[k] = 2 * parts.mass[k] / square - parts.stiff[k] / 2;
    before[k] = parts.mass[k] / square + parts.stiff[k] / 4 - parts.walls[k] / (2 * dt_s);
  }
  for (int face = 0; face < 4; ++face) {
    const TetFace &to = problem.faces[tet][face];
    if (to.kind == FaceKind::inner) {
      const Matrix solved = product(n, parts.inverse, faces.face[face]);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < shape.nf; ++j)
          row[shape.trace(face, i, j)] =
              sign / dt_s * solved[i * n + problem.choices.space.trace(to.local, j)];
      continue;
    }
    const double factor = sign / dt_s * mirror(to.kind, side == Side::magnetic);
    for (int k = 0; k < n * n; ++k)
      wall[k] += factor * faces.own_face[face][k];
  }
  put([&](int i, int j) { return shape.now(i, j); }, now);
  put([&](int i, int j) { return shape.before(i, j); }, before);
  put([&](int i, int j) { return shape.wall(i, j); }, wall);
  return row;
}

std::vector<double> two_step_current(const Problem &problem, Index tet, Side side, double dt_s,
                                     const TetCurrent &current) {
  const int n = problem.per_tet();
  std::vector<double> load(n, 0), result(n, 0);
  if (side == Side::electric) {
    load = current_load(problem, tet, current);
    for (double &entry : load)
      entry /= -dt_s;
  } else {
    const double corner[4] = {1, 0, 0, 0};
    const TetFrame frame = frame_at(problem.shape(tet), corner);
    const Constants medium = constants(problem, tet, side);
    const Vector flux = times(medium.inverse_r, current.value);
    const auto add = [&](const std::array<double, 4> &l, double weight) {
      const std::vector<Vector> curls = curls_at(problem, frame, l);
      for (int i = 0; i < n; ++i)
        load[i] += 0.5 * weight * medium.inverse * dot(curls[i], flux);
    };
    const SimplexRule<4> rule = tet_rule(problem.choices.space.degree());
    if (current.is_point)
      add(current.l, 1);
    else
      for (std::size_t q = 0; q < rule.points.size(); ++q)
        add(rule.points[q], rule.weights[q] * frame.volume_factor() / 6);
  }
  const StepParts parts = parts_of(problem, tet, side, dt_s, element_matrices(problem, tet));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      result[i] += parts.inverse[i * n + j] * load[j];
  return result;
}

} // namespace curlew::dgtd
