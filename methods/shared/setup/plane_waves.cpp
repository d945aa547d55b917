#include <curlew/methods/shared/setup/plane_waves.hpp>

#include <curlew/io/case/case.hpp>

#include <algorithm>
#include <variant>

namespace curlew {

bool has_plane_wave(const Case &input) {
  return std::any_of(input.excitations.begin(), input.excitations.end(), [](const Excitation &one) {
    return std::holds_alternative<PlaneWaveSource>(one.source);
  });
}

} // namespace curlew
