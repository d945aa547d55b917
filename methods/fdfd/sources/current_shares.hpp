#pragma once

#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/methods/fdfd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::fdfd {

// The part of a current, in cells of current density, that an entry of E along it carries. Entries
// may occur more than once.
struct CurrentShare {
  std::array<Index, 3> at;
  complex part;
};

// Returns the shares of a current along the axis `component` in a box, which may be a point: those
// of the box's overlap with the surroundings of an entry, of a point inside of one medium the wide
// weights, elsewhere those of linear interpolation. Shares beyond walls act by their images inside.
// Beside conductors a point has the shares of an interpolation that knows their surfaces: E across
// a surface is the same up to it, E along it falls to 0 on it (docs/methods/fdfd-notes.md,
// "Sources"). An edge that a conductor cuts carries the current on its free part. Throws
// InputError, which begins with `case_location`, for a current in a conductor.
std::vector<CurrentShare> current_shares(const Problem &problem, int component,
                                         const CurrentBox &box, const std::string &case_location);

} // namespace curlew::fdfd
