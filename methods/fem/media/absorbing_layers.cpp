#include <curlew/methods/fem/media/absorbing_layers.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/media/layer_model.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_default_wavelengths = 0.8; // thickness of a layer
constexpr double k_aim = 1e-4;                // reflected amplitude
// Range of sigma_max: the weakest, over the strongest, and the step.
constexpr double k_weakest = 0.02, k_step = 1.04;
// What meshes add to the reflection of an infinitely fine layer, over what the model adds, at most
// (docs/methods/fem-notes.md).
constexpr double k_share_of_mesh = 1.0 / 3;
constexpr double k_least_index = 0.1; // of a medium, for the strongest losses
// Largest distance of a curved mesh's points from the sphere that they lie on, over its radius.
constexpr double k_sphere_tolerance = 1e-3;

const std::array<Index, 3> &nodes_of(const Model &model, const FaceTerm &term) {
  return model.topology.faces[term.face];
}

// Returns the centre of the sphere through all corners of the faces, by least squares:
// |p|^2 - 2 c.p is constant, 4 unknowns.
Point fitted_center(const Model &model, const std::vector<const FaceTerm *> &faces) {
  double m[4][5] = {};
  for (const FaceTerm *term : faces)
    for (const Index node : nodes_of(model, *term)) {
      const Point &p = model.mesh.points[node];
      const double row[5] = {2 * p[0], 2 * p[1], 2 * p[2], 1, dot(p, p)};
      for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
          m[i][j] += row[i] * row[j];
    }
  for (int k = 0; k < 4; ++k) { // the matrix is symmetric and positive for points off a plane
    for (int i = k + 1; i < 4; ++i)
      for (int j = 4; j >= k; --j)
        m[i][j] -= m[i][k] / m[k][k] * m[k][j];
  }
  double x[4];
  for (int k = 3; k >= 0; --k) {
    x[k] = m[k][4];
    for (int j = k + 1; j < 4; ++j)
      x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
  return {x[0], x[1], x[2]};
}

// Returns the refractive index of a medium, of the means of the diagonals of eps and mu.
complex index_of(const Material &material, double frequency_hz) {
  const ComplexTensor eps = permittivity(material, frequency_hz),
                      mu = permeability(material, frequency_hz);
  const complex index = std::sqrt((eps[0] + eps[1] + eps[2]) * (mu[0] + mu[1] + mu[2]) / 9.0);
  return index.imag() > 0 ? -index : index; // sign of a wave that is absorbed
}

} // namespace

