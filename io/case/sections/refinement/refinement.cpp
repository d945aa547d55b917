#include <curlew/io/case/sections/refinement/refinement.hpp>

namespace curlew {

using nlohmann::ordered_json;

RefinementSpec read_refinement(const ordered_json &node) {
  return {node["quantity"] == "rcs", node["tolerance"].get<double>(), node["max_passes"].get<int>(),
          node["fraction"].get<double>()};
}

ordered_json to_json(const RefinementSpec &refinement) {
  return {{"quantity", refinement.is_of_cross_sections ? "rcs" : "s"},
          {"tolerance", refinement.tolerance},
          {"max_passes", refinement.max_passes},
          {"fraction", refinement.fraction}};
}

} // namespace curlew
