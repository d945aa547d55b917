#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace curlew {

class CheckContext;

// Mesh group (name or tag) -> material.
using Regions = std::map<std::string, std::string>;

Regions read_regions(const nlohmann::ordered_json &node);
nlohmann::ordered_json regions_to_json(const Regions &regions);

// Checks names of groups and materials; every material should be in a region.
void check_regions(CheckContext &context);

std::string_view regions_schema_text();

} // namespace curlew
