#pragma once

#include <curlew/core/gyrotropic.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string>

namespace curlew {

struct Case;

// Contributions of static magnetic fields to materials: the keys "ferrite", "gyrotropic_drude",
// "gyration" and "mu_gyration".
inline constexpr std::array k_gyrotropic_keys = {"ferrite", "gyrotropic_drude", "gyration",
                                                 "mu_gyration"};

// Returns the contributions of one material; none where it has no such key. They are kept in
// Case::resolved, because few methods use them.
std::optional<GyrotropicMedium> gyrotropic_of(const Case &input, const std::string &material);
bool has_gyrotropic_material(const Case &input);

// Returns those keys of the section "materials" alone, with defaults, material by material.
nlohmann::ordered_json gyrotropic_keys(const nlohmann::ordered_json &materials);

} // namespace curlew
