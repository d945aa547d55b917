#include <curlew/methods/fdfd/small_bodies.hpp>

#include <curlew/core/wave.hpp>
#include <curlew/methods/fdfd/grid/objects.hpp>
#include <curlew/methods/fdfd/media/smoothing_choice.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace curlew::fdfd {
namespace {

// Largest error of the scattered power of bodies of eps 4, in % (any polarisation, their middle at
// several places within a cell), by cells: docs/methods/fdfd-notes.md, "Materials". Beyond the last
// row it falls on as between the last two.
struct SizeError {
  double cells, percent;
};
struct ErrorTable {
  std::array<SizeError, 6> rows;
  double noticeable_percent = 2; // from here on a run warns
};
// Round solids, by the cells in a radius.
constexpr ErrorTable k_round_tensor{{{{1, 43}, {2, 8}, {3, 1.7}, {4, 1.6}, {6, 0.8}, {8, 0.5}}}};
constexpr ErrorTable k_round_diagonal{{{{1, 36}, {2, 23}, {3, 7}, {4, 7}, {6, 2.4}, {8, 1.8}}}};
constexpr ErrorTable k_round_stairs{{{{1, 184}, {2, 23}, {3, 23}, {4, 11}, {6, 11}, {8, 9}}}};
// Boxes that end along all axes, by the cells in a side; the fields at their edges cost most.
constexpr ErrorTable k_box_tensor{{{{1, 73}, {2, 12}, {3, 7}, {4, 5}, {6, 3}, {8, 2}}}, 5};
constexpr ErrorTable k_box_diagonal{{{{1, 100}, {2, 39}, {3, 22}, {4, 14}, {6, 8}, {8, 6}}}, 5};
constexpr ErrorTable k_box_stairs{{{{1, 270}, {2, 264}, {3, 150}, {4, 106}, {6, 70}, {8, 48}}}, 5};
// Bars, which end along two axes, E across them.
constexpr ErrorTable k_bar{{{{1, 53}, {2, 20}, {3, 10}, {4, 6}, {6, 2.2}, {8, 1.2}}}, 5};
// The same without an average, any E; faces on nodes add a cell.
constexpr ErrorTable k_bar_stairs{{{{1, 1600}, {2, 440}, {3, 230}, {4, 144}, {6, 63}, {8, 37}}}, 5};
constexpr double k_thinner_than_a_cell = 2; // factor of strips

constexpr double k_contrast_power = 1.15; // 14 and 5 % seen at 55 - 19j with 8 and 16 cells
// Errors of round bodies of little loss with the tensor and 8 cells in a radius, in %, by their
// contrast over that of the tables (eps 12, 20, 30, 55); from 4 cells on they fall with the power
// k_high_order of the cell. They go through zero near eps 20, where they change their sign.
constexpr std::array<std::array<double, 2>, 4> k_high_contrast{
    {{11.0 / 3, 2.4}, {19.0 / 3, 1.9}, {29.0 / 3, 4.6}, {18, 10.6}}};
constexpr double k_high_order = 0.9, k_high_cells = 8, k_fewest_high_cells = 4;
constexpr double k_little_loss = 0.1;    // loss tangent
constexpr double k_change_of_sign = 8;   // contrast
constexpr double k_waves_percent = 0.5;  // of eps times the square of a cell's phase inside
constexpr double k_phase_of_waves = 2.5; // of the radius, from which on waves stand in the body
// Spheres of eps 20, 40, 80 with 4 cells in a radius scatter 24, 34, 44 % too much with "diagonal",
// with 8 cells 8, 12, 16 %; of 4 - 1256j 70 and 29 %.
constexpr double k_contrast_power_diagonal = 0.65, k_most_of_diagonal = 12;
constexpr double k_contrast_of_tables = 3, k_least_contrast = 0.05; // ratio of eps, less 1

// Returns the error for a size, between rows by powers of it.
double percent_for(const ErrorTable &table, double cells) {
  constexpr double k_least_cells = 0.1; // below one cell errors grow on as between one and two
  const auto &rows = table.rows;
  cells = std::max(cells, k_least_cells);
  std::size_t row = 1;
  while (row + 1 < rows.size() && cells > rows[row].cells)
    ++row;
  const SizeError &a = rows[row - 1], &b = rows[row];
  return a.percent *
         std::pow(b.percent / a.percent, std::log(cells / a.cells) / std::log(b.cells / a.cells));
}

// A dielectric solid as the tables see it.
struct Body {
  const ErrorTable *table;
  double cells;
  const char *size, *least; // the words for one of them, and for what `cells` counts
  double factor = 1;
};

// Returns the value between two places by powers.
double between(double x, double a, double y, double b, double at) {
  return a * std::pow(b / a, std::log(at / x) / std::log(y / x));
}

// Returns the error of round bodies of little loss with the tensor.
double round_percent(const ErrorTable &table, double contrast, double cells) {
  const double of_table = percent_for(table, cells);
  if (contrast <= 1)
    return contrast * of_table;
  if (cells < k_fewest_high_cells)
    return of_table * std::pow(contrast, k_contrast_power);
  const double of_size = std::pow(k_high_cells / cells, k_high_order);
  const auto &rows = k_high_contrast;
  if (contrast < rows.front()[0])
    return between(1, of_table, rows.front()[0], of_size * rows.front()[1], contrast);
  if (contrast >= rows.back()[0])
    return of_size * rows.back()[1] * std::pow(contrast / rows.back()[0], k_contrast_power);
  std::size_t row = 1;
  while (contrast > rows[row][0])
    ++row;
  return of_size *
         between(rows[row - 1][0], rows[row - 1][1], rows[row][0], rows[row][1], contrast);
}

// What a material makes of the errors of the tables: `factor` times the table, and an error of the
// waves inside that goes with the square of the cell.
struct BodyContrast {
  double factor = 0;
  bool is_round = false;   // of little loss with the tensor: `factor` is the contrast
  double waves = 0;        // percent, times the square of the cells
  bool is_opposed = false; // the two have different signs

