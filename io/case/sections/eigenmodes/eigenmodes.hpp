#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace curlew {

// Resonances of a mesh.
struct EigenmodesSpec {
  int count = 6;
  double near_hz = 0;      // the resonances closest to this frequency are found
  double tolerance = 1e-8; // relative residual of each
};

EigenmodesSpec read_eigenmodes(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const EigenmodesSpec &eigenmodes);

std::string_view eigenmodes_schema_text();

} // namespace curlew
