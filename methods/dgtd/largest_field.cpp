#include <curlew/methods/dgtd/largest_field.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace curlew::dgtd {

LargestField largest_of(const Problem &problem, const std::vector<double> &field) {
  const auto size_of = [&](std::size_t t) {
    return std::hypot(field[3 * t], field[3 * t + 1], field[3 * t + 2]);
  };
  std::size_t worst = 0;
  for (std::size_t t = 0; t < field.size() / 3; ++t) {
    if (!std::isfinite(size_of(t))) {
      worst = t;
      break;
    }
    if (size_of(t) > size_of(worst))
      worst = t;
  }
  const Point centre = problem.barycentre(static_cast<Index>(worst));
  const double size = size_of(worst);
  return {std::isfinite(size) ? size : std::numeric_limits<double>::infinity(),
          fmt::format("the largest |E| at a barycentre, {:.3g} V/m, is in the tet around "
                      "({:.6g}, {:.6g}, {:.6g}) m in \"{}\"",
                      size, centre[0], centre[1], centre[2],
                      problem.materials[problem.material[worst]].name)};
}

} // namespace curlew::dgtd
