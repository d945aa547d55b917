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

// "theta" and "phi" of the object at a pointer, and how many directions they make.
void check_directions(CheckContext &context, const std::string &pointer);

Field read_field(const nlohmann::ordered_json &node);
const char *field_name(Field field);

} // namespace curlew
