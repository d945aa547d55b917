#include <curlew/methods/fdfd/outputs/flux.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/sources/right_hand_side.hpp>
#include <curlew/methods/shared/surfaces/plane_bounds.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// The range of a box along an axis. An end is open unless a wall or a period closes it.
struct IndexRange {
  Index first = 0, last = 0; // nodes
  bool is_low_open = true, is_high_open = true;

  IndexRange(const Axis &axis, Index first_node, Index last_node)
      : first(first_node), last(last_node) {
    if (axis.is_periodic()) {
      is_low_open = is_high_open = last - first < axis.cells;
    } else {
      is_low_open = first > 0;
      is_high_open = last < axis.cells;
    }
  }
};

// The nodes of a range that carry fields: on a conducting wall these are 0, and the last node of a
// whole period is its first.
struct FieldNodes {
  Index first, last;
};
FieldNodes field_nodes(const Axis &axis, const IndexRange &range) {
  return {range.first + (!range.is_low_open && axis.node_is_fixed(0) ? 1 : 0),
          range.last - (range.is_high_open || range.last < axis.count ? 0 : 1)};
}

double node_length(const Axis &axis, Index node) {
  return axis.node_length[axis.is_periodic() ? node % axis.cells : node].real();
}

// Returns H; the index -1 of a periodic axis is allowed.
complex total_magnetic(const YeeFields &fields, int component, Place at, int axis) {
  const Axis &along = fields.problem().axes[axis];
  if (at[axis] >= 0)
    return fields.total_magnetic(component, at);
  at[axis] += along.cells;
  return fields.total_magnetic(component, at) / along.phase;
}

class FaceSum {
public:
  FaceSum(const YeeFields &fields, const FluxSurface &surface, int threads)
      : fields_(fields), axes_(fields.problem().axes), surface_(surface), threads_(threads) {
    for (int d = 0; d < 3; ++d)
      ranges_.emplace_back(axes_[d], surface.nodes.first[d], surface.nodes.last[d]);
  }

  double of_box() const {
    double power = 0;
    for (int axis = 0; axis < 3; ++axis) {
      if (ranges_[axis].is_low_open)
        power -= of_face(axis, ranges_[axis].first, -1);
      if (ranges_[axis].is_high_open)
        power += of_face(axis, ranges_[axis].last, 1);
    }
    return power;
  }

  // Returns the power through a plane; 0 through a wall.
  double of_plane() const {
    const int axis = surface_.axis;
    const Axis &along = axes_[axis];
    Index plane = surface_.nodes.first[axis];
    if (along.is_periodic())
      plane %= along.cells;
    else if (plane == 0 || plane == along.cells)
      return 0;
    return of_face(axis, plane, 0);
  }

private:
  // Returns the power through a face towards rising coordinates. `outward` is 0 for a plane.
  double of_face(int axis, Index plane, int outward) const {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    return of_pair(axis, plane, outward, u, v) - of_pair(axis, plane, outward, v, u);
  }

  // Returns 1/2 Re sum E_u H_w* dA; u on halves, w on nodes.
  double of_pair(int axis, Index plane, int outward, int u, int w) const {
    const auto [first, last] = field_nodes(axes_[w], ranges_[w]);
    std::vector<double> rows(std::max<Index>(0, last - first + 1));
    parallel_chunks(
        rows.size(), threads_,
        [&](std::size_t begin, std::size_t end) {
          for (std::size_t row = begin; row < end; ++row)
            rows[row] = of_row(axis, plane, outward, u, w, first + static_cast<Index>(row));
        },
        16);
    double sum = 0;
    for (const double row : rows)
      sum += row;
    return 0.5 * sum;
  }

