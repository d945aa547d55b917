#pragma once

#include <curlew/core/material.hpp>

#include <nlohmann/json.hpp>

#include <array>

namespace curlew {

class CheckContext;
struct ReadContext;

// Keys of constants at frequencies that no method in time takes, beside a complex "eps_r".
inline constexpr std::array k_spectral_keys = {"table", "n", "cole_cole", "djordjevic_sarkar"};

// True for a tensor: three numbers or three rows, not one number or a complex one of two.
bool is_tensor(const nlohmann::ordered_json &value);
// True for [real, imaginary part].
bool is_complex_pair(const nlohmann::ordered_json &value);

// Reads the spectral medium of one material, and into eps_r what it changes there.
void read_spectral(const nlohmann::ordered_json &node, const ReadContext &context,
                   Material &material);
// Writes the keys of a spectral medium: those that stand for "eps_r" in its place.
void write_spectral(const Material &material, nlohmann::ordered_json &node);

// Checks the keys of spectral media of all materials: what excludes each other, gain, the band of
// tables, whose files it reads, and runs in time.
void check_spectral(CheckContext &context);

} // namespace curlew
