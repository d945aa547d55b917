#pragma once

#include <curlew/methods/mom/aim/aim_system.hpp>

namespace curlew::mom {

// What is left to the program, decided.
AimKrylov chosen_krylov(const AimSpecification &aim, std::size_t columns);
AimPreconditioner chosen_preconditioner(const AimSpecification &aim, const Spec &spec,
                                        AimKrylov krylov, const Surface &surface,
                                        double wavenumber);

// Whether currents with and without charges are scaled apart: as is_low_frequency(), and where it
// is left to the program also where edges are so far below the wavelength that iterations of the
// plain equation end at wrong currents.
bool is_low_frequency_of_aim(const Spec &spec, const Surface &surface, double wavenumber);

// Vectors that gmres keeps, and directions that gcr may for so many right-hand sides.
int gmres_restart(Index unknowns, Formulation formulation, int max_iterations);
Index direction_capacity(Index unknowns, int max_iterations, Index columns);

} // namespace curlew::mom
