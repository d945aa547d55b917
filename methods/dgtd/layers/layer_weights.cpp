#include <curlew/methods/dgtd/layers/layer_weights.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/dgtd/layers/layer_matrices.hpp>
#include <curlew/methods/dgtd/layers/layers.hpp>
#include <curlew/methods/dgtd/memory/pole_steps.hpp>

#include <algorithm>
#include <utility>

namespace curlew::dgtd {
namespace {

using Small = std::vector<double>; // row by row

// Returns the poles of the medium that a layer continues, as rates in both schemes.
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

// Returns alpha, the same along all directions.
double alpha_of(const std::array<LayerStretch, 3> &stretch) {
  double alpha_per_s = 0;
  for (const LayerStretch &one : stretch)
    alpha_per_s = std::max(alpha_per_s, one.alpha_per_s);
  return alpha_per_s;
}

// Returns A of the component along `along`. `loss`: over the inertia, 1/s; `inertia`: eps_inf or
// mu_inf.
Small rate_matrix(const std::array<LayerStretch, 3> &stretch, int along,
                  const std::vector<PoleStep> &poles, double loss, double inertia,
                  const LayerBlocks &blocks) {
  const int n = blocks.count();
  Small rates(static_cast<std::size_t>(n) * n, 0);
  std::vector<double> u(n, 0); // row of u over z
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
  rates[0] = -gain; // x' = ... - gain p' - a b q'
  rates[1] = gain * (c + alpha) - a * b;
  u[1] = gain;
  if (blocks.has_second) {
    rates[2 * n + 1] = 1; // q' = p - alpha q
    rates[2 * n + 2] = -alpha;
    rates[2] = a * b * alpha;
    u[2] = a * b;
  }
  add(0, -loss);
  int first = blocks.first_pole();
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

// Solves for `columns` right sides in place: by Gauss and Jordan from the last row on. Memories and
// poles have positive diagonals, and once they are eliminated x has one too. Pivots by size would
// compare numbers of different units.
void solve_backwards(int n, Small a, int columns, Small &right) {
  for (int k = n - 1; k >= 0; --k) {
    const double scale = 1 / a[k * n + k];
    for (int j = 0; j <= k; ++j)
      a[k * n + j] *= scale;
    for (int j = 0; j < columns; ++j)
      right[k * columns + j] *= scale;
    for (int i = 0; i < n; ++i) {
      const double factor = a[i * n + k];
      if (i == k || factor == 0)
        continue;
      for (int j = 0; j <= k; ++j)
        a[i * n + j] -= factor * a[k * n + j];
      for (int j = 0; j < columns; ++j)
        right[i * columns + j] -= factor * right[k * columns + j];
    }
  }
}

// Returns the step by Crank and Nicolson's rule: (1 / dt - A / 2) z1 = (1 / dt + A / 2) z0 + drive,
// whose columns stand behind those of z0.
Small crank_nicolson(int n, const Small &rates, double dt_s, const Small &drive) {
  const int drives = static_cast<int>(drive.size()) / n, columns = n + drives;
  Small left(rates.size()), right(static_cast<std::size_t>(n) * columns);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const double one = i == j ? 1 / dt_s : 0;
      left[i * n + j] = one - 0.5 * rates[i * n + j];
      right[i * columns + j] = one + 0.5 * rates[i * n + j];
    }
    for (int j = 0; j < drives; ++j)
      right[i * columns + n + j] = drive[i * drives + j];
  }
  solve_backwards(n, std::move(left), columns, right);
  return right;
}

// Rates A of the three components of a tet; the other members are common to all components.
struct LayerRates {
  std::array<Small, 3> of_component;
  std::array<double, 3> real; // K
  // updater_per_s: the left side of the updater's step
  double loss_per_s = 0, loss_share = 0, updater_per_s = 0;
  int used = 0;
};

int directions_of(const std::array<LayerStretch, 3> &stretch) {
  return static_cast<int>(std::count_if(stretch.begin(), stretch.end(),
                                        [](const LayerStretch &one) { return one.is_active(); }));
}

double loss_of(const Problem &problem, Index tet, Side side) {
  const bool is_electric = side == Side::electric;
  const Material &medium = problem.materials[problem.material[tet]];
  return is_electric ? medium.sigma.v[0] / (k_eps0 * medium.eps_r.v[0])
                     : medium.sigma_m.v[0] / (k_mu0 * medium.mu_r.v[0]);
}

// True where the tet needs q; elsewhere a b is 0, or q has no effect.
bool needs_second(const Problem &problem, Index tet, Side side) {
  const auto stretch = layer_stretch(problem, tet);
  return directions_of(stretch) > 1 && (loss_of(problem, tet, side) > 0 || alpha_of(stretch) > 0 ||
                                        !pole_rates_of(problem, tet, side).empty());
}

LayerRates tet_rates(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                     double dt_s) {
  const Material &medium = problem.materials[problem.material[tet]];
  const double inertia = (side == Side::electric ? medium.eps_r : medium.mu_r).v[0];
  const auto stretch = layer_stretch(problem, tet);
  const auto poles = pole_rates_of(problem, tet, side);
  LayerRates result;
  const auto use = [&](int first, int count) { result.used |= ((1 << count) - 1) << first; };
  use(0, needs_second(problem, tet, side) ? 3 : 2);
  use(blocks.first_pole(), states_of(poles));
  use(blocks.count(), 1);
  result.loss_per_s = loss_of(problem, tet, side);
  result.updater_per_s = 1 / dt_s + 0.5 * result.loss_per_s;
  result.loss_share = result.loss_per_s / result.updater_per_s;
  for (int c = 0; c < 3; ++c) {
    result.of_component[c] = rate_matrix(stretch, c, poles, result.loss_per_s, inertia, blocks);
    result.real[c] = stretch[(c + 1) % 3].kappa * stretch[(c + 2) % 3].kappa / stretch[c].kappa;
    // Stages: A without the part of the loss that the updater takes off, over K.
    if (problem.choices.scheme == SchemeKind::upwind)
      result.of_component[c][0] += result.loss_per_s / result.real[c];
  }
  return result;
}

// Returns every number of A as a matrix of the tet's functions, block by block.
Small projected_rates(const LayerRates &rates, const LayerMatrices &matrices, int n, int blocks) {
  const int size = n * blocks;
  Small result(static_cast<std::size_t>(size) * size, 0);
  for (int k = 0; k < blocks; ++k)
    for (int l = 0; l < blocks; ++l) {
      Matrix block(static_cast<std::size_t>(n) * n, 0);
      bool is_zero = true;
      for (int c = 0; c < 3; ++c) {
        const double rate = rates.of_component[c][k * blocks + l] * (k == 0 ? rates.real[c] : 1.0);
        is_zero = is_zero && rate == 0;
        for (int i = 0; i < n * n; ++i)
          block[i] += rate * matrices.component[c][i];
      }
      if (is_zero)
        continue;
      if (k == 0)
        block = product(n, matrices.unstretch, block);
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
          result[(k * n + i) * size + l * n + j] = block[i * n + j];
    }
  return result;
}

} // namespace

