#include <curlew/methods/dgatd/fused/fused_scheme.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace curlew::dgatd {
namespace {

// Writes the lower triangle of a symmetric matrix, row by row, into one lane of a block.
void pack_lane(const std::vector<double> &matrix, int rows, int lanes, double *lane) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j, lane += lanes)
      *lane = matrix[static_cast<std::size_t>(i) * rows + j];
}

template <class Space> struct Scale {
  using Values = Kokkos::View<double *, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Values values;
  double factor;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const { values(i) *= factor; }
};

// Multiplies the numbers that a view of numbers or of pairs holds.
template <class Space, class Entry>
void scale(const Kokkos::View<Entry *, Space> &entries, double factor) {
  const std::size_t count = entries.extent(0) * (sizeof(Entry) / sizeof(double));
  const typename Scale<Space>::Values values(reinterpret_cast<double *>(entries.data()), count);
  const Space space;
  Kokkos::parallel_for("curlew::dgatd::scale_inverse", RangePolicy<Space>(space, 0, count),
                       Scale<Space>{values, factor});
  space.fence();
}

} // namespace

template <class Space, int k_parts>
FusedScheme<Space, k_parts>::FusedScheme(const Problem &problem, double dt_s,
                                         const std::vector<Source> &sources, int threads,
                                         Losses losses, Tables tables)
    : tets_(problem.tet_count()), edges_(problem.edge_count()), currents_(sources) {
  const bool lossy = losses == Losses::as_given && problem.has_losses();
  if (k_parts == 1 && lossy)
    throw std::logic_error("the fused scheme needs half edges for problems with losses");
  std::shared_ptr<KeptTables> kept = take_tables<KeptTables>(problem);
  if (kept == nullptr) {
    kept = std::make_shared<KeptTables>();
    kept->layout = make_fused_layout(problem, LayoutShape::of<Space>(), threads);
  }
  const FusedLayout &layout = kept->layout;
  padded_tets_ = layout.padded_tets;
  u_ = Kokkos::View<double *, Space>(
      "curlew::dgatd::u",
      1 + (k_parts == 2 ? layout.slots + layout.ghost_slots : static_cast<Offset>(edges_)));
  h_ =
      Kokkos::View<double *, Space>("curlew::dgatd::h", 3 * static_cast<std::size_t>(padded_tets_));
  r_ = Kokkos::View<double *, Space>("curlew::dgatd::r",
                                     static_cast<std::size_t>(edges_) + 1 + layout.partial_sums);
  orientation_ = to_view<Space>("curlew::dgatd::orientation", problem.orientation);
  if (k_parts == 2) {
    slots_ =
        Kokkos::View<Index *, Space>("curlew::dgatd::edge_slots", 2 * layout.edge_slots.size());
    Kokkos::deep_copy(
        slots_,
        Kokkos::View<const Index *, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
            layout.edge_slots.data()->data(), 2 * layout.edge_slots.size()));
  }
  fill_faraday(problem, layout, dt_s, threads);
  Inverse inverse = std::exchange(kept->unit_inverse, Inverse());
  BlockLosses block_losses;
  if (lossy || inverse.extent(0) == 0)
    inverse = invert_volumes(problem, layout, dt_s, lossy, threads, block_losses);
  else
    scale<Space>(inverse, dt_s);
  fill_ampere(layout, inverse, std::move(block_losses), lossy);
  make_halo(problem, layout);
  if (tables == Tables::keep) {
    if (!problem.has_losses())
      kept->unit_inverse = inverse;
    problem.kept_tables = kept;
  }

  // Each array counts once; shared coordinates and circulations count once per node and edge.
  const double tets = tets_, edges = edges_, nodes = problem.node_count();
  const double halves = static_cast<double>(problem.node_edges.size());
  bytes_.faraday = tets * (4 * 2 + 6 * 2 + 6 * 2 + 2 * 3 * 8) + nodes * (4 + 24) +
                   (k_parts == 2 ? halves : edges) * (8 + 4) + edges * (4 + 8);
  double packed = 0;
  for (Index n = 0; n < problem.node_count(); ++n)
    packed += 0.5 * problem.degree(n) * (problem.degree(n) + 1);
  bytes_.ampere = 8 * packed + halves * 4 + (k_parts == 2 ? halves : edges) * 16 + edges * 8 +
                  8.0 * ampere_.loss.extent(0);
}

