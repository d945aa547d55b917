#include <curlew/methods/dgtd/layers/layers.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace curlew::dgtd {
namespace {

constexpr double k_default_reflection = 1e-8;
constexpr double k_penalty = 0.1; // penalty at the end of a layer in one medium
constexpr std::size_t k_most_media = 65536;

double depth_in(const FlatLayer &layer, const Point &point_m) {
  return layer.depth(point_m, layer.thickness_m);
}

// Returns the refractive index of a medium above its poles.
double index_of(const Material &medium) {
  return std::sqrt(medium.eps_r.v[0] * medium.mu_r.v[0]);
}

// Returns how many numbers the poles keep for each unknown.
std::size_t states_of(const Poles &poles) {
  return poles.debye.size() + 2 * poles.lorentz.size() + poles.drude.size();
}

bool has_resonance(const Poles &poles) {
  return !poles.lorentz.empty() || !poles.drude.empty();
}

// Returns the middle of the tet's extent.
Point middle_of(const TetShape &shape) {
  Point middle{};
  for (int d = 0; d < 3; ++d) {
    double low = shape.vertices[0][d], high = low;
    for (int v = 1; v < 4; ++v) {
      low = std::min(low, shape.vertices[v][d]);
      high = std::max(high, shape.vertices[v][d]);
    }
    middle[d] = 0.5 * (low + high);
  }
  return middle;
}

// Returns the refractive index that the penalty counts with. Full spaces bear a layer without more
// penalty up to a multiple of the index of the fastest waves (measured: 5 times are stable, 7
// grow).
double felt_index(const Problem &problem, Index tet) {
  constexpr double k_borne = 4;
  return index_of(problem.materials[problem.material[tet]]) /
         (problem.choices.space.mixed ? 1 : k_borne);
}

class LayerFinder {
public:
  LayerFinder(const Case &input, const Problem &problem) : input_(input), problem_(problem) {
    constexpr double k_none = std::numeric_limits<double>::infinity();
    low_m_ = {k_none, k_none, k_none};
    high_m_ = {-k_none, -k_none, -k_none};
    for (const auto &nodes : problem.nodes.table)
      for (const Index node : nodes)
        for (int d = 0; d < 3; ++d) {
          low_m_[d] = std::min(low_m_[d], problem.point(node)[d]);
          high_m_[d] = std::max(high_m_[d], problem.point(node)[d]);
        }
  }

  AbsorbingLayers find(const std::vector<LayerFace> &faces) {
    std::vector<const Boundary *> boundaries;
    for (const LayerFace &face : faces) {
      const FlatLayer layer = layer_of(face);
      const auto same =
          std::find_if(layers_.flat.begin(), layers_.flat.end(), [&](const FlatLayer &other) {
            return other.axis == layer.axis && other.side == layer.side;
          });
      if (same == layers_.flat.end()) {
        layers_.flat.push_back(layer);
        boundaries.push_back(face.boundary);
      } else if (const auto *other = boundaries[same - layers_.flat.begin()];
                 other != face.boundary && !(*same == layer)) {
        throw InputError(fmt::format("{}: another layer of a different profile lies along the "
                                     "same end of the mesh ({}); give both the same",
                                     where(input_, *face.boundary), where(input_, *other)));
      }
    }
    for (std::size_t k = 1; k < layers_.flat.size(); ++k)
      if (layers_.flat[k].alpha_per_s != layers_.flat[0].alpha_per_s)
        throw InputError(fmt::format("{}: another layer of a different \"alpha\" is along \"{}\"; "
                                     "give all layers the same",
                                     where(input_, *boundaries[k]), boundaries[0]->group));
    mark(boundaries);
    check_media(boundaries);
    return std::move(layers_);
  }

private:
  FlatLayer layer_of(const LayerFace &face) const {
    const std::optional<LayerPlane> plane =
        layer_plane_of({problem_.point(face.nodes[0]), problem_.point(face.nodes[1]),
                        problem_.point(face.nodes[2])},
                       low_m_, high_m_);
    const std::string location = where(input_, *face.boundary);
    if (!plane)
      throw InputError(fmt::format(
          "{}: the layer is along planes across the axes at the ends of the mesh, and the face {} "
          "does not lie in one; cut the mesh along a plane, or take \"abc\"",
          location, describe_face(problem_.mesh, face.nodes)));
    const PmlSpec &spec = std::get<PmlSpec>(face.boundary->condition);
    const double thickness = spec.thickness_m.value();
    const double size = high_m_[plane->axis] - low_m_[plane->axis];
    if (thickness >= size)
      throw InputError(fmt::format("{}: a layer of {:.4g} m in a mesh that is {:.4g} m long along "
                                   "{} leaves nothing inside",
                                   location, thickness, size, "xyz"[plane->axis]));
    // The way there and back is damped by exp(-2 integral of rate / speed).
    const double reflection = spec.reflection.value_or(k_default_reflection);
    const double rate =
        -std::log(reflection) * (spec.order + 1) * k_speed_of_light / (2 * thickness);
    return {*plane, thickness, spec.order, rate, spec.kappa, spec.alpha / k_eps0};
  }

