#include <curlew/io/case/sections/angles.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/units.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/document/quote.hpp>
#include <curlew/io/case/messages.hpp>
#include <curlew/io/case/sections/sweep.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

constexpr double k_turn_deg = 360;
constexpr double k_tiny_angle = 0.05; // smaller angles only avoid an axis
constexpr double k_turn_rounding = 1e-6;

// Returns the angles that a value has as written: its own, those of a list, the ends of a sweep.
std::vector<ordered_json> written_angles(const ordered_json &given) {
  if (given.is_array())
    return given.get<std::vector<ordered_json>>();
  if (!given.is_object())
    return {given};
  std::vector<ordered_json> ends;
  for (const char *key : {"start", "stop"})
    if (given.contains(key))
      ends.push_back(given[key]);
  return ends;
}

// Returns true for text with the unit rad that is more than a turn.
bool is_beyond_a_turn(const ordered_json &angle) {
  if (!angle.is_string())
    return false;
  const auto text = angle.get<std::string>();
  const std::string_view unit = "rad";
  if (text.size() < unit.size() || text.compare(text.size() - unit.size(), unit.size(), unit) != 0)
    return false;
  try {
    return std::abs(parse_quantity(text, Dimension::angle)) > k_turn_deg * (1 + k_turn_rounding);
  } catch (const InputError &) { // reported by the schema
    return false;
  }
}

// Returns the largest of bare numbers that are all at most 2 pi and not all integers; else 0.
double largest_like_radians(const std::vector<ordered_json> &angles) {
  double largest = 0;
  bool has_fraction = false;
  for (const ordered_json &angle : angles) {
    if (!angle.is_number())
      return 0;
    const double value = angle.get<double>();
    largest = std::max(largest, std::abs(value));
    has_fraction = has_fraction || value != std::round(value);
  }
  const bool is_alike = largest > k_tiny_angle && largest <= 2 * k_pi * (1 + k_turn_rounding);
  return has_fraction && is_alike ? largest : 0;
}

} // namespace

void warn_of_angles(CheckContext &context, const std::string &pointer) {
  if (!context.is_given(pointer))
    return;
  const std::vector<ordered_json> angles = written_angles(context.given(pointer));
  for (const ordered_json &angle : angles)
    if (is_beyond_a_turn(angle)) {
      context.warn(pointer, fmt::format("{} has {}, {} deg: more than a turn; is it meant in deg?",
                                        in_quotes(dotted(pointer)), angle.dump(),
                                        number_text(parse_quantity(angle.get<std::string>(),
                                                                   Dimension::angle))));
      return;
    }
  if (const double largest = largest_like_radians(angles); largest > 0)
    context.warn(pointer, fmt::format("{} is at most {} deg, as numbers without unit are in "
                                      "degrees; write \"{} rad\" if radians are meant, else \"{} "
                                      "deg\"",
                                      in_quotes(dotted(pointer)), number_text(largest),
                                      number_text(largest), number_text(largest)));
}

void warn_beyond_poles(CheckContext &context, const std::string &pointer) {
  const ordered_json *value = context.find_sweep(pointer, "step");
  if (value == nullptr)
    return;
  const std::vector<double> angles = sweep_values(*value);
  const auto [least, most] = std::minmax_element(angles.begin(), angles.end());
  if (*least < 0 || *most > 180)
    context.warn(pointer,
                 fmt::format("{} goes from {} to {} deg: below 0 and beyond 180 deg, theta names "
                             "directions on the other side (360 deg - theta, phi + 180 deg), whose "
                             "theta and phi components have the opposite sign",
                             in_quotes(dotted(pointer)), number_text(*least), number_text(*most)));
}

} // namespace curlew
