#include <curlew/methods/fdfd/outputs/powers.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/outputs/scattering_currents.hpp>
#include <curlew/methods/fdfd/outputs/stack_far_field.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Returns the sum of f(component, index) over the entries from `first` to before `last`, with the
// planes z in one order for any number of threads.
template <class F> double sum_over(const Place &first, const Place &last, int threads, const F &f) {
  if (last[2] <= first[2])
    return 0;
  std::vector<double> of_plane(static_cast<std::size_t>(last[2] - first[2]));
  parallel_chunks(
      of_plane.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t plane = begin; plane < end; ++plane) {
          const Index k = first[2] + static_cast<Index>(plane);
          double sum = 0;
          for (int c = 0; c < 3; ++c)
            for (Index j = first[1]; j < last[1]; ++j)
              for (Index i = first[0]; i < last[0]; ++i)
                sum += f(c, Place{i, j, k});
          of_plane[plane] = sum;
        }
      },
      1);
  double sum = 0;
  for (const double plane : of_plane)
    sum += plane;
  return sum;
}

double omega(const Problem &problem) {
  return problem.wavenumber * k_speed_of_light;
}

// Returns the power that an entry of E and one of H dissipate, up to a common factor.
double absorbed_at(const YeeFields &fields, int c, const Place &at) {
  const Problem &problem = fields.problem();
  double power = 0;
  const double electric_loss = -fields.eps(c, at).imag();
  if (electric_loss != 0)
    power += k_eps0 * electric_loss * std::norm(fields.total_electric(c, at)) *
             entry_volume(problem, c, true, at);
  if (problem.couplings.is_lossy)
    power -= k_eps0 *
             (std::conj(fields.total_electric(c, at)) * fields.coupled_electric(c, at)).imag() *
             entry_volume(problem, c, true, at);
  const double magnetic_loss = -fields.mu(c, at).imag();
  if (magnetic_loss != 0)
    power += k_mu0 * magnetic_loss * std::norm(fields.total_magnetic(c, at)) *
             entry_volume(problem, c, false, at);
  return power;
}

// Returns the range [first, last) of entries outside of absorbing layers.
std::pair<Place, Place> inner_entries(const Problem &problem) {
  std::pair<Place, Place> range;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    range.first[d] = axis.inner_first();
    range.second[d] = axis.high == Wall::pml ? axis.inner_last() : axis.count;
  }
  return range;
}

} // namespace

double absorbed_power(const YeeFields &fields, int threads) {
  const auto [first, last] = inner_entries(fields.problem());
  return 0.5 * omega(fields.problem()) *
         sum_over(first, last, threads,
                  [&](int c, const Place &at) { return absorbed_at(fields, c, at); });
}

double absorbed_between(const YeeFields &fields, Index below, Index above, int threads) {
  auto [first, last] = inner_entries(fields.problem());
  first[2] = below;
  last[2] = above + 1;
  return 0.5 * omega(fields.problem()) *
         sum_over(first, last, threads, [&](int c, const Place &at) {
           // E_z at an index is on the half above the plane; E_x and E_y are on it and count below.
           const bool is_between = c == 2 ? at[2] < above : at[2] > below;
           return is_between ? absorbed_at(fields, c, at) : 0.0;
         });
}

double power_of_current(const YeeFields &fields, const std::vector<complex> &f) {
  const Problem &problem = fields.problem();
  const complex factor(0, -problem.wavenumber * k_eta0);
  double power = 0;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < problem.count(2); ++k)
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i) {
          const Place at{i, j, k};
          const complex value = f[c * problem.size() + problem.entry(i, j, k)];
          if (value != complex(0))
            power -= 0.5 * (fields.electric(c, at) * std::conj(value / factor)).real() *
                     entry_volume(problem, c, true, at);
        }
  return power;
}

double extinction_by_work(const YeeFields &fields, const NodeBox &box, int threads) {
  const Problem &problem = fields.problem();
  return 0.5 * sum_over(box.first, box.last, threads, [&](int c, const Place &at) {
           const auto [electric, magnetic] = scattering_currents(fields, c, at);
           double power = 0;
           if (electric != complex(0))
             power +=
                 (fields.incident().electric(c, at[0], at[1], at[2]) * std::conj(electric)).real() *
                 entry_volume(problem, c, true, at);
           if (magnetic != complex(0))
             power +=
                 (std::conj(fields.incident().magnetic(c, at[0], at[1], at[2])) * magnetic).real() *
                 entry_volume(problem, c, false, at);
           return power;
         });
}

std::optional<double> far_field_power(const HuygensSurface &surface, Backend backend) {
  // Largest product of entries and directions: seconds of one thread.
  constexpr double k_most_work = 2e9;
  constexpr double k_tolerance = 1e-3; // its result is compared to a few percent
  double squared = 0, entries = 0;
  for (int d = 0; d < 3; ++d)
    squared += std::pow(surface.axes[d].cell_m * (surface.box.last[d] - surface.box.first[d]), 2);
  for (const FacePair &pair : surface.pairs)
    entries += static_cast<double>(pair.electric.size() + pair.magnetic.size());
  // Harmonics up to this degree leave the surface; they need twice its square of directions.
  const double degree = surface.index * surface.wavenumber * std::sqrt(squared) / 2 + 10;
  if (entries * 2 * degree * degree > k_most_work)
    return std::nullopt;
  return surface.index * radiated_power(backend, surface_currents(surface), k_tolerance).watts;
}

bool has_power_balance(const Problem &problem) {
  const auto is_in_layer = [&](int c, bool is_electric, Offset entry) {
    const Place at = problem.at(entry).at;
    for (int d = 0; d < 3; ++d) {
      const Axis &axis = problem.axes[d];
      if (((d == c) == is_electric ? axis.half_length : axis.node_length)[at[d]].imag() != 0)
        return true;
    }
    return false;
  };
  for (int c = 0; c < 3; ++c)
    for (Offset entry = 0; entry < problem.size(); ++entry)
      if ((problem.eps[problem.eps_id[c][entry]].imag() != 0 && is_in_layer(c, true, entry)) ||
          (problem.is_magnetic() && problem.mu[problem.mu_id[c][entry]].imag() != 0 &&
           is_in_layer(c, false, entry)))
        return false;
  return true;
}

PowerBalance power_balance(const YeeFields &fields, const HuygensSurface &surface,
                           const IncidentWave &incident, Backend backend, int threads) {
  const Problem &problem = fields.problem();
  PowerBalance balance;
  balance.scattered = power_through(surface);
  balance.absorbed = absorbed_power(fields, threads);
  balance.by_work = extinction_by_work(fields, surface.box, threads);
  if (is_in_open_space(problem) && !needs_stack_far_field(problem)) {
    balance.by_theorem =
        extinction_by_theorem(far_field(surface, {forward(incident)}, backend).front(), incident);
    balance.scattered_by_far_field = far_field_power(surface, backend);
  }
  balance.incident_density = index_of_incidence(problem.layers, incident) *
                             std::pow(amplitude(incident), 2) / (2 * k_eta0);
  return balance;
}

} // namespace curlew::fdfd
