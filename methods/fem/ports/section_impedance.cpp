#include <curlew/methods/fem/ports/port_rims.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/shared/elements/reference_basis.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

// Returns the conductor that faces or tets of a group touch. Throws InputError where they touch
// none, or several.
int conductor_of_group(const Model &model, const std::vector<Conductor> &conductors,
                       const std::string &group, const std::string &location) {
  const TetMesh &mesh = model.mesh;
  std::vector<char> is_named(mesh.groups.size(), 0);
  for (const int dimension : {2, 3})
    for (const Index one : matching_groups(mesh, dimension, group))
      is_named[one] = 1;
  if (std::find(is_named.begin(), is_named.end(), 1) == is_named.end())
    find_group(mesh, 2, group, location);         // throws
  std::vector<int> touched(conductors.size(), 0); // most nodes of one triangle or tet
  const auto visit = [&](const auto &nodes) {
    for (std::size_t c = 0; c < conductors.size(); ++c) {
      int count = 0;
      for (const Index node : nodes)
        count += conductors[c].nodes.count(node) > 0 ? 1 : 0;
      touched[c] = std::max(touched[c], count);
    }
  };
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (is_named[mesh.triangle_group[t]])
      visit(mesh.triangles[t]);
  for (std::size_t t = 0; t < mesh.tets.size(); ++t)
    if (is_named[mesh.tet_group[t]] && !model.solved[t])
      visit(mesh.tets[t]);
  constexpr int k_edge = 2; // nodes of an edge
  const auto is_touched = [](int count) { return count >= k_edge; };
  if (const auto count = std::count_if(touched.begin(), touched.end(), is_touched); count != 1)
    throw InputError(fmt::format("{}: \"{}\" lies on {} of the {} conductors of the port's face, "
                                 "and the signal conductor is one of them",
                                 location, group, count == 0 ? "none" : std::to_string(count),
                                 conductors.size()));
  return static_cast<int>(std::find_if(touched.begin(), touched.end(), is_touched) -
                          touched.begin());
}

// Barycentric coordinates of a triangle along a line.
struct Affine {
  std::array<double, 3> at{}, slope{};
};

constexpr double k_rounding = 1e-9; // of barycentric coordinates

// Narrows the part of a line from 0 to 1 to that in a triangle, which counts as straight; to < from
// where there is none.
Affine crossing(TriangleShape shape, const Point &start, const Point &way, double &from,
                double &to) {
  const double third[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
  shape.is_curved = false;
  const TriangleFrame frame = frame_at(shape, third);
  Affine one;
  double off_m = 0;
  for (int x = 0; x < 3; ++x) {
    const double r = start[x] - shape.vertices[0][x];
    off_m += frame.normal[x] * r;
    for (int k = 0; k < 2; ++k) {
      one.at[k + 1] += frame.dual[k][x] * r;
      one.slope[k + 1] += frame.dual[k][x] * way[x];
    }
  }
  one.at[0] = 1 - one.at[1] - one.at[2];
  one.slope[0] = -one.slope[1] - one.slope[2];
  for (int v = 0; v < 3; ++v) {
    const double zero = -one.at[v] / one.slope[v];
    if (one.slope[v] > k_rounding)
      from = std::max(from, zero);
    else if (one.slope[v] < -k_rounding)
      to = std::min(to, zero);
    else if (one.at[v] < -k_rounding)
      to = -1;
  }
  constexpr double k_flat = 1e-4; // over the size of the triangle
  if (std::abs(off_m) > k_flat * std::sqrt(frame.area_factor))
    to = -1;
  return one;
}

std::string list_of(const Model &model, const std::vector<Conductor> &conductors) {
  std::string text;
  for (const Conductor &conductor : conductors) {
    const Point &p = model.mesh.points[*conductor.nodes.begin()];
    text += fmt::format("{}one through ({:.4g}, {:.4g}, {:.4g}) m", text.empty() ? "" : ", ", p[0],
                        p[1], p[2]);
  }
  return text;
}

// Throws InputError where the impedance of a port between `count` conductors is not defined.
void require_definition(const Model &model, const std::vector<Conductor> &conductors,
                        const ModalPort &modal, const std::string &location) {
  const std::size_t count = conductors.size();
  const auto given = [&] { return "\"definition\": \"" + modal.definition + "\""; };
  const bool is_by_voltage = modal.definition == "pv";
  if (count < 2 && !modal.definition.empty() && !(is_by_voltage && modal.voltage_line))
    throw InputError(fmt::format(
        "{}: {} is of the voltage and the current between two conductors, and {} touch its face; "
        "they are the faces with \"pec\" or an \"impedance\" (and perfectly conducting volumes) at "
        "its edges; take it out for the impedance of the wave, or give \"definition\": \"pv\" and "
        "a \"voltage_line\"",
        location, given(), count == 0 ? "none" : std::to_string(count)));
  if (count < 3 || !modal.signal.empty())
    return;
  if (modal.definition.empty())
    throw InputError(fmt::format(
        "{}: {} conductors touch the face of the port ({}), and the impedance of its modes is not "
        "defined; give the \"signal\" conductor by one of its groups, or \"definition\": \"pi\" "
        "(of "
        "the current on all conductors where it flows one way), or \"pv\" or \"vi\" with a "
        "\"voltage_line\"",
        location, count, list_of(model, conductors)));
  if (modal.definition != "pi" && !modal.voltage_line)
    throw InputError(fmt::format(
        "{}: {} is of a voltage, and {} conductors touch the face of the port ({}); give the "
        "\"voltage_line\", or the \"signal\" conductor by one of its groups",
        location, given(), count, list_of(model, conductors)));
}

} // namespace

