#pragma once

#include <curlew/methods/mom/aim/aim_system.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// Which solver a case gets, and what it takes.
struct SolverChoice {
  bool is_aim = false;
  std::string reason; // of a choice left to the program; empty where the case chose
  std::vector<std::string> warnings;
  AimSpecification aim;
  AimForecast forecast; // of aim, at the highest frequency
  double bytes = 0;     // in the memory of the backend
};

// "solver" of a case for `columns` right-hand sides at a frequency. "auto" takes aim where it is
// faster than the factorisation by estimates from measured rates, or where the matrix has no room;
// not below a few thousand unknowns, for edges far below the wavelength, or where so many pairs are
// near that little is won. Throws InputError, with the line of the case, for what the surface does
// not admit.
SolverChoice choose_solver(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads);

// The solver chosen.
std::unique_ptr<SurfaceSolver> make_solver(const SolverChoice &choice, Backend backend,
                                           const Surface &surface, const Spec &spec, int threads);

// For check and the log: "lu, ..." or "aim, gmres + ras; grid ...".
std::string describe(const SolverChoice &choice, const Spec &spec);

} // namespace curlew::mom