AbsorbingLayers::AbsorbingLayers(const Case &input, const Model &model, int order, double lowest_hz,
                                 double highest_hz)
    : degree_(order) {
  std::map<const Boundary *, std::vector<const FaceTerm *>> groups;
  for (const FaceTerm &term : model.layers)
    groups[term.boundary].push_back(&term);
  const Extents extents = extents_of(model);
  std::set<std::pair<int, int>> sides; // axis and side of flat layers
  for (const auto &[boundary, faces] : groups) {
    const PmlSpec &spec = std::get<PmlSpec>(boundary->condition);
    const double thickness =
        spec.thickness_m.value_or(k_default_wavelengths * k_speed_of_light / lowest_hz);
    if (spec.is_sphere) {
      const Point center = spec.center_m ? *spec.center_m : fitted_center(model, faces);
      double outer = 0;
      for (const FaceTerm *term : faces)
        for (const Index node : nodes_of(model, *term))
          outer = std::max(outer, norm(model.mesh.points[node] - center));
      for (const FaceTerm *term : faces)
        for (const Index node : nodes_of(model, *term))
          if (std::abs(norm(model.mesh.points[node] - center) - outer) > k_sphere_tolerance * outer)
            throw InputError(fmt::format(
                "{}: the face {} does not lie on the sphere of radius {:.6g} m around ({:.6g}, "
                "{:.6g}, {:.6g}) m that the group is; take \"shape\": \"flat\", or correct "
                "\"center\"",
                where(input, *boundary), describe_face(model.mesh, nodes_of(model, *term)), outer,
                center[0], center[1], center[2]));
      if (thickness >= outer)
        throw InputError(
            fmt::format("{}: a layer of {:.4g} m in a sphere of radius {:.4g} m leaves "
                        "nothing inside",
                        where(input, *boundary), thickness, outer));
      spheres_.push_back({{boundary, &spec, thickness}, center, outer});
      continue;
    }
    for (const FaceTerm *term : faces) {
      const auto &nodes = nodes_of(model, *term);
      const std::optional<LayerPlane> plane = layer_plane_of(
          {model.mesh.points[nodes[0]], model.mesh.points[nodes[1]], model.mesh.points[nodes[2]]},
          extents.low_m, extents.high_m);
      if (!plane)
        throw InputError(fmt::format(
            "{}: the layer is along planes across the axes at the ends of the mesh, and the face "
            "{} does not lie in one; take \"shape\": \"sphere\" for one on a sphere, or \"abc\"",
            where(input, *boundary), describe_face(model.mesh, nodes)));
      if (!sides.insert({plane->axis, plane->side}).second)
        continue;
      const double size = extents.high_m[plane->axis] - extents.low_m[plane->axis];
      if (thickness >= size)
        throw InputError(
            fmt::format("{}: a layer of {:.4g} m in a mesh that is {:.4g} m long along "
                        "{} leaves nothing inside",
                        where(input, *boundary), thickness, size, "xyz"[plane->axis]));
      flat_.push_back({{boundary, &spec, thickness}, *plane});
    }
  }
  if (empty())
    return;
  require_elements(input, model);
  const auto complete = [&](auto &layer) {
    measure(input, model, layer);
    choose_losses(layer, lowest_hz, highest_hz);
  };
  std::for_each(flat_.begin(), flat_.end(), complete);
  std::for_each(spheres_.begin(), spheres_.end(), complete);
}

// Sets the number of tets across a layer, by their mean extent along its normal, and its media.
template <class Layer>
void AbsorbingLayers::measure(const Case &input, const Model &model, Layer &layer) const {
  double extents = 0;
  std::size_t tets = 0;
  std::set<std::size_t> media;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    if (!model.solved[t] || depth_in(layer, centroid_of(model.mesh, static_cast<Index>(t))) <= 0)
      continue;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Index node : model.mesh.tets[t]) {
      const double depth = depth_in(layer, model.mesh.points[node]);
      low = std::min(low, depth);
      high = std::max(high, depth);
    }
    extents += high - low;
    ++tets;
    media.insert(model.material[t]);
  }
  layer.cells = std::max(1, static_cast<int>(std::lround(static_cast<double>(tets) / extents)));
  for (const std::size_t medium : media)
    layer.media.push_back(&input.materials[medium]);
}

void AbsorbingLayers::choose_losses(Profile &profile, double lowest_hz, double highest_hz) const {
  if (profile.spec->reflection)
    return;
  if (profile.spec->sigma_max) {
    profile.sigma_max = *profile.spec->sigma_max;
    return;
  }
  double index = std::numeric_limits<double>::infinity(); // of the longest wave
  for (const Material *material : profile.media)
    index = std::min(index, index_of(*material, lowest_hz).real());
  // An infinitely fine layer reflects k_aim with these losses. Beyond them the model has minima by
  // interference alone.
  const double most =
      -std::log(k_aim) * (profile.spec->order + 1) /
      (2 * wavenumber_of(lowest_hz) * std::max(index, k_least_index) * profile.thickness_m);
  const auto worst_with = [&](double sigma_max) {
    Profile trial = profile;
    trial.sigma_max = sigma_max;
    const Reflected low = reflected_by(trial, degree_, lowest_hz),
                    high = reflected_by(trial, degree_, highest_hz);
    return low.model > high.model ? low : high;
  };
  const auto choose_least = [&](double Reflected::*amplitude) {
    double least = std::numeric_limits<double>::infinity();
    for (double sigma_max = k_weakest * most; sigma_max <= most && least > k_aim;
         sigma_max *= k_step)
      if (const double one = worst_with(sigma_max).*amplitude; one < least) {
        least = one;
        profile.sigma_max = sigma_max;
      }
  };
  choose_least(&Reflected::model);
  const Reflected chosen = worst_with(profile.sigma_max);
  if (chosen.model > k_aim && chosen.model < chosen.fine_layer)
    choose_least(&Reflected::estimate);
}

