#include <curlew/methods/fem/model.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>

#include <algorithm>
#include <limits>

namespace curlew::fem {

std::vector<double> media_frequencies_hz(const Case &input) {
  if (input.eigenmodes)
    return {input.eigenmodes->near_hz};
  const bool in_time = input.time.duration_s || input.time.steps;
  return in_time ? std::vector<double>{highest_frequency_hz(input)} : input.frequencies_hz;
}

std::vector<Index> pec_faces(const Model &model) {
  std::vector<Index> faces;
  for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
    if (model.face_is_pec[f])
      faces.push_back(static_cast<Index>(f));
  return faces;
}

Extents extents_of(const Model &model) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  Extents extents{{k_far, k_far, k_far}, {-k_far, -k_far, -k_far}};
  for (std::size_t t = 0; t < model.mesh.tets.size(); ++t)
    for (int n = 0; n < 4 && model.solved[t]; ++n)
      for (int d = 0; d < 3; ++d) {
        const double x = model.mesh.points[model.mesh.tets[t][n]][d];
        extents.low_m[d] = std::min(extents.low_m[d], x);
        extents.high_m[d] = std::max(extents.high_m[d], x);
      }
  return extents;
}

Point centroid_of(const TetMesh &mesh, Index tet) {
  Point centroid{0, 0, 0};
  for (const Index node : mesh.tets[tet])
    centroid = centroid + 0.25 * mesh.points[node];
  return centroid;
}

EdgeLengths edge_lengths(const Model &model) {
  std::vector<std::uint8_t> is_used(model.topology.edges.size(), 0);
  for (std::size_t t = 0; t < model.mesh.tets.size(); ++t)
    if (model.solved[t])
      for (const Index edge : model.topology.tet_edges[t])
        is_used[edge] = 1;
  EdgeLengths lengths{0, std::numeric_limits<double>::infinity(), 0};
  std::size_t count = 0;
  for (std::size_t e = 0; e < is_used.size(); ++e) {
    if (!is_used[e])
      continue;
    const auto &[a, b] = model.topology.edges[e];
    const double length = norm(model.mesh.points[b] - model.mesh.points[a]);
    lengths.mean += length;
    lengths.shortest = std::min(lengths.shortest, length);
    lengths.longest = std::max(lengths.longest, length);
    ++count;
  }
  lengths.mean /= static_cast<double>(count);
  return lengths;
}

} // namespace curlew::fem
