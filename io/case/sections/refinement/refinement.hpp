#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace curlew {

struct Case;

// Adaptive refinement of a mesh.
struct RefinementSpec {
  bool is_of_cross_sections = false; // else of S
  double tolerance = 0.02;           // change from one pass to the next
  int max_passes = 10;
  double fraction = 0.2; // of the tets, to be bisected
};

RefinementSpec read_refinement(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const RefinementSpec &refinement);

// That of a case; none: its mesh stays as it is. It is kept in Case::resolved.
std::optional<RefinementSpec> refinement_of(const Case &input);

std::string_view refinement_schema_text();

} // namespace curlew
