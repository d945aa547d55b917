#pragma once

#include <curlew/io/case/case_format.hpp>

#include <string_view>

namespace curlew::fdfd {

inline constexpr std::string_view k_name = "fdfd";
inline constexpr std::string_view k_title = "finite differences in the frequency domain";

// Returns the method's part of the case file's JSON Schema: methods/fdfd/schema.json, embedded.
std::string_view schema_text();

// Checks the sections of a case that belong to this method.
void check_case(CheckContext &context);

inline CaseMethod case_method() {
  return {schema_text(), check_case, k_title};
}

} // namespace curlew::fdfd
