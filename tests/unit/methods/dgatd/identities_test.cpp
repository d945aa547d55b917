// The discrete equations themselves: uniform fields, conservation, balances. The states of a run
// are compared with sums computed here from the local matrices.
#include "fixtures.hpp"
#include "meshes.hpp"

#include <curlew/methods/dgatd/mesh/dual_volume.hpp>
#include <curlew/methods/dgatd/mesh/geometry.hpp>
#include <curlew/methods/dgatd/published/face_table.hpp>

#include <random>

namespace curlew::dgatd::testing {
namespace {

using Halves = std::vector<double>; // [edge][lower, higher node], V

Case tensor_case(std::int64_t steps) {
  Case input = vacuum_case(steps);
  input.materials[0].eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  input.materials[0].mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  return input;
}

Vector3 times(const SymmetricTensor &m, const Vector3 &a) {
  const auto &v = m.v;
  return {v[0] * a[0] + v[3] * a[1] + v[4] * a[2], v[3] * a[0] + v[1] * a[1] + v[5] * a[2],
          v[4] * a[0] + v[5] * a[1] + v[2] * a[2]};
}

double volume_of(const Problem &problem, Index tet) {
  double x[4][3];
  problem.corners(tet, x);
  return std::abs(tet_geometry(x).signed_volume);
}

// Area vector of the part of an edge's dual face inside a tet: V (grad l_j - grad l_i) / 4.
Vector3 dual_face(const Problem &problem, Index tet, int edge) {
  double x[4][3];
  problem.corners(tet, x);
  const TetGeometry geometry = tet_geometry(x);
  const LocalEdge local = local_edge(edge);
  Vector3 area;
  for (int d = 0; d < 3; ++d)
    area[d] = std::abs(geometry.signed_volume) / 4 *
              (geometry.gradient[local.j][d] - geometry.gradient[local.i][d]);
  return area;
}

// The half circulations of a uniform field.
Halves uniform(const Problem &problem, const Vector3 &field) {
  Halves halves;
  for (const auto &[i, j] : problem.edge_nodes) {
    const double half = dot(field, problem.mesh.points[j] - problem.mesh.points[i]) / 2;
    halves.insert(halves.end(), {half, half});
  }
  return halves;
}

std::vector<std::uint8_t> nodes_on_boundary(const Problem &problem) {
  std::vector<std::uint8_t> on(problem.node_count(), 0);
  const TetTopology topology = make_topology(problem.mesh);
  for (const Index face : boundary_faces(topology))
    for (const Index node : topology.faces[face])
      on[node] = 1;
  return on;
}

// a . matrix . b summed over all dual volumes; matrix: mass or loss.
template <class Matrix>
double over_dual_volumes(const Problem &problem, const Halves &a, const Halves &b,
                         const Matrix &matrix) {
  DualVolume volume(problem);
  double sum = 0;
  for (Index n = 0; n < problem.node_count(); ++n) {
    volume.assemble(n);
    const std::vector<double> &m = matrix(volume);
    const int d = volume.degree();
    const Index *edges = problem.node_edges.data() + problem.node_edge_offsets[n];
    const auto at = [&](const Halves &u, int i) {
      return u[2 * static_cast<std::size_t>(edges[i]) + (problem.edge_nodes[edges[i]][1] == n)];
    };
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j)
        sum += at(a, i) * m[static_cast<std::size_t>(i) * d + j] * at(b, j);
  }
  return sum;
}

double electric_energy(const Problem &problem, const Halves &u) {
  return over_dual_volumes(
             problem, u, u, [](auto &v) -> auto & { return v.mass(); }) /
         2;
}

double loss(const Problem &problem, const Halves &u) {
  return over_dual_volumes(
      problem, u, u, [](auto &v) -> auto & { return v.loss(); });
}

double magnetic_energy(const Problem &problem, const std::vector<double> &h1,
                       const std::vector<double> &h2) {
  double sum = 0;
  for (Index t = 0; t < problem.tet_count(); ++t) {
    const std::size_t at = 3 * static_cast<std::size_t>(t);
    const Vector3 a{h1[at], h1[at + 1], h1[at + 2]}, b{h2[at], h2[at + 1], h2[at + 2]};
    sum += k_mu0 * volume_of(problem, t) / 2 *
           dot(a, times(problem.materials[problem.material[t]].mu_r, b));
  }
  return sum;
}

State uniform_state(const Problem &problem, const Vector3 &e, const Vector3 &h) {
  State state{{"half_circulations", uniform(problem, e)}, {"magnetic", {}}};
  for (Index t = 0; t < problem.tet_count(); ++t)
    state["magnetic"].insert(state["magnetic"].end(), h.begin(), h.end());
  return state;
}

constexpr Vector3 k_field{0.3, -0.7, 0.5};

TEST(DgatdPatch, UniformEHasNoCurl) {
  Case input = tensor_case(1);
  input.boundaries = {{"default", Pmc{}}};
  Simulation simulation = prepare(input, room());
  simulation.plan.checkpoint_every = 1;
  State start = uniform_state(simulation.problem, k_field, {0, 0, 0});
  const RunRecord still = run(simulation, "fused", Backend::serial, &start);
  // The change that one circulation of 1 V causes in a step is the scale of rounding.
  State bump = start;
  bump["half_circulations"][40] += 1;
  const RunRecord moved = run(simulation, "fused", Backend::serial, &bump);
  const auto largest = [](const RunRecord &r) {
    double value = 0;
    for (const double h : r.states[0].at("magnetic"))
      value = std::max(value, std::abs(h));
    return value;
  };
  EXPECT_LT(largest(still), 1e-14 * largest(moved));
  EXPECT_GT(largest(moved), 0);
}

TEST(DgatdPatch, UniformHDrivesNoInteriorEdge) {
  Case input = tensor_case(1);
  input.boundaries = {{"default", Pmc{}}};
  Simulation simulation = prepare(input, room());
  simulation.plan.checkpoint_every = 1;
  const auto outside = nodes_on_boundary(simulation.problem);
  const State start = uniform_state(simulation.problem, {0, 0, 0}, k_field);
  const auto &u =
      run(simulation, "fused", Backend::serial, &start).states[0].at("half_circulations");
  double inside = 0, largest = 0;
  for (Index e = 0; e < simulation.problem.edge_count(); ++e)
    for (int end = 0; end < 2; ++end) {
      const double value = std::abs(u[2 * static_cast<std::size_t>(e) + end]);
      largest = std::max(largest, value);
      if (!outside[simulation.problem.edge_nodes[e][end]])
        inside = std::max(inside, value);
    }
  EXPECT_GT(largest, 0); // at the walls H ends, as if a current flowed there
  EXPECT_LT(inside, 1e-13 * largest);
}

// M_v u of a uniform E is the flux of eps E through the dual face of each interior edge.
TEST(DgatdPatch, MassMatrixGivesTheFluxOfUniformD) {
  Case input = tensor_case(1);
  input.boundaries = {{"default", Pmc{}}};
  const Problem problem = make_problem(input, room());
  const auto outside = nodes_on_boundary(problem);
  std::vector<Vector3> faces(problem.edge_count(), Vector3{0, 0, 0});
  for (Index t = 0; t < problem.tet_count(); ++t)
    for (int e = 0; e < 6; ++e)
      faces[problem.edges[t][e]] = faces[problem.edges[t][e]] + dual_face(problem, t, e);
  const Halves u = uniform(problem, k_field);
  const Vector3 d_field = k_eps0 * times(problem.materials[0].eps_r, k_field);
  DualVolume volume(problem);
  double error = 0, wrong_error = 0, largest = 0;
  int checked = 0;
  for (Index n = 0; n < problem.node_count(); ++n) {
    if (outside[n])
      continue;
    volume.assemble(n);
    for (int i = 0; i < volume.degree(); ++i) {
      const Index edge = problem.node_edges[problem.node_edge_offsets[n] + i];
      double flux = 0;
      for (int j = 0; j < volume.degree(); ++j)
        flux += volume.mass()[i * volume.degree() + j] *
                u[2 * problem.node_edges[problem.node_edge_offsets[n] + j]];
      error = std::max(error, std::abs(flux - dot(d_field, faces[edge])));
      wrong_error = std::max(wrong_error, std::abs(flux - k_eps0 * dot(k_field, faces[edge])));
      largest = std::max(largest, std::abs(flux));
      ++checked;
    }
  }
  EXPECT_GT(checked, 100);
  EXPECT_LT(error, 1e-14 * largest);
  EXPECT_GT(wrong_error, 0.1 * largest);
}

// A uniform current in the whole room pushes a uniform E at every interior node: dE = -dt J / eps.
TEST(DgatdPatch, UniformCurrentGivesUniformE) {
  Case input = tensor_case(1);
  input.excitations = {region_current("volume", {0.6, 0, 0.8}, sine(1e9))};
  Simulation simulation = prepare(input, room());
  simulation.plan.checkpoint_every = 1;
  const auto outside = nodes_on_boundary(simulation.problem);
  const double value = (*current_of(input).waveform)(0.5 * simulation.plan.dt_s);
  const Vector3 e_field = (-simulation.plan.dt_s * value / k_eps0) *
                          times(input.materials[0].eps_r.inverse(), {0.6, 0, 0.8});
  const Halves expected = uniform(simulation.problem, e_field);
  for (const std::string name : {"fused", "blocks"}) {
    const State state = run(simulation, name).states[0];
    double error = 0, largest = 0;
    for (Index n = 0; n < simulation.problem.node_count(); ++n)
      for (Offset k = simulation.problem.node_edge_offsets[n];
           !outside[n] && k < simulation.problem.node_edge_offsets[n + 1]; ++k) {
        const std::size_t edge = simulation.problem.node_edges[k];
        const int end = simulation.problem.edge_nodes[edge][1] == n;
        const double got = state.at("half_circulations")[2 * edge + end];
        error = std::max(error, std::abs(got - expected[2 * edge]));
        largest = std::max(largest, std::abs(expected[2 * edge]));
      }
    EXPECT_GT(largest, 0);
    EXPECT_LT(error, 1e-13 * largest) << name;
  }
}

TEST(DgatdDivergence, FluxesOfACurlLeaveNoTet) {
  const Problem problem = make_problem(vacuum_case(1), room());
  const FaceTable faces = make_face_table(problem);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1, 1);
  std::vector<double> e(problem.edge_count());
  for (double &value : e)
    value = any(random);
  const auto total = [&](const std::array<double, 3> &signs) {
    double worst = 0;
    for (Index t = 0; t < problem.tet_count(); ++t) {
      double sum = 0;
      for (int i = 0; i < 4; ++i) {
        const std::size_t fraction = 4 * static_cast<std::size_t>(t) + i;
        for (int k = 0; k < 3; ++k)
          sum += faces.sign[fraction] * signs[k] * e[faces.edges[faces.face_of[fraction]][k]];
      }
      worst = std::max(worst, std::abs(sum));
    }
    return worst;
  };
  EXPECT_LT(total(k_face_signs), 1e-14);
  EXPECT_GT(total({1, 1, 1}), 0.1);
}