  void mark(const std::vector<const Boundary *> &boundaries) {
    layers_.is_inside.assign(problem_.tet_count(), 0);
    std::vector<double> index(layers_.flat.size(), 0);
    for (Index t = 0; t < problem_.tet_count(); ++t) {
      const Point centre = problem_.barycentre(t);
      for (std::size_t k = 0; k < layers_.flat.size(); ++k)
        if (depth_in(layers_.flat[k], centre) > 0) {
          const double here = index_of(problem_.materials[problem_.material[t]]);
          index[k] = index[k] > 0 ? std::min(index[k], here) : here;
          layers_.is_inside[t] = 1;
        }
      if (!layers_.is_inside[t])
        continue;
      layers_.tets.push_back(t);
      check_tet(t, boundaries);
    }
    for (std::size_t k = 0; k < index.size(); ++k)
      if (index[k] == 0)
        throw InputError(fmt::format("{}: the layer of {:.4g} m is thinner than the tets at its "
                                     "face, so that none lies in it; make it thicker, or refine "
                                     "there",
                                     where(input_, *boundaries[k]), layers_.flat[k].thickness_m));
    if (layers_.tets.size() == static_cast<std::size_t>(problem_.tet_count()))
      throw InputError(fmt::format("{}: the absorbing layers fill the whole mesh; make them "
                                   "thinner, or the mesh larger",
                                   where(input_, *boundaries.front())));
    for (std::size_t k = 0; k < index.size(); ++k) {
      layers_.flat[k].index = index[k];
      layers_.flat[k].rate_per_s /= index[k];
    }
    find_largest();
  }

  void find_largest() {
    // In a corner the rates of all axes act, each by itself.
    for (const FlatLayer &layer : layers_.flat)
      layers_.largest_rate_per_s =
          std::max(layers_.largest_rate_per_s, layer.rate_per_s + layer.alpha_per_s);
    for (const Index tet : layers_.tets) {
      for (const LayerStretch &one : layers_.stretch(middle_of(problem_.shape(tet))))
        layers_.largest_decay_per_s =
            std::max(layers_.largest_decay_per_s, one.rate_per_s / one.kappa + one.alpha_per_s);
      for (const Index node : problem_.nodes[tet])
        layers_.largest_penalty =
            std::max(layers_.largest_penalty,
                     layers_.penalty(problem_.point(node), felt_index(problem_, tet)));
    }
  }

  void check_tet(Index tet, const std::vector<const Boundary *> &boundaries) const {
    const Material &medium = problem_.materials[problem_.material[tet]];
    const bool is_simple = medium.eps_r.is_isotropic() && medium.mu_r.is_isotropic() &&
                           medium.sigma.is_isotropic() && medium.sigma_m.is_isotropic();
    if (!is_simple || medium.chi3 != 0)
      throw InputError(fmt::format("{}: media in an absorbing layer must be isotropic and linear, "
                                   "and \"{}\" is not; end it before the layer",
                                   where(input_, *boundaries.front()), medium.name));
    if (const auto states = std::max(states_of(medium.eps_poles), states_of(medium.mu_poles));
        states > k_most_layer_states)
      throw InputError(fmt::format(
          "{}: the poles of \"{}\" keep {} numbers of each unknown (1 of Debye and Drude, 2 of "
          "Lorentz), and an absorbing layer at most {}; end it before the layer",
          where(input_, *boundaries.front()), medium.name, states, k_most_layer_states));
    if (has_resonance(medium.eps_poles) && has_resonance(medium.mu_poles))
      throw InputError(fmt::format(
          "{}: \"{}\" has resonances of eps and of mu; its waves may run backwards, and those grow "
          "in an absorbing layer; end it before the layer",
          where(input_, *boundaries.front()), medium.name));
    for (std::int8_t f = 0; f < 4; ++f) {
      const FaceKind kind = problem_.faces[tet][f].kind;
      if (kind != FaceKind::inner && kind != FaceKind::pec && kind != FaceKind::pmc)
        throw InputError(fmt::format(
            "{}: an absorbing wall ends the layer sideways, in \"{}\"; give all outer faces that "
            "the layer meets the type \"pml\", \"pec\" or \"pmc\"",
            where(input_, *boundaries.front()), medium.name));
    }
  }

  // Throws InputError for too many media: numbers of media have 16 bits. Media without poles come
  // to those of the case, and in the problem that bounds the time step those that a real stretch
  // makes.
  void check_media(const std::vector<const Boundary *> &boundaries) const {
    std::set<std::array<double, 4>> stretched;
    if (layers_.has_real_stretch())
      for (const Index tet : layers_.tets) {
        const auto stretch = layers_.stretch(middle_of(problem_.shape(tet)));
        stretched.insert({stretch[0].kappa, stretch[1].kappa, stretch[2].kappa,
                          static_cast<double>(problem_.material[tet])});
      }
    const auto media = static_cast<std::size_t>(
        std::count_if(problem_.materials.begin(), problem_.materials.end(),
                      [](const Material &medium) { return medium.is_dispersive(); }));
    const std::size_t all = problem_.materials.size() + media + stretched.size();
    if (all > k_most_media)
      throw InputError(fmt::format(
          "{}: {} media of the case, {} more of those without their poles and {} more of \"kappa\" "
          "in the layers are more than {}; take media of the case that nothing uses out, or "
          "\"kappa\" out",
          where(input_, *boundaries.front()), problem_.materials.size(), media, stretched.size(),
          k_most_media));
  }

