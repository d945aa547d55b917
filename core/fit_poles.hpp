#pragma once

#include <curlew/core/material.hpp>

#include <complex>
#include <vector>

namespace curlew {

// A permittivity over frequency, of e^{+j omega t}, that poles are fitted to.
struct PermittivitySamples {
  std::vector<double> frequencies_hz;    // above 0, rising
  std::vector<std::complex<double>> eps; // imaginary parts at most 0
};

enum class PoleKinds {
  all,   // Debye, Lorentz and Drude
  debye, // Debye alone
};

struct PoleFitOptions {
  int most_poles = 8;
  double tolerance = 0.01; // error of both kinds below which no pole is added
  PoleKinds kinds = PoleKinds::all;
  double loss_floor = 0.03; // share of |eps| below which losses count less
};

struct PoleFit {
  double eps_inf = 1;
  Poles poles;
  // Largest of |eps_fit - eps| / |eps|, and of |eps_fit'' - eps''| / max(eps'', loss_floor
  // |eps|), with the frequencies where they are.
  double error = 0, error_at_hz = 0, loss_error = 0, loss_error_at_hz = 0;
};

// Fits eps_inf of at least 1 and poles of strengths of at least 0: passive at all frequencies, as a
// sum of passive terms, in the form that methods in time take. (A sum of positive resonances comes
// arbitrarily close to any passive medium; common vector fitting, with residues of any sign, does
// not keep passivity and has numerators that the equations of a pole lack.) Poles are added one by
// one, each the best of a grid of rates; after each, Levenberg's method moves the rates of all, and
// strengths solve a nonnegative linear problem at every step @cite golub1973.
//
// Throws InputError for fewer than two samples.
PoleFit fit_poles(const PermittivitySamples &samples, const PoleFitOptions &options);

} // namespace curlew
