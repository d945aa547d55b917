#include <curlew/methods/fem/faces/dielectric_edges.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/fem/faces/edge_errors.hpp>
#include <curlew/methods/fem/faces/media_around_edge.hpp>
#include <curlew/methods/shared/setup/plane_waves.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <utility>

namespace curlew::fem {
namespace {

constexpr double k_poor_power = 0.02;  // of the scattered power
constexpr double k_power_share = 0.29; // c, of second order
constexpr double k_first_order = 2.8;  // times as much in first order as h^2 over that of second
constexpr double k_least_edge_turn = 50 * k_pi / 180;
constexpr double k_no_limit = 0.25; // exponent below which no mesh resolves an edge
constexpr double k_size = 5;        // d over V / A, between those of bars, 4, and cubes, 6
constexpr double k_no_edge = 0.03;  // 1 - tau below which walls and media make no edge

using MaterialPair = std::array<std::size_t, 2>; // rising

struct Edge {
  double length_m = 0, height_m = 0;
  EdgeMedia media;
  Point along;

  double angle_of(std::size_t material) const {
    double sum = 0;
    for (const MediumWedge &wedge : media.wedges)
      sum += wedge.material == material ? wedge.angle : 0;
    return sum;
  }
  bool is_of_two() const { return media.is_whole && media.wedges.size() == 2; }
  // Share of the space around the edge; images of walls hold the rest.
  double share() const { return media.is_whole ? 1 : media.angle / (2 * k_pi); }
};

// The edges between two materials, the area between both and the box around the edges.
struct Contact {
  std::vector<Edge> edges;
  Point low_m, high_m;

  Contact() {
    low_m.fill(std::numeric_limits<double>::infinity());
    high_m.fill(-std::numeric_limits<double>::infinity());
  }

  bool holds(const Point &p) const {
    bool is_inside = true;
    for (int d = 0; d < 3; ++d)
      is_inside = is_inside && p[d] >= low_m[d] && p[d] <= high_m[d];
    return is_inside;
  }
};

// The permittivity and the permeability, means of the axes.
struct Medium {
  complex eps = 1, mu = 1;
};

Medium medium_at(const Material &material, double frequency_hz) {
  const ComplexTensor eps = permittivity(material, frequency_hz),
                      mu = permeability(material, frequency_hz);
  return {(eps[0] + eps[1] + eps[2]) / 3.0, (mu[0] + mu[1] + mu[2]) / 3.0};
}

// Returns the two media of the smallest wedges: a body on a third one, and what is around it.
MaterialPair pair_of(std::vector<MediumWedge> wedges) {
  std::stable_sort(wedges.begin(), wedges.end(),
                   [](const MediumWedge &a, const MediumWedge &b) { return a.angle < b.angle; });
  const auto other = std::find_if(wedges.begin(), wedges.end(), [&](const MediumWedge &one) {
    return one.material != wedges.front().material;
  });
  const auto [first, second] = std::minmax(wedges.front().material, other->material);
  return {first, second};
}

// The exponents of edges whose media and angles are alike.
using WedgesKey = std::vector<std::pair<std::size_t, long>>;
using ExponentsByWedges = std::map<WedgesKey, double>;

WedgesKey key_of(const EdgeMedia &media) {
  constexpr double k_steps = 1e3; // in a radian
  WedgesKey key;
  if (!media.is_whole)
    key.emplace_back(static_cast<std::size_t>(media.first), static_cast<long>(media.last));
  for (const MediumWedge &wedge : media.wedges)
    key.emplace_back(wedge.material, std::lround(k_steps * wedge.angle));
  return key;
}

class DielectricEdges {
public:
  DielectricEdges(const Case &input, const Model &model)
      : input_(input), model_(model), media_(model) {
    const TetTopology &topology = model.topology;
    std::vector<std::array<Index, 2>> pairs;
    for (std::size_t f = 0; f < topology.faces.size(); ++f)
      if (is_interface(f)) {
        const auto &[a, b, c] = topology.faces[f]; // rising
        pairs.insert(pairs.end(), {{a, b}, {a, c}, {b, c}});
      }
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    for (const auto &[a, b] : pairs)
      add(a, b);
  }

  DielectricEdgeError worst() const {
    DielectricEdgeError worst;
    for (const double frequency_hz : input_.frequencies_hz)
      for (const auto &[pair, contact] : contacts_)
        if (DielectricEdgeError one = error_of(pair, contact, frequency_hz);
            one.relative > worst.relative)
          worst = std::move(one);
    return worst;
  }

private:
  bool is_interface(std::size_t face) const {
    const auto &[first, second] = model_.topology.face_tets[face];
    return second >= 0 && model_.solved[first] != 0 && model_.solved[second] != 0 &&
           model_.material[first] != model_.material[second];
  }

