#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace curlew {

struct Case;

// Adaptive refinement of a mesh.
struct RefinementSpec {
  bool is_of_cross_sections = false; // change of cross sections; false: of S
  double tolerance = 0.02;           // change from one pass to the next
  int max_passes = 10;
  double fraction = 0.2; // share of the tets that are bisected
};

RefinementSpec read_refinement(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const RefinementSpec &refinement);

// Returns the refinement of a case; none: its mesh is not refined. It is kept in Case::resolved.
std::optional<RefinementSpec> refinement_of(const Case &input);

std::string_view refinement_schema_text();

} // namespace curlew
