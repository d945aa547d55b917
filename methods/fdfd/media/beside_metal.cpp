#include <curlew/methods/fdfd/media/brick_average.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fdfd {
namespace {

// Share of its brick from which on an entry takes the metal's constant. Where a metal (real part
// below 0) meets a dielectric at a surface oblique to the grid, an average may be close to zero or
// to a resonance of its own, so an entry takes the constant of one of the two. The share is half
// along the interface and greater across. Measured on spheres (docs/methods/fdfd-notes.md,
// "Materials"): with half in all directions they scatter 4 to 10 % more. Across, the share grows
// where the metal is closer to resonances, at ratios of the permittivities from -18 to -8 and
// above: with 0.7 there too they absorb up to half more.
constexpr double k_metal_share_along = 0.5;
double metal_share_across(double ratio) {
  return 0.7 + 0.1 * std::clamp((18 + ratio) / 10, 0.0, 1.0);
}

// Steps of a brick's edge to which a surface along the grid is found: a face that lies on a node
// but for rounding lies on it.
constexpr double k_surface_steps = 1 << 20;

} // namespace

// E along surfaces has the mean of both sides, with the metals' skin in account, and H across them,
// which lies on faces on nodes, the mean of 1/mu. The harmonic mean of eps is exact across films.
// Along the walls of a bar it makes resonances of the cells: there the entry takes the constant of
// one material.
complex BrickAverage::beside_metal(const Entry &entry, const Samples &samples,
                                   double squared_normal) const {
  const auto varying = std::count(samples.varies.begin(), samples.varies.end(), true);
  const bool is_across = samples.varies[entry.component];
  const auto is_in_films = [&] {
    const int c = entry.component;
    const double middle = entry.brick.center[c], half = entry.brick.half_size[c];
    return varying == 1 && scene_.has_films_only(c, middle - half, middle + half);
  };
  if (is_across && (varying > 1 || (is_electric_ && !is_in_films())))
    return metal_or_dielectric(samples, squared_normal);
  if (varying > 1)
    return samples.mean();
  const auto found = std::find(samples.varies.begin(), samples.varies.end(), true);
  const auto axis = static_cast<int>(found - samples.varies.begin());
  const std::vector<Slice> slices = slices_in(entry, axis);
  const Lamination layers = lamination_of(entry, slices);
  if (is_across)
    return layers.across();
  return is_electric_ ? layers.along() + skin_correction(entry, axis, slices) : layers.along();
}

std::vector<BrickAverage::Slice> BrickAverage::slices_in(const Entry &entry, int axis) const {
  const auto material = [&](double offset) { // on the line of the samples next to the middle
    Point point = entry.brick.center;
    for (int d = 0; d < 3; ++d)
      point[d] += entry.brick.half_size[d] * (d == axis ? offset : sample_offset(k_samples / 2));
    return material_at(point);
  };
  std::vector<Slice> slices{{material(sample_offset(0)), -1, 1}};
  for (int s = 1; s < k_samples; ++s) {
    const int found = material(sample_offset(s)), current = slices.back().material;
    if (found == current)
      continue;
    double low = sample_offset(s - 1), high = sample_offset(s);
    while ((high - low) * k_surface_steps > 0.5) {
      const double middle = (low + high) / 2;
      (material(middle) == current ? low : high) = middle;
    }
    const double surface = std::round((low + high) / 4 * k_surface_steps) / k_surface_steps * 2;
    slices.back().to = surface;
    slices.push_back({found, surface, 1});
  }
  return slices;
}

Lamination BrickAverage::lamination_of(const Entry &entry, const std::vector<Slice> &slices) const {
  Lamination layers;
  for (const Slice &slice : slices)
    if (!table_.is_conductor(slice.material))
      layers.add(slice.to - slice.from, table_.at(slice.material)[entry.component]);
  return layers;
}

complex BrickAverage::skin_correction(const Entry &entry, int axis,
                                      const std::vector<Slice> &slices) const {
  if (slices.size() != 2)
    return 0;
  const double surface = slices[0].to;
  complex correction = 0;
  for (const int side : {0, 1}) {
    const int material = slices[side].material;
    if (table_.is_conductor(material))
      return 0;
    const complex one = table_.at(material)[entry.component];
    if (one.real() <= 0)
      correction +=
          face_correction(one, thickness_m(entry, axis, material, surface, side == 0 ? -1 : 1),
                          surface / 2, problem_.wavenumber, problem_.axes[axis].cell_m);
  }
  return correction;
}

double BrickAverage::thickness_m(const Entry &entry, int axis, int material, double surface,
                                 int step) const {
  constexpr double k_skins = 8; // beyond it both faces know nothing of each other
  const double cell_m = problem_.axes[axis].cell_m;
  const auto is_inside = [&](double depth_m) {
    Point point = entry.brick.center;
    for (int d = 0; d < 3; ++d)
      point[d] += d == axis ? entry.brick.half_size[d] * surface + step * depth_m
                            : entry.brick.half_size[d] * sample_offset(k_samples / 2);
    return material_at(point) == material;
  };
  const double decay =
      problem_.wavenumber * std::sqrt(-table_.at(material)[entry.component]).real();
  const double most_m = k_skins / decay;
  double low_m = cell_m / k_samples, high_m = low_m;
  while (is_inside(high_m)) {
    if (high_m > most_m)
      return std::numeric_limits<double>::infinity();
    low_m = high_m;
    high_m += cell_m / 2;
  }
  while (high_m - low_m > cell_m / k_surface_steps)
    (is_inside((low_m + high_m) / 2) ? low_m : high_m) = (low_m + high_m) / 2;
  return std::round((low_m + high_m) / 2 / cell_m * k_surface_steps) / k_surface_steps * cell_m;
}

// Returns the mean of the metal samples or of the dielectric ones.
complex BrickAverage::metal_or_dielectric(const Samples &samples, double squared_normal) {
  const complex metal = samples.metal_sum / samples.metal;
  const complex dielectric = (samples.sum - samples.metal_sum) / (samples.counted - samples.metal);
  const double across = metal_share_across(metal.real() / dielectric.real());
  const double share = k_metal_share_along + (across - k_metal_share_along) * squared_normal;
  return samples.metal >= share * samples.counted ? metal : dielectric;
}

} // namespace curlew::fdfd
