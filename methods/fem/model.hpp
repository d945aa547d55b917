#pragma once

#include <curlew/core/mesh/hierarchy.hpp>
#include <curlew/core/mesh/topology.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fem/periodic/cell_along_z.hpp>
#include <curlew/methods/fem/periodic/periods.hpp>
#include <curlew/methods/shared/far_field/image_planes.hpp>
#include <curlew/methods/shared/ports/lumped_shape.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew::fem {

class FaceLaw;

// A face with a boundary condition. Those that add to the matrix, absorbing walls, impedances,
// elements and ports, have a law.
struct FaceTerm {
  Index face = -1;
  Index tet = -1; // solved tet on one side of the face
  const Boundary *boundary = nullptr;
  const FaceLaw *law = nullptr; // of Model::laws; null where the face adds nothing to the matrix
};

// A case on its mesh: the role of each tet and each face. Perfect conductors stay in the mesh and
// are not solved. Points into the case, which must outlive it.
struct Model {
  TetMesh mesh;
  TetTopology topology;
  std::vector<std::uint8_t> solved;      // tet -> 1 unless it is a perfect conductor
  std::vector<std::uint16_t> material;   // tet -> index into Case::materials
  std::vector<std::uint8_t> face_is_pec; // face -> 1 where the tangential E is 0
  // edge -> 1 where it lies on a face of face_is_pec; filled where there are ports.
  std::vector<char> edge_is_pec;
  std::vector<FaceTerm> terms;    // faces that add to the matrix, in rising order
  std::vector<FaceTerm> natural;  // outer faces that are magnetic walls
  std::vector<FaceTerm> layers;   // outer faces behind absorbing layers, also perfect walls
  std::vector<ImagePlane> images; // planes whose images radiate too
  std::vector<Period> periods;    // pairs of faces that are identified
  std::optional<CellAlongZ> cell; // under plane waves and for orders: cell_along_z()
  std::map<const Boundary *, std::shared_ptr<const FaceLaw>> laws; // of the boundaries of `terms`
  std::map<const Boundary *, LumpedShape> lumped; // of lumped elements and ports, by `terms`
  std::vector<std::string> warnings;
  // Meshes that this one was refined from, from coarse to fine, and for each node of the next finer
  // mesh its parent nodes (core/mesh/hierarchy.hpp).
  std::vector<Model> coarser;
  std::vector<std::vector<NodeParents>> parents;
};

// Returns the frequencies at which a case needs its media: the frequencies of the case; for
// "eigenmodes" the frequency that the modes are near to; in time the highest (0 where it has none).
std::vector<double> media_frequencies_hz(const Case &input);

// Returns the faces on perfect electric conductors, ascending.
std::vector<Index> pec_faces(const Model &model);

// Smallest and largest coordinates of the solved tets.
struct Extents {
  Point low_m, high_m;
};
Extents extents_of(const Model &model);

Point centroid_of(const TetMesh &mesh, Index tet);

// Mean, shortest and longest length of the edges of solved tets, m.
struct EdgeLengths {
  double mean = 0, shortest = 0, longest = 0;
};
EdgeLengths edge_lengths(const Model &model);

} // namespace curlew::fem
