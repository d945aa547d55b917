#pragma once

#include <curlew/core/signal/spectrum.hpp>

#include <array>
#include <complex>
#include <cstddef>
#include <functional>
#include <vector>

namespace curlew::signal {

using Complex = std::complex<double>;
using Field3 = std::array<Complex, 3>;

// G(alpha, f) = dt/mean(w) sum_{n<N} w_n exp((-alpha + j 2 pi f) n dt): the contribution to a
// spectrum, at f0 - f, of a line at frequency f0 with decay alpha. It has a closed form, since w is
// a sum of cosines.
class LineShape {
public:
  explicit LineShape(const Spectrum &spectrum);
  Complex operator()(double decay_per_s, double offset_hz) const;
  // -3 dB width.
  double width_hz(double decay_per_s) const;
  // Returns the largest |G(0, f)|/G(0, 0) within half a side lobe of the offset.
  double side_lobe(double offset_hz) const;
  double duration_s() const { return duration_s_; }
  // Main lobe from the peak to the first zero.
  double half_lobe_hz() const { return half_lobe_hz_; }

private:
  std::array<double, 3> terms_;
  double n_samples_;
  double dt_s_;
  double duration_s_;
  double half_lobe_hz_;
  Complex turn_m1_[3]; // exp(2 pi j m/N) - 1
};

// e(t) = Re(2 a exp((-alpha + j 2 pi f) t)); in the spectrum a G(alpha, f - f') at positive
// frequencies f' and its mirror image conj(a) G(alpha, -f - f').
struct Line {
  double frequency_hz = 0;
  double decay_per_s = 0;
  Field3 a{};

  double amplitude(const LineShape &shape) const;
  void subtract(const LineShape &shape, double at_hz, Field3 &from) const;
};

double magnitude(const Field3 &field);

struct LineFit {
  Line line;
  double explained = 0; // share of the energy in the fitted range that the line accounts for
};

// Fits frequency, decay and complex amplitude near `guess` to the values
// `target(k)` at frequencies k * step_hz, k < n, of which those around the line are used. The
// mirror image of the guess is taken away beforehand.
LineFit fit_line(const LineShape &shape, const Line &guess, double step_hz, std::size_t n,
                 const std::function<Field3(std::size_t)> &target);

} // namespace curlew::signal
