#include <curlew/methods/fdfd/sources/beside_conductors.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/grid/align.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

// Shares below are rounding.
constexpr double k_least_part = 1e-9;

// An entry of an axis by its number, which may lie beyond walls: where it is stored and the factor
// of the current that it carries there.
struct StoredEntry {
  Index index;
  complex factor;
};

// Shares of a point current beside conductors: those of E at the point, interpolated along the
// current first and then across it.
class PointShares {
public:
  // Keeps references to its arguments.
  PointShares(const Problem &problem, int component, const Vector3 &position_m,
              const std::string &case_location)
      : problem_(problem), c_(component), u_((component + 1) % 3), v_((component + 2) % 3),
        case_location_(case_location) {
    for (int d = 0; d < 3; ++d) {
      place_[d] = (position_m[d] - problem.axes[d].corner_m) / problem.axes[d].cell_m;
      first_[d] = static_cast<Index>(std::floor(place_[d] - (d == c_ ? 0.5 : 0)));
      weight_[d] = place_[d] - (d == c_ ? 0.5 : 0) - first_[d];
    }
  }

  // True where one of the eight entries around the point is in a conductor or cut by one, or a
  // surface is between two of them.
  bool is_beside_conductors() const {
    for (const Index v : {0, 1})
      for (const Index u : {0, 1}) {
        const Node line = node_of(first_[u_] + u, first_[v_] + v);
        if (is_surface(line))
          return true;
        for (const Index n : {-1, 0}) {
          const auto at = stored(line, n);
          if (at && (id(*at) == 0 || problem_.free_share(vector_entry(*at)) < 1))
            return true;
        }
      }
    return false;
  }

  std::vector<CurrentShare> shares() const {
    const auto nearest_u = static_cast<Index>(std::lround(place_[u_])),
               nearest_c = static_cast<Index>(std::lround(place_[c_]));
    std::vector<Line> planes;
    for (const Index v : {0, 1}) {
      std::vector<Line> lines;
      for (const Index u : {0, 1})
        lines.push_back(line(first_[u_] + u, first_[v_] + v, weight(u_, u) * weight(v_, v)));
      Node from = node_of(first_[u_], first_[v_] + v);
      from[c_] = nearest_c;
      planes.push_back(across(u_, lines, from));
    }
    Node from = node_of(nearest_u, first_[v_]);
    from[c_] = nearest_c;
    const Line all = across(v_, planes, from);
    if (all.empty()) {
      Node last;
      for (int d = 0; d < 3; ++d)
        last[d] = std::clamp<Index>(first_[d], 0, problem_.count(d) - 1);
      throw_in_conductor(problem_, c_, last, case_location_);
    }
    return all;
  }

private:
  using Line = std::vector<CurrentShare>; // empty: E is 0 there

  double weight(int axis, Index which) const {
    return which == 0 ? 1 - weight_[axis] : weight_[axis];
  }

  // Returns the node between the two entries of a line along the current.
  Node node_of(Index u, Index v) const {
    Node node;
    node[c_] = first_[c_] + 1;
    node[u_] = u;
    node[v_] = v;
    return node;
  }

  std::uint16_t id(const std::array<Index, 3> &at) const {
    return problem_.eps_id[c_][problem_.entry(at[0], at[1], at[2])];
  }
  Offset vector_entry(const std::array<Index, 3> &at) const {
    return c_ * problem_.size() + problem_.entry(at[0], at[1], at[2]);
  }

  static std::optional<StoredEntry> stored_half(const Axis &axis, Index half) {
    if (half >= 0 && half < axis.cells)
      return StoredEntry{half, 1};
    const bool is_upper = half >= axis.cells;
    if (axis.is_periodic())
      return is_upper ? StoredEntry{half - axis.cells, 1.0 / axis.phase}
                      : StoredEntry{half + axis.cells, axis.phase};
    const Wall wall = is_upper ? axis.high : axis.low;
    return StoredEntry{is_upper ? axis.cells - 1 : 0, wall == Wall::pmc ? -1.0 : 1.0};
  }

  static std::optional<StoredEntry> stored_on_node(const Axis &axis, Index node) {
    const auto index = stored_node(axis, node);
    if (!index || axis.node_is_fixed(*index))
      return std::nullopt;
    if (axis.is_periodic())
      return StoredEntry{*index, node >= axis.cells ? 1.0 / axis.phase : complex(1)};
    // The image at a magnetic wall falls on the same node.
    return StoredEntry{*index, axis.cell_m / length_of_node(axis, node)};
  }

  // Returns an entry of a line, `beside` -1 below its node and 0 above; none on conducting walls.
  std::optional<std::array<Index, 3>> stored(const Node &line, Index beside,
                                             complex *factor = nullptr) const {
    std::array<Index, 3> at;
    complex product = 1;
    for (int d = 0; d < 3; ++d) {
      const auto one = d == c_ ? stored_half(problem_.axes[d], line[d] + beside)
                               : stored_on_node(problem_.axes[d], line[d]);
      if (!one)
        return std::nullopt;
      at[d] = one->index;
      product *= one->factor;
    }
    if (factor != nullptr)
      *factor = product;
    return at;
  }

