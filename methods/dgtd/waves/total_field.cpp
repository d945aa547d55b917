#include <curlew/methods/dgtd/waves/total_field.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/groups.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

namespace curlew::dgtd {
namespace {

constexpr double k_region_rounding = 1e-6; // relative to the mesh's size
constexpr double k_small_start = 1e-3;     // relative to the waveform's peak

// Marks of tets: total field inside of the region, scattered outside.
using Marks = std::vector<std::uint8_t>;

class RegionFinder {
public:
  RegionFinder(const Problem &problem, const PlaneWaveSource &source,
               const std::vector<ImagePlane> &planes, std::string location)
      : problem_(problem), source_(source), planes_(planes), location_(std::move(location)) {
    for (const Point &point : problem.mesh.points)
      size_m_ = std::max(size_m_, norm(point - problem.mesh.points.front()));
  }

  // Finds faces and marks of a wave.
  void find(TotalFieldWave &wave) {
    mark();
    fill_holes();
    std::vector<WaveFace> &faces = wave.faces;
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (std::int8_t f = 0; f < 4; ++f)
        if (const TetFace &to = problem_.faces[t][f];
            to.kind == FaceKind::inner && inside_[t] != inside_[to.tet])
          faces.push_back({t, f, inside_[t] != 0});
    if (faces.empty())
      throw InputError(fmt::format("{}: the region leaves nothing outside of it; the wave is "
                                   "radiated from faces inside of the mesh",
                                   location_));
    check_box_faces(faces);
    check_walls(faces);
    check_media(faces);
    wave.is_total = std::move(inside_);
  }

private:
  void mark() {
    inside_.assign(problem_.tet_count(), 0);
    if (const auto *group = std::get_if<TotalFieldGroup>(&source_.total_field)) {
      const Index number = find_group(problem_.mesh, 3, group->name, location_);
      for (Index t = 0; t < problem_.tet_count(); ++t)
        inside_[t] = problem_.mesh.tet_group[t] == number;
    } else {
      const auto &box = std::get<TotalFieldBox>(source_.total_field);
      for (Index t = 0; t < problem_.tet_count(); ++t) {
        const Point centre = problem_.barycentre(t);
        inside_[t] = 1;
        for (int d = 0; d < 3; ++d)
          inside_[t] &= centre[d] > box.min_m[d] && centre[d] < box.max_m[d];
      }
    }
    if (std::find(inside_.begin(), inside_.end(), 1) == inside_.end())
      throw InputError(fmt::format("{}: no tet lies in the region of the wave", location_));
  }

  // Returns a tet at an end of the mesh that is no plane of symmetry.
  Index tet_at_the_hull() const {
    for (int d = 0; d < 3; ++d)
      for (const double side : {-1.0, 1.0}) {
        Index found = 0;
        double furthest = -std::numeric_limits<double>::infinity();
        for (Index t = 0; t < problem_.tet_count(); ++t)
          for (const Index node : problem_.nodes[t])
            if (side * problem_.point(node)[d] > furthest) {
              furthest = side * problem_.point(node)[d];
              found = t;
            }
        if (!lies_on_plane(d, side * furthest))
          return found;
      }
    throw std::logic_error("planes of symmetry at all ends of a mesh");
  }

  bool lies_on_plane(int axis, double at_m) const {
    return std::any_of(planes_.begin(), planes_.end(), [&](const ImagePlane &plane) {
      return plane.axis == axis && std::abs(plane.at_m - at_m) <= k_region_rounding * size_m_;
    });
  }

  // Marks the tets that the region encloses as part of it: all tets that no way leads to from the
  // hull.
  void fill_holes() {
    const Index first = tet_at_the_hull();
    if (inside_[first])
      refuse_wall(problem_.barycentre(first));
    Marks outside(inside_.size(), 0);
    std::vector<Index> next{first};
    outside[first] = 1;
    while (!next.empty()) {
      const Index tet = next.back();
      next.pop_back();
      for (const TetFace &to : problem_.faces[tet])
        if (to.kind == FaceKind::inner && !inside_[to.tet] && !outside[to.tet]) {
          outside[to.tet] = 1;
          next.push_back(to.tet);
        }
    }
    for (std::size_t t = 0; t < inside_.size(); ++t)
      inside_[t] = !outside[t];
  }

