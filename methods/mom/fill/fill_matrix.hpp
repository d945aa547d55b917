#pragma once

#include <curlew/methods/mom/fill/near_fill.hpp>

namespace curlew::mom {

enum class FillVariant { edge, face };

// Fills the matrix of a surface, in the unit of eta0 J (docs/methods/mom-notes.md, "Equations").
// Far pairs of faces are integrated by product rules, by one of two variants:
//   edge  one entry per work item, @cite lezar2010: every entry integrates over its four pairs of
//         faces;
//   face  one pair of faces at a time: its moments serve the nine entries of the pair's edges.
// Both variants use the same kernel for near pairs: relative coordinates where faces touch,
// subdivision where they do not. The variants agree to rounding. All functions throw Interrupted
// where a signal asks to stop.
template <class Space> class MatrixFill {
public:
  // `threads`: number for the set-up on the host. With planes of symmetry the images of all basis
  // functions, as a kind of current has them, are sources too.
  MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads = 0,
             Current current = Current::electric);
  // For fill_rows() with some of these rows only: leaves out the near pairs of all other rows.
  MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads,
             const std::vector<Index> &rows);

  // Fills all rows. `values`: unknowns x unknowns, is overwritten.
  void fill(const Space &space, const Combination &with, FillVariant variant,
            const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;
  // Adds all rows to `values`, which must be symmetric where the matrix is.
  void add(const Space &space, const Combination &with, FillVariant variant,
           const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;
  // Fills the rows of some basis functions, ascending, each once; `values` has a row for each.
  void fill_rows(const Space &space, const Combination &with, FillVariant variant,
                 const std::vector<Index> &rows,
                 const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;
  // Fills the columns of some basis functions, ascending; `values` has a column for each.
  void fill_columns(const Space &space, const Combination &with, FillVariant variant,
                    const std::vector<Index> &columns,
                    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;

  // Returns the number of Green's functions that a fill of all rows evaluates for far pairs.
  double evaluations(FillVariant variant) const;
  std::size_t near_pair_count() const { return pairs_.second.size(); }

private:
  MatrixFill(Surface surface, const Quadrature &quadrature, int threads,
             const std::vector<char> &wanted);
  void add_block(const Space &space, const Combination &with, FillVariant variant,
                 const BlockFunctions &of, const MatrixBlock<Space> &block) const;

  Surface surface_; // with its images
  Quadrature quadrature_;
  int threads_;
  NearTest test_;
  PairList pairs_;
  SurfaceTable<Space> table_;
  std::vector<NearPairs<Space>> near_;
  NearRules<Space> near_rules_;
};

} // namespace curlew::mom
