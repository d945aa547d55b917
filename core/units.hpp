#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Dimension of a quantity of the case file. A bare number is in the base unit, SI except for
// angles, which are in degrees.
enum class Dimension {
  length,                // m
  time,                  // s
  frequency,             // Hz
  angle,                 // deg
  resistance,            // ohm
  inductance,            // H
  capacitance,           // F
  conductivity,          // S/m
  magnetic_conductivity, // ohm/m
  voltage,               // V
  electric_field,        // V/m
  magnetic_field,        // A/m
  current_moment,        // A m
  current_density,       // A/m^2
  density,               // kg/m^3
  level,                 // dB
  steps,                 // steps (of time)
};

struct Quantity {
  double value = 0; // in the base unit
  Dimension dimension = Dimension::length;
};

// Returns "length", "current moment", ...: as messages and the schema's "x-unit" write it.
std::string_view to_string(Dimension dimension);
// Converts back; nothing for an unknown name.
std::optional<Dimension> parse_dimension(std::string_view name);
std::string_view base_unit(Dimension dimension);
// Returns every unit of a dimension, without alternative spellings, the smallest first.
std::vector<std::string> unit_names(Dimension dimension);

// Parses "2.4 GHz" to 2.4e9: a number, optional spaces, a unit of one of the accepted dimensions
// (letter case matters: mHz is not MHz). Throws InputError that describes the fault and names the
// legal units.
Quantity parse_quantity(std::string_view text, const std::vector<Dimension> &accepted);
double parse_quantity(std::string_view text, Dimension expected);

// Parses a unit alone: "mm" to 1e-3. Throws InputError like parse_quantity.
double parse_unit(std::string_view unit, Dimension expected);

} // namespace curlew
