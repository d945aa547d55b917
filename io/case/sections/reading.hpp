#pragma once

#include <nlohmann/json.hpp>

#include <array>
#include <complex>
#include <filesystem>
#include <optional>
#include <string>

// Shared code of the parsers of the sections. A parser takes the result of validate(): the value
// has the shape that the section's schema describes, quantities are numbers in SI units, and the
// defaults are filled in. A section's to_json() is the inverse: parsed again, its result gives the
// same struct.
namespace curlew {

struct CaseFiles;
using Vector3 = std::array<double, 3>;

// Input of a parser beside its value.
struct ReadContext {
  const std::filesystem::path &base_dir; // start of relative paths
  const CaseFiles &files;                // contents of the files that the checks have read
  bool on_grid = false;                  // the case has a grid, whose faces are its boundaries
};

template <class T>
std::optional<T> get_optional(const nlohmann::ordered_json &node, const char *key) {
  return node.contains(key) ? std::optional<T>(node[key].get<T>()) : std::nullopt;
}

// Returns a complex number, which a case gives as a number or as [real, imaginary part].
std::complex<double> read_complex(const nlohmann::ordered_json &value);

// Returns a path of the case file, absolute and without "..".
std::filesystem::path absolute_path(const std::filesystem::path &base_dir, const std::string &path);

// Returns the vector of length 1. The largest component is divided out first, so that no square
// overflows; a component below what a case may hold becomes 0; a vector that has length 1 to
// rounding stays, so that a second call changes no bit.
Vector3 normalised(Vector3 v);

} // namespace curlew
