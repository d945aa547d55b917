#include <curlew/io/case/sections/eigenmodes/eigenmodes.hpp>

namespace curlew {

using nlohmann::ordered_json;

EigenmodesSpec read_eigenmodes(const ordered_json &node) {
  return {node["count"].get<int>(), node["near"].get<double>(), node["tolerance"].get<double>()};
}

ordered_json to_json(const EigenmodesSpec &eigenmodes) {
  return {{"count", eigenmodes.count},
          {"near", eigenmodes.near_hz},
          {"tolerance", eigenmodes.tolerance}};
}

} // namespace curlew
