#include <curlew/methods/fdfd/outputs/huygens_box.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Largest distance of the box from the scatterer, in cells.
constexpr Index k_most_distance = 3;

// Returns the nodes that the entries of one field span where differs() is true.
template <class Differs>
NodeBox span_of(const Problem &problem, int component, bool is_electric, const Differs &differs) {
  NodeBox box;
  for (Index k = 0; k < problem.count(2); ++k)
    for (Index j = 0; j < problem.count(1); ++j)
      for (Index i = 0; i < problem.count(0); ++i) {
        const Place at{i, j, k};
        if (!differs(at, problem.entry(i, j, k)))
          continue;
        NodeBox one{at, at};
        for (int d = 0; d < 3; ++d)
          one.last[d] += (d == component) == is_electric ? 1 : 0;
        box.include(one);
      }
  return box;
}

bool is_open(const Axis &axis) {
  return axis.low == Wall::pml && axis.high == Wall::pml;
}

// Whole cells between a scatterer and the absorbing layers.
struct Clearance {
  Index below, above;
};
Clearance room_of(const Axis &axis, const NodeBox &scatterer, int d) {
  return {scatterer.first[d] - axis.inner_first(), axis.inner_last() - scatterer.last[d]};
}

bool has_room(const Axis &axis, const NodeBox &scatterer, int d) {
  const auto [below, above] = room_of(axis, scatterer, d);
  return below >= 1 && above >= 1;
}

void require_open_space(const Problem &problem, const std::string &where) {
  for (int d = 0; d < 3; ++d)
    if (!is_open(problem.axes[d]))
      throw InputError(fmt::format(
          "{}: far fields are those of a scatterer in open space; the walls {}- and {}+ are not "
          "both absorbing layers (pml). Take the output away, or the boundary",
          where, "xyz"[d], "xyz"[d]));
}

} // namespace

void NodeBox::include(const NodeBox &other) {
  if (is_empty())
    *this = other;
  else if (!other.is_empty())
    for (int d = 0; d < 3; ++d) {
      first[d] = std::min(first[d], other.first[d]);
      last[d] = std::max(last[d], other.last[d]);
    }
}

bool NodeBox::is_empty() const {
  return first == last;
}

NodeBox scatterer_box(const Problem &problem) {
  NodeBox box;
  for (int c = 0; c < 3; ++c) {
    box.include(span_of(problem, c, true, [&](const Place &at, Offset entry) {
      return !problem.is_background(c, at[2], entry) && !problem.is_boundary_fixed(c, at);
    }));
    if (problem.is_magnetic())
      box.include(span_of(problem, c, false, [&](const Place &, Offset entry) {
        return problem.mu[problem.mu_id[c][entry]] != complex(1);
      }));
  }
  return box;
}

NodeBox source_box(const Problem &problem, const std::vector<complex> &f) {
  NodeBox box;
  for (int c = 0; c < 3; ++c)
    box.include(span_of(problem, c, true, [&](const Place &, Offset entry) {
      return f[c * problem.size() + entry] != complex(0);
    }));
  return box;
}

NodeBox huygens_box(const Problem &problem, const NodeBox &scatterer, const std::string &where) {
  require_open_space(problem, where);
  if (scatterer.is_empty())
    throw InputError(
        fmt::format("{}: nothing scatters: everything on the grid is background. Is an "
                    "object missing, or smaller than a cell?",
                    where));
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if (!has_room(axis, scatterer, d))
      throw InputError(fmt::format(
          "{}: the far field needs at least a cell between the scatterer and the "
          "absorbing layers; along {} it spans nodes {} to {} of a grid whose layers leave {} to "
          "{}. Make the grid larger",
          where, "xyz"[d], scatterer.first[d], scatterer.last[d], axis.inner_first(),
          axis.inner_last()));
  }
  return *power_box(problem, scatterer);
}

std::optional<NodeBox> power_box(const Problem &problem, const NodeBox &scatterer) {
  if (scatterer.is_empty())
    return std::nullopt;
  NodeBox box;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    if (axis.is_periodic()) {
      box.last[d] = axis.count;
      continue;
    }
    if (!is_open(axis) || !has_room(axis, scatterer, d))
      return std::nullopt;
    const auto [below, above] = room_of(axis, scatterer, d);
    box.first[d] = scatterer.first[d] - std::min(k_most_distance, (below + 1) / 2);
    box.last[d] = scatterer.last[d] + std::min(k_most_distance, (above + 1) / 2);
  }
  return box;
}

bool is_in_open_space(const Problem &problem) {
  return std::all_of(problem.axes.begin(), problem.axes.end(), is_open);
}

namespace {

FacePair face_pair(const YeeFields &fields, const NodeBox &box, int axis, int outward, int u,
                   int threads) {
  const Problem &problem = fields.problem();
  FacePair pair;
  pair.axis = axis;
  pair.outward = outward;
  pair.u = u;
  pair.w = 3 - axis - u;
  const Index plane = outward > 0 ? box.last[axis] : box.first[axis];
  const Index inside = outward > 0 ? plane - 1 : plane; // a half
  pair.plane_m = problem.axes[axis].node_m(plane);
  pair.inside_m = problem.axes[axis].half_m(inside);
  pair.area_m2 = problem.axes[pair.u].cell_m * problem.axes[pair.w].cell_m;
  pair.first_u = box.first[pair.u];
  // The box's own edges count for no face, but a whole period has none.
  pair.first_w = box.first[pair.w] + (problem.axes[pair.w].is_periodic() ? 0 : 1);
  pair.count_u = box.last[pair.u] - pair.first_u;
  pair.count_w = box.last[pair.w] - pair.first_w;
  pair.electric.resize(std::size_t(pair.count_u) * pair.count_w);
  pair.magnetic.resize(pair.electric.size());
  parallel_chunks(
      pair.count_w, threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t b = begin; b < end; ++b)
          for (Index a = 0; a < pair.count_u; ++a) {
            Place at;
            at[pair.u] = pair.first_u + a;
            at[pair.w] = pair.first_w + static_cast<Index>(b);
            at[axis] = plane;
            pair.electric[b * pair.count_u + a] = fields.electric(pair.u, at);
            at[axis] = inside;
            pair.magnetic[b * pair.count_u + a] = fields.magnetic(pair.w, at);
          }
      },
      16);
  return pair;
}

} // namespace

HuygensSurface huygens_surface(const YeeFields &fields, const NodeBox &box, int threads) {
  const Layers &layers = fields.problem().layers;
  HuygensSurface surface{box, fields.problem().axes, fields.problem().wavenumber, 1, {}};
  if (layers.is_uniform() && layers.below.imag() == 0 && layers.below.real() > 0)
    surface.index = std::sqrt(layers.below.real());
  for (int axis = 0; axis < 3; ++axis) {
    if (surface.axes[axis].is_periodic())
      continue;
    for (const int outward : {-1, 1})
      for (const int turn : {1, 2})
        surface.pairs.push_back(face_pair(fields, box, axis, outward, (axis + turn) % 3, threads));
  }
  return surface;
}

double power_through(const HuygensSurface &surface) {
  double power = 0;
  for (const FacePair &pair : surface.pairs) {
    double sum = 0;
    for (std::size_t i = 0; i < pair.electric.size(); ++i)
      sum += (pair.electric[i] * std::conj(pair.magnetic[i])).real();
    power -= 0.5 * pair.current_sign() * pair.area_m2 * sum;
  }
  return power;
}

} // namespace curlew::fdfd
