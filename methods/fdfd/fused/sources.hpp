#pragma once

#include <curlew/methods/fdfd/fused/lanes.hpp>
#include <curlew/solvers/krylov/fused/sources.hpp>

namespace curlew::fdfd {

// Source that is the vector x itself.
template <class Space> struct PlainSource : VectorSource<Complex> {
  explicit PlainSource(const Vector<Space> &vector) : VectorSource<Complex>(vector.data()) {}
};

} // namespace curlew::fdfd
