#include <curlew/methods/fdfd/faces_off_nodes.hpp>

#include <curlew/methods/fdfd/grid/objects.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <set>

namespace curlew::fdfd {
namespace {

constexpr double k_off_cells = 0.01; // distance of a face from the nearest node
constexpr double k_few_cells = 13;   // across a conductor whose corners count
constexpr double k_metal_loss = 1;   // -Im eps over -Re eps; with more losses it is a conductor

// The face of a box that lies farthest from the nodes, and the least width of the box.
struct BoxFaces {
  double off_cells = 0, at_m = 0;
  int axis = 0;
  double least_cells = std::numeric_limits<double>::infinity();
  int ends = 0; // axes along which it ends inside of the grid
};

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
    if (place(box.min_m[d]) <= 0 && place(box.max_m[d]) >= cells)
      continue;
    ++faces.ends;
    faces.least_cells = std::min(faces.least_cells, (box.max_m[d] - box.min_m[d]) / grid.cell_m[d]);
  }
  return faces;
}

bool is_metal(const Case &input, const std::string &name) {
  for (const Material &material : input.materials)
    if (material.name == name && !material.pec)
      for (const double frequency_hz : input.frequencies_hz) {
        const std::complex<double> eps = permittivity(material, frequency_hz)[0];
        if (eps.real() < 0 && -eps.imag() < k_metal_loss * -eps.real())
          return true;
      }
  return false;
}

} // namespace

std::vector<std::string> faces_off_nodes_warnings(const Case &input) {
  std::vector<std::string> warnings;
  std::set<std::string> told;
  for (std::size_t number = 0; number < input.objects.size(); ++number) {
    const auto *box = std::get_if<BoxObject>(&input.objects[number]);
    if (box == nullptr || told.count(box->material) > 0)
      continue;
    const BoxFaces faces = faces_of(input, *box);
    if (faces.off_cells < k_off_cells)
      continue;
    const std::string where =
        fmt::format("{}: the face of \"{}\" at {} = {:.6g} m lies {:.2g} cells off the nodes",
                    input.where("/objects/" + std::to_string(number)), box->material,
                    "xyz"[faces.axis], faces.at_m, faces.off_cells);
    const char *cure = "Choose \"cell\", \"size\" or \"origin\" so that faces lie on nodes";
    if (is_metal(input, box->material)) {
      if (faces.ends < 2) // a film, right wherever its faces lie
        continue;
      warnings.push_back(
          fmt::format("{}: walls of a metal body are right to first order only there (T of bars of "
                      "silver 4 % off with 12 cells in their width, 2 % with 24; of gold on glass "
                      "8 %). {}",
                      where, cure));
    } else if (conducts(input, box->material) && faces.least_cells < k_few_cells) {
      warnings.push_back(fmt::format(
          "{}, and the conductor is {:.3g} cells wide: its edges and corners are off (a cube of 6 "
          "cells up to 7 % forwards and 18 % backwards, of 12 cells 2 and 4 %). {}, or take finer "
          "cells",
          where, faces.least_cells, cure));
    } else {
      continue;
    }
    told.insert(box->material);
  }
  return warnings;
}

} // namespace curlew::fdfd
