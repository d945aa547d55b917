#pragma once

#include <curlew/methods/mom/aim/aim_grid.hpp>

#include <string>

namespace curlew::mom {

enum class AimKrylov { automatic, gmres, cocr, gcr };
enum class AimPreconditioner { automatic, none, jacobi, sai, ras, block };

// "solver" of a case, for method aim.
struct AimSpecification {
  AimChoice choice;
  AimKrylov krylov = AimKrylov::automatic;
  AimPreconditioner preconditioner = AimPreconditioner::automatic;
  double tolerance = 1e-3; // largest |b - A x| / |b|, A with the grid
  int max_iterations = 1000;
};

std::string to_string(AimKrylov krylov);
std::string to_string(AimPreconditioner preconditioner);

} // namespace curlew::mom
