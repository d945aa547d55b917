#pragma once

#include <curlew/io/case/case.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <vector>

namespace curlew {

// Returns the entries of summary.json in a folder of results for the solves that converged there,
// for a run that continues it. Throws InputError where there is nothing to continue, and for
// another case: all but "version", the sections "solver" and "run" and the folder must be the same.
std::vector<nlohmann::ordered_json> finished_solves(const Case &input,
                                                    const std::filesystem::path &results);

} // namespace curlew
