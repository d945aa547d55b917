#pragma once

#include <curlew/io/case/sections/reading.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

struct Boundary {
  std::string
      group; // as the user wrote it: name or tag; "default" for all faces in no listed group
  enum class Type { pec, pmc, abc, pml, periodic } type = Type::pec;
};

// Groups of a mesh.
std::vector<Boundary> read_boundaries(const nlohmann::ordered_json &node);
// Conditions of the six faces of a grid, x-, x+, y-, y+, z-, z+, listed or by default.
std::vector<Boundary> read_grid_boundaries(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const std::vector<Boundary> &boundaries);

// Of a mesh: groups must have names.
void check_mesh_boundaries(CheckContext &context);
// Of a grid, after check_grid(): periods come in pairs, layers leave room; sets context.faces where
// they can be read.
void check_grid_boundaries(CheckContext &context);

std::string_view boundaries_schema_text();

} // namespace curlew
