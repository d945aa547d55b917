#pragma once

#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/io/case/case.hpp>

#include <string>
#include <vector>

namespace curlew {

// Returns the points of a probe in m, u fastest: one, a line of samples, or a plane of them.
std::vector<Point> probe_points(const ProbeSpec &probe);

// Returns a warning for a probe, at `case_location`, with a point in an absorbing layer.
std::string probe_in_layer(const std::string &case_location, const Point &point_m);

// Returns a warning for a point current in a medium with losses.
std::string lossy_point_warning(const std::string &case_location, const std::string &name);

} // namespace curlew
