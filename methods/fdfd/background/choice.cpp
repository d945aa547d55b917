#include <curlew/methods/fdfd/background/solve_background.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

using Form = BackgroundOptions::Form;

bool has_contrast(const Problem &problem, complex surroundings) {
  std::vector<bool> occurs(problem.eps.size());
  for (const auto &ids : problem.eps_id)
    for (const std::uint16_t id : ids)
      occurs[id] = true;
  for (std::size_t id = 1; id < problem.eps.size(); ++id)
    if (occurs[id] && problem.eps[id] != surroundings)
      return true;
  return false;
}

// Mean eps of the free entries that are not like the surroundings.
complex mean_eps(const Problem &problem, complex surroundings) {
  std::vector<double> entries(problem.eps.size());
  for (const auto &ids : problem.eps_id)
    for (const std::uint16_t id : ids)
      ++entries[id];
  complex sum = 0;
  double count = 0;
  for (std::size_t id = 1; id < problem.eps.size(); ++id)
    if (problem.eps[id] != surroundings) {
      sum += entries[id] * problem.eps[id];
      count += entries[id];
    }
  return count > 0 ? sum / count : surroundings;
}

// Iterations to 1e-6 of either form, fitted to spheres of 0.5 to 2.2 wavelengths with eps 1.5 to 10
// and losses, and to layered lossy ellipsoids: they grow with the phase by which a wave through the
// body lags behind one outside, less where losses damp it. Good to a factor of 2.
struct Counts {
  double support, shifted;
};
Counts estimate_counts(complex eps, double k_times_length) {
  const complex n = std::sqrt(eps); // the root with a positive real part
  const double lag = std::abs(n.real() - 1) * k_times_length;
  const double damping = std::abs(n.imag()) * k_times_length;
  const double phase = lag / (1 + 0.15 * damping);
  return {std::exp(1.9 + 0.36 * phase), std::exp(2.47 + 0.26 * phase)};
}

// Of one application, in complex multiplications.
double transform_work(const Box &grid, const Box &box) {
  const double x = grid.size[0], y = grid.size[1], z = grid.size[2];
  return 6 * (x * box.entries() + x * y * box.size[1] * box.size[2] + x * y * z * box.size[2]);
}

std::string size_text(const Box &box) {
  return fmt::format("{} x {} x {}", box.size[0], box.size[1], box.size[2]);
}

std::string number_text(complex value) {
  return value.imag() == 0 ? fmt::format("{:.3g}", value.real())
                           : fmt::format("{:.3g}{:+.3g}j", value.real(), value.imag());
}

// Between the surroundings and the scatterers, with losses that keep it away from both: a search on
// spheres and layered ellipsoids.
complex shifted_eps(complex scatterers) {
  return {0.65 * scatterers.real(), 0.8 * scatterers.imag() - 0.25 * scatterers.real()};
}

} // namespace

BackgroundChoice choose_background(const Problem &problem, const BackgroundOptions &options) {
  constexpr double k_sweep_work = 400; // of a shifted iteration's other sweeps, per cell
  const complex surroundings = surrounding_eps(problem);
  if (!has_contrast(problem, surroundings))
    return {Form::shifted, surroundings, "nothing scatters: the inverse is that of the whole", ""};
  const complex scatterers = mean_eps(problem, surroundings);
  const Box grid = whole_grid(problem), box = support_box(problem, surroundings);
  double length_m = 0;
  for (int d = 0; d < 3; ++d)
    length_m = std::max(length_m, box.size[d] * problem.axes[d].cell_m);
  const complex contrast = scatterers / surroundings;
  const double k = problem.wavenumber * std::abs(std::sqrt(surroundings));
  const Counts counts = estimate_counts(contrast, k * length_m);
  const double dearer =
      (transform_work(grid, grid) + k_sweep_work * grid.entries()) / transform_work(grid, box);

  BackgroundChoice choice;
  choice.form = options.form;
  if (options.form == Form::automatic) {
    // A metal is no perturbation of anything that a shifted background could be.
    const bool is_metal = contrast.real() < 0;
    choice.form =
        !is_metal && counts.shifted * dearer < counts.support ? Form::shifted : Form::support;
  }
  const bool on_support = choice.form == Form::support;
  choice.eps_b = on_support                    ? surroundings
                 : options.eps_b != complex(0) ? options.eps_b
                                               : shifted_eps(scatterers);
  choice.text = on_support ? fmt::format("support: {} of {} cells, eps_b {}", size_text(box),
                                         size_text(grid), number_text(choice.eps_b))
                           : fmt::format("shifted: {} cells, eps_b {}", size_text(grid),
                                         number_text(choice.eps_b));
  choice.reason =
      fmt::format("estimated iterations: support {:.0f}, shifted {:.0f} of {:.2g} times "
                  "the work",
                  counts.support, counts.shifted, dearer);
  return choice;
}

} // namespace curlew::fdfd