  void check_box_faces(const std::vector<WaveFace> &faces) const {
    const auto *box = std::get_if<TotalFieldBox>(&source_.total_field);
    if (box == nullptr)
      return;
    double size = 0;
    for (int d = 0; d < 3; ++d)
      size = std::max(size, box->max_m[d] - box->min_m[d]);
    for (const WaveFace &face : faces) {
      bool is_on_a_plane = false;
      for (int d = 0; d < 3; ++d)
        for (const double plane_m : {box->min_m[d], box->max_m[d]}) {
          bool is_on_it = true;
          for (const Index node : face_nodes(problem_, face.tet, face.local))
            is_on_it =
                is_on_it && std::abs(problem_.point(node)[d] - plane_m) <= k_region_rounding * size;
          is_on_a_plane = is_on_a_plane || is_on_it;
        }
      if (is_on_a_plane)
        continue;
      const Point at = problem_.barycentre(face.tet);
      throw InputError(fmt::format("{}: a face of the box cuts tets, as at ({:.6g}, {:.6g}, "
                                   "{:.6g}) m; its faces must be faces of the mesh: move them, or "
                                   "give a \"region\" of the mesh",
                                   location_, at[0], at[1], at[2]));
    }
  }

  [[noreturn]] void refuse_wall(const Point &at) const {
    throw InputError(
        fmt::format("{}: the region of the wave meets a wall or an absorbing layer at ({:.6g}, "
                    "{:.6g}, {:.6g}) m; leave tets of scattered fields between them",
                    location_, at[0], at[1], at[2]));
  }

