#include <curlew/methods/fem/media/layer_model.hpp>

#include <curlew/core/quadrature/simplex_rules.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr int k_most = 5; // functions of an element of degree 4
constexpr std::array<double, 3> k_centroids = {0.25, 0.5, 0.75};

using Matrix = std::array<std::array<complex, k_most>, k_most>;

struct Function {
  double value, slope;
};

// Returns function i of a cell at z in [0, 1]: 1 - z, z (the last one), and between them z^i (1 -
// z).
Function function_at(int i, int degree, double z) {
  if (i == 0)
    return {1 - z, -1};
  if (i == degree)
    return {z, 1};
  const double power = std::pow(z, i - 1);
  return {power * z * (1 - z), power * (i - (i + 1) * z)};
}

// Returns the matrix of a cell: the integral of u'v'/s - k^2 s u v.
Matrix matrix_of(const LayerModel &layer, int cell, complex wavenumber) {
  static const auto rule = line_rule(2 * k_most);
  const double length_m = layer.thickness_m / layer.cells;
  std::array<complex, 3> stretch;
  for (std::size_t c = 0; c < stretch.size(); ++c)
    stretch[c] = layer.stretch((cell + k_centroids[c]) / layer.cells);
  Matrix matrix{};
  for (std::size_t q = 0; q < rule.weights.size(); ++q) {
    const double z = rule.points[q][1];
    const std::array<double, 3> shares = {(1 - z) * (1 - z), 2 * z * (1 - z), z * z};
    complex mean = 0, mean_inverse = 0;
    for (std::size_t c = 0; c < stretch.size(); ++c) {
      mean += shares[c] * stretch[c];
      mean_inverse += shares[c] / stretch[c];
    }
    const complex inverse = 0.5 * (mean_inverse + 1.0 / mean);
    for (int i = 0; i <= layer.degree; ++i)
      for (int j = 0; j <= layer.degree; ++j) {
        const Function a = function_at(i, layer.degree, z), b = function_at(j, layer.degree, z);
        matrix[i][j] +=
            rule.weights[q] * (inverse * a.slope * b.slope / length_m -
                               wavenumber * wavenumber * mean * a.value * b.value * length_m);
      }
  }
  return matrix;
}

} // namespace

complex reflection(const LayerModel &layer, complex wavenumber) {
  // Eliminates the cells from the conductor to the front, where -u' = load u is left.
  complex load = 0;
  for (int cell = layer.cells - 1; cell >= 0; --cell) {
    Matrix matrix = matrix_of(layer, cell, wavenumber);
    const bool is_last = cell == layer.cells - 1; // u = 0 at its end
    matrix[layer.degree][layer.degree] += load;
    for (int r = is_last ? layer.degree - 1 : layer.degree; r > 0; --r)
      for (int i = 0; i < r; ++i)
        for (int j = 0; j < r; ++j)
          matrix[i][j] -= matrix[i][r] * matrix[r][j] / matrix[r][r];
    load = matrix[0][0];
  }
  const complex wave = complex(0, 1) * wavenumber;
  return (wave - load) / (wave + load);
}

} // namespace curlew::fem
