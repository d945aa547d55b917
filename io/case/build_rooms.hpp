#pragma once

#include <curlew/io/case/case_files.hpp>

#include <filesystem>

// The parts of build_case(), a file each. What they get has passed validate(); paths, delays and
// other values that the key alone does not tell are written back into it.
namespace curlew {

template <class T> std::optional<T> optional(const nlohmann::ordered_json &node, const char *key) {
  return node.contains(key) ? std::optional<T>(node[key].get<T>()) : std::nullopt;
}

MeshSpec build_mesh(nlohmann::ordered_json &node, const std::filesystem::path &base_dir);
TimeSpec build_time(const nlohmann::ordered_json &node);

Material build_material(const std::string &name, const nlohmann::ordered_json &node);

// The size must be whole numbers of cells: check_grid() says so.
GridSpec build_grid(const nlohmann::ordered_json &node);
// Conditions of the six faces x-, x+, y-, y+, z-, z+, listed or by default.
std::vector<Boundary> build_grid_boundaries(const nlohmann::ordered_json &node);
// Its image comes from `files`; without one there it has none.
ObjectSpec build_object(nlohmann::ordered_json &node, const std::filesystem::path &base_dir,
                        const CaseFiles &files);

Boundary build_boundary(const std::string &group, const nlohmann::ordered_json &node);
Excitation build_excitation(nlohmann::ordered_json &node, const std::filesystem::path &base_dir);
// Every direction and polarization of a plane wave: phi outermost, then theta, then pol.
std::vector<PlaneWave> build_waves(const nlohmann::ordered_json &node);

// Probes, spectra and snapshots of a run in time.
void build_time_outputs(nlohmann::ordered_json &node, const std::vector<Excitation> &excitations,
                        OutputSpec &outputs);
// RCS, fields and SAR of solutions at frequencies.
void build_phasor_outputs(const nlohmann::ordered_json &node, OutputSpec &outputs);

// A preconditioner given by name becomes an object with all its numbers.
SolverSpec build_solver(nlohmann::ordered_json &node);

Field build_field(const nlohmann::ordered_json &node);
// Divided by the largest component first, so that no square overflows.
Vector3 normalised(Vector3 v);

} // namespace curlew
