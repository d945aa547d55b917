#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string_view>

namespace curlew {

// Adaptive refinement of a mesh.
struct RefinementSpec {
  bool is_of_cross_sections = false; // change of cross sections; false: of S
  double tolerance = 0;              // change from one pass to the next
  int max_passes = 0;
  double fraction = 0;         // share of the tets that are marked
  double growth = 0;           // largest ratio of the unknowns of two passes
  std::optional<double> at_hz; // none: where S changes most, or the highest frequency
};

RefinementSpec read_refinement(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const RefinementSpec &refinement);

std::string_view refinement_schema_text();

} // namespace curlew
