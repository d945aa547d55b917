// The kernels of Ampere's law against plain loops: the one for devices on every backend (on hosts
// in teams of one thread), the one for hosts there.
#if defined(__GNUC__) && !defined(__clang__)
// Values that a thread loads ahead are used under the same condition as their load; GCC cannot
// prove it.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "cases.hpp"

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/fused/bundle_ampere.hpp>
#include <curlew/methods/dgatd/fused/lane_ampere.hpp>
#include <curlew/methods/dgatd/mesh/dual_volume.hpp>

#include <algorithm>
#include <random>

namespace curlew::dgatd::testing {
namespace {

using Values = std::vector<double>;

// Inputs of the kernels: a right-hand side per edge, a circulation per half edge [edge][end].
struct Fields {
  Values r, halves;
};

Fields random_fields(const Problem &problem) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(-1, 1);
  Fields fields;
  for (Index e = 0; e < problem.edge_count(); ++e)
    fields.r.push_back(any(random));
  for (Index half = 0; half < 2 * problem.edge_count(); ++half)
    fields.halves.push_back(problem.edge_is_pec[half / 2] ? 0 : any(random));
  return fields;
}

Values sums_of(const Values &halves) {
  Values sums;
  for (std::size_t k = 0; k < halves.size(); k += 2)
    sums.push_back(halves[k] + halves[k + 1]);
  return sums;
}

// u + A (r - L u) with the dense matrices of each dual volume.
Values plain_update(const Problem &problem, double dt_s, const Fields &fields) {
  Values next = fields.halves;
  DualVolume volume(problem);
  for (Index n = 0; n < problem.node_count(); ++n) {
    const Index d = problem.degree(n);
    if (d == 0)
      continue;
    const Index *edges = problem.node_edges.data() + problem.node_edge_offsets[n];
    const auto half = [&](Index row) {
      return 2 * static_cast<std::size_t>(edges[row]) + (problem.edge_nodes[edges[row]][1] == n);
    };
    volume.assemble(n);
    Values x(d);
    for (Index i = 0; i < d; ++i) {
      x[i] = fields.r[edges[i]];
      for (Index j = 0; j < d; ++j)
        x[i] -= volume.loss()[i * d + j] * fields.halves[half(j)];
    }
    volume.invert(dt_s);
    for (Index i = 0; i < d; ++i)
      for (Index j = 0; j < d; ++j)
        next[half(i)] += volume.mass()[i * d + j] * x[j];
  }
  return next;
}

// The matrices of all dual volumes, in the order of a layout.
struct Packed {
  std::vector<FusedLayout::NodeBlock> blocks;
  Values inverse, loss, decay;
};

void pack(const Values &matrix, int rows, int lanes, double *lane) {
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j, lane += lanes)
      *lane = matrix[i * rows + j];
}

Packed pack_matrices(const Problem &problem, const FusedLayout &layout, double dt_s) {
  Packed packed{layout.blocks, Values(layout.matrix_entries), {}, {}};
  const int lanes = layout.shape.node_lanes;
  const bool lossy = problem.has_losses();
  packed.decay.resize(lossy ? layout.block_nodes.size() : 0);
  DualVolume volume(problem);
  for (std::size_t k = 0; k < layout.block_nodes.size(); ++k) {
    if (layout.block_nodes[k] < 0)
      continue;
    FusedLayout::NodeBlock &block = packed.blocks[k / lanes];
    volume.assemble(layout.block_nodes[k]);
    if (const double rate = volume.uniform_loss_rate(); volume.is_lossy() && rate >= 0) {
      packed.decay[k] = rate / (1 / dt_s + rate / 2);
    } else if (volume.is_lossy()) {
      if (block.loss < 0) {
        block.loss = static_cast<std::int32_t>(packed.loss.size() / lanes);
        const int entries = block.rows * (block.rows + 1) / 2 * lanes;
        packed.loss.resize(packed.loss.size() + entries + entries % 2);
      }
      pack(volume.loss(), volume.degree(), lanes, &packed.loss[block.loss * lanes + k % lanes]);
    }
    volume.invert(dt_s);
    pack(volume.mass(), volume.degree(), lanes, &packed.inverse[block.matrix + k % lanes]);
  }
  return packed;
}

