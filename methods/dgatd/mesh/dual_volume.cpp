#include <curlew/methods/dgatd/mesh/dual_volume.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

double quadratic(const SymmetricTensor &tensor, const double *a, const double *b) {
  const auto &v = tensor.v;
  return a[0] * (v[0] * b[0] + v[3] * b[1] + v[4] * b[2]) +
         a[1] * (v[3] * b[0] + v[1] * b[1] + v[5] * b[2]) +
         a[2] * (v[4] * b[0] + v[5] * b[1] + v[2] * b[2]);
}

// Returns sigma / eps in 1/s where the two tensors are proportional, else a negative value.
double loss_rate(const Material &material) {
  const double rate = material.sigma.v[0] / (k_eps0 * material.eps_r.v[0]);
  for (int i = 0; i < 6; ++i)
    if (std::abs(material.sigma.v[i] - rate * k_eps0 * material.eps_r.v[i]) >
        1e-14 * std::abs(material.sigma.v[0]))
      return -1;
  return rate;
}

// Replaces the symmetric positive definite n x n matrix (row-major, full) by its inverse through
// the Cholesky factor; false when a pivot is not positive.
bool invert_spd(std::vector<double> &matrix, std::vector<double> &work, int n) {
  double *a = matrix.data();
  for (int j = 0; j < n; ++j) { // a := lower factor L
    double pivot = a[j * n + j];
    for (int k = 0; k < j; ++k)
      pivot -= a[j * n + k] * a[j * n + k];
    if (!(pivot > 1e-14 * a[j * n + j]))
      return false;
    const double diagonal = std::sqrt(pivot);
    a[j * n + j] = diagonal;
    for (int i = j + 1; i < n; ++i) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / diagonal;
    }
  }
  work.assign(static_cast<std::size_t>(n) * n,
              0); // work := L^-1, stored transposed: row j = column j
  double *x = work.data();
  for (int j = 0; j < n; ++j) {
    x[j * n + j] = 1 / a[j * n + j];
    for (int i = j + 1; i < n; ++i) {
      double sum = 0;
      for (int k = j; k < i; ++k)
        sum -= a[i * n + k] * x[j * n + k];
      x[j * n + i] = sum / a[i * n + i];
    }
  }
  for (int i = 0; i < n; ++i) // a := L^-T L^-1
    for (int j = 0; j <= i; ++j) {
      double sum = 0;
      for (int k = i; k < n; ++k)
        sum += x[i * n + k] * x[j * n + k];
      a[i * n + j] = a[j * n + i] = sum;
    }
  return true;
}

} // namespace

DualVolume::DualVolume(const Problem &problem) : problem_(problem) {}

void DualVolume::add_tet(Index tet) {
  const auto &nodes = problem_.nodes[tet];
  const Material &material = problem_.materials[problem_.material[tet]];
  double x[4][3];
  problem_.corners(tet, x);
  const TetGeometry geometry = tet_geometry(x);
  const double volume = std::abs(geometry.signed_volume);

  int here = 0;
  while (nodes[here] != node_)
    ++here;
  int at[3];
  double vector[3][3]; // s_i grad(lambda_i)
  for (int n = 0, other = 0; n < 4; ++n) {
    if (n == here)
      continue;
    at[other] = problem_.position(node_, problem_.edges[tet][local_edge_between(here, n)]);
    for (int d = 0; d < 3; ++d)
      vector[other][d] = n > here ? geometry.gradient[n][d] : -geometry.gradient[n][d];
    ++other;
  }
  const bool conducts = !material.sigma.is_zero();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      if (at[i] < 0 || at[j] < 0)
        continue;
      const std::size_t entry = static_cast<std::size_t>(at[i]) * degree_ + at[j];
      mass_[entry] += k_eps0 * volume * quadratic(material.eps_r, vector[i], vector[j]);
      if (conducts)
        loss_[entry] += volume * quadratic(material.sigma, vector[i], vector[j]);
    }
  lossy_ = lossy_ || conducts;
}

void DualVolume::add_absorbing_face(const AbsorbingFace &face) {
  int here = 0;
  while (face.nodes[here] != node_)
    ++here;
  const Index ends[2] = {face.nodes[(here + 1) % 3], face.nodes[(here + 2) % 3]};
  double a[2][3]; // edge vectors from the node
  for (int n = 0; n < 2; ++n)
    for (int d = 0; d < 3; ++d)
      a[n][d] = problem_.mesh.points[ends[n]][d] - problem_.mesh.points[node_][d];
  const auto dot = [](const double *p, const double *q) {
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
  };
  // Metric of the in-plane dual basis of (a0, a1): g_i . a_j = delta_ij, so g_i . g_j is the
  // inverse Gram matrix.
  const double g00 = dot(a[0], a[0]), g01 = dot(a[0], a[1]), g11 = dot(a[1], a[1]);
  const double determinant = g00 * g11 - g01 * g01;
  const double area = 0.5 * std::sqrt(determinant);
  const double inverse[2][2] = {{g11 / determinant, -g01 / determinant},
                                {-g01 / determinant, g00 / determinant}};
  int at[2] = {-1, -1};
  double sign[2];
  for (int n = 0; n < 2; ++n) {
    sign[n] = ends[n] > node_ ? 1 : -1;
    const auto first = problem_.node_edges.begin() + problem_.node_edge_offsets[node_];
    for (int e = 0; e < degree_; ++e) {
      const auto &pair = problem_.edge_nodes[first[e]];
      if (pair[0] == ends[n] || pair[1] == ends[n])
        at[n] = e;
    }
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      if (at[i] >= 0 && at[j] >= 0)
        loss_[static_cast<std::size_t>(at[i]) * degree_ + at[j]] +=
            4.0 / 3.0 * area * face.admittance * sign[i] * sign[j] * inverse[i][j];
  lossy_ = true;
}

void DualVolume::assemble(Index node) {
  node_ = node;
  degree_ = problem_.degree(node);
  lossy_ = false;
  const auto size = static_cast<std::size_t>(degree_) * degree_;
  mass_.assign(size, 0);
  loss_.assign(size, 0);
  uniform_rate_ = -2; // unknown yet
  for (auto tet = problem_.node_tets.begin(node); tet != problem_.node_tets.end(node); ++tet) {
    add_tet(*tet);
    const double rate = loss_rate(problem_.materials[problem_.material[*tet]]);
    uniform_rate_ = uniform_rate_ == -2 || uniform_rate_ == rate ? rate : -1;
  }
  for (Offset k = problem_.node_absorbing_offsets[node];
       k < problem_.node_absorbing_offsets[node + 1]; ++k) {
    add_absorbing_face(problem_.absorbing[problem_.node_absorbing[k]]);
    uniform_rate_ = -1;
  }
}

void DualVolume::drop_losses() {
  std::fill(loss_.begin(), loss_.end(), 0.0);
  lossy_ = false;
  uniform_rate_ = 0;
}

void DualVolume::invert(double dt_s) {
  for (std::size_t i = 0; i < mass_.size(); ++i)
    mass_[i] = mass_[i] / dt_s + 0.5 * loss_[i];
  if (!invert_spd(mass_, work_, degree_)) {
    const Point &p = problem_.mesh.points[node_];
    throw InputError(fmt::format("the dual volume of the node at ({:.6g}, {:.6g}, {:.6g}) m has a "
                                 "mass matrix that is singular to rounding: a tet around it is "
                                 "degenerate; improve the mesh there",
                                 p[0], p[1], p[2]));
  }
}

} // namespace curlew::dgatd
