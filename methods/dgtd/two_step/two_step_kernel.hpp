#pragma once

#include <curlew/methods/dgtd/two_step/two_step_matrices.hpp>

namespace curlew::dgtd {

// One side of a step, with all matrices read from memory; x_out holds x of the step before and is
// overwritten by that of the next. Verified by DgtdTwoStep.*.
template <class Space> struct TwoStepKernel {
  using Layout = Packs<Space>;
  using Values = Kokkos::View<double *, Space>;

  TwoStepRow row;
  Kokkos::View<const double *, Space> matrices;   // Packs::at(slot, TwoStepRow, row.size())
  Kokkos::View<const Index *, Space> neighbours;  // Packs::at(slot, face, 4)
  Kokkos::View<const std::int8_t *, Space> local; // the same: index of the face in the neighbour
  // [face][trace] numbers of the functions with a trace there
  Kokkos::View<const int *, Space> numbers;
  Values x, x_out, y, y_before;

  KOKKOS_INLINE_FUNCTION void operator()(const Index slot) const {
    constexpr int k_most = space_size<3>(k_bernstein + 4); // functions of full fourth order
    double next[k_most];
    for (int i = 0; i < row.n; ++i) {
      double sum = 0;
      for (int j = 0; j < row.n; ++j) {
        const Offset at = Layout::at(slot, j, row.n);
        sum += matrix(slot, row.now(i, j)) * x(at) - matrix(slot, row.before(i, j)) * x_out(at) +
               matrix(slot, row.wall(i, j)) * (y(at) - y_before(at));
      }
      for (int face = 0; face < 4; ++face)
        for (int j = 0; j < row.nf; ++j)
          sum += matrix(slot, row.trace(face, i, j)) * change_behind(slot, face, j);
      next[i] = sum;
    }
    for (int i = 0; i < row.n; ++i)
      x_out(Layout::at(slot, i, row.n)) = next[i];
  }

private:
  KOKKOS_INLINE_FUNCTION double matrix(Index slot, int entry) const {
    return matrices(Layout::at(slot, entry, row.size()));
  }
  KOKKOS_INLINE_FUNCTION double change_behind(Index slot, int face, int j) const {
    const Offset at = Layout::at(slot, face, 4);
    const Offset from = Layout::at(neighbours(at), numbers(local(at) * row.nf + j), row.n);
    return y(from) - y_before(from);
  }
};

} // namespace curlew::dgtd
