#include <curlew/methods/fem/assembly/clear_lines.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fem {

// A half-line from any point of a cell is the one from the cell's middle, moved by half a cell at
// most along each axis: its cells touch those of the middle's. Therefore cells that touch cells
// with triangles count as near, and a half-line of the middle that meets none speaks for the whole
// cell. The middle's is followed through the cells beyond the grid: where it leaves them, all
// others have left the grid.
ClearLines::ClearLines(const std::vector<std::array<Point, 3>> &triangles,
                       std::vector<Point> directions, const Point &low, const Point &high,
                       int threads)
    : low_(low) {
  constexpr std::size_t k_all = std::size_t(k_cells) * k_cells * k_cells,
                        k_all_padded = std::size_t(k_padded) * k_padded * k_padded;
  for (int axis = 0; axis < 3; ++axis)
    cells_per_m_[axis] = high[axis] > low[axis] ? k_cells / (high[axis] - low[axis]) : 0;
  std::vector<std::uint8_t> near(k_all_padded, 0);
  for (const std::array<Point, 3> &corners : triangles) {
    std::array<int, 3> first{}, last{};
    for (int axis = 0; axis < 3; ++axis) {
      const auto [least, most] =
          std::minmax({corners[0][axis], corners[1][axis], corners[2][axis]});
      const auto cell_of = [&](double x) {
        return 1 + static_cast<int>(std::floor((x - low[axis]) * cells_per_m_[axis]));
      };
      first[axis] = std::clamp(cell_of(least) - 1, 0, k_padded - 1);
      last[axis] = std::clamp(cell_of(most) + 1, 0, k_padded - 1);
    }
    for (int z = first[2]; z <= last[2]; ++z)
      for (int y = first[1]; y <= last[1]; ++y)
        std::fill_n(near.begin() + (z * k_padded + y) * k_padded + first[0], last[0] - first[0] + 1,
                    std::uint8_t(1));
  }
  clear_.resize(directions.size() * k_all);
  parallel_chunks(clear_.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto cell = static_cast<int>(i % k_all);
      clear_[i] = misses(
          near, {1 + cell % k_cells, 1 + cell / k_cells % k_cells, 1 + cell / k_cells / k_cells},
          directions[i / k_all]);
    }
  });
}

bool ClearLines::misses(const std::vector<std::uint8_t> &near, std::array<int, 3> cell,
                        const Point &direction) const {
  // Ways along the half-line: to the next plane of cells of each axis, and from one to another.
  Point next{}, step{};
  for (int axis = 0; axis < 3; ++axis) {
    const double speed = std::abs(direction[axis]) * cells_per_m_[axis];
    step[axis] = speed > 0 ? 1 / speed : std::numeric_limits<double>::infinity();
    next[axis] = step[axis] / 2;
  }
  for (;;) {
    if (near[(cell[2] * k_padded + cell[1]) * k_padded + cell[0]])
      return false;
    const auto axis =
        static_cast<std::size_t>(std::min_element(next.begin(), next.end()) - next.begin());
    cell[axis] += direction[axis] > 0 ? 1 : -1;
    next[axis] += step[axis];
    if (cell[axis] < 0 || cell[axis] >= k_padded)
      return true;
  }
}

} // namespace curlew::fem
