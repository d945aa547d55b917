#pragma once

#include <curlew/io/case/case_format.hpp>

namespace curlew::mom {

inline constexpr std::string_view k_name = "mom";

// Returns the method's part of the case file: methods/mom/schema.json, and check_case() of
// check_case.cpp for what a schema cannot say.
CaseMethod case_method();

} // namespace curlew::mom
