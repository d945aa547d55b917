#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace curlew::cli_test {

// The warnings in summary.json without that of threads that waited for processors, which depends
// on what else the machine does.
inline std::vector<std::string> warnings_of_the_case(const nlohmann::json &summary) {
  std::vector<std::string> warnings;
  for (const nlohmann::json &one : summary.at("warnings"))
    if (const std::string text = one; text.find("the threads of this run waited") != 0)
      warnings.push_back(text);
  return warnings;
}

} // namespace curlew::cli_test
