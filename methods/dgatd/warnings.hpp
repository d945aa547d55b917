#pragma once

#include <curlew/core/index.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgatd {

struct Problem;

// Resolution by a mesh of the shortest wavelength of a case's excitations in one material.
struct MaterialResolution {
  std::string material;
  std::int64_t tets = 0;
  double longest_edge_m = 0;
  double edges_per_wavelength = 0; // at the longest edge
  // Skin depth where a wave decays within a wavelength; else 0.
  double skin_depth_m = 0;
};

// Returns the resolutions of the materials that have tets, at the highest frequency of the
// excitations; empty where there are no excitations. Collective.
std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem,
                                            int threads = 0);

// Returns the warnings of a run on this problem before its first step, each one line: faults of the
// mesh (mesh_warnings()), coarse resolution, and coordinates that look like another unit. `curlew
// run` and `curlew check` print the same. Collective; those of the root are complete.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem, int threads = 0);

} // namespace curlew::dgatd
