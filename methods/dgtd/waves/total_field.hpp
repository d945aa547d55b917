#pragma once

#include <curlew/core/waveform.hpp>
#include <curlew/methods/dgtd/problem.hpp>

#include <string>
#include <vector>

namespace curlew::dgtd {

// Face between total and scattered fields, on the side of one of its tets.
struct WaveFace {
  Index tet = 0;
  std::int8_t local = 0; // opposite its ascending vertex `local`
  bool is_total = false; // true where the tet holds the total field
};

// Plane wave that exists in a region only,
//   E(r, t) = electric g(t - direction . r / speed),   H = direction x E / eta,
// in the lossless medium around that region.
struct TotalFieldWave {
  std::string name;
  Waveform waveform; // g
  Point direction{}; // unit vector
  Point electric{};  // V/m
  Point magnetic{};  // A/m
  double speed_m_s = 0;
  double latest_s = 0;                // largest delay on the region's faces
  std::vector<WaveFace> faces;        // both sides of each
  std::vector<std::uint8_t> is_total; // [tet]

  double delay_s(const Point &point_m) const;
};

// Finds the plane waves of a case. The region of a wave is its group or the tets in its box, with
// all tets that these enclose. Throws InputError, with the place in the case file, for a region
// that the mesh lacks, that is cut by tets, that meets a wall or that leaves nothing outside, for
// faces between different media or in a medium with losses or of tensors, and for a wave that fills
// the region before the first step.
std::vector<TotalFieldWave> find_waves(const Case &input, const Problem &problem);

} // namespace curlew::dgtd
