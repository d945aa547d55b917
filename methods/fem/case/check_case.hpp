#pragma once

#include <curlew/io/case/case_format.hpp>

#include <string_view>

namespace curlew::fem {

inline constexpr std::string_view k_name = "fem";
inline constexpr std::string_view k_title = "finite elements on tetrahedra";

// Returns the method's part of the case file's JSON Schema: methods/fem/schema.json, embedded.
std::string_view schema_text();

// Checks the sections of a case of this method.
void check_case(CheckContext &context);

inline CaseMethod case_method() {
  return {schema_text(), check_case, k_title};
}

} // namespace curlew::fem
