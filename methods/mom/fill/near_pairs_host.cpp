// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/fill/near_pairs.hpp>

namespace curlew::mom {

#define CURLEW_INSTANTIATE_FOR(Space, ...)                                                         \
  template void add_near_pairs<Space>(const Space &, const SurfaceTable<Space> &,                  \
                                      const NearRules<Space> &, const NearPairs<Space> &, Testing, \
                                      const Combination &, const __VA_ARGS__ &);
#define CURLEW_INSTANTIATE(Space)                                                                  \
  CURLEW_INSTANTIATE_FOR(Space, RowBlock<Space>)                                                   \
  CURLEW_INSTANTIATE_FOR(Space, NearRows<Space, double>)                                           \
  CURLEW_INSTANTIATE_FOR(Space, NearRows<Space, float>)
CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE
#undef CURLEW_INSTANTIATE_FOR

} // namespace curlew::mom