  double of_row(int axis, Index plane, int outward, int u, int w, Index node) const {
    const IndexRange &range = ranges_[w];
    const bool is_end =
        (range.is_low_open && node == range.first) || (range.is_high_open && node == range.last);
    // Weights of H below and above the plane.
    double below = 0.5, above = 0.5;
    if (is_end && outward == 0)
      below = above = 0.25;
    else if (is_end) // part of the larger box only
      (outward > 0 ? below : above) = 0;
    double sum = 0;
    for (Index half = ranges_[u].first; half < ranges_[u].last; ++half) {
      Place at;
      at[u] = half;
      at[w] = node;
      at[axis] = plane;
      const complex electric = fields_.total_electric(u, at);
      complex magnetic = 0;
      if (above != 0)
        magnetic += above * total_magnetic(fields_, w, at, axis);
      --at[axis];
      if (below != 0)
        magnetic += below * total_magnetic(fields_, w, at, axis);
      sum += (electric * std::conj(magnetic)).real();
    }
    return sum * axes_[u].cell_m * node_length(axes_[w], node);
  }

  const YeeFields &fields_;
  const std::array<Axis, 3> &axes_;
  const FluxSurface &surface_;
  int threads_;
  std::vector<IndexRange> ranges_; // along the three axes
};

struct Snapped {
  Index node;
  double shift_m;
};

constexpr double k_rounding = 1e-9; // cells

Snapped snap(const Axis &axis, double at_m) {
  const auto node = static_cast<Index>(
      std::clamp<long>(std::lround((at_m - axis.corner_m) / axis.cell_m), 0, axis.cells));
  const double shift_m = axis.node_m(node) - at_m;
  return {node, std::abs(shift_m) > k_rounding * axis.cell_m ? shift_m : 0};
}

// Extent of a surface in the case; an omitted bound is that of the grid between its layers.
struct Wanted {
  std::array<double, 3> min_m, max_m;
};

Wanted wanted(const FluxSpec &spec, const Problem &problem) {
  Wanted box;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    box.min_m[d] = axis.node_m(axis.inner_first());
    box.max_m[d] = axis.node_m(axis.inner_last());
  }
  if (const auto *given = std::get_if<FluxBox>(&spec.shape))
    return {given->min_m, given->max_m};
  const auto &plane = std::get<FluxPlane>(spec.shape);
  box.min_m[plane.axis] = box.max_m[plane.axis] = plane.at_m;
  take_bounds(plane, box.min_m, box.max_m);
  return box;
}

FluxSurface make_surface(const FluxSpec &spec, const Problem &problem, std::string location) {
  FluxSurface surface;
  surface.name = spec.name;
  surface.case_location = std::move(location);
  const auto *plane = std::get_if<FluxPlane>(&spec.shape);
  surface.is_box = plane == nullptr;
  if (plane != nullptr)
    surface.axis = plane->axis;
  const Wanted box = wanted(spec, problem);
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const Snapped low = snap(axis, box.min_m[d]), high = snap(axis, box.max_m[d]);
    surface.nodes.first[d] = low.node;
    surface.nodes.last[d] = high.node;
    surface.min_m[d] = axis.node_m(low.node);
    surface.max_m[d] = axis.node_m(high.node);
    surface.shift_m = std::max({surface.shift_m, std::abs(low.shift_m), std::abs(high.shift_m)});
    const bool is_normal = !surface.is_box && d == surface.axis;
    if (low.node >= high.node && !is_normal)
      throw InputError(fmt::format(
          "{}: along {} the flux \"{}\" reaches from {:.6g} to {:.6g} m, which is no cell of "
          "{:.4g} "
          "m: \"min\" comes before \"max\", and a surface takes a cell at least",
          surface.case_location, "xyz"[d], spec.name, box.min_m[d], box.max_m[d], axis.cell_m));
    if (low.node < axis.inner_first() || high.node > axis.inner_last())
      throw InputError(fmt::format("{}: along {} the flux \"{}\" reaches into an absorbing layer, "
                                   "whose fields are no waves; "
                                   "between the layers the grid reaches from {:.6g} to {:.6g} m",
                                   surface.case_location, "xyz"[d], spec.name,
                                   axis.node_m(axis.inner_first()),
                                   axis.node_m(axis.inner_last())));
  }
  return surface;
}

