#pragma once

#include <curlew/methods/dgatd/problem.hpp>

#include <vector>

namespace curlew::dgatd {

// The symmetric matrices of one dual volume, of order d, the number of unknown half edges in it.
//
//   mass     M_v = sum over its tets of V grad(lambda_i) . eps grad(lambda_j) s_i s_j   in F
//   loss     L_v = the same with sigma for eps, plus the absorbing faces                 in S
//
// where i, j run over the other ends of the half edges and s is +1 when the edge leaves v, -1 when
// it ends there. The uniform basis of @cite cicuttin2018 (eq. 4) on the hexahedron of v in a tet is
// w_i = 2 grad(lambda_i), and the hexahedron has a quarter of the tet's volume. An absorbing face
// of area A adds (4 A / 3) Y grad_t(lambda_i) . grad_t(lambda_j) to the loss.
//
// Update over one step: (M/dt + L/2) (u' - u) = r - L u.
class DualVolume {
public:
  explicit DualVolume(const Problem &problem);

  // Assembles mass and loss of a node.
  void assemble(Index node);
  // Discards the loss matrix of the assembled volume.
  void drop_losses();
  // Replaces `mass` by the inverse of M/dt + L/2. Throws InputError when it is not positive
  // definite to rounding (a tet degenerate beyond use), naming the node.
  void invert(double dt_s);

  int degree() const { return degree_; }
  bool is_lossy() const { return lossy_; }
  // Row-major d x d, both triangles filled.
  const std::vector<double> &mass() const { return mass_; } // after invert(): the inverse
  const std::vector<double> &loss() const { return loss_; }
  // Returns the rate in L = rate M, in 1/s, if one rate serves the whole dual volume, else a
  // negative value.
  double uniform_loss_rate() const { return uniform_rate_; }

private:
  void add_tet(Index tet);
  void add_absorbing_face(const AbsorbingFace &face);

  const Problem &problem_;
  Index node_ = 0;
  int degree_ = 0;
  bool lossy_ = false;
  double uniform_rate_ = -1;
  std::vector<double> mass_, loss_, work_;
};

} // namespace curlew::dgatd
