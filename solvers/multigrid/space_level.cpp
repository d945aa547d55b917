#include <curlew/solvers/multigrid/space_level.hpp>

#include <curlew/core/parallel/random.hpp>
#include <curlew/core/parallel/reduce.hpp>
#include <curlew/solvers/multigrid/level_kernels.hpp>

#include <cmath>

namespace curlew::multigrid {
namespace {

struct Invert {
  Wide *values;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    if (values[i] != Wide(0))
      values[i] = Wide(1) / values[i];
  }
};

struct FillRandomly {
  Wide *x;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { x[i] = random_number(i, 1); }
};

// y := D^-1 y; |y|^2
struct ScaledSquare {
  const Wide *inverse;
  Wide *y;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    const Wide value = y[i] * inverse[i];
    y[i] = value;
    sum[0] += value.real() * value.real() + value.imag() * value.imag();
  }
};

struct ScaleInto {
  double factor;
  const Wide *y;
  Wide *x;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { x[i] = factor * y[i]; }
};

} // namespace

template <class Space>
Kokkos::View<Wide *, Space> inverted(const Space &space,
                                     const Kokkos::View<Wide *, Space> &values) {
  for_each(space, "curlew::solvers::invert", values.extent(0), Invert{values.data()});
  return values;
}

template <class Space>
double largest_eigenvalue(const Space &space, const SparseMatrix<Space, Wide> &a,
                          const Kokkos::View<Wide *, Space> &inverse) {
  const SparseProduct<Space, Wide> product(a);
  const auto vector = [&] {
    return Kokkos::View<Wide *, Space>(
        Kokkos::view_alloc("curlew::solvers::power_method", Kokkos::WithoutInitializing), a.rows);
  };
  const auto x = vector(), y = vector();
  for_each(space, "curlew::solvers::power_start", a.rows, FillRandomly{x.data()});
  double before =
      ordered_sums<1>(space, "curlew::solvers::power_norm", a.rows, SquareSum{x.data()})[0];
  double found = 1;
  for (int step = 0; step < k_power_steps && before > 0; ++step) {
    product(space, Wide(1), x, Wide(0), y);
    const double square = ordered_sums<1>(space, "curlew::solvers::power_step", a.rows,
                                          ScaledSquare{inverse.data(), y.data()})[0];
    found = std::sqrt(square / before);
    for_each(space, "curlew::solvers::power_scale", a.rows,
             ScaleInto{square > 0 ? 1 / std::sqrt(square) : 0, y.data(), x.data()});
    before = square > 0 ? 1 : 0;
  }
  space.fence(); // the vectors are freed after this
  return k_power_margin * found;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template Kokkos::View<Wide *, Space> inverted(const Space &,                                     \
                                                const Kokkos::View<Wide *, Space> &);              \
  template double largest_eigenvalue(const Space &, const SparseMatrix<Space, Wide> &,             \
                                     const Kokkos::View<Wide *, Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::multigrid