// Normal component of B on the interior faces after 1,000 steps: the same from both sides, because
// dB/dt is the curl of one Whitney field. H itself jumps where mu does.
TEST(DgatdDivergence, FluxOfBIsTheSameFromBothSides) {
  Case input = tensor_case(1000);
  input.materials.push_back(medium("magnet", 1, 5));
  input.regions["core"] = "magnet";
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(200e6))};
  TetMesh mesh = room();
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.5; });
  Simulation simulation = prepare(input, mesh);
  simulation.plan.checkpoint_every = 1000;
  const auto h = run(simulation).states[0].at("magnetic");
  const Problem &problem = simulation.problem;
  const TetTopology topology = make_topology(problem.mesh);
  double jump_b = 0, jump_h = 0, largest_b = 0, largest_h = 0;
  for (std::size_t f = 0; f < topology.faces.size(); ++f) {
    const auto &[first, second] = topology.face_tets[f];
    if (second < 0)
      continue;
    const auto &[a, b, c] = topology.faces[f];
    const auto &points = problem.mesh.points;
    const Vector3 area = 0.5 * cross(points[b] - points[a], points[c] - points[a]);
    double flux_b[2], flux_h[2];
    for (int side = 0; side < 2; ++side) {
      const std::size_t tet = topology.face_tets[f][side];
      const Vector3 field{h[3 * tet], h[3 * tet + 1], h[3 * tet + 2]};
      flux_h[side] = dot(area, field);
      flux_b[side] = dot(area, times(problem.materials[problem.material[tet]].mu_r, field));
    }
    jump_b = std::max(jump_b, std::abs(flux_b[0] - flux_b[1]));
    jump_h = std::max(jump_h, std::abs(flux_h[0] - flux_h[1]));
    largest_b = std::max(largest_b, std::abs(flux_b[0]));
    largest_h = std::max(largest_h, std::abs(flux_h[0]));
  }
  report("jump_of_B", jump_b / largest_b);
  EXPECT_LT(jump_b, 1e-12 * largest_b);
  EXPECT_GT(jump_h, 0.1 * largest_h);
}

