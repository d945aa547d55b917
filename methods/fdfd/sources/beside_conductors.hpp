#pragma once

#include <curlew/methods/fdfd/sources/current_shares.hpp>

#include <optional>

namespace curlew::fdfd {

// Throws the InputError of a current in a conductor, at an entry of E.
[[noreturn]] void throw_in_conductor(const Problem &problem, int component,
                                     const std::array<Index, 3> &at,
                                     const std::string &case_location);

// Returns the shares of a point current whose eight nearest entries touch a conductor, else none: E
// across a surface is the same up to it, E along it falls to 0 on it. Throws InputError for a point
// in a conductor.
std::optional<std::vector<CurrentShare>>
point_shares_beside_conductors(const Problem &problem, int component, const Vector3 &position_m,
                               const std::string &case_location);

} // namespace curlew::fdfd
