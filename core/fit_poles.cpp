#include <curlew/core/fit_poles.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/signal/nonnegative_fit.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Column = std::vector<double>; // weighted real parts, then imaginary parts

enum class Kind { debye, lorentz, drude };

// A pole without its strength: logarithms of its rates over 1 Hz.
struct Shape {
  Kind kind = Kind::debye;
  std::array<double, 2> log_rates{}; // Debye 1/(2 pi tau); Lorentz f0, gamma; Drude gamma
  int rate_count() const { return kind == Kind::lorentz ? 2 : 1; }
};

// Rates from which the best is taken.
constexpr int k_resonances = 36, k_relaxations = 40;
constexpr std::array k_dampings = {0.03, 0.08, 0.2, 0.5, 1.2, 3.0}; // gamma / f0
constexpr double k_margin = 5; // rates lie within the band times this factor
constexpr double k_free = 100; // and move within it times this
constexpr int k_most_moves = 80;
constexpr double k_least_progress = 1e-5;

complex response(const Shape &shape, double f) {
  const double rate = std::exp(shape.log_rates[0]);
  switch (shape.kind) {
  case Kind::debye:
    return 1.0 / complex(1, f / rate);
  case Kind::lorentz:
    return rate * rate / complex(rate * rate - f * f, f * std::exp(shape.log_rates[1]));
  case Kind::drude:
    break;
  }
  return -1.0 / complex(f * f, -f * rate);
}

class Fitter {
public:
  Fitter(const PermittivitySamples &samples, const PoleFitOptions &options)
      : samples_(samples), options_(options), low_(samples.frequencies_hz.front()),
        high_(samples.frequencies_hz.back()) {
    for (const complex eps : samples.eps) {
      weights_.push_back(1 / std::abs(eps));
      loss_weights_.push_back(1 / std::max(-eps.imag(), options.loss_floor * std::abs(eps)));
    }
    target_ = weighted([&](std::size_t i) { return samples.eps[i] - 1.0; });
    constant_ = weighted([](std::size_t) { return complex(1); });
  }

  PoleFit run() {
    std::vector<Shape> shapes;
    PoleFit best = result_of(shapes);
    for (int count = 0; count < options_.most_poles && !is_good(best); ++count) {
      shapes.push_back(best_addition(shapes));
      move(shapes);
      best = result_of(shapes);
    }
    return best;
  }

private:
  struct Solution {
    std::vector<double> strengths; // of eps_inf - 1, then of the shapes
    Column residual;
    double square = 0;
  };

  template <class Value> Column weighted(Value &&value) const {
    const std::size_t count = samples_.eps.size();
    Column column(2 * count);
    for (std::size_t i = 0; i < count; ++i) {
      const complex v = value(i);
      column[i] = v.real() * weights_[i];
      column[count + i] = v.imag() * loss_weights_[i];
    }
    return column;
  }

  Column column_of(const Shape &shape) const {
    return weighted([&](std::size_t i) { return response(shape, samples_.frequencies_hz[i]); });
  }

  static double product(const Column &a, const Column &b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      sum += a[i] * b[i];
    return sum;
  }

