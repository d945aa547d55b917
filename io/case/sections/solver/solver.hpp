#pragma once

#include <nlohmann/json.hpp>

#include <complex>
#include <optional>
#include <string>
#include <string_view>

namespace curlew {

class CheckContext;

// A preconditioner by its type. The numbers belong to some types alone, so that the schema states
// no default for them: those here hold where the case gives none.
struct PreconditionerSpec {
  // ILUT(20, 1e-2) of @cite meng2015.
  static constexpr int k_default_ilut_fill = 20;
  static constexpr double k_default_drop = 1e-2;

  std::string type;
  // background: the relative permittivity behind the objects; nothing: chosen by the contents of
  // the case
  std::optional<std::complex<double>> eps_b;
  std::optional<double> omega;            // ssor, ssor-ai: relaxation; none: the method's own
  int degree = 4;                         // polynomial
  int fill = 0;                           // ilu: level; ilut: entries of a row in each factor
  double drop_tolerance = k_default_drop; // ilut
  // multigrid
  std::string smoother = "auto";   // gcr, chebyshev
  std::optional<int> sweep_degree; // degree of the smoother; none: its own
  int levels = 0;                  // at most; 0: all levels
  bool is_single = true;           // the cycle in single precision
  // none, jacobi, ssor, ssor-ai, ilu, ilut: the system is scaled by its diagonal first
  bool scale_first = false;
};

// The adaptive integral method: surfaces on a grid, whose potentials are found by FFTs.
struct AimSpec {
  std::optional<int> order;        // order of the stencil; none: by the backend
  std::optional<double> spacing_m; // spacing of the grid; none: by edges and wavelength
  double near = 0;                 // radius of exact integrals, spacings
  bool is_single = false;          // the grid in single precision
};

struct SolverSpec {
  std::string method;
  bool is_iterative = false; // the section has the keys of iterations, the next three
  PreconditionerSpec preconditioner;
  double tolerance = 0; // true residual against the right-hand side, 2-norms
  int max_iterations = 0;
  AimSpec aim;
  std::string krylov; // solver of method aim; empty: the section has none
  enum class OnFailure { stop, continue_sweep } on_failure = OnFailure::stop;
};

SolverSpec read_solver(const nlohmann::ordered_json &node);
// A preconditioner is an object with the numbers that its type has.
nlohmann::ordered_json to_json(const SolverSpec &solver);

// Checks that the numbers of a preconditioner are those of its type.
void check_solver(CheckContext &context);

std::string_view solver_schema_text();

} // namespace curlew
