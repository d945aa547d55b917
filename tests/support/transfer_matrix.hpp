#pragma once

#include <cmath>
#include <complex>
#include <vector>

namespace curlew::test {

// A stack of layers between two half-spaces by 2 x 2 matrices, @cite born1999 (section 1.6): what
// tangential E a plane wave of tangential E 1 reflects and transmits, with phases of e^{+j omega t}
// at the first and the last interface. `eps` from the side of the wave on, one more than there are
// thicknesses at either end; `sine` of the angle of incidence.
struct StackAnswer {
  std::complex<double> reflection, transmission;
};

inline StackAnswer transfer_matrix(const std::vector<std::complex<double>> &eps,
                                   const std::vector<double> &thickness_m, double wavenumber,
                                   double sine, bool is_te) {
  using Number = std::complex<double>;
  const Number j(0, 1);
  const auto kz = [&](Number e) {
    const Number root = std::sqrt(wavenumber * wavenumber * (e - eps[0] * sine * sine));
    return root.imag() > 0 ? -root : root;
  };
  const auto admittance = [&](Number e) { return is_te ? kz(e) : e / kz(e); }; // but for a factor
  Number a = 1, b = 0, c = 0, d = 1; // (E, H) before = [a b; c d] (E, H) behind
  for (std::size_t i = 0; i < thickness_m.size(); ++i) {
    const Number y = admittance(eps[i + 1]), angle = kz(eps[i + 1]) * thickness_m[i];
    const Number cosine = std::cos(angle), s = j * std::sin(angle);
    const Number b_next = a * s / y + b * cosine, d_next = c * s / y + d * cosine;
    a = a * cosine + b * s * y;
    c = c * cosine + d * s * y;
    b = b_next;
    d = d_next;
  }
  const Number y0 = admittance(eps.front()), y1 = admittance(eps.back());
  const Number e = a + b * y1, h = c + d * y1;
  return {(y0 * e - h) / (y0 * e + h), 2.0 * y0 / (y0 * e + h)};
}

// Amplitudes of E = in exp(-j kz z) + out exp(j kz z) at a position z, in m from an interface.
struct TwoWaves {
  std::complex<double> in, out;
};

inline TwoWaves split_waves(double kz, double z1_m, std::complex<double> e1, double z2_m,
                            std::complex<double> e2) {
  const auto wave = [&](double sign, double z_m) { return std::polar(1.0, -sign * kz * z_m); };
  const std::complex<double> a11 = wave(1, z1_m), a12 = wave(-1, z1_m), a21 = wave(1, z2_m),
                             a22 = wave(-1, z2_m), det = a11 * a22 - a12 * a21;
  return {(e1 * a22 - e2 * a12) / det, (e2 * a11 - e1 * a21) / det};
}

} // namespace curlew::test
