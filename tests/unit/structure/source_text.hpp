// What the rules share: prefixes and suffixes, places of violations, includes.
#pragma once

#include "rules.hpp"

namespace curlew::structure {

bool starts_with(const std::string &text, const std::string &start);
bool ends_with(const std::string &text, const std::string &end);

/// Returns "file:line: message" for the line with this index.
std::string at(const SourceFile &file, std::size_t index, const std::string &message);

struct Include {
  std::string target;
  bool quoted = false;
};

bool read_include(const std::string &line, Include &include);

/// The project's file that an include in `from` names, or "" for a header from elsewhere.
std::string resolve(const SourceFile &from, const Include &include);

} // namespace curlew::structure
