#pragma once

#include <curlew/io/case/check_context.hpp>
#include <curlew/io/case/schema/schema.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

// A method's part of the case file.
struct CaseMethod {
  std::string_view schema; // its fragment: the sections that the method takes, and its own keys
  void (*check_case)(CheckContext &context);
  std::string_view title; // the method's title in texts for people
};

// The case files that a program can read: the schema of its methods and their checks.
struct CaseFormat {
  Schema schema;
  std::map<std::string, void (*)(CheckContext &)> checks; // method -> check_case
};

// Returns the sections of io/case/sections with these methods.
CaseFormat make_case_format(const std::vector<CaseMethod> &methods);

// Returns a section of a method's cases as the parsers of sections take it: quantities in SI units,
// the schema's defaults for absent keys. For cases that are made in code. Throws InputError for
// values that the schema refuses.
nlohmann::ordered_json
complete_section(const CaseMethod &method, const std::string &section,
                 const nlohmann::ordered_json &values = nlohmann::ordered_json::object());

} // namespace curlew
