#pragma once

#include <string_view>

namespace curlew::fuzz {

// What the fuzzers and the replay of their corpus do with one input: read it, and check what a
// successful reading promises. Returns whether the input was accepted. A curlew::Error is the
// reader's right answer to a broken input; anything else leaves the function.
bool feed_gmsh(std::string_view content);
bool feed_surface(std::string_view content); // the surfaces of a Gmsh mesh
bool feed_case(std::string_view content);

} // namespace curlew::fuzz
