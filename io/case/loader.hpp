#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/case/schema.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// Reads and checks a case file. `overrides` are the values of --set ("a.b.c=value", see
// apply_override). Everything that can be checked without the mesh is checked, and all errors are
// thrown together: one InputError, one line per error, sorted by place.
//
// Paths in the result and in Case::resolved are absolute, so that the resolved copy repeats the run
// from any folder.
Case load_case(const std::filesystem::path &path, const Schema &schema,
               const std::vector<std::string> &overrides = {});

// The same for text in memory. `display_name` stands in messages; relative paths start at
// `base_dir`.
Case parse_case(std::string_view text, const std::string &display_name,
                const std::filesystem::path &base_dir, const Schema &schema,
                const std::vector<std::string> &overrides = {});

} // namespace curlew