// Position of an edge along an axis with respect to a surface.
enum class Side { outside, touches, inside };

// Returns the side of an edge that reaches from one node to another along an axis.
Side side_of(const Axis &axis, const FluxSurface &surface, int d, Index from, Index to) {
  const IndexRange range(axis, surface.nodes.first[d], surface.nodes.last[d]);
  if (surface.is_box && !range.is_low_open && !range.is_high_open)
    return Side::inside;
  Side side = Side::outside;
  for (const int period : {-1, 0, 1}) {
    const Index low = from + period * axis.cells, high = to + period * axis.cells;
    if ((period != 0 && !axis.is_periodic()) || high < range.first || low > range.last)
      continue;
    const bool is_inside = surface.is_box && (low > range.first || !range.is_low_open) &&
                           (high < range.last || !range.is_high_open);
    if (!is_inside)
      return Side::touches;
    side = Side::inside;
  }
  return side;
}

// True where the surface passes through an edge with a current, or touches it. Walls and periods
// that close a box are no part of its surface.
bool cuts(const Problem &problem, const FluxSurface &surface, const std::vector<complex> &f) {
  for (Offset entry = 0; entry < problem.unknowns(); ++entry) {
    if (f[entry] == complex(0))
      continue;
    const auto [component, at] = problem.at(entry);
    bool is_outside = false, is_inside = true;
    for (int d = 0; d < 3; ++d) {
      const Side side =
          side_of(problem.axes[d], surface, d, at[d], at[d] + (d == component ? 1 : 0));
      is_outside = is_outside || side == Side::outside;
      is_inside = is_inside && side == Side::inside;
    }
    if (!is_outside && !is_inside)
      return true;
  }
  return false;
}

} // namespace

std::vector<FluxSurface> flux_surfaces(const Case &input, const Problem &problem) {
  std::vector<FluxSurface> surfaces;
  for (std::size_t i = 0; i < input.outputs.fluxes.size(); ++i)
    surfaces.push_back(make_surface(input.outputs.fluxes[i], problem,
                                    input.where("/outputs/flux/" + std::to_string(i))));
  return surfaces;
}

std::string to_text(const FluxSurface &surface) {
  const auto &a = surface.min_m, &b = surface.max_m;
  return fmt::format("flux \"{}\": {} from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, {:.6g}, {:.6g}) m, "
                     "moved by {:.2g} m to the nodes",
                     surface.name, surface.is_box ? "box" : "plane", a[0], a[1], a[2], b[0], b[1],
                     b[2], surface.shift_m);
}

std::vector<std::string> flux_warnings(const Case &input, const Problem &problem) {
  std::vector<std::string> warnings;
  const std::vector<FluxSurface> surfaces = flux_surfaces(input, problem);
  if (surfaces.empty())
    return warnings;
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const Excitation &excitation = input.excitations[i];
    const auto *current = std::get_if<CurrentSource>(&excitation.source);
    if (current == nullptr)
      continue;
    const std::vector<complex> f =
        make_current_rhs(problem, *current, input.where("/excitations/" + std::to_string(i))).f;
    for (const FluxSurface &surface : surfaces)
      if (cuts(problem, surface, f))
        warnings.push_back(fmt::format(
            "{}: the flux \"{}\" passes through the current \"{}\" or next to it: its power is "
            "that of a part of the source. Move the surface a cell off the current",
            surface.case_location, surface.name, excitation.name));
  }
  return warnings;
}

double power_through(const YeeFields &fields, const FluxSurface &surface, int threads) {
  const FaceSum sum(fields, surface, threads);
  return surface.is_box ? sum.of_box() : sum.of_plane();
}

} // namespace curlew::fdfd
