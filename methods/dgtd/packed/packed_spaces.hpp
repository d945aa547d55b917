#pragma once

#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

// Make the variants `packed` and `nodal` in one space of functions each: a source file each,
// because they compile long. `nodal` serves full spaces, without dfdd.
template <class Space, int Blocks>
std::unique_ptr<Updater<Space>> make_packed_of(const Problem &problem, const Slots &slots,
                                               const UpdateOptions &options);
template <class Space, int Blocks>
std::unique_ptr<Updater<Space>> make_nodal_of(const Problem &problem, const Slots &slots,
                                              const UpdateOptions &options);

} // namespace curlew::dgtd
