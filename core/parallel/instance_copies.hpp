#pragma once

#include <Kokkos_Core.hpp>

#include <vector>

namespace curlew {

// Copies between host vectors and views in the order of an execution-space instance. Other
// instances continue meanwhile; copies without an instance stop them. Both functions wait for their
// own copy.

template <class Space, class View> auto to_vector(const Space &space, const View &view) {
  using Value = typename View::non_const_value_type;
  std::vector<Value> values(view.extent(0));
  const Kokkos::View<Value *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values.data(), values.size());
  Kokkos::deep_copy(space, host, view);
  space.fence();
  return values;
}

template <class Space, class T, class View>
void copy_to_view(const Space &space, const std::vector<T> &values, const View &view) {
  const Kokkos::View<const T *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values.data(), values.size());
  Kokkos::deep_copy(space, view, host);
  space.fence();
}

} // namespace curlew
