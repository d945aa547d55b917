#pragma once

#include <curlew/io/case/case.hpp>

#include <string_view>
#include <vector>

namespace curlew {

// One section of the case file: its key, its part of the schema, and the conversions of its value
// to a member of the Case and back. A new section is a folder beside this file, a member of Case
// and an entry in sections.cpp.
struct Section {
  const char *key;
  std::string_view (*schema)();
  // `value` is what validate() returned for the key.
  void (*read)(const nlohmann::ordered_json &value, const ReadContext &context, Case &result);
  nlohmann::ordered_json (*write)(const Case &input);
};

// The sections in the order in which they are read and written: a section may read members of those
// before it.
const std::vector<Section> &sections();

} // namespace curlew
