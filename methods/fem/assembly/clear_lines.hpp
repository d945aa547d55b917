#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace curlew::fem {

// Half-lines in given directions that meet none of some triangles, known for all points of a cell
// of a grid at once. Errs on one side: a half-line that it does not call clear may be clear all the
// same.
class ClearLines {
public:
  // Triangles are corners in m. The grid covers `low` to `high`, in m; beyond it nothing stands.
  // `threads`: host threads, 0 for all.
  ClearLines(const std::vector<std::array<Point, 3>> &triangles, std::vector<Point> directions,
             const Point &low, const Point &high, int threads);

  // Returns true where the half-line from `from` (m) in direction number `direction` meets no
  // triangle.
  bool is_clear(const Point &from, std::size_t direction) const {
    std::size_t cell = 0;
    for (int axis = 2; axis >= 0; --axis) {
      const double place = (from[axis] - low_[axis]) * cells_per_m_[axis];
      if (!(place >= 0 && place < k_cells)) // rounding at the ends
        return false;
      cell = cell * k_cells + static_cast<std::size_t>(place);
    }
    return clear_[direction * k_cells * k_cells * k_cells + cell] != 0;
  }

private:
  static constexpr int k_cells = 32;           // along each axis
  static constexpr int k_padded = k_cells + 2; // with a cell beyond each end

  // Returns true where the half-line from the middle of a cell of the padded grid meets no cell
  // near triangles.
  bool misses(const std::vector<std::uint8_t> &near, std::array<int, 3> cell,
              const Point &direction) const;

  Point low_{}, cells_per_m_{};
  std::vector<std::uint8_t> clear_; // [direction][z][y][x]
};

} // namespace curlew::fem
