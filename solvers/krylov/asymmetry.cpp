#include <curlew/solvers/krylov/asymmetry.hpp>

#include <curlew/core/parallel/reduce.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/solvers/vector/vector_algebra.hpp>

#include <cmath>
#include <vector>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// x.Ay - y.Ax, |x|^2, |Ay|^2
struct Terms {
  const Complex *x, *y, *ax, *ay;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i, double *sum) const {
    const Complex difference = x[i] * ay[i] - y[i] * ax[i];
    sum[0] += difference.real();
    sum[1] += difference.imag();
    sum[2] += x[i].real() * x[i].real() + x[i].imag() * x[i].imag();
    sum[3] += ay[i].real() * ay[i].real() + ay[i].imag() * ay[i].imag();
  }
};

} // namespace

template <class Space>
double asymmetry(const LinearOperator<Space, Complex> &a,
                 const DistributedVector<Space, Complex> &like) {
  const auto x = like.like(1), y = like.like(1), ax = like.like(1), ay = like.like(1);
  randomize(x, 1);
  randomize(y, 2);
  a.apply(x, ax);
  a.apply(y, ay);
  const auto own = ordered_sums<4>(x.space(), "curlew::solvers::asymmetry", x.owned(),
                                   Terms{x.data(0), y.data(0), ax.data(0), ay.data(0)});
  std::vector<double> sums(own.begin(), own.end());
  x.ranks().sum(sums);
  const double size = std::sqrt(sums[2] * sums[3]);
  return size == 0 ? 0 : std::hypot(sums[0], sums[1]) / size;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template double asymmetry(const LinearOperator<Space, Complex> &,                                \
                            const DistributedVector<Space, Complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew
