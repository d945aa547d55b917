#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/aim/aim_spec.hpp>
#include <curlew/methods/mom/surface_solver.hpp>

#include <algorithm>
#include <memory>

namespace curlew::mom {

// Makes the solver of a surface by the adaptive integral method and iterations, on a backend.
std::unique_ptr<SurfaceSolver> make_aim_system(Backend backend, const Surface &surface,
                                               const Spec &spec, const AimSpecification &aim,
                                               int threads);

// Estimated resources of the method, computed without setting it up.
struct AimForecast {
  AimGrid grid;
  std::array<Index, 3> padded{}; // size of the convolutions
  double near_entries_per_row = 0;
  bool low_frequency = false; // currents with and without charges are scaled apart
  double near_bytes = 0, grid_bytes = 0, krylov_bytes = 0, preconditioner_bytes = 0;
  double surface_bytes = 0; // the mesh, its functions, tables of both
  double output_bytes = 0;  // currents that fields are computed from, after the iterations
  double seconds = 0;       // on one core, set-up and solutions, from measured rates; rough
  AimKrylov krylov = AimKrylov::gmres;
  AimPreconditioner preconditioner = AimPreconditioner::none;

  double bytes() const {
    return near_bytes + grid_bytes + preconditioner_bytes + surface_bytes +
           std::max(krylov_bytes, output_bytes);
  }
};
AimForecast forecast_aim(Backend backend, const Surface &surface, const Spec &spec,
                         const AimSpecification &aim, double wavenumber, std::size_t columns);

// Wavenumber times mean edge below which scaling by the diagonal gives wrong currents.
constexpr double k_least_scaled_phase = 0.01;

} // namespace curlew::mom
