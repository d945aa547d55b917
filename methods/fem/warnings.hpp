#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/ports/ports.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Resolution of a material by the mesh at a frequency: edges to a wavelength in it or, in a metal,
// to its skin depth.
struct MaterialResolution {
  std::string material;
  double frequency_hz = 0;
  bool is_metal = false;
  double length_m = 0; // wavelength, or skin depth
  double edges = 0;    // length_m over the mean length of an edge
};
std::vector<MaterialResolution> resolutions(const Case &input, const Model &model,
                                            double frequency_hz);

// Throws InputError where edges are so many wavelengths or skin depths long that fields on the mesh
// have no meaning.
void require_meaning(const Case &input, const Model &model);

// Explains why a direct solution fails where edges are so short for the wavelength that the term of
// the frequency beside curl curl is rounding, and gives the remedy. Returns an empty string where
// edges are longer.
std::string low_frequency_cause(const Model &model, double frequency_hz);

// Returns warnings about input that is probably a mistake, or inaccurate: defects of the mesh,
// edges too long for the highest frequency, sizes that look like another unit, absorbing walls and
// layers that are too near or too thin, ports in which another mode travels.
std::vector<std::string> setup_warnings(const Case &input, const Model &model,
                                        const AbsorbingLayers &layers,
                                        const std::vector<Port> &ports);

} // namespace curlew::fem
