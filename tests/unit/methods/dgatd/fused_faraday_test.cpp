// The kernels of Faraday's law against plain loops: the one for devices on every backend (on hosts
// in teams of one thread), the one for hosts there.
#if defined(__GNUC__) && !defined(__clang__)
// Values that a thread loads ahead are used under the same condition as their load; GCC cannot
// prove it.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include "cases.hpp"

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/dgatd/fused/cluster_faraday.hpp>
#include <curlew/methods/dgatd/fused/lane_faraday.hpp>
#include <curlew/methods/dgatd/fused/shared_edge_sum.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>

#include <random>

namespace curlew::dgatd::testing {
namespace {

using Values = std::vector<double>;

// Circulations of whole edges in V, [tet][component] of orientation x H in A/m.
struct Fields {
  Values e, h;
};

// Outputs of a kernel: H, and the right-hand side of Ampere's law, per edge.
struct Advanced {
  Values h, r;
};

// H += dt mu^-1 (-1 / (3 |V|)) sum of e_ij (x_l - x_k), then r_ij = sum of H . (x_l - x_k) / 3.
Advanced plain_advance(const Problem &problem, double dt_s, const Fields &fields) {
  Advanced next{fields.h, Values(problem.edge_count(), 0)};
  for (Index t = 0; t < problem.tet_count(); ++t) {
    double x[4][3];
    problem.corners(t, x);
    double curl[3] = {0, 0, 0};
    const double volume = std::abs(tet_geometry(x).signed_volume);
    for (int edge = 0; edge < 6; ++edge)
      for (int d = 0; d < 3; ++d)
        curl[d] -= fields.e[problem.edges[t][edge]] / (3 * volume) *
                   (x[local_edge(edge).l][d] - x[local_edge(edge).k][d]);
    const auto m = problem.materials[problem.material[t]].mu_r.inverse().v;
    const double factor = dt_s / k_mu0;
    double *h = &next.h[3 * static_cast<std::size_t>(t)];
    h[0] += factor * (m[0] * curl[0] + m[3] * curl[1] + m[4] * curl[2]);
    h[1] += factor * (m[3] * curl[0] + m[1] * curl[1] + m[5] * curl[2]);
    h[2] += factor * (m[4] * curl[0] + m[5] * curl[1] + m[2] * curl[2]);
    for (int edge = 0; edge < 6; ++edge)
      for (int d = 0; d < 3; ++d)
        next.r[problem.edges[t][edge]] +=
            h[d] * (x[local_edge(edge).l][d] - x[local_edge(edge).k][d]) / 3;
  }
  for (Index e = 0; e < problem.edge_count(); ++e)
    if (problem.edge_is_pec[e])
      next.r[e] = 0; // never read
  return next;
}

// A problem with random fields, H such that it and its change both count.
struct Trial {
  Problem problem;
  double dt_s;
  Fields fields;
  Advanced expected;
};

Trial trial(const Case &input, TetMesh mesh) {
  const Simulation simulation = prepare(input, std::move(mesh));
  Trial one{simulation.problem, simulation.plan.dt_s, {}, {}};
  std::mt19937 random(11);
  std::uniform_real_distribution<double> any(-1, 1);
  for (Index e = 0; e < one.problem.edge_count(); ++e)
    one.fields.e.push_back(one.problem.edge_is_pec[e] ? 0 : any(random));
  one.fields.h.assign(3 * static_cast<std::size_t>(one.problem.tet_count()), 0);
  double largest = 0;
  for (const double h : plain_advance(one.problem, one.dt_s, one.fields).h)
    largest = std::max(largest, std::abs(h));
  for (double &h : one.fields.h)
    h = largest * any(random);
  one.expected = plain_advance(one.problem, one.dt_s, one.fields);
  return one;
}

// Returns one advance by a kernel; `fill` sets the tables of this kernel alone.
template <class Kernel, int k_parts, class Space, class Fill>
Advanced advanced(const Space &space, const Trial &one, const Fields &fields,
                  const FusedLayout &layout, const Fill &fill) {
  const Problem &problem = one.problem;
  const std::size_t tets = problem.tet_count(), padded = layout.padded_tets;
  const Index edges = problem.edge_count();
  Values points, inverse_mu, h(3 * padded);
  for (const Point &p : problem.mesh.points)
    points.insert(points.end(), p.begin(), p.end());
  for (std::size_t t = 0; t < tets; ++t)
    for (std::size_t d = 0; d < 3; ++d)
      h[d * padded + t] = fields.h[3 * t + d];
  std::vector<std::uint16_t> material = problem.material;
  material.resize(padded, 0);
  // Halves of different size that add up to e, and the zero of padding behind them.
  Values u;
  for (const double e : fields.e)
    for (int part = 0; part < k_parts; ++part)
      u.push_back(k_parts == 1 ? e : part == 0 ? 0.3 * e : e - 0.3 * e);
  u.push_back(0);
  std::vector<Index> slots;
  for (const Index edge : layout.local_edge)
    for (int part = 0; part < k_parts; ++part)
      slots.push_back(edge < 0 ? k_parts * edges : k_parts * edge + part);

  Kernel kernel;
  kernel.isotropic_mu = true;
  for (const Material &medium : problem.materials) {
    kernel.isotropic_mu = kernel.isotropic_mu && medium.mu_r.is_isotropic();
    for (const double value : medium.mu_r.inverse().v)
      inverse_mu.push_back(one.dt_s / k_mu0 * value);
  }
  kernel.clusters = layout.clusters;
  kernel.cluster_tets = layout.cluster_tets;
  kernel.padded_tets = layout.padded_tets;
  kernel.points = to_view<Space>("curlew::test::points", points);
  kernel.local_nodes = to_view<Space>("curlew::test::local_nodes", layout.local_nodes);
  kernel.material = to_view<Space>("curlew::test::material", material);
  kernel.inverse_mu = to_view<Space>("curlew::test::inverse_mu", inverse_mu);
  kernel.slots = to_view<Space>("curlew::test::slots", slots);
  kernel.target = to_view<Space>("curlew::test::target", layout.target);
  kernel.largest_local_nodes = layout.largest_local_nodes;
  kernel.largest_local_edges = layout.largest_local_edges;
  kernel.u = to_view<Space>("curlew::test::u", u);
  kernel.h = to_view<Space>("curlew::test::h", h);
  kernel.r = Kokkos::View<double *, Space>("curlew::test::r", edges + 1 + layout.partial_sums);
  fill(kernel);
  kernel.launch(space);
  const SharedEdgeSum<Space> shared{
      to_view<Space>("curlew::test::shared_edges", layout.shared_edges),
      to_view<Space>("curlew::test::shared_offsets", layout.shared_offsets), kernel.r, edges + 1};
  Kokkos::parallel_for("curlew::test::shared", RangePolicy<Space>(space, 0, shared.edges.extent(0)),
                       shared);
  space.fence();

  Advanced next{Values(3 * tets), to_vector(kernel.r)};
  h = to_vector(kernel.h);
  for (std::size_t t = 0; t < tets; ++t)
    for (std::size_t d = 0; d < 3; ++d)
      next.h[3 * t + d] = h[d * padded + t];
  EXPECT_EQ(next.r.at(edges), 0) << "the zero of padding";
  next.r.resize(edges);
  return next;
}

template <int k_parts, class Space>
Advanced advanced_by_clusters(const Space &space, const Trial &one, const Fields &fields) {
  using Kernel = ClusterFaraday<Space, k_parts>;
  const FusedLayout layout = make_fused_layout(
      one.problem, {Kernel::k_lanes, 1, 256, 256, 128, FusedShape<Space>::k_cluster_scratch_bytes});
  return advanced<Kernel, k_parts>(space, one, fields, layout, [&](Kernel &kernel) {
    const ContributionPairs contributions = contribution_pairs(layout);
    kernel.cluster = to_view<Space>("curlew::test::clusters", cluster_records(layout));
    kernel.corners = to_view<Space>("curlew::test::corners", tet_corners(layout));
    kernel.tet_edges = to_view<Space>("curlew::test::tet_edges", tet_edge_pairs(layout));
    kernel.pair_begin = to_view<Space>("curlew::test::pair_begin", contributions.begin);
    kernel.pairs = to_view<Space>("curlew::test::pairs", contributions.pairs);
    if (one.problem.materials.size() == 1)
      kernel.material = {};
  });
}

template <int k_parts, class Space>
Advanced advanced_by_lanes(const Space &space, const Trial &one) {
  using Kernel = LaneFaraday<Space, k_parts>;
  const FusedLayout layout = make_fused_layout(one.problem, LayoutShape::of<Space>());
  return advanced<Kernel, k_parts>(space, one, one.fields, layout, [&](Kernel &kernel) {
    kernel.local_node_offsets =
        to_view<Space>("curlew::test::local_node_offsets", layout.local_node_offsets);
    kernel.local_edge_offsets =
        to_view<Space>("curlew::test::local_edge_offsets", layout.local_edge_offsets);
    kernel.tet_nodes = to_view<Space>("curlew::test::tet_nodes", layout.tet_nodes);
    kernel.tet_edges = to_view<Space>("curlew::test::tet_edges", layout.tet_edges);
    kernel.group_begin = to_view<Space>("curlew::test::group_begin", layout.group_begin);
    kernel.contributions = to_view<Space>("curlew::test::contributions", layout.contributions);
  });
}

double difference(const Advanced &a, const Advanced &b) {
  return std::max(distance(a.h, b.h), distance(a.r, b.r));
}

template <class Space> void expect_plain_advance(const Space &space, const Trial &one) {
  constexpr double k_rounding = 1e-13; // measured 1e-15
  EXPECT_LT(difference(advanced_by_clusters<1>(space, one, one.fields), one.expected), k_rounding)
      << Space::name();
  EXPECT_LT(difference(advanced_by_clusters<2>(space, one, one.fields), one.expected), k_rounding)
      << Space::name();
  if constexpr (!is_device<Space>) {
    EXPECT_LT(difference(advanced_by_lanes<1>(space, one), one.expected), k_rounding);
    EXPECT_LT(difference(advanced_by_lanes<2>(space, one), one.expected), k_rounding);
  }
  // An error in one edge or one component of H is detected.
  Fields off = one.fields;
  off.e[one.problem.node_edges[30]] += 1e-9;
  EXPECT_GT(difference(advanced_by_clusters<2>(space, one, off), one.expected), 10 * k_rounding);
  off = one.fields;
  off.h.back() *= 1 + 1e-9;
  EXPECT_GT(difference(advanced_by_clusters<1>(space, one, off), one.expected), 10 * k_rounding);
}

void expect_plain_advance_everywhere(const Trial &one) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [&](const auto &space) { expect_plain_advance(space, one); });
}

TEST(FusedFaraday, EqualsPlainLoops) {
  expect_plain_advance_everywhere(trial(crystal_case(), room_with_crystal(2)));
}

TEST(FusedFaraday, EqualsPlainLoopsInIsotropicMedia) {
  expect_plain_advance_everywhere(trial(vacuum_case(1), room(2))); // one: no table of materials
  Case input = crystal_case();
  input.materials[1] = medium("crystal", 2, 3);
  expect_plain_advance_everywhere(trial(input, room_with_crystal(2)));
}

// The meshes have more, or fewer, local edges and nodes than a team's threads load ahead.
TEST(FusedFaraday, EqualsPlainLoopsOnExtremeMeshes) {
  Case input = vacuum_case(1);
  input.boundaries = {{"default", Pmc{}}};
  expect_plain_advance_everywhere(trial(input, loose_tets(600)));
  expect_plain_advance_everywhere(trial(input, loose_tets(6)));
  expect_plain_advance_everywhere(trial(input, star(3)));
}

} // namespace
} // namespace curlew::dgatd::testing
