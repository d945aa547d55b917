#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace curlew::bench {

// Returns the rows of run_case() as a chart (SVG): a bar for each run, of the seconds of its
// phases one after the other.
std::string bar_chart(const std::string &title, const nlohmann::ordered_json &rows);

} // namespace curlew::bench
