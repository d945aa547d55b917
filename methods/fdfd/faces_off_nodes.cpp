#include <curlew/methods/fdfd/faces_off_nodes.hpp>

#include <curlew/methods/fdfd/grid/objects.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace curlew::fdfd {
namespace {

constexpr double k_off_cells = 0.01; // distance of a face from the nearest node
constexpr double k_few_cells = 13;   // across a conductor whose corners count

} // namespace

bool BoxFaces::are_off_nodes() const {
  return off_cells >= k_off_cells;
}

BoxFaces faces_of(const Case &input, const BoxObject &box) {
  const GridSpec &grid = input.grid;
  BoxFaces faces;
  for (int d = 0; d < 3; ++d) {
    const double cells = static_cast<double>(grid.cells[d]);
    const auto place = [&](double at_m) { return (at_m - grid.corner_m[d]) / grid.cell_m[d]; };
    for (const double at_m : {box.min_m[d], box.max_m[d]}) {
      const double at = place(at_m), off = std::abs(at - std::round(at));
      if (at > 0 && at < cells && off > faces.off_cells) {
        faces.off_cells = off;
        faces.at_m = at_m;
        faces.axis = d;
      }
    }
    if (!goes_through(input, extent_of(box), d))
      faces.least_cells =
          std::min(faces.least_cells, (box.max_m[d] - box.min_m[d]) / grid.cell_m[d]);
  }
  return faces;
}

std::string faces_onto_nodes() {
  return "Choose \"cell\", \"size\" or \"origin\" so that faces lie on nodes";
}

std::vector<std::string> faces_off_nodes_warnings(const Case &input) {
  std::vector<std::string> warnings;
  std::set<std::string> told;
  for (std::size_t number = 0; number < input.objects.size(); ++number) {
    const auto *box = std::get_if<BoxObject>(&input.objects[number]);
    if (box == nullptr || told.count(box->material) > 0 || !conducts(input, box->material))
      continue;
    const BoxFaces faces = faces_of(input, *box);
    if (!faces.are_off_nodes() || faces.least_cells >= k_few_cells)
      continue;
    warnings.push_back(fmt::format(
        "{}: the face of \"{}\" at {} = {:.6g} m lies {:.2g} cells off the nodes, and the "
        "conductor "
        "is {:.3g} cells wide: its edges and corners are off (a cube of 6 cells up to 7 % forwards "
        "and 18 % backwards, of 12 cells 2 and 4 %). {}, or take finer cells",
        input.where("/objects/" + std::to_string(number)), box->material, "xyz"[faces.axis],
        faces.at_m, faces.off_cells, faces.least_cells, faces_onto_nodes()));
    told.insert(box->material);
  }
  return warnings;
}

} // namespace curlew::fdfd
