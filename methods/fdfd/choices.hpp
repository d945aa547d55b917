#pragma once

#include <curlew/core/words.hpp>
#include <curlew/solvers/preconditioner/preconditioner_kind.hpp>

#include <string>
#include <string_view>

namespace curlew {
struct Case;
}

namespace curlew::fdfd {

// How the operator is applied: a sparse matrix, coefficient arrays, indices of unique coefficients,
// or both curls in one kernel. "auto" is fused.
enum class Variant { csr, cas, cis, fused };

inline constexpr WordTable<Variant, 5> k_variants = {{{Variant::csr, "csr"},
                                                      {Variant::cas, "cas"},
                                                      {Variant::cis, "cis"},
                                                      {Variant::fused, "fused"},
                                                      {Variant::fused, "auto"}}};

inline Variant parse_variant(std::string_view name) {
  return parse_word(k_variants, name);
}
inline std::string to_string(Variant variant) {
  return word_of(k_variants, variant);
}

// Iterations: of this program, and Belos' bicgstab, gmres and tfqmr. A case does not name gcr.
enum class SolverMethod { automatic, cocg, cocr, gcr, bicgstab_fused, bicgstab, gmres, tfqmr };

inline constexpr WordTable<SolverMethod, 8> k_solver_methods = {
    {{SolverMethod::automatic, "auto"},
     {SolverMethod::cocg, "cocg"},
     {SolverMethod::cocr, "cocr"},
     {SolverMethod::gcr, "gcr"},
     {SolverMethod::bicgstab_fused, "bicgstab-fused"},
     {SolverMethod::bicgstab, "bicgstab"},
     {SolverMethod::gmres, "gmres"},
     {SolverMethod::tfqmr, "tfqmr"}}};

inline SolverMethod parse_solver_method(std::string_view name) {
  return parse_word(k_solver_methods, name);
}
inline std::string to_string(SolverMethod method) {
  return word_of(k_solver_methods, method);
}

// Choices of the sections "discretization" and "solver" of a case. The numbers of iterations and
// the background are in Case::solver.
struct Choices {
  Variant variant;
  SolverMethod method;
  PreconditionerChoice preconditioner;
};

Choices choices_of(const Case &input);

// Returns the relaxation of ssor and ssor-ai without "omega". From about 0.5 on the product of
// ssor-ai with the curl curl operator has eigenvalues on both sides of 0, and BiCGStab diverges
// (docs/solvers-notes.md, "Preconditioners").
double default_relaxation(PreconditionerKind kind);

} // namespace curlew::fdfd
