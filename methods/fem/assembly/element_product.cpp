#include <curlew/methods/fem/assembly/element_product.hpp>

#include <curlew/core/mesh/invert.hpp>
#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/assembly/element_kernels.hpp>

#include <algorithm>
#include <utility>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

// Most tets of a tile. On devices each thread of a team takes a tet; on hosts the parts of a tile
// fit in the cache next to a core.
template <class Space> constexpr int k_most_tets = is_device<Space> ? 128 : 512;

// Returns the tets of a tile: fewer than k_most_tets for spaces with so many functions that a
// team's scratch memory is too small.
template <class Space> Index tets_of_tile(int per_tet) {
  Index tets = k_most_tets<Space>;
  while (tets * per_tet * sizeof(Complex) > DeviceTraits<Space>::k_team_scratch_bytes)
    tets /= 2;
  return tets;
}

// Multiplies with the matrices of the tets, or adds up their diagonals. k_plain: all tets are
// straight, all media isotropic.
template <int k_blocks, bool k_diagonal, bool k_plain, class Space> struct MultiplyTiles {
  static constexpr int k_functions = TetRows<k_blocks, Space>::k_functions;
  static constexpr int k_team = is_device<Space> ? k_most_tets<Space> : 1;
  using Team = typename Kokkos::TeamPolicy<Space>::member_type;
  using Scratch = Kokkos::View<double *, typename Space::scratch_memory_space,
                               Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  static constexpr int k_registers = k_plain ? 96 : 128;
  using Bounds =
      Kokkos::LaunchBounds<k_team, DeviceTraits<Space>::teams_at_a_time(k_team, k_registers)>;

  TetTables<Space> tables;
  Weights weights;
  TileTables<Space> tiles;
  Kokkos::View<Complex *, Space> x, y;

  void launch(const Space &space) const {
    const std::size_t bytes = Scratch::shmem_size(2 * k_functions * tiles.tets);
    Kokkos::parallel_for(
        "curlew::fem::multiply_tiles",
        compat::light_weight(Kokkos::TeamPolicy<Space, Bounds>(space, tiles.tiles, k_team)
                                 .set_scratch_size(0, Kokkos::PerTeam(bytes))),
        *this);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const Team &team) const {
    const Scratch parts(team.team_scratch(0), 2 * k_functions * tiles.tets);
    const Index tile = team.league_rank(), first = tile * tiles.tets;
    const Index left = tables.tets - first, tets = left < tiles.tets ? left : tiles.tets;
    const int rank = team.team_rank(), threads = team.team_size();
    const int stride = k_functions * tiles.tets;
    for (int k = rank; k < tets; k += threads) {
      Complex part[k_functions];
      compute(first + k, part);
      for (int i = 0; i < k_functions; ++i) {
        parts(i * tiles.tets + k) = part[i].real();
        parts(stride + i * tiles.tets + k) = part[i].imag();
      }
    }
    team.team_barrier();
    for (Index row = tiles.row_begin(tile) + rank; row < tiles.row_begin(tile + 1);
         row += threads) {
      double real = 0, imag = 0;
      for (Offset s = tiles.source_begin(row); s < tiles.source_begin(row + 1); ++s) {
        real += parts(tiles.sources(s));
        imag += parts(stride + tiles.sources(s));
      }
      const Index target = tiles.target(row);
      if (target >= 0)
        y(target) = Complex(real, imag);
      else
        tiles.partial(-1 - target) = Complex(real, imag);
    }
  }

private:
  KOKKOS_INLINE_FUNCTION void compute(Index tet, Complex *part) const {
    const TetRows<k_blocks, Space, k_plain> rows{tables, weights};
    const bool is_curved = !k_plain && tables.is_curved.extent(0) > 0 && tables.is_curved(tet) != 0;
    if constexpr (k_diagonal) {
      if (is_curved)
        rows.curved_diagonal(curved_number(tet), part);
      else
        rows.diagonal(tet, part);
    } else {
      Complex values[k_functions];
      for (int i = 0; i < k_functions; ++i) {
        const Index row = tables.rows(tet, i);
        values[i] = row < 0 ? Complex(0) : x(row);
      }
      if (is_curved)
        rows.curved_product(curved_number(tet), values, part);
      else
        rows.product(tet, values, part);
    }
  }
  // Returns the number of a tet among the curved tets, which are in rising order.
  KOKKOS_INLINE_FUNCTION Index curved_number(Index tet) const {
    Index low = 0, high = static_cast<Index>(tables.curved.extent(0)) - 1;
    while (low < high) {
      const Index middle = (low + high) / 2;
      if (tables.curved(middle) < tet)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};

template <class Space> struct AddPartialSums {
  TileTables<Space> tiles;
  Kokkos::View<Complex *, Space> y;
  KOKKOS_INLINE_FUNCTION void operator()(const Index s) const {
    Complex sum = 0;
    for (Index k = tiles.partial_begin(s); k < tiles.partial_begin(s + 1); ++k)
      sum += tiles.partial(k);
    y(tiles.shared_rows(s)) = sum;
  }
};

template <bool k_diagonal, class Space> struct MultiplyFaces {
  FaceTables<Space> faces;
  FaceRowTables<Space> around;
  Kokkos::View<Complex *, Space> x, y;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    Complex total = 0;
    for (Offset s = around.begin(k); s < around.begin(k + 1); ++s) {
      const Index f = around.sources(s) / faces.per_face;
      const int i = around.sources(s) % faces.per_face;
      if constexpr (k_diagonal) {
        total += faces.factor(f) * faces.matrix(f, packed(i, i));
      } else {
        Complex sum = 0;
        for (int j = 0; j < faces.per_face; ++j)
          if (const Index row = faces.rows(f, j); row >= 0)
            sum += faces.matrix(f, i >= j ? packed(i, j) : packed(j, i)) * x(row);
        total += faces.factor(f) * sum;
      }
    }
    y(around.rows(k)) += total;
  }
};

template <bool k_diagonal, class Space>
void multiply(const Space &space, const TetTables<Space> &tables, const ElementSpace &elements,
              const Weights &weights, const TileTables<Space> &tiles,
              const FaceTables<Space> &faces, const FaceRowTables<Space> &around,
              const Kokkos::View<Complex *, Space> &x, const Kokkos::View<Complex *, Space> &y) {
  with_blocks(elements, [&](auto blocks) {
    constexpr int k_blocks = decltype(blocks)::value;
    if (tables.is_isotropic && tables.curved.extent(0) == 0)
      MultiplyTiles<k_blocks, k_diagonal, true, Space>{tables, weights, tiles, x, y}.launch(space);
    else
      MultiplyTiles<k_blocks, k_diagonal, false, Space>{tables, weights, tiles, x, y}.launch(space);
  });
  Kokkos::parallel_for("curlew::fem::add_partial_sums",
                       RangePolicy<Space>(space, 0, tiles.shared_rows.extent(0)),
                       AddPartialSums<Space>{tiles, y});
  Kokkos::parallel_for("curlew::fem::multiply_faces",
                       RangePolicy<Space>(space, 0, around.rows.extent(0)),
                       MultiplyFaces<k_diagonal, Space>{faces, around, x, y});
}

// Rows that are in several tiles, and where the partial sums of each begin.
struct SharedRows {
  std::vector<Index> rows, begin{0};
  std::vector<Index> number; // [row]: number among `rows`; -1: the row is in one tile only
};

SharedRows find_shared(const Pattern &pattern, Index tile_tets) {
  SharedRows shared;
  shared.number.assign(pattern.rows(), -1);
  for (Index row = 0; row < pattern.rows(); ++row) {
    Index tiles = 0, last = -1;
    for (const Index *t = pattern.row_tets.begin(row); t != pattern.row_tets.end(row); ++t) {
      tiles += *t / tile_tets != last;
      last = *t / tile_tets;
    }
    if (tiles < 2)
      continue;
    shared.number[row] = static_cast<Index>(shared.rows.size());
    shared.rows.push_back(row);
    shared.begin.push_back(shared.begin.back() + tiles);
  }
  return shared;
}

// Returns the number of tiles before `tile` that contain a row.
Index tiles_before(const Pattern &pattern, Index row, Index tile, Index tile_tets) {
  Index count = 0, last = -1;
  for (const Index *t = pattern.row_tets.begin(row); *t / tile_tets < tile; ++t) {
    count += *t / tile_tets != last;
    last = *t / tile_tets;
  }
  return count;
}

template <class Space>
TileTables<Space> make_tiles(const Pattern &pattern, const std::vector<Index> &tet_rows,
                             int per_tet, int threads) {
  const auto tets = static_cast<Index>(tet_rows.size() / per_tet);
  const Index tile_tets = tets_of_tile<Space>(per_tet), tiles = (tets + tile_tets - 1) / tile_tets;
  const SharedRows shared = find_shared(pattern, tile_tets);
  constexpr std::size_t k_grain = 16;
  struct Chunk {
    std::vector<Index> target;
    std::vector<Offset> source_count;
    std::vector<std::uint16_t> sources;
  };
  std::vector<Chunk> parts(chunk_count(tiles, threads, k_grain));
  std::vector<Index> row_begin(tiles + 1, 0);
  const auto make_chunk = [&](std::size_t begin, std::size_t end, std::size_t chunk) {
    Chunk &part = parts[chunk];
    std::vector<std::pair<Index, std::uint16_t>> found; // row, source
    for (auto tile = static_cast<Index>(begin); tile < static_cast<Index>(end); ++tile) {
      found.clear();
      const Index first = tile * tile_tets, last = std::min(tets, first + tile_tets);
      for (Index t = first; t < last; ++t)
        for (int i = 0; i < per_tet; ++i)
          if (const Index row = tet_rows[static_cast<std::size_t>(t) * per_tet + i];
              row >= 0 && row < pattern.rows())
            found.emplace_back(row, static_cast<std::uint16_t>(i * tile_tets + t - first));
      std::sort(found.begin(), found.end());
      for (std::size_t k = 0; k < found.size(); ++k) {
        const Index row = found[k].first;
        if (k == 0 || row != found[k - 1].first) {
          const Index number = shared.number[row];
          part.target.push_back(number < 0 ? row
                                           : -1 - shared.begin[number] -
                                                 tiles_before(pattern, row, tile, tile_tets));
          part.source_count.push_back(0);
          ++row_begin[tile + 1];
        }
        ++part.source_count.back();
        part.sources.push_back(found[k].second);
      }
    }
  };
  parallel_chunks(tiles, threads, make_chunk, k_grain);
  prefix_sum(row_begin, threads);
  Chunk all;
  all.source_count.push_back(0);
  for (const Chunk &part : parts) {
    all.target.insert(all.target.end(), part.target.begin(), part.target.end());
    all.source_count.insert(all.source_count.end(), part.source_count.begin(),
                            part.source_count.end());
    all.sources.insert(all.sources.end(), part.sources.begin(), part.sources.end());
  }
  prefix_sum(all.source_count, threads);
  return {tile_tets,
          tiles,
          to_view<Space>("curlew::fem::tile_rows", row_begin),
          to_view<Space>("curlew::fem::tile_targets", all.target),
          to_view<Space>("curlew::fem::tile_source_begin", all.source_count),
          to_view<Space>("curlew::fem::tile_sources", all.sources),
          to_view<Space>("curlew::fem::shared_rows", shared.rows),
          to_view<Space>("curlew::fem::partial_begin", shared.begin),
          Kokkos::View<Complex *, Space>("curlew::fem::partial_sums", shared.begin.back())};
}

template <class Space>
FaceRowTables<Space> make_face_rows(const std::vector<Index> &face_rows, Index rows, int threads) {
  const IndexRows around =
      invert_items(face_rows.size(), rows, threads, [&](std::size_t k, const auto &visit) {
        if (face_rows[k] >= 0 && face_rows[k] < rows)
          visit(static_cast<std::size_t>(face_rows[k]));
      });
  std::vector<Index> used;
  std::vector<Offset> begin{0};
  for (Index row = 0; row < rows; ++row)
    if (around.begin(row) != around.end(row)) {
      used.push_back(row);
      begin.push_back(around.offsets[row + 1]);
    }
  return {to_view<Space>("curlew::fem::rows_of_faces", used),
          to_view<Space>("curlew::fem::face_row_begin", begin),
          to_view<Space>("curlew::fem::face_row_sources", around.indices)};
}

} // namespace

