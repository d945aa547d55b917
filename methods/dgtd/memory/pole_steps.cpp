#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <curlew/core/constants.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

using Complex = std::complex<double>;

// Resonance dP/dt = J, dJ/dt = strength x - 2 delta J - square P; for Drude's poles the square is
// 0.
struct Resonance {
  double strength, delta, square;
};

Resonance resonance_of(const LorentzPole &pole) {
  const double omega = 2 * k_pi * pole.f0_hz;
  return {pole.delta * omega * omega, k_pi * pole.gamma_hz, omega * omega};
}

Resonance resonance_of(const DrudePole &pole) {
  const double omega = 2 * k_pi * pole.f_p_hz;
  return {omega * omega, k_pi * pole.gamma_hz, 0};
}

// Returns Crank and Nicolson's rule for dP/dt = (delta x - P) / tau.
PoleStep implicit_step(const DebyePole &pole, double dt_s) {
  const double g = 1 / (pole.tau_s / dt_s + 0.5);
  PoleStep step;
  step.gain = step.state_gain[0] = g * pole.delta / 2;
  step.of_field = step.state_of_field[0] = g * pole.delta;
  step.of_state[0] = step.state_of_state[0][0] = -g;
  step.energy[0] = 1 / pole.delta;
  return step;
}

// Returns the same rule for a resonance, with q = (P, J); without a square J alone.
PoleStep implicit_step(const Resonance &one, double dt_s) {
  const double x = 1 + one.delta * dt_s + one.square * dt_s * dt_s / 4;
  const double gain = one.strength * dt_s / (2 * x), of_field = one.strength * dt_s / x;
  const double of_j = -dt_s * (2 * one.delta + one.square * dt_s / 2) / x;
  const double of_p = -one.square * dt_s / x;
  PoleStep step;
  step.gain = dt_s * gain / 2;
  step.of_field = dt_s * of_field / 2;
  const int j = one.square > 0 ? 1 : 0;
  step.states = j + 1;
  step.of_state[j] = dt_s * (1 + of_j / 2);
  step.state_gain[j] = gain;
  step.state_of_field[j] = of_field;
  step.state_of_state[j][j] = of_j;
  step.energy[j] = 1 / one.strength;
  if (j == 1) {
    step.of_state[0] = step.state_of_state[0][0] = dt_s * of_p / 2;
    step.state_gain[0] = step.gain;
    step.state_of_field[0] = step.of_field;
    step.state_of_state[0][1] = step.of_state[1];
    step.state_of_state[1][0] = of_p;
    step.energy[0] = one.square / one.strength;
  }
  return step;
}

PoleStep rates_of(const DebyePole &pole) {
  PoleStep rates;
  rates.of_field = rates.state_of_field[0] = pole.delta / pole.tau_s;
  rates.of_state[0] = rates.state_of_state[0][0] = -1 / pole.tau_s;
  rates.energy[0] = 1 / pole.delta;
  return rates;
}

PoleStep rates_of(const Resonance &one) {
  PoleStep rates;
  const int j = one.square > 0 ? 1 : 0;
  rates.states = j + 1;
  rates.of_state[j] = 1;
  rates.state_of_field[j] = one.strength;
  rates.state_of_state[j][j] = -2 * one.delta;
  rates.energy[j] = 1 / one.strength;
  if (j == 1) {
    rates.state_of_state[0][1] = 1;
    rates.state_of_state[1][0] = -one.square;
    rates.energy[0] = one.square / one.strength;
  }
  return rates;
}

// Adds the recursive convolution with a exp(-b t) @cite meng2015. Leapfrog, with phi1 = exp(-b dt)
// phi0 + x1 - x0 and half a step to its middle: P1 - P0 = Re(a c) (x1 - x0) + Re(a d phi0). Stages:
// dP/dt = Re(psi), which a straight change of x over dt_s advances to psi1 = exp(-b dt) psi0 + a d
// (x1 - x0). Two states where a and b are complex.
void add_decay(Complex a, Complex b, const UpdateOptions &options, int state, PoleStep &step) {
  const Complex half = std::exp(-0.5 * b * options.dt_s), decay = half * half;
  Complex weight, gain = 1;
  if (options.form == Form::stages) {
    weight = 1;
    gain = a * (1.0 - decay) / (b * options.dt_s);
  } else {
    step.gain += (a * (1.0 - half) / b).real();
    weight = a * (1.0 - decay) * half / b;
  }
  step.of_state[state] = weight.real();
  step.state_gain[state] = gain.real();
  step.state_of_state[state][state] = decay.real() - 1;
  if (b.imag() == 0)
    return;
  step.states = 2;
  step.of_state[1] = -weight.imag();
  step.state_gain[1] = gain.imag();
  step.state_of_state[1][1] = decay.real() - 1;
  step.state_of_state[0][1] = -decay.imag();
  step.state_of_state[1][0] = decay.imag();
}

