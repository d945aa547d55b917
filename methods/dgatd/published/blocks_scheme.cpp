#include <curlew/methods/dgatd/published/blocks_scheme.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/dgatd/mesh/dual_volume.hpp>
#include <curlew/methods/dgatd/published/instantiate.hpp>

#include <algorithm>

namespace curlew::dgatd {
namespace {

// Lists the signed fractions around each edge with unknowns.
void list_fractions(const Problem &problem, const FaceTable &faces, std::vector<Offset> &offsets,
                    std::vector<std::uint32_t> &entries) {
  offsets.assign(problem.edge_count() + 1, 0);
  const auto visit = [&](auto &&use) {
    for (std::size_t fraction = 0; fraction < faces.face_of.size(); ++fraction)
      for (int k = 0; k < 3; ++k)
        if (const Index edge = faces.edges[faces.face_of[fraction]][k]; !problem.edge_is_pec[edge])
          use(edge, static_cast<std::uint32_t>(2 * fraction + (k_face_signs[k] < 0)));
  };
  visit([&](Index edge, std::uint32_t) { ++offsets[edge + 1]; });
  for (Index e = 0; e < problem.edge_count(); ++e)
    offsets[e + 1] += offsets[e];
  entries.resize(offsets.back());
  std::vector<Offset> next(offsets.begin(), offsets.end() - 1);
  visit([&](Index edge, std::uint32_t entry) { entries[next[edge]++] = entry; });
}

struct DenseBlocks {
  std::vector<Offset> first_entry, first_damping;
  std::vector<double> block, damping;
  int largest_degree = 0;
};

DenseBlocks invert_into_blocks(const Problem &problem, double dt_s, int threads) {
  DenseBlocks dense;
  const Index nodes = problem.node_count();
  dense.first_entry.assign(nodes + 1, 0);
  for (Index n = 0; n < nodes; ++n) {
    const Offset d = problem.degree(n);
    dense.first_entry[n + 1] = dense.first_entry[n] + d * d;
    dense.largest_degree = std::max(dense.largest_degree, problem.degree(n));
  }
  dense.block.resize(dense.first_entry.back());
  dense.first_damping.assign(nodes, -1);
  std::vector<std::vector<double>> damping(problem.has_losses() ? nodes : 0);
  parallel_chunks(nodes, threads, [&](std::size_t begin, std::size_t end) {
    DualVolume volume(problem);
    for (std::size_t n = begin; n < end; ++n) {
      if (problem.degree(static_cast<Index>(n)) == 0)
        continue;
      volume.assemble(static_cast<Index>(n));
      volume.invert(dt_s); // symmetric: column-major is row-major
      std::copy(volume.mass().begin(), volume.mass().end(),
                dense.block.begin() + dense.first_entry[n]);
      if (!volume.is_lossy())
        continue;
      const int d = volume.degree();
      auto &product = damping[n];
      product.assign(static_cast<std::size_t>(d) * d, 0);
      for (int column = 0; column < d; ++column)
        for (int row = 0; row < d; ++row)
          for (int k = 0; k < d; ++k)
            product[column * d + row] += volume.mass()[row * d + k] * volume.loss()[k * d + column];
    }
  });
  for (std::size_t n = 0; n < damping.size(); ++n)
    if (!damping[n].empty()) {
      dense.first_damping[n] = static_cast<Offset>(dense.damping.size());
      dense.damping.insert(dense.damping.end(), damping[n].begin(), damping[n].end());
    }
  return dense;
}

} // namespace

template <class Space>
BlocksScheme<Space>::BlocksScheme(const Problem &problem, double dt_s,
                                  const std::vector<Source> &sources, int threads)
    : problem_(problem), e_("curlew::dgatd::e", problem.edge_count()),
      r_("curlew::dgatd::r", problem.edge_count()), currents_(sources) {
  const FaceTable faces = make_face_table(problem, threads);
  sign_ = to_view<Space>("curlew::dgatd::fraction_signs", faces.sign);
  faraday_.e = e_;
  faraday_.fill(problem, faces, dt_s);

  std::vector<Offset> offsets;
  std::vector<std::uint32_t> entries;
  list_fractions(problem, faces, offsets, entries);
  curl_.offsets = to_view<Space>("curlew::dgatd::curl_offsets", offsets);
  curl_.entries = to_view<Space>("curlew::dgatd::curl_entries", entries);
  curl_.fractions = faraday_.fractions;
  curl_.r = r_;

  const DenseBlocks dense = invert_into_blocks(problem, dt_s, threads);
  ampere_.first_half = to_view<Space>("curlew::dgatd::first_half", problem.node_edge_offsets);
  ampere_.first_entry = to_view<Space>("curlew::dgatd::first_entry", dense.first_entry);
  ampere_.first_damping = to_view<Space>("curlew::dgatd::first_damping", dense.first_damping);
  ampere_.half_edge = to_view<Space>("curlew::dgatd::half_edge", problem.node_edges);
  ampere_.block = to_view<Space>("curlew::dgatd::ampere_blocks", dense.block);
  ampere_.damping = to_view<Space>("curlew::dgatd::damping_blocks", dense.damping);
  ampere_.r = r_;
  Offset first_ghost = static_cast<Offset>(problem.node_edges.size()), ghosts = 0;
  for (const HaloPeer &peer : problem.halo)
    ghosts += static_cast<Offset>(peer.receive.size());
  ampere_.u = Kokkos::View<double *, Space>("curlew::dgatd::u", first_ghost + ghosts);
  ampere_.largest_degree = dense.largest_degree;
  ampere_.node_count = problem.node_count();

  edge_halves_ =
      Kokkos::View<Index *[2], Space>("curlew::dgatd::edge_halves", problem.edge_count());
  const auto host_halves = Kokkos::create_mirror_view(edge_halves_);
  for (Index e = 0; e < problem.edge_count(); ++e)
    host_halves(e, 0) = host_halves(e, 1) = -1;
  for (Index n = 0; n < problem.node_count(); ++n)
    for (Offset k = problem.node_edge_offsets[n]; k < problem.node_edge_offsets[n + 1]; ++k) {
      const Index edge = problem.node_edges[k];
      host_halves(edge, problem.edge_nodes[edge][0] == n ? 0 : 1) = static_cast<Index>(k);
    }
  Index ghost = static_cast<Index>(first_ghost);
  for (const HaloPeer &peer : problem.halo)
    for (const HalfEdge &half : peer.receive)
      host_halves(half.edge, half.end) = ghost++;
  Kokkos::deep_copy(edge_halves_, host_halves);
  if (!problem.ownership.is_alone())
    halo_ = HalfHalo<Space>(
        problem, [&](const HalfEdge &half) { return host_halves(half.edge, half.end); },
        first_ghost);

  const double halves = static_cast<double>(problem.node_edges.size());
  bytes_.faraday = faraday_.minimum_bytes();
  bytes_.ampere = 4.0 * entries.size() + 8.0 * offsets.size() + 8.0 * faraday_.fractions.extent(0) +
                  8.0 * (dense.block.size() + dense.damping.size()) + halves * (4 + 2 * 8) +
                  8.0 * 3 * problem.edge_count() + halves * (4 + 8);
}

template <class Space> void BlocksScheme<Space>::advance_h(const Space &space) {
  const HalfReader<Space> halves{edge_halves_, ampere_.u};
  const auto e = e_;
  Kokkos::parallel_for(
      "curlew::dgatd::full_edges", RangePolicy<Space>(space, 0, e.extent(0)),
      KOKKOS_LAMBDA(const Index edge) { e(edge) = halves(edge, 0) + halves(edge, 1); });
  Kokkos::parallel_for("curlew::dgatd::block_faraday",
                       RangePolicy<Space>(space, 0, faraday_.fractions.extent(0)), faraday_);
}

template <class Space>
void BlocksScheme<Space>::advance_e(const Space &space, const std::vector<double> &values) {
  Kokkos::parallel_for("curlew::dgatd::fraction_curl", RangePolicy<Space>(space, 0, r_.extent(0)),
                       curl_);
  currents_.subtract(space, values, r_);
  ampere_.launch(space);
  if (halo_.active()) {
    halo_.start(space, ampere_.u);
    halo_.finish(space, ampere_.u);
  }
}

template <class Space> typename BlocksScheme<Space>::Reader BlocksScheme<Space>::reader() const {
  return {{edge_halves_, ampere_.u}, {MeshTables<Space>(problem_), faraday_.fractions, sign_}};
}

template <class Space> State BlocksScheme<Space>::save() const {
  const auto u = to_vector(ampere_.u);
  const auto at = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), edge_halves_);
  std::vector<double> halves(2 * at.extent(0), 0);
  for (std::size_t k = 0; k < halves.size(); ++k)
    if (const Index entry = at(k / 2, k % 2); entry >= 0)
      halves[k] = u[entry];
  return {{"half_circulations", std::move(halves)}, {"fractions", to_vector(faraday_.fractions)}};
}

template <class Space> void BlocksScheme<Space>::load(const State &state) {
  const auto &halves = state.at("half_circulations");
  const auto at = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), edge_halves_);
  std::vector<double> u(ampere_.u.extent(0), 0);
  for (std::size_t k = 0; k < halves.size(); ++k)
    if (const Index entry = at(k / 2, k % 2); entry >= 0)
      u[entry] = halves[k];
  Kokkos::deep_copy(ampere_.u, to_view<Space>("curlew::dgatd::u_loaded", u));
  Kokkos::deep_copy(faraday_.fractions,
                    to_view<Space>("curlew::dgatd::fractions_loaded", state.at("fractions")));
}

CURLEW_DGATD_INSTANTIATE(BlocksScheme)

} // namespace curlew::dgatd