  const Case &input_;
  const Problem &problem_;
  Point low_m_{}, high_m_{};
  AbsorbingLayers layers_;
};

} // namespace

bool FlatLayer::operator==(const FlatLayer &other) const {
  return axis == other.axis && side == other.side && outer_m == other.outer_m &&
         thickness_m == other.thickness_m && order == other.order &&
         rate_per_s == other.rate_per_s && kappa == other.kappa && alpha_per_s == other.alpha_per_s;
}

bool AbsorbingLayers::has_real_stretch() const {
  return std::any_of(flat.begin(), flat.end(),
                     [](const FlatLayer &layer) { return layer.kappa != 1; });
}

std::array<LayerStretch, 3> AbsorbingLayers::stretch(const Point &point_m) const {
  // levels of kappa: few media in the problem that bounds the time step
  constexpr int k_levels = 64;
  std::array<LayerStretch, 3> result;
  for (const FlatLayer &layer : flat) {
    const double depth = std::min(depth_in(layer, point_m), 1.0);
    if (depth <= 0)
      continue;
    const double profile = std::pow(depth, layer.order);
    LayerStretch &one = result[layer.axis];
    one.rate_per_s += layer.rate_per_s * profile;
    one.kappa += (layer.kappa - 1) * std::round(k_levels * profile) / k_levels;
    one.alpha_per_s = std::max(one.alpha_per_s, layer.alpha_per_s);
  }
  return result;
}

double AbsorbingLayers::penalty(const Point &point_m, double index) const {
  double result = 0;
  for (const FlatLayer &layer : flat) {
    const double depth = std::min(depth_in(layer, point_m), 1.0);
    if (depth <= 0)
      continue;
    const double nepers = 2 * layer.rate_per_s * layer.index * layer.thickness_m /
                          ((layer.order + 1) * k_speed_of_light); // there and back
    const double felt = -nepers / std::log(k_default_reflection) * index / layer.index;
    result = std::max(result, k_penalty * depth * depth * std::max(1.0, felt));
  }
  return std::min(result, 1.0);
}

bool has_layer_penalty(const Problem &problem) {
  return problem.choices.scheme == SchemeKind::central &&
         problem.layers.largest_penalty > problem.choices.penalty;
}

double layer_penalty(const Problem &problem, Index tet, int face) {
  const TetFace &to = problem.faces[tet][face];
  if (to.kind == FaceKind::inner && !problem.layers.is_inside[to.tet])
    return 0;
  const auto index = [&](Index of) { return felt_index(problem, of); };
  Point middle{0, 0, 0};
  for (const Index node : face_nodes(problem, tet, face))
    middle = middle + 1.0 / 3 * problem.point(node);
  const double wanted = problem.layers.penalty(middle, std::max(index(tet), index(to.tet)));
  return std::max(0.0, wanted - problem.choices.penalty);
}

AbsorbingLayers find_layers(const Case &input, const Problem &problem,
                            const std::vector<LayerFace> &faces) {
  if (faces.empty())
    return {};
  return LayerFinder(input, problem).find(faces);
}

void add_layer_media(Problem &problem) {
  if (problem.layers.empty())
    return;
  problem.layers.first_medium = problem.materials.size();
  for (std::size_t m = 0; m < problem.layers.first_medium; ++m) {
    if (!problem.materials[m].is_dispersive())
      continue;
    Material rest = problem.materials[m];
    problem.layers.of_medium.push_back(m);
    rest.eps_poles = {};
    rest.mu_poles = {};
    problem.materials.push_back(rest);
  }
}

void take_poles_from_layers(Problem &problem) {
  std::vector<std::uint16_t> without(problem.layers.first_medium);
  auto next = static_cast<std::uint16_t>(problem.layers.first_medium);
  for (std::size_t m = 0; m < without.size(); ++m)
    without[m] = problem.materials[m].is_dispersive() ? next++ : static_cast<std::uint16_t>(m);
  std::vector<std::uint16_t> &medium = problem.material.table;
  for (const Index tet : problem.layers.tets)
    medium[tet] = without[medium[tet]];
  std::vector<Index> &first = problem.copies.first; // copies have one medium
  for (std::size_t t = 0; t < first.size(); ++t)
    if (medium[t] != medium[first[t]])
      first[t] = static_cast<Index>(t);
}

const Material &layer_medium(const Problem &problem, Index tet) {
  return problem.materials[problem.layers.continued(problem.material[tet])];
}

std::array<LayerStretch, 3> layer_stretch(const Problem &problem, Index tet) {
  return problem.layers.stretch(middle_of(problem.shape(tet)));
}

} // namespace curlew::dgtd
