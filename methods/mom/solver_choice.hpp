#pragma once

#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/dense/dense_factors.hpp>

#include <string>
#include <vector>

namespace curlew::mom {

// Solver of a case, and its resources.
struct SolverChoice {
  bool is_aim = false;
  std::string reason;      // reason for a choice made by the program; empty where the case chose
  std::string obstacle;    // feature that only lu has; empty where aim could solve the case
  bool may_divide = false; // true where several ranks could divide the matrix of lu
  std::vector<std::string> warnings;
  AimSpecification aim;
  // Forecast of aim, at the highest frequency, or the lowest if that takes more.
  AimForecast forecast;
  DenseForm dense;       // form of lu
  int ranks = 1;         // that divide a matrix
  double bytes = 0;      // in the memory of the backend, on the rank that has most
  double host_bytes = 0; // in addition on the host, where the matrix does not fit on a device
};

// Chooses the solver by "solver" of a case, for `columns` right-hand sides at a frequency. "auto"
// takes aim where estimates from measured rates are faster than the factorisation, or where the
// matrix does not fit in memory. It does not take aim below a few thousand unknowns, for edges far
// below the wavelength, or where so many pairs are near that little is gained. `ranks`: number of
// those that divide a matrix, which is of lu. Throws InputError, with the line of the case, for
// choices that the surface or several ranks do not admit.
SolverChoice choose_solver(const Case &input, Backend backend, const Surface &surface,
                           const Spec &spec, std::size_t columns, int threads, int ranks = 1);

// Returns true where the solver uses the form for low frequencies.
bool is_low_frequency_of(const SolverChoice &choice, const Spec &spec, const Surface &surface,
                         double wavenumber);

// Throws ResourceError where memory is too small, naming the decisive quantities: the spacing of
// the grid, the refinement of the mesh, the method.
void require_room(const Case &input, const SolverChoice &choice, const Surface &surface,
                  Index unknowns, const Memory &memory);

// Makes the chosen solver; that of several ranks for the root of them.
std::unique_ptr<SurfaceSolver> make_solver(const SolverChoice &choice, Backend backend,
                                           const Surface &surface, const Spec &spec, int threads,
                                           const Communicator &ranks);

// Describes the choice for check and the log: "lu, ..." or "aim, gmres + ras; grid ...".
std::string describe(const SolverChoice &choice, const Spec &spec);

} // namespace curlew::mom
