#include <curlew/core/mesh/close_nodes.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/spatial_order.hpp>

namespace curlew {
namespace {

// A node in a cell of a grid. A node near the cell's border is listed in the neighbouring cell too.
struct CellNode {
  std::array<double, 3> cell; // whole numbers, which a far node may take beyond all integers
  Index node;
  bool operator<(const CellNode &other) const {
    return cell != other.cell ? cell < other.cell : node < other.node;
  }
};

// Cells have twice the tolerance: two nodes that are close have one in common, and few nodes that
// are not close lie in one cell.
void add_cells(const Point &point, Index node, double tolerance_m, std::vector<CellNode> &cells) {
  std::array<std::array<double, 2>, 3> range;
  for (int d = 0; d < 3; ++d)
    range[d] = {std::floor((point[d] / tolerance_m - 0.5) / 2),
                std::floor((point[d] / tolerance_m + 0.5) / 2)};
  for (int corner = 0; corner < 8; ++corner) {
    const std::array<int, 3> at = {corner & 1, corner >> 1 & 1, corner >> 2};
    bool is_new = true;
    for (int d = 0; d < 3; ++d)
      is_new = is_new && (at[d] == 0 || range[d][1] != range[d][0]);
    if (is_new)
      cells.push_back({{range[0][at[0]], range[1][at[1]], range[2][at[2]]}, node});
  }
}

} // namespace

std::vector<std::array<Index, 2>> close_nodes(const std::vector<Point> &points,
                                              const std::vector<Index> &nodes, double tolerance_m,
                                              int threads) {
  std::vector<CellNode> cells;
  cells.reserve(2 * nodes.size());
  for (const Index node : nodes)
    add_cells(points[node], node, tolerance_m, cells);
  parallel_sort(cells, threads);
  std::vector<std::array<Index, 2>> pairs;
  for (std::size_t i = 1; i < cells.size(); ++i)
    for (std::size_t j = i; j-- > 0 && cells[j].cell == cells[i].cell;)
      if (norm(points[cells[i].node] - points[cells[j].node]) <= tolerance_m) {
        pairs.push_back({cells[j].node, cells[i].node});
        break;
      }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

} // namespace curlew
