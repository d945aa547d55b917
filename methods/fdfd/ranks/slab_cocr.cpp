#include <curlew/solvers/krylov/fused/cocr.hpp>

#include <curlew/methods/fdfd/krylov/solve_by.hpp>
#include <curlew/methods/fdfd/ranks/slab_krylov.hpp>

namespace curlew::fdfd {

CURLEW_DEFINE_SLAB_SOLVER(solve_cocr, Cocr, SlabStepper)

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_SLAB_SOLVER(solve_cocr, SlabStepper, Space)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
