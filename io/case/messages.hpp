#pragma once

#include <array>
#include <string>

// Format of numbers in the messages of a case's checks.
namespace curlew {

// Returns a number with at most 12 digits.
std::string number_text(double number);
// Returns "(1, 2, 3)".
std::string point_text(const std::array<double, 3> &point);

} // namespace curlew
