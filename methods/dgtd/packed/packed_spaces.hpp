#pragma once

#include <curlew/methods/dgtd/updater.hpp>

namespace curlew::dgtd {

// The variant `packed` in one space of functions each: a source each, because they compile long.
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_mixed_first(const Problem &problem, const Slots &slots,
                                                        const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_full_first(const Problem &problem, const Slots &slots,
                                                       const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_mixed_second(const Problem &problem, const Slots &slots,
                                                         const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_full_second(const Problem &problem, const Slots &slots,
                                                        const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_full_third(const Problem &problem, const Slots &slots,
                                                       const UpdateOptions &options);
template <class Space>
std::unique_ptr<Updater<Space>> make_packed_full_fourth(const Problem &problem, const Slots &slots,
                                                        const UpdateOptions &options);

} // namespace curlew::dgtd
