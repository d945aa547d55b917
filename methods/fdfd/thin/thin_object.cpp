#include <curlew/methods/fdfd/thin/thin_object.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Fraction of a cell: a smaller shift is rounding.
constexpr double k_no_shift = 1e-6;

double shift_along(const ThinObject &object, std::size_t d) {
  return std::max(std::abs(object.held_min_m[d] - object.given_min_m[d]),
                  std::abs(object.held_max_m[d] - object.given_max_m[d])) /
         object.cell_m[d];
}

// Rounds a value to a millionth of a cell.
double rounded(double value_m, double cell_m) {
  const double step_m = k_no_shift * cell_m;
  return std::round(value_m / step_m) * step_m + 0.0;
}

std::string range_text(double low, double high) {
  return low == high ? fmt::format("{:.6g}", low) : fmt::format("{:.6g} to {:.6g}", low, high);
}

} // namespace

double largest_shift(const ThinObject &object) {
  return std::max({shift_along(object, 0), shift_along(object, 1), shift_along(object, 2)});
}

std::string describe(const ThinObject &object) {
  std::string text =
      fmt::format("{}: the {} is {} edges at ", object.location, object.shape, object.edges);
  for (std::size_t d = 0; d < 3; ++d) {
    const double cell_m = object.cell_m[d];
    text += fmt::format(
        "{}{} {}", d == 0 ? "" : ", ", "xyz"[d],
        range_text(rounded(object.held_min_m[d], cell_m), rounded(object.held_max_m[d], cell_m)));
    if (shift_along(object, d) > k_no_shift)
      text += fmt::format(" (given {}, moved by {:.2g} of a cell)",
                          range_text(object.given_min_m[d], object.given_max_m[d]),
                          shift_along(object, d));
  }
  return text + " m";
}

nlohmann::ordered_json to_json(const std::vector<ThinObject> &objects) {
  auto list = nlohmann::ordered_json::array();
  for (const ThinObject &object : objects) {
    nlohmann::ordered_json one = {{"location", object.location},
                                  {"shape", object.shape},
                                  {"edges", object.edges},
                                  {"given_m", {object.given_min_m, object.given_max_m}},
                                  {"held_m", {object.held_min_m, object.held_max_m}},
                                  {"largest_shift_cells", largest_shift(object)}};
    if (object.length_m > 0) {
      one["given_length_m"] = object.given_length_m;
      one["length_m"] = object.length_m;
    }
    list.push_back(std::move(one));
  }
  return list;
}

} // namespace curlew::fdfd
