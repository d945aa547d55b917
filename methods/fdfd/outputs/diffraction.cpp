#include <curlew/methods/fdfd/outputs/diffraction.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/methods/fdfd/outputs/powers.hpp>
#include <curlew/methods/fdfd/sources/stack_wave.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace curlew::fdfd {
namespace {

// True where all entries of nodes k and k + 1 and of the half between them are like a half-space.
bool is_free(const Problem &problem, Index k, complex eps) {
  for (int c = 0; c < 3; ++c)
    for (const Index at : {k, k + 1}) {
      if (c == 2 && at != k)
        continue;
      for (Index j = 0; j < problem.count(1); ++j)
        for (Index i = 0; i < problem.count(0); ++i)
          if (problem.eps[problem.eps_id[c][problem.entry(i, j, at)]] != eps)
            return false;
    }
  return true;
}

// Two waves of a polarisation on a plane of nodes.
struct UpAndDown {
  complex up, down;
};

class Plane {
public:
  Plane(const YeeFields &fields, Index k, complex eps, const double (&wave_vector)[2])
      : fields_(fields), problem_(fields.problem()), k_(k), eps_(eps), kx_(wave_vector[0]),
        ky_(wave_vector[1]) {}

  double wavenumber(int axis, int order) const {
    const Axis &along = problem_.axes[axis];
    return (axis == 0 ? kx_ : ky_) + 2 * k_pi * order / (along.cells * along.cell_m);
  }
  TransverseWave transverse(int m, int n) const {
    return TransverseWave::make(wavenumber(0, m), wavenumber(1, n), problem_.axes[0],
                                problem_.axes[1]);
  }
  // Returns k^2 eps - g^2 of an order.
  double square(const TransverseWave &wave) const {
    return problem_.wavenumber * problem_.wavenumber * eps_.real() - wave.g * wave.g;
  }
  // Returns an order that grazes; none for any other, and in media with losses or none.
  std::optional<GrazingOrder> grazing(int m, int n, const TransverseWave &wave) const {
    constexpr double k_off = 0.1;
    const double k_n = problem_.wavenumber * std::sqrt(std::max(0.0, eps_.real()));
    const double kx = wavenumber(0, m), ky = wavenumber(1, n);
    const double exact = k_n * k_n - kx * kx - ky * ky, grid = square(wave);
    if (eps_.imag() != 0 || k_n == 0 || std::abs(exact) > k_grazing * k_n * k_n)
      return {};
    const double h = problem_.axes[2].cell_m;
    const double kz = grid > 0 ? 2 / h * std::asin(std::min(1.0, h * std::sqrt(grid) / 2)) : 0;
    GrazingOrder order;
    order.m = m;
    order.n = n;
    order.cosine = kz / k_n;
    order.is_off = (exact > 0) != (grid > 0) ||
                   (exact > 0 && std::abs(kz - std::sqrt(exact)) > k_off * std::sqrt(exact));
    return order;
  }
  complex phase(const TransverseWave &wave) const {
    return cell_phase(problem_.wavenumber, eps_, wave.g, problem_.axes[2].cell_m);
  }
  // True for an order that carries power; waves shorter than the grid's shortest do not.
  bool travels(const TransverseWave &wave) const {
    const double h = problem_.axes[2].cell_m, s = square(wave);
    return eps_.imag() == 0 && s > 0 && h * h * s < 4;
  }
  // Returns the power at unit |q| or |p|, in W/m^2.
  double power(const TransverseWave &wave, bool is_te) const {
    const double k = problem_.wavenumber, sine = -phase(wave).imag() / problem_.axes[2].cell_m;
    return sine / (2 * k * k_eta0) * (is_te ? 1 : k * k * eps_.real() / square(wave));
  }
  // Returns E along the transverse direction of its polarisation, from q or p.
  complex field(const TransverseWave &wave, bool is_te, bool goes_up, complex value) const {
    const complex j(0, 1);
    if (is_te)
      return -j * value;
    const double k_n = problem_.wavenumber * std::sqrt(eps_.real());
    return (goes_up ? -j : j) * value * k_n / std::sqrt(square(wave));
  }

  UpAndDown waves(int m, int n, const TransverseWave &wave, bool is_te) const {
    const complex here = part(m, n, wave, is_te, k_), next = part(m, n, wave, is_te, k_ + 1),
                  zeta = phase(wave);
    const complex down = (next - zeta * here) / (1.0 / zeta - zeta);
    return {here - down, down};
  }

  // Returns the power that flows upwards through the plane, of one period, W.
  double flux() const {
    double sum = 0;
    for (Index j = 0; j < problem_.count(1); ++j)
      for (Index i = 0; i < problem_.count(0); ++i) {
        const Place at{i, j, k_};
        sum += (fields_.total_electric(0, at) * std::conj(fields_.total_magnetic(1, at)) -
                fields_.total_electric(1, at) * std::conj(fields_.total_magnetic(0, at)))
                   .real();
      }
    return 0.5 * sum * problem_.axes[0].cell_m * problem_.axes[1].cell_m;
  }

private:
  // Returns q or p of an order on a plane of nodes, with its phase's origin at x = y = 0.
  complex part(int m, int n, const TransverseWave &wave, bool is_te, Index k) const {
    complex sums[2];
    for (int c = 0; c < 2; ++c)
      for (Index j = 0; j < problem_.count(1); ++j)
        for (Index i = 0; i < problem_.count(0); ++i) {
          const auto position_m = problem_.e_position_m(c, i, j, k);
          sums[c] +=
              fields_.total_electric(c, {i, j, k}) *
              std::polar(1.0, wavenumber(0, m) * position_m[0] + wavenumber(1, n) * position_m[1]);
        }
    const double count = double(problem_.count(0)) * problem_.count(1);
    const complex x = complex(0, 1) * sums[0] / count, y = complex(0, 1) * sums[1] / count;
    return is_te ? wave.ux * y - wave.uy * x : wave.ux * x + wave.uy * y;
  }

