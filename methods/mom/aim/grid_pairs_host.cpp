// With `inline`, kernels use the vectors of processors: see integrals/function.hpp.
#define CURLEW_MOM_FUNCTION inline

#include <curlew/methods/mom/aim/grid_moments.hpp>

#include <curlew/methods/mom/fill/face_fill.hpp>

namespace curlew::mom {

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void subtract_grid_pairs(const Space &, const GridPairs<Space, double> &);              \
  template void subtract_grid_pairs(const Space &, const GridPairs<Space, float> &);
CURLEW_FOR_EACH_HOST_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
