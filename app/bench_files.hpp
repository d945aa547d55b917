#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace curlew::app {

// Writes the rows of a bench as NAME.json (with the machine, the versions and the copy bandwidths),
// as NAME.csv, and the table as NAME.md into a folder, which is made. Throws OutputError.
void write_bench(const std::string &directory, const std::string &name,
                 const nlohmann::ordered_json &copy_gbytes_per_s,
                 const nlohmann::ordered_json &rows, const std::string &table);

} // namespace curlew::app
