#include <curlew/methods/fdfd/ranks/slab.hpp>

#include <curlew/core/mpi/root_messages.hpp>
#include <curlew/methods/fdfd/background/box.hpp>

#include <algorithm>

namespace curlew::fdfd {
namespace {

struct AxisHead {
  Index cells, count;
  double cell_m, corner_m;
  Wall low, high;
  int pml_cells;
  complex phase;
};

Axis from_root_axis(const Communicator &ranks, const Axis &mine) {
  Axis axis;
  const auto head = from_root<AxisHead>(ranks, {{mine.cells, mine.count, mine.cell_m, mine.corner_m,
                                                 mine.low, mine.high, mine.pml_cells, mine.phase}})
                        .at(0);
  axis.cells = head.cells;
  axis.count = head.count;
  axis.cell_m = head.cell_m;
  axis.corner_m = head.corner_m;
  axis.pml_cells = head.pml_cells;
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

// Returns the rank whose slab has a plane.
int rank_of(Index plane, const std::vector<Index> &begins) {
  return static_cast<int>(std::upper_bound(begins.begin(), begins.end(), plane) - begins.begin()) -
         1;
}

// Returns the couplings in the rows of each rank's slab, by the entries of the slab.
std::vector<Couplings> divide_couplings(const Problem &whole, const std::vector<Index> &begins) {
  const Offset plane = Offset(whole.count(0)) * whole.count(1), size = whole.size();
  const Index planes = whole.count(2);
  const bool is_periodic = whole.axes[2].low == Wall::periodic;
  const Couplings &from = whole.couplings;
  std::vector<Couplings> parts(begins.size() - 1);
  const auto entry_of = [&](Offset entry, int rank) {
    const Offset component = entry / size, rest = entry % size;
    const Index first = begins[rank], end = begins[rank + 1], k = static_cast<Index>(rest / plane);
    const Offset own = plane * (end - first), in_plane = component * plane + rest % plane;
    if (k >= first && k < end)
      return component * own + rest - first * plane;
    // Only around a period the last plane lies below the first slab.
    const bool is_below = first > 0 ? k == first - 1 : is_periodic && k == planes - 1;
    return 3 * own + (is_below ? 0 : 3 * plane) + in_plane;
  };
  for (std::size_t r = 0; r < from.row.size(); ++r) {
    const int rank = rank_of(static_cast<Index>(from.row[r] % size / plane), begins);
    Couplings &part = parts[rank];
    part.row.push_back(entry_of(from.row[r], rank));
    part.first.push_back(static_cast<Offset>(part.column.size()));
    for (Offset c = from.first[r]; c < from.first[r + 1]; ++c) {
      part.column.push_back(entry_of(from.column[c], rank));
      part.value.push_back(from.value[c]);
    }
  }
  for (Couplings &part : parts)
    part.first.push_back(static_cast<Offset>(part.column.size()));
  return parts;
}

Couplings scatter_couplings(const Problem &whole, const std::vector<Index> &begins,
                            const Communicator &ranks) {
  std::vector<Couplings> parts(ranks.size());
  if (!whole.couplings.empty())
    parts = divide_couplings(whole, begins);
  const auto scatter = [&](auto member) {
    std::vector<std::decay_t<decltype(parts[0].*member)>> all;
    for (const Couplings &part : parts)
      all.push_back(part.*member);
    return ranks.scatter(all);
  };
  Couplings own;
  own.row = scatter(&Couplings::row);
  own.first = scatter(&Couplings::first);
  own.column = scatter(&Couplings::column);
  own.value = scatter(&Couplings::value);
  own.first_id = from_root<std::size_t>(ranks, {whole.couplings.first_id}).at(0);
  return own;
}

Layers layers_from_root(const Communicator &ranks, const Layers &mine) {
  Layers layers;
  layers.node = from_root(ranks, mine.node);
  layers.half = from_root(ranks, mine.half);
  const auto ends = from_root<complex>(ranks, {mine.below, mine.above});
  layers.below = ends.at(0);
  layers.above = ends.at(1);
  return layers;
}

// Returns the layers of planes [first, end).
Layers planes_of_layers(const Layers &whole, Index first, Index end) {
  Layers part = whole;
  for (auto *values : {&part.node, &part.half})
    if (!values->empty())
      *values = {values->begin() + first, values->begin() + end};
  return part;
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
  const std::vector<Offset> begins = even_begins(planes, ranks);
  return {begins.begin(), begins.end()};
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
  part.frequency_hz = from_root<double>(ranks, {from.frequency_hz}).at(0);
  part.threads = from_root<int>(ranks, {from.threads}).at(0);
  slab.whole = part;
  slab.whole.layers = layers_from_root(ranks, from.layers);
  slab.planes = part.count(2);
  const std::vector<Index> begins = slab_begins(slab.planes, ranks.size());
  slab.first = begins[ranks.rank()];
  cut(slab, begins[ranks.rank() + 1] - slab.first, ranks);
  part.layers = planes_of_layers(slab.whole.layers, slab.first, begins[ranks.rank() + 1]);
  part.eps_id = scatter_ids(from.eps_id, part, begins, ranks);
  part.mu_id = scatter_ids(from.mu_id, part, begins, ranks);
  slab.mu_below = scatter_plane_below(from.mu_id, plane_of(slab), begins, ranks);
  slab.is_coupled = ranks.any(!from.couplings.empty());
  if (slab.is_coupled)
    part.couplings = scatter_couplings(from, begins, ranks);
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
