#include <curlew/methods/shared/run/probe_points.hpp>

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

} // namespace curlew
