#pragma once

#include <curlew/io/case/case_format.hpp>

#include <string_view>

namespace curlew::dgatd {

inline constexpr std::string_view k_name = "dgatd";
inline constexpr std::string_view k_title = "discrete geometric approach in the time domain";

// Returns the method's part of the case file's JSON Schema: methods/dgatd/schema.json, embedded.
std::string_view schema_text();

// Checks the sections that a case of this method has.
void check_case(CheckContext &context);

inline CaseMethod case_method() {
  return {schema_text(), check_case, k_title};
}

} // namespace curlew::dgatd
