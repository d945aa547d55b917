#pragma once

#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// Which solver a case gets, and what it takes.
struct SolverChoice {
  bool is_aim = false;
  std::string reason;   // of a choice left to the program; empty where the case chose
  std::string obstacle; // what only lu has; empty where aim could solve the case
  std::vector<std::string> warnings;
  AimSpecification aim;
  AimForecast forecast;  // of aim, at the highest frequency, or the lowest if that takes more
  DenseForm dense;       // of lu
  double bytes = 0;      // in the memory of the backend
  double host_bytes = 0; // on the host besides, where the matrix has no room on a device
};

// "solver" of a case for `columns` right-hand sides at a frequency. "auto" takes aim where it is
// faster than the factorisation by estimates from measured rates, or where the matrix has no room;
// not below a few thousand unknowns, for edges far below the wavelength, or where so many pairs are
// near that little is won. Throws InputError, with the line of the case, for what the surface does
// not admit.
SolverChoice choose_solver(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads);

// Whether the solver takes the form for low frequencies.
bool is_low_frequency_of(const SolverChoice &choice, const Spec &spec, const Surface &surface,
                         double wavenumber);

// Throws ResourceError where it has no room, with what decides that: the spacing of the grid, the
// refinement of the mesh, the method.
void require_room(const Case &input, const SolverChoice &choice, const Surface &surface,
                  Index unknowns, const Memory &memory);

// The solver chosen.
std::unique_ptr<SurfaceSolver> make_solver(const SolverChoice &choice, Backend backend,
                                           const Surface &surface, const Spec &spec, int threads);

// For check and the log: "lu, ..." or "aim, gmres + ras; grid ...".
std::string describe(const SolverChoice &choice, const Spec &spec);

} // namespace curlew::mom
