#include <curlew/methods/dgtd/layers/layer_matrices.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/dgtd/layers/layer_weights.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>

#include <utility>

namespace curlew::dgtd {
namespace {

// Returns the integrals over a tet's faces in the layer.
LayerJumps face_jumps(const Problem &problem, Index tet, bool is_electric) {
  const int n = problem.per_tet(), nf = problem.choices.space.per_triangle();
  LayerJumps result;
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

LayerMatrices layer_matrices(const Problem &problem, Index tet) {
  const int n = problem.per_tet();
  Matrix unit_inverse = mass_matrix(problem, tet, SymmetricTensor());
  LayerMatrices result;
  const Matrix unit = unit_inverse;
  invert_positive(n, unit_inverse);
  const auto stretch = layer_stretch(problem, tet);
  SymmetricTensor real;
  for (int d = 0; d < 3; ++d) {
    SymmetricTensor one = SymmetricTensor::isotropic(0);
    one.v[d] = 1;
    result.component[d] = product(n, unit_inverse, mass_matrix(problem, tet, one));
    real.v[d] = stretch[(d + 1) % 3].kappa * stretch[(d + 2) % 3].kappa / stretch[d].kappa;
  }
  result.unstretch = mass_matrix(problem, tet, real);
  invert_positive(n, result.unstretch);
  result.unstretch = product(n, result.unstretch, unit);
  return result;
}

LayerJumps layer_jumps(const Problem &problem, Index tet, Side side, double dt_s) {
  const int n = problem.per_tet();
  const bool is_electric = side == Side::electric;
  const Material &medium = problem.materials[problem.material[tet]];
  const double inertia = is_electric ? medium.eps_r.v[0] * k_eps0 : medium.mu_r.v[0] * k_mu0;
  const double loss = (is_electric ? medium.sigma : medium.sigma_m).v[0];
  Matrix unit_inverse = mass_matrix(problem, tet, SymmetricTensor());
  invert_positive(n, unit_inverse);
  // The updater has the same factor on its left side.
  const double scale = 1 / (inertia / dt_s + 0.5 * loss);
  LayerJumps jumps = face_jumps(problem, tet, is_electric);
  jumps.own = scaled(product(n, unit_inverse, jumps.own), scale);
  for (Matrix &behind : jumps.behind)
    behind = scaled(product(n, unit_inverse, behind), scale);
  return jumps;
}

} // namespace curlew::dgtd
