#include <curlew/methods/fdfd/background/choice.hpp>

#include <curlew/methods/fdfd/background/body_inverse.hpp>
#include <curlew/methods/fdfd/background/rows.hpp>
#include <curlew/methods/fdfd/background/support.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

using Form = BackgroundOptions::Form;

constexpr Index k_directions = 200; // kept for a single source without symmetry

bool has_contrast(const Problem &problem, const std::vector<Offset> &entries,
                  complex surroundings) {
  for (std::size_t id = 1; id < problem.eps.size(); ++id)
    if (entries[id] > 0 && problem.eps[id] != surroundings)
      return true;
  return false;
}

// Statistics of the free entries that differ from the surroundings: the mean of eps, its spread
// around that, relative to it, and the mean of metals only (Re eps < 0), where there are any.
struct Scatterers {
  complex mean = 0, metal = 0;
  double spread = 0;
  bool has_metal = false;
  bool has_nothing = false; // eps next to 0, which the approximate inverse divides by
};
Scatterers scatterers_of(const Problem &problem, const std::vector<Offset> &entries_of_ids,
                         complex surroundings) {
  constexpr double k_least_eps = 0.02;
  const std::vector<double> entries(entries_of_ids.begin(), entries_of_ids.end());
  Scatterers found;
  double count = 0, squares = 0, metal_count = 0;
  for (std::size_t id = 1; id < problem.eps.size(); ++id) {
    const complex eps = problem.eps[id];
    if (eps == surroundings || entries[id] == 0)
      continue;
    found.mean += entries[id] * eps;
    squares += entries[id] * std::norm(eps);
    count += entries[id];
    found.has_nothing = found.has_nothing || std::abs(eps) < k_least_eps;
    if (eps.real() < 0) {
      found.metal += entries[id] * eps;
      metal_count += entries[id];
    }
  }
  found.mean /= count;
  found.has_metal = metal_count > 0;
  if (found.has_metal)
    found.metal /= metal_count;
  const double mean_square = std::norm(found.mean);
  found.spread = std::sqrt(std::max(0.0, squares / count - mean_square) / mean_square);
  return found;
}

// Iterations to 1e-6, fitted to spheres of 0.5 to 2.8 wavelengths with eps 1.5 to 30 and losses,
// and to layered lossy ellipsoids: the number grows with the phase lag of a wave through the body
// behind one outside, less where losses damp the wave. Accurate to a factor of 2.
struct Counts {
  double support, inverse,
      shifted; // on the support, there with its approximate inverse, on the whole grid
};
Counts estimate_counts(complex eps, double k_times_length) {
  const complex n = std::sqrt(eps); // the root with a positive real part
  const double lag = std::abs(n.real() - 1) * k_times_length;
  const double damping = std::abs(n.imag()) * k_times_length;
  const double phase = lag / (1 + 0.15 * damping);
  return {std::exp(1.9 + 0.36 * phase), 12 + 0.5 * phase * phase, std::exp(2.47 + 0.26 * phase)};
}

// Returns the complex multiplications of one application.
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

// Returns an eps between the surroundings and the scatterers, with losses that keep it away from
// both; found by a search on spheres and layered ellipsoids.
complex shifted_eps(complex scatterers) {
  return {0.65 * scatterers.real(), 0.8 * scatterers.imag() - 0.25 * scatterers.real()};
}

// Returns the eps of the approximate inverse: the body's own mean, with losses added that grow with
// its spread, found by a search on spheres and a layered head. Metals have no waves inside and need
// their own eps exactly; a body of metals and dielectrics uses that of the metals too.
complex inside_eps(const Scatterers &scatterers) {
  if (scatterers.has_metal)
    return scatterers.metal;
  return scatterers.mean * complex(1, -0.05 - 2 * scatterers.spread * scatterers.spread);
}

double largest_length(const Problem &problem, const Box &box) {
  double length_m = 0;
  for (int d = 0; d < 3; ++d)
    length_m = std::max(length_m, box.size[d] * problem.axes[d].cell_m);
  return length_m;
}

} // namespace

bool needs_layers(const Problem &problem) {
  return problem.is_bloch() || !problem.layers.is_uniform();
}

bool needs_directions(const Problem &problem) {
  return problem.is_bloch() || !problem.couplings.empty();
}

bool prefers_background(const Problem &problem) {
  return !needs_rows(problem) || needs_layers(problem) || problem.axes[0].is_periodic() ||
         problem.axes[1].is_periodic();
}

