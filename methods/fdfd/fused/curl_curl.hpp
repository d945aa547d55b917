#pragma once

#include <curlew/methods/fdfd/fused/device_curl_curl.hpp>
#include <curlew/methods/fdfd/fused/host_curl_curl.hpp>
#include <curlew/methods/fdfd/fused/sources.hpp>

#include <type_traits>

namespace curlew::fdfd {

// The fused kernel of a space.
template <class Space, class Source, class Sink>
using March = std::conditional_t<is_device<Space>, DeviceCurlCurl<Space, Source, Sink>,
                                 HostCurlCurl<Space, Source, Sink>>;

// Stores the product and sums nothing.
template <class Space> struct StoreProduct {
  static constexpr int k_sums = 0, k_weighted = 0;
  Complex *y;
  explicit StoreProduct(const Vector<Space> &vector) : y(vector.data()) {}
  template <class At, class Number, class Sums>
  KOKKOS_INLINE_FUNCTION void operator()(At e, const Number &, const Number &,
                                         const Number &product, Sums &) const {
    put(y, e, product);
  }
};

// y := A x. Both hold 0 where entries are fixed.
template <class Space>
void apply_fused(const Space &space, const System<Space> &system, const Vector<Space> &x,
                 const Vector<Space> &y);

} // namespace curlew::fdfd
