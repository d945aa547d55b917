#include <curlew/methods/fdfd/phase_errors.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/fdfd/grid/scene.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace curlew::fdfd {
namespace {

constexpr double k_noticeable_rad = 0.1;
constexpr Index k_most_samples = 48; // along an axis

// Cells of the grid between its layers that are looked at, along an axis.
std::vector<Index> samples(const Axis &axis) {
  const Index first = axis.inner_first(), last = axis.inner_last();
  const Index step = std::max<Index>(1, (last - first) / k_most_samples);
  std::vector<Index> cells;
  for (Index i = first; i < last; i += step)
    cells.push_back(i);
  if (cells.back() != last - 1)
    cells.push_back(last - 1);
  return cells;
}

// Returns the longest side of the box around the objects of each material, in cells.
std::map<int, Index> longest_sides(const Case &input, const Problem &problem) {
  const Scene scene(input);
  const auto &axes = problem.axes;
  const std::array<std::vector<Index>, 3> cells = {samples(axes[0]), samples(axes[1]),
                                                   samples(axes[2])};
  std::map<int, std::array<std::array<Index, 2>, 3>> boxes; // first and last cell by axis
  for (const Index k : cells[2])
    for (const Index j : cells[1])
      for (const Index i : cells[0]) {
        const int material =
            scene.object_at({axes[0].half_m(i), axes[1].half_m(j), axes[2].half_m(k)});
        if (material == Scene::k_no_object)
          continue;
        auto &box = boxes
                        .try_emplace(material,
                                     std::array<std::array<Index, 2>, 3>{{{i, i}, {j, j}, {k, k}}})
                        .first->second;
        const std::array<Index, 3> here = {i, j, k};
        for (std::size_t d = 0; d < 3; ++d) {
          box[d][0] = std::min(box[d][0], here[d]);
          box[d][1] = std::max(box[d][1], here[d]);
        }
      }
  std::map<int, Index> longest;
  for (const auto &[material, box] : boxes)
    for (const auto &[first, last] : box)
      longest[material] = std::max(longest[material], last - first + 1);
  return longest;
}

} // namespace

std::string phase_error_warning(const Case &input, const Problem &problem,
                                const std::vector<MaterialResolution> &resolutions) {
  std::string text;
  double worst_rad = k_noticeable_rad;
  for (const auto &[material, cells] : longest_sides(input, problem)) {
    if (material < 0)
      continue;
    for (const MaterialResolution &one : resolutions) {
      if (one.is_metal || one.material != input.materials[material].name)
        continue;
      const double per_wavelength = one.cells_per_length;
      const double wavelengths = static_cast<double>(cells) / per_wavelength;
      const double cell = 2 * k_pi / per_wavelength; // in radians
      const double error_rad = 2 * k_pi * wavelengths * cell * cell / 24;
      if (error_rad < worst_rad)
        continue;
      worst_rad = error_rad;
      text = fmt::format(
          "{}: \"{}\" is {:.3g} wavelengths long at {:.4g} Hz, with {:.3g} cells to each: on the "
          "grid phases along an axis are off by {:.2g} rad ({:.2g} deg) over that length, and "
          "resonances and interferences shift. Cells of half the size make it a quarter",
          input.where("/grid/cell"), one.material, wavelengths, one.frequency_hz, per_wavelength,
          error_rad, error_rad * 180 / k_pi);
    }
  }
  return text;
}

} // namespace curlew::fdfd