// A tet lies in a layer if its centroid does; its medium is chosen the same way.
void AbsorbingLayers::require_elements(const Case &input, const Model &model) const {
  std::set<const Boundary *> has_elements;
  bool is_left = false;
  for (std::size_t t = 0; t < model.solved.size(); ++t) {
    if (!model.solved[t])
      continue;
    const Point centroid = centroid_of(model.mesh, static_cast<Index>(t));
    is_left = is_left || !contains(centroid);
    for (const Flat &layer : flat_)
      if (depth_in(layer, centroid) > 0)
        has_elements.insert(layer.boundary);
    for (const Sphere &layer : spheres_)
      if (depth_in(layer, centroid) > 0)
        has_elements.insert(layer.boundary);
  }
  const auto require = [&](const Profile &layer) {
    if (has_elements.count(layer.boundary) == 0)
      throw InputError(fmt::format("{}: the layer of {:.4g} m is thinner than the elements behind "
                                   "it, so that none lies in it; make it thicker, or refine there",
                                   where(input, *layer.boundary), layer.thickness_m));
    if (!is_left)
      throw InputError(fmt::format("{}: the absorbing layers, this one of {:.4g} m, fill the whole "
                                   "mesh; make them thinner, or the mesh larger",
                                   where(input, *layer.boundary), layer.thickness_m));
  };
  for (const Flat &layer : flat_)
    require(layer);
  for (const Sphere &layer : spheres_)
    require(layer);
}

bool AbsorbingLayers::depends_on_frequency() const {
  const auto depends = [](const Profile &layer) {
    return layer.spec->reflection.has_value() || layer.spec->alpha != 0;
  };
  return std::any_of(flat_.begin(), flat_.end(), depends) ||
         std::any_of(spheres_.begin(), spheres_.end(), depends);
}

AbsorbingLayers::Reflected AbsorbingLayers::reflected_by(const Profile &profile, int degree,
                                                         double frequency_hz) {
  const LayerModel model{profile.thickness_m, profile.cells, degree,
                         [&](double depth) { return stretch(profile, depth, frequency_hz); }};
  const complex length_m = profile.thickness_m * mean_stretch(profile, 1, frequency_hz);
  Reflected most;
  for (const Material *material : profile.media) {
    const complex wavenumber = wavenumber_of(frequency_hz) * index_of(*material, frequency_hz),
                  of_model = reflection(model, wavenumber),
                  fine_layer = -std::exp(complex(0, -2) * wavenumber * length_m);
    const Reflected one = {std::abs(of_model), std::abs(fine_layer),
                           std::abs(fine_layer) +
                               k_share_of_mesh * std::abs(of_model - fine_layer)};
    if (one.model > most.model)
      most = one;
  }
  return most;
}

std::vector<AbsorbingLayers::Figures> AbsorbingLayers::figures(double frequency_hz) const {
  std::vector<Figures> all;
  const auto add = [&](const Profile &layer) {
    const Reflected reflected = reflected_by(layer, degree_, frequency_hz);
    all.push_back({layer.boundary, layer.thickness_m, sigma_max_at(layer, frequency_hz),
                   layer.cells, reflected.estimate, reflected.fine_layer});
  };
  std::for_each(flat_.begin(), flat_.end(), add);
  std::for_each(spheres_.begin(), spheres_.end(), add);
  return all;
}

