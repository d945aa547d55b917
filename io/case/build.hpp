#pragma once

#include <curlew/io/case/case_files.hpp>

#include <filesystem>

namespace curlew {

// Fills a Case from its `resolved`, which has passed validate() and check_meaning(), and completes
// `resolved` with what only the values tell: absolute paths, delays, bands, numbers of a
// preconditioner. `files` come from check_meaning().
void build_case(const std::filesystem::path &base_dir, const CaseFiles &files, Case &result);

} // namespace curlew
