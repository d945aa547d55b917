#include <curlew/methods/mom/aim/aim_choices.hpp>

#include <curlew/methods/mom/aim/aim_product.hpp>
#include <curlew/methods/mom/aim/row_inverse.hpp>
#include <curlew/methods/mom/low_frequency/sparse_projector.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

// Least and most vectors of gmres, and the bytes that they may take between these limits, [efie,
// others]. Equations with a magnetic part converge in some twenty iterations.
constexpr int k_least_restart[] = {50, 30}, k_most_restart[] = {200, 50};
constexpr double k_restart_bytes[] = {2.5e8, 6e7}; // efie, others
constexpr Index k_least_directions = 50;           // least number of directions of gcr
// Bytes of the directions, unless the least number takes more.
constexpr double k_direction_bytes = 2e9;

// Returns true where edges differ by more than 20 times. Sparse inverses fail where edges differ by
// more than 200 times; clusters are better long before.
bool is_graded(const Surface &surface) {
  constexpr double k_graded = 20;
  const auto [shortest, longest] = std::minmax_element(
      surface.basis.begin(), surface.basis.end(),
      [](const BasisFunction &a, const BasisFunction &b) { return a.length_m < b.length_m; });
  return longest->length_m > k_graded * shortest->length_m;
}

} // namespace

AimKrylov chosen_krylov(const AimSpecification &aim, std::size_t columns) {
  if (aim.krylov != AimKrylov::automatic)
    return aim.krylov;
  return columns > 1 ? AimKrylov::gcr : AimKrylov::gmres;
}

// The magnetic equation is well conditioned by itself. With many right-hand sides its few small
// eigenvalues still need nearly twice the directions.
AimPreconditioner chosen_preconditioner(const AimSpecification &aim, const Spec &spec,
                                        AimKrylov krylov, const Surface &surface,
                                        double wavenumber) {
  if (aim.preconditioner != AimPreconditioner::automatic)
    return aim.preconditioner;
  if (krylov == AimKrylov::cocr)
    return AimPreconditioner::none;
  if (spec.formulation != Formulation::efie)
    return krylov == AimKrylov::gcr && !is_graded(surface) ? AimPreconditioner::sai
                                                           : AimPreconditioner::jacobi;
  const bool is_plain = !is_low_frequency_of_aim(spec, surface, wavenumber);
  return is_graded(surface) ||
                 (is_plain && wavenumber * mean_edge_m(surface) < k_least_scaled_phase)
             ? AimPreconditioner::ras
             : AimPreconditioner::sai;
}

bool is_low_frequency_of_aim(const Spec &spec, const Surface &surface, double wavenumber) {
  return is_low_frequency(spec, surface, wavenumber) ||
         (spec.formulation == Formulation::efie && spec.low_frequency == LowFrequency::automatic &&
          wavenumber * mean_edge_m(surface) < k_least_scaled_phase);
}

int gmres_restart(Index unknowns, Formulation formulation, int max_iterations) {
  const int row = formulation == Formulation::efie ? 0 : 1;
  const double fit = k_restart_bytes[row] / (sizeof(Complex) * static_cast<double>(unknowns));
  return std::min(max_iterations, static_cast<int>(std::clamp<double>(fit, k_least_restart[row],
                                                                      k_most_restart[row])));
}

Index direction_capacity(Index unknowns, int max_iterations, Index columns) {
  const double fit = k_direction_bytes / (2 * sizeof(Complex) * unknowns);
  return static_cast<Index>(std::min<double>(double(max_iterations) * columns,
                                             std::max<double>(k_least_directions, fit)));
}

AimForecast forecast_aim(Backend backend, const Surface &surface, const Spec &spec,
                         const AimSpecification &aim, double wavenumber, std::size_t columns) {
  constexpr double k_iterations = 40; // mean iterations for a right-hand side
  // Measured on one core: seconds for an entry of the near part, for a number of the padded grid in
  // a convolution, for an entry in a product.
  constexpr double k_entry_s = 6e-7, k_number_s = 3e-8, k_multiply_s = 1.5e-9;
  // Share of the products for one more column, with recycling.
  constexpr double k_further_columns = 0.2;
  // Measured: bytes for a face, and for a point of the currents that fields are computed from.
  constexpr double k_surface_bytes = 1800, k_point_bytes = 248;
  const bool on_device = is_device_backend(backend);
  AimForecast f;
  const Surface images = with_images(surface);
  f.grid = make_aim_grid(images, aim.choice, wavenumber, on_device);
  f.near_entries_per_row = near_entries_per_row(images, NearFinder(images, f.grid.near_m));
  f.krylov = chosen_krylov(aim, columns);
  f.preconditioner = chosen_preconditioner(aim, spec, f.krylov, surface, wavenumber);
  const double n = surface.unknowns(), entries = f.near_entries_per_row * n;
  const double bytes_of_entry = (aim.choice.is_single ? 8 : 16) + sizeof(Index);
  f.near_bytes = entries * bytes_of_entry;
  f.low_frequency = is_low_frequency_of_aim(spec, surface, wavenumber);
  if (f.low_frequency) // two near parts, and the projector
    f.near_bytes = 2 * f.near_bytes + SparseProjector<Host>::bytes(surface.face_count());
  f.preconditioner_bytes = row_inverse_bytes(surface.unknowns(), f.preconditioner);
  double padded = 1;
  for (int d = 0; d < 3; ++d) {
    f.padded[d] = fast_fft_length(2 * f.grid.extent[d] - 1);
    padded *= f.padded[d];
  }
  with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    f.grid_bytes = aim.choice.is_single
                       ? AimProduct<Space, float>::bytes(images.face_count(), f.grid)
                       : AimProduct<Space, double>::bytes(images.face_count(), f.grid);
  });
  const double expected = k_iterations * (1 + k_further_columns * static_cast<double>(columns - 1));
  double vectors = 5 + static_cast<double>(columns); // vectors of cocr, and the solutions
  if (f.krylov == AimKrylov::gmres)
    vectors += gmres_restart(surface.unknowns(), spec.formulation, aim.max_iterations);
  else if (f.krylov == AimKrylov::gcr)
    vectors +=
        2 * std::min<double>(expected, direction_capacity(surface.unknowns(), aim.max_iterations,
                                                          static_cast<Index>(columns)));
  f.krylov_bytes = sizeof(Complex) * n * vectors;
  f.surface_bytes = k_surface_bytes * images.face_count();
  f.output_bytes = k_point_bytes * spec.quadrature.near * surface.face_count();
  f.seconds = entries * k_entry_s + expected * (4 * padded * k_number_s + entries * k_multiply_s);
  return f;
}

} // namespace curlew::mom
