#pragma once

#include <curlew/core/index.hpp>

#include <string>
#include <vector>

namespace curlew {
struct Case;
}

namespace curlew::dgatd {

struct Problem;

// How finely a mesh resolves the shortest wavelength of a case's excitations in one material.
struct MaterialResolution {
  std::string material;
  std::int64_t tets = 0;
  double longest_edge_m = 0;
  double edges_per_wavelength = 0; // at the longest edge
  double skin_depth_m = 0;         // where a wave fades within a wavelength; else 0
};

// Of the materials that have tets, at the highest frequency of the excitations; empty where they
// have none. Collective.
std::vector<MaterialResolution> resolutions(const Case &input, const Problem &problem,
                                            int threads = 0);

// What a run on this problem warns of before its first step, each one line: how its mesh fits
// together (mesh_warnings()), coarse resolution, and coordinates that look like another unit.
// `curlew run` and `curlew check` print the same. Collective; the root's are complete.
std::vector<std::string> setup_warnings(const Case &input, const Problem &problem, int threads = 0);

} // namespace curlew::dgatd
