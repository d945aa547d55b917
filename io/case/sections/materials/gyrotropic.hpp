#pragma once

#include <curlew/core/gyrotropic.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <map>
#include <string>

namespace curlew {

struct Case;

// Contributions of static magnetic fields to materials: the keys "ferrite", "gyrotropic_drude",
// "gyration" and "mu_gyration".
inline constexpr std::array k_gyrotropic_keys = {"ferrite", "gyrotropic_drude", "gyration",
                                                 "mu_gyration"};

// Contributions by the names of materials, of those that have such keys.
using GyrotropicMedia = std::map<std::string, GyrotropicMedium>;

// Reads the keys of all materials.
GyrotropicMedia read_gyrotropic(const nlohmann::ordered_json &materials);
// Writes the keys of one material.
nlohmann::ordered_json to_json(const GyrotropicMedium &medium);

// Returns the contributions of one material; nullptr where it has none.
const GyrotropicMedium *gyrotropic_of(const Case &input, const std::string &material);

} // namespace curlew
