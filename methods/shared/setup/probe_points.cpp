#include <curlew/methods/shared/setup/probe_points.hpp>

#include <fmt/format.h>

namespace curlew {
namespace {

double fraction(Index i, Index count) {
  return count > 1 ? double(i) / (count - 1) : 0.0;
}

std::vector<Point> points_of(const PointProbe &probe) {
  return {probe.point_m};
}

std::vector<Point> points_of(const LineProbe &probe) {
  std::vector<Point> points;
  for (Index i = 0; i < probe.count; ++i) {
    Point p = probe.start_m;
    for (int d = 0; d < 3; ++d)
      p[d] += fraction(i, probe.count) * (probe.stop_m[d] - probe.start_m[d]);
    points.push_back(p);
  }
  return points;
}

std::vector<Point> points_of(const PlaneProbe &probe) {
  const auto [nu, nv] = probe.counts;
  std::vector<Point> points;
  for (Index j = 0; j < nv; ++j)
    for (Index i = 0; i < nu; ++i) {
      Point p = probe.corner_m;
      for (int d = 0; d < 3; ++d)
        p[d] += fraction(i, nu) * probe.u_m[d] + fraction(j, nv) * probe.v_m[d];
      points.push_back(p);
    }
  return points;
}

} // namespace

std::vector<Point> probe_points(const ProbeSpec &probe) {
  return std::visit([](const auto &shape) { return points_of(shape); }, probe.shape);
}

std::string probe_in_layer(const std::string &case_location, const Point &point_m) {
  return fmt::format("{}: the point ({:.6g}, {:.6g}, {:.6g}) m lies in an absorbing layer, where "
                     "fields are damped and no physical ones",
                     case_location, point_m[0], point_m[1], point_m[2]);
}

std::string lossy_point_warning(const std::string &case_location, const std::string &name) {
  return fmt::format(
      "{}: the point current \"{}\" lies in a medium with losses: the power that it delivers has "
      "no limit, since its near field dissipates more the smaller the cells are. Take a "
      "\"region\" of fixed size, or move it out of the medium",
      case_location, name);
}

} // namespace curlew
