// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/fill/edge_entries.hpp>

namespace curlew::mom {

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_far_by_edges<Space>(                                                           \
      const Space &, const Surface &, const SurfaceTable<Space> &, const Quadrature &,             \
      const Combination &, const std::vector<Index> &, const RowBlock<Space> &);
CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
