#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/mesh/topology.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace curlew {

struct TetLocation {
  Index tet = -1;
  std::array<double, 4> barycentric{}; // weights of the tet's nodes; sum 1
};

// Finds the tet around a point by a uniform grid of bins over the mesh. Reads the mesh's tables
// points and tets where they lie in memory: they must stay unchanged, but the mesh may be moved.
class TetLocator {
public:
  explicit TetLocator(const TetMesh &mesh, int threads = 0);

  // Returns the tet that contains the point; on a shared face, edge or node the one with the lowest
  // index. A point counts as inside a tet up to 1e-12 of the mesh's diameter beyond its faces.
  // Empty for a point outside of the mesh or with a coordinate that is not finite.
  std::optional<TetLocation> find(const Point &point_m) const;

  // Weights of a tet's nodes at a point, wherever it lies.
  std::array<double, 4> barycentric(Index tet, const Point &point_m) const;

  // Distance in m from the point to the nearest point of the mesh, 0 inside. Visits every tet: for
  // messages only.
  double distance_m(const Point &point_m) const;

  // Message "(1, 2, 3) m lies outside of the mesh, 0.5 m from its nearest point; the mesh spans x 0
  // .. 1, y ..., z ... m".
  std::string describe_outside(const Point &point_m) const;
  // The same for a mesh of which this one may be a part.
  static std::string describe_outside(const Point &point_m, double distance_m, const Point &low_m,
                                      const Point &high_m);

  const Point &low_m() const { return low_; }
  const Point &high_m() const { return high_; }

private:
  std::array<Point, 4> corners(Index tet) const;
  int bin_of(double coordinate, int direction) const;

  const Point *points_;
  const std::array<Index, 4> *tets_;
  std::size_t tet_count_;
  Point low_{0, 0, 0}, high_{0, 0, 0};
  double tolerance_ = 0; // m beyond a face
  std::array<int, 3> bins_{1, 1, 1};
  Point bins_per_m_{0, 0, 0};
  IndexRows bin_tets_; // ascending in each row
};

// One locator for a mesh, made at its first use and kept. A copy makes its own.
class KeptLocator {
public:
  KeptLocator() = default;
  KeptLocator(const KeptLocator &) {}
  KeptLocator(KeptLocator &&) = default;
  KeptLocator &operator=(const KeptLocator &) {
    locator_.reset();
    return *this;
  }
  KeptLocator &operator=(KeptLocator &&) = default;

  // Returns the locator. `mesh` must be the same in every call. Not to be called by two threads at
  // once.
  const TetLocator &of(const TetMesh &mesh, int threads = 0) const {
    if (!locator_)
      locator_ = std::make_unique<TetLocator>(mesh, threads);
    return *locator_;
  }

private:
  mutable std::unique_ptr<TetLocator> locator_;
};

} // namespace curlew
