#include <curlew/solvers/krylov/fused/bicgstab.hpp>

#include <curlew/methods/fdfd/krylov/solve_by.hpp>
#include <curlew/methods/fdfd/ranks/slab_krylov.hpp>

namespace curlew::fdfd {

CURLEW_DEFINE_SLAB_SOLVER(solve_bicgstab, Bicgstab, SlabStepper)

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_SLAB_SOLVER(solve_bicgstab, SlabStepper, Space)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
