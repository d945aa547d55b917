#include <curlew/methods/shared/time/probe_points.hpp>

namespace curlew {

std::vector<Point> probe_points(const ProbeSpec &probe) {
  const auto fraction = [](Index i, Index count) {
    return count > 1 ? double(i) / (count - 1) : 0.0;
  };
  const Index nu = probe.kind == ProbeSpec::Kind::point ? 1 : probe.counts[0];
  const Index nv = probe.kind == ProbeSpec::Kind::plane ? probe.counts[1] : 1;
  std::vector<Point> points;
  for (Index j = 0; j < nv; ++j)
    for (Index i = 0; i < nu; ++i) {
      Point p = probe.point_m;
      for (int d = 0; d < 3; ++d)
        p[d] += fraction(i, nu) * probe.u_m[d] + fraction(j, nv) * probe.v_m[d];
      points.push_back(p);
    }
  return points;
}

} // namespace curlew
