#include <curlew/methods/fem/faces/absorbing_distance.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace curlew::fem {
namespace {

constexpr double k_far = std::numeric_limits<double>::infinity();
constexpr double k_poor_distance = 0.03; // relative error of powers and cross sections
// That error over the share of the amplitude that comes back, of conducting spheres
// (docs/methods/fem-notes.md).
constexpr double k_error_of_share = 1.5;
constexpr double k_same_plane = 1e-6; // of the mesh's extent

// Waves and currents in front of absorbing faces have powers. Guides with absorbing ends, which
// have them too, repeat without end (below).
bool wants_open_space(const Case &input) {
  return input.outputs.far_field || input.outputs.rcs ||
         std::any_of(input.excitations.begin(), input.excitations.end(), [](const Excitation &one) {
           return std::holds_alternative<PlaneWaveSource>(one.source) ||
                  std::holds_alternative<CurrentSource>(one.source);
         });
}

// Box around what radiates and scatters, with its images in the walls at the ends of the mesh.
class RadiatingBox {
public:
  RadiatingBox(const Case &input, const Model &model)
      : input_(input), model_(model), ends_(extents_of(model)) {
    walls_[0].fill(false);
    walls_[1].fill(false);
    for (std::size_t f = 0; f < model.face_is_pec.size(); ++f)
      if (model.face_is_pec[f] != 0)
        add_wall(static_cast<Index>(f));
    for (const FaceTerm &term : model.natural)
      add_wall(term.face);
    for (const FaceTerm &term : model.terms)
      if (!term.law->is_absorbing())
        add_face(term.face);
    add_media();
    add_currents();
    for (int d = 0; d < 3; ++d)
      mirror(d);
  }

  // True where walls on both sides repeat the structure without end.
  bool repeats() const {
    for (int d = 0; d < 3; ++d)
      if (walls_[0][d] && walls_[1][d])
        return true;
    return false;
  }
  bool empty() const { return low_[0] > high_[0]; }
  Point middle() const { return 0.5 * (low_ + high_); }
  double half_size_m() const {
    const Point size = high_ - low_;
    return 0.5 * std::max({size[0], size[1], size[2]});
  }

private:
  void add_point(const Point &point) {
    for (int d = 0; d < 3; ++d) {
      low_[d] = std::min(low_[d], point[d]);
      high_[d] = std::max(high_[d], point[d]);
    }
  }

  void add_face(Index face) {
    for (const Index node : model_.topology.faces[face])
      add_point(model_.mesh.points[node]);
  }

  // A wall in a plane at an end of the mesh mirrors; others belong to the body.
  void add_wall(Index face) {
    for (int d = 0; d < 3; ++d)
      for (int side = 0; side < 2; ++side) {
        const double end = side == 0 ? ends_.low_m[d] : ends_.high_m[d],
                     tolerance = k_same_plane * (ends_.high_m[d] - ends_.low_m[d]);
        const auto &nodes = model_.topology.faces[face];
        if (std::all_of(nodes.begin(), nodes.end(), [&](Index node) {
              return std::abs(model_.mesh.points[node][d] - end) <= tolerance;
            })) {
          walls_[side][d] = true;
          return;
        }
      }
    add_face(face);
  }

  void add_media() {
    std::vector<char> is_vacuum_of;
    for (const Material &material : input_.materials)
      is_vacuum_of.push_back(is_vacuum(input_, material));
    for (std::size_t t = 0; t < model_.solved.size(); ++t)
      if (model_.solved[t] != 0 && is_vacuum_of[model_.material[t]] == 0)
        add_tet(t);
  }

  void add_tet(std::size_t tet) {
    for (const Index node : model_.mesh.tets[tet])
      add_point(model_.mesh.points[node]);
  }

  void add_currents() {
    for (const Excitation &excitation : input_.excitations) {
      const auto *current = std::get_if<CurrentSource>(&excitation.source);
      if (current == nullptr)
        continue;
      if (const auto *point = std::get_if<CurrentPoint>(&current->extent))
        add_point(point->position_m);
      else if (const auto *group = std::get_if<CurrentGroup>(&current->extent))
        for (const Index named : matching_groups(model_.mesh, 3, group->name))
          for (std::size_t t = 0; t < model_.solved.size(); ++t)
            if (model_.mesh.tet_group[t] == named)
              add_tet(t);
    }
  }

