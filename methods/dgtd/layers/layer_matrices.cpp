#include <curlew/methods/dgtd/layers/layer_matrices.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

Matrix product(int n, const Matrix &a, const Matrix &b) {
  const int columns = static_cast<int>(b.size()) / n;
  Matrix result(static_cast<std::size_t>(n) * columns, 0);
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < columns; ++j)
        result[i * columns + j] += a[i * n + k] * b[k * columns + j];
  return result;
}

Matrix sum(double a, const Matrix &x, double b, const Matrix &y) {
  Matrix result(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    result[k] = a * x[k] + b * y[k];
  return result;
}

Matrix identity(int n) {
  Matrix result(static_cast<std::size_t>(n) * n, 0);
  for (int i = 0; i < n; ++i)
    result[i * n + i] = 1;
  return result;
}

// By Gauss and Jordan, with pivots by rows.
Matrix inverse(int n, Matrix a) {
  Matrix result = identity(n);
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(a[i * n + k]) > std::abs(a[pivot * n + k]))
        pivot = i;
    if (a[pivot * n + k] == 0)
      throw std::logic_error("a layer's matrix is singular");
    for (int j = 0; j < n; ++j) {
      std::swap(a[k * n + j], a[pivot * n + j]);
      std::swap(result[k * n + j], result[pivot * n + j]);
    }
    const double scale = 1 / a[k * n + k];
    for (int j = 0; j < n; ++j) {
      a[k * n + j] *= scale;
      result[k * n + j] *= scale;
    }
    for (int i = 0; i < n; ++i) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0)
        continue;
      for (int j = 0; j < n; ++j) {
        a[i * n + j] -= factor * a[k * n + j];
        result[i * n + j] -= factor * result[k * n + j];
      }
    }
  }
  return result;
}

// The inverse of the mass of a unit medium, and it times the masses of a + b - c, (a - c)(b - c), c
// and a b, each a diagonal tensor. Rates are constant in a tet, those at the middle of its extent:
// what comes back is less by 10 dB than with rates that vary in the tet (docs/methods/dgtd.md).
struct RateMatrices {
  Matrix unit_inverse, damping, memory, along, second;
};

RateMatrices rate_matrices(const Problem &problem, Index tet) {
  const int n = problem.per_tet();
  RateMatrices result;
  result.unit_inverse = mass_matrix(problem, tet, SymmetricTensor());
  invert_positive(n, result.unit_inverse);
  const auto stretch = layer_stretch(problem, tet);
  std::array<SymmetricTensor, 4> tensors;
  for (int d = 0; d < 3; ++d) {
    const double a = stretch[(d + 1) % 3].rate_per_s, b = stretch[(d + 2) % 3].rate_per_s,
                 c = stretch[d].rate_per_s;
    const double of[4] = {a + b - c, (a - c) * (b - c), c, a * b};
    for (int k = 0; k < 4; ++k)
      tensors[k].v[d] = of[k];
  }
  Matrix *matrices[4] = {&result.damping, &result.memory, &result.along, &result.second};
  for (int k = 0; k < 4; ++k)
    *matrices[k] = product(n, result.unit_inverse, mass_matrix(problem, tet, tensors[k]));
  return result;
}

// The penalty of a tet's faces in the layer: own, and of the traces behind each face.
struct LayerPenalty {
  Matrix own;
  std::array<Matrix, 4> behind;
};

LayerPenalty face_penalty(const Problem &problem, Index tet, bool is_electric) {
  const int n = problem.per_tet(), nf = problem.choices.space.per_triangle();
  LayerPenalty result;
  result.own.assign(static_cast<std::size_t>(n) * n, 0);
  const ElementMatrices matrices = element_matrices(problem, tet);
  const auto admittance = [&](Index of) {
    return admittance_of(problem.materials[problem.material[of]]);
  };
  for (int face = 0; face < 4; ++face) {
    Matrix &behind = result.behind[face];
    behind.assign(static_cast<std::size_t>(n) * nf, 0);
    const TetFace &to = problem.faces[tet][face];
    const bool is_inner = to.kind == FaceKind::inner;
    const double penalty = layer_penalty(problem, tet, face);
    if (penalty == 0)
      continue;
    const double here = admittance(tet), there = admittance(to.tet);
    const double factor = penalty / (is_electric ? 1 / here + 1 / there : here + there);
    const bool turns = !is_inner && (to.kind == FaceKind::pec) == is_electric;
    if (!is_inner && !turns)
      continue; // the field behind is the same
    for (int k = 0; k < n * n; ++k)
      result.own[k] -= (turns ? 2 : 1) * factor * matrices.own_trace[face][k];
    for (int i = 0; is_inner && i < n; ++i)
      for (int j = 0; j < nf; ++j)
        behind[i * nf + j] =
            factor * matrices.trace[face][i * n + problem.choices.space.trace(to.local, j)];
  }
  return result;
}

} // namespace

LayerMatrices layer_matrices(const Problem &problem, Index tet, Side side, double dt_s) {
  const int n = problem.per_tet();
  const bool is_electric = side == Side::electric;
  const Material &medium = problem.materials[problem.material[tet]];
  const double inertia = is_electric ? medium.eps_r.v[0] * k_eps0 : medium.mu_r.v[0] * k_mu0;
  const double loss = (is_electric ? medium.sigma : medium.sigma_m).v[0] / inertia; // 1/s
  const RateMatrices rates = rate_matrices(problem, tet);
  LayerMatrices result;
  if (problem.choices.scheme == SchemeKind::upwind) {
    result.stay = sum(-1, rates.damping, 0, rates.damping);
    result.memory = sum(-1, rates.memory, -loss, rates.damping);
    result.second = sum(-loss, rates.second, 0, rates.second);
    result.p_keep = sum(-1, rates.along, 0, rates.along);
    return result;
  }
  // Of p0 and of x0 + x1 in p1.
  const Matrix one = identity(n);
  const Matrix along = inverse(n, sum(1 / dt_s, one, 0.5, rates.along));
  result.p_gain = sum(0.5, along, 0, along);
  result.p_keep = product(n, along, sum(1 / dt_s, one, -0.5, rates.along));
  // The equation over inertia / dt + loss / 2, which the updater has on the left.
  const double scale = 1 / (1 / dt_s + 0.5 * loss);
  Matrix memory = sum(1, rates.memory, loss, rates.damping);
  memory = sum(scale, memory, 0.5 * dt_s * scale * loss, rates.second);
  const Matrix implicit = sum(scale, rates.damping, 1, product(n, memory, result.p_gain));
  result.step = inverse(n, sum(1, one, 0.5, implicit));
  const LayerPenalty jumps = face_penalty(problem, tet, is_electric);
  const auto jump_step = [&](const Matrix &matrix) {
    const Matrix solved = product(n, rates.unit_inverse, matrix);
    return product(n, result.step, sum(scale / inertia, solved, 0, solved));
  };
  result.stay = sum(-1, product(n, result.step, implicit), 1, jump_step(jumps.own));
  result.memory = product(n, result.step, product(n, memory, sum(-0.5, one, -0.5, result.p_keep)));
  result.second = product(n, result.step, sum(-scale * loss, rates.second, 0, rates.second));
  for (int face = 0; face < 4; ++face)
    result.behind[face] = jump_step(jumps.behind[face]);
  return result;
}

} // namespace curlew::dgtd
