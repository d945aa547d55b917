#pragma once

#include <curlew/core/mesh/box_mesh.hpp>

#include <cmath>
#include <vector>

namespace curlew::test {

// Returns a bar of 24 bricks along x whose middle is thinner by the first factor, and the middle of
// that by both: tets there are smaller in all directions.
inline TetMesh pinched_bar(const std::vector<double> &factors, Index across) {
  constexpr int k_bricks = 24;
  TetMesh mesh =
      make_box({k_bricks, 1.0 * across, 1.0 * across}, {k_bricks, across, across}, {0, 0, 0}, 0, 1);
  const auto size = [&](double position) { // position of a brick or a plane, counted from 0
    double width = 1;
    for (std::size_t k = 0; k < factors.size(); ++k) {
      const double half = factors.size() == 2 && k == 0 ? 4 : 2; // bricks
      if (std::abs(position - k_bricks / 2) <= half)
        width *= factors[k];
    }
    return width;
  };
  for (Point &point : mesh.points) {
    const double plane = point[0];
    point[0] = 0;
    for (double brick = 0.5; brick < plane; ++brick)
      point[0] += size(brick);
    point[1] *= size(plane);
    point[2] *= size(plane);
  }
  return mesh;
}

} // namespace curlew::test
