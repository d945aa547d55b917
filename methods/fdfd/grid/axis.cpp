#include <curlew/methods/fdfd/grid/axis.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// A layer of at most the first (wavenumber times thickness) is stretched to the second.
constexpr double k_shallow = 0.5, k_fitted_depth = 3;

// Returns 1 / integral of kappa^u u^order over u from 0 to 1, by Simpson's rule.
double loss_factor(double order, double kappa) {
  if (kappa == 1)
    return order + 1;
  constexpr int k_steps = 2000;
  double sum = kappa;
  for (int n = 1; n < k_steps; ++n) {
    const double u = double(n) / k_steps;
    sum += (n % 2 == 1 ? 4 : 2) * std::pow(kappa, u) * std::pow(u, order);
  }
  return 3 * k_steps / sum;
}

// Returns sigma eta0 / kappa at the outer end of a layer, which the wave passes twice.
double largest_loss(const LayerProfile &pml, double kappa, double thickness_m) {
  return -loss_factor(pml.order, kappa) * std::log(pml.reflection) / (2 * thickness_m);
}

} // namespace

double fitted_kappa(double wavenumber, double thickness_m) {
  const double depth = wavenumber * thickness_m;
  if (!(depth > 0) || depth >= k_shallow)
    return 1;
  // The mean of kappa^u is (kappa - 1) / ln kappa, which grows with ln kappa.
  double low = 0, high = 1;
  const auto mean = [](double log_kappa) { return std::expm1(log_kappa) / log_kappa; };
  while (mean(high) < k_fitted_depth / depth)
    high *= 2;
  for (int halving = 0; halving < 60; ++halving) {
    const double middle = (low + high) / 2;
    (mean(middle) < k_fitted_depth / depth ? low : high) = middle;
  }
  return std::exp(high);
}

Axis make_axis(Index cells, double cell_m, double corner_m, Wall low, Wall high,
               const LayerProfile &pml, double wavenumber, complex phase) {
  if ((low == Wall::periodic) != (high == Wall::periodic))
    throw Error(ExitCode::internal, "an axis is periodic on both sides or on none");
  Axis axis;
  axis.cells = cells;
  axis.count = cells + (high == Wall::pmc ? 1 : 0);
  axis.cell_m = cell_m;
  axis.corner_m = corner_m;
  axis.low = low;
  axis.high = high;
  axis.pml_cells = low == Wall::pml || high == Wall::pml ? pml.cells : 0;
  axis.phase = phase;
  const double thickness_m = pml.cells * cell_m;
  const double kappa = pml.kappa.value_or(fitted_kappa(wavenumber, thickness_m));
  const double loss = pml.cells > 0 ? largest_loss(pml, kappa, thickness_m) : 0;
  // Returns the stretch at a position, in cells from node 0. omega eps0 eta0 is the wavenumber.
  const auto stretch = [&](double position) {
    double depth = 0;
    if (low == Wall::pml)
      depth = std::max(depth, (pml.cells - position) / pml.cells);
    if (high == Wall::pml)
      depth = std::max(depth, (position - (cells - pml.cells)) / pml.cells);
    return depth > 0 ? std::pow(kappa, depth) *
                           complex(1, -loss * std::pow(depth, pml.order) / wavenumber)
                     : complex(1);
  };
  for (Index i = 0; i < axis.count; ++i) {
    // A magnetic wall is a mirror plane: it halves the length around its node.
    const bool on_magnetic_wall = (i == 0 && low == Wall::pmc) || (i == cells && high == Wall::pmc);
    const complex node = stretch(i) * cell_m * (on_magnetic_wall ? 0.5 : 1.0);
    const complex half = stretch(std::min<double>(i + 0.5, cells)) * cell_m;
    axis.node_length.push_back(node);
    axis.half_length.push_back(half);
    axis.node_rate.push_back(1.0 / node);
    axis.half_rate.push_back(axis.half_is_fixed(i) ? complex(0) : 1.0 / half);
  }
  return axis;
}

} // namespace curlew::fdfd
