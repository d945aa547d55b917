#include <curlew/io/case/sections/reading.hpp>

#include <curlew/io/case/schema/validate.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

// Rounding error of the length of a vector that was divided by its length: each of the three
// quotients, their squares and their sum are rounded.
constexpr double k_unit_rounding = 4 * std::numeric_limits<double>::epsilon();

} // namespace

std::complex<double> read_complex(const nlohmann::ordered_json &value) {
  return value.is_array() ? std::complex<double>(value[0].get<double>(), value[1].get<double>())
                          : std::complex<double>(value.get<double>());
}

std::filesystem::path absolute_path(const std::filesystem::path &base_dir,
                                    const std::string &path) {
  const std::filesystem::path joined = base_dir / path; // empty: a bare file name's folder
  return std::filesystem::absolute(joined.empty() ? "." : joined).lexically_normal();
}

Vector3 normalised(Vector3 v) {
  const double given = std::hypot(v[0], v[1], v[2]);
  if (std::abs(given - 1) > k_unit_rounding) {
    const double largest = std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
    for (double &x : v)
      x /= largest;
    const double length = std::hypot(v[0], v[1], v[2]);
    for (double &x : v)
      x /= length;
  }
  for (double &x : v)
    if (std::abs(x) < k_smallest_case_number)
      x = 0;
  return v;
}

} // namespace curlew
