#include <curlew/methods/dgtd/packed/packed_spaces.hpp>
#include <curlew/methods/dgtd/space/for_each_blocks.hpp>

#include <stdexcept>

namespace curlew::dgtd {
namespace {

[[noreturn]] void refuse() {
  throw std::logic_error("a space that the check of the case refuses");
}

} // namespace

#define CURLEW_CASE(Blocks)                                                                        \
  case Blocks:                                                                                     \
    return make_packed_of<Space, Blocks>(problem, slots, options);

template <class Space>
std::unique_ptr<Updater<Space>> make_packed(const Problem &problem, const Slots &slots,
                                            const UpdateOptions &options) {
  switch (problem.choices.space.number()) {
    CURLEW_FOR_EACH_BLOCKS(CURLEW_CASE)
  default:
    refuse();
  }
}

#undef CURLEW_CASE

template <class Space>
std::unique_ptr<Updater<Space>> make_nodal(const Problem &problem, const Slots &slots,
                                           const UpdateOptions &options) {
  switch (problem.choices.space.number()) {
  case 2:
    return make_nodal_of<Space, 2>(problem, slots, options);
  case 5:
    return make_nodal_of<Space, 5>(problem, slots, options);
  case k_bernstein + 3:
    return make_nodal_of<Space, k_bernstein + 3>(problem, slots, options);
  case k_bernstein + 4:
    return make_nodal_of<Space, k_bernstein + 4>(problem, slots, options);
  default:
    refuse();
  }
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template std::unique_ptr<Updater<Space>> make_packed<Space>(const Problem &, const Slots &,      \
                                                              const UpdateOptions &);              \
  template std::unique_ptr<Updater<Space>> make_nodal<Space>(const Problem &, const Slots &,       \
                                                             const UpdateOptions &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgtd
