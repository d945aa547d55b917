#include <curlew/tests/support/thin_wire.hpp>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace curlew::test {
namespace {

using complex = std::complex<double>;

constexpr double k_pi = 3.14159265358979323846;
constexpr double k_over_four_pi = 29.9792458; // 376.73 ohm / 4 pi

// E_z beside a sinusoid of 1 A between z = -h and h, at a distance rho from the axis.
complex field(double k, double h, double z, double rho) {
  const auto wave = [&](double shift) {
    const double r = std::hypot(z - shift, rho);
    return std::polar(1 / r, -k * r);
  };
  return complex(0, -k_over_four_pi) * (wave(-h) + wave(h) - 2 * std::cos(k * h) * wave(0)) /
         std::sin(k * h);
}

// Returns the impedance between functions m steps apart, by Gauss-Legendre with five points on many
// pieces.
complex mutual(double k, double h, double rho, int m) {
  constexpr std::array<double, 3> x = {0, 0.538469310105683, 0.906179845938664};
  constexpr std::array<double, 3> w = {0.568888888888889, 0.478628670499366, 0.236926885056189};
  constexpr int k_pieces = 200;
  complex sum = 0;
  const double piece = 2 * h / k_pieces;
  for (int p = 0; p < k_pieces; ++p)
    for (int i = -2; i <= 2; ++i) {
      const double s = -h + piece * (p + 0.5 + 0.5 * (i < 0 ? -x[-i] : x[i]));
      sum -= 0.5 * piece * w[std::abs(i)] * std::sin(k * (h - std::abs(s))) / std::sin(k * h) *
             field(k, h, s + m * h, rho);
    }
  return sum;
}

} // namespace

complex thin_wire_impedance(double length_m, double radius_m, double wavelength_m, int functions) {
  const int n = functions;
  const double k = 2 * k_pi / wavelength_m, h = length_m / (n + 1);
  std::vector<complex> row(n);
  for (int m = 0; m < n; ++m)
    row[m] = mutual(k, h, radius_m, m);
  std::vector<std::vector<complex>> a(n, std::vector<complex>(n + 1));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j)
      a[i][j] = row[std::abs(i - j)];
    a[i][n] = i == n / 2 ? 1 : 0;
  }
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int i = c + 1; i < n; ++i)
      if (std::abs(a[i][c]) > std::abs(a[pivot][c]))
        pivot = i;
    std::swap(a[c], a[pivot]);
    for (int i = 0; i < n; ++i) {
      const complex factor = i == c ? 0 : a[i][c] / a[c][c];
      for (int j = c; factor != 0.0 && j <= n; ++j)
        a[i][j] -= factor * a[c][j];
    }
  }
  return a[n / 2][n / 2] / a[n / 2][n]; // 1 V over the current in the middle
}

} // namespace curlew::test
