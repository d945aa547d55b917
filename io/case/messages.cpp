#include <curlew/io/case/messages.hpp>

#include <fmt/format.h>

namespace curlew {

std::string number_text(double number) {
  return fmt::format("{:.12g}", number);
}

std::string point_text(const std::array<double, 3> &point) {
  return "(" + number_text(point[0]) + ", " + number_text(point[1]) + ", " + number_text(point[2]) +
         ")";
}

} // namespace curlew