template <class Space, int k_parts>
void FusedScheme<Space, k_parts>::fill_faraday(const Problem &problem, const FusedLayout &layout,
                                               double dt_s, int threads) {
  std::vector<double> points(3 * problem.mesh.points.size());
  parallel_chunks(problem.mesh.points.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n)
      for (int d = 0; d < 3; ++d)
        points[3 * n + d] = problem.mesh.points[n][d];
  });
  std::vector<std::uint16_t> material(problem.material);
  material.resize(padded_tets_, problem.material.back());
  std::vector<double> inverse_mu;
  faraday_.isotropic_mu = true;
  for (const Material &one : problem.materials) {
    faraday_.isotropic_mu = faraday_.isotropic_mu && one.mu_r.is_isotropic();
    for (const double value : one.mu_r.inverse().v)
      inverse_mu.push_back(dt_s / k_mu0 * value);
  }
  std::vector<Index> slots(k_parts * layout.local_edge.size());
  const Index zero = static_cast<Index>(u_.extent(0) - 1); // zero slot for padding
  parallel_chunks(layout.local_edge.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      const Index edge = layout.local_edge[k];
      for (int half = 0; half < k_parts; ++half)
        slots[k_parts * k + half] = edge < 0       ? zero
                                    : k_parts == 2 ? layout.edge_slots[edge][half]
                                                   : edge;
    }
  });

  faraday_.clusters = layout.clusters;
  faraday_.cluster_tets = layout.cluster_tets;
  faraday_.padded_tets = padded_tets_;
  faraday_.points = to_view<Space>("curlew::dgatd::points", points);
  faraday_.local_nodes = to_view<Space>("curlew::dgatd::local_nodes", layout.local_nodes);
  faraday_.largest_local_nodes = layout.largest_local_nodes;
  faraday_.inverse_mu = to_view<Space>("curlew::dgatd::inverse_mu", inverse_mu);
  faraday_.slots = to_view<Space>("curlew::dgatd::local_edge_slots", slots);
  faraday_.target = to_view<Space>("curlew::dgatd::target", layout.target);
  faraday_.largest_local_edges = layout.largest_local_edges;
  if constexpr (is_device<Space>) {
    if (problem.materials.size() == 1)
      material.clear();
    const ContributionPairs contributions = contribution_pairs(layout);
    faraday_.cluster = to_view<Space>("curlew::dgatd::clusters", cluster_records(layout));
    faraday_.corners = to_view<Space>("curlew::dgatd::tet_corners", tet_corners(layout));
    faraday_.tet_edges = to_view<Space>("curlew::dgatd::tet_edges", tet_edge_pairs(layout));
    faraday_.pair_begin = to_view<Space>("curlew::dgatd::pair_begin", contributions.begin);
    faraday_.pairs = to_view<Space>("curlew::dgatd::contributions", contributions.pairs);
  } else {
    faraday_.local_node_offsets =
        to_view<Space>("curlew::dgatd::local_node_offsets", layout.local_node_offsets);
    faraday_.local_edge_offsets =
        to_view<Space>("curlew::dgatd::local_edge_offsets", layout.local_edge_offsets);
    faraday_.tet_nodes = to_view<Space>("curlew::dgatd::tet_nodes", layout.tet_nodes);
    faraday_.tet_edges = to_view<Space>("curlew::dgatd::tet_edges", layout.tet_edges);
    faraday_.group_begin = to_view<Space>("curlew::dgatd::group_begin", layout.group_begin);
    faraday_.contributions = to_view<Space>("curlew::dgatd::contributions", layout.contributions);
  }
  faraday_.material = to_view<Space>("curlew::dgatd::material", material);
  faraday_.u = u_;
  faraday_.h = h_;
  faraday_.r = r_;
  shared_.edges = to_view<Space>("curlew::dgatd::shared_edges", layout.shared_edges);
  shared_.offsets = to_view<Space>("curlew::dgatd::shared_offsets", layout.shared_offsets);
  shared_.first_partial = edges_ + 1;
  shared_.r = r_;
}

