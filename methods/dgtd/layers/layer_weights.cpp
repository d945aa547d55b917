#include <curlew/methods/dgtd/layers/layer_weights.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <algorithm>

namespace curlew::dgtd {
namespace {

using Small = std::vector<double>; // blocks x blocks, row by row

// The poles of what a layer continues, as rates in both schemes.
std::vector<PoleStep> pole_rates_of(const Problem &problem, Index tet, Side side) {
  UpdateOptions options;
  options.form = Form::stages;
  return pole_steps(poles_of(layer_medium(problem, tet), side), options);
}

int states_of(const std::vector<PoleStep> &poles) {
  int states = 0;
  for (const PoleStep &pole : poles)
    states += pole.states;
  return states;
}

// The same of all directions.
double alpha_of(const std::array<LayerStretch, 3> &stretch) {
  double alpha_per_s = 0;
  for (const LayerStretch &one : stretch)
    alpha_per_s = std::max(alpha_per_s, one.alpha_per_s);
  return alpha_per_s;
}

// A of the component along `along`. `loss`: over the inertia, 1/s; `inertia`: eps_inf or mu_inf.
Small rate_matrix(const std::array<LayerStretch, 3> &stretch, int along,
                  const std::vector<PoleStep> &poles, double loss, double inertia,
                  const LayerBlocks &blocks) {
  const int n = blocks.count();
  Small rates(static_cast<std::size_t>(n) * n, 0);
  std::vector<double> u(n, 0); // of z
  u[0] = 1;
  const auto add = [&](int row, double factor) {
    for (int l = 0; l < n; ++l)
      rates[row * n + l] += factor * u[l];
  };
  const auto rate = [&](int d) { return stretch[d].rate_per_s / stretch[d].kappa; };
  const double a = rate((along + 1) % 3), b = rate((along + 2) % 3), c = rate(along);
  const double alpha = alpha_of(stretch), gain = a + b - c;
  rates[n] = 1; // p' = x - (c + alpha) p
  rates[n + 1] = -(c + alpha);
  rates[2 * n + 1] = 1; // q' = p - alpha q
  rates[2 * n + 2] = -alpha;
  rates[0] = -gain; // x' = ... - gain p' - a b q'
  rates[1] = gain * (c + alpha) - a * b;
  rates[2] = a * b * alpha;
  u[1] = gain;
  u[2] = a * b;
  add(0, -loss);
  int first = LayerBlocks::k_states;
  for (const PoleStep &pole : poles) {
    add(0, -pole.of_field / inertia);
    for (int s = 0; s < pole.states; ++s) {
      rates[first + s] -= pole.of_state[s] / inertia;
      add(first + s, pole.state_of_field[s]);
      for (int t = 0; t < pole.states; ++t)
        rates[(first + s) * n + first + t] += pole.state_of_state[s][t];
    }
    first += pole.states;
  }
  return rates;
}

// By Gauss and Jordan from the last row on: memories and poles have positive diagonals, and when
// they are out x has one too. Pivots by size would compare numbers of different units.
Small inverse(int n, Small a) {
  Small result(a.size(), 0);
  for (int i = 0; i < n; ++i)
    result[i * n + i] = 1;
  for (int k = n - 1; k >= 0; --k) {
    const double scale = 1 / a[k * n + k];
    for (int j = 0; j < n; ++j) {
      a[k * n + j] *= scale;
      result[k * n + j] *= scale;
    }
    for (int i = 0; i < n; ++i) {
      const double factor = a[i * n + k];
      for (int j = 0; i != k && j < n; ++j) {
        a[i * n + j] -= factor * a[k * n + j];
        result[i * n + j] -= factor * result[k * n + j];
      }
    }
  }
  return result;
}

// Crank and Nicolson's rule: z1 = step (1 / dt + A / 2) z0 + step (drive, 0, ...).
void put_step(const Small &rates, int n, int component, double drive_per_s, double dt_s,
              LayerWeights &weights) {
  Small left(rates.size()), right(rates.size());
  for (int i = 0; i < n * n; ++i) {
    const double one = i % (n + 1) == 0 ? 1 / dt_s : 0;
    left[i] = one - 0.5 * rates[i];
    right[i] = one + 0.5 * rates[i];
  }
  const Small step = inverse(n, left);
  for (int k = 0; k < n; ++k) {
    const auto at = [&](int l) -> double & {
      return weights.weight[3 * (k * (n + 1) + l) + component];
    };
    for (int l = 0; l < n; ++l)
      for (int m = 0; m < n; ++m)
        at(l) += step[k * n + m] * right[m * n + l];
    at(n) = step[k * n] * drive_per_s;
  }
}

} // namespace

bool has_stretched_layers(const Problem &problem) {
  const auto &layers = problem.layers;
  const bool is_shifted = std::any_of(layers.flat.begin(), layers.flat.end(), [](const auto &one) {
    return one.kappa != 1 || one.alpha_per_s > 0;
  });
  return problem.ownership.ranks.any(
      is_shifted || std::any_of(layers.tets.begin(), layers.tets.end(), [&](Index tet) {
        return problem.material[tet] >= layers.first_medium;
      }));
}

LayerBlocks layer_blocks(const Problem &problem, Side side) {
  LayerBlocks blocks;
  for (const Index tet : problem.layers.tets)
    blocks.states = std::max(blocks.states, states_of(pole_rates_of(problem, tet, side)));
  blocks.states = static_cast<int>(problem.ownership.ranks.max(double(blocks.states)));
  return blocks;
}

LayerWeights layer_weights(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                           double dt_s) {
  const bool is_electric = side == Side::electric,
             is_upwind = problem.choices.scheme == SchemeKind::upwind;
  const Material &medium = problem.materials[problem.material[tet]];
  const double relative = is_electric ? medium.eps_r.v[0] : medium.mu_r.v[0];
  const double loss = (is_electric ? medium.sigma : medium.sigma_m).v[0] /
                      (relative * (is_electric ? k_eps0 : k_mu0));
  const auto stretch = layer_stretch(problem, tet);
  const auto poles = pole_rates_of(problem, tet, side);
  const int n = blocks.count();
  LayerWeights result;
  const auto use = [&](int first, int count) { result.used |= ((1 << count) - 1) << first; };
  int directions = 0;
  for (const LayerStretch &one : stretch)
    directions += one.is_active() ? 1 : 0;
  const bool has_memory = loss > 0 || alpha_of(stretch) > 0 || !poles.empty();
  use(0, directions > 1 && has_memory ? 3 : 2); // elsewhere a b is 0, or q without effect
  use(LayerBlocks::k_states, states_of(poles));
  use(n, 1);
  result.weight.assign(static_cast<std::size_t>(3) * n * (n + 1), 0);
  // The updater has 1 / dt + loss / 2 on the left.
  const double scale = 1 / dt_s + 0.5 * loss;
  result.loss_share = loss / scale;
  for (int c = 0; c < 3; ++c) {
    Small rates = rate_matrix(stretch, c, poles, loss, relative, blocks);
    if (!is_upwind) {
      put_step(rates, n, c, scale, dt_s, result);
      continue;
    }
    // What the updater takes off, over K.
    const double across = stretch[(c + 1) % 3].kappa * stretch[(c + 2) % 3].kappa;
    rates[0] += loss * stretch[c].kappa / across;
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < n; ++l)
        result.weight[3 * (k * (n + 1) + l) + c] = rates[k * n + l];
  }
  return result;
}

} // namespace curlew::dgtd
