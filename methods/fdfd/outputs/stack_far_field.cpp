#include <curlew/methods/fdfd/outputs/stack_far_field.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/outputs/scattering_currents.hpp>

#include <fmt/format.h>

#include <cmath>

namespace curlew::fdfd {
namespace {

// The currents of an entry times its volume.
struct Element {
  int component;
  Place at;
  complex electric, magnetic;
};

std::vector<Element> elements_in(const YeeFields &fields, const NodeBox &box) {
  const Problem &problem = fields.problem();
  std::vector<Element> elements;
  for (int c = 0; c < 3; ++c)
    for (Index k = box.first[2]; k < box.last[2]; ++k)
      for (Index j = box.first[1]; j < box.last[1]; ++j)
        for (Index i = box.first[0]; i < box.last[0]; ++i) {
          const Place at{i, j, k};
          const auto [electric, magnetic] = scattering_currents(fields, c, at);
          if (electric != complex(0) || magnetic != complex(0))
            elements.push_back({c, at, electric * entry_volume(problem, c, true, at),
                                magnetic * entry_volume(problem, c, false, at)});
        }
  return elements;
}

// Returns a wave of amplitude p against a direction.
IncidentWave wave_against(const UnitVector &direction, const UnitVector &p, double wavenumber) {
  IncidentWave wave;
  for (int c = 0; c < 3; ++c) {
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    wave.wave_vector[c] = -wavenumber * direction[c];
    wave.electric_amplitude[c] = p[c];
    wave.magnetic_amplitude[c] = -(direction[u] * p[v] - direction[v] * p[u]) / k_eta0;
  }
  return wave;
}

complex product_with(const std::vector<Element> &elements, const IncidentTable &wave) {
  complex sum = 0;
  for (const auto &[c, at, electric, magnetic] : elements) {
    sum += electric * wave.electric(c, at[0], at[1], at[2]);
    if (magnetic != complex(0))
      sum -= magnetic * wave.magnetic(c, at[0], at[1], at[2]);
  }
  return sum;
}

// Cosine with z below which a direction counts as along the layers.
constexpr double k_along_layers = 1e-9;

void require_transparent(const complex &eps, const char *side, const std::string &where) {
  if (eps.imag() != 0 || !(eps.real() > 0))
    throw InputError(fmt::format("{}: the far field {} is asked for, and the {} layer of the "
                                 "background has eps {:.6g}{:+.6g}j, through which no wave "
                                 "travels far. Leave these directions out",
                                 where, side, side[0] == 'b' ? "first" : "last", eps.real(),
                                 eps.imag()));
}

} // namespace

void require_far_field(const Problem &problem, const std::vector<Direction> &directions,
                       const std::string &where) {
  const Layers &layers = problem.layers;
  for (const Direction &direction : directions) {
    const double z = SphericalFrame(direction).r[2];
    if (z > k_along_layers)
      require_transparent(layers.above, "above", where);
    else if (z < -k_along_layers || layers.is_uniform())
      require_transparent(layers.below, "below", where);
  }
}

bool needs_stack_far_field(const Problem &problem) {
  return !problem.layers.is_uniform();
}

std::vector<FarField> stack_far_field(const YeeFields &fields, const NodeBox &box,
                                      const std::vector<Direction> &directions,
                                      const std::string &where, int threads) {
  const Problem &problem = fields.problem();
  require_far_field(problem, directions, where);
  const bool is_uniform = problem.layers.is_uniform();
  const std::vector<Element> elements = elements_in(fields, box);
  const complex factor(0, -problem.wavenumber * k_eta0 / (4 * k_pi));
  std::vector<FarField> far(directions.size());
  parallel_chunks(
      directions.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t d = begin; d < end; ++d) {
          const SphericalFrame frame(directions[d]);
          if (!is_uniform && std::abs(frame.r[2]) <= k_along_layers)
            continue;
          const auto part = [&](const UnitVector &p) {
            return factor *
                   product_with(elements, IncidentTable(problem, wave_against(frame.r, p,
                                                                              problem.wavenumber)));
          };
          far[d] = {part(frame.theta), part(frame.phi)};
        }
      },
      1);
  return far;
}

} // namespace curlew::fdfd
