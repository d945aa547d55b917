#include <curlew/methods/fdfd/thin/wires.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace curlew::fdfd {
namespace {

constexpr double k_euler = 0.57721566490153286;
// Largest radius of a wire in cells; a thicker one is a cylinder.
constexpr double k_largest_radius = 0.5;
// Distance of a factor from 1 below which it changes the equivalent radius by less than a
// hundredth.
constexpr double k_no_factor = 0.006;
// Relative change of a length, and so of a resonance, above which a warning is due.
constexpr double k_tolerated_change = 0.02;

double length_of(const Vector3 &from, const Vector3 &to) {
  return std::hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
}

// Adds the edges of a straight line between two nodes, in the order in which it crosses from the
// surroundings of one node to those of the next.
void add_line(const Node &from, const Node &to, std::set<GridEdge> &edges) {
  std::array<Index, 3> steps, taken{0, 0, 0};
  for (int d = 0; d < 3; ++d)
    steps[d] = std::abs(to[d] - from[d]);
  Node at = from;
  while (taken != steps) {
    int next = -1;
    double soonest = 2;
    for (int d = 0; d < 3; ++d)
      if (taken[d] < steps[d] && (taken[d] + 0.5) / steps[d] < soonest) {
        soonest = (taken[d] + 0.5) / steps[d];
        next = d;
      }
    Node before = at;
    at[next] += to[next] > from[next] ? 1 : -1;
    before[next] = std::min(before[next], at[next]);
    edges.insert({next, before});
    ++taken[next];
  }
}

struct SnappedWire {
  std::set<GridEdge> edges;
  bool has_stairs = false;
};

SnappedWire snap(const Problem &problem, const WireObject &wire) {
  SnappedWire snapped;
  Node before{};
  for (std::size_t p = 0; p < wire.points_m.size(); ++p) {
    Node node;
    for (int d = 0; d < 3; ++d)
      node[d] = nearest_node(problem.axes[d], wire.points_m[p][d]);
    int directions = 0;
    for (int d = 0; d < 3 && p > 0; ++d)
      directions += node[d] != before[d];
    snapped.has_stairs = snapped.has_stairs || directions > 1;
    if (p > 0)
      add_line(before, node, snapped.edges);
    before = node;
  }
  return snapped;
}

ThinObject report_of(const Case &input, const Problem &problem, const WireObject &wire,
                     const SnappedWire &snapped) {
  ThinObject report;
  report.shape = "wire";
  report.cell_m = input.grid.cell_m;
  report.given_min_m = report.given_max_m = wire.points_m.front();
  report.held_min_m.fill(std::numeric_limits<double>::max());
  report.held_max_m.fill(std::numeric_limits<double>::lowest());
  for (std::size_t p = 0; p < wire.points_m.size(); ++p) {
    for (int d = 0; d < 3; ++d) {
      report.given_min_m[d] = std::min(report.given_min_m[d], wire.points_m[p][d]);
      report.given_max_m[d] = std::max(report.given_max_m[d], wire.points_m[p][d]);
    }
    if (p > 0)
      report.given_length_m += length_of(wire.points_m[p - 1], wire.points_m[p]);
  }
  for (const GridEdge &edge : snapped.edges) {
    report.length_m += input.grid.cell_m[edge.component];
    for (int d = 0; d < 3; ++d) {
      const double low_m = problem.axes[d].node_m(edge.from[d]),
                   high_m = problem.axes[d].node_m(edge.from[d] + (d == edge.component ? 1 : 0));
      report.held_min_m[d] = std::min(report.held_min_m[d], low_m);
      report.held_max_m[d] = std::max(report.held_max_m[d], high_m);
    }
  }
  return report;
}

void require_shape(const Case &input, const WireObject &wire, const SnappedWire &snapped,
                   const std::string &where) {
  if (snapped.edges.empty())
    throw InputError(fmt::format("{}: the wire is so short that both of its ends lie nearest to "
                                 "the same node of the grid: take finer cells, or leave it out",
                                 where));
  const Vector3 &cell = input.grid.cell_m;
  for (const GridEdge &edge : snapped.edges) {
    const double u = cell[(edge.component + 1) % 3], v = cell[(edge.component + 2) % 3];
    if (wire.radius_m > k_largest_radius * std::min(u, v))
      throw InputError(fmt::format(
          "{}: the radius of the wire, {:.4g} m, is more than half a cell; take a \"cylinder\" of "
          "a conductor for it, or cells of {:.3g} m and more",
          where, wire.radius_m, wire.radius_m / k_largest_radius));
  }
}

void add_warnings(const SnappedWire &snapped, ThinObject &report) {
  const double change = report.length_m / report.given_length_m - 1;
  if (std::abs(change) > k_tolerated_change)
    report.warnings.push_back(fmt::format(
        "{}: on the grid the wire is {:.6g} m long, {:.2g} % {} than given{}", report.location,
        report.length_m, 100 * std::abs(change), change > 0 ? "more" : "less",
        snapped.has_stairs
            ? ", by the steps of what is oblique: it resonates that much lower. Turn it along the "
              "axes, or take its length so much shorter"
            : ": take cells that divide it, or finer ones"));
  if (report.edges == 0)
    report.warnings.push_back(fmt::format("{}: the wire lies in conductors or on conducting walls "
                                          "altogether: it changes nothing",
                                          report.location));
}

// Entries around a wire with the factors for its radius.
struct Surroundings {
  using Key = std::pair<int, std::array<Index, 3>>;
  std::map<Key, double> faces, edges; // factors of mu, and of 1 / eps
};

Surroundings surroundings(const Case &input, const Problem &problem, const WireObject &wire,
                          const std::set<GridEdge> &edges) {
  const Vector3 &cell = input.grid.cell_m;
  Surroundings around;
  for (const GridEdge &edge : edges) {
    const int c = edge.component;
    for (const int turn : {1, 2}) {
      const int towards = (c + turn) % 3, across = (c + 3 - turn) % 3;
      const double factor = link_factor(cell[towards], cell[across], wire.radius_m);
      if (std::abs(factor - 1) < k_no_factor)
        continue;
      for (const int step : {-1, 0}) {
        // The face is spanned by the edge and the direction towards its neighbour.
        Node corner = edge.from;
        corner[towards] += step;
        if (const auto at = stored_entry(problem, across, corner, false))
          around.faces[{across, *at}] = factor;
        for (const int end : {0, 1}) {
          Node node = corner;
          node[c] += end;
          if (const auto at = stored_entry(problem, towards, node))
            around.edges[{towards, *at}] = factor;
        }
      }
    }
  }
  return around;
}

// Returns the image of a node in the period.
Node stored(const Problem &problem, Node node) {
  for (int d = 0; d < 3; ++d)
    if (problem.axes[d].is_periodic())
      node[d] = *stored_node(problem.axes[d], node[d]);
  return node;
}

int count_at(const Problem &problem, const WireNodes &nodes, const Node &node) {
  const auto found = nodes.find(stored(problem, node));
  return found == nodes.end() ? 0 : found->second;
}

// A node where a wire ends without a connection, and the direction in which it would continue.
struct FreeEnd {
  Node node{};
  int axis = 2, step = 1;
};

// True where nothing is joined to an end: no conductor, no wall, no other wire, and none across a
// gap of a cell, where a source feeds both.
bool is_free(const Problem &problem, const FreeEnd &end, const WireNodes &nodes,
             const ConstantEditor &eps) {
  Node next = end.node;
  next[end.axis] += end.step;
  if (count_at(problem, nodes, end.node) > 1 || count_at(problem, nodes, next) > 0)
    return false;
  for (int d = 0; d < 3; ++d)
    for (const int step : {-1, 0}) {
      if (d == end.axis && step == (end.step > 0 ? -1 : 0))
        continue; // the wire itself
      Node corner = end.node;
      corner[d] += step;
      const auto at = stored_entry(problem, d, corner);
      if (!at || eps.is_fixed(d, *at))
        return false;
    }
  return true;
}

std::vector<FreeEnd> free_ends(const Problem &problem, const std::set<GridEdge> &edges,
                               const WireNodes &nodes, const ConstantEditor &eps) {
  struct Use {
    int edges = 0;
    FreeEnd end;
  };
  std::map<Node, Use> uses; // ends that meet across a period are one node
  for (const GridEdge &edge : edges)
    for (const int end : {0, 1}) {
      Node node = edge.from;
      node[edge.component] += end;
      Use &use = uses[stored(problem, node)];
      ++use.edges;
      use.end = {node, edge.component, end == 1 ? 1 : -1};
    }
  std::vector<FreeEnd> ends;
  for (const auto &[node, use] : uses)
    if (use.edges == 1 && is_free(problem, use.end, nodes, eps))
      ends.push_back(use.end);
  return ends;
}

// Adds the permittivities around an open end. On the bare grid the charge of the last node is that
// of a cell around it, so that the wire acts 0.8 of a cell longer in all; and half a cell of a
// thinner wire needs twice the factor, over five edges instead of four. The factors are fitted to
// the resonance of scattering wires (docs/methods/fdfd-notes.md, "Sheets and wires"): with them it
// is 0.2 % off for radii from 0.005 to 0.2 of a cell, and 1 % for thicker ones.
void add_end(const Case &input, const Problem &problem, const WireObject &wire, const FreeEnd &end,
             Surroundings &around) {
  constexpr double k_bare = 0.7, k_thin_across = 2.7, k_thick_across = 1.7, k_along_share = 0.5;
  const Vector3 &cell = input.grid.cell_m;
  const auto factor_towards = [&](int u, int v) {
    const double change = link_factor(cell[u], cell[v], wire.radius_m) - 1;
    return (change > 0 ? k_thin_across : k_thick_across) * change;
  };
  const int u = (end.axis + 1) % 3, v = (end.axis + 2) % 3;
  for (int d = 0; d < 3; ++d)
    for (const int step : {-1, 0}) {
      if (d == end.axis && step == (end.step > 0 ? -1 : 0))
        continue;
      Node corner = end.node;
      corner[d] += step;
      const double change = d == u ? factor_towards(u, v)
                            : d == v
                                ? factor_towards(v, u)
                                : k_along_share * (factor_towards(u, v) + factor_towards(v, u)) / 2;
      if (const auto at = stored_entry(problem, d, corner))
        around.edges[{d, *at}] = 1 + k_bare + change;
    }
}

} // namespace

