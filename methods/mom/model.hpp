#pragma once

#include <curlew/core/mesh/surface_quality.hpp>
#include <curlew/methods/mom/surface.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Boundary;
struct Case;
} // namespace curlew

namespace curlew::mom {

// The entry of "boundaries" that a surface group of the mesh has, its own or that of "default", and
// the name of its material in "regions"; nullptr: none.
const Boundary *boundary_of(const Case &input, const MeshGroup &group);
const std::string *material_of(const Case &input, const MeshGroup &group);

// Boundaries of type "symmetry", and in words: "x = 0 m (pec), z = 0.1 m (pmc)", empty for none.
std::vector<ImagePlane> planes_of(const Case &input);
std::string planes_text(const Surface &surface);

// The surfaces of a case. Throws what load_surface() and make_surface() do, and InputError for a
// surface group that is in no entry of "boundaries" or "regions", for one that is in both, for an
// entry that names no group, for a surface that is there twice, and for bodies that cut each other.
struct Model {
  Surface surface;
  SurfaceFindings findings; // of its mesh
};
Model load_model(const Case &input, int threads);

// The largest extent along an axis, m.
double extent_m(const Surface &surface);

// How edges compare with the wavelength at one frequency.
struct Resolution {
  double frequency_hz = 0;
  double mean_edges_per_wavelength = 0, least_edges_per_wavelength = 0;
  double extent_wavelengths = 0;
};
Resolution resolution_of(const Surface &surface, double frequency_hz);

// What a run and `check` say of the case as a whole: defects of the mesh, edges too long for the
// highest frequency, sizes that look like another unit.
std::vector<std::string> model_warnings(const Case &input, const Model &model);

} // namespace curlew::mom
