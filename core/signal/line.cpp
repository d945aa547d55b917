#include <curlew/core/constants.hpp>
#include <curlew/core/signal/line.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::signal {
namespace {

// exp(z) - 1 without cancellation for small z.
Complex expm1(Complex z) {
  const double s = std::sin(z.imag() / 2);
  const double grown = std::exp(z.real());
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * s * s, grown * std::sin(z.imag())};
}

// (exp(N z) - 1)/(exp(z) - 1) = sum_{n<N} exp(z n)
Complex geometric_sum(Complex z, double n) {
  if (std::abs(z) * n < 1e-16) {
    return n; // 0/0; anything larger keeps its digits
  }
  return expm1(n * z) / expm1(z);
}

using Vertex = std::array<double, 2>;

// Downhill simplex in two variables. @cite nelder1965
Vertex minimise(const std::function<double(const Vertex &)> &cost, Vertex start, Vertex size) {
  struct Corner {
    Vertex x;
    double cost;
  };
  std::array<Corner, 3> s;
  for (std::size_t i = 0; i < 3; ++i) {
    s[i].x = start;
    if (i > 0) {
      s[i].x[i - 1] += size[i - 1];
    }
    s[i].cost = cost(s[i].x);
  }
  constexpr int k_iterations = 200;
  constexpr double k_small_enough = 1e-9; // simplex size, in resolution cells
  for (int iteration = 0; iteration < k_iterations; ++iteration) {
    std::sort(s.begin(), s.end(), [](const Corner &a, const Corner &b) { return a.cost < b.cost; });
    double extent = 0;
    for (std::size_t d = 0; d < 2; ++d) {
      extent = std::max({extent, std::abs(s[1].x[d] - s[0].x[d]), std::abs(s[2].x[d] - s[0].x[d])});
    }
    if (extent < k_small_enough) {
      break;
    }
    const auto along = [&](double t) {
      Corner corner{};
      for (std::size_t d = 0; d < 2; ++d) {
        const double middle = (s[0].x[d] + s[1].x[d]) / 2;
        corner.x[d] = middle + t * (s[2].x[d] - middle);
      }
      corner.cost = cost(corner.x);
      return corner;
    };
    const Corner reflected = along(-1);
    if (reflected.cost < s[0].cost) {
      const Corner expanded = along(-2);
      s[2] = expanded.cost < reflected.cost ? expanded : reflected;
    } else if (reflected.cost < s[1].cost) {
      s[2] = reflected;
    } else {
      const Corner contracted = along(reflected.cost < s[2].cost ? -0.5 : 0.5);
      if (contracted.cost < std::min(reflected.cost, s[2].cost)) {
        s[2] = contracted;
      } else {
        for (std::size_t i = 1; i < 3; ++i) {
          for (std::size_t d = 0; d < 2; ++d) {
            s[i].x[d] = (s[i].x[d] + s[0].x[d]) / 2;
          }
          s[i].cost = cost(s[i].x);
        }
      }
    }
  }
  return std::min_element(s.begin(), s.end(),
                          [](const Corner &a, const Corner &b) { return a.cost < b.cost; })
      ->x;
}

} // namespace

LineShape::LineShape(const Spectrum &spectrum)
    : terms_(window_terms(spectrum.window)), n_samples_(static_cast<double>(spectrum.n_samples)),
      dt_s_(spectrum.dt_s), duration_s_(spectrum.duration_s()),
      half_lobe_hz_(main_lobe_half_width(spectrum.window) / spectrum.duration_s()) {
  for (int m = 0; m < 3; ++m) {
    turn_m1_[m] = expm1(Complex(0, 2 * k_pi * m / n_samples_));
  }
}

Complex LineShape::operator()(double decay_per_s, double offset_hz) const {
  const Complex z(-decay_per_s * dt_s_, 2 * k_pi * offset_hz * dt_s_);
  const Complex turn(0, 2 * k_pi / n_samples_);
  // The cosines turn z by 2 pi j m/N, which leaves exp(N z) as it is: two exponentials serve all
  // terms, except close to a zero of the denominator.
  const Complex top = expm1(n_samples_ * z);
  const Complex bottom = expm1(z);
  const auto turned_sum = [&](int m) {
    const Complex turned = z + static_cast<double>(m) * turn;
    if (std::abs(turned) * n_samples_ < 0.5) {
      return geometric_sum(turned, n_samples_);
    }
    const Complex forward = turn_m1_[m > 0 ? m : -m];
    const Complex step = m > 0 ? forward : std::conj(forward);
    return top / (bottom * (1.0 + step) + step);
  };
  Complex sum =
      terms_[0] * (std::abs(z) * n_samples_ < 0.5 ? geometric_sum(z, n_samples_) : top / bottom);
  if (terms_[1] != 0) {
    sum -= 0.5 * terms_[1] * (turned_sum(1) + turned_sum(-1));
  }
  if (terms_[2] != 0) {
    sum += 0.5 * terms_[2] * (turned_sum(2) + turned_sum(-2));
  }
  return dt_s_ / terms_[0] * sum;
}