void PortSection::find_conductors(const Model &model, const Port &port) {
  const std::vector<Conductor> conductors = conductors_of(face_of(model, port));
  conductors_ = static_cast<int>(conductors.size());
  conductor_.assign(scalars_.size(), -1);
  for (std::size_t c = 0; c < conductors.size(); ++c)
    for (const Index node : conductors[c].nodes) {
      const auto at = std::lower_bound(scalars_.begin(), scalars_.end(), node);
      conductor_[at - scalars_.begin()] = static_cast<int>(c);
    }
  require_definition(model, conductors, modal_, location_);
  if (!modal_.signal.empty())
    signal_ = conductor_of_group(model, conductors, modal_.signal, location_ + "/signal");
  else if (conductors.size() == 2)
    signal_ = 0;
  if (modal_.voltage_line) {
    find_voltage_line(*modal_.voltage_line);
    require_ends_on_conductors(model, port, conductors);
  } else if (conductors.size() > 1 && signal_ >= 0)
    find_shortest_path(model, port, conductors, static_cast<std::size_t>(signal_));
}

// Throws InputError where an end of the voltage line is on no conductor, or both are on one of
// several. Without a conductor the line may end anywhere.
void PortSection::require_ends_on_conductors(const Model &model, const Port &port,
                                             const std::vector<Conductor> &conductors) const {
  if (conductors.empty())
    return;
  // Distance over the length of an edge, below which a point is on it: a curved edge leaves its
  // chord by up to an eighth of its radius.
  constexpr double k_on_edge = 1e-3, k_on_curved_edge = 0.15;
  const VoltageLine &line = *modal_.voltage_line;
  const auto conductor_at = [&](const Point &p, const char *end) {
    double nearest_m = std::numeric_limits<double>::max();
    Point nearest{};
    for (std::size_t t = 0; t < port.terms.size(); ++t) {
      const auto &nodes = model.topology.faces[model.terms[port.terms[t]].face];
      const double k_on = triangles_[t].shape.is_curved ? k_on_curved_edge : k_on_edge;
      for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Index a = nodes[i], b = nodes[(i + 1) % nodes.size()];
        for (std::size_t c = 0; c < conductors.size(); ++c) {
          if (conductors[c].nodes.count(a) == 0 || conductors[c].nodes.count(b) == 0)
            continue;
          const Point &from = model.mesh.points[a], &to = model.mesh.points[b];
          const Point foot = nearest_on_segment(p, from, to);
          const double distance_m = norm(p - foot);
          if (distance_m <= k_on * norm(to - from))
            return c;
          if (distance_m < nearest_m) {
            nearest_m = distance_m;
            nearest = foot;
          }
        }
      }
    }
    throw InputError(fmt::format(
        "{}/voltage_line/{}: ({:.6g}, {:.6g}, {:.6g}) m is on no conductor of the port's face, and "
        "the voltage is that between two; the nearest place of one is ({:.6g}, {:.6g}, {:.6g}) m",
        location_, end, p[0], p[1], p[2], nearest[0], nearest[1], nearest[2]));
  };
  const std::size_t minus = conductor_at(line.start_m, "start"),
                    plus = conductor_at(line.stop_m, "stop");
  if (minus == plus && conductors.size() > 1)
    throw InputError(fmt::format("{}/voltage_line: both ends lie on one of the {} conductors of "
                                 "the port's face, between which there is no voltage; let it end "
                                 "on two of them",
                                 location_, conductors.size()));
}

