#pragma once

#include <curlew/methods/fem/media/absorbing_layers.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/shared/setup/resolution.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::fem {

// Returns the resolution of the materials in the mesh, by the mean length of their edges.
std::vector<MaterialResolution> resolutions(const Case &input, const Model &model,
                                            double frequency_hz);

// Throws InputError where edges are so many wavelengths or skin depths long that fields on the mesh
// have no meaning, and where "near" of "eigenmodes" is beyond all resonances of the mesh.
void require_meaning(const Case &input, const Model &model);

// Explains why a direct solution fails where edges are so short for the wavelength that the term of
// the frequency beside curl curl is rounding, and gives the remedy. Returns an empty string where
// edges are longer.
std::string low_frequency_cause(const Model &model, double frequency_hz);

// Explains why no resonance is found where edges are longer than half a wavelength at "near".
// Returns an empty string where they are shorter.
std::string coarse_mesh_cause(const Case &input, const Model &model);

// Returns those of setup_warnings() that doubt the unit of the mesh.
std::vector<std::string> unit_warnings(const Case &input, const Model &model);

// Returns warnings about input that is probably a mistake, or inaccurate: defects of the mesh,
// edges too long for the highest frequency, sizes that look like another unit, absorbing walls and
// layers that are too near or too thin, ports in which another mode travels.
std::vector<std::string> setup_warnings(const Case &input, const Model &model,
                                        const AbsorbingLayers &layers,
                                        const std::vector<Port> &ports);

// Describes the absorbing layers at the lowest frequency, for summary.json; empty without layers.
nlohmann::ordered_json describe_layers(const Case &input, const AbsorbingLayers &layers);

} // namespace curlew::fem