double AbsorbingLayers::depth_in(const Flat &layer, const Point &point_m) {
  return layer.depth(point_m, layer.thickness_m);
}

double AbsorbingLayers::depth_in(const Sphere &layer, const Point &point_m) {
  return 1 - (layer.outer_m - norm(point_m - layer.center_m)) / layer.thickness_m;
}

bool AbsorbingLayers::contains(const Point &point_m, int axis, int side) const {
  return std::any_of(flat_.begin(), flat_.end(), [&](const Flat &layer) {
    return layer.axis == axis && layer.side == side && depth_in(layer, point_m) > 0;
  });
}

bool AbsorbingLayers::contains(const Point &point_m) const {
  return std::any_of(flat_.begin(), flat_.end(),
                     [&](const Flat &layer) { return depth_in(layer, point_m) > 0; }) ||
         std::any_of(spheres_.begin(), spheres_.end(),
                     [&](const Sphere &layer) { return depth_in(layer, point_m) > 0; });
}

// A wave that goes to the outer face and back is multiplied by exp(-2 k0 integral of sigma).
double AbsorbingLayers::sigma_max_at(const Profile &profile, double frequency_hz) {
  const PmlSpec &spec = *profile.spec;
  if (!spec.reflection)
    return profile.sigma_max;
  return -std::log(*spec.reflection) * (spec.order + 1) /
         (2 * wavenumber_of(frequency_hz) * profile.thickness_m);
}

// s - 1 is a power of the depth, so its mean over the depth is the same divided by m + 1.
complex AbsorbingLayers::stretch(const Profile &profile, double depth, double frequency_hz) {
  const PmlSpec &spec = *profile.spec;
  const double omega = 2 * k_pi * frequency_hz;
  const double sigma_max = sigma_max_at(profile, frequency_hz);
  const complex shift = 1.0 + spec.alpha / complex(0, omega * k_eps0);
  return 1.0 + (spec.kappa - 1 - complex(0, sigma_max) / shift) * std::pow(depth, spec.order);
}

complex AbsorbingLayers::mean_stretch(const Profile &profile, double depth, double frequency_hz) {
  return 1.0 + (stretch(profile, depth, frequency_hz) - 1.0) / (profile.spec->order + 1);
}

std::optional<AbsorbingLayers::Stretch> AbsorbingLayers::at(const Point &point_m,
                                                            double frequency_hz) const {
  bool is_inside = false;
  std::array<complex, 3> along{1, 1, 1};
  for (const Flat &layer : flat_)
    if (const double depth = depth_in(layer, point_m); depth > 0) {
      along[layer.axis] *= stretch(layer, std::min(depth, 1.0), frequency_hz);
      is_inside = true;
    }
  Stretch result{{}, along[0] * along[1] * along[2]};
  for (int d = 0; d < 3; ++d)
    result.inverse[d][d] = 1.0 / along[d];
  for (const Sphere &layer : spheres_) {
    const double depth = std::min(depth_in(layer, point_m), 1.0);
    if (depth <= 0)
      continue;
    const Point from_center = point_m - layer.center_m;
    const double r = norm(from_center), inner = layer.outer_m - layer.thickness_m;
    const complex radial = stretch(layer, depth, frequency_hz);
    const complex across = (inner + (r - inner) * mean_stretch(layer, depth, frequency_hz)) / r;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        result.inverse[i][j] = (i == j ? 1.0 / across : 0.0) + (1.0 / radial - 1.0 / across) *
                                                                   from_center[i] * from_center[j] /
                                                                   (r * r);
    result.determinant = radial * across * across;
    return result;
  }
  if (!is_inside)
    return std::nullopt;
  return result;
}

} // namespace curlew::fem
