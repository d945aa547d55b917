#pragma once

#include <curlew/methods/fem/model.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace curlew::fem {

// What the mesh at rims and edges of conductors costs the fields of plane waves, and between hollow
// waveguides (ports of kind rectangular and circular) the scattering.
//
// Next to an edge with the angle w of space around it fields go with rho^(nu - 1), nu = pi / w: nu
// = 1/2 at the rim of a sheet. Elements of height h there act as a conductor that is larger by a
// share of h, so that cross sections are off by a multiple of the share of its area that the change
// makes,
//   c (2 / p)^2 2 / A sum l h 4 (1 - nu)^2 (h / d)^(2 nu - 1),
// over the edges of length l, with the order p, the area A of the body (of a sheet one side), and d
// the lesser of sqrt(A) and half a wavelength, over which the field of an edge reaches. c and the
// factor of nu are measured (docs/methods/fem-notes.md): an estimate, most often within a factor of
// two. Only edges at which the surface turns by 50 degrees and more count, so that smooth bodies
// have none. Of ports A is the section of the smallest one, and the sum's half is the error of S.
struct EdgeError {
  // Of the largest cross section, or of S; 0: no edge, or neither plane waves nor hollow guides.
  double relative = 0;
  bool is_of_ports = false;
  double frequency_hz = 0;
  double height_m = 0; // mean over the edges, by what each costs
  double length_m = 0; // of all edges
};
EdgeError edge_error(const Case &input, const Model &model);

// Returns a warning where the error is 3 % and more, of S 0.02; empty otherwise.
std::string edge_error_warning(const Case &input, const Model &model);

// Describes the error for summary.json; empty without edges.
nlohmann::ordered_json describe_edges(const Case &input, const Model &model);

// Returns the cure of meshes too coarse at rims and edges, for warnings.
std::string finer_edges();

} // namespace curlew::fem