double bare_radius_m(double cell_u_m, double cell_v_m) {
  return std::exp(-k_euler) / 4 * std::hypot(cell_u_m, cell_v_m);
}

double link_factor(double cell_u_m, double cell_v_m, double radius_m) {
  const double ratio = cell_v_m / cell_u_m;
  return 1 +
         ratio / (2 * std::atan(ratio)) * std::log(bare_radius_m(cell_u_m, cell_v_m) / radius_m);
}

WireNodes wire_nodes(const Case &input, const Problem &problem) {
  WireNodes nodes;
  for (const ObjectSpec &object : input.objects)
    if (const auto *wire = std::get_if<WireObject>(&object)) {
      std::set<Node> own;
      for (const GridEdge &edge : snap(problem, *wire).edges)
        for (const int end : {0, 1}) {
          Node node = edge.from;
          node[edge.component] += end;
          own.insert(stored(problem, node));
        }
      for (const Node &node : own)
        ++nodes[node];
    }
  return nodes;
}

ThinObject lay_wire(const Case &input, std::size_t number, const WireObject &wire,
                    const WireNodes &nodes, Problem &problem, ConstantEditor &eps) {
  const SnappedWire snapped = snap(problem, wire);
  const std::string where = input.where(fmt::format("/objects/{}", number));
  require_shape(input, wire, snapped, where);
  ThinObject report = report_of(input, problem, wire, snapped);
  report.location = where;
  const std::vector<FreeEnd> ends = free_ends(problem, snapped.edges, nodes, eps);
  const bool is_perfect = wire.surface.is_perfect();
  std::set<Surroundings::Key> laid; // a wire longer than a period comes to the same edges again
  for (const GridEdge &edge : snapped.edges) {
    const int c = edge.component;
    const auto at = stored_entry(problem, c, edge.from);
    if (!at || eps.is_fixed(c, *at) || !laid.insert({c, *at}).second)
      continue;
    ++report.edges;
    if (is_perfect) {
      eps.fix(c, *at);
      continue;
    }
    double area_m2 = 1;
    for (const int d : {(c + 1) % 3, (c + 2) % 3})
      area_m2 *= length_of_node(problem.axes[d], edge.from[d]);
    const complex per_length = wire.surface.at(problem.frequency_hz) / (2 * k_pi * wire.radius_m);
    eps.set(c, *at,
            eps.value(c, *at) + complex(0, -k_eta0) / (problem.wavenumber * area_m2 * per_length));
  }
  problem.has_conductors = problem.has_conductors || (is_perfect && report.edges > 0);
  add_warnings(snapped, report);
  Surroundings around = surroundings(input, problem, wire, snapped.edges);
  for (const FreeEnd &end : ends)
    add_end(input, problem, wire, end, around);
  if (!around.faces.empty()) {
    make_magnetic(problem);
    ConstantEditor mu(problem, ConstantEditor::Field::magnetic);
    for (const auto &[key, factor] : around.faces)
      if (!mu.is_fixed(key.first, key.second))
        mu.set(key.first, key.second, mu.value(key.first, key.second) * factor);
  }
  std::set<Surroundings::Key> own;
  for (const GridEdge &edge : snapped.edges)
    if (const auto at = stored_entry(problem, edge.component, edge.from))
      own.insert({edge.component, *at});
  for (const auto &[key, factor] : around.edges)
    if (own.count(key) == 0 && !eps.is_fixed(key.first, key.second))
      eps.set(key.first, key.second, eps.value(key.first, key.second) / factor);
  return report;
}

} // namespace curlew::fdfd
