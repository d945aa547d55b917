#pragma once

#include <curlew/io/case/check_context.hpp>

#include <string>

namespace curlew {

// Returns the version of this Curlew, such as "0.1.0".
std::string curlew_version();

// Checks "version", the Curlew that a case is written for: one, two or three numbers with dots
// between them, and none that is newer than this Curlew.
void check_case_version(CheckContext &context);

} // namespace curlew
