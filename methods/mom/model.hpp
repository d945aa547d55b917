#pragma once

#include <curlew/core/mesh/surface_quality.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace curlew {
struct Boundary;
struct Case;
} // namespace curlew

namespace curlew::mom {

// Meaning of an entry of "boundaries": triangles that conduct or have an impedance, lines with a
// gap along them, a plane of symmetry.
enum class WallKind : std::uint8_t { conductor, impedance, gap, plane };
WallKind wall_kind(const Boundary &boundary);

// Return the entry of "boundaries" for a surface group of the mesh, its own or "default", and the
// name of its material in "regions"; nullptr: none.
const Boundary *boundary_of(const Case &input, const MeshGroup &group);
const std::string *material_of(const Case &input, const MeshGroup &group);

// Return the boundaries of type "symmetry", and describe them: "x = 0 m (pec), z = 0.1 m (pmc)",
// empty for none.
std::vector<ImagePlane> planes_of(const Case &input);
std::string planes_text(const Surface &surface);

// Surfaces of a case. load_model() throws what load_surface() and make_surface() do, and InputError
// for a surface group that is in no entry of "boundaries" or "regions", for one that is in both,
// for an entry that names no group, for a surface that is there twice, and for bodies that cut each
// other.
struct Model {
  Surface surface;
  SurfaceFindings findings; // findings about its mesh
};
Model load_model(const Case &input, int threads);

// Returns the largest extent along an axis, m.
double extent_m(const Surface &surface);

// Length of edges and extent relative to the wavelength at one frequency.
struct Resolution {
  double frequency_hz = 0;
  double mean_edges_per_wavelength = 0, least_edges_per_wavelength = 0;
  double extent_wavelengths = 0;
};
Resolution resolution_of(const Surface &surface, double frequency_hz);

// Returns the warnings of a run and of `check` about the whole case: defects of the mesh, edges too
// long for the highest frequency, sizes that look like another unit.
std::vector<std::string> model_warnings(const Case &input, const Model &model);

} // namespace curlew::mom