  bool is_fixed(int component, const Node &from, bool if_absent) const {
    const auto at = stored_entry(problem_, component, from);
    return at ? problem_.eps_id[component][problem_.entry((*at)[0], (*at)[1], (*at)[2])] == 0
              : if_absent;
  }

  // True where all edges across the current at a node conduct, one of them besides the walls.
  bool is_surface(const Node &node) const {
    bool found = false;
    for (const int axis : {u_, v_})
      for (const Index side : {-1, 0}) {
        Node from = node;
        from[axis] += side;
        if (!is_fixed(axis, from, true))
          return false;
        found = found || is_fixed(axis, from, false);
      }
    return found;
  }

  // True where an edge along the current conducts and one beside it does: not along a wire.
  bool is_in_surface(const Node &edge) const {
    for (const int axis : {u_, v_})
      for (const Index side : {-1, 1}) {
        Node beside = edge;
        beside[axis] += side;
        if (is_fixed(c_, beside, false))
          return true;
      }
    return false;
  }

  // Returns the shares of E at the point's place along a line. A surface across it ends the
  // interpolation: E is that of the entry on the point's side.
  Line line(Index u, Index v, double weight_of_line) const {
    const Node node = node_of(u, v);
    if (weight_of_line < k_least_part)
      return {};
    std::array<double, 2> weights{weight(c_, 0), weight(c_, 1)};
    const bool has_surface = is_surface(node);
    if (has_surface) {
      const double above = place_[c_] - node[c_];
      const auto upper = stored(node, 0);
      const bool is_upper = std::abs(above) <= k_on_node ? upper && id(*upper) != 0 : above > 0;
      weights = {is_upper ? 0.0 : 1.0, is_upper ? 1.0 : 0.0};
    }
    Line found;
    double free_weight = 0;
    bool is_beside_rim = false;
    for (const Index n : {0, 1}) {
      complex factor;
      const auto at = stored(node, n - 1, &factor);
      if (weights[n] < k_least_part || !at)
        continue;
      Node edge = node;
      edge[c_] += n - 1;
      if (id(*at) == 0) {
        if (!is_in_surface(edge))
          throw_in_conductor(problem_, c_, *at, case_location_);
        is_beside_rim = true;
      } else if (const double share = problem_.free_share(vector_entry(*at));
                 !is_in_cut_part(edge, share)) {
        found.push_back({*at, factor * weights[n] / share});
        free_weight += weights[n];
      }
    }
    if (is_beside_rim)
      for (CurrentShare &share : found)
        share.part /= free_weight;
    return found;
  }

  // True for the point in the conducting part of an edge.
  bool is_in_cut_part(const Node &edge, double share) const {
    constexpr double k_rounding = 2.0 / 1024; // of shares
    const double along = place_[c_] - edge[c_];
    if (share == 1 || along < 0 || along > 1)
      return false;
    const double from_conductor = is_surface(edge) ? along : 1 - along;
    return from_conductor < 1 - share - k_rounding;
  }

  // Interpolates across the current between two neighbours along an axis; `from` is the node below.
  // E falls to 0 at the surface of a conductor between them.
  Line across(int axis, const std::vector<Line> &lines, const Node &from) const {
    double distance = 1; // of the surface from the free neighbour, in cells
    if (lines[0].empty() != lines[1].empty())
      if (const auto at = stored_entry(problem_, axis, from))
        distance = problem_.free_share(axis * problem_.size() +
                                       problem_.entry((*at)[0], (*at)[1], (*at)[2]));
    Line sum;
    for (const Index n : {0, 1}) {
      const bool is_other_free = !lines[1 - n].empty();
      const double part =
          is_other_free ? weight(axis, n) : std::max(0.0, 1 - weight(axis, 1 - n) / distance);
      if (part < k_least_part)
        continue;
      for (CurrentShare share : lines[n]) {
        share.part *= part;
        sum.push_back(share);
      }
    }
    return sum;
  }

  const Problem &problem_;
  int c_, u_, v_;
  const std::string &case_location_;
  std::array<double, 3> place_;  // in cells from node 0
  std::array<Index, 3> first_;   // the lower one of the two entries around the point
  std::array<double, 3> weight_; // of the upper one
};

} // namespace

void throw_in_conductor(const Problem &problem, int component, const std::array<Index, 3> &at,
                        const std::string &case_location) {
  const Vector3 position_m = problem.e_position_m(component, at[0], at[1], at[2]);
  throw InputError(fmt::format("{}: the current flows inside a conductor, or along a conducting "
                               "sheet or wire, at ({:.6g}, {:.6g}, {:.6g}) m; currents there drive "
                               "nothing",
                               case_location, position_m[0], position_m[1], position_m[2]));
}

std::optional<std::vector<CurrentShare>>
point_shares_beside_conductors(const Problem &problem, int component, const Vector3 &position_m,
                               const std::string &case_location) {
  const PointShares point(problem, component, position_m, case_location);
  return point.is_beside_conductors() ? std::optional(point.shares()) : std::nullopt;
}

} // namespace curlew::fdfd
