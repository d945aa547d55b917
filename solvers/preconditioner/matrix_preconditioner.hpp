#pragma once

#include <curlew/solvers/preconditioner/preconditioner_kind.hpp>
#include <curlew/solvers/preconditioner/preconditioners.hpp>

#include <optional>
#include <type_traits>

namespace curlew {

// Returns the preconditioner of a choice, if it is made of a matrix alone, here the square block of
// this rank's rows: jacobi, ssor, ssor-ai, ilut and, for complex matrices, ilu. Returns nothing for
// the other kinds.
template <class Space, class Scalar>
std::optional<LinearOperator<Space, Scalar>>
matrix_preconditioner(const Space &space, const SparseMatrix<Space, Scalar> &a,
                      const PreconditionerChoice &choice) {
  switch (choice.kind) {
  case PreconditionerKind::jacobi:
    return make_jacobi(space, a);
  case PreconditionerKind::ssor:
    return make_ssor(space, a, choice.omega);
  case PreconditionerKind::ssor_ai:
    return make_ssor_inverse(space, a, choice.omega);
  case PreconditionerKind::ilut:
    return make_ilut(space, a, choice.fill, choice.drop_tolerance);
  case PreconditionerKind::ilu:
    if constexpr (!std::is_same_v<Scalar, double>)
      return make_ilu(space, a, choice.fill);
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

} // namespace curlew
