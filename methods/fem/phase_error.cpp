#include <curlew/methods/fem/phase_error.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fem/choices.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace curlew::fem {
namespace {

// Relative error of the wavenumber times the edges to a wavelength to the power of twice the order,
// [order - 1]: measured in guides (docs/methods/fem-notes.md, "Phase errors"), within a factor
// of 2.
constexpr std::array<double, 4> k_error = {0.11, 0.2, 0.07, 0.022};
constexpr double k_noticeable_rad = 0.02;

// Returns the longest side of the box around the tets of each material, m; 0 where it has none.
std::vector<double> longest_sides_m(const Case &input, const Model &model) {
  constexpr double k_far = std::numeric_limits<double>::infinity();
  std::vector<Point> low(input.materials.size(), {k_far, k_far, k_far}),
      high(input.materials.size(), {-k_far, -k_far, -k_far});
  for (std::size_t t = 0; t < model.mesh.tets.size(); ++t)
    for (int n = 0; n < 4 && model.solved[t]; ++n)
      for (int d = 0; d < 3; ++d) {
        const double x = model.mesh.points[model.mesh.tets[t][n]][d];
        low[model.material[t]][d] = std::min(low[model.material[t]][d], x);
        high[model.material[t]][d] = std::max(high[model.material[t]][d], x);
      }
  std::vector<double> sides_m;
  for (std::size_t m = 0; m < low.size(); ++m)
    sides_m.push_back(
        std::max({high[m][0] - low[m][0], high[m][1] - low[m][1], high[m][2] - low[m][2], 0.0}));
  return sides_m;
}

} // namespace

std::string phase_error_warning(const Case &input, const Model &model,
                                const std::vector<MaterialResolution> &resolutions) {
  if (input.eigenmodes) // no wave travels through
    return "";
  const int order = choices_of(input).space.order;
  const std::vector<double> sides_m = longest_sides_m(input, model);
  double worst_rad = 0;
  std::string text;
  for (const MaterialResolution &one : resolutions) {
    if (one.is_metal || !(one.edges > 1)) // coarser ones are told otherwise
      continue;
    const auto place =
        std::find_if(input.materials.begin(), input.materials.end(),
                     [&](const Material &material) { return material.name == one.material; });
    const double wavelengths = sides_m[place - input.materials.begin()] / one.length_m;
    const double error = k_error.at(order - 1) / std::pow(one.edges, 2 * order);
    const double error_rad = 2 * k_pi * wavelengths * error;
    if (error_rad < k_noticeable_rad || error_rad < worst_rad)
      continue;
    worst_rad = error_rad;
    text = fmt::format(
        "{}: \"{}\" is {:.3g} wavelengths long at {:.4g} Hz, with {:.3g} edges to each: phases are "
        "off by about {:.2g} rad ({:.2g} deg) over that length. Edges of half "
        "the length make it {} times smaller{}",
        input.where("/mesh"), one.material, wavelengths, one.frequency_hz, one.edges, error_rad,
        error_rad * 180 / k_pi, 1 << (2 * order),
        order < 3 ? fmt::format("; \"order\": {} makes it smaller, too", order + 1) : "");
  }
  return text;
}

} // namespace curlew::fem
