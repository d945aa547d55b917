#pragma once

#include <curlew/io/case/case_format.hpp>

#include <string_view>

namespace curlew::dgtd {

inline constexpr std::string_view k_name = "dgtd";
inline constexpr std::string_view k_title = "discontinuous Galerkin method in the time domain";

// Returns the method's part of the case file's JSON Schema: methods/dgtd/schema.json, embedded.
std::string_view schema_text();

// Checks the sections of a case of this method, and its "discretization".
void check_case(CheckContext &context);

inline CaseMethod case_method() {
  return {schema_text(), check_case, k_title};
}

} // namespace curlew::dgtd