  // Adds an edge where media meet.
  void add(Index a, Index b) {
    const EdgeTets around = tets_around_edge(model_, a, b);
    double height_m = 0;
    for (const auto &[face, height] : around.height_m)
      height_m += height / static_cast<double>(around.height_m.size());
    const Point &from = model_.mesh.points[a], &to = model_.mesh.points[b];
    const double length_m = norm(to - from);
    for (const EdgeMedia &media : media_.at(around)) {
      const auto &wedges = media.wedges;
      if (wedges.size() < 2 || (media.is_whole && wedges.size() == 2 &&
                                std::abs(wedges[0].angle - k_pi) < k_least_edge_turn))
        continue;
      Contact &contact = contacts_[pair_of(wedges)];
      contact.edges.push_back({length_m, height_m, media, (1 / length_m) * (to - from)});
      for (int d = 0; d < 3; ++d) {
        contact.low_m[d] = std::min({contact.low_m[d], from[d], to[d]});
        contact.high_m[d] = std::max({contact.high_m[d], from[d], to[d]});
      }
    }
  }

  // Returns which of two materials is the body: that with more of the convex edges between both
  // alone, or else the denser one.
  static std::size_t body_of(const MaterialPair &pair, const Contact &contact,
                             const std::array<Medium, 2> &media) {
    double first_m = 0, all_m = 0;
    for (const Edge &edge : contact.edges)
      if (edge.is_of_two()) {
        all_m += edge.length_m;
        first_m += edge.angle_of(pair[0]) < k_pi ? edge.length_m : 0;
      }
    if (std::abs(first_m - 0.5 * all_m) > 0.05 * all_m)
      return first_m > 0.5 * all_m ? 0 : 1;
    return std::abs(media[0].eps * media[0].mu) > std::abs(media[1].eps * media[1].mu) ? 0 : 1;
  }

  // Returns the exponent of the potential of E or of H at an edge, whichever is the lesser one; 1
  // between walls whose own edge is no better (EdgeError counts it).
  double exponent_at(const EdgeMedia &media, double frequency_hz) const {
    std::vector<EdgeSector> of_e, of_h;
    for (const MediumWedge &wedge : media.wedges) {
      const Medium medium = medium_at(input_.materials[wedge.material], frequency_hz);
      of_e.push_back({medium.eps, wedge.angle});
      of_h.push_back({medium.mu, wedge.angle});
    }
    if (media.is_whole)
      return std::min(edge_exponent(of_e), edge_exponent(of_h));
    const auto [first, last] = std::pair(media.first, media.last);
    const double tau = std::min(edge_exponent(of_e, first, last, EdgeField::electric),
                                edge_exponent(of_h, first, last, EdgeField::magnetic)),
                 alone = std::min(1.0, (first == last ? 1 : 0.5) * k_pi / media.angle);
    return tau < alone - k_no_edge ? tau : 1;
  }

  // Returns true where E of all waves is along all edges, which it then does not see.
  bool is_along(const Contact &contact) const {
    constexpr double k_along = 1 - 1e-6;
    for (const Excitation &excitation : input_.excitations)
      if (const auto *source = std::get_if<PlaneWaveSource>(&excitation.source))
        for (const PlaneWave &wave : source->waves)
          for (const Edge &edge : contact.edges) {
            std::complex<double> part = 0;
            double all = 0;
            for (int d = 0; d < 3; ++d) {
              part += wave.polarization[d] * edge.along[d];
              all += std::norm(wave.polarization[d]);
            }
            if (std::norm(part) < k_along * all)
              return false;
          }
    return true;
  }

  // Returns a body's volume in the box of its edges over its surface there, and the volume.
  std::pair<double, double> size_of(const Contact &contact, const MaterialPair &pair,
                                    std::size_t body) const {
    double volume_m3 = 0, area_m2 = 0;
    for (std::size_t t = 0; t < model_.mesh.tets.size(); ++t) {
      if (model_.solved[t] == 0 || model_.material[t] != body ||
          !contact.holds(centroid_of(model_.mesh, static_cast<Index>(t))))
        continue;
      volume_m3 += std::abs(tet_volume(model_.mesh, t));
      for (const Index face : model_.topology.tet_faces[t])
        if (is_interface(face) && is_between(face, pair)) {
          const auto &[a, b, c] = model_.topology.faces[face];
          area_m2 += triangle_area(point(a), point(b), point(c));
        }
    }
    return {volume_m3, area_m2 > 0 ? volume_m3 / area_m2 : 0};
  }

