#include <curlew/solvers/krylov/fused/bicgstab.hpp>

#include <curlew/methods/fdfd/krylov/solve_by.hpp>

namespace curlew::fdfd {

CURLEW_DEFINE_SOLVER(solve_bicgstab, Bicgstab)

#define CURLEW_INSTANTIATE(Space) CURLEW_INSTANTIATE_SOLVER(solve_bicgstab, Space)
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
