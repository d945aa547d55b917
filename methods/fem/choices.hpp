#pragma once

#include <curlew/core/words.hpp>
#include <curlew/methods/fem/assembly/assemble.hpp>
#include <curlew/methods/shared/elements/element_space.hpp>
#include <curlew/solvers/multigrid/multigrid.hpp>
#include <curlew/solvers/preconditioner/preconditioner_kind.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace curlew {
struct Case;
}

namespace curlew::fem {

// Solver of the linear systems: a factorisation, or the iteration.
enum class SolverMethod { automatic, direct, cocg, fgmres, bicgstab, cg };

inline constexpr WordTable<SolverMethod, 6> k_solver_methods = {
    {{SolverMethod::automatic, "auto"},
     {SolverMethod::direct, "direct"},
     {SolverMethod::cocg, "cocg"},
     {SolverMethod::fgmres, "fgmres"},
     {SolverMethod::bicgstab, "bicgstab"},
     {SolverMethod::cg, "cg"}}};

inline SolverMethod parse_solver_method(std::string_view name) {
  return parse_word(k_solver_methods, name);
}
inline std::string to_string(SolverMethod method) {
  return word_of(k_solver_methods, method);
}

// How products with the matrix are computed: by its rows, by rows sorted by length, or element by
// element without a stored matrix. "auto" is csr.
enum class MatrixForm { csr, jad, ebe };

inline constexpr WordTable<MatrixForm, 4> k_matrix_forms = {{{MatrixForm::csr, "csr"},
                                                             {MatrixForm::jad, "jad"},
                                                             {MatrixForm::ebe, "ebe"},
                                                             {MatrixForm::csr, "auto"}}};

inline std::string to_string(MatrixForm form) {
  return word_of(k_matrix_forms, form);
}

// Choices of the sections "discretization" and "solver" of a case. The numbers of iterations are in
// Case::solver.
struct Choices {
  ElementSpace space;
  Assembly assembly;
  MatrixForm matrix;
  double beta; // Newmark's
  SolverMethod method;
  PreconditionerChoice preconditioner;
  std::optional<MultigridSmoother> smoother; // none: by the method
};

// Relaxation of SSOR without "omega", @cite meng2015.
constexpr double k_relaxation = 0.42;

Choices choices_of(const Case &input);

} // namespace curlew::fem