  bool is_between(Index face, const MaterialPair &pair) const {
    const auto &[first, second] = model_.topology.face_tets[face];
    return std::minmax<std::size_t>(model_.material[first], model_.material[second]) ==
           std::pair<const std::size_t &, const std::size_t &>(pair[0], pair[1]);
  }

  const Point &point(Index node) const { return model_.mesh.points[node]; }

  DielectricEdgeError error_of(const MaterialPair &pair, const Contact &contact,
                               double frequency_hz) const {
    const std::array<Medium, 2> media{medium_at(input_.materials[pair[0]], frequency_hz),
                                      medium_at(input_.materials[pair[1]], frequency_hz)};
    if (media[0].mu == media[1].mu && is_along(contact))
      return {};
    const std::size_t body = body_of(pair, contact, media);
    const auto [volume_m3, thickness_m] = size_of(contact, pair, pair[body]);
    if (volume_m3 == 0 || thickness_m == 0)
      return {};
    const Medium &seen = media[body].eps.real() > 0 ? media[body] : media[1 - body];
    const double wavelength_m =
                     k_speed_of_light / frequency_hz / std::sqrt(std::abs(seen.eps * seen.mu)),
                 reach_m = std::min(k_size * thickness_m, 0.5 * wavelength_m);
    DielectricEdgeError error;
    error.frequency_hz = frequency_hz;
    error.body = input_.materials[pair[body]].name;
    error.around = input_.materials[pair[1 - body]].name;
    ExponentsByWedges known;
    for (const Edge &edge : contact.edges) {
      const auto [at, is_new] = known.try_emplace(key_of(edge.media), 1);
      if (is_new)
        at->second = exponent_at(edge.media, frequency_hz);
      const double tau = at->second;
      if (tau == 1)
        continue;
      error.exponent = std::min(error.exponent, tau);
      error.length_m += edge.length_m;
      error.height_m += edge.length_m * edge.height_m;
      error.relative += edge.share() * edge.length_m * std::pow(edge.height_m, 2) *
                        std::pow(1 - tau, 2) * std::pow(edge.height_m / reach_m, 2 * tau - 2);
    }
    if (error.length_m == 0)
      return {};
    error.height_m /= error.length_m;
    const int order = choices_of(input_).space.order;
    error.relative *=
        k_power_share * (order == 1 ? k_first_order : 1) * std::pow(2.0 / order, 2) / volume_m3;
    return error;
  }

  const Case &input_;
  const Model &model_;
  MediaAroundEdges media_;
  std::map<MaterialPair, Contact> contacts_;
};

} // namespace

DielectricEdgeError dielectric_edge_error(const Case &input, const Model &model) {
  if (input.frequencies_hz.empty() || !has_plane_wave(input))
    return {};
  return DielectricEdges(input, model).worst();
}

std::string dielectric_edge_warning(const Case &input, const Model &model) {
  const DielectricEdgeError error = dielectric_edge_error(input, model);
  if (error.relative < k_poor_power)
    return {};
  if (error.exponent < k_no_limit)
    return fmt::format(
        "{}: at the edges of \"{}\" in \"{}\" at {:.4g} Hz fields go with the distance to the "
        "power "
        "of {:.2g}: they hardly lose energy towards the edge, and no mesh resolves them. The power "
        "that it scatters and absorbs is that of the mesh's tets ({:.2g} m high there), and is off "
        "by more than a tenth; round the edges with a radius of several tets, as the real ones are",
        input.where("/mesh"), error.body, error.around, error.frequency_hz, error.exponent - 1,
        error.height_m);
  return fmt::format(
      "{}: at the edges of \"{}\" in \"{}\", where fields are singular, the tets are {:.2g} m high "
      "({:.2g} wavelengths at {:.4g} Hz): the powers that it scatters and reflects are off by "
      "about {:.2g} "
      "%, near a resonance by more; take {}: {:.2g} m leave about {:g} %",
      input.where("/mesh"), error.body, error.around, error.height_m,
      error.height_m * error.frequency_hz / k_speed_of_light, error.frequency_hz,
      100 * error.relative, finer_edges(),
      error.height_m * std::pow(k_poor_power / error.relative, 0.5 / error.exponent),
      100 * k_poor_power);
}

nlohmann::ordered_json describe_dielectric_edges(const Case &input, const Model &model) {
  const DielectricEdgeError error = dielectric_edge_error(input, model);
  if (error.relative == 0)
    return {};
  return {{"body", error.body},
          {"around", error.around},
          {"length_m", error.length_m},
          {"tet_height_m", error.height_m},
          {"frequency", error.frequency_hz},
          {"scattered_power_error", error.relative}};
}

} // namespace curlew::fem
