#pragma once

#include <curlew/io/case/case_format.hpp>

namespace curlew::dgtd {

inline constexpr std::string_view k_name = "dgtd";

// Returns the method's part of the case file: methods/dgtd/schema.json, and check_case() of
// check_case.cpp for what a schema cannot say.
CaseMethod case_method();

} // namespace curlew::dgtd
