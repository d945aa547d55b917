#pragma once

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgtd {

// Part of a case beyond tets, linear media without memory, currents, initial fields, and walls that
// conduct or absorb: local time steps may not support it yet.
struct FurtherPart {
  std::string pointer; // place in the case
  std::string text;    // "a dispersive medium"
  // supported by filtered local steps; the published ones support none
  bool with_filtered_steps = false;
};
std::vector<FurtherPart> further_parts(const Case &input);

} // namespace curlew::dgtd
