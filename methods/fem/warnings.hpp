#pragma once

#include <curlew/methods/fem/absorbing_layers.hpp>
#include <curlew/methods/fem/ports.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// How fine the mesh of a material is at a frequency: edges to a wavelength in it or, of a metal, to
// its skin depth.
struct MaterialResolution {
  std::string material;
  double frequency_hz = 0;
  bool is_metal = false;
  double length_m = 0; // wavelength, or skin depth
  double edges = 0;    // of mean length
};
std::vector<MaterialResolution> resolutions(const Case &input, const Model &model,
                                            double frequency_hz);

// Throws InputError for edges of so many wavelengths or skin depths that fields on the mesh have no
// meaning.
void require_meaning(const Case &input, const Model &model);

// Why a direct solution fails where edges are so short for the wavelength that what the frequency
// adds to curl curl is rounding, and what to do; empty where it is not so.
std::string low_frequency_cause(const Model &model, double frequency_hz);

// What is probably not meant, or not accurate: defects of the mesh, edges too long for the highest
// frequency, sizes that look like another unit, absorbing walls and layers that are too near or too
// thin, ports in which another mode travels.
std::vector<std::string> setup_warnings(const Case &input, const Model &model,
                                        const AbsorbingLayers &layers,
                                        const std::vector<Port> &ports);

} // namespace curlew::fem
