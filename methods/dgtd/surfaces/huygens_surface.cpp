#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/named_surface.hpp>
#include <curlew/methods/dgtd/surfaces/outside.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>
#include <curlew/methods/shared/far_field/closed_surface.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace curlew::dgtd {
namespace {

class SurfaceFinder {
public:
  SurfaceFinder(const Case &input, const Problem &problem)
      : input_(input), problem_(problem), images_(radiating_images(input, problem.mesh)),
        location_(input.where(input.outputs.far_field ? "/outputs/far_field" : "/outputs/rcs")) {}

  HuygensSurface of_group(const std::vector<TotalFieldWave> &waves) {
    for (const SurfaceSide &side : find_named_surface(input_, problem_, waves))
      add(side.tet, side.local, side.outward, side.share);
    return on_one_side();
  }

  HuygensSurface of_wave(const TotalFieldWave &wave) {
    for (const WaveFace &face : wave.faces)
      if (!face.is_total)
        add(face.tet, face.local, -1, 1);
    std::vector<std::uint8_t> is_outside(wave.is_total.size());
    std::transform(wave.is_total.begin(), wave.is_total.end(), is_outside.begin(),
                   [](std::uint8_t is_total) { return !is_total; });
    require_vacuum_outside(input_, problem_, is_outside, images_,
                           fmt::format("{}: the region of the wave \"{}\"", location_, wave.name));
    return on_one_side();
  }

  HuygensSurface of_walls() {
    const std::set<FaceKey> of_ports = faces_of_ports(problem_);
    for (Index t = 0; t < problem_.tet_count(); ++t)
      for (std::int8_t f = 0; f < 4; ++f) {
        const TetFace &to = problem_.faces[t][f];
        if (to.kind == FaceKind::absorbing && of_ports.count({t, f}) == 0)
          add(t, f, 1, 1);
        else if (to.kind == FaceKind::inner && !problem_.layers.empty() &&
                 !problem_.layers.is_inside[t] && problem_.layers.is_inside[to.tet]) {
          add(t, f, 1, 0.5);
          add(to.tet, to.local, -1, 0.5);
        }
      }
    if (problem_.cells) // The checks below hold for the small array and so for this one.
      return on_one_side();
    if (surface_.size() == 0)
      throw InputError(fmt::format("{}: the far field is taken from absorbing faces or layers, or "
                                   "from the region of a plane wave, and this case has none; give "
                                   "the outer boundary type \"abc\" or \"pml\"",
                                   location_));
    check_closed();
    return on_one_side();
  }

private:
  // Adds a face. `outward`: sign of the tet's own normal; `share`: share of the face.
  void add(Index tet, int face, double outward, double share) {
    check_vacuum(problem_.materials[problem_.material[tet]]);
    if (outward > 0) { // each face only once
      const auto nodes = face_nodes(problem_, tet, face);
      for (const auto &[a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}})
        edges_.push_back({nodes[a], nodes[b], problem_.point(nodes[a]), problem_.point(nodes[b])});
    }
    for (FacePoint &point : face_points(problem_, tet, face, 2 * problem_.choices.space.degree())) {
      surface_.stencils.push_back({tet, std::move(point.functions)});
      surface_.positions_m.push_back(point.position_m);
      surface_.normals.push_back(outward * point.normal);
      surface_.areas_m2.push_back(share * point.area_m2);
    }
  }

  void check_vacuum(const Material &medium) const {
    if (is_vacuum(medium))
      return;
    throw InputError(fmt::format("{}: the far field is that of currents in vacuum, and the faces "
                                 "that it is taken from lie in \"{}\"",
                                 location_, medium.name));
  }

  void check_closed() const {
    const auto end = find_open_end(edges_, images_);
    if (end)
      throw InputError(fmt::format(
          "{}: the absorbing faces and layers do not enclose the rest: they end at ({:.6g}, "
          "{:.6g}, {:.6g}) m; give the whole hull type \"abc\" or \"pml\", or make the plane there "
          "a "
          "\"symmetry\", or give it in outputs.far_field.images",
          location_, (*end)[0], (*end)[1], (*end)[2]));
  }

  // Returns the surface. Throws InputError where it lies on both sides of an image plane: images
  // are those of currents on one side.
  HuygensSurface on_one_side() {
    for (const ImagePlane &plane : images_) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const Point &position : surface_.positions_m) {
        low = std::min(low, position[plane.axis]);
        high = std::max(high, position[plane.axis]);
      }
      if (low < plane.at_m && high > plane.at_m)
        throw InputError(fmt::format(
            "{}: what radiates lies on both sides of the image plane at {} = {:g} m, from {:g} to "
            "{:g} m; move the plane, or mesh one side only",
            location_, "xyz"[plane.axis], plane.at_m, low, high));
    }
    return std::move(surface_);
  }

  const Case &input_;
  const Problem &problem_;
  std::vector<ImagePlane> images_;
  std::string location_;
  std::vector<SurfaceEdge> edges_;
  HuygensSurface surface_;
};

} // namespace

HuygensSurface find_huygens_surface(const Case &input, const Problem &problem,
                                    const std::vector<TotalFieldWave> &waves) {
  if (!input.outputs.far_field && !input.outputs.rcs)
    return {};
  if (problem.cells)
    find_huygens_surface(input, problem.tables(), waves); // checks that it encloses the rest
  SurfaceFinder finder(input, problem);
  if (input.outputs.far_field && !input.outputs.far_field->surface.empty())
    return finder.of_group(waves);
  return waves.empty() ? finder.of_walls() : finder.of_wave(waves.front());
}

SurfaceCurrents currents_on(const HuygensSurface &surface,
                            const std::vector<std::complex<double>> &sums, double wavenumber) {
  SurfaceCurrents currents;
  currents.positions_m = surface.positions_m;
  currents.areas_m2 = surface.areas_m2;
  currents.wavenumber = wavenumber;
  for (std::size_t i = 0; i < surface.size(); ++i) {
    const Point &n = surface.normals[i];
    const std::complex<double> *e = &sums[3 * i], *h = &sums[3 * (surface.size() + i)];
    ComplexVector J, M;
    for (int d = 0; d < 3; ++d) {
      const int p = (d + 1) % 3, q = (d + 2) % 3;
      J[d] = n[p] * h[q] - n[q] * h[p];
      M[d] = n[q] * e[p] - n[p] * e[q];
    }
    currents.J.push_back(J);
    currents.M.push_back(M);
  }
  return currents;
}

} // namespace curlew::dgtd
