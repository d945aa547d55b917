#pragma once

#include <curlew/core/material.hpp>

#include <nlohmann/json.hpp>

namespace curlew {

class CheckContext;

// Keys of the poles of the permittivity or of the permeability.
struct PoleKeys {
  const char *debye, *lorentz, *drude, *strength;
};
inline constexpr PoleKeys k_eps_keys = {"debye", "lorentz", "drude", "delta_eps"};
inline constexpr PoleKeys k_mu_keys = {"mu_debye", "mu_lorentz", "mu_drude", "delta_mu"};

// Reads the poles of a material; absent lists are empty.
Poles read_poles(const nlohmann::ordered_json &node, const PoleKeys &keys);
// Writes the lists that are not empty.
void write_poles(const Poles &poles, const PoleKeys &keys, nlohmann::ordered_json &node);

// Refuses poles that amplify: those with a strength below 0 that no others outweigh, at the
// frequencies of the case, in time and for resonances at any.
void check_passivity(CheckContext &context);

} // namespace curlew
