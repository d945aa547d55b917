#pragma once

#include <curlew/core/material.hpp>
#include <curlew/io/case/case_errors.hpp>
#include <curlew/io/case/case_files.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// Checks what the schema cannot say and needs no mesh: names that refer to each other, ranges that
// depend on other keys, tensors, files. `resolved` comes from validate(): what is null in it has
// been reported already. `warnings` receives what is legal but probably not meant, `files` what was
// read on the way.
void check_meaning(const Document &document, const nlohmann::ordered_json &resolved,
                   const std::filesystem::path &base_dir, CaseErrors &errors,
                   std::vector<std::string> &warnings, CaseFiles &files);

// A path of the case file, absolute and without "..".
std::filesystem::path absolute_path(const std::filesystem::path &base_dir, const std::string &path);

// A number, 3 numbers (the diagonal) or 3 rows, of which the mean of both halves counts.
SymmetricTensor to_tensor(const nlohmann::ordered_json &value);

} // namespace curlew
