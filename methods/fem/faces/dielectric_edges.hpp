#pragma once

#include <curlew/methods/fem/model.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace curlew::fem {

// What the mesh at edges of dielectrics costs the powers that they scatter from plane waves.
//
// At an edge between media, two or more of them, the potential goes with r^tau (edge_exponent()),
// and powers are off by about
//   c (2 / p)^2 (1 - tau)^2 sum l h^2 (h / d)^(2 tau - 2) / V
// of the whole, over the edges of length l with tets of height h across, with the order p, the
// volume V of the body and d, its size, at most half a wavelength in it. c is measured, within a
// factor of two to three (docs/methods/fem-notes.md). Edges at which the surface turns by 50
// degrees and more count. On perfect conductors and magnetic walls an edge counts by the share of
// the turn that is open, where its media make the field more singular than the walls alone do.
// Magnetic media count by their permeability, metals by their complex permittivity. An edge of
// three media counts for the two of its smallest wedges.
struct DielectricEdgeError {
  double relative = 0; // of the scattered power; 0: no edges, or no plane wave
  double frequency_hz = 0;
  double height_m = 0; // mean over the edges
  double length_m = 0; // of all edges of the body
  double exponent = 1; // tau, the least
  std::string body, around;
};
DielectricEdgeError dielectric_edge_error(const Case &input, const Model &model);

// Returns a warning where the error is 2 % and more; empty otherwise.
std::string dielectric_edge_warning(const Case &input, const Model &model);

// Describes the error for summary.json; empty without edges.
nlohmann::ordered_json describe_dielectric_edges(const Case &input, const Model &model);

} // namespace curlew::fem