template <class Space, int k_parts>
auto FusedScheme<Space, k_parts>::invert_volumes(const Problem &problem, const FusedLayout &layout,
                                                 double dt_s, bool lossy, int threads,
                                                 BlockLosses &losses) const -> Inverse {
  const auto &blocks = layout.blocks;
  const auto node_at = [&](std::size_t block, int lane) {
    return layout.block_nodes[block * k_lanes + lane];
  };
  losses.decay.assign(lossy ? blocks.size() * k_lanes : 0, 0.0);
  losses.of_block.resize(lossy ? blocks.size() : 0);
  const Inverse inverse("curlew::dgatd::inverse", // zeros
                        layout.matrix_entries * sizeof(double) / sizeof(InverseEntry));
  const auto inverse_host = Kokkos::create_mirror_view(inverse);
  double *const entries = reinterpret_cast<double *>(inverse_host.data());
  parallel_chunks(
      blocks.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        DualVolume volume(problem);
        for (std::size_t b = begin; b < end; ++b)
          for (int lane = 0; lane < k_lanes; ++lane) {
            const Index node = node_at(b, lane);
            if (node < 0)
              continue;
            volume.assemble(node);
            if (!lossy)
              volume.drop_losses();
            if (volume.is_lossy() && volume.uniform_loss_rate() >= 0) {
              const double rate = volume.uniform_loss_rate();
              losses.decay[b * k_lanes + lane] = rate / (1 / dt_s + 0.5 * rate);
            } else if (volume.is_lossy()) {
              const std::size_t packed =
                  static_cast<std::size_t>(blocks[b].rows) * (blocks[b].rows + 1) / 2 * k_lanes;
              std::vector<double> &loss = losses.of_block[b];
              loss.resize(packed + packed % 2); // zero at first; pairs on devices
              pack_lane(volume.loss(), volume.degree(), k_lanes, &loss[lane]);
            }
            volume.invert(dt_s);
            pack_lane(volume.mass(), volume.degree(), k_lanes, entries + blocks[b].matrix + lane);
          }
      },
      64);
  Kokkos::deep_copy(inverse, inverse_host);
  return inverse;
}

