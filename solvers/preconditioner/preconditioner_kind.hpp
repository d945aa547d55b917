#pragma once

#include <curlew/core/words.hpp>

#include <string>
#include <string_view>

namespace curlew {

// Kinds of preconditioner that a method may choose from. `automatic` leaves the choice to the
// method. `background` belongs to a method alone: the inverse of its problem without contents.
enum class PreconditionerKind {
  automatic,
  none,
  jacobi,
  ssor,
  ssor_ai,
  polynomial,
  ilu,
  ilut,
  gradient,
  multigrid,
  background
};

inline constexpr WordTable<PreconditionerKind, 11> k_preconditioners = {
    {{PreconditionerKind::automatic, "auto"},
     {PreconditionerKind::none, "none"},
     {PreconditionerKind::jacobi, "jacobi"},
     {PreconditionerKind::ssor, "ssor"},
     {PreconditionerKind::ssor_ai, "ssor-ai"},
     {PreconditionerKind::polynomial, "polynomial"},
     {PreconditionerKind::ilu, "ilu"},
     {PreconditionerKind::ilut, "ilut"},
     {PreconditionerKind::gradient, "gradient"},
     {PreconditionerKind::multigrid, "multigrid"},
     {PreconditionerKind::background, "background"}}};

inline PreconditionerKind parse_preconditioner(std::string_view name) {
  return parse_word(k_preconditioners, name);
}
inline std::string to_string(PreconditionerKind kind) {
  return word_of(k_preconditioners, kind);
}

// A kind with its numbers.
struct PreconditionerChoice {
  PreconditionerKind kind = PreconditionerKind::none;
  double omega = 1;          // ssor, ssor-ai: relaxation
  int fill = 0;              // ilu: level; ilut: entries of a row in each factor
  double drop_tolerance = 0; // ilut
  int degree = 0;            // polynomial
  bool scale_first = false;  // of the system scaled by its diagonal (diagonal_scaling.hpp)
};

} // namespace curlew
