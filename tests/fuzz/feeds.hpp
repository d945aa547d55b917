#pragma once

#include <string_view>

namespace curlew::fuzz {

// The fuzzers and the replay of their corpus treat one input with these functions: each reads it,
// and checks the guarantees of a successful read. Returns true if the input was accepted. A
// curlew::Error is the right response to a broken input; anything else leaves the function.
bool feed_gmsh(std::string_view content);
bool feed_surface(std::string_view content); // the surfaces of a Gmsh mesh
bool feed_case(std::string_view content);

} // namespace curlew::fuzz
