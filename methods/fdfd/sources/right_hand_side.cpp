#include <curlew/methods/fdfd/sources/right_hand_side.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>
#include <curlew/methods/fdfd/solve/entries.hpp>
#include <curlew/methods/fdfd/sources/current_shares.hpp>
#include <curlew/methods/fdfd/sources/incident.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Largest value that counts as 0: of a wave on a wall, relative to the largest amplitude; of a
// current, the rounding beside a wall or a conductor.
constexpr double k_wall_tolerance = 1e-9;
// Fraction of a cell: a current that ends this close beyond the grid ends on its face.
constexpr double k_on_wall = 1e-6;

bool is_small(const Complex &value, double scale) {
  return Kokkos::abs(value) <= k_wall_tolerance * scale;
}

// Adds j omega mu0 curl ((1/mu - 1) H_inc) to the entries of f.
void add_magnetic(const Problem &problem, const IncidentWave &wave, int threads,
                  std::vector<complex> &f) {
  const IncidentTable table(problem, wave);
  const complex factor(0, problem.wavenumber * k_eta0); // j omega mu0
  const auto current = [&](int c, std::array<Index, 3> at, int axis, int step) -> complex {
    const Axis &along = problem.axes[axis];
    complex phase = 1;
    at[axis] += step;
    if (at[axis] < 0) {
      if (!along.is_periodic())
        return 0;
      at[axis] += along.count;
      phase = 1.0 / along.phase;
    }
    const auto id = problem.mu_id[c][problem.entry(at[0], at[1], at[2])];
    if (id == 0)
      return 0;
    return phase * (1.0 / problem.mu[id] - 1.0) * table.magnetic(c, at[0], at[1], at[2]);
  };
  for_all_entries(problem, threads, [&](int c, const std::array<Index, 3> &at, std::size_t entry) {
    if (problem.eps_id[c][problem.entry(at[0], at[1], at[2])] == 0)
      return;
    const int u = (c + 1) % 3, v = (c + 2) % 3;
    const complex curl =
        (current(v, at, u, 0) - current(v, at, u, -1)) * problem.axes[u].node_rate[at[u]] -
        (current(u, at, v, 0) - current(u, at, v, -1)) * problem.axes[v].node_rate[at[v]];
    f[entry] += factor * curl;
  });
}

// Returns the absorbing layer that an entry of E lies in, such as "z+"; empty outside of them.
std::string layer_of(const Problem &problem, int component, const std::array<Index, 3> &at) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if ((d == component ? axis.half_length : axis.node_length)[at[d]].imag() != 0)
      return face_name(d, 2 * at[d] > axis.cells);
  }
  return "";
}

// Returns the case location of the object at a position, or of one with an image there.
std::string object_location(const Case &input, const Problem &problem, const Vector3 &position_m) {
  for (std::size_t i = input.objects.size(); i-- > 0;) {
    const Extent extent = extent_of(input.objects[i]);
    bool holds = true;
    for (int d = 0; d < 3; ++d) {
      const Axis &axis = problem.axes[d];
      const double below_m = extent.min_m[d] - axis.cell_m / 2 - position_m[d],
                   above_m = extent.max_m[d] + axis.cell_m / 2 - position_m[d],
                   period_m = axis.cells * axis.cell_m;
      holds = holds &&
              (axis.is_periodic() ? std::ceil(below_m / period_m) <= std::floor(above_m / period_m)
                                  : below_m <= 0 && above_m >= 0);
    }
    if (holds)
      return input.where(fmt::format("/objects/{}", i));
  }
  return input.where("/objects");
}

// Throws InputError for an object in an absorbing layer: it would scatter the incident wave, which
// is no solution in the layer. `entry` is the first entry, of the whole vector, with a source in a
// layer.
void refuse_object_in_layer(const Case &input, const Problem &problem, std::int64_t entry) {
  const auto [component, at] = problem.at(entry);
  const Vector3 position_m = problem.e_position_m(component, at[0], at[1], at[2]);
  throw InputError(fmt::format(
      "{}: under a plane wave this object reaches into the absorbing layer {}, at ({:.6g}, {:.6g}, "
      "{:.6g}) m, where the wave is none. Give what goes on without end along z as \"background\", "
      "end the object a cell before the layer, or make the grid larger",
      object_location(input, problem, position_m), layer_of(problem, component, at), position_m[0],
      position_m[1], position_m[2]));
}

void check_inside(const Problem &problem, const Vector3 &low, const Vector3 &high,
                  const std::string &case_location) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double first = axis.node_m(axis.inner_first()), last = axis.node_m(axis.inner_last()),
                 rounding_m = k_on_wall * axis.cell_m;
    if (low[d] < first - rounding_m || high[d] > last + rounding_m)
      throw InputError(fmt::format(
          "{}: the current reaches {} = {:.6g} m; the grid without its absorbing layers goes from "
          "{:.6g} to {:.6g} m",
          case_location, "xyz"[d], low[d] < first ? low[d] : high[d], first, last));
  }
}

} // namespace

std::array<complex, 3> bloch_phases(const Case &input, double wavenumber, const PlaneWave *wave,
                                    const std::string &case_location) {
  std::array<complex, 3> phases{1, 1, 1};
  if (wave == nullptr)
    return phases;
  const auto layers = layers_of(input, frequency_of(wavenumber));
  const double index =
      index_of_incidence(layers.front().eps, layers.back().eps, wave->direction[2], case_location);
  const auto walls = walls_of(input);
  for (int d = 0; d < 3; ++d)
    if (walls[d][0] == Wall::periodic) {
      const double advance =
          index * wavenumber * wave->direction[d] * input.grid.cell_m[d] * input.grid.cells[d];
      // At normal incidence the phase is 1 to the last bit, so that symmetric methods apply.
      phases[d] = std::abs(advance) < 1e-12 ? complex(1) : std::polar(1.0, -advance);
    }
  return phases;
}

