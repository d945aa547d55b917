#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew {

// The points of a probe in m, u fastest: one, a line of samples, or a plane of them.
std::vector<Point> probe_points(const ProbeSpec &probe);

} // namespace curlew
