#pragma once

#include <curlew/methods/mom/fill/near_fill.hpp>

namespace curlew::mom {

enum class FillVariant { edge, face };

// The matrix of a surface, in the unit of eta0 J (docs/methods/mom.md, "Equations"). Far pairs of
// faces are taken by product rules, by one of two variants:
//   edge  one entry per work item, @cite lezar2010: every entry integrates over its four pairs of
//         faces;
//   face  one pair of faces at a time: its moments serve the nine entries of the pair's edges.
// Near pairs are the same kernel's in both: relative coordinates where faces touch, subdivision
// where they do not. The variants agree to rounding. All throw Interrupted where a signal asks to
// stop.
template <class Space> class MatrixFill {
public:
  // `threads`: of host set-up. With planes of symmetry the images of all basis functions, as those
  // of a kind of current, are sources too.
  MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads = 0,
             Current current = Current::electric);
  // For fill_rows() of these rows or some of them only: without the near pairs of all others.
  MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads,
             const std::vector<Index> &rows);

  // All rows. `values`: unknowns x unknowns, is overwritten.
  void fill(const Space &space, const Combination &with, FillVariant variant,
            const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;
  // The same on top of what `values` holds, which must be symmetric where the matrix is.
  void add(const Space &space, const Combination &with, FillVariant variant,
           const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;
  // Rows of some basis functions, ascending, each once; `values` has a row for each.
  void fill_rows(const Space &space, const Combination &with, FillVariant variant,
                 const std::vector<Index> &rows,
                 const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const;

  // Green's functions that a fill of all rows evaluates for far pairs.
  double evaluations(FillVariant variant) const;
  std::size_t near_pair_count() const { return pairs_.second.size(); }

private:
  MatrixFill(Surface surface, const Quadrature &quadrature, int threads,
             const std::vector<char> &wanted);
  void add_block(const Space &space, const Combination &with, FillVariant variant,
                 const std::vector<Index> &rows, const RowBlock<Space> &block) const;

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