void check_walls(const Case &input, const Problem &problem, const IncidentWave &wave,
                 const std::string &case_location) {
  double scale = 0;
  for (const Complex &part : wave.electric_amplitude)
    scale = std::max(scale, Kokkos::abs(part));
  for (int d = 0; d < 3; ++d)
    for (const bool upper : {false, true}) {
      const Wall wall = upper ? problem.axes[d].high : problem.axes[d].low;
      if (wall != Wall::pec && wall != Wall::pmc)
        continue;
      const Complex *field = wall == Wall::pec ? wave.electric_amplitude : wave.magnetic_amplitude;
      const double unit = wall == Wall::pec ? scale : scale / k_eta0;
      if (is_small(field[(d + 1) % 3], unit) && is_small(field[(d + 2) % 3], unit))
        continue;
      throw InputError(fmt::format(
          "{}: the plane wave has a tangential {} on the {} wall {} ({}), which holds that of the "
          "scattered field at 0. Take pml there and a conducting box as an object, or a wave that "
          "the wall does not disturb",
          case_location, wall == Wall::pec ? "E" : "H",
          wall == Wall::pec ? "conducting" : "magnetic", face_name(d, upper),
          input.where("/boundaries")));
    }
}

RightHandSide make_plane_wave_rhs(const Case &input, const Problem &problem, const PlaneWave &wave,
                                  const std::string &case_location, int threads) {
  const IncidentWave incident = make_incident(wave, problem.wavenumber);
  check_walls(input, problem, incident, case_location);
  const IncidentTable table(problem, incident);
  RightHandSide rhs;
  rhs.f.resize(problem.unknowns());
  if (problem.has_conductors)
    rhs.dirichlet_values.resize(problem.unknowns());
  const double k2 = problem.wavenumber * problem.wavenumber;
  const std::int64_t none = problem.unknowns();
  std::atomic<std::int64_t> first_in_layer{none};
  for_all_entries(problem, threads, [&](int c, const std::array<Index, 3> &at, std::size_t entry) {
    const auto id = problem.eps_id[c][problem.entry(at[0], at[1], at[2])];
    const complex background = problem.layers.at(c, at[2]);
    if (id == 0) {
      if (problem.has_conductors && !problem.is_boundary_fixed(c, at))
        rhs.dirichlet_values[entry] = -table.electric(c, at[0], at[1], at[2]);
    } else if (problem.eps[id] != background) {
      rhs.f[entry] = k2 * (problem.eps[id] - background) * table.electric(c, at[0], at[1], at[2]);
    }
    const bool has_source =
        rhs.f[entry] != complex(0) ||
        (!rhs.dirichlet_values.empty() && rhs.dirichlet_values[entry] != complex(0));
    if (has_source && !layer_of(problem, c, at).empty()) {
      const auto here = static_cast<std::int64_t>(entry);
      std::int64_t known = first_in_layer;
      while (here < known && !first_in_layer.compare_exchange_weak(known, here)) {
      }
    }
  });
  if (first_in_layer < none)
    refuse_object_in_layer(input, problem, first_in_layer);
  if (problem.is_magnetic())
    add_magnetic(problem, incident, threads, rhs.f);
  const Couplings &couplings = problem.couplings;
  for (std::size_t row = 0; row < couplings.row.size(); ++row)
    for (Offset c = couplings.first[row]; c < couplings.first[row + 1]; ++c) {
      const auto [component, at] = problem.at(couplings.column[c]);
      rhs.f[couplings.row[row]] +=
          k2 * couplings.value[c] * table.electric(component, at[0], at[1], at[2]);
    }
  return rhs;
}

RightHandSide make_current_rhs(const Problem &problem, const CurrentSource &current,
                               const std::string &case_location) {
  const auto *point = std::get_if<CurrentPoint>(&current.extent);
  const CurrentBox box = point != nullptr ? CurrentBox{point->position_m, point->position_m}
                                          : std::get<CurrentBox>(current.extent);
  check_inside(problem, box.min_m, box.max_m, case_location);
  RightHandSide rhs;
  rhs.f.resize(problem.unknowns());
  const complex factor(0, -problem.wavenumber * k_eta0); // -j omega mu0
  double cell_volume = 1;
  for (const Axis &axis : problem.axes)
    cell_volume *= axis.cell_m;
  for (int c = 0; c < 3; ++c) {
    if (current.direction[c] == 0)
      continue;
    // A point's moment is spread into the density of a cell.
    const double density =
        current.amplitude * current.direction[c] / (point != nullptr ? cell_volume : 1);
    double driven = 0;
    for (const CurrentShare &share : current_shares(problem, c, box, case_location)) {
      rhs.f[c * problem.size() + problem.entry(share.at[0], share.at[1], share.at[2])] +=
          factor * density * share.part;
      driven += std::abs(share.part);
    }
    if (driven < k_wall_tolerance) // rounding of a position on the wall
      throw InputError(fmt::format(
          "{}: the current along {} flows on a conducting wall (or across a magnetic one), where "
          "it drives nothing. Move it into the grid, or turn it",
          case_location, "xyz"[c]));
  }
  return rhs;
}

} // namespace curlew::fdfd
