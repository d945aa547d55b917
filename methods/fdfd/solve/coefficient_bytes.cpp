#include <curlew/methods/fdfd/solve/coefficient_bytes.hpp>

#include <cstdint>

namespace curlew::fdfd {

CoefficientBytes coefficient_bytes(const Problem &problem) {
  constexpr double k_number = sizeof(complex), k_column = sizeof(Index), k_row = sizeof(Offset);
  return {39 * (k_number + k_column) + 3 * k_row, 24 * (k_number + k_column) + 6 * k_row,
          12 * k_number, 6 * sizeof(std::uint16_t),
          (problem.is_magnetic() ? 6.0 : 3.0) * sizeof(std::uint16_t)};
}

} // namespace curlew::fdfd
