#include <curlew/methods/mom/fill/near_pairs.hpp>

namespace curlew::mom {

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_near_pairs<Space>(const Space &, const SurfaceTable<Space> &,                  \
                                      const NearRules<Space> &, const NearPairs<Space> &, Testing, \
                                      const Combination &, const RowBlock<Space> &);
CURLEW_FOR_EACH_DEVICE_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
