#pragma once

#include <curlew/core/gyrotropic.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <optional>
#include <string>

namespace curlew {

struct Case;

// What static magnetic fields make of materials: the keys "ferrite", "gyrotropic_drude", "gyration"
// and "mu_gyration".
inline constexpr std::array k_gyrotropic_keys = {"ferrite", "gyrotropic_drude", "gyration",
                                                 "mu_gyration"};

// Of one material; none where it has no such key. It is kept in Case::resolved: few methods have
// it.
std::optional<GyrotropicMedium> gyrotropic_of(const Case &input, const std::string &material);
bool has_gyrotropic_material(const Case &input);

// Of the section "materials" those keys alone, with defaults, material by material.
nlohmann::ordered_json gyrotropic_keys(const nlohmann::ordered_json &materials);

} // namespace curlew