  void mirror(int d) {
    if (walls_[0][d])
      low_[d] = std::min(low_[d], 2 * ends_.low_m[d] - high_[d]);
    if (walls_[1][d])
      high_[d] = std::max(high_[d], 2 * ends_.high_m[d] - low_[d]);
  }

  const Case &input_;
  const Model &model_;
  Extents ends_;
  std::array<std::array<bool, 3>, 2> walls_;
  Point low_{k_far, k_far, k_far}, high_{-k_far, -k_far, -k_far};
};

struct Distance {
  double mean_m = 0; // 1 / R^2 is the mean over directions
  const Boundary *nearest = nullptr;
};

Distance distance_of_faces(const Model &model, const Point &from) {
  Distance distance;
  double nearest_m = k_far, angles = 0, weighted = 0; // solid angles, and over R^2
  for_each_absorbing_face(
      model, from, [&](const FaceTerm &term, const auto &corner, const Point &to) {
        const double apart_m = norm(to);
        const double angle =
            0.5 * std::abs(dot(cross(corner[1] - corner[0], corner[2] - corner[0]), to)) /
            std::pow(apart_m, 3);
        angles += angle;
        weighted += angle / (apart_m * apart_m);
        if (apart_m < nearest_m) {
          nearest_m = apart_m;
          distance.nearest = term.boundary;
        }
      });
  distance.mean_m = std::sqrt(angles / weighted);
  return distance;
}

// Returns a warning of a point current that stands nearer to an absorbing face than its edges are
// long, which takes up the near field; empty without one.
std::string point_at_face_warning(const Case &input, const Model &model) {
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *current = std::get_if<CurrentSource>(&input.excitations[i].source);
    const auto *point = current == nullptr ? nullptr : std::get_if<CurrentPoint>(&current->extent);
    if (point == nullptr)
      continue;
    double apart_m = k_far, edge_m = 0; // distance and longest edge of the nearest face
    for_each_absorbing_face(
        model, point->position_m, [&](const FaceTerm &, const auto &corner, const Point &to) {
          if (norm(to) > apart_m)
            return;
          apart_m = norm(to);
          edge_m = std::max({norm(corner[1] - corner[0]), norm(corner[2] - corner[0]),
                             norm(corner[2] - corner[1])});
        });
    if (apart_m < edge_m)
      return fmt::format(
          "{}: the current stands {:.3g} m from an absorbing face, whose edges are {:.3g} m long: "
          "the wall takes up its near field, and the powers are wrong; move it away, or make the "
          "mesh larger",
          input.where(fmt::format("/excitations/{}", i)), apart_m, edge_m);
  }
  return {};
}

} // namespace

double reflection_of_absorbing_faces(double size, double distance) {
  return std::pow((std::max(size, 1.0) + 1) / distance, 2) / 8;
}

std::string absorbing_distance_warning(const Case &input, const Model &model) {
  if (std::string text = point_at_face_warning(input, model); !text.empty())
    return text;
  if (input.frequencies_hz.empty() || !model.periods.empty() || !wants_open_space(input))
    return {};
  const RadiatingBox body(input, model);
  if (body.empty() || body.repeats())
    return {};
  const Distance apart = distance_of_faces(model, body.middle());
  if (apart.nearest == nullptr)
    return {};
  double worst = 0, worst_hz = 0;
  for (const double frequency_hz : input.frequencies_hz) {
    const double k = wavenumber_of(frequency_hz),
                 share = reflection_of_absorbing_faces(k * body.half_size_m(), k * apart.mean_m);
    if (share > worst) {
      worst = share;
      worst_hz = frequency_hz;
    }
  }
  const double error = k_error_of_share * worst;
  if (error <= k_poor_distance)
    return {};
  const double wavelengths = apart.mean_m * worst_hz / k_speed_of_light;
  return fmt::format(
      "{}: at {:.4g} Hz the absorbing faces stand {:.2g} wavelengths from the middle of what "
      "radiates or scatters, of a half size of {:.2g}, and send about {:.2g} % of its waves back: "
      "powers, far fields and cross sections are off by up to about {:.2g} % of their largest. Set "
      "them at {:.2g} wavelengths, or take a \"pml\"",
      where(input, *apart.nearest), worst_hz, wavelengths,
      body.half_size_m() * worst_hz / k_speed_of_light, 100 * worst, 100 * error,
      wavelengths * std::sqrt(error / k_poor_distance));
}

} // namespace curlew::fem
