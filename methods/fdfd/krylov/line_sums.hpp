#pragma once

#include <curlew/core/parallel/device_traits.hpp>
#include <curlew/core/parallel/reduce.hpp>

namespace curlew::fdfd {

// Sums of a kernel on hosts, in the order of the grid: `partial` has `rows_of_line` rows of k_sums
// numbers for each line, a plane along z. Those of a line are added up first, then the lines. The
// result has the same bits wherever the lines were computed: on one rank, or in slabs of several.

// lines(first + line) := the sum of the rows of a line.
template <class Space, int k_sums> struct LineSums {
  Kokkos::View<const double *, Space> partial;
  Index rows_of_line = 0;
  Kokkos::View<double *, Space> lines; // [line][sum]
  Index first = 0;

  KOKKOS_INLINE_FUNCTION static double sum(const Kokkos::View<const double *, Space> &partial,
                                           Index rows_of_line, Index line, int s) {
    double sum = 0;
    for (Index row = line * rows_of_line; row < (line + 1) * rows_of_line; ++row)
      sum += partial(Offset(row) * k_sums + s);
    return sum;
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Index line) const {
    for (int s = 0; s < k_sums; ++s)
      lines(Offset(first + line) * k_sums + s) = sum(partial, rows_of_line, line, s);
  }
};

// Adds up lines and calls conclude(totals), as curlew::Conclusion does with rows.
template <class Space, int k_sums, class Conclude> struct LineConclusion {
  Kokkos::View<const double *, Space> partial;
  Index lines = 0, rows_of_line = 0;
  Conclude conclude;

  static void launch(const Space &space, const LineConclusion &all) {
    Kokkos::parallel_for("curlew::fdfd::conclude", RangePolicy<Space>(space, 0, 1), all);
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset) const {
    double totals[k_sums] = {};
    for (Index line = 0; line < lines; ++line)
      for (int s = 0; s < k_sums; ++s)
        totals[s] += LineSums<Space, k_sums>::sum(partial, rows_of_line, line, s);
    conclude(totals);
  }
};

} // namespace curlew::fdfd
