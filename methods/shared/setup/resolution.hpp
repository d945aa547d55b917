#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {

struct Case;

// Resolution of a material by a mesh of tets at a frequency.
struct MaterialResolution {
  std::string material;
  double frequency_hz = 0;
  bool is_metal = false;
  double length_m = 0; // wavelength in the material; in a metal skin depth
  double edges = 0;    // edges to this length
  std::int64_t tets = 0;
  double longest_edge_m = 0;
};

// Edges per wavelength below the first number or above the second probably mean coordinates in
// another unit.
constexpr double k_suspiciously_coarse = 0.5, k_suspiciously_fine = 1e4;

// Returns the lowest and the highest of the frequencies of a sweep, of which `check` tells; one
// where there is one.
std::vector<double> ends_of(const std::vector<double> &frequencies_hz);

// Returns the longest edge of a tet.
double longest_edge_m(const double (&corners_m)[4][3]);

// Returns what a reader of a warning about the size of a mesh is to look at first, for the end of
// the sentence: units of a box, which has no "length_unit"; empty for a file.
std::string box_unit_hint(const Case &input);

// Adds a warning for fewer edges to a wavelength than `fair`, below which the phase error of
// `functions` is above 1 %, and for a mesh so fine that its unit is probably wrong. `functions`: as
// in " of mixed functions", or empty.
void add_wavelength_warnings(const Case &input, const MaterialResolution &one, double fair,
                             const std::string &functions, std::vector<std::string> &warnings);

} // namespace curlew
