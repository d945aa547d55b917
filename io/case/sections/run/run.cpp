#include <curlew/io/case/sections/run/run.hpp>

namespace curlew {

using nlohmann::ordered_json;

RunSpec read_run(const ordered_json &node) {
  return {node["backend"].get<std::string>(), node["threads"].get<int>(),
          node["partition"].get<std::string>(), node["precision"] == "single",
          node.value("groups", 0)};
}

ordered_json to_json(const RunSpec &run) {
  ordered_json node = {{"backend", run.backend},
                       {"threads", run.threads},
                       {"partition", run.partition},
                       {"precision", run.is_single ? "single" : "double"}};
  if (run.groups > 0)
    node["groups"] = run.groups;
  return node;
}

} // namespace curlew
