#include <curlew/methods/fdfd/ranks/slab.hpp>

#include <curlew/core/mpi/root_messages.hpp>

namespace curlew::fdfd {
namespace {

struct AxisHead {
  Index cells, count;
  Wall low, high;
  complex phase;
};

Axis from_root_axis(const Communicator &ranks, const Axis &mine) {
  Axis axis;
  const auto head =
      from_root<AxisHead>(ranks, {{mine.cells, mine.count, mine.low, mine.high, mine.phase}}).at(0);
  axis.cells = head.cells;
  axis.count = head.count;
  axis.low = head.low;
  axis.high = head.high;
  axis.phase = head.phase;
  axis.node_length = from_root(ranks, mine.node_length);
  axis.half_length = from_root(ranks, mine.half_length);
  axis.node_rate = from_root(ranks, mine.node_rate);
  axis.half_rate = from_root(ranks, mine.half_rate);
  return axis;
}

// Cuts the planes of a slab out of the axis z.
void cut(Slab &slab, Index count, const Communicator &ranks) {
  Axis &z = slab.part.axes[2];
  const bool is_first = slab.first == 0, is_last = slab.first + count == slab.planes;
  const bool is_periodic = z.is_periodic() && !ranks.is_alone();
  if (!is_first || is_periodic)
    slab.below = (ranks.rank() + ranks.size() - 1) % ranks.size();
  if (!is_last || is_periodic)
    slab.above = (ranks.rank() + 1) % ranks.size();
  if (is_first)
    slab.phase_back = 1.0 / z.phase;
  if (is_last)
    slab.phase = z.phase;
  const complex rate_below = z.half_rate[is_first ? slab.planes - 1 : slab.first - 1];
  for (auto *values : {&z.node_length, &z.half_length, &z.node_rate, &z.half_rate})
    *values = {values->begin() + slab.first, values->begin() + slab.first + count};
  z.half_rate.push_back(rate_below);
  if (ranks.is_alone())
    return;
  z.cells = z.count = count;
  z.low = z.high = Wall::pec; // what lies beyond is in the slab's own members
  z.phase = 1;
}

// Sends each rank the ids of its planes, where the root has ids.
std::array<std::vector<std::uint16_t>, 3>
scatter_ids(const std::array<std::vector<std::uint16_t>, 3> &whole, const Problem &part,
            const std::vector<Index> &begins, const Communicator &ranks) {
  const Offset plane = Offset(part.count(0)) * part.count(1);
  std::array<std::vector<std::uint16_t>, 3> own;
  for (int c = 0; c < 3; ++c) {
    std::vector<std::vector<std::uint16_t>> parts(ranks.size());
    if (!whole[c].empty())
      for (int r = 0; r < ranks.size(); ++r)
        parts[r] = {whole[c].begin() + begins[r] * plane, whole[c].begin() + begins[r + 1] * plane};
    own[c] = ranks.scatter(parts);
  }
  return own;
}

// Sends each rank the ids of the plane below its slab; rank 0 gets those of the last plane.
std::vector<std::uint16_t>
scatter_plane_below(const std::array<std::vector<std::uint16_t>, 3> &whole, Offset plane,
                    const std::vector<Index> &begins, const Communicator &ranks) {
  std::vector<std::vector<std::uint16_t>> parts(ranks.size());
  if (!whole[0].empty())
    for (int r = 0; r < ranks.size(); ++r) {
      const Index below = (begins[r] > 0 ? begins[r] : begins.back()) - 1;
      for (const auto &ids : whole)
        parts[r].insert(parts[r].end(), ids.begin() + below * plane,
                        ids.begin() + (below + 1) * plane);
    }
  return ranks.scatter(parts);
}

template <class T>
std::vector<T> scatter_by_planes(const std::vector<T> &whole, Offset plane, Index planes,
                                 const Communicator &ranks) {
  std::vector<std::vector<T>> parts(ranks.size());
  const std::vector<Index> begins = slab_begins(planes, ranks.size());
  if (!whole.empty())
    for (int r = 0; r < ranks.size(); ++r)
      parts[r] = planes_of(whole, plane, planes, begins[r], begins[r + 1] - begins[r]);
  return ranks.scatter(parts);
}

Offset plane_of(const Slab &slab) {
  return Offset(slab.part.count(0)) * slab.part.count(1);
}

} // namespace

std::vector<Index> slab_begins(Index planes, int ranks) {
  std::vector<Index> begins;
  for (int r = 0; r <= ranks; ++r)
    begins.push_back(static_cast<Index>(Offset(planes) * r / ranks));
  return begins;
}

Slab divide(const Problem *whole, const Communicator &ranks) {
  const Problem nothing;
  const Problem &from = whole != nullptr ? *whole : nothing;
  Slab slab;
  Problem &part = slab.part;
  for (int d = 0; d < 3; ++d)
    part.axes[d] = from_root_axis(ranks, from.axes[d]);
  part.wavenumber = from_root<double>(ranks, {from.wavenumber}).at(0);
  part.eps = from_root(ranks, from.eps);
  part.mu = from_root(ranks, from.mu);
  slab.planes = part.count(2);
  const std::vector<Index> begins = slab_begins(slab.planes, ranks.size());
  slab.first = begins[ranks.rank()];
  cut(slab, begins[ranks.rank() + 1] - slab.first, ranks);
  part.eps_id = scatter_ids(from.eps_id, part, begins, ranks);
  part.mu_id = scatter_ids(from.mu_id, part, begins, ranks);
  slab.mu_below = scatter_plane_below(from.mu_id, plane_of(slab), begins, ranks);
  slab.scales = scatter_by_planes(from.cut_edges.empty() ? std::vector<double>() : row_scales(from),
                                  plane_of(slab), slab.planes, ranks);
  return slab;
}

std::vector<complex> scatter_planes(const std::vector<complex> &whole, const Slab &slab,
                                    const Communicator &ranks) {
  return scatter_by_planes(whole, plane_of(slab), slab.planes, ranks);
}

std::vector<complex> gather_planes(const std::vector<complex> &part, const Slab &slab,
                                   const Communicator &ranks) {
  const Offset plane = plane_of(slab);
  const auto parts = ranks.gather(part);
  std::vector<complex> whole;
  if (!ranks.is_root())
    return whole;
  whole.resize(3 * plane * slab.planes);
  const std::vector<Index> begins = slab_begins(slab.planes, ranks.size());
  for (int r = 0; r < ranks.size(); ++r) {
    const Offset count = (begins[r + 1] - begins[r]) * plane;
    for (Offset c = 0; c < 3; ++c)
      std::copy_n(parts[r].begin() + c * count, count,
                  whole.begin() + (c * slab.planes + begins[r]) * plane);
  }
  return whole;
}

} // namespace curlew::fdfd
