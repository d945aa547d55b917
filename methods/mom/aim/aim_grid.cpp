#include <curlew/methods/mom/aim/aim_grid.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {

double median_edge_m(const Surface &surface) {
  std::vector<double> lengths;
  for (const BasisFunction &f : surface.basis)
    lengths.push_back(f.length_m);
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

AimGrid make_aim_grid(const Surface &surface, const AimChoice &choice, double wavenumber,
                      bool is_device) {
  constexpr double k_of_edge[] = {1, 1.5}, k_of_wavelength[] = {0.1, 1.0 / 6}; // orders 3, 5
  AimGrid grid;
  const int order = choice.order.value_or(is_device ? 5 : 3);
  const int row = order == 3 ? 0 : 1;
  grid.spacing_m = choice.spacing_m.value_or(std::min(
      k_of_edge[row] * median_edge_m(surface), k_of_wavelength[row] * 2 * k_pi / wavenumber));
  grid.near_m = choice.near * grid.spacing_m;
  grid.stencil = make_stencil(order, wavenumber * grid.spacing_m);
  for (int d = 0; d < 3; ++d) {
    double low = surface.faces[0].centroid[d], high = low;
    for (const Face &face : surface.faces)
      for (const auto &corner : face.corner) {
        low = std::min(low, corner[d]);
        high = std::max(high, corner[d]);
      }
    // The first node of the lowest point is node 0 with any rounding.
    constexpr double k_margin = 1e-6;
    grid.origin_m[d] = low - (0.5 * (order - 1) + k_margin) * grid.spacing_m;
    grid.extent[d] =
        grid.stencil.base((high - grid.origin_m[d]) / grid.spacing_m + k_margin) + order + 1;
  }
  return grid;
}

} // namespace curlew::mom
