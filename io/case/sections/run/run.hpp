#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace curlew {

struct RunSpec {
  std::string backend = "auto";   // or one of the binary
  int threads = 0;                // 0: chosen by the backend
  std::string partition = "auto"; // auto, metis, spatial
  bool is_single = false;         // precision of the fields; false: double
  int groups = 0;                 // of ranks that share the solves; 0: chosen by the method
};

RunSpec read_run(const nlohmann::ordered_json &node);
nlohmann::ordered_json to_json(const RunSpec &run);

std::string_view run_schema_text();

} // namespace curlew
