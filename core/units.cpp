#include <curlew/core/units.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/text.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace curlew {
namespace {

struct Unit {
  std::string_view name;
  Dimension dimension;
  int exponent; // value = number * 10^exponent * factor / divisor
  double factor = 1, divisor = 1;
};

using D = Dimension;

// Far above any double's, far below an int's.
constexpr int k_largest_exponent = 1000;

// The smallest first within a dimension.
constexpr Unit k_units[] = {
    {"nm", D::length, -9},
    {"um", D::length, -6},
    {"mil", D::length, 0, 254, 1e7},
    {"mm", D::length, -3},
    {"cm", D::length, -2},
    {"inch", D::length, 0, 254, 1e4},
    {"m", D::length, 0},
    {"km", D::length, 3},
    {"fs", D::time, -15},
    {"ps", D::time, -12},
    {"ns", D::time, -9},
    {"us", D::time, -6},
    {"ms", D::time, -3},
    {"s", D::time, 0},
    {"Hz", D::frequency, 0},
    {"kHz", D::frequency, 3},
    {"MHz", D::frequency, 6},
    {"GHz", D::frequency, 9},
    {"THz", D::frequency, 12},
    {"deg", D::angle, 0},
    {"rad", D::angle, 0, 180, k_pi},
    {"mohm", D::resistance, -3},
    {"ohm", D::resistance, 0},
    {"kohm", D::resistance, 3},
    {"Mohm", D::resistance, 6},
    {"pH", D::inductance, -12},
    {"nH", D::inductance, -9},
    {"uH", D::inductance, -6},
    {"mH", D::inductance, -3},
    {"H", D::inductance, 0},
    {"fF", D::capacitance, -15},
    {"pF", D::capacitance, -12},
    {"nF", D::capacitance, -9},
    {"uF", D::capacitance, -6},
    {"mF", D::capacitance, -3},
    {"F", D::capacitance, 0},
    {"uS/m", D::conductivity, -6},
    {"mS/m", D::conductivity, -3},
    {"S/m", D::conductivity, 0},
    {"S/cm", D::conductivity, 2},
    {"MS/m", D::conductivity, 6},
    {"mohm/m", D::magnetic_conductivity, -3},
    {"ohm/m", D::magnetic_conductivity, 0},
    {"kohm/m", D::magnetic_conductivity, 3},
    {"uV", D::voltage, -6},
    {"mV", D::voltage, -3},
    {"V", D::voltage, 0},
    {"kV", D::voltage, 3},
    {"mV/m", D::electric_field, -3},
    {"V/m", D::electric_field, 0},
    {"kV/m", D::electric_field, 3},
    {"MV/m", D::electric_field, 6},
    {"mA/m", D::magnetic_field, -3},
    {"A/m", D::magnetic_field, 0},
    {"Oe", D::magnetic_field, 3, 1, 4 * k_pi},
    {"kA/m", D::magnetic_field, 3},
    {"uA m", D::current_moment, -6},
    {"mA m", D::current_moment, -3},
    {"A mm", D::current_moment, -3},
    {"A cm", D::current_moment, -2},
    {"A m", D::current_moment, 0},
    {"kA m", D::current_moment, 3},
    {"mA/m^2", D::current_density, -3},
    {"A/m^2", D::current_density, 0},
    {"kA/m^2", D::current_density, 3},
    {"A/cm^2", D::current_density, 4},
    {"A/mm^2", D::current_density, 6},
    {"kg/m^3", D::density, 0},
    {"g/cm^3", D::density, 3},
    {"dB", D::level, 0},
    {"steps", D::steps, 0},
};

struct DimensionName {
  Dimension dimension;
  std::string_view name, base, article;
};

constexpr DimensionName k_dimensions[] = {
    {D::length, "length", "m", "a"},
    {D::time, "time", "s", "a"},
    {D::frequency, "frequency", "Hz", "a"},
    {D::angle, "angle", "deg", "an"},
    {D::resistance, "resistance", "ohm", "a"},
    {D::inductance, "inductance", "H", "an"},
    {D::capacitance, "capacitance", "F", "a"},
    {D::conductivity, "conductivity", "S/m", "a"},
    {D::magnetic_conductivity, "magnetic conductivity", "ohm/m", "a"},
    {D::voltage, "voltage", "V", "a"},
    {D::electric_field, "electric field", "V/m", "an"},
    {D::magnetic_field, "magnetic field", "A/m", "a"},
    {D::current_moment, "current moment", "A m", "a"},
    {D::current_density, "current density", "A/m^2", "a"},
    {D::density, "density", "kg/m^3", "a"},
    {D::level, "level", "dB", "a"},
    {D::steps, "number of steps", "steps", "a"},
};

const DimensionName &entry(Dimension dimension) {
  for (const DimensionName &d : k_dimensions)
    if (d.dimension == dimension)
      return d;
  throw std::logic_error("a dimension without a name");
}

void replace_all(std::string &text, std::string_view from, std::string_view to) {
  std::string result;
  std::size_t start = 0;
  for (std::size_t at; (at = text.find(from, start)) != std::string::npos; start = at + from.size())
    result.append(text, start, at - start).append(to);
  text = result.append(text, start, std::string::npos);
}

// Other spellings of the same unit to the one in the table.
std::string canonical(std::string_view unit) {
  std::string text(unit);
  replace_all(text, "\u00b5", "u"); // micro sign
  replace_all(text, "\u03bc", "u"); // Greek mu
  replace_all(text, "\u03a9", "ohm");
  replace_all(text, "\u2126", "ohm"); // ohm sign
  replace_all(text, "\u00b0", "deg");
  replace_all(text, "\u00b2", "^2");
  replace_all(text, "\u00b7", " ");
  replace_all(text, "*", " ");
  text.erase(
      std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
      text.end());
  if (text == "in")
    return "inch";
  if (text == "step")
    return "steps";
  if (text == "Ohm")
    return "ohm";
  return text;
}

std::string join(const std::vector<std::string> &words) {
  std::string result;
  for (const std::string &word : words)
    result += (result.empty() ? "" : ", ") + word;
  return result;
}

std::vector<std::string> legal_units(const std::vector<Dimension> &accepted) {
  std::vector<std::string> names;
  for (const Dimension dimension : accepted)
    for (const std::string &name : unit_names(dimension))
      names.push_back(name);
  return names;
}

// "a length", "a time or a number of steps"
std::string expected_text(const std::vector<Dimension> &accepted) {
  std::string result;
  for (const Dimension dimension : accepted)
    result += (result.empty() ? "" : " or ") + std::string(entry(dimension).article) + " " +
              std::string(entry(dimension).name);
  return result;
}

const Unit &find_unit(std::string_view written, std::string_view quantity,
                      const std::vector<Dimension> &accepted) {
  const std::string name = canonical(written);
  const Unit *found = nullptr;
  for (const Unit &unit : k_units)
    if (unit.name == name)
      found = &unit;
  const std::vector<std::string> legal = legal_units(accepted);
  const std::string tail = " (legal units: " + join(legal) + ")";
  if (found == nullptr) {
    const std::string likely = suggest(name, legal);
    const bool alone = written == quantity;
    throw InputError("unknown unit \"" + std::string(written) + "\"" +
                     (alone ? "" : " in \"" + std::string(quantity) + "\"") +
                     (likely.empty() ? "" : "; did you mean \"" + likely + "\"?") + tail);
  }
  if (std::find(accepted.begin(), accepted.end(), found->dimension) == accepted.end()) {
    const DimensionName &d = entry(found->dimension);
    throw InputError("\"" + std::string(quantity) + "\" is " + std::string(d.article) + " " +
                     std::string(d.name) + "; " + expected_text(accepted) + " is expected" + tail);
  }
  return *found;
}

// A decimal number (as text, without unit) in the base unit. The power of ten joins the text before
// it becomes a double, so that "7.2 cm" is the double nearest to 0.072, not 7.2 / 100.
double in_base_unit(std::string_view number, const Unit &unit) {
  const std::size_t e = std::min(number.find_first_of("eE"), number.size());
  int exponent = 0;
  if (e < number.size()) {
    std::string_view digits = number.substr(e + 1);
    if (digits.front() == '+')
      digits.remove_prefix(1);
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec != std::errc() ||
        std::abs(exponent) > k_largest_exponent)
      return std::numeric_limits<double>::infinity();
  }
  const std::string text =
      std::string(number.substr(0, e)) + "e" + std::to_string(exponent + unit.exponent);
  double value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    return std::numeric_limits<double>::infinity();
  return value * unit.factor / unit.divisor;
}

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos)
    return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool starts_number(std::string_view text, bool may_have_minus) {
  if (may_have_minus && !text.empty() && text.front() == '-')
    text.remove_prefix(1);
  if (!text.empty() && text.front() == '.')
    text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

} // namespace

