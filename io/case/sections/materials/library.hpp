#pragma once

#include <nlohmann/json.hpp>

#include <string_view>

namespace curlew {

class CaseErrors;
class CheckContext;
struct Document;

// The materials by name that the program brings, from library.json: name -> "about", "source"
// (where the constants are published), "band" (Hz, where the source has them hold) and "material",
// the keys of a case.
const nlohmann::ordered_json &material_library();
std::string_view material_library_text();

// Adds to each material of a case with a "library" the keys of that entry. Reports names that the
// library lacks, and keys that the material gives beside those of the entry.
void add_library_materials(Document &document, CaseErrors &errors);

// Warns of frequencies outside of the band of an entry.
void check_library(CheckContext &context);

} // namespace curlew