  // Throws InputError for obstacles at the region. Conductors inside of it are none; faces of the
  // region that end at a wall are, unless it is a plane of symmetry, and so are walls and layers
  // that absorb.
  void check_walls(const std::vector<WaveFace> &faces) const {
    std::map<std::pair<Index, Index>, int> edges;
    for (const WaveFace &face : faces) {
      if (!face.is_total)
        continue;
      const auto nodes = face_nodes(problem_, face.tet, face.local);
      for (const auto &[a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
        ++edges[{nodes[a], nodes[b]}];
    }
    const auto ends_at_plane = [&](const std::pair<Index, Index> &nodes) {
      const Point a = problem_.point(nodes.first), b = problem_.point(nodes.second);
      return (lies_on_plane(0, a[0]) && lies_on_plane(0, b[0])) ||
             (lies_on_plane(1, a[1]) && lies_on_plane(1, b[1])) ||
             (lies_on_plane(2, a[2]) && lies_on_plane(2, b[2]));
    };
    for (const auto &[nodes, count] : edges)
      if (count % 2 != 0 && !ends_at_plane(nodes))
        refuse_wall(problem_.point(nodes.first));
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (const TetFace &to : problem_.faces[t])
        if (inside_[t] && (to.kind == FaceKind::absorbing ||
                           (!problem_.layers.empty() && problem_.layers.is_inside[t])))
          refuse_wall(problem_.barycentre(t));
  }

  void check_media(const std::vector<WaveFace> &faces) const {
    const Material &first = problem_.materials[problem_.material[faces.front().tet]];
    if (!first.eps_r.is_isotropic() || !first.mu_r.is_isotropic() || !first.sigma.is_zero() ||
        !first.sigma_m.is_zero() || first.is_dispersive() || first.chi3 != 0)
      throw InputError(fmt::format("{}: the medium around the region, \"{}\", has losses, "
                                   "poles, tensors or \"chi3\"; a plane wave is of a lossless "
                                   "isotropic linear one",
                                   location_, first.name));
    for (const WaveFace &face : faces) {
      const Material &other = problem_.materials[problem_.material[face.tet]];
      if (other.name == first.name)
        continue;
      const Point at = problem_.barycentre(face.tet);
      throw InputError(fmt::format(
          "{}: faces of the region lie in different media, \"{}\" and \"{}\" at ({:.6g}, {:.6g}, "
          "{:.6g}) m; the whole surface of the region must lie in one medium",
          location_, first.name, other.name, at[0], at[1], at[2]));
    }
  }

  const Problem &problem_;
  const PlaneWaveSource &source_;
  const std::vector<ImagePlane> &planes_;
  std::string location_;
  double size_m_ = 0;
  Marks inside_;
};

// Checks that the wave is its own image in each plane: E upright on a conducting one, H on a
// magnetic one.
void require_own_image(const TotalFieldWave &wave, const std::vector<ImagePlane> &planes,
                       const std::string &location) {
  for (const ImagePlane &plane : planes) {
    const bool is_pec = plane.type == ImagePlane::Type::pec;
    Point along = is_pec ? wave.electric : wave.magnetic;
    const double whole = norm(along);
    along[plane.axis] = 0;
    if (norm(along) > k_region_rounding * whole)
      throw InputError(fmt::format(
          "{}: the wave \"{}\" is not its own image in the plane of symmetry {} = {:g} m: {} must "
          "stand at right angles to a {} one; turn the wave, or compute without this plane",
          location, wave.name, "xyz"[plane.axis], plane.at_m, is_pec ? "E" : "H",
          is_pec ? "\"pec\"" : "\"pmc\""));
  }
}

TotalFieldWave make_wave(const Excitation &excitation, const PlaneWaveSource &source,
                         const Problem &problem, const std::vector<ImagePlane> &planes,
                         const std::string &location) {
  TotalFieldWave wave;
  RegionFinder(problem, source, planes, location).find(wave);
  wave.name = excitation.name;
  wave.waveform = source.waveform.value();
  const Material &medium = problem.materials[problem.material[wave.faces.front().tet]];
  wave.speed_m_s = k_speed_of_light / std::sqrt(medium.eps_r.v[0] * medium.mu_r.v[0]);
  wave.direction = source.waves.front().direction;
  for (int d = 0; d < 3; ++d)
    wave.electric[d] = source.waves.front().polarization[d].real();
  wave.magnetic = admittance_of(medium) * cross(wave.direction, wave.electric);
  require_own_image(wave, planes, location);
  double earliest_s = std::numeric_limits<double>::infinity();
  wave.latest_s = -earliest_s;
  for (const WaveFace &face : wave.faces)
    for (const Index node : face_nodes(problem, face.tet, face.local)) {
      const double delay_s = wave.delay_s(problem.point(node));
      earliest_s = std::min(earliest_s, delay_s);
      wave.latest_s = std::max(wave.latest_s, delay_s);
    }
  // Fields must be 0 at the first step.
  constexpr int k_samples = 200;
  for (int k = 0; k <= k_samples && earliest_s < 0; ++k)
    if (const double value = wave.waveform(-earliest_s * k / k_samples);
        std::abs(value) > k_small_start)
      throw InputError(fmt::format(
          "{}: the wave \"{}\" is in its region before the first step: it passes the origin of the "
          "coordinates at its waveform's own time and enters the region {:.4g} s before, where the "
          "waveform is {:.2g} already; give the waveform a \"delay\" that is longer by that, or "
          "move the origin to where the wave enters",
          location, excitation.name, -earliest_s, value));
  return wave;
}

} // namespace

double TotalFieldWave::delay_s(const Point &point_m) const {
  return dot(direction, point_m) / speed_m_s;
}

std::vector<TotalFieldWave> find_waves(const Case &input, const Problem &problem) {
  std::vector<TotalFieldWave> waves;
  const std::vector<ImagePlane> planes = radiating_images(input, problem.mesh);
  for (std::size_t i = 0; i < input.excitations.size(); ++i) {
    const auto *source = std::get_if<PlaneWaveSource>(&input.excitations[i].source);
    if (source == nullptr)
      continue;
    const bool is_box = std::holds_alternative<TotalFieldBox>(source->total_field);
    const std::string pointer = "/excitations/" + std::to_string(i);
    const std::string location = input.where(pointer + (is_box ? "/box" : "/region"));
    waves.push_back(make_wave(input.excitations[i], *source, problem, planes, location));
  }
  return waves;
}

} // namespace curlew::dgtd
