#pragma once

#include <curlew/io/case/document/case_errors.hpp>
#include <curlew/io/case/schema/schema.hpp>

namespace curlew {

// Range of a number of a case, besides 0, in SI units: squares and cubes of such numbers, and their
// quotients, stay within a double's range.
constexpr double k_smallest_case_number = 1e-40, k_largest_case_number = 1e40;

// Checks a document against the schema and returns it resolved: quantities as numbers in their base
// unit (steps stay "100 steps"), defaults filled in, keys in the schema's order. A wrong value is
// reported and null in the result. Keys that have second names get the documented ones, in the
// document too, so that later messages find their positions.
//
// Implements the part of draft-07 that Schema admits. `oneOf` has two forms: alternatives that hold
// "required" alone, whose first key chooses, and objects that differ in a key with a constant
// ("type": {"const": ...}). `anyOf` picks by shape.
nlohmann::ordered_json validate(Document &document, const Schema &schema, CaseErrors &errors);

} // namespace curlew
