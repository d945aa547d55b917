#pragma once

#include <curlew/io/case/case.hpp>

#include <filesystem>

namespace curlew {

// Fills a Case from its `resolved`, which has passed validate() and check_meaning(), and completes
// `resolved` with what only the values tell: absolute paths, delays, bands.
void build_case(const std::filesystem::path &base_dir, Case &result);

} // namespace curlew