  double percent(const Body &body, double cells) const {
    const double of_size = is_round ? round_percent(*body.table, factor, cells)
                                    : factor * body.factor * percent_for(*body.table, cells),
                 of_waves = waves / (cells * cells);
    return is_opposed ? std::max(of_size, of_waves) : of_size + of_waves;
  }
};

// Returns the least size from which on the error is not noticeable.
double enough_cells(const Body &body, const BodyContrast &contrast) {
  double cells = body.table->rows.front().cells;
  while (contrast.percent(body, cells) > body.table->noticeable_percent)
    cells += cells < 32 ? 0.5 : std::ceil(cells / 32);
  return cells;
}

// Returns a box as a body by the mean of its two least sides; none for films, which are right at
// any thickness, and where the grid has one cell across.
std::optional<Body> box_body(const Case &input, const Problem &problem, const BoxObject &box,
                             Smoothing smoothing) {
  std::vector<double> sides;
  for (int d = 0; d < 3; ++d)
    if (problem.count(d) > 1 && !goes_through(input, extent_of(box), d))
      sides.push_back((box.max_m[d] - box.min_m[d]) / input.grid.cell_m[d]);
  if (sides.size() < 2)
    return std::nullopt;
  std::sort(sides.begin(), sides.end());
  const bool is_bar = sides.size() == 2, has_stairs = smoothing == Smoothing::none;
  const ErrorTable &table = is_bar && has_stairs             ? k_bar_stairs
                            : has_stairs                     ? k_box_stairs
                            : is_bar                         ? k_bar
                            : smoothing == Smoothing::tensor ? k_box_tensor
                                                             : k_box_diagonal;
  return Body{&table, std::sqrt(sides[0] * sides[1]), "side", "least sides",
              sides[0] < 1 && !has_stairs ? k_thinner_than_a_cell : 1};
}

std::optional<Body> body_of(const Case &input, const Problem &problem, const ObjectSpec &object,
                            Smoothing smoothing) {
  if (const auto *box = std::get_if<BoxObject>(&object))
    return box_body(input, problem, *box, smoothing);
  const std::optional<double> across = cells_across(problem, object);
  if (!across)
    return std::nullopt;
  const ErrorTable &table = smoothing == Smoothing::tensor     ? k_round_tensor
                            : smoothing == Smoothing::diagonal ? k_round_diagonal
                                                               : k_round_stairs;
  return Body{&table, *across / 2, "radius", "least radius"};
}

// Returns a ratio of permittivities over 1, less 1, whichever is the larger one.
double contrast_of(complex ratio) {
  return std::max(std::abs(ratio), 1 / std::abs(ratio)) - 1;
}

// Returns the contrast of a round body with the tensor at a frequency. `phase`: of a wave in the
// background across its least radius.
BodyContrast round_contrast(complex ratio, double phase) {
  const double relative = contrast_of(ratio) / k_contrast_of_tables;
  const bool is_lossy = std::abs(ratio.imag()) > k_little_loss * ratio.real();
  BodyContrast contrast;
  contrast.is_round = !is_lossy;
  contrast.factor = is_lossy && relative > 1 ? std::pow(relative, k_contrast_power) : relative;
  const double inside = phase * std::sqrt(std::abs(ratio)),
               standing = std::min(1.0, std::pow(inside / k_phase_of_waves, 4));
  contrast.waves = k_waves_percent * std::abs(ratio) * inside * inside * standing;
  contrast.is_opposed = !is_lossy && relative > k_change_of_sign;
  return contrast;
}

// Returns what a material makes of a body's errors, that of the frequency with the largest one;
// nothing for metals, which have warnings of their own. It grows with the contrast to the
// background: for the tensor as it, for round bodies by a table, for the averages of each edge with
// a root, for stairs not.
BodyContrast contrast_of_material(const Case &input, const Problem &problem, Smoothing smoothing,
                                  const std::string &name, const Body &body, bool is_box) {
  const auto found = std::find_if(input.materials.begin(), input.materials.end(),
                                  [&](const Material &one) { return one.name == name; });
  BodyContrast worst;
  if (found == input.materials.end() || found->pec)
    return worst;
  const complex around = problem.layers.below;
  const Vector3 &cell = input.grid.cell_m;
  const double radius_m = body.cells * *std::max_element(cell.begin(), cell.end());
  for (const double frequency_hz : input.frequencies_hz) {
    const complex eps = permittivity(*found, frequency_hz)[0];
    const double large = contrast_of(eps / around);
    if (eps.real() <= 0 || large <= k_least_contrast)
      continue;
    const double relative = large / k_contrast_of_tables;
    BodyContrast contrast;
    contrast.factor = relative;
    if (smoothing == Smoothing::tensor && !is_box)
      contrast = round_contrast(eps / around, wavenumber_of(frequency_hz) *
                                                  std::sqrt(std::abs(around)) * radius_m);
    else if (smoothing != Smoothing::tensor && is_box)
      contrast.factor = std::sqrt(relative);
    else if (smoothing == Smoothing::diagonal && relative > 1)
      contrast.factor = std::min(std::pow(relative, k_contrast_power_diagonal), k_most_of_diagonal);
    else if (smoothing != Smoothing::tensor)
      contrast.factor = 1;
    if (contrast.percent(body, body.cells) > worst.percent(body, body.cells))
      worst = contrast;
  }
  return worst;
}

// The solid of a material with the largest error.
struct Worst {
  std::size_t object = 0, count = 0; // number of solids with noticeable errors
  Body body{};
  BodyContrast contrast; // of the material