// Everything that takes or gives energy at once.
Simulation balance() {
  Case input = tensor_case(400);
  input.materials.push_back(medium("brine", 3, 1, 2e-3));
  input.materials.push_back(medium("wood"));
  input.materials.back().sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  input.regions["core"] = "brine";
  input.regions["plank"] = "wood";
  input.boundaries.push_back({"x+", Abc{}});
  input.boundaries.push_back({"z-", Pmc{}});
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(270e6)),
                       region_current("plank", {0, 1, 0}, gaussian_derivative(400e6))};
  TetMesh mesh = room();
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.5; });
  mark_volume(mesh, "plank", [](const Point &p) { return p[0] < 0.3; });
  Simulation simulation = prepare(input, mesh);
  simulation.plan.checkpoint_every = 1;
  simulation.plan.energy_every = 1;
  return simulation;
}

// W^{n+1} - W^n = -dt ubar . L . ubar - dt ubar . I, with ubar the mean of u^n and u^{n+1}.
TEST(DgatdEnergy, BalancesSourcesAndLosses) {
  const Simulation simulation = balance();
  const Problem &problem = simulation.problem;
  const RunRecord recorder = run(simulation);
  const double dt = simulation.plan.dt_s;
  // states[k] holds u at step k + 1 and H half a step before.
  const auto energy_at = [&](std::size_t k) {
    return electric_energy(problem, recorder.states[k].at("half_circulations")) +
           magnetic_energy(problem, recorder.states[k].at("magnetic"),
                           recorder.states[k + 1].at("magnetic"));
  };
  double worst = 0, worst_sign = 0, worst_end = 0, largest = 0, largest_loss = 0;
  double before = energy_at(0);
  for (std::size_t k = 0; k + 2 < recorder.states.size(); ++k) {
    const Halves &u = recorder.states[k].at("half_circulations");
    const Halves &next = recorder.states[k + 1].at("half_circulations");
    Halves mean(u.size());
    for (std::size_t i = 0; i < u.size(); ++i)
      mean[i] = 0.5 * (u[i] + next[i]);
    double work = 0;
    for (const Source &source : simulation.sources)
      for (std::size_t i = 0; i < source.edges.size(); ++i)
        work += source.waveform((k + 1.5) * dt) * source.currents[i] *
                (mean[2 * source.edges[i]] + mean[2 * source.edges[i] + 1]);
    const double after = energy_at(k + 1);
    const double heat = loss(problem, mean);
    worst = std::max(worst, std::abs(after - before + dt * (heat + work)));
    worst_sign = std::max(worst_sign, std::abs(after - before + dt * (heat - work)));
    worst_end = std::max(worst_end, std::abs(after - before + dt * (loss(problem, next) + work)));
    largest = std::max(largest, std::abs(after - before));
    largest_loss = std::max(largest_loss, dt * heat);
    // The energies that the run itself reports.
    EXPECT_NEAR(recorder.energies[k].total(), before, 1e-12 * before);
    before = after;
  }
  report("imbalance", worst / largest);
  EXPECT_GT(largest_loss, 0.05 * largest); // losses count
  EXPECT_LT(worst, 1e-10 * largest);
  EXPECT_GT(worst_sign, 0.1 * largest); // the source with the wrong sign
  EXPECT_GT(worst_end, 1e-4 * largest); // losses at the end of the step instead of its middle
}