// A problem with the fields that its kernels advance.
struct Trial {
  Problem problem;
  double dt_s;
  Fields fields;
  Values halves, sums; // after the update
};

// The unknowns of a layout, halves or whole edges, and back.
Values unknowns(const FusedLayout &layout, const Fields &fields, int parts) {
  if (parts == 1)
    return sums_of(fields.halves);
  Values u(layout.slots + 1);
  for (std::size_t k = 0; k < fields.halves.size(); ++k)
    u[layout.edge_slots[k / 2][k % 2]] = fields.halves[k];
  return u;
}

Values from_unknowns(const FusedLayout &layout, const Values &u, int parts) {
  if (parts == 1)
    return u;
  Values halves;
  for (const auto &slots : layout.edge_slots)
    for (const Index slot : slots)
      halves.push_back(u[slot]);
  return halves;
}

// Returns one update by a kernel whose matrices are filled in.
template <int k_parts, class Kernel, class Space>
Values updated(const Space &space, Kernel kernel, const FusedLayout &layout, const Packed &packed,
               const Fields &fields) {
  Values r = fields.r;
  r.push_back(0); // entry of padding
  kernel.loss = to_view<Space>("curlew::test::loss", packed.loss);
  kernel.r = to_view<Space>("curlew::test::r", r);
  kernel.u = to_view<Space>("curlew::test::u", unknowns(layout, fields, k_parts));
  kernel.launch(space);
  space.fence();
  return from_unknowns(layout, to_vector(kernel.u), k_parts);
}

template <int k_parts, class Space>
Values updated_by_bundles(const Space &space, const Trial &one, Index bundle_slots,
                          const Fields &fields) {
  using Kernel = BundleAmpere<Space, k_parts>;
  const FusedLayout layout = make_fused_layout(one.problem, {32, 1, 256, 256, bundle_slots});
  const Packed packed = pack_matrices(one.problem, layout, one.dt_s);
  std::vector<typename Kernel::Pair> pairs;
  for (std::size_t k = 0; k < packed.inverse.size(); k += 2)
    pairs.push_back({packed.inverse[k], packed.inverse[k + 1]});
  Values decay;
  std::vector<Index> loss_pair;
  for (std::size_t b = 0; b < packed.blocks.size() && one.problem.has_losses(); ++b) {
    const FusedLayout::NodeBlock &block = packed.blocks[b];
    decay.insert(decay.end(), block.rows, packed.decay[b]);
    loss_pair.insert(loss_pair.end(), block.rows, block.loss < 0 ? -1 : block.loss / 2);
  }
  const std::vector<BundleRecord> bundles = bundle_records(layout);
  Kernel kernel;
  kernel.bundles = to_view<Space>("curlew::test::bundles", bundles);
  kernel.bundle_count = static_cast<Index>(bundles.size());
  kernel.half_edges = to_view<Space>("curlew::test::half_edges", half_edge_records(layout));
  kernel.inverse = to_view<Space>("curlew::test::inverse", pairs);
  kernel.decay = to_view<Space>("curlew::test::decay", decay);
  kernel.loss_pair = to_view<Space>("curlew::test::loss_pair", loss_pair);
  kernel.largest_slots = std::max<int>(bundle_slots, layout.largest_rows);
  return updated<k_parts>(space, kernel, layout, packed, fields);
}