  double percent() const { return contrast.percent(body, body.cells); }
};

// Returns a number with two digits and without an exponent.
std::string two_digits(double percent) {
  if (percent < 100)
    return fmt::format("{:.2g}", percent);
  const double unit = std::pow(10, std::floor(std::log10(percent)) - 1);
  return fmt::format("{:.0f}", std::round(percent / unit) * unit);
}

std::string text_of(const Case &input, const Worst &one, const std::string &material) {
  const Vector3 &cell = input.grid.cell_m;
  const double enough = enough_cells(one.body, one.contrast);
  return fmt::format(
      "{}: the {} of \"{}\" is {:.3g} cells in its {}{}: it scatters up to {} % more "
      "or less power than it should. Take cells of {:.3g} m or less ({:g} in the {}) for {:g} "
      "%",
      input.where(fmt::format("/objects/{}", one.object)), name_of(input.objects[one.object]),
      material, one.body.cells, one.body.least,
      one.count > 1 ? fmt::format(" ({} such bodies)", one.count) : "", two_digits(one.percent()),
      *std::min_element(cell.begin(), cell.end()) * one.body.cells / enough, enough, one.body.size,
      one.body.table->noticeable_percent);
}

} // namespace

std::vector<std::string> small_body_warnings(const Case &input, const Problem &problem) {
  const Smoothing smoothing = smoothing_of(input, problem.frequency_hz);
  std::map<std::string, Worst> found;
  for (std::size_t number = 0; number < input.objects.size(); ++number) {
    const ObjectSpec &object = input.objects[number];
    if (is_thin(object) || std::holds_alternative<VoxelObject>(object))
      continue;
    const std::optional<Body> body = body_of(input, problem, object, smoothing);
    if (!body)
      continue;
    const std::string material = material_of(object);
    const bool is_box = std::holds_alternative<BoxObject>(object);
    const Worst one{number, 1, *body,
                    contrast_of_material(input, problem, smoothing, material, *body, is_box)};
    if (one.percent() <= body->table->noticeable_percent)
      continue;
    Worst &worst = found[material];
    const std::size_t count = worst.count + 1;
    if (count == 1 || one.percent() > worst.percent())
      worst = one;
    worst.count = count;
  }
  std::vector<std::string> warnings;
  for (const auto &[material, one] : found)
    warnings.push_back(text_of(input, one, material));
  return warnings;
}

} // namespace curlew::fdfd
