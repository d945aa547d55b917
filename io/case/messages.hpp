#pragma once

#include <array>
#include <string>

// How messages of a case's checks write numbers.
namespace curlew {

// At most 12 digits.
std::string number_text(double number);
// "(1, 2, 3)".
std::string point_text(const std::array<double, 3> &point);

} // namespace curlew
