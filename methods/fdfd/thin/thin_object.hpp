#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew::fdfd {

// A sheet or a wire as the grid represents it.
struct ThinObject {
  std::string location; // in the case
  std::string shape;    // "sheet" or "wire"
  std::array<double, 3> cell_m{0, 0, 0};
  // Corners as given in the case, with ends beyond the grid moved to its faces; and corners on the
  // grid.
  std::array<double, 3> given_min_m{0, 0, 0}, given_max_m{0, 0, 0};
  std::array<double, 3> held_min_m{0, 0, 0}, held_max_m{0, 0, 0};
  std::int64_t edges = 0;                  // number of edges that it fixes or loads
  double given_length_m = 0, length_m = 0; // lengths of a wire; the second along its edges
  std::vector<std::string> warnings;
};

// Returns the largest distance of an end from its position in the case, in cells.
double largest_shift(const ThinObject &object);

// Returns one line with the displacements.
std::string describe(const ThinObject &object);

// Returns the entry "sheets_and_wires" of summary.json.
nlohmann::ordered_json to_json(const std::vector<ThinObject> &objects);

} // namespace curlew::fdfd
