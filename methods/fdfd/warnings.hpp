#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// Resolution of the waves in a material at the worst of a case's frequencies: cells per wavelength
// where a wave travels, cells per skin depth where it does not (metals, good conductors).
struct MaterialResolution {
  std::string material;
  double frequency_hz = 0;     // the worst
  bool is_metal = false;       // the members below then describe the skin
  double length_m = 0;         // wavelength, or skin depth
  double cells_per_length = 0; // at the longest edge of the cells
};

// Returns the resolution of vacuum and of the objects' materials, perfect conductors left out. A
// material that is a metal at only some of the frequencies is listed twice.
std::vector<MaterialResolution> resolutions(const Case &input);

// Returns the edges of the domain, absorbing layers included, in wavelengths of vacuum at the
// highest frequency.
Vector3 size_in_wavelengths(const Case &input);

// Returns the warnings of a run before its first solve, each one line with its location in the
// case: cells too coarse for a wave or a skin depth, lengths that look like another unit, absorbing
// layers in the near field, conductors that the grid does not represent as given. `curlew run` and
// `curlew check` print the same warnings; `problem` is that of any of the frequencies.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem);

// Returns the resolutions for summary.json: "resolution": [{ "material", "frequency_hz",
// "cells_per_wavelength" }, or "skin_depth_m" and "cells_per_skin_depth" of a metal].
nlohmann::ordered_json to_json(const std::vector<MaterialResolution> &resolutions);

} // namespace curlew::fdfd
