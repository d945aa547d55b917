#include <curlew/core/mesh/box_mesh.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

constexpr double k_largest_jitter = 0.5;
// Coordinates must leave a cell nine digits, or the volumes of its tets are noise.
constexpr double k_smallest_relative_step = 1e-9;
// Nodes are moved less where a tet would fall below this fraction of its unmoved volume.
constexpr double k_smallest_volume_fraction = 0.1;

// Corners of a brick are numbered x + 2 y + 4 z. The nodes of each tet go from corner 0 to corner 7
// along the three axes in one of the six orders; the odd orders have two nodes swapped for positive
// volume.
constexpr std::array<std::array<int, 4>, 6> k_kuhn_tets = {
    {{0, 1, 3, 7}, {0, 1, 7, 5}, {0, 2, 7, 3}, {0, 2, 6, 7}, {0, 4, 5, 7}, {0, 4, 7, 6}}};

// splitmix64, the public-domain generator of S. Vigna: the value number `index` of the stream.
std::uint64_t splitmix64(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t z = seed + (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// Uniform in [-1, 1).
double uniform(std::uint64_t seed, std::uint64_t index) {
  return std::ldexp(static_cast<double>(splitmix64(seed, index) >> 11), -52) - 1;
}

class Box {
public:
  Box(const std::array<double, 3> &size, const std::array<Index, 3> &cells,
      const std::array<double, 3> &origin)
      : origin_(origin), cells_(cells) {
    check_counts();
    for (int d = 0; d < 3; ++d) {
      if (!(size[d] > 0) || !std::isfinite(size[d]))
        throw InputError(
            fmt::format("box mesh: size {} m in {} must be finite and above 0", size[d], "xyz"[d]));
      if (!std::isfinite(origin[d]))
        throw InputError(
            fmt::format("box mesh: origin {} m in {} must be finite", origin[d], "xyz"[d]));
      step_[d] = size[d] / cells[d];
      const double farthest = std::max(std::abs(origin[d]), std::abs(origin[d] + size[d]));
      if (!(step_[d] >= k_smallest_relative_step * farthest))
        throw InputError(fmt::format("box mesh: cells of {} m in {} are below the rounding of "
                                     "coordinates up to {} m; make fewer of them or move the "
                                     "origin nearer to 0",
                                     step_[d], "xyz"[d], farthest));
    }
    if (!std::isnormal(kuhn_volume()))
      throw InputError(fmt::format("box mesh: the volume of a tet is {} m^3", kuhn_volume()));
  }

  std::size_t bricks() const { return std::size_t(cells_[0]) * cells_[1] * cells_[2]; }
  std::size_t nodes() const {
    return (std::size_t(cells_[0]) + 1) * (std::size_t(cells_[1]) + 1) *
           (std::size_t(cells_[2]) + 1);
  }
  Index node(Index x, Index y, Index z) const {
    return x + (cells_[0] + 1) * (y + (cells_[1] + 1) * z);
  }
  std::array<Index, 3> grid_index(std::size_t node) const {
    const std::size_t nx = std::size_t(cells_[0]) + 1, ny = std::size_t(cells_[1]) + 1;
    return {static_cast<Index>(node % nx), static_cast<Index>(node / nx % ny),
            static_cast<Index>(node / (nx * ny))};
  }
  std::array<Index, 8> corners(std::size_t brick) const {
    const auto x = static_cast<Index>(brick % cells_[0]);
    const auto y = static_cast<Index>(brick / cells_[0] % cells_[1]);
    const auto z = static_cast<Index>(brick / cells_[0] / cells_[1]);
    std::array<Index, 8> result;
    for (int c = 0; c < 8; ++c)
      result[c] = node(x + (c & 1), y + (c >> 1 & 1), z + (c >> 2));
    return result;
  }
  bool inside(const std::array<Index, 3> &at) const {
    for (int d = 0; d < 3; ++d)
      if (at[d] == 0 || at[d] == cells_[d])
        return false;
    return true;
  }
  Point position(std::size_t node, double jitter, std::uint64_t seed) const {
    const std::array<Index, 3> at = grid_index(node);
    const bool moves = jitter > 0 && inside(at);
    Point p;
    for (int d = 0; d < 3; ++d) {
      const double moved = moves ? jitter * uniform(seed, 3 * std::uint64_t(node) + d) : 0;
      p[d] = origin_[d] + (at[d] + moved) * step_[d];
    }
    return p;
  }
  double kuhn_volume() const { return step_[0] * step_[1] * step_[2] / 6; }

private:
  void check_counts() const {
    // the product of two Index fits 64 bits, so products are cut off before the third
    const std::uint64_t largest = std::numeric_limits<Index>::max();
    std::uint64_t bricks = 1, nodes = 1;
    for (int d = 0; d < 3; ++d) {
      if (cells_[d] < 1)
        throw InputError(
            fmt::format("box mesh: {} cells in {}; at least 1 is needed", cells_[d], "xyz"[d]));
      bricks = std::min(bricks, largest) * static_cast<std::uint64_t>(cells_[d]);
      nodes = std::min(nodes, largest) * (static_cast<std::uint64_t>(cells_[d]) + 1);
    }
    to_index(6 * std::min(bricks, largest), "tets");
    to_index(nodes, "nodes");
  }

  std::array<double, 3> origin_, step_;
  std::array<Index, 3> cells_;
};

void set_points(TetMesh &mesh, const Box &box, double jitter, std::uint64_t seed, int threads) {
  mesh.points.resize(box.nodes());
  parallel_chunks(box.nodes(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      mesh.points[n] = box.position(n, jitter, seed);
  });
  // In units of the cell, the edges of a Kuhn tet along its path are I + E with |E_ij| <= 2 jitter.
  // The determinant of a diagonally dominant matrix is at least the product over the rows of the
  // diagonal less the sum of the others (Ostrowski): (1 - 6 jitter)^3. Below the bound no tet is
  // thin. Above it, halving the jitter of the nodes of thin tets ends, because it soon lies below.
  if (6 * jitter < 1 - std::cbrt(k_smallest_volume_fraction))
    return;
  std::vector<std::uint8_t> halvings(box.nodes(), 0);
  for (;;) {
    std::vector<std::atomic<bool>> thin(box.nodes());
    std::atomic<bool> any{false};
    parallel_chunks(mesh.tets.size(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        if (tet_volume(mesh, t) < k_smallest_volume_fraction * box.kuhn_volume()) {
          any = true;
          for (Index n : mesh.tets[t])
            thin[n].store(true, std::memory_order_relaxed);
        }
    });
    if (!any)
      return;
    parallel_chunks(box.nodes(), threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t n = begin; n < end; ++n)
        if (thin[n].load(std::memory_order_relaxed))
          mesh.points[n] = box.position(n, std::ldexp(jitter, -++halvings[n]), seed);
    });
  }
}

