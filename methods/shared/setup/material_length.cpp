#include <curlew/methods/shared/setup/material_length.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/wave.hpp>

#include <algorithm>
#include <cmath>

namespace curlew {
namespace {

// Share of the imaginary part in the index from which on a material is a metal: loss tangents above
// 10.
constexpr double k_metal = 0.9;

} // namespace

MaterialLength material_length(const Material &material, double frequency_hz) {
  const ComplexTensor eps = permittivity(material, frequency_hz),
                      mu = permeability(material, frequency_hz);
  const double wavenumber = wavenumber_of(frequency_hz);
  MaterialLength shortest;
  for (int d = 0; d < 3; ++d) {
    const std::complex<double> index = std::sqrt(eps[d] * mu[d]);
    const double travels = std::abs(index.real()), decays = std::abs(index.imag());
    const bool is_metal = decays > k_metal * travels;
    const double length_m =
        is_metal ? 1 / (wavenumber * decays) : 2 * k_pi / (wavenumber * std::max(travels, 1e-9));
    if (d == 0 || length_m < shortest.length_m)
      shortest = {is_metal, length_m};
  }
  return shortest;
}

} // namespace curlew
