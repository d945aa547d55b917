#include <curlew/methods/fem/faces/films.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/skin_depth.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace curlew::fem {
namespace {

constexpr double k_noticeable_transmission = 1e-3;
constexpr double k_thin_film = 0.5; // thickness over the skin depth, below which it is a sheet
constexpr double k_noticeable_loss = 1.05;

// Returns the boundaries of films with faces at one place on both sides.
std::set<const Boundary *> films_inside(const Model &model) {
  std::set<std::array<Point, 3>> seen;
  std::set<const Boundary *> found;
  for (const FaceTerm &term : model.terms) {
    const auto *spec = spec_of<SurfaceImpedanceSpec>(*term.boundary);
    if (spec == nullptr || !(spec->thickness_m > 0))
      continue;
    const auto &[a, b, c] = model.topology.faces[term.face];
    std::array<Point, 3> corners{model.mesh.points[a], model.mesh.points[b], model.mesh.points[c]};
    std::sort(corners.begin(), corners.end());
    if (!seen.insert(corners).second)
      found.insert(term.boundary);
  }
  return found;
}

// Returns how many times as large the losses are where equal currents flow on both sides: those of
// half the film on each.
double loss_of_both_sides(const SurfaceImpedanceSpec &spec, double frequency_hz) {
  SurfaceImpedanceSpec half = spec;
  half.thickness_m /= 2;
  return surface_impedance_ohm(half, frequency_hz).real() /
         surface_impedance_ohm(spec, frequency_hz).real();
}

std::string cure_of_film(const SurfaceImpedanceSpec &spec, double frequency_hz) {
  const bool is_thin =
      spec.london_depth_m == 0 &&
      spec.thickness_m < k_thin_film * skin_depth_m(frequency_hz, spec.sigma, spec.mu_r);
  if (!is_thin)
    return "Mesh the film, with a material of this \"sigma\", where that matters";
  return fmt::format("Take \"surface_impedance\": [{:.4g}, 0], a sheet of 1 / (sigma thickness), "
                     "which fields go through",
                     1 / (spec.sigma * spec.thickness_m));
}

} // namespace

double film_transmission(const SurfaceImpedanceSpec &spec, double frequency_hz) {
  SurfaceImpedanceSpec thick = spec;
  thick.thickness_m = 0;
  // coth^2 - 1 = 1 / sinh^2
  const std::complex<double> own = surface_impedance_ohm(spec, frequency_hz),
                             bulk = surface_impedance_ohm(thick, frequency_hz),
                             through_squared = own * own - bulk * bulk;
  return std::abs(2.0 * std::sqrt(through_squared) * k_eta0 /
                  ((own + k_eta0) * (own + k_eta0) - through_squared));
}

std::vector<std::string> film_warnings(const Case &input, const Model &model) {
  std::vector<std::string> warnings;
  for (const Boundary *boundary : films_inside(model)) {
    const auto &spec = *spec_of<SurfaceImpedanceSpec>(*boundary);
    double worst = 0, frequency_hz = 0;
    for (const double one_hz : input.frequencies_hz)
      if (const double through = film_transmission(spec, one_hz); through > worst) {
        worst = through;
        frequency_hz = one_hz;
      }
    const double lowest_hz =
        *std::min_element(input.frequencies_hz.begin(), input.frequencies_hz.end());
    if (const double loss = loss_of_both_sides(spec, lowest_hz);
        worst < k_noticeable_transmission && loss > k_noticeable_loss)
      warnings.push_back(fmt::format(
          "{}: a film of {:.3g} m inside of the mesh has {:.2g} times the losses found here at "
          "{:.4g} Hz where currents flow on both of its sides, which are those of a film with no "
          "field behind. {}",
          where(input, *boundary), spec.thickness_m, loss, lowest_hz,
          cure_of_film(spec, lowest_hz)));
    if (worst < k_noticeable_transmission)
      continue;
    warnings.push_back(fmt::format(
        "{}: a film of {:.3g} m inside of the mesh lets {:.2g} of the field of a wave through "
        "({:.3g} dB) at {:.4g} Hz, and here nothing: its sides are those of a film with no field "
        "behind. {}",
        where(input, *boundary), spec.thickness_m, worst, 20 * std::log10(worst), frequency_hz,
        cure_of_film(spec, frequency_hz)));
  }
  return warnings;
}

} // namespace curlew::fem
