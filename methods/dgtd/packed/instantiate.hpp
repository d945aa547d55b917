#pragma once

#include <curlew/methods/dgtd/packed/packed_spaces.hpp>
#include <curlew/methods/dgtd/packed/packed_updater.hpp>

namespace curlew::dgtd {

template <class Space, int Blocks>
std::unique_ptr<Updater<Space>> make_packed_of(const Problem &problem, const Slots &slots,
                                               const UpdateOptions &options) {
  return std::make_unique<PackedUpdater<Space, Blocks, StoredInverse<Space, Blocks>>>(
      problem, slots, options);
}

template <class Space, int Blocks>
std::unique_ptr<Updater<Space>> make_nodal_of(const Problem &problem, const Slots &slots,
                                              const UpdateOptions &options) {
  return std::make_unique<PackedUpdater<Space, Blocks, MetricInverse<Space, Blocks>>>(
      problem, slots, options);
}

} // namespace curlew::dgtd

// Instantiates one of these functions on a backend.
#define CURLEW_INSTANTIATE_SPACE(make, Space, blocks)                                              \
  template std::unique_ptr<Updater<Space>> make<Space, blocks>(const Problem &, const Slots &,     \
                                                               const UpdateOptions &);