  Solution solve(const std::vector<Shape> &shapes) const {
    std::vector<Column> columns = {constant_};
    for (const Shape &shape : shapes)
      columns.push_back(column_of(shape));
    std::vector<double> lengths;
    NormalEquations equations;
    for (Column &column : columns) {
      lengths.push_back(std::sqrt(product(column, column)));
      for (double &entry : column)
        entry /= lengths.back();
      equations.projection.push_back(product(column, target_));
      equations.gram.emplace_back();
      for (const Column &other : columns)
        equations.gram.back().push_back(&other > &column ? 0 : product(column, other));
    }
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t j = i + 1; j < columns.size(); ++j)
        equations.gram[i][j] = equations.gram[j][i];
    Solution solution;
    solution.strengths = solve_nonnegative(equations);
    solution.residual = target_;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      for (std::size_t i = 0; i < target_.size(); ++i)
        solution.residual[i] -= solution.strengths[c] * columns[c][i];
      solution.strengths[c] /= lengths[c];
    }
    solution.square = product(solution.residual, solution.residual);
    return solution;
  }

  std::vector<Shape> candidates() const {
    std::vector<Shape> all;
    const double first = low_ / k_margin, ratio = high_ * k_margin / first;
    const auto add = [&](Kind kind, int count, double damping) {
      for (int i = 0; i < count; ++i) {
        const double rate = std::log(first * std::pow(ratio, i / (count - 1.0)));
        all.push_back({kind, {rate, rate + std::log(damping)}});
      }
    };
    add(Kind::debye, k_relaxations, 1);
    if (options_.kinds == PoleKinds::debye)
      return all;
    add(Kind::drude, k_relaxations, 1);
    for (const double damping : k_dampings)
      add(Kind::lorentz, k_resonances, damping);
    return all;
  }

  // Returns the candidate with the least residual beside the shapes there are.
  Shape best_addition(std::vector<Shape> shapes) const {
    Shape best;
    double least = std::numeric_limits<double>::infinity();
    shapes.emplace_back();
    for (const Shape &candidate : candidates()) {
      shapes.back() = candidate;
      if (const double square = solve(shapes).square; square < least) {
        least = square;
        best = candidate;
      }
    }
    return best;
  }

  double clamped(double log_rate) const {
    return std::clamp(log_rate, std::log(low_ / k_free), std::log(high_ * k_free));
  }

  // Moves all rates by Levenberg and Marquardt's method, with derivatives by differences.
  void move(std::vector<Shape> &shapes) const {
    std::vector<double *> rates;
    for (Shape &shape : shapes)
      for (int r = 0; r < shape.rate_count(); ++r)
        rates.push_back(&shape.log_rates[r]);
    Solution now = solve(shapes);
    double damping = 1e-2;
    constexpr double k_difference = 1e-5, k_most_damping = 1e8;
    for (int round = 0; round < k_most_moves && damping < k_most_damping; ++round) {
      std::vector<Column> derivatives;
      for (double *rate : rates) {
        const double before = *rate;
        *rate = before + k_difference;
        Column change = solve(shapes).residual;
        *rate = before;
        for (std::size_t i = 0; i < change.size(); ++i)
          change[i] = (change[i] - now.residual[i]) / k_difference;
        derivatives.push_back(std::move(change));
      }
      const double before = now.square;
      if (!step(shapes, rates, derivatives, damping, now))
        return;
      if (now.square > before * (1 - k_least_progress))
        return;
    }
  }

  // Takes one step that lowers the residual; false where the damping has grown out of bounds.
  bool step(std::vector<Shape> &shapes, const std::vector<double *> &rates,
            const std::vector<Column> &derivatives, double &damping, Solution &now) const {
    constexpr double k_most_damping = 1e8, k_longest = 1; // of a logarithm
    const std::size_t count = rates.size();
    std::vector<std::vector<double>> normal(count, std::vector<double>(count));
    std::vector<double> gradient(count), before(count);
    for (std::size_t i = 0; i < count; ++i) {
      before[i] = *rates[i];
      gradient[i] = -product(derivatives[i], now.residual);
      for (std::size_t j = 0; j < count; ++j)
        normal[i][j] = product(derivatives[i], derivatives[j]);
    }
    for (; damping < k_most_damping; damping *= 4) {
      const std::vector<double> change = solved(normal, gradient, damping);
      for (std::size_t i = 0; i < count; ++i)
        *rates[i] = clamped(before[i] + std::clamp(change[i], -k_longest, k_longest));
      Solution next = solve(shapes);
      if (next.square < now.square) {
        now = std::move(next);
        damping = std::max(damping / 10, 1e-9);
        return true;
      }
    }
    for (std::size_t i = 0; i < count; ++i)
      *rates[i] = before[i];
    return false;
  }

  // Solves (N + damping diag N) x = g by elimination; N is positive semidefinite.
  static std::vector<double> solved(std::vector<std::vector<double>> normal,
                                    std::vector<double> right, double damping) {
    const std::size_t count = right.size();
    double largest = 0;
    for (std::size_t i = 0; i < count; ++i)
      largest = std::max(largest, normal[i][i]);
    for (std::size_t i = 0; i < count; ++i)
      normal[i][i] += damping * normal[i][i] + 1e-12 * largest + 1e-300;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i + 1; j < count; ++j) {
        const double factor = normal[j][i] / normal[i][i];
        for (std::size_t k = i; k < count; ++k)
          normal[j][k] -= factor * normal[i][k];
        right[j] -= factor * right[i];
      }
    for (std::size_t i = count; i-- > 0;) {
      for (std::size_t k = i + 1; k < count; ++k)
        right[i] -= normal[i][k] * right[k];
      right[i] /= normal[i][i];
    }
    return right;
  }

  bool is_good(const PoleFit &fit) const {
    return fit.error <= options_.tolerance && fit.loss_error <= options_.tolerance;
  }

  PoleFit result_of(const std::vector<Shape> &shapes) const {
    const Solution solution = solve(shapes);
    PoleFit fit;
    fit.eps_inf = 1 + solution.strengths[0];
    for (std::size_t s = 0; s < shapes.size(); ++s) {
      const double strength = solution.strengths[s + 1];
      const double rate_hz = std::exp(shapes[s].log_rates[0]);
      if (strength == 0)
        continue;
      if (shapes[s].kind == Kind::debye)
        fit.poles.debye.push_back({strength, 1 / (2 * k_pi * rate_hz)});
      else if (shapes[s].kind == Kind::lorentz)
        fit.poles.lorentz.push_back({strength, rate_hz, std::exp(shapes[s].log_rates[1])});
      else
        fit.poles.drude.push_back({std::sqrt(strength), rate_hz});
    }
    for (std::size_t i = 0; i < samples_.eps.size(); ++i) {
      const double f = samples_.frequencies_hz[i];
      const complex difference = fit.eps_inf + fit.poles.at(f) - samples_.eps[i];
      if (const double error = std::abs(difference) * weights_[i]; error >= fit.error)
        fit.error = error, fit.error_at_hz = f;
      if (const double error = std::abs(difference.imag()) * loss_weights_[i];
          error >= fit.loss_error)
        fit.loss_error = error, fit.loss_error_at_hz = f;
    }
    return fit;
  }

  const PermittivitySamples &samples_;
  const PoleFitOptions &options_;
  double low_, high_;
  std::vector<double> weights_, loss_weights_;
  Column target_, constant_;
};

} // namespace

PoleFit fit_poles(const PermittivitySamples &samples, const PoleFitOptions &options) {
  if (samples.frequencies_hz.size() < 2 || samples.frequencies_hz.size() != samples.eps.size())
    throw InputError("a fit of poles needs at least two samples of a permittivity");
  return Fitter(samples, options).run();
}

} // namespace curlew