  const YeeFields &fields_;
  const Problem &problem_;
  Index k_;
  complex eps_;
  double kx_, ky_;
};

int largest_order(const Problem &problem, int axis, double n_k, double offset) {
  const Axis &along = problem.axes[axis];
  const double length_m = along.cells * along.cell_m;
  // Waves on the grid are shorter than continuous ones by up to a factor of pi / 2.
  const int most =
      static_cast<int>((k_pi / 2 * n_k + std::abs(offset)) * length_m / (2 * k_pi)) + 1;
  return std::min<int>(most, along.cells / 2);
}

} // namespace

OrderPlanes order_planes(const Problem &problem, const DiffractionSpec &spec,
                         const std::string &location) {
  const Axis &z = problem.axes[2];
  const Index first = z.inner_first(), last = z.inner_last() - 1; // with the node above inside
  const auto node = [&](double at_m) {
    return std::clamp(static_cast<Index>(std::lround((at_m - z.corner_m) / z.cell_m)), first, last);
  };
  OrderPlanes planes{spec.below_m ? node(*spec.below_m) : first,
                     spec.above_m ? node(*spec.above_m) : last};
  if (planes.below >= planes.above)
    throw InputError(fmt::format("{}: the plane below, z = {:.6g} m, is not below the one above, "
                                 "{:.6g} m",
                                 location, z.node_m(planes.below), z.node_m(planes.above)));
  for (const bool above : {false, true}) {
    const Index k = above ? planes.above : planes.below;
    if (!is_free(problem, k, above ? problem.layers.above : problem.layers.below))
      throw InputError(fmt::format(
          "{}: the plane {} at z = {:.6g} m and the cell above it must lie in the background's {} "
          "layer, and something else is there. Move the plane, or make the grid larger along z",
          location, above ? "above" : "below", z.node_m(k), above ? "last" : "first"));
  }
  return planes;
}

Diffraction diffraction(const YeeFields &fields, const IncidentWave &incident,
                        const DiffractionSpec &spec, const OrderPlanes &planes, int threads) {
  const Problem &problem = fields.problem();
  const Layers &layers = problem.layers;
  const bool from_below = incident.wave_vector[2] > 0;
  const double index = index_of_incidence(layers, incident);
  const double wave_vector[2] = {index * incident.wave_vector[0], index * incident.wave_vector[1]};
  const Plane below(fields, planes.below, layers.below, wave_vector),
      above(fields, planes.above, layers.above, wave_vector);
  const Plane &lit = from_below ? below : above;
  const TransverseWave direct = lit.transverse(0, 0);
  double brought = 0; // W/m^2
  for (const bool is_te : {true, false}) {
    const UpAndDown waves = lit.waves(0, 0, direct, is_te);
    brought += lit.power(direct, is_te) * std::norm(from_below ? waves.up : waves.down);
  }
  Diffraction result;
  for (const bool is_above : {true, false}) {
    const Plane &plane = is_above ? above : below;
    const complex eps = is_above ? layers.above : layers.below;
    double left = 0; // share that leaves on this side
    const double n_k = problem.wavenumber * std::sqrt(std::max(0.0, eps.real()));
    const int most_m = largest_order(problem, 0, n_k, wave_vector[0]),
              most_n = largest_order(problem, 1, n_k, wave_vector[1]);
    for (int n = -most_n; n <= most_n; ++n)
      for (int m = -most_m; m <= most_m; ++m) {
        // Both ends of an even number of orders are the same order.
        if ((2 * m == -problem.axes[0].cells) || (2 * n == -problem.axes[1].cells))
          continue;
        const TransverseWave wave = plane.transverse(m, n);
        std::optional<GrazingOrder> grazing = plane.grazing(m, n, wave);
        if (grazing) {
          grazing->side = is_above ? "above" : "below";
          result.grazing.push_back(*grazing);
        }
        if (!plane.travels(wave))
          continue;
        for (const bool is_te : {true, false}) {
          const UpAndDown waves = plane.waves(m, n, wave, is_te);
          const complex value = is_above ? waves.up : waves.down;
          OrderRow row;
          row.side = is_above ? "above" : "below";
          row.m = m;
          row.n = n;
          row.pol = is_te ? "te" : "tm";
          row.amplitude = plane.field(wave, is_te, is_above, value) / amplitude(incident);
          row.efficiency = plane.power(wave, is_te) * std::norm(value) / brought;
          left += row.efficiency;
          if (grazing)
            result.grazing.back().efficiency += row.efficiency;
          result.add(row, spec);
        }
      }
    const double area_m2 = double(problem.count(0)) * problem.count(1) * problem.axes[0].cell_m *
                           problem.axes[1].cell_m;
    if (eps.imag() != 0 || eps.real() <= 0)
      left = (is_above ? 1 : -1) * plane.flux() / (brought * area_m2);
    (is_above == from_below ? result.transmitted : result.reflected) = left;
    if (is_above)
      result.absorbed =
          absorbed_between(fields, planes.below, planes.above, threads) / (brought * area_m2);
  }
  return result;
}

} // namespace curlew::fdfd
