#include <curlew/methods/shared/setup/resolution.hpp>

#include <curlew/io/case/case.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew {

std::vector<double> ends_of(const std::vector<double> &frequencies_hz) {
  const auto [low, high] = std::minmax_element(frequencies_hz.begin(), frequencies_hz.end());
  return *low == *high ? std::vector<double>{*low} : std::vector<double>{*low, *high};
}

double longest_edge_m(const double (&corners_m)[4][3]) {
  const auto &x = corners_m;
  double longest = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < a; ++b)
      longest =
          std::max(longest, std::hypot(x[a][0] - x[b][0], x[a][1] - x[b][1], x[a][2] - x[b][2]));
  return longest;
}

std::string box_unit_hint(const Case &input) {
  const bool is_box = input.mesh.file.empty() && !input.mesh.array;
  return is_box ? " (sizes of \"mesh.box\" without a unit are in m)" : "";
}

void add_wavelength_warnings(const Case &input, const MaterialResolution &one, double fair,
                             const std::string &functions, std::vector<std::string> &warnings) {
  const std::string where = input.where("/mesh");
  if (one.edges < fair)
    warnings.push_back(fmt::format(
        "{}: only {:.3g} edges per wavelength in \"{}\" at {:.4g} Hz; below {} the phase error{} "
        "is above 1 %{}{}",
        where, one.edges, one.material, one.frequency_hz, fair, functions,
        one.edges < k_suspiciously_coarse ? "; is \"length_unit\" right?" : "",
        one.edges < k_suspiciously_coarse ? box_unit_hint(input) : ""));
  if (one.edges > k_suspiciously_fine)
    warnings.push_back(fmt::format("{}: a wavelength is {:.3g} times the longest edge in \"{}\"; "
                                   "is \"length_unit\" right?{}",
                                   where, one.edges, one.material, box_unit_hint(input)));
}

} // namespace curlew
