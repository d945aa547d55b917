#include <curlew/methods/dgtd/packed/packed_spaces.hpp>

#include <stdexcept>

namespace curlew::dgtd {

template <class Space>
std::unique_ptr<Updater<Space>> make_packed(const Problem &problem, const Slots &slots,
                                            const UpdateOptions &options) {
  switch (problem.choices.space.number()) {
  case 1:
    return make_packed_mixed_first<Space>(problem, slots, options);
  case 2:
    return make_packed_full_first<Space>(problem, slots, options);
  case 3:
    return make_packed_mixed_second<Space>(problem, slots, options);
  case 5:
    return make_packed_full_second<Space>(problem, slots, options);
  case k_bernstein + 3:
    return make_packed_full_third<Space>(problem, slots, options);
  case k_bernstein + 4:
    return make_packed_full_fourth<Space>(problem, slots, options);
  default:
    throw std::logic_error("a space that the check of the case refuses");
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<Updater<Space>> make_packed<Space>(const Problem &, const Slots &,      \
                                                              const UpdateOptions &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
