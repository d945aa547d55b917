#pragma once

#include <curlew/methods/shared/setup/resolution.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgatd {

struct Problem;

// Returns the resolutions of the materials that have tets, at the highest frequency of the
// excitations; empty where there are no excitations. A metal is a material in which a wave decays
// within a wavelength; `edges` counts those to a wavelength there too. Collective.
std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem,
                                            int threads = 0);

// Returns the warnings of a run on this problem before its first step, each one line: faults of the
// mesh (mesh_warnings()), coarse resolution, and coordinates that look like another unit. `curlew
// run` and `curlew check` print the same. Collective; those of the root are complete.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem, int threads = 0);

} // namespace curlew::dgatd