PoleStep recursive_step(const DebyePole &pole, const UpdateOptions &options) {
  PoleStep step;
  add_decay(pole.delta / pole.tau_s, 1 / pole.tau_s, options, 0, step);
  return step;
}

PoleStep recursive_step(const Resonance &one, const UpdateOptions &options) {
  if (one.square == 0)
    throw std::logic_error("a pole of Drude that the check of the case refuses");
  // Two equal roots are taken as two close ones: sin(beta t) / beta is t to 1e-9 then.
  const double square = one.square - one.delta * one.delta, least = 1e-8 * one.square;
  PoleStep step;
  if (square > -least) {
    const double beta = std::sqrt(std::max(square, least));
    add_decay({0, -one.strength / beta}, {one.delta, -beta}, options, 0, step);
    return step;
  }
  const double beta = std::sqrt(-square), a = one.strength / (2 * beta);
  add_decay(a, one.square / (one.delta + beta), options, 0, step);
  add_decay(-a, one.delta + beta, options, 1, step);
  step.states = 2;
  return step;
}

template <class Pole> PoleStep step_of(const Pole &pole, const UpdateOptions &options) {
  if (options.dispersion == Dispersion::recursive)
    return recursive_step(pole, options);
  return options.form == Form::stages ? rates_of(pole) : implicit_step(pole, options.dt_s);
}

} // namespace

bool is_active(const PoleStep &step) {
  constexpr int k_samples = 400;
  for (int k = 1; k < k_samples; ++k) {
    const Complex turn = std::polar(1.0, k_pi * k / k_samples), change = turn - 1.0;
    const auto &a = step.state_of_state;
    const Complex drive[2] = {step.state_gain[0] * change + step.state_of_field[0],
                              step.state_gain[1] * change + step.state_of_field[1]};
    Complex q[2] = {drive[0] / (change - a[0][0]), 0};
    if (step.states == 2) {
      const Complex d0 = change - a[0][0], d1 = change - a[1][1], det = d0 * d1 - a[0][1] * a[1][0];
      q[0] = (drive[0] * d1 + drive[1] * a[0][1]) / det;
      q[1] = (drive[1] * d0 + drive[0] * a[1][0]) / det;
    }
    const Complex moved =
        step.gain * change + step.of_field + step.of_state[0] * q[0] + step.of_state[1] * q[1];
    const Complex mean = 0.5 * (turn + 1.0);
    if ((moved * std::conj(mean)).real() < -1e-9 * std::abs(moved) * std::abs(mean))
      return true;
  }
  return false;
}

const Poles &poles_of(const Material &material, Side side) {
  return side == Side::electric ? material.eps_poles : material.mu_poles;
}

std::vector<PoleStep> pole_steps(const Poles &poles, const UpdateOptions &options) {
  std::vector<PoleStep> steps;
  for (const DebyePole &pole : poles.debye)
    steps.push_back(step_of(pole, options));
  for (const LorentzPole &pole : poles.lorentz)
    steps.push_back(step_of(resonance_of(pole), options));
  for (const DrudePole &pole : poles.drude)
    steps.push_back(step_of(resonance_of(pole), options));
  return steps;
}

double gain_of(const Poles &poles, const UpdateOptions &options) {
  if (options.form == Form::stages)
    return 0;
  double sum = 0;
  for (const PoleStep &step : pole_steps(poles, options))
    sum += step.gain;
  return sum;
}

PoleRates pole_rates(const Problem &problem) {
  PoleRates rates;
  for (const Side side : {Side::electric, Side::magnetic}) {
    double coupling = 0; // squared
    for (const Material &material : problem.materials) {
      const SymmetricTensor &inertia = side == Side::electric ? material.eps_r : material.mu_r;
      const SymmetricTensor inverse = inertia.inverse();
      const double weight =
          inertia.is_isotropic() ? inverse.v[0] : inverse.v[0] + inverse.v[1] + inverse.v[2];
      const Poles &poles = poles_of(material, side);
      double relaxing = 0, resonant = 0, of_material = 0;
      for (const DebyePole &pole : poles.debye)
        relaxing += (1 + std::abs(pole.delta) * weight) / pole.tau_s;
      const auto add = [&](const Resonance &one) {
        resonant = std::max(resonant, 2 * one.delta);
        of_material += std::abs(one.strength) * weight + one.square;
      };
      for (const LorentzPole &pole : poles.lorentz)
        add(resonance_of(pole));
      for (const DrudePole &pole : poles.drude)
        add(resonance_of(pole));
      rates.damping = std::max(rates.damping, std::max(relaxing, resonant));
      coupling = std::max(coupling, of_material);
    }
    rates.coupling += coupling;
  }
  rates.coupling = std::sqrt(rates.coupling);
  return rates;
}

} // namespace curlew::dgtd
