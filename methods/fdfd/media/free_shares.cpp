#include <curlew/methods/fdfd/media/free_shares.hpp>

#include <curlew/methods/fdfd/solve/entries.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

constexpr double k_share_steps = 1024, k_least_share = 1.0 / 32;

double rounded_share(double share) {
  return share < k_least_share / 2
             ? 0
             : std::max(std::round(k_share_steps * share) / k_share_steps, k_least_share);
}

// Returns the integral of f from a to b, by Simpson's rule on intervals that are halved until f is
// a straight line on them, or `depth` times. f may jump.
template <class F>
double integral(const F &f, double a, double f_a, double b, double f_b, int depth) {
  constexpr int k_least_depth = 10; // of the depth 12: four intervals at least
  constexpr double k_straight = 1e-2;
  const double middle = (a + b) / 2, f_middle = f(middle);
  if (depth == 0 ||
      (depth <= k_least_depth && std::abs(f_a + f_b - 2 * f_middle) < k_straight * (b - a)))
    return (b - a) / 6 * (f_a + 4 * f_middle + f_b);
  return integral(f, a, f_a, middle, f_middle, depth - 1) +
         integral(f, middle, f_middle, b, f_b, depth - 1);
}

} // namespace

Point inside(const Problem &problem, Point point) {
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    const double period = axis.cell_m * axis.cells, upper = axis.corner_m + period;
    if (axis.is_periodic()) {
      if (point[d] < axis.corner_m)
        point[d] += period;
      else if (point[d] >= upper)
        point[d] -= period;
    } else if (point[d] < axis.corner_m && axis.low == Wall::pmc) {
      point[d] = 2 * axis.corner_m - point[d];
    } else if (point[d] > upper && axis.high == Wall::pmc) {
      point[d] = 2 * upper - point[d];
    }
  }
  return point;
}

FreeShares::FreeShares(const Problem &problem, const Scene &scene, const ConstantTable &table)
    : problem_(problem), scene_(scene), table_(table),
      has_conductors_(std::find(table.conducts.begin(), table.conducts.end(), true) !=
                      table.conducts.end()) {}

bool FreeShares::conducts(const Point &position_m, int axis, double aside) const {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  for (const int side_u : {-1, 1})
    for (const int side_v : {-1, 1}) {
      Point beside = position_m;
      beside[u] += side_u * aside * problem_.axes[u].cell_m;
      beside[v] += side_v * aside * problem_.axes[v].cell_m;
      if (table_.is_conductor(scene_.material_at(inside(problem_, beside))))
        return true;
    }
  return false;
}

double FreeShares::length_on(const Point &center_m, int axis, double aside) const {
  constexpr int k_pieces = 8, k_halvings = 24;
  const auto conducts_at = [&](double at) {
    Point point = center_m;
    point[axis] += (at - 0.5) * problem_.axes[axis].cell_m;
    return conducts(point, axis, aside);
  };
  double share = 0;
  bool before = conducts_at(0);
  for (int piece = 0; piece < k_pieces; ++piece) {
    double low = double(piece) / k_pieces, high = double(piece + 1) / k_pieces;
    const double start = low, end = high;
    const bool after = conducts_at(end);
    if (before == after) {
      share += after ? 0 : end - start;
    } else {
      for (int halving = 0; halving < k_halvings; ++halving) {
        const double middle = (low + high) / 2;
        (conducts_at(middle) == before ? low : high) = middle;
      }
      share += before ? end - low : high - start;
    }
    before = after;
  }
  return share;
}

double FreeShares::of_line(const Point &center_m, int axis) const {
  return rounded_share(length_on(center_m, axis, k_on_node));
}

double FreeShares::of_edge(const Point &center_m, int axis) const {
  return rounded_share(length_on(center_m, axis, k_least_share / 2)) == 0 ? 0
                                                                          : of_line(center_m, axis);
}

double FreeShares::of_face(const Point &center_m, int axis) const {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  constexpr int k_depth = 12;
  constexpr double k_aside = 4 * k_on_node; // off the surfaces along the face's edges
  const auto line = [&](double at) {
    Point point = center_m;
    point[v] += (at - 0.5) * problem_.axes[v].cell_m;
    return length_on(point, u, k_on_node);
  };
  return rounded_share(
      integral(line, k_aside, line(k_aside), 1 - k_aside, line(1 - k_aside), k_depth));
}

void close_covered_faces(const std::array<std::vector<std::uint16_t>, 3> &mu_id, Problem &problem) {
  for_all_entries(problem, 1, [&](int c, const std::array<Index, 3> &at, std::size_t) {
    if (mu_id[c][problem.entry(at[0], at[1], at[2])] != 0 ||
        problem.is_boundary_fixed(c, at, false))
      return;
    for (const int along : {(c + 1) % 3, (c + 2) % 3})
      for (const Index beside : {0, 1}) {
        Node from = at;
        from[3 - c - along] += beside;
        if (const auto edge = stored_entry(problem, along, from))
          problem.eps_id[along][problem.entry((*edge)[0], (*edge)[1], (*edge)[2])] = 0;
      }
  });
}

} // namespace curlew::fdfd
