#pragma once

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace curlew::fdfd {

// What became of a sheet or a wire on the grid.
struct ThinObject {
  std::string location; // in the case
  std::string shape;    // "sheet" or "wire"
  std::array<double, 3> cell_m{0, 0, 0};
  // Corners as the case has them, ends beyond the grid on its faces, and as the grid holds them.
  std::array<double, 3> given_min_m{0, 0, 0}, given_max_m{0, 0, 0};
  std::array<double, 3> held_min_m{0, 0, 0}, held_max_m{0, 0, 0};
  std::int64_t edges = 0;                  // that it fixes or loads
  double given_length_m = 0, length_m = 0; // of a wire; the second along its edges
  std::vector<std::string> warnings;
};

// The largest distance of an end from where the case has it, in cells.
double largest_shift(const ThinObject &object);

// One line, with what was moved by how much.
std::string describe(const ThinObject &object);

// For summary.json: "sheets_and_wires".
nlohmann::ordered_json to_json(const std::vector<ThinObject> &objects);

} // namespace curlew::fdfd