namespace {

// Chooses the form in layers. Under a Bloch phase or with couplings the equation is not symmetric:
// directions are kept there for a single source, too.
BackgroundChoice choose_layered(const Problem &problem, const BackgroundOptions &options) {
  const Box grid = whole_grid(problem), box = support_box(problem, problem.layers);
  BackgroundChoice choice;
  choice.form = Form::layered;
  choice.has_scatterers = !box.is_empty();
  choice.basis = needs_directions(problem) ? std::max(options.basis, k_directions) : options.basis;
  choice.text = choice.has_scatterers
                    ? fmt::format("layered: {} of {} cells", size_text(box), size_text(grid))
                    : "layered: nothing scatters, the inverse is that of the whole";
  return choice;
}

BackgroundChoice choose_rows(const Problem &problem, const BackgroundOptions &options) {
  const DifferentRows rows = find_different_rows(problem);
  BackgroundChoice choice;
  choice.form = Form::rows;
  choice.has_scatterers = rows.size() > 0;
  choice.basis = std::max(options.basis, k_directions);
  choice.text =
      fmt::format("rows: {} of conductors and {} others in {} of {} cells", rows.conductors.size(),
                  rows.others.size(), size_text(rows.box), size_text(whole_grid(problem)));
  return choice;
}

} // namespace

BackgroundChoice choose_background(const Problem &problem, const BackgroundOptions &options) {
  if (needs_rows(problem))
    return choose_rows(problem, options);
  if (needs_layers(problem))
    return choose_layered(problem, options);
  using Inverse = BackgroundOptions::Inverse;
  constexpr Index k_fewest_directions = 50;
  constexpr double k_sweep_work = 400; // other sweeps of a shifted iteration, per cell
  const std::vector<Offset> entries = entries_of_ids(problem);
  const complex surroundings = surrounding_eps(problem, entries);
  if (!has_contrast(problem, entries, surroundings)) {
    if (!problem.axes[2].is_periodic() && surroundings == problem.layers.below)
      return choose_layered(problem, options);
    return {
        Form::shifted, surroundings, 0, "nothing scatters: the inverse is that of the whole", "",
        options.basis};
  }
  const Scatterers scatterers = scatterers_of(problem, entries, surroundings);
  const Box grid = whole_grid(problem), box = support_box(problem, surroundings);
  const complex contrast = scatterers.mean / surroundings;
  const double k = problem.wavenumber * std::abs(std::sqrt(surroundings));
  const Counts counts = estimate_counts(contrast, k * largest_length(problem, box));
  // Work of an iteration, relative to the transforms on the support.
  const double support_work = transform_work(grid, box);
  const double inverse_work = 1 + transform_work(body_grid(problem, box), box) / support_work;
  const double shifted_work =
      (transform_work(grid, grid) + k_sweep_work * grid.entries()) / support_work;
  // Kept directions cost memory and time of their own: fewer iterations at a higher cost each may
  // pay.
  const double kept = options.basis > 0 ? 1.5 : 1;
  // A metal is no perturbation of a shifted background, and takes thrice as long without the
  // approximate inverse.
  const bool with_inverse =
      options.inverse == Inverse::with ||
      (options.inverse == Inverse::automatic && !scatterers.has_nothing &&
       (scatterers.has_metal || counts.inverse * inverse_work < kept * counts.support));
  const double on_support = with_inverse ? counts.inverse * inverse_work : counts.support;

  BackgroundChoice choice;
  choice.basis = options.basis;
  if (needs_directions(problem)) {
    const double twice = 2 * (with_inverse ? counts.inverse : counts.support);
    choice.basis =
        std::max(options.basis,
                 static_cast<Index>(std::clamp<double>(twice, k_fewest_directions, k_directions)));
  }
  choice.form = options.form;
  if (options.form == Form::automatic)
    choice.form = problem.couplings.empty() && !scatterers.has_metal &&
                          counts.shifted * shifted_work < on_support
                      ? Form::shifted
                      : Form::support;
  if (choice.form == Form::support) {
    choice.eps_b = surroundings;
    choice.eps_m = with_inverse ? inside_eps(scatterers) : complex(0);
    choice.text = fmt::format("support: {} of {} cells, eps_b {}", size_text(box), size_text(grid),
                              number_text(choice.eps_b));
    if (with_inverse)
      choice.text += fmt::format(", approximate inverse of eps {}", number_text(choice.eps_m));
  } else {
    choice.eps_b = options.eps_b != complex(0) ? options.eps_b : shifted_eps(scatterers.mean);
    choice.text =
        fmt::format("shifted: {} cells, eps_b {}", size_text(grid), number_text(choice.eps_b));
  }
  if (!scatterers.has_metal)
    choice.reason =
        fmt::format("estimated iterations: support {:.0f}, with its inverse {:.0f} of "
                    "{:.2g} times the work, shifted {:.0f} of {:.2g} times",
                    counts.support, counts.inverse, inverse_work, counts.shifted, shifted_work);
  return choice;
}

} // namespace curlew::fdfd
