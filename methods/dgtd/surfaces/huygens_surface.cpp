#include <curlew/methods/dgtd/surfaces/huygens_surface.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>
#include <curlew/methods/dgtd/surfaces/surface_mesh.hpp>
#include <curlew/methods/shared/surfaces/closed_surface.hpp>
#include <curlew/methods/shared/surfaces/currents_at_points.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace curlew::dgtd {
namespace {

class SurfaceFinder {
public:
  SurfaceFinder(const Case &input, const Problem &problem)
      : input_(input), problem_(problem), images_(radiating_images(input, problem.mesh)),
        location_(input.where(input.outputs.far_field ? "/outputs/far_field" : "/outputs/rcs")) {}

  HuygensSurface of_group(const std::vector<TotalFieldWave> &waves) {
    const SurfaceMesh mesh = surface_mesh(problem_, images_);
    const NamedSurface named =
        find_named_surface(input_, mesh, named_faces(input_, problem_, mesh));
    require_currents_inside(named.is_outside, named.text);
    for (const SurfaceFace &face : named.faces)
      add_sides(face, mesh, named.text, waves);
    return on_one_side();
  }

  HuygensSurface of_wave(const TotalFieldWave &wave) {
    for (const WaveFace &face : wave.faces)
      if (!face.is_total)
        add(face.tet, face.local, -1, 1);
    std::vector<std::uint8_t> is_outside(wave.is_total.size());
    std::transform(wave.is_total.begin(), wave.is_total.end(), is_outside.begin(),
                   [](std::uint8_t is_total) { return !is_total; });
    const std::string text = fmt::format("{}: the region of the wave \"{}\"", location_, wave.name);
    require_vacuum_outside(surface_mesh(problem_, images_), is_outside, text);
    require_currents_inside(is_outside, text);
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
    require_enclosing(edges_, images_, location_);
    return on_one_side();
  }

private:
  void require_currents_inside(const std::vector<std::uint8_t> &is_outside,
                               const std::string &text) const {
    for (const Source &source : make_sources(input_, problem_))
      require_inside(is_outside, text, source.name, source.tets);
  }

  // Adds a face of a named surface, half from either side. At the region of a plane wave only the
  // side with scattered fields counts.
  void add_sides(const SurfaceFace &face, const SurfaceMesh &mesh, const std::string &text,
                 const std::vector<TotalFieldWave> &waves) {
    const auto is_total = [&](Index tet) {
      return tet >= 0 && !waves.empty() && waves.front().is_total[tet] != 0;
    };
    const auto add_side = [&](Index tet, double outward, double share) {
      const auto &of_tet = mesh.tet_faces[tet];
      const auto at = std::find(of_tet.begin(), of_tet.end(), face.face);
      add(tet, static_cast<int>(at - of_tet.begin()), outward, share);
    };
    const bool is_at_end = face.outside < 0;
    if (is_total(is_at_end ? face.inside : face.outside))
      throw InputError(fmt::format("{} lies in the region of the wave \"{}\", where the incident "
                                   "field is too; take the hull of the region or a surface "
                                   "around it",
                                   text, waves.front().name));
    if (is_at_end)
      return add_side(face.inside, 1, 1);
    const bool is_at_region = is_total(face.inside);
    if (!is_at_region)
      add_side(face.inside, 1, 0.5);
    add_side(face.outside, -1, is_at_region ? 1 : 0.5);
  }

  // Adds a face. `outward`: sign of the tet's own normal; `share`: share of the face.
  void add(Index tet, int face, double outward, double share) {
    if (const Material &medium = problem_.materials[problem_.material[tet]]; !is_vacuum(medium))
      refuse_faces_in(medium.name, location_);
    if (outward > 0) { // each face only once
      const auto nodes = face_nodes(problem_, tet, face);
      add_edges(nodes,
                {problem_.point(nodes[0]), problem_.point(nodes[1]), problem_.point(nodes[2])},
                edges_);
    }
    for (FacePoint &point : face_points(problem_, tet, face, 2 * problem_.choices.space.degree())) {
      surface_.stencils.push_back({tet, std::move(point.functions)});
      surface_.positions_m.push_back(point.position_m);
      surface_.normals.push_back(outward * point.normal);
      surface_.areas_m2.push_back(share * point.area_m2);
    }
  }

  HuygensSurface on_one_side() {
    require_one_side(surface_.positions_m, images_, location_);
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
  const auto at = [&](std::size_t i, const Point &n, ComplexVector &J, ComplexVector &M) {
    const std::complex<double> *e = &sums[3 * i], *h = &sums[3 * (surface.size() + i)];
    for (int d = 0; d < 3; ++d) {
      const int p = (d + 1) % 3, q = (d + 2) % 3;
      J[d] = n[p] * h[q] - n[q] * h[p];
      M[d] = n[q] * e[p] - n[p] * e[q];
    }
  };
  return currents_at_points(surface, wavenumber, at);
}

} // namespace curlew::dgtd
