#include <curlew/methods/dgtd/surfaces/outside.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/places.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

constexpr double k_outside_rounding = 1e-6; // relative to the mesh's size

class Outside {
public:
  Outside(const Problem &problem, const std::vector<ImagePlane> &images)
      : problem_(problem), images_(images), of_ports_(faces_of_ports(problem)) {
    for (const Point &point : problem.mesh.points)
      size_m_ = std::max(size_m_, norm(point - problem.mesh.points.front()));
  }

  // True for a face that is neither open nor on a plane of images nor at the end of a layer.
  bool is_obstacle(Index tet, int local) const {
    const FaceKind kind = problem_.faces[tet][local].kind;
    if (kind == FaceKind::inner ||
        (kind == FaceKind::absorbing && of_ports_.count({tet, local}) == 0))
      return false;
    const auto lies_at = [&](int axis, double at_m) {
      for (const Index node : face_nodes(problem_, tet, local))
        if (std::abs(problem_.point(node)[axis] - at_m) > k_outside_rounding * size_m_)
          return false;
      return true;
    };
    return std::none_of(images_.begin(), images_.end(),
                        [&](const ImagePlane &p) { return lies_at(p.axis, p.at_m); }) &&
           std::none_of(problem_.layers.flat.begin(), problem_.layers.flat.end(),
                        [&](const FlatLayer &l) { return lies_at(l.axis, l.outer_m); });
  }

private:
  const Problem &problem_;
  const std::vector<ImagePlane> &images_;
  std::set<FaceKey> of_ports_;
  double size_m_ = 0;
};

} // namespace

std::set<FaceKey> faces_of_ports(const Problem &problem) {
  std::set<FaceKey> faces;
  for (const Port &port : problem.ports)
    for (const FaceOfTet &face : port.faces)
      faces.emplace(face.tet, face.local);
  return faces;
}

std::string middle_text(const Problem &problem, Index tet, int face) {
  Point middle{};
  for (const Index node : face_nodes(problem, tet, face))
    middle = middle + 1.0 / 3 * problem.point(node);
  return fmt::format("({:.4g}, {:.4g}, {:.4g}) m", middle[0], middle[1], middle[2]);
}

bool is_vacuum(const Material &medium) {
  const SymmetricTensor vacuum;
  return medium.eps_r == vacuum && medium.mu_r == vacuum && medium.sigma.is_zero() &&
         medium.sigma_m.is_zero() && medium.chi3 == 0 && !medium.is_dispersive();
}

void require_vacuum_outside(const Case &input, const Problem &problem,
                            const std::vector<std::uint8_t> &is_outside,
                            const std::vector<ImagePlane> &images, const std::string &surface) {
  const Outside outside(problem, images);
  for (Index t = 0; t < problem.tet_count(); ++t) {
    if (!is_outside[t])
      continue;
    if (const Material &medium = problem.materials[problem.material[t]]; !is_vacuum(medium))
      throw InputError(fmt::format("{} has \"{}\" outside of it, and the far field is that of "
                                   "currents in vacuum; take one around all other media",
                                   surface, medium.name));
    for (int f = 0; f < 4; ++f)
      if (outside.is_obstacle(t, f))
        throw InputError(fmt::format(
            "{} has a conductor, a wall or a port outside of it or crosses one, at {}; take one "
            "around all that radiates, or make the wall a plane of symmetry: type \"symmetry\", or "
            "outputs.far_field.images",
            surface, middle_text(problem, t, f)));
  }
  for (const Source &source : make_sources(input, problem))
    for (const Index tet : source.tets)
      if (is_outside[tet])
        throw InputError(fmt::format("{} has the current \"{}\" outside of it; take one around all "
                                     "that radiates",
                                     surface, source.name));
}

} // namespace curlew::dgtd
