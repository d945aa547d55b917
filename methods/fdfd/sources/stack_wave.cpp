#include <curlew/methods/fdfd/sources/stack_wave.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// One polarisation: a field a on nodes and a field b on halves, related by differences,
//   a[k+1] = a[k] + r(k) b[k],   b[k] = b[k-1] + s(k) a[k],
// with index 0 ... count, and one more beyond each end, in the half-spaces.
struct Chain {
  std::vector<complex> a, b; // [k + 1]
};

// TE, a = q, b = D q:      r = h,                          s = h (g^2 - k^2 e_n)
// TM, a = p, b = h:        r = h (1 - g^2 / (k^2 e_h)),    s = -h k^2 e_n
struct Steps {
  std::vector<complex> r, s; // [k + 1] of half k, node k, from -1 to count + 1
};

Steps steps_of(const Layers &layers, const Axis &z, double k2, double g, bool is_te) {
  const Index n = z.count;
  const auto eps = [&](int component, Index k) {
    return k < 0 ? layers.below : k > n ? layers.above : layers.at(component, k);
  };
  Steps steps;
  for (Index k = -1; k <= n + 1; ++k) {
    const complex node = k2 * eps(0, k), half = k2 * eps(2, k);
    steps.r.push_back(z.cell_m * (is_te ? complex(1) : 1.0 - g * g / half));
    steps.s.push_back(z.cell_m * (is_te ? g * g - node : -node));
  }
  return steps;
}

// Keeps a decaying field within the range of numbers.
void rescale(Chain &chain, complex latest) {
  constexpr double k_large = 1e100;
  if (!(std::abs(latest) > k_large))
    return;
  for (auto *field : {&chain.a, &chain.b})
    for (complex &value : *field)
      value /= k_large;
}

// Computes the wave that leaves upwards, by recurrence downwards.
Chain leaving_upwards(const Steps &steps, complex zeta, Index n) {
  Chain chain{std::vector<complex>(n + 3), std::vector<complex>(n + 3)};
  auto &a = chain.a, &b = chain.b;
  // b is given on halves n and n + 1 (one and two beyond node n), a between them.
  b[n + 2] = zeta;
  b[n + 1] = 1;
  a[n + 2] = (b[n + 2] - b[n + 1]) / steps.s[n + 2];
  for (Index k = n; k >= -1; --k) { // half k: then node k and half k - 1
    a[k + 1] = a[k + 2] - steps.r[k + 1] * b[k + 1];
    if (k >= 0)
      b[k] = b[k + 1] - steps.s[k + 1] * a[k + 1];
    rescale(chain, a[k + 1]);
  }
  return chain;
}

// Computes the wave that leaves downwards, by recurrence upwards.
Chain leaving_downwards(const Steps &steps, complex zeta, Index n) {
  Chain chain{std::vector<complex>(n + 3), std::vector<complex>(n + 3)};
  auto &a = chain.a, &b = chain.b;
  b[0] = zeta; // half -1
  b[1] = 1;    // half 0
  a[1] = (b[1] - b[0]) / steps.s[1];
  a[0] = a[1] - steps.r[0] * b[0];
  for (Index k = 1; k <= n + 1; ++k) {
    a[k + 1] = a[k] + steps.r[k] * b[k];
    b[k + 1] = b[k] + steps.s[k + 1] * a[k + 1];
    rescale(chain, a[k + 1]);
  }
  return chain;
}

// Returns the chain, scaled so that the incident part of b is `amplitude` at the origin.
Chain incident_chain(const Layers &layers, const Axis &z, double wavenumber, double g, bool is_te,
                     bool goes_up, complex amplitude) {
  const Index n = z.count;
  const Steps steps = steps_of(layers, z, wavenumber * wavenumber, g, is_te);
  const complex below = cell_phase(wavenumber, layers.below, g, z.cell_m),
                above = cell_phase(wavenumber, layers.above, g, z.cell_m);
  Chain chain = goes_up ? leaving_upwards(steps, above, n) : leaving_downwards(steps, below, n);
  // Two halves in the half-space of incidence hold b = i + o and i / zeta + o zeta, where i is the
  // incident part at the half that is further on the wave's way.
  const complex zeta = goes_up ? below : above;
  const complex first = goes_up ? chain.b[1] : chain.b[n + 1],
                second = goes_up ? chain.b[0] : chain.b[n + 2];
  const complex incident = (second - zeta * first) / (1.0 / zeta - zeta);
  const double at_m = goes_up ? z.half_m(0) : z.half_m(n);
  // Position of that half, in cells along the wave from the origin.
  const double cells = (goes_up ? at_m : -at_m) / z.cell_m;
  const complex expected = amplitude * std::polar(1.0, std::arg(zeta) * cells);
  for (auto *field : {&chain.a, &chain.b})
    for (complex &value : *field)
      value *= expected / incident;
  return chain;
}