template <int k_parts, class Space> Values updated_by_lanes(const Space &space, const Trial &one) {
  const FusedLayout layout = make_fused_layout(one.problem, LayoutShape::of<Space>());
  const Packed packed = pack_matrices(one.problem, layout, one.dt_s);
  LaneAmpere<Space, k_parts> kernel;
  kernel.blocks = to_view<Space>("curlew::test::blocks", packed.blocks);
  kernel.block_count = static_cast<Index>(packed.blocks.size());
  kernel.slot_edge = to_view<Space>("curlew::test::slot_edge", layout.slot_edge);
  kernel.inverse = to_view<Space>("curlew::test::inverse", packed.inverse);
  kernel.decay = to_view<Space>("curlew::test::decay", packed.decay);
  kernel.largest_rows = layout.largest_rows;
  kernel.edge_count = one.problem.edge_count();
  return updated<k_parts>(space, kernel, layout, packed, one.fields);
}

// The right-hand side is scaled so that A r, L u and u all count.
Trial trial(const Case &input, TetMesh mesh) {
  const Simulation simulation = prepare(input, std::move(mesh));
  Trial one{simulation.problem, simulation.plan.dt_s, random_fields(simulation.problem), {}, {}};
  Fields still = one.fields;
  std::fill(still.halves.begin(), still.halves.end(), 0);
  double largest = 0;
  for (const double value : plain_update(one.problem, one.dt_s, still))
    largest = std::max(largest, std::abs(value));
  for (double &value : one.fields.r)
    value /= largest;
  one.halves = plain_update(one.problem, one.dt_s, one.fields);
  one.sums = sums_of(one.halves);
  return one;
}

template <class Space> void expect_plain_update(const Space &space, const Trial &one) {
  constexpr double k_rounding = 1e-13; // measured 1e-15
  const bool lossy = one.problem.has_losses();
  for (const Index slots : {1, 16, 128, 250}) {
    EXPECT_LT(distance(updated_by_bundles<2>(space, one, slots, one.fields), one.halves),
              k_rounding)
        << slots << " slots on " << Space::name();
    if (!lossy) {
      EXPECT_LT(distance(updated_by_bundles<1>(space, one, slots, one.fields), one.sums),
                k_rounding)
          << slots << " slots on " << Space::name();
    }
  }
  if constexpr (!is_device<Space>) {
    EXPECT_LT(distance(updated_by_lanes<2>(space, one), one.halves), k_rounding) << Space::name();
    if (!lossy) {
      EXPECT_LT(distance(updated_by_lanes<1>(space, one), one.sums), k_rounding) << Space::name();
    }
  }
  // Something else in one edge is seen.
  Fields off = one.fields;
  off.r[one.problem.node_edges[30]] *= 1 + 1e-9;
  EXPECT_GT(distance(updated_by_bundles<2>(space, one, 128, off), one.halves), 10 * k_rounding);
}

void expect_plain_update_everywhere(const Trial &one) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) { expect_plain_update(space, one); });
}

TEST(FusedAmpere, EqualsPlainLoops) {
  expect_plain_update_everywhere(trial(crystal_case(), room_with_crystal()));
}

TEST(FusedAmpere, EqualsPlainLoopsWithLosses) {
  const Trial lossy = trial(lossy_case(), room_with_crystal());
  expect_plain_update_everywhere(lossy);
  // The losses matter: without them the fields differ.
  Case lossless = lossy_case();
  for (Material &material : lossless.materials)
    material.sigma = SymmetricTensor::isotropic(0);
  const Problem problem = make_problem(lossless, room_with_crystal());
  EXPECT_GT(distance(plain_update(problem, lossy.dt_s, lossy.fields), lossy.halves), 1e-6);
}

// Matrices that do not fit into a team's scratch memory, more rows than threads.
TEST(FusedAmpere, EqualsPlainLoopsAroundANodeOfManyEdges) {
  for (const int splits : {2, 3}) {
    expect_plain_update_everywhere(trial(half_driven_case(), half_marked(star(splits))));
    Case lossy = half_driven_case();
    for (Material &material : lossy.materials)
      material.sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
    expect_plain_update_everywhere(trial(lossy, half_marked(star(splits))));
  }
}

} // namespace
} // namespace curlew::dgatd::testing