LayerBlocks layer_blocks(const Problem &problem, Side side) {
  LayerBlocks blocks;
  for (const Index tet : problem.layers.tets) {
    blocks.states = std::max(blocks.states, states_of(pole_rates_of(problem, tet, side)));
    blocks.has_second = blocks.has_second || needs_second(problem, tet, side);
  }
  const Communicator &ranks = problem.ownership.ranks; // all ranks have the same number of states
  blocks.states = static_cast<int>(ranks.max(double(blocks.states)));
  blocks.has_second = ranks.any(blocks.has_second);
  return blocks;
}

LayerWeights layer_weights(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                           double dt_s) {
  const LayerRates rates = tet_rates(problem, tet, side, blocks, dt_s);
  const int n = blocks.count();
  LayerWeights result{{}, rates.loss_share, rates.used};
  result.weight.assign(static_cast<std::size_t>(3) * n * (n + 1), 0);
  for (int c = 0; c < 3; ++c) {
    Small drive(n, 0);
    drive[0] = rates.updater_per_s;
    const bool is_upwind = problem.choices.scheme == SchemeKind::upwind;
    const int columns = is_upwind ? n : n + 1;
    const Small step =
        is_upwind ? rates.of_component[c] : crank_nicolson(n, rates.of_component[c], dt_s, drive);
    for (int k = 0; k < n; ++k)
      for (int l = 0; l < columns; ++l)
        result.weight[3 * (k * (n + 1) + l) + c] = step[k * columns + l];
  }
  return result;
}

LayerStep layer_step(const Problem &problem, Index tet, Side side, const LayerBlocks &blocks,
                     double dt_s) {
  const LayerRates rates = tet_rates(problem, tet, side, blocks, dt_s);
  const LayerMatrices matrices = layer_matrices(problem, tet);
  const int n = problem.per_tet(), size = n * blocks.count();
  LayerStep result{projected_rates(rates, matrices, n, blocks.count()), rates.loss_share,
                   rates.used};
  if (problem.choices.scheme == SchemeKind::upwind)
    return result;
  Small drive(static_cast<std::size_t>(size) * n, 0);
  for (int i = 0; i < n * n; ++i)
    drive[i] = rates.updater_per_s * matrices.unstretch[i];
  result.matrix = crank_nicolson(size, result.matrix, dt_s, drive);
  return result;
}

} // namespace curlew::dgtd
