#pragma once

#include <curlew/core/parallel/kokkos_compat.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/mom/fill/pair_list.hpp>
#include <curlew/methods/mom/integrals/moments.hpp>
#include <curlew/methods/mom/integrals/triangle_rules.hpp>

namespace curlew::mom {

using Complex = Kokkos::complex<double>;

enum class Testing { galerkin, centroid };

// Testing of the equations, and quadrature points of the integrals.
struct Quadrature {
  Testing testing = Testing::galerkin;
  // Points on a face for pairs that are near without touching, and with centroid testing for all
  // pairs that are not nearest: 3, 6, 7, 12 or 16.
  int near = 7;

  // Points on the test face and on the source face for pairs far from each other.
  int far_test() const { return testing == Testing::centroid ? 1 : 3; }
  int far_source() const { return testing == Testing::centroid ? near : 3; }
};

// A rule, for kernels.
template <class Space> struct RuleTable {
  Kokkos::View<const double *, Space> points; // [n][3], barycentric
  Kokkos::View<const double *, Space> weights;
  int count = 0;
};
template <class Space> RuleTable<Space> make_rule_table(const TriangleRule &rule) {
  std::vector<double> points;
  for (const auto &point : rule.points)
    points.insert(points.end(), point.begin(), point.end());
  return {to_view<Space>("curlew::mom::rule_points", points),
          to_view<Space>("curlew::mom::rule_weights", rule.weights),
          static_cast<int>(rule.weights.size())};
}
template <class Space> RuleTable<Space> make_rule_table(const LineRule &rule) {
  return {to_view<Space>("curlew::mom::line_points", rule.points),
          to_view<Space>("curlew::mom::line_weights", rule.weights),
          static_cast<int>(rule.weights.size())};
}

// A surface, for kernels.
template <class Space> struct SurfaceTable {
  Kokkos::View<const Face *, Space> faces;
  // Nodes of each face; equal numbers show which corners are shared.
  Kokkos::View<const std::array<Index, 3> *, Space> nodes;
  Kokkos::View<const Index *, Space> slot_offset;
  Kokkos::View<const Half *, Space> halves;
  Kokkos::View<const BasisFunction *, Space> basis;
  // Data of NearTest.
  Kokkos::View<const std::array<std::int32_t, 3> *, Space> cell;
  Kokkos::View<const std::int32_t *, Space> reach;
  Index own_faces; // faces before all images

  KOKKOS_INLINE_FUNCTION bool is_near(Index p, Index q) const {
    std::int64_t squared = 0;
    const std::int32_t *a = reinterpret_cast<const std::int32_t *>(&cell(p));
    const std::int32_t *b = reinterpret_cast<const std::int32_t *>(&cell(q));
    for (int d = 0; d < 3; ++d) {
      const std::int64_t x = a[d] - std::int64_t(b[d]);
      squared += x * x;
    }
    const std::int64_t both = std::int64_t(reach(p)) + reach(q);
    return squared < both * both;
  }
};
template <class Space>
SurfaceTable<Space> make_surface_table(const Surface &surface, const NearTest &test) {
  return {to_view<Space>("curlew::mom::faces", surface.faces),
          to_view<Space>("curlew::mom::nodes", surface.mesh.triangles),
          to_view<Space>("curlew::mom::slot_offset", surface.slot_offset),
          to_view<Space>("curlew::mom::halves", surface.halves),
          to_view<Space>("curlew::mom::basis", surface.basis),
          to_view<Space>("curlew::mom::near_cells", test.centroid),
          to_view<Space>("curlew::mom::near_reach", test.reach),
          surface.own_faces()};
}

// Adds to an entry that other threads add to.
KOKKOS_INLINE_FUNCTION void add_to_entry(Complex &entry, double re, double im) {
  auto *parts = reinterpret_cast<double *>(&entry);
  compat::atomic_add(parts, re);
  compat::atomic_add(parts + 1, im);
}

// A block of the matrix: some rows with all columns, or some columns with all rows.
template <class Space> struct MatrixBlock {
  Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> values; // [row][column]
  // Row and column of `values` of each basis function, or -1; empty: the same number.
  Kokkos::View<const Index *, Space> row_of, column_of;

  KOKKOS_INLINE_FUNCTION Index row(Index basis) const {
    return row_of.extent(0) == 0 ? basis : row_of(basis);
  }
  KOKKOS_INLINE_FUNCTION Index column(Index basis) const {
    return column_of.extent(0) == 0 ? basis : column_of(basis);
  }
  // Adds to the column of a basis function, where the block has it.
  KOKKOS_INLINE_FUNCTION void add(Index row, Index basis, double re, double im) const {
    const Index at = column(basis);
    if (at >= 0)
      add_to_entry(values(row, at), re, im);
  }
};

// Basis functions, ascending, whose rows and whose columns a block has; empty: all.
struct BlockFunctions {
  std::vector<Index> rows, columns;
};

// Returns the place in a list of each number below `count`, -1 where it is not there.
std::vector<Index> places_in(const std::vector<Index> &list, std::size_t count);

} // namespace curlew::mom
