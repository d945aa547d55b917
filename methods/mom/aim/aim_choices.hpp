#pragma once

#include <curlew/methods/mom/aim/aim_system.hpp>

namespace curlew::mom {

// Return the choice of a case, or for "auto" the choice of the program.
AimKrylov chosen_krylov(const AimSpecification &aim, std::size_t columns);
AimPreconditioner chosen_preconditioner(const AimSpecification &aim, const Spec &spec,
                                        AimKrylov krylov, const Surface &surface,
                                        double wavenumber);

// Returns true where currents with and without charges are scaled apart: where is_low_frequency()
// does, and for "auto" also where edges are so far below the wavelength that iterations of the
// plain equation end at wrong currents.
bool is_low_frequency_of_aim(const Spec &spec, const Surface &surface, double wavenumber);

// Return the number of vectors that gmres keeps, and the largest number of directions of gcr for
// `columns` right-hand sides.
int gmres_restart(Index unknowns, Formulation formulation, int max_iterations);
Index direction_capacity(Index unknowns, int max_iterations, Index columns);

} // namespace curlew::mom
