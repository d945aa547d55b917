#include <curlew/methods/fdfd/small_bodies.hpp>

#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace curlew::fdfd {
namespace {

// Largest error of the scattered power of spheres and cylinders of eps 4, in % (any polarisation,
// their middle at several places within a cell), by the cells in a radius:
// docs/methods/fdfd-notes.md, "Materials". More contrast costs more, less costs less.
struct RadiusError {
  double cells, percent;
};
using ErrorTable = std::array<RadiusError, 6>;
constexpr ErrorTable k_tensor_errors = {{{1, 43}, {2, 8}, {3, 1.5}, {4, 1}, {6, 0.7}, {8, 0.5}}};
constexpr ErrorTable k_diagonal_errors = {{{1, 36}, {2, 23}, {3, 7}, {4, 7}, {6, 2}, {8, 1.8}}};
constexpr ErrorTable k_stairs_errors = {{{1, 184}, {2, 23}, {3, 23}, {4, 11}, {6, 11}, {8, 9}}};
constexpr double k_noticeable_percent = 2;
constexpr double k_contrast_of_table = 3, k_least_contrast = 0.05; // ratio of eps, less 1

const ErrorTable &errors_of(Smoothing smoothing) {
  return smoothing == Smoothing::tensor     ? k_tensor_errors
         : smoothing == Smoothing::diagonal ? k_diagonal_errors
                                            : k_stairs_errors;
}

// Returns the error for a radius, between rows by powers of it.
double percent_for(const ErrorTable &table, double cells) {
  if (cells <= table.front().cells)
    return table.front().percent;
  for (std::size_t row = 1; row < table.size(); ++row)
    if (cells <= table[row].cells) {
      const RadiusError &a = table[row - 1], &b = table[row];
      return a.percent * std::pow(b.percent / a.percent,
                                  std::log(cells / a.cells) / std::log(b.cells / a.cells));
    }
  return 0;
}

// Returns the least radius from which on the error is not noticeable.
double enough_cells(const ErrorTable &table, double factor) {
  double cells = table.front().cells;
  while (factor * percent_for(table, cells) > k_noticeable_percent)
    cells += 0.5;
  return cells;
}

// Returns the factor of the table's errors for a material; 0 for metals, which have warnings of
// their own. The tensor's errors grow with the contrast to the background, the others do not.
double contrast_factor(const Case &input, const Problem &problem, Smoothing smoothing,
                       const std::string &name) {
  const auto found = std::find_if(input.materials.begin(), input.materials.end(),
                                  [&](const Material &one) { return one.name == name; });
  if (found == input.materials.end() || found->pec)
    return 0;
  const complex around = problem.layers.below;
  double largest = 0;
  for (const double frequency_hz : input.frequencies_hz) {
    const complex eps = permittivity(*found, frequency_hz)[0];
    const double ratio = std::abs(eps / around), contrast = std::max(ratio, 1 / ratio) - 1;
    if (eps.real() > 0 && contrast > k_least_contrast)
      largest = std::max(largest, contrast);
  }
  if (smoothing == Smoothing::tensor)
    return largest / k_contrast_of_table;
  return largest > 0 ? 1 : 0;
}

// The smallest round solid of a material.
struct Smallest {
  std::size_t object = 0, count = 0; // number of small ones
  double cells = 0;                  // in its least radius
  double factor = 0;                 // of the material
};

std::string text_of(const Case &input, const ErrorTable &table, const Smallest &one,
                    const std::string &material) {
  const Vector3 &cell = input.grid.cell_m;
  const double enough = enough_cells(table, one.factor);
  return fmt::format(
      "{}: the {} of \"{}\" is {:.3g} cells in its least radius{}: it scatters up to {:.2g} % more "
      "or less power than it should. Take cells of {:.3g} m or less ({:g} in the radius) for {:g} "
      "%",
      input.where(fmt::format("/objects/{}", one.object)), name_of(input.objects[one.object]),
      material, one.cells, one.count > 1 ? fmt::format(" ({} such bodies)", one.count) : "",
      one.factor * percent_for(table, one.cells),
      *std::min_element(cell.begin(), cell.end()) * one.cells / enough, enough,
      k_noticeable_percent);
}

} // namespace

std::vector<std::string> small_body_warnings(const Case &input, const Problem &problem) {
  const Smoothing smoothing = smoothing_of(input, problem.frequency_hz);
  const ErrorTable &table = errors_of(smoothing);
  std::map<std::string, Smallest> found;
  for (std::size_t number = 0; number < input.objects.size(); ++number) {
    const ObjectSpec &object = input.objects[number];
    if (is_thin(object) || std::holds_alternative<VoxelObject>(object))
      continue;
    const std::optional<double> across = cells_across(problem, object);
    const std::string material = material_of(object);
    const double factor = across ? contrast_factor(input, problem, smoothing, material) : 0;
    if (!across || factor * percent_for(table, *across / 2) <= k_noticeable_percent)
      continue;
    Smallest &one = found[material];
    if (one.count == 0 || *across / 2 < one.cells)
      one = {number, one.count, *across / 2, factor};
    ++one.count;
  }
  std::vector<std::string> warnings;
  for (const auto &[material, one] : found)
    warnings.push_back(text_of(input, table, one, material));
  return warnings;
}

} // namespace curlew::fdfd