double LineShape::width_hz(double decay_per_s) const {
  const double level = std::abs((*this)(decay_per_s, 0)) / std::sqrt(2.0);
  double inside = 0;
  double outside = half_lobe_hz_ / 4;
  while (std::abs((*this)(decay_per_s, outside)) > level) {
    inside = outside;
    outside *= 1.5;
  }
  constexpr int k_bisections = 50;
  for (int i = 0; i < k_bisections; ++i) {
    const double middle = (inside + outside) / 2;
    (std::abs((*this)(decay_per_s, middle)) > level ? inside : outside) = middle;
  }
  return inside + outside;
}

double LineShape::side_lobe(double offset_hz) const {
  double largest = 0;
  for (const double shift : {-0.5, -0.25, 0.0, 0.25, 0.5}) {
    largest = std::max(largest, std::abs((*this)(0, offset_hz + shift / duration_s_)));
  }
  return largest / std::abs((*this)(0, 0));
}

double magnitude(const Field3 &field) {
  return std::sqrt(std::norm(field[0]) + std::norm(field[1]) + std::norm(field[2]));
}

double Line::amplitude(const LineShape &shape) const {
  return magnitude(a) * std::abs(shape(decay_per_s, 0));
}

void Line::subtract(const LineShape &shape, double at_hz, Field3 &from) const {
  const Complex direct = shape(decay_per_s, frequency_hz - at_hz);
  const Complex mirror = shape(decay_per_s, -frequency_hz - at_hz);
  for (std::size_t c = 0; c < 3; ++c) {
    from[c] -= a[c] * direct + std::conj(a[c]) * mirror;
  }
}

LineFit fit_line(const LineShape &shape, const Line &guess, double step_hz, std::size_t n,
                 const std::function<Field3(std::size_t)> &target) {
  const double duration = shape.duration_s();
  // A decaying line is wider than the window's lobe; the top of a very broad line suffices for the
  // fit.
  constexpr double k_most_lobes = 8;
  const double lobe = shape.half_lobe_hz();
  const double reach =
      std::min(lobe + std::max(0.0, guess.decay_per_s) / k_pi, k_most_lobes * lobe);
  const auto first =
      static_cast<std::size_t>(std::max(0.0, std::ceil((guess.frequency_hz - reach) / step_hz)));
  const auto last = std::min(
      n - 1, static_cast<std::size_t>(std::max(0.0, (guess.frequency_hz + reach) / step_hz)));
  std::vector<double> at_hz;
  std::vector<Field3> values;
  double energy = 0;
  for (std::size_t k = first; k <= last; ++k) {
    at_hz.push_back(static_cast<double>(k) * step_hz);
    Field3 value = target(k);
    const Complex mirror = shape(guess.decay_per_s, -guess.frequency_hz - at_hz.back());
    for (std::size_t c = 0; c < 3; ++c) {
      value[c] -= std::conj(guess.a[c]) * mirror;
      energy += std::norm(value[c]);
    }
    values.push_back(value);
  }

  const auto project = [&](double frequency_hz, double decay_per_s) {
    Field3 product{};
    double norm = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Complex g = shape(decay_per_s, frequency_hz - at_hz[i]);
      norm += std::norm(g);
      for (std::size_t c = 0; c < 3; ++c) {
        product[c] += std::conj(g) * values[i][c];
      }
    }
    double explained = 0;
    for (Complex &p : product) {
      explained += std::norm(p) / norm;
      p /= norm;
    }
    return std::pair(product, explained);
  };
  // Limits in resolution cells: (frequency - guess) T and alpha T.
  constexpr double k_most_growth = -3;
  constexpr double k_most_decay = 1e4;
  const auto cost = [&](const Vertex &x) {
    if (x[1] < k_most_growth || x[1] > k_most_decay) {
      return std::numeric_limits<double>::infinity();
    }
    return -project(guess.frequency_hz + x[0] / duration, x[1] / duration).second;
  };
  const double decay = guess.decay_per_s * duration;
  const Vertex best = minimise(cost, {0, decay}, {0.1, std::max(0.1, 0.1 * decay)});

  LineFit fit;
  fit.line.frequency_hz = guess.frequency_hz + best[0] / duration;
  fit.line.decay_per_s = best[1] / duration;
  const auto [a, explained] = project(fit.line.frequency_hz, fit.line.decay_per_s);
  fit.line.a = a;
  fit.explained = energy > 0 ? explained / energy : 0;
  return fit;
}

} // namespace curlew::signal
