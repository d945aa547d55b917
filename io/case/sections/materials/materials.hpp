#pragma once

#include <curlew/core/material.hpp>

#include <nlohmann/json.hpp>

#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;
struct ReadContext;

// Reads the materials in the order of the file.
std::vector<Material> read_materials(const nlohmann::ordered_json &node,
                                     const ReadContext &context);
// Writes losses, poles and a density only where a material has them: not every method takes these
// keys.
nlohmann::ordered_json to_json(const std::vector<Material> &materials);

// Reads a number, 3 numbers (the diagonal), 3 rows, of which the mean of both halves is taken, or
// the real part of [real, imaginary part].
SymmetricTensor read_tensor(const nlohmann::ordered_json &value);

// Rules of a method for materials, beyond the schema.
struct MaterialRules {
  bool only_diagonal = false;         // tensors
  bool negative_permittivity = false; // may be below 0, but not 0
};

// Checks signs and symmetry of the tensors, names, keys that exclude each other, undamped poles,
// gain, files of tables.
void check_materials(CheckContext &context, const MaterialRules &rules);

std::string_view materials_schema_text();

} // namespace curlew
