#pragma once

#include <curlew/io/case/schema/schema.hpp>

#include <string>

namespace curlew {

// Returns the keys of a schema for people: for every section a heading, its description and a table
// of its keys with their values, defaults and methods. docs/case-file.md holds the result.
std::string keys_as_markdown(const Schema &schema);

} // namespace curlew
