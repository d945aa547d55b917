#include <curlew/methods/dgatd/mesh/magnetic_fit.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::dgatd {
namespace {

Point barycentre(const Problem &problem, Index tet) {
  Point sum{0, 0, 0};
  for (const Index node : problem.nodes[tet])
    sum = sum + problem.mesh.points[node];
  return 0.25 * sum;
}

// True where two tets share a face that does not conduct.
bool are_joined(const Problem &problem, Index a, Index b) {
  bool shared[4];
  int count = 0;
  for (int i = 0; i < 4; ++i) {
    const auto &other = problem.nodes[b];
    shared[i] = std::find(other.begin(), other.end(), problem.nodes[a][i]) != other.end();
    count += shared[i];
  }
  if (count != 3)
    return false;
  bool conducts = true;
  for (int e = 0; e < 6; ++e) {
    const LocalEdge local = local_edge(e);
    if (shared[local.i] && shared[local.j])
      conducts = conducts && problem.edge_is_pec[problem.edges[a][e]];
  }
  return !conducts;
}

// Returns the tets around the node on the same side as the first, in the order of the whole mesh.
std::vector<Index> patch_around(const Problem &problem, Index tet, Index node) {
  std::vector<Index> left(problem.node_tets.begin(node), problem.node_tets.end(node));
  left.erase(std::remove_if(left.begin(), left.end(),
                            [&](Index other) {
                              return other == tet ||
                                     problem.material[other] != problem.material[tet];
                            }),
             left.end());
  std::vector<Index> patch{tet};
  for (std::size_t i = 0; i < patch.size(); ++i)
    for (Index &other : left)
      if (other >= 0 && are_joined(problem, patch[i], other)) {
        patch.push_back(other);
        other = -1;
      }
  std::sort(patch.begin(), patch.end(), [&](Index a, Index b) {
    return problem.ownership.number_of_tet(a) < problem.ownership.number_of_tet(b);
  });
  return patch;
}

constexpr int k_terms = 4; // 1, x, y, z

// Solves m c = (1, 0, 0, 0) with a symmetric positive definite m; false where it is singular.
bool first_column_of_inverse(double (&m)[k_terms][k_terms], double (&c)[k_terms]) {
  constexpr double k_smallest_pivot = 1e-6; // over the diagonal's entry
  double diagonal[k_terms];
  for (int i = 0; i < k_terms; ++i) {
    c[i] = i == 0 ? 1 : 0;
    diagonal[i] = m[i][i];
  }
  for (int i = 0; i < k_terms; ++i) {
    if (!(m[i][i] > k_smallest_pivot * diagonal[i]))
      return false;
    for (int j = i + 1; j < k_terms; ++j) {
      const double factor = m[j][i] / m[i][i];
      for (int k = i; k < k_terms; ++k)
        m[j][k] -= factor * m[i][k];
      c[j] -= factor * c[i];
    }
  }
  for (int i = k_terms - 1; i >= 0; --i) {
    for (int k = i + 1; k < k_terms; ++k)
      c[i] -= m[i][k] * c[k];
    c[i] /= m[i][i];
  }
  return true;
}

} // namespace

MagneticStencil fit_magnetic(const Problem &problem, Index tet, Index node, const Point &point_m) {
  const MagneticStencil constant{{tet}, {1}};
  const std::vector<Index> patch = patch_around(problem, tet, node);
  std::vector<std::array<double, k_terms>> rows;
  double scale_m = 0;
  for (const Index other : patch)
    scale_m = std::max(scale_m, norm(barycentre(problem, other) - point_m));
  double normal[k_terms][k_terms] = {};
  for (const Index other : patch) {
    const Point d = barycentre(problem, other) - point_m;
    rows.push_back({1, d[0] / scale_m, d[1] / scale_m, d[2] / scale_m});
    for (int i = 0; i < k_terms; ++i)
      for (int j = 0; j < k_terms; ++j)
        normal[i][j] += rows.back()[i] * rows.back()[j];
  }
  double c[k_terms];
  if (patch.size() < k_terms || !first_column_of_inverse(normal, c))
    return constant;
  MagneticStencil stencil{patch, {}};
  double squares = 0;
  for (const auto &row : rows) {
    double weight = 0;
    for (int i = 0; i < k_terms; ++i)
      weight += c[i] * row[i];
    stencil.weights.push_back(weight);
    squares += weight * weight;
  }
  // Largest growth of the squares of the tets' differences.
  constexpr double k_most_growth = 4;
  return squares > k_most_growth ? constant : stencil;
}

} // namespace curlew::dgatd
