#include <curlew/methods/fdfd/background/support_gcr.hpp>

#include <curlew/core/parallel/spaces.hpp>

namespace curlew::fdfd {
namespace {

// to := scale from, or scale^-1 from.
template <class Space> struct Rescale {
  Kokkos::View<const double *, Space> scale;
  Vector<Space> from, to;
  bool is_inverse;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    to(i) = (is_inverse ? 1 / scale(i) : scale(i)) * from(i);
  }
};

template <class Space>
void rescale(const Space &space, const Support<Space> &support, const Vector<Space> &from,
             const Vector<Space> &to, bool is_inverse) {
  Kokkos::parallel_for("curlew::fdfd::gcr_scale", RangePolicy<Space>(space, 0, support.size()),
                       Rescale<Space>{support.residual_scale(), from, to, is_inverse});
}

// Returns S K.
template <class Space>
LinearOperator<Space, Complex> scaled_operator(const Support<Space> &support) {
  return LinearOperator<Space, Complex>(
      [&support](const Space &space, const Vector<Space> &direction, const Vector<Space> &image) {
        support.apply(space, direction, image);
        rescale(space, support, image, image, false);
      },
      support.size());
}

// Returns M S^-1, or S^-1 where there is no M.
template <class Space>
LinearOperator<Space, Complex> scaled_inverse(const Support<Space> &support,
                                              const Vector<Space> &unscaled) {
  return LinearOperator<Space, Complex>(
      [&support, unscaled](const Space &space, const Vector<Space> &source,
                           const Vector<Space> &direction) {
        if (!support.has_inverse())
          return rescale(space, support, source, direction, true);
        rescale(space, support, source, unscaled, true);
        support.invert(space, unscaled, direction);
      },
      support.size());
}

} // namespace

template <class Space>
SupportGcr<Space>::SupportGcr(const Space &space, const Support<Space> &support, Index capacity)
    : support_(support), scaled_("curlew::fdfd::gcr_scaled", support.size()),
      gcr_(scaled_operator(support),
           DistributedVector<Space, Complex>(space, support.ranks(), support.size(), 0), capacity,
           scaled_inverse(support, scaled_)) {}

template <class Space> double SupportGcr<Space>::bytes(Offset size, Index capacity) {
  return RecyclingGcr<Space, Complex>::bytes(size, capacity) + double(size) * sizeof(Complex);
}

template <class Space>
std::string SupportGcr<Space>::solve(const Space &space, const Vector<Space> &r,
                                     const Vector<Space> &y, const Stopping &stopping,
                                     SolveReport &report) {
  rescale(space, support_, r, scaled_, false);
  return gcr_.advance(scaled_, y, stopping, report); // reads its residual before it writes
}

#define CURLEW_INSTANTIATE(Space) template class SupportGcr<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