template <class Space>
ElementProduct<Space>::ElementProduct(const Pattern &pattern, const std::vector<Index> &tet_rows,
                                      int per_tet, const std::vector<Index> &face_rows, int threads)
    : rows_(pattern.rows()), tiles_(make_tiles<Space>(pattern, tet_rows, per_tet, threads)),
      face_rows_(make_face_rows<Space>(face_rows, pattern.rows(), threads)) {}

template <class Space>
LinearOperator<Space, Complex>
ElementProduct<Space>::product(const TetTables<Space> &tables, const ElementSpace &elements,
                               const FaceTables<Space> &faces, const Weights &weights) const {
  return LinearOperator<Space, Complex>(
      [=, tiles = tiles_, around = face_rows_](const Space &space, const Column &x,
                                               const Column &y) {
        multiply<false>(space, tables, elements, weights, tiles, faces, around, x, y);
      },
      rows_);
}

template <class Space>
auto ElementProduct<Space>::diagonal(const Space &space, const TetTables<Space> &tables,
                                     const ElementSpace &elements, const FaceTables<Space> &faces,
                                     const Weights &weights) const -> Column {
  const Column result("curlew::fem::element_diagonal", rows_);
  multiply<true>(space, tables, elements, weights, tiles_, faces, face_rows_, {}, result);
  return result;
}

#define CURLEW_INSTANTIATE(Space) template class ElementProduct<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