bool comes_from_below(const IncidentWave &wave) {
  return wave.wave_vector[2] >= 0;
}

} // namespace

TransverseWave TransverseWave::make(double kx, double ky, const Axis &x, const Axis &y) {
  const double gx = 2 * std::sin(kx * x.cell_m / 2) / x.cell_m,
               gy = 2 * std::sin(ky * y.cell_m / 2) / y.cell_m;
  TransverseWave wave;
  wave.g = std::hypot(gx, gy);
  if (wave.g > 0) {
    wave.ux = gx / wave.g;
    wave.uy = gy / wave.g;
  }
  return wave;
}

complex cell_phase(double wavenumber, complex eps, double g, double cell_m) {
  const complex square = cell_m * cell_m * (wavenumber * wavenumber * eps - g * g);
  const complex cosine = 1.0 - square / 2.0, sine = std::sqrt(square * (1.0 - square / 4.0));
  const complex one = cosine - complex(0, 1) * sine, other = cosine + complex(0, 1) * sine;
  const bool travels = square.imag() == 0 && square.real() > 0 && square.real() < 4;
  return travels || std::abs(one) < std::abs(other) ? one : other;
}

ZProfiles stack_wave(const Layers &layers, const std::array<Axis, 3> &axes, double wavenumber,
                     const IncidentWave &wave) {
  const auto &vector = wave.wave_vector; // in vacuum
  const Axis &z = axes[2];
  const bool goes_up = comes_from_below(wave);
  const double index = index_of_incidence(layers, wave);
  const double kx = index * vector[0], ky = index * vector[1];
  const TransverseWave transverse = TransverseWave::make(kx, ky, axes[0], axes[1]);
  const auto [g, ux, uy] = transverse;
  // The amplitudes are those of the continuous wave: E and eta0 H along t = (-uy, ux, 0).
  const double across = std::hypot(vector[0], vector[1]);
  const double cx = across > 0 ? vector[0] / across : 1, cy = across > 0 ? vector[1] / across : 0;
  const auto along_t = [&](const IncidentWave::Complex(&field)[3]) {
    return complex(field[1]) * cx - complex(field[0]) * cy;
  };
  const complex j(0, 1);
  const complex q_incident = j * along_t(wave.electric_amplitude),
                h_incident = wavenumber * index * k_eta0 * along_t(wave.magnetic_amplitude);
  const complex zeta = cell_phase(wavenumber, goes_up ? layers.below : layers.above, g, z.cell_m);
  // For a wave upwards D q = (zeta - 1) / h q half a cell further down; at the position of q it is
  // -2 j sin(beta/2) / h q. For a wave downwards it has the other sign.
  const complex root = std::sqrt(zeta);
  const complex slope = (goes_up ? 1.0 : -1.0) * (root - 1.0 / root) / z.cell_m;
  const Chain te = incident_chain(layers, z, wavenumber, g, true, goes_up, slope * q_incident);
  const Chain tm = incident_chain(layers, z, wavenumber, g, false, goes_up, h_incident);
  ZProfiles profiles;
  const complex to_h = j / (wavenumber * k_eta0);
  for (Index k = 0; k <= z.count; ++k) {
    const complex p = tm.a[k + 1], q = te.a[k + 1], h = tm.b[k + 1], dq = te.b[k + 1];
    const complex half = wavenumber * wavenumber * layers.at(2, k);
    profiles.electric[0].push_back(-j * (ux * p - uy * q));
    profiles.electric[1].push_back(-j * (uy * p + ux * q));
    profiles.electric[2].push_back(-g * h / half);
    profiles.magnetic[0].push_back(to_h * j * (uy * h + ux * dq));
    profiles.magnetic[1].push_back(-to_h * j * (ux * h - uy * dq));
    profiles.magnetic[2].push_back(-to_h * g * q);
  }
  return profiles;
}

double index_of_incidence(const Layers &layers, const IncidentWave &wave) {
  return std::sqrt((comes_from_below(wave) ? layers.below : layers.above).real());
}

double index_of_incidence(complex eps_below, complex eps_above, double direction_z,
                          const std::string &case_location) {
  const complex eps = direction_z >= 0 ? eps_below : eps_above;
  if (direction_z == 0 && eps_below != eps_above)
    throw InputError(fmt::format("{}: the plane wave travels along the layers of the background, "
                                 "from neither side of them; turn its direction",
                                 case_location));
  if (eps.imag() != 0 || !(eps.real() > 0))
    throw InputError(fmt::format(
        "{}: the plane wave comes through the {} layer of the background, whose eps is "
        "{:.6g}{:+.6g}j: "
        "no plane wave reaches the others through losses or a metal. Take a wave from the other "
        "side, or a lossless outer layer",
        case_location, direction_z >= 0 ? "first" : "last", eps.real(), eps.imag()));
  return std::sqrt(eps.real());
}

} // namespace curlew::fdfd
