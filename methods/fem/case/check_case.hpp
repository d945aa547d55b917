#pragma once

#include <curlew/io/case/case_format.hpp>

namespace curlew::fem {

inline constexpr std::string_view k_name = "fem";

// Returns the method's part of the case file: methods/fem/schema.json, and check_case() of
// check_case.cpp for what a schema cannot say.
CaseMethod case_method();

} // namespace curlew::fem
