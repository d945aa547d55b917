#include <curlew/io/case/sections/run/run.hpp>

namespace curlew {

using nlohmann::ordered_json;

RunSpec read_run(const ordered_json &node) {
  return {node["backend"].get<std::string>(), node["threads"].get<int>(),
          node["partition"].get<std::string>(), node["precision"] == "single"};
}

ordered_json to_json(const RunSpec &run) {
  return {{"backend", run.backend},
          {"threads", run.threads},
          {"partition", run.partition},
          {"precision", run.is_single ? "single" : "double"}};
}

} // namespace curlew
