#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;

// A layer of the space behind all objects.
struct BackgroundLayer {
  std::string material;
  std::optional<double> top_m; // z of its upper face; the last layer has none
};

// Layers from the bottom up; empty: vacuum. The first and the last layer reach without end.
using BackgroundSpec = std::vector<BackgroundLayer>;

// The name of a layer that needs no entry among the materials.
inline constexpr std::string_view k_vacuum_name = "vacuum";

BackgroundSpec read_background(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const BackgroundSpec &background);

// Checks names, materials that can be a layer, and that faces ascend and lie between the absorbing
// layers. To be called after the checks of grid, boundaries and materials, before that of objects.
void check_background(CheckContext &context);

std::string_view background_schema_text();

} // namespace curlew
