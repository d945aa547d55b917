#pragma once

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// What a case has beside tets, linear media without memory, currents, initial fields, and walls
// that conduct or absorb: what local time steps may not do yet.
struct FurtherPart {
  std::string pointer;              // in the case
  std::string text;                 // "a dispersive medium"
  bool with_filtered_steps = false; // works there; nothing does with the published ones
};
std::vector<FurtherPart> further_parts(const Case &input);

} // namespace curlew::dgtd