std::string_view to_string(Dimension dimension) {
  return entry(dimension).name;
}

std::string_view base_unit(Dimension dimension) {
  return entry(dimension).base;
}

std::optional<Dimension> parse_dimension(std::string_view name) {
  for (const DimensionName &d : k_dimensions)
    if (d.name == name)
      return d.dimension;
  return std::nullopt;
}

std::vector<std::string> unit_names(Dimension dimension) {
  std::vector<std::string> names;
  for (const Unit &unit : k_units)
    if (unit.dimension == dimension)
      names.emplace_back(unit.name);
  return names;
}

Quantity parse_quantity(std::string_view text, const std::vector<Dimension> &accepted) {
  const std::string_view whole = trim(text);
  std::string_view rest = whole;
  const bool has_plus = !rest.empty() && rest.front() == '+';
  if (has_plus)
    rest.remove_prefix(1);
  if (!starts_number(rest, !has_plus)) // from_chars would also take "inf" and "nan"
    throw InputError("\"" + std::string(text) + "\" is not a quantity; write " +
                     expected_text(accepted) + " as a number and a unit, such as \"1.5 " +
                     std::string(base_unit(accepted.front())) + "\"");
  double unscaled = 0; // only where the number ends matters
  const char *end = std::from_chars(rest.data(), rest.data() + rest.size(), unscaled).ptr;
  const std::string_view unit = trim(rest.substr(end - rest.data()));
  if (unit.empty())
    throw InputError("\"" + std::string(text) + "\" has no unit: write a bare number (without " +
                     "quotes) for " + std::string(base_unit(accepted.front())) +
                     ", or add a unit (legal units: " + join(legal_units(accepted)) + ")");
  const Unit &found = find_unit(unit, whole, accepted);
  const double value = in_base_unit(rest.substr(0, end - rest.data()), found);
  if (!std::isfinite(value))
    throw InputError("\"" + std::string(text) + "\" is beyond the range of a double");
  return {value, found.dimension};
}

double parse_quantity(std::string_view text, Dimension expected) {
  return parse_quantity(text, std::vector<Dimension>{expected}).value;
}

double parse_unit(std::string_view unit, Dimension expected) {
  return in_base_unit("1", find_unit(trim(unit), trim(unit), {expected}));
}

} // namespace curlew
