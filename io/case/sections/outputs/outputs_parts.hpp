#pragma once

#include <curlew/io/case/sections/outputs/outputs.hpp>

// The parts of read_outputs() and to_json(const OutputSpec &), a file each.
namespace curlew {

std::vector<Field> read_quantities(const nlohmann::ordered_json &node);
nlohmann::ordered_json quantities_to_json(const std::vector<Field> &quantities);

void read_time_outputs(const nlohmann::ordered_json &node,
                       const std::vector<Excitation> &excitations, OutputSpec &outputs);
void write_time_outputs(const OutputSpec &outputs, nlohmann::ordered_json &node);

void read_phasor_outputs(const nlohmann::ordered_json &node, OutputSpec &outputs);
void write_phasor_outputs(const OutputSpec &outputs, nlohmann::ordered_json &node);

FarFieldSpec read_far_field(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const FarFieldSpec &far_field);

FluxSpec read_flux(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const FluxSpec &flux);

// Checks names and extents of all fluxes; on a grid also that they lie between its absorbing
// layers.
void check_fluxes(CheckContext &context);
// Checks that an output at frequencies of a run in time has one waveform to refer to.
void check_reference_waveform(CheckContext &context, const std::string &pointer);
// True where a port is excited without a waveform, or by "boundaries". The pulse of such a port has
// the band of "frequency".
bool has_default_pulse(CheckContext &context);

// Checks that no two image planes of the far field are parallel.
void check_images(CheckContext &context);

// Checks "theta" and "phi" of the object at a pointer, and the number of directions that they give.
void check_directions(CheckContext &context, const std::string &pointer);

Field read_field(const nlohmann::ordered_json &node);
const char *field_name(Field field);

} // namespace curlew
