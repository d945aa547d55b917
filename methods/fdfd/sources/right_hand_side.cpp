#include <curlew/methods/fdfd/sources/right_hand_side.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/grid/walls.hpp>
#include <curlew/methods/fdfd/solve/entries.hpp>
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

// Returns the weight of a point for an entry by their distance, in cells. Linear interpolation, or
// the wide weights, the mean of cubic interpolation and a quadratic spline. These spread a point by
// a variance of 1/8: a wave of wavenumber g is driven by 1 - (g h)^2 / 16, which takes the power
// back that the grid's states have more than those of the medium, (g h)^2 / 8 along each axis
// (docs/methods/fdfd-notes.md, "Sources").
double point_weight(double distance, bool is_wide) {
  const double s = std::abs(distance);
  if (!is_wide)
    return std::max(0.0, 1 - s);
  const double cubic = s < 1   ? (1.5 * s - 2.5) * s * s + 1
                       : s < 2 ? ((2.5 - 0.5 * s) * s - 4) * s + 2
                               : 0;
  const double spline = s < 0.5 ? 0.75 - s * s : s < 1.5 ? 0.5 * (1.5 - s) * (1.5 - s) : 0;
  return (cubic + spline) / 2;
}

// Returns the part of [low, high] within half a cell of a position, in cells; for a point its
// weight.
double share(double position_m, double cell_m, double low, double high, bool is_wide) {
  if (low == high)
    return point_weight((position_m - low) / cell_m, is_wide);
  const double from = std::max(low, position_m - cell_m / 2),
               to = std::min(high, position_m + cell_m / 2);
  return std::max(0.0, to - from) / cell_m;
}

// A current's extent along an axis, or that of an image of it, and the factor of the image.
struct Image {
  double low, high;
  complex factor;
};

// Returns a current's extent along an axis and its images at the walls, by which the share of a
// current beyond a wall acts inside. Currents repeat with the phase of a period. A conductor turns
// the tangential components around, a magnetic wall the normal one.
std::vector<Image> images_of(const Axis &axis, bool is_normal, double low, double high) {
  const double first = axis.node_m(0), last = axis.node_m(axis.cells);
  std::vector<Image> images{{low, high, 1}};
  if (axis.is_periodic()) {
    images.push_back({low - (last - first), high - (last - first), 1.0 / axis.phase});
    images.push_back({low + (last - first), high + (last - first), axis.phase});
    return images;
  }
  const auto mirror = [&](Wall wall, double at) {
    if (wall == Wall::pec || wall == Wall::pmc)
      images.push_back({2 * at - high, 2 * at - low, (wall == Wall::pec) == is_normal ? 1 : -1});
  };
  mirror(axis.low, first);
  mirror(axis.high, last);
  return images;
}

// Returns the shares of a current, and of its images, for the entries along an axis.
std::vector<complex> shares_of(const Axis &axis, bool is_normal, double low, double high,
                               bool is_wide) {
  const std::vector<Image> images = images_of(axis, is_normal, low, high);
  std::vector<complex> shares(static_cast<std::size_t>(axis.count));
  for (Index i = 0; i < axis.count; ++i)
    for (const Image &image : images)
      shares[i] += image.factor * share(is_normal ? axis.half_m(i) : axis.node_m(i), axis.cell_m,
                                        image.low, image.high, is_wide);
  return shares;
}

// A component of a current on the entries of the grid.
struct Spread {
  std::array<std::vector<complex>, 3> shares;
  std::array<Index, 3> first, end; // range of entries with a share, along each axis
  double largest = 1;              // product of the largest shares
};

Spread spread_of(const Problem &problem, int component, const CurrentBox &box, bool is_wide) {
  // Along an axis of fewer cells the wide weights of a point would meet more than one image.
  constexpr Index k_least_cells = 4;
  Spread spread;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    auto &shares = spread.shares[d] = shares_of(axis, d == component, box.min_m[d], box.max_m[d],
                                                is_wide && axis.cells >= k_least_cells);
    Index &first = spread.first[d] = 0, &end = spread.end[d] = axis.count;
    while (first < end && shares[first] == complex(0))
      ++first;
    while (first < end && shares[end - 1] == complex(0))
      --end;
    double largest = 0;
    for (const complex &one : shares)
      largest = std::max(largest, std::abs(one));
    spread.largest *= largest;
  }
  return spread;
}

// True where all entries with a share, but those that the walls hold at 0, have one permittivity
// and none conducts.
bool is_in_one_medium(const Problem &problem, int component, const Spread &spread) {
  std::uint16_t medium = 0;
  for (Index k = spread.first[2]; k < spread.end[2]; ++k)
    for (Index j = spread.first[1]; j < spread.end[1]; ++j)
      for (Index i = spread.first[0]; i < spread.end[0]; ++i) {
        if (problem.is_boundary_fixed(component, {i, j, k}))
          continue;
        const std::uint16_t id = problem.eps_id[component][problem.entry(i, j, k)];
        if (id == 0 || (medium != 0 && id != medium))
          return false;
        medium = id;
      }
  return true;
}

// Returns a component of a current: a point inside of one medium with wide weights, another one
// with linear ones, which do not reach beyond the next entries.
Spread spread_of(const Problem &problem, int component, const CurrentBox &box) {
  const Spread wide = spread_of(problem, component, box, true);
  return is_in_one_medium(problem, component, wide) ? wide
                                                    : spread_of(problem, component, box, false);
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
  const Vector3 &low = box.min_m, &high = box.max_m;
  check_inside(problem, low, high, case_location);
  RightHandSide rhs;
  rhs.f.resize(problem.unknowns());
  const complex factor(0, -problem.wavenumber * k_eta0); // -j omega mu0
  for (int c = 0; c < 3; ++c) {
    if (current.direction[c] == 0)
      continue;
    const Spread spread = spread_of(problem, c, box);
    const auto &[shares, first, end, largest] = spread;
    const double cell_volume =
        problem.axes[0].cell_m * problem.axes[1].cell_m * problem.axes[2].cell_m;
    // A point's moment is spread into the density of a cell.
    const double density =
        current.amplitude * current.direction[c] / (point != nullptr ? cell_volume : 1);
    double driven = 0;
    for (Index k = first[2]; k < end[2]; ++k)
      for (Index j = first[1]; j < end[1]; ++j)
        for (Index i = first[0]; i < end[0]; ++i) {
          const complex part = shares[0][i] * shares[1][j] * shares[2][k];
          if (part == complex(0))
            continue;
          const Offset e = problem.entry(i, j, k);
          if (problem.eps_id[c][e] == 0) {
            if (problem.is_boundary_fixed(c, {i, j, k}) ||
                std::abs(part) < k_wall_tolerance * largest)
              continue;
            throw InputError(fmt::format("{}: the current flows inside a conductor, or along a "
                                         "conducting sheet or wire, at ({:.6g}, {:.6g}, {:.6g}) m; "
                                         "currents there drive nothing",
                                         case_location, problem.e_position_m(c, i, j, k)[0],
                                         problem.e_position_m(c, i, j, k)[1],
                                         problem.e_position_m(c, i, j, k)[2]));
          }
          rhs.f[c * problem.size() + e] = factor * density * part;
          driven += std::abs(part);
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
