#include <curlew/methods/fdfd/solve/system.hpp>

#include <curlew/methods/fdfd/solve/entries.hpp>
#include <curlew/methods/fdfd/thin/snap.hpp>

#include <cmath>
#include <string>

namespace curlew::fdfd {
namespace {

template <class Space> auto to_view(const char *name, const std::vector<complex> &values) {
  return curlew::to_view<Space>(std::string("curlew::fdfd::") + name, to_kokkos(values));
}

template <class Space>
Kokkos::View<const std::uint16_t *, Space>
joined(const char *name, const std::array<std::vector<std::uint16_t>, 3> &parts) {
  const std::size_t size = parts[0].size();
  Kokkos::View<std::uint16_t *, Space> all(
      Kokkos::view_alloc(std::string("curlew::fdfd::") + name, Kokkos::WithoutInitializing),
      3 * size);
  for (int c = 0; c < 3; ++c) {
    const Kokkos::View<const std::uint16_t *, Kokkos::HostSpace,
                       Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        host(parts[c].data(), size);
    Kokkos::deep_copy(Kokkos::subview(all, std::make_pair(c * size, (c + 1) * size)), host);
  }
  return all;
}

// Finds the id of each row along x, or `mixed`; the first entry may also be fixed.
template <class Space> struct RowIds {
  Kokkos::View<const std::uint16_t *, Space> ids;
  Kokkos::View<std::uint16_t *, Space> rows;
  Index length;
  std::uint16_t mixed;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset row) const {
    const Offset first = row * length;
    const std::uint16_t id = ids(first + length - 1);
    bool same = id != mixed;
    for (Index i = ids(first) == 0 ? 1 : 0; i < length; ++i)
      same = same && ids(first + i) == id;
    rows(row) = same ? id : mixed;
  }
};

template <class Space>
Kokkos::View<const std::uint16_t *, Space>
row_ids(const Kokkos::View<const std::uint16_t *, Space> &ids, Index length) {
  const Kokkos::View<std::uint16_t *, Space> rows(
      Kokkos::view_alloc("curlew::fdfd::row_id", Kokkos::WithoutInitializing),
      ids.extent(0) / length);
  const Space space;
  Kokkos::parallel_for("curlew::fdfd::row_id", RangePolicy<Space>(space, 0, rows.extent(0)),
                       RowIds<Space>{ids, rows, length, System<Space>::k_mixed_row});
  space.fence();
  return rows;
}

} // namespace

template <class Space> System<Space> make_system(const Problem &problem) {
  System<Space> system;
  for (int d = 0; d < 3; ++d) {
    const Axis &axis = problem.axes[d];
    system.count[d] = axis.count;
    system.periodic[d] = axis.is_periodic();
    system.before[d] = axis.count - 1;
    system.phase[d] = Complex(axis.phase);
    system.phase_back[d] = Complex(1.0 / axis.phase);
    system.node_rate[d] = to_view<Space>("node_rate", axis.node_rate);
    system.half_rate[d] = to_view<Space>("half_rate", axis.half_rate);
    system.node_length[d] = to_view<Space>("node_length", axis.node_length);
    system.half_length[d] = to_view<Space>("half_length", axis.half_length);
  }
  system.beyond[0] = system.beyond[1] = system.periodic[2];
  system.eps_id = joined<Space>("eps_id", problem.eps_id);
  system.row_id = row_ids<Space>(system.eps_id, problem.count(0));
  if (!problem.couplings.empty())
    system.first_coupled_id = static_cast<std::uint32_t>(problem.couplings.first_id);
  std::vector<complex> k2_eps = {0}, inverse_mu = {0};
  for (std::size_t m = 1; m < problem.eps.size(); ++m)
    k2_eps.push_back(problem.wavenumber * problem.wavenumber * problem.eps[m]);
  system.k2_eps = to_view<Space>("k2_eps", k2_eps);
  if (problem.is_magnetic()) {
    system.mu_id = joined<Space>("mu_id", problem.mu_id);
    for (std::size_t m = 1; m < problem.mu.size(); ++m)
      inverse_mu.push_back(1.0 / problem.mu[m]);
  }
  system.inverse_mu = to_view<Space>("inverse_mu", inverse_mu);
  return system;
}

std::vector<double> row_scales(const Problem &problem) {
  std::vector<double> scales(problem.unknowns(), 1);
  for (const auto &[entry, share] : problem.cut_edges)
    scales[entry] = std::sqrt(share);
  if (!problem.is_magnetic())
    return scales;
  for_all_entries(problem, problem.threads, [&](int c, const Node &at, std::size_t entry) {
    double inverse_mu = 0; // mean of the faces around the edge
    for (const int across : {(c + 1) % 3, (c + 2) % 3})
      for (const Index below : {0, 1}) {
        Node from = at;
        from[3 - c - across] -= below;
        const auto face = stored_entry(problem, across, from, false);
        const auto id =
            face ? problem.mu_id[across][problem.entry((*face)[0], (*face)[1], (*face)[2])] : 0;
        inverse_mu += 0.25 / std::abs(problem.mu[id]);
      }
    scales[entry] /= std::sqrt(inverse_mu);
  });
  return scales;
}

#define CURLEW_INSTANTIATE(Space) template System<Space> make_system<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