// Without sources and losses W is constant; with H at one of its two times it is not.
TEST(DgatdEnergy, NeedsHAtBothOfItsTimes) {
  Simulation simulation = prepare(tensor_case(200), room());
  simulation.plan.checkpoint_every = 1;
  const Problem &problem = simulation.problem;
  const State start = noise(problem);
  const RunRecord recorder = run(simulation, "fused", Backend::serial, &start);
  double low = 1e300, high = 0, low_one = 1e300, high_one = 0;
  for (std::size_t k = 0; k + 1 < recorder.states.size(); ++k) {
    const auto &h = recorder.states[k].at("magnetic"), &h2 = recorder.states[k + 1].at("magnetic");
    const double electric = electric_energy(problem, recorder.states[k].at("half_circulations"));
    const double both = electric + magnetic_energy(problem, h, h2);
    const double one = electric + magnetic_energy(problem, h2, h2);
    low = std::min(low, both), high = std::max(high, both);
    low_one = std::min(low_one, one), high_one = std::max(high_one, one);
  }
  report("spread", (high - low) / high);
  report("spread_with_one_H", (high_one - low_one) / high_one);
  EXPECT_LT(high - low, 1e-12 * high);
  EXPECT_GT(high_one - low_one, 0.01 * high_one);
}

} // namespace
} // namespace curlew::dgatd::testing
