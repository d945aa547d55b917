#include <curlew/methods/fdfd/sources/current_shares.hpp>

#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/sources/beside_conductors.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

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

// Returns the shares without regard to conductors.
std::vector<CurrentShare> plain_shares(const Problem &problem, int component, const CurrentBox &box,
                                       bool is_wide) {
  // Along an axis of fewer cells the wide weights of a point would meet more than one image.
  constexpr Index k_least_cells = 4;
  std::array<std::vector<complex>, 3> shares;
  for (int d = 0; d < 3; ++d)
    shares[d] = shares_of(problem.axes[d], d == component, box.min_m[d], box.max_m[d],
                          is_wide && problem.axes[d].cells >= k_least_cells);
  std::vector<CurrentShare> found;
  for (Index k = 0; k < problem.count(2); ++k)
    if (shares[2][k] != complex(0))
      for (Index j = 0; j < problem.count(1); ++j)
        if (shares[1][j] != complex(0))
          for (Index i = 0; i < problem.count(0); ++i)
            if (const complex part = shares[0][i] * shares[1][j] * shares[2][k]; part != complex(0))
              found.push_back({{i, j, k}, part});
  return found;
}

// True where an edge across the current at an end of an entry, 0 or 1, conducts, but those that the
// walls hold at 0: a sheet across the current, or a conductor's surface beyond that end.
bool has_conductor_across(const Problem &problem, int component, const std::array<Index, 3> &at,
                          Index end) {
  for (const int axis : {(component + 1) % 3, (component + 2) % 3})
    for (const Index side : {-1, 0}) {
      Node from = at;
      from[component] += end;
      from[axis] += side;
      const auto edge = stored_entry(problem, axis, from);
      if (edge && problem.eps_id[axis][problem.entry((*edge)[0], (*edge)[1], (*edge)[2])] == 0 &&
          !problem.is_boundary_fixed(axis, *edge))
        return true;
    }
  return false;
}

// True where a box lies in the conducting part of an edge of which the share `free` is outside,
// beyond the rounding of shares.
bool is_in_cut_part(const Problem &problem, int component, const std::array<Index, 3> &at,
                    const CurrentBox &box, double free) {
  constexpr double k_rounding = 2.0 / 1024;
  const Axis &axis = problem.axes[component];
  const double start_m = axis.node_m(at[component]),
               low = (box.min_m[component] - start_m) / axis.cell_m,
               high = (box.max_m[component] - start_m) / axis.cell_m;
  const bool conducts_below = has_conductor_across(problem, component, at, 0),
             conducts_above = has_conductor_across(problem, component, at, 1);
  if (conducts_below == conducts_above || high <= 0 || low >= 1) // the last two: an image
    return false;
  return conducts_below ? high < 1 - free - k_rounding : low > free + k_rounding;
}

// True where all entries with a share, but those that the walls hold at 0, have one permittivity
// and no conductor is between them, not even on a part of an edge.
bool are_in_one_medium(const Problem &problem, int component,
                       const std::vector<CurrentShare> &shares) {
  std::uint16_t medium = 0;
  for (const CurrentShare &share : shares) {
    if (problem.is_boundary_fixed(component, share.at))
      continue;
    const Offset entry = problem.entry(share.at[0], share.at[1], share.at[2]);
    const std::uint16_t id = problem.eps_id[component][entry];
    if (id == 0 || (medium != 0 && id != medium) ||
        problem.free_share(component * problem.size() + entry) < 1 ||
        has_conductor_across(problem, component, share.at, 0) ||
        has_conductor_across(problem, component, share.at, 1))
      return false;
    medium = id;
  }
  return true;
}

// True for an entry strictly inside of a box.
bool is_inside(const Problem &problem, int component, const std::array<Index, 3> &at,
               const CurrentBox &box) {
  const Vector3 position_m = problem.e_position_m(component, at[0], at[1], at[2]);
  for (int d = 0; d < 3; ++d) {
    const double rounding_m = k_on_node * problem.axes[d].cell_m;
    if (position_m[d] < box.min_m[d] + rounding_m || position_m[d] > box.max_m[d] - rounding_m)
      return false;
  }
  return true;
}

} // namespace

std::vector<CurrentShare> current_shares(const Problem &problem, int component,
                                         const CurrentBox &box, const std::string &case_location) {
  const bool is_point = box.min_m == box.max_m;
  if (is_point) {
    const std::vector<CurrentShare> wide = plain_shares(problem, component, box, true);
    if (are_in_one_medium(problem, component, wide))
      return wide;
    if (const auto beside =
            point_shares_beside_conductors(problem, component, box.min_m, case_location))
      return *beside;
  }
  const std::vector<complex> along =
      shares_of(problem.axes[component], true, box.min_m[component], box.max_m[component], false);
  std::vector<CurrentShare> shares;
  for (CurrentShare share : plain_shares(problem, component, box, false)) {
    const Offset entry = problem.entry(share.at[0], share.at[1], share.at[2]);
    if (problem.eps_id[component][entry] == 0) {
      if (!problem.is_boundary_fixed(component, share.at) && !is_point &&
          is_inside(problem, component, share.at, box))
        throw_in_conductor(problem, component, share.at, case_location);
      continue;
    }
    // The current of a cut edge flows on its free part alone.
    if (const double free = problem.free_share(component * problem.size() + entry); free < 1) {
      if (is_in_cut_part(problem, component, share.at, box, free))
        throw_in_conductor(problem, component, share.at, case_location);
      const double on_edge = std::abs(along[share.at[component]]);
      share.part *= std::min(on_edge, free) / (on_edge * free);
    }
    shares.push_back(share);
  }
  return shares;
}

} // namespace curlew::fdfd
