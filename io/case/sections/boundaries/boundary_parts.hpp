#pragma once

#include <curlew/io/case/sections/boundaries/boundaries.hpp>

// Values of some boundary types: parts of read_boundaries(), to_json() and check_mesh_boundaries(),
// a file for each type.
namespace curlew {

SurfaceImpedanceSpec read_impedance(const nlohmann::ordered_json &node);
void write_impedance(const SurfaceImpedanceSpec &impedance, nlohmann::ordered_json &node);
// Requires one of "surface_impedance" and "sigma", passive, and refuses these keys at other types.
void check_impedance(CheckContext &context, const std::string &pointer,
                     const nlohmann::ordered_json &node);

// Checks type "symmetry": the group is a plane. Refuses "wall" at other types.
void check_symmetry(CheckContext &context, const std::string &pointer, const std::string &group,
                    const nlohmann::ordered_json &node);

// Returns the vector of "direction"; none where it is absent or "radial".
std::optional<Vector3> read_direction(const nlohmann::ordered_json &node);
bool is_radial(const nlohmann::ordered_json &node);
void write_direction(const std::optional<Vector3> &direction, bool is_radial,
                     nlohmann::ordered_json &node);
LumpedSpec read_lumped(const nlohmann::ordered_json &node);
void write_lumped(const LumpedSpec &lumped, nlohmann::ordered_json &node);
PortSpec read_port(const nlohmann::ordered_json &node);
void write_port(const PortSpec &port, nlohmann::ordered_json &node);

PmlSpec read_pml(const nlohmann::ordered_json &node);
void write_pml(const PmlSpec &pml, nlohmann::ordered_json &node);
PeriodicSpec read_periodic(const nlohmann::ordered_json &node);
void write_periodic(const PeriodicSpec &periodic, nlohmann::ordered_json &node);
ImposedFieldSpec read_imposed_field(const nlohmann::ordered_json &node, const ReadContext &context);
void write_imposed_field(const ImposedFieldSpec &imposed, nlohmann::ordered_json &node);

} // namespace curlew
