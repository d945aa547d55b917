#pragma once

#include <Kokkos_Core.hpp>

#include <string>
#include <vector>

namespace curlew {

// A view of `Space` that holds a copy of a host vector.
template <class Space, class T>
Kokkos::View<T *, Space> to_view(const std::string &label, const std::vector<T> &values) {
  Kokkos::View<T *, Space> view(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                values.size());
  Kokkos::View<const T *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values.data(), values.size());
  Kokkos::deep_copy(view, host);
  return view;
}

// A host vector that holds a copy of a view.
template <class View> auto to_vector(const View &view) {
  using Value = typename View::non_const_value_type;
  std::vector<Value> values(view.extent(0));
  Kokkos::View<Value *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> host(
      values.data(), values.size());
  Kokkos::deep_copy(host, view);
  return values;
}

// A view of rows of K as one host vector, row by row, and back. The sizes must agree.
template <class Space, std::size_t K>
std::vector<double> to_rows(const Kokkos::View<double *[K], Space> &view) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<double> rows(view.extent(0) * K);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    for (std::size_t k = 0; k < K; ++k)
      rows[i * K + k] = host(i, k);
  return rows;
}

template <class Space, std::size_t K>
void from_rows(const std::vector<double> &rows, const Kokkos::View<double *[K], Space> &view) {
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t i = 0; i < view.extent(0); ++i)
    for (std::size_t k = 0; k < K; ++k)
      host(i, k) = rows.at(i * K + k);
  Kokkos::deep_copy(view, host);
}

} // namespace curlew
