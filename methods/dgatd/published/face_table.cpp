#include <curlew/methods/dgatd/published/face_table.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>

#include <algorithm>

namespace curlew::dgatd {

FaceTable make_face_table(const Problem &problem, int threads) {
  TopologyOptions options;
  options.node_edges = options.node_tets = false;
  options.threads = threads;
  const TetTopology topology = make_topology(problem.mesh, options);
  FaceTable table;
  const std::size_t tets = problem.nodes.size(), faces = topology.faces.size();
  table.fractions.assign(faces, {-1, -1});
  table.edges.resize(faces);
  table.face_of.resize(4 * tets);
  table.sign.resize(4 * tets);
  parallel_chunks(tets, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t t = begin; t < end; ++t)
      for (int i = 0; i < 4; ++i) {
        const auto &tet = problem.mesh.tets[t];
        const int sorted =
            static_cast<int>(std::find(problem.nodes[t].begin(), problem.nodes[t].end(), tet[i]) -
                             problem.nodes[t].begin());
        table.face_of[4 * t + sorted] = topology.tet_faces[t][i];
        table.sign[4 * t + sorted] = face_sign(tet, i);
      }
  });
  for (std::size_t k = 0; k < 4 * tets; ++k) {
    auto &pair = table.fractions[table.face_of[k]];
    pair[pair[0] < 0 ? 0 : 1] = static_cast<Index>(k);
  }
  parallel_chunks(faces, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t f = begin; f < end; ++f) {
      const Index tet = table.fractions[f][0] / 4;
      const int opposite = table.fractions[f][0] % 4;
      int corner[3];
      for (int n = 0, k = 0; n < 4; ++n)
        if (n != opposite)
          corner[k++] = n;
      table.edges[f] = {problem.edges[tet][local_edge_between(corner[0], corner[1])],
                        problem.edges[tet][local_edge_between(corner[1], corner[2])],
                        problem.edges[tet][local_edge_between(corner[0], corner[2])]};
    }
  });
  return table;
}

void faraday_block(const Problem &problem, const FaceTable &faces, Index tet, double dt_s,
                   double (&block)[4][6]) {
  double x[4][3];
  problem.corners(tet, x);
  const double volume = tet_geometry(x).signed_volume;
  const SymmetricTensor mu = problem.materials[problem.material[tet]].mu_r.inverse();
  const auto &m = mu.v;
  const double scale = dt_s / (k_mu0 * 9 * volume);
  for (int e = 0; e < 6; ++e) {
    const LocalEdge local = local_edge(e);
    double o[3];
    for (int d = 0; d < 3; ++d)
      o[d] = x[local.l][d] - x[local.k][d];
    const double field[3] = {m[0] * o[0] + m[3] * o[1] + m[4] * o[2],
                             m[3] * o[0] + m[1] * o[1] + m[5] * o[2],
                             m[4] * o[0] + m[5] * o[1] + m[2] * o[2]};
    for (int i = 0; i < 4; ++i) {
      double along = 0;
      for (int d = 0; d < 3; ++d) // 4 (g - x_i), differences first
        along += field[d] * ((x[0][d] - x[i][d]) + (x[1][d] - x[i][d]) + (x[2][d] - x[i][d]) +
                             (x[3][d] - x[i][d]));
      block[i][e] = faces.sign[4 * static_cast<std::size_t>(tet) + i] * scale * along / 4;
    }
  }
}

} // namespace curlew::dgatd
