#include <curlew/io/case/sections/refinement/refinement.hpp>

#include <curlew/io/case/sections/put_optional.hpp>
#include <curlew/io/case/sections/reading.hpp>

namespace curlew {

using nlohmann::ordered_json;

RefinementSpec read_refinement(const ordered_json &node) {
  return {node["quantity"] == "rcs",     node["tolerance"].get<double>(),
          node["max_passes"].get<int>(), node["fraction"].get<double>(),
          node["growth"].get<double>(),  get_optional<double>(node, "at")};
}

ordered_json to_json(const RefinementSpec &refinement) {
  ordered_json node = {{"quantity", refinement.is_of_cross_sections ? "rcs" : "s"},
                       {"tolerance", refinement.tolerance},
                       {"max_passes", refinement.max_passes},
                       {"fraction", refinement.fraction},
                       {"growth", refinement.growth}};
  put_optional(node, "at", refinement.at_hz);
  return node;
}

} // namespace curlew