template <class Space, int k_parts>
void FusedScheme<Space, k_parts>::fill_ampere(const FusedLayout &layout, const Inverse &inverse,
                                              BlockLosses losses, bool lossy) {
  auto blocks = layout.blocks;
  auto decay = std::move(losses.decay);
  std::vector<double> loss;
  for (std::size_t b = 0; b < losses.of_block.size(); ++b)
    if (!losses.of_block[b].empty()) {
      if (loss.size() / k_lanes >
          static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw ResourceError("too many dual volumes with a loss matrix of their own");
      blocks[b].loss = static_cast<std::int32_t>(loss.size() / k_lanes);
      loss.insert(loss.end(), losses.of_block[b].begin(), losses.of_block[b].end());
    }

  if constexpr (is_device<Space>) {
    const std::vector<BundleRecord> bundles = bundle_records(layout);
    ampere_.bundles = to_view<Space>("curlew::dgatd::bundles", bundles);
    ampere_.bundle_count = static_cast<Index>(bundles.size());
    ampere_.boundary_count = layout.boundary_bundles;
    ampere_.half_edges = to_view<Space>("curlew::dgatd::half_edges", half_edge_records(layout));
    ampere_.largest_slots = std::max<int>(layout.shape.bundle_slots, layout.largest_rows);
    if (lossy) {
      std::vector<double> decay_of_half(layout.slots);
      std::vector<Index> loss_pair(layout.slots, -1);
      for (std::size_t b = 0; b < blocks.size(); ++b)
        for (Offset slot = blocks[b].slot; slot < blocks[b].slot + blocks[b].rows; ++slot) {
          decay_of_half[slot] = decay[b];
          if (blocks[b].loss >= 0)
            loss_pair[slot] = blocks[b].loss / 2;
        }
      decay = std::move(decay_of_half);
      ampere_.loss_pair = to_view<Space>("curlew::dgatd::loss_pair", loss_pair);
    }
  } else {
    ampere_.blocks = to_view<Space>("curlew::dgatd::node_blocks", blocks);
    ampere_.slot_edge = to_view<Space>("curlew::dgatd::slot_edge", layout.slot_edge);
    ampere_.largest_rows = layout.largest_rows;
    ampere_.block_count = static_cast<Index>(blocks.size());
    ampere_.boundary_count = layout.boundary_blocks;
    ampere_.edge_count = edges_;
  }
  ampere_.inverse = inverse;
  ampere_.loss = to_view<Space>("curlew::dgatd::loss", loss);
  ampere_.decay = to_view<Space>("curlew::dgatd::decay", decay);
  ampere_.r = r_;
  ampere_.u = u_;
}

template <class Space, int k_parts>
void FusedScheme<Space, k_parts>::advance_h(const Space &space) {
  faraday_.launch(space);
}

template <class Space, int k_parts>
void FusedScheme<Space, k_parts>::advance_e(const Space &space, const std::vector<double> &values) {
  Kokkos::parallel_for("curlew::dgatd::shared_edges",
                       RangePolicy<Space>(space, 0, shared_.edges.extent(0)), shared_);
  currents_.subtract(space, values, r_);
  if (!halo_.active())
    return ampere_.launch(space);
  halo_.set_aside(space, u_);
  ampere_.launch_boundary(space);
  halo_.start(space, u_);
  ampere_.launch_interior(space); // while messages travel
  halo_.finish(space, u_);
}

template <class Space, int k_parts>
void FusedScheme<Space, k_parts>::make_halo(const Problem &problem, const FusedLayout &layout) {
  if (problem.ownership.is_alone())
    return;
  if constexpr (k_parts == 2)
    halo_ = Halo(
        problem, [&](const HalfEdge &half) { return layout.edge_slots[half.edge][half.end]; },
        layout.slots);
  else
    halo_ = Halo(problem);
}

template <class Space, int k_parts> State FusedScheme<Space, k_parts>::save() const {
  const auto u = to_vector(u_), h = to_vector(h_);
  State state;
  if constexpr (k_parts == 2) {
    const auto slots = to_vector(slots_);
    auto &halves = state["half_circulations"];
    halves.resize(slots.size());
    for (std::size_t k = 0; k < slots.size(); ++k)
      halves[k] = u[slots[k]];
  } else {
    state["circulations"].assign(u.begin(), u.end() - 1);
  }
  auto &fields = state["magnetic"];
  fields.resize(3 * static_cast<std::size_t>(tets_));
  const auto orientation = to_vector(orientation_);
  for (Index t = 0; t < tets_; ++t)
    for (int d = 0; d < 3; ++d)
      fields[3 * static_cast<std::size_t>(t) + d] =
          orientation[t] * h[static_cast<std::size_t>(d) * padded_tets_ + t];
  return state;
}

template <class Space, int k_parts> void FusedScheme<Space, k_parts>::load(const State &state) {
  const bool has_halves = state.count("half_circulations") > 0;
  const auto &e = state.at(has_halves ? "half_circulations" : "circulations");
  const auto part = [&](Index edge, int end) { // half or whole of the saved e
    return has_halves ? e.at(2 * static_cast<std::size_t>(edge) + end) : end == 0 ? e.at(edge) : 0;
  };
  std::vector<double> u(u_.extent(0), 0), h(h_.extent(0), 0);
  if constexpr (k_parts == 2) {
    const auto slots = to_vector(slots_);
    for (std::size_t k = 0; k < slots.size(); ++k)
      if (slots[k] + std::size_t(1) < u.size())
        u[slots[k]] = part(static_cast<Index>(k / 2), k % 2);
  } else {
    for (Index edge = 0; edge < edges_; ++edge)
      u[edge] = part(edge, 0) + part(edge, 1);
  }
  const auto orientation = to_vector(orientation_);
  const auto &fields = state.at("magnetic");
  for (Index t = 0; t < tets_; ++t)
    for (int d = 0; d < 3; ++d)
      h[static_cast<std::size_t>(d) * padded_tets_ + t] =
          orientation[t] * fields.at(3 * static_cast<std::size_t>(t) + d);
  Kokkos::deep_copy(u_, to_view<Space>("curlew::dgatd::u_loaded", u));
  Kokkos::deep_copy(h_, to_view<Space>("curlew::dgatd::h_loaded", h));
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class FusedScheme<Space, 1>;                                                            \
  template class FusedScheme<Space, 2>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::dgatd
