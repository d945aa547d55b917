#pragma once

#include <curlew/methods/fem/solve/solver_choice.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

#include <optional>
#include <type_traits>

namespace curlew::fem {

// Returns the preconditioner of a choice, if it is made from a matrix alone, here the square block
// of this rank's rows: jacobi, ssor, ssor-ai, ilut and, for complex matrices, ilu. Returns nothing
// for the others.
template <class Space, class Scalar>
std::optional<LinearOperator<Space, Scalar>>
matrix_preconditioner(const Space &space, const SparseMatrix<Space, Scalar> &a,
                      const SolverChoice &choice) {
  const std::string &type = choice.preconditioner;
  if (type == "jacobi")
    return make_jacobi(space, a);
  if (type == "ssor")
    return make_ssor(space, a, choice.omega);
  if (type == "ssor-ai")
    return make_ssor_inverse(space, a, choice.omega);
  if (type == "ilut")
    return make_ilut(space, a, choice.fill, choice.drop_tolerance);
  if constexpr (!std::is_same_v<Scalar, double>)
    if (type == "ilu")
      return make_ilu(space, a, choice.fill);
  return std::nullopt;
}

} // namespace curlew::fem
