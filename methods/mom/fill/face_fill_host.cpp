// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/fill/face_fill.hpp>

#include <curlew/methods/mom/fill/face_tiles.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>

#include <algorithm>

namespace curlew::mom {
namespace {

// Returns the near pairs by their second face.
PairList transposed(const PairList &pairs) {
  const std::size_t faces = pairs.offset.size() - 1;
  PairList result;
  result.offset.assign(faces + 1, 0);
  for (std::size_t p = 0; p < faces; ++p)
    for (Offset k = pairs.offset[p]; k < pairs.offset[p + 1]; ++k)
      if (pairs.second[k] != static_cast<Index>(p))
        ++result.offset[pairs.second[k] + 1];
  for (std::size_t p = 1; p <= faces; ++p)
    result.offset[p] += result.offset[p - 1];
  result.second.resize(result.offset.back());
  std::vector<Offset> next = result.offset;
  for (std::size_t p = 0; p < faces; ++p) // ascending p: every list ends up sorted
    for (Offset k = pairs.offset[p]; k < pairs.offset[p + 1]; ++k)
      if (pairs.second[k] != static_cast<Index>(p))
        result.second[next[pairs.second[k]]++] = static_cast<Index>(p);
  return result;
}

// Neighbouring basis functions, whose columns one thread fills.
struct Tile {
  Index first, last;
};

// Cuts columns, all where `columns` is empty, into tiles: 64 columns, or fewer where that leaves
// threads without one.
std::vector<Tile> cut_tiles(Index unknowns, const std::vector<Index> &columns, int threads) {
  constexpr Index k_width = 64, k_tiles_per_thread = 4;
  const Index count = columns.empty() ? unknowns : static_cast<Index>(columns.size());
  const Index wanted = k_tiles_per_thread * threads;
  const Index width = std::clamp((count + wanted - 1) / wanted, 32, k_width);
  std::vector<Tile> tiles;
  for (Index c = 0; c < count; ++c) {
    const Index n = columns.empty() ? c : columns[c];
    if (tiles.empty() || tiles.back().last != n || n - tiles.back().first == width)
      tiles.push_back({n, n});
    ++tiles.back().last;
  }
  return tiles;
}

template <class Space, bool k_magnetic> struct FillTiles {
  const FaceTilesInput *input;
  MatrixBlock<Space> block;
  const Tile *tiles;

  void operator()(const Offset tile) const {
    if (!is_interrupted<Space>())
      FaceTile<MatrixBlock<Space>, k_magnetic>(*input, tiles[tile].first, tiles[tile].last, block)
          .fill();
  }
};

// Copies the lower triangle to the upper one.
template <class Space> struct Mirror {
  Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> values;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset column) const {
    for (Offset row = 0; row < column; ++row)
      values(row, column) = values(column, row);
  }
};

template <class Space, bool k_magnetic>
void add_on_host(const Space &space, const Surface &surface, const PairList &pairs,
                 const Quadrature &quadrature, const Combination &with, const BlockFunctions &of,
                 const MatrixBlock<Space> &block) {
  const PairList lower = transposed(pairs);
  // f.(R x f') is symmetric too, but not with the images of one kind of current.
  const bool symmetric = of.rows.empty() && of.columns.empty() &&
                         quadrature.testing == Testing::galerkin &&
                         (with.magnetic == 0 || (!with.turned && surface.copies == 1));
  const FaceTilesInput input{surface,
                             pairs,
                             lower,
                             triangle_rule(quadrature.far_test()),
                             triangle_rule(quadrature.far_source()),
                             with,
                             symmetric,
                             faces_of(surface, of.rows)};
  const std::vector<Tile> tiles = cut_tiles(surface.unknowns(), of.columns, space.concurrency());
  Kokkos::parallel_for(
      "curlew::mom::face_tiles",
      RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, tiles.size()),
      FillTiles<Space, k_magnetic>{&input, block, tiles.data()});
  if (symmetric)
    Kokkos::parallel_for(
        "curlew::mom::mirror",
        RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>>(space, 0, surface.unknowns()),
        Mirror<Space>{block.values});
  space.fence();
}

} // namespace

template <class Space>
void add_far_by_faces_on_host(const Space &space, const Surface &surface, const PairList &pairs,
                              const Quadrature &quadrature, const Combination &with,
                              const BlockFunctions &of, const MatrixBlock<Space> &block) {
  if (with.magnetic != 0)
    add_on_host<Space, true>(space, surface, pairs, quadrature, with, of, block);
  else
    add_on_host<Space, false>(space, surface, pairs, quadrature, with, of, block);
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_far_by_faces_on_host<Space>(                                                   \
      const Space &, const Surface &, const PairList &, const Quadrature &, const Combination &,   \
      const BlockFunctions &, const MatrixBlock<Space> &);
CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