// Finds the shortest path along edges of the face from a conductor to another one.
void PortSection::find_shortest_path(const Model &model, const Port &port,
                                     const std::vector<Conductor> &conductors, std::size_t start) {
  struct Step {
    double length;
    Index node;
    bool operator<(const Step &other) const { return length > other.length; }
  };
  std::map<Index, std::vector<Index>> neighbours;
  for (const std::size_t k : port.terms)
    for (const Index a : model.topology.faces[model.terms[k].face])
      for (const Index b : model.topology.faces[model.terms[k].face])
        if (a != b)
          neighbours[a].push_back(b);
  const auto is_on_other = [&](Index node) {
    for (std::size_t c = 0; c < conductors.size(); ++c)
      if (c != start && conductors[c].nodes.count(node) > 0)
        return true;
    return false;
  };
  // node -> length of the path to it, and the node before it.
  std::map<Index, std::pair<double, Index>> reached;
  std::priority_queue<Step> front;
  for (const Index node : conductors[start].nodes) {
    reached[node] = {0, -1};
    front.push({0, node});
  }
  while (!front.empty()) {
    const auto [length, node] = front.top();
    front.pop();
    if (is_on_other(node)) {
      for (Index to = node; reached[to].second >= 0; to = reached[to].second) {
        const Index from = reached[to].second;
        path_.emplace_back(local(find_edge(model.topology, from, to)), from < to ? 1.0 : -1.0);
      }
      return;
    }
    for (const Index next : neighbours[node]) {
      const double further = length + norm(model.mesh.points[next] - model.mesh.points[node]);
      const auto known = reached.find(next);
      if (known != reached.end() && known->second.first <= further)
        continue;
      reached[next] = {further, node};
      front.push({further, next});
    }
  }
}

// Integrates the functions along a straight line, piece by piece between the edges that it crosses.
// Triangles count as straight.
void PortSection::find_voltage_line(const VoltageLine &line) {
  const Point start = line.start_m, way = line.stop_m - line.start_m;
  constexpr double k_gap = 0.01; // share of the line in slivers of curved edges
  std::vector<Affine> affine;
  std::vector<double> cuts{0, 1};
  std::vector<std::size_t> crossed;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    double from = 0, to = 1;
    const Affine one = crossing(triangles_[t].shape, start, way, from, to);
    if (to - from <= k_rounding)
      continue;
    cuts.insert(cuts.end(), {from, to});
    affine.push_back(one);
    crossed.push_back(t);
  }
  std::sort(cuts.begin(), cuts.end());
  const SimplexRule<2> rule = line_rule(space_.degree() + 1);
  double covered = 0;
  for (std::size_t c = 0; c + 1 < cuts.size(); ++c) {
    const double from = cuts[c], length = cuts[c + 1] - from, middle = from + length / 2;
    if (length <= k_rounding)
      continue;
    const auto inside = std::find_if(affine.begin(), affine.end(), [&](const Affine &one) {
      return std::all_of(one.at.begin(), one.at.end(), [&, v = 0](double at) mutable {
        return at + one.slope[v++] * middle > -k_rounding;
      });
    });
    if (inside == affine.end())
      continue;
    covered += length;
    const Triangle &triangle = triangles_[crossed[inside - affine.begin()]];
    TriangleShape shape = triangle.shape;
    shape.is_curved = false;
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      double l[3];
      for (int v = 0; v < 3; ++v)
        l[v] = inside->at[v] + inside->slope[v] * (from + rule.points[q][1] * length);
      const TriangleFrame frame = frame_at(shape, l);
      for (int i = 0; i < per_triangle_; ++i) {
        double reference[2];
        Point value;
        reference_value<2>(basis_function<2>(i), l, reference);
        frame.map_value(reference, value.data());
        // From plus to minus, as along the shortest path.
        path_.emplace_back(triangle.dofs[i], -rule.weights[q] * length * dot(value, way));
      }
    }
  }
  if (covered < 1 - k_gap)
    throw InputError(fmt::format(
        "{}/voltage_line: {:.3g} of the line from ({:.4g}, {:.4g}, {:.4g}) to ({:.4g}, {:.4g}, "
        "{:.4g}) m lies on the port's face around ({:.4g}, {:.4g}, {:.4g}) m, and the voltage is "
        "that along all of it; are its lengths in m?",
        location_, covered, start[0], start[1], start[2], line.stop_m[0], line.stop_m[1],
        line.stop_m[2], middle_[0], middle_[1], middle_[2]));
}

