#pragma once

#include <curlew/core/material.hpp>

#include <array>
#include <complex>
#include <optional>
#include <vector>

namespace curlew {

// A ferrite magnetised to saturation along the static field inside of it: the tensor of Polder,
// @cite polder1949, pozar2012, of e^{+j omega t}. With gamma = g e / 2 m_e, w_m = gamma mu0 M_s,
// and w_0 = gamma mu0 (|H| + j dH / 2) + j alpha omega it adds, along b = H / |H|,
//   chi (1 - b b) + g x,   chi = w_0 w_m / (w_0^2 - omega^2),
//   g = -j b omega w_m / (w_0^2 - omega^2)
// to the permeability. A field that turns like the spins, right-handed about b, has the resonance.
struct Ferrite {
  double saturation_A_m = 0; // M_s
  std::array<double, 3> bias_A_m{0, 0, 0};
  double linewidth_A_m = 0; // full width in H of the resonance of Im chi, at half of its height
  double alpha = 0;         // Gilbert damping
  double lande_g = 2;
};

// Charges that a static field B makes turn: right-handed about it as electrons do, or (charge +1)
// the other way as holes and ions do. With f_c = -charge e |B| / (2 pi mass m_e), w = f - j gamma
// and b = B / |B| they add
//   -f_p^2 w / (f (w^2 - f_c^2)) (1 - b b) - f_p^2 / (f w) b b + g x,
//   g = j b f_p^2 f_c / (f (w^2 - f_c^2))
// to the permittivity; without the field it is DrudePole.
struct GyrotropicDrudePole {
  double f_p_hz = 0, gamma_hz = 0;
  std::array<double, 3> bias_T{0, 0, 0};
  double mass = 1; // effective, over that of the electron
  int charge = -1; // its sign
};

// Frequency of the resonance without losses, Hz.
double resonance_hz(const Ferrite &ferrite);
double resonance_hz(const GyrotropicDrudePole &pole);

// The contributions of a static magnetic field to a material, beside its Material.
struct GyrotropicMedium {
  std::optional<Ferrite> ferrite;
  std::vector<GyrotropicDrudePole> drude;
  // Constant gyration of the tensors eps_r + j g x and mu_r + j g x, at all frequencies.
  std::array<double, 3> eps_gyration{0, 0, 0}, mu_gyration{0, 0, 0};
};

// A tensor that need not be symmetric: its symmetric part, and its antisymmetric part as the vector
// g of v -> g x v.
using Gyration = std::array<std::complex<double>, 3>;
struct GyrotropicTensor {
  ComplexTensor symmetric{};
  Gyration gyration{};
};

// permittivity() and permeability() of a material with the contributions of the static field.
GyrotropicTensor permittivity(const Material &material, const GyrotropicMedium &medium,
                              double frequency_hz);
GyrotropicTensor permeability(const Material &material, const GyrotropicMedium &medium,
                              double frequency_hz);

} // namespace curlew
