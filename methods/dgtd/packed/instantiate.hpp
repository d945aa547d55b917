#pragma once

#include <curlew/methods/dgtd/packed/packed_spaces.hpp>
#include <curlew/methods/dgtd/packed/packed_updater.hpp>

// Defines one of the functions of packed_spaces.hpp for every backend.
#define CURLEW_PACKED_SPACE(name, blocks)                                                          \
  template <class Space>                                                                           \
  std::unique_ptr<Updater<Space>> name(const Problem &problem, const Slots &slots,                 \
                                       const UpdateOptions &options) {                             \
    return std::make_unique<PackedUpdater<Space, blocks>>(problem, slots, options);                \
  }                                                                                                \
  CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE_##name)
#define CURLEW_INSTANTIATE_NAMED(Space, name)                                                      \
  template std::unique_ptr<Updater<Space>> name<Space>(const Problem &, const Slots &,             \
                                                       const UpdateOptions &);
#define CURLEW_INSTANTIATE_make_packed_mixed_first(Space)                                          \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_mixed_first)
#define CURLEW_INSTANTIATE_make_packed_full_first(Space)                                           \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_full_first)
#define CURLEW_INSTANTIATE_make_packed_mixed_second(Space)                                         \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_mixed_second)
#define CURLEW_INSTANTIATE_make_packed_full_second(Space)                                          \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_full_second)
#define CURLEW_INSTANTIATE_make_packed_full_third(Space)                                           \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_full_third)
#define CURLEW_INSTANTIATE_make_packed_full_fourth(Space)                                          \
  CURLEW_INSTANTIATE_NAMED(Space, make_packed_full_fourth)