complex PortSection::voltage_of(const SectionMode &mode) const {
  complex voltage = 0;
  for (const auto &[dof, weight] : path_)
    voltage += weight * mode.e[dof];
  return voltage;
}

// Without a signal conductor it is the current of all conductors on which it flows as on the one
// with the largest current.
complex PortSection::current_of(const SectionMode &mode) const {
  if (signal_ >= 0)
    return mode.currents[static_cast<std::size_t>(signal_)];
  complex largest = 0, sum = 0;
  for (const complex &one : mode.currents)
    if (std::abs(one) > std::abs(largest))
      largest = one;
  for (const complex &one : mode.currents)
    if ((one * std::conj(largest)).real() > 0)
      sum += one;
  return sum;
}

void PortSection::set_impedance(SectionMode &mode) const {
  complex power = 0;
  for (std::size_t i = 0; i < dofs_.size(); ++i)
    power += std::conj(mode.e[i]) * mode.load[i];
  const bool travels = is_travelling(mode.constant);
  mode.power_w = travels ? power.real() / (2 * k_eta0) : 0;
  mode.apparent_va = std::conj(power) / (2 * k_eta0);
  mode.impedance_ohm = k_eta0 / std::abs(mode.product);
  mode.definition = "wave";
  if (!travels || (conductors_ < 2 && path_.empty()))
    return;
  const double v = std::abs(voltage_of(mode)), i = std::abs(current_of(mode)) / k_eta0;
  const double va = std::abs(mode.apparent_va);
  const std::string definition = has_voltage_                ? "pv"
                                 : modal_.definition.empty() ? "pi"
                                                             : modal_.definition;
  const double defined = definition == "pv"   ? v * v / (2 * va)
                         : definition == "vi" ? v / i
                                              : 2 * va / (i * i);
  // Modes that turn around the conductor (TE11 of a coaxial line) have no current but rounding.
  constexpr double k_rounding = 1e-6;
  if (defined > k_rounding * mode.impedance_ohm && k_rounding * defined < mode.impedance_ohm) {
    mode.impedance_ohm = defined;
    mode.definition = definition;
  }
}

// Makes the mode one of 1 V, of the sign that it has; of a coaxial line it points outwards.
void PortSection::scale_to_voltage(SectionMode &mode) const {
  complex voltage = voltage_of(mode);
  if (!points_outwards_ && voltage.real() < 0)
    voltage = -voltage;
  mode.scale(1.0 / voltage);
}

const PortSection::Impedance &PortSection::impedance(double frequency_hz, int mode) const {
  if (impedances_.count(frequency_hz) == 0)
    modes(frequency_hz);
  return impedances_[frequency_hz][static_cast<std::size_t>(mode) - 1];
}

} // namespace curlew::fem
