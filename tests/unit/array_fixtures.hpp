#pragma once

#include <curlew/core/mesh/array_mesh.hpp>
#include <curlew/core/mesh/box_mesh.hpp>

#include <array>
#include <cmath>

// A small finite array as nine cells and, made separately, as one mesh of the same tets. Each
// antenna is a square coaxial line through a conducting plate, its face at z = 0 the group "feed";
// the frame has the plate alone. Nodes are moved by waves with the period of the array.
namespace curlew::testing {

class SquareCoaxArray {
public:
  static constexpr double k_pitch_m = 0.06, k_frame_m = 0.03, k_height_m = 0.05;
  static constexpr Index k_bricks = 5, k_frame_bricks = 2, k_layers = 3; // one is the plate

  explicit SquareCoaxArray(std::array<Index, 2> counts) : counts_(counts) {}

  ArrayCells cells() const {
    ArrayCells cells;
    cells.counts = counts_;
    cells.pitch_m = {k_pitch_m, k_pitch_m};
    cells.element_groups = {"feed"};
    for (Index row = 0; row < 3; ++row)
      for (Index column = 0; column < 3; ++column) {
        const int kind = 3 * row + column;
        cells.names[kind] = "cell " + std::to_string(kind);
        // The cell is placed as in an array of one antenna, and then moved elsewhere.
        cells.meshes[kind] =
            part({first(column, 1), first(row, 1)}, {bricks(column), bricks(row)}, {1, 1}, false);
        if (kind != ArrayCells::k_centre)
          for (Point &point : cells.meshes[kind].points)
            point = {point[0] + 0.7 * kind, point[1] - 0.3 * kind, point[2]};
      }
    return cells;
  }

  TetMesh whole() const {
    return part(
        {-k_frame_bricks, -k_frame_bricks},
        {k_bricks * counts_[0] + 2 * k_frame_bricks, k_bricks * counts_[1] + 2 * k_frame_bricks},
        counts_, true);
  }

private:
  static Index bricks(Index part) { return part == 1 ? k_bricks : k_frame_bricks; }
  static Index first(Index part, Index count) {
    return part == 0 ? -k_frame_bricks : part == 1 ? 0 : count * k_bricks;
  }

  // Returns the coordinate of a corner of bricks along x or y, counted from the antenna (0, 0).
  static double coordinate(double brick, Index count) {
    const auto end = static_cast<double>(count * k_bricks);
    const double inside = std::min(std::max(brick, 0.0), end);
    return inside * k_pitch_m / k_bricks + (brick - inside) * k_frame_m / k_frame_bricks;
  }

  static TetMesh part(std::array<Index, 2> begin, std::array<Index, 2> bricks,
                      std::array<Index, 2> counts, bool element_groups) {
    TetMesh mesh =
        make_box({1.0 * bricks[0], 1.0 * bricks[1], 1.0 * k_layers},
                 {bricks[0], bricks[1], k_layers}, {1.0 * begin[0], 1.0 * begin[1], 0}, 0, 1);
    mark(mesh, counts, element_groups);
    for (Point &point : mesh.points) {
      const double k = 2 * std::acos(-1.0) / k_pitch_m;
      const double x = coordinate(point[0], counts[0]), y = coordinate(point[1], counts[1]);
      const double z = point[2] * k_height_m / k_layers;
      const double inside = std::sin(std::acos(-1.0) * z / k_height_m);
      const auto wave = [&](double at, Index count) {
        return at > 0 && at < count * k_pitch_m ? std::sin(k * at) : 0;
      };
      const double sx = wave(x, counts[0]), sy = wave(y, counts[1]);
      point = {x + 0.002 * inside * sx, y + 0.0015 * inside * sy * (1 + sx),
               z + 0.002 * inside * (1 + sy - sx)};
    }
    return mesh;
  }

  // Marks the groups; positions are in bricks. The only surface groups are the feeds.
  static void mark(TetMesh &mesh, std::array<Index, 2> counts, bool element_groups) {
    mesh.groups = {{3, 1, "air"}, {3, 2, "metal"}};
    const auto ring = [&](const Point &p, std::array<Index, 2> &element) {
      Index depth = k_bricks;
      for (int axis = 0; axis < 2; ++axis) {
        element[axis] = static_cast<Index>(std::floor(p[axis] / k_bricks));
        if (element[axis] < 0 || element[axis] >= counts[axis])
          return false;
        const auto brick = static_cast<Index>(std::floor(p[axis])) - k_bricks * element[axis];
        depth = std::min(depth, std::min(brick, k_bricks - 1 - brick));
      }
      return depth == 1;
    };
    std::array<Index, 2> element{};
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
      Point centre{};
      for (const Index node : mesh.tets[t])
        for (int d = 0; d < 3; ++d)
          centre[d] += 0.25 * mesh.points[node][d];
      mesh.tet_group[t] = centre[2] < 1 && !ring(centre, element);
    }
    auto triangles = std::move(mesh.triangles);
    mesh.triangles.clear();
    mesh.triangle_group.clear();
    for (const auto &triangle : triangles) {
      Point centre{};
      for (const Index node : triangle)
        for (int d = 0; d < 3; ++d)
          centre[d] += mesh.points[node][d] / 3;
      if (centre[2] > 0.1 || !ring(centre, element))
        continue;
      const std::string name =
          element_groups ? element_name("feed", element[0], element[1]) : "feed";
      std::size_t group = 0;
      while (group < mesh.groups.size() && mesh.groups[group].name != name)
        ++group;
      if (group == mesh.groups.size())
        mesh.groups.push_back({2, static_cast<int>(group), name});
      mesh.triangles.push_back(triangle);
      mesh.triangle_group.push_back(static_cast<Index>(group));
    }
  }

  std::array<Index, 2> counts_;
};

} // namespace curlew::testing
