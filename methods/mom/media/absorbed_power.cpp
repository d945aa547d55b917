#include <curlew/methods/mom/media/absorbed_power.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;

double squared(const ComplexVector &a) {
  return std::norm(a[0]) + std::norm(a[1]) + std::norm(a[2]);
}

// Returns Re (n x M).J*.
double flow(const double *n, const ComplexVector &m, const ComplexVector &j) {
  complex sum = 0;
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    sum += (n[u] * m[v] - n[v] * m[u]) * std::conj(j[d]);
  }
  return sum.real();
}

} // namespace

double absorbed_power(const Surface &surface, const Spec &spec, const SurfaceCurrents &currents,
                      double frequency_hz) {
  const Media &media = spec.media;
  if (!media.has_materials && !media.has_impedances)
    return 0;
  const std::vector<complex> z = media.impedances(frequency_hz);
  const bool has_both = spec.formulation == Formulation::pmchwt;
  const std::size_t points = currents.positions_m.size() / surface.faces.size();
  double power = 0;
  for (std::size_t i = 0; i < currents.positions_m.size(); ++i) {
    const std::size_t f = i / points;
    const bool both = has_both && has_both_currents(surface, media, static_cast<Index>(f));
    const ComplexVector &j = currents.J[i], &m = currents.M[i];
    double density = 0;
    if (!z.empty() && z[f] != 0.0) {
      const complex ohm = k_eta0 * z[f];
      density = both ? 0.5 * (ohm.real() * squared(j) + (1.0 / ohm).real() * squared(m))
                     : ohm.real() * squared(j);
    } else if (both) {
      density = flow(surface.faces[f].normal, m, j);
    }
    power += 0.5 * currents.areas_m2[i] * density;
  }
  return power;
}

} // namespace curlew::mom
