#include <curlew/methods/dgtd/surfaces/found_surfaces.hpp>

#include <curlew/methods/dgtd/face_points.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>
#include <curlew/methods/shared/surfaces/image_walls.hpp>

namespace curlew::dgtd {
namespace {

// Checks the walls of image planes. In a small array that stands for a large one planes across z
// are those of both (reason_to_join()).
void check_image_walls(const Case &input, const Problem &problem) {
  ImageWalls walls(input, problem.mesh);
  for (Index tet = 0; tet < problem.tet_count() && !walls.empty(); ++tet)
    for (int f = 0; f < 4; ++f) {
      const FaceKind kind = problem.faces[tet][f].kind;
      if (kind == FaceKind::inner)
        continue;
      const auto nodes = face_nodes(problem, tet, f);
      walls.add({problem.point(nodes[0]), problem.point(nodes[1]), problem.point(nodes[2])},
                kind == FaceKind::pec     ? ImageWall::electric
                : kind == FaceKind::pmc   ? ImageWall::magnetic
                : kind == FaceKind::sheet ? ImageWall::any
                                          : ImageWall::open);
    }
  walls.require();
}

} // namespace

FoundSurfaces find_surfaces(const Case &input, const Problem &problem) {
  FoundSurfaces found;
  found.waves = find_waves(input, problem);
  found.huygens = find_huygens_surface(input, problem, found.waves);
  if (problem.ownership.ranks.is_root())
    found.images = radiating_images(input, problem.mesh);
  check_image_walls(input, problem.tables());
  found.flux = find_flux_points(input, problem);
  return found;
}

} // namespace curlew::dgtd