void make_tets(TetMesh &mesh, const Box &box, int threads) {
  mesh.tets.resize(6 * box.bricks());
  mesh.tet_group.assign(6 * box.bricks(), 0);
  parallel_chunks(box.bricks(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t b = begin; b < end; ++b) {
      const std::array<Index, 8> corner = box.corners(b);
      for (int k = 0; k < 6; ++k)
        for (int i = 0; i < 4; ++i)
          mesh.tets[6 * b + k][i] = corner[k_kuhn_tets[k][i]];
    }
  });
}

// Both triangles of a brick's side contain the side's diagonal from its lowest to its highest
// corner, because the path of every Kuhn tet leads upwards only.
void make_walls(TetMesh &mesh, const Box &box, const std::array<Index, 3> &cells) {
  for (int d = 0; d < 3; ++d)
    for (int high = 0; high < 2; ++high) {
      const int u = (d + 1) % 3, v = (d + 2) % 3;
      std::array<Index, 3> low;
      for (low[v] = 0; low[v] < cells[v]; ++low[v])
        for (low[u] = 0; low[u] < cells[u]; ++low[u]) {
          low[d] = high ? cells[d] : 0;
          const auto corner = [&](int du, int dv) {
            std::array<Index, 3> at = low;
            at[u] += du;
            at[v] += dv;
            return box.node(at[0], at[1], at[2]);
          };
          mesh.triangles.push_back({corner(0, 0), corner(1, 0), corner(1, 1)});
          mesh.triangles.push_back({corner(0, 0), corner(1, 1), corner(0, 1)});
          mesh.triangle_group.insert(mesh.triangle_group.end(), 2, 1 + 2 * d + high);
        }
    }
}

} // namespace

TetMesh make_box(const std::array<double, 3> &size_m, const std::array<Index, 3> &cells,
                 const std::array<double, 3> &origin_m, double jitter, std::uint64_t seed,
                 int threads) {
  const Box box(size_m, cells, origin_m);
  if (!(jitter >= 0 && jitter < k_largest_jitter))
    throw InputError(fmt::format("box mesh: jitter {} must be at least 0 and below {}", jitter,
                                 k_largest_jitter));
  TetMesh mesh;
  mesh.groups = {{3, 1, "volume"}, {2, 1, "x-"}, {2, 2, "x+"}, {2, 3, "y-"},
                 {2, 4, "y+"},     {2, 5, "z-"}, {2, 6, "z+"}};
  make_tets(mesh, box, threads);
  set_points(mesh, box, jitter, seed, threads);
  make_walls(mesh, box, cells);
  return mesh;
}

} // namespace curlew
