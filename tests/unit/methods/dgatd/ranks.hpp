#pragma once

#include "cases.hpp"

#include <curlew/core/mesh/partition.hpp>
#include <curlew/methods/dgatd/fused/fused_scheme.hpp>
#include <curlew/methods/dgatd/published/variants.hpp>
#include <curlew/methods/dgatd/ranks/global_state.hpp>
#include <curlew/methods/dgatd/scheme/run_variant.hpp>
#include <curlew/methods/shared/setup/volume_groups.hpp>

#include <functional>

// Shared parts of the tests on several ranks. Every rank also solves the whole problem alone, and
// its part is compared with that.
namespace curlew::dgatd::testing {

inline const Communicator &all() {
  static const Communicator world = Communicator::world();
  return world;
}

// A way to divide a mesh: node -> rank.
struct Division {
  std::string name;
  std::vector<int> owner;
};

inline bool on_wall(const Point &p) { // wall of room()
  return p[0] == 0 || p[0] == 1 || p[1] == 0 || p[1] == 0.8 || p[2] == 0 || p[2] == 0.6;
}

// Returns the divisions by METIS, where it is built in, and by the numbers of the nodes.
inline std::vector<Division> fair_divisions(const Case &input, const TetMesh &mesh) {
  const auto solved = solved_tets(input, mesh);
  std::vector<Division> list;
  for (const std::string name : {"auto", "spatial"})
    list.push_back(
        {name, partition_nodes(mesh, solved, all().size(), parse_partition_method(name))});
  return list;
}

// Adds divisions that no user would choose: the nodes dealt out in turn, so that all are at a
// border and most edges have two owners; for the last rank a ball of nodes inside, which touches no
// wall, or a single node, inside or at a corner where every edge conducts.
inline std::vector<Division> divisions(const Case &input, const TetMesh &mesh) {
  auto list = fair_divisions(input, mesh);
  if (all().is_alone())
    return {list[0]};
  const auto solved = solved_tets(input, mesh);
  const int last = all().size() - 1;
  const auto of_others = partition_nodes(mesh, solved, last, parse_partition_method("auto"));
  const auto add = [&](const std::string &name, const auto &is_last) {
    list.push_back({name, of_others});
    for (std::size_t n = 0; n < mesh.points.size(); ++n)
      if (is_last(static_cast<Index>(n)))
        list.back().owner[n] = last;
  };
  const auto squared_distance = [&](Index node, const Point &from) {
    const Point away = mesh.points[node] - from;
    return dot(away, away);
  };
  add("ball", [&](Index n) {
    return !on_wall(mesh.points[n]) && squared_distance(n, {0.6, 0.4, 0.3}) < 0.09;
  });
  const auto single = [&](const Point &near) {
    Index best = 0;
    for (Index n = 0; n < static_cast<Index>(mesh.points.size()); ++n)
      if (squared_distance(n, near) < squared_distance(best, near))
        best = n;
    return best;
  };
  add("one node", [node = single({0.2, 0.6, 0.4})](Index n) { return n == node; });
  add("one corner", [node = single({1, 0, 0})](Index n) { return n == node; });
  Division in_turn{"in turn", of_others};
  for (std::size_t n = 0; n < mesh.points.size(); ++n)
    in_turn.owner[n] = static_cast<int>(n) % all().size();
  list.push_back(in_turn);
  return list;
}

// Returns this rank's part; only the root uses mesh and owners.
inline LocalMesh cut(const TetMesh &mesh, const std::vector<int> &owner) {
  return all().is_root() ? distribute(mesh, owner, all()) : distribute({}, {}, all());
}

// A form of the scheme that can be selected.
struct Form {
  std::string name;
  bool halves; // E on half edges: losses, energies
  std::function<std::unique_ptr<DgatdScheme>(Backend, const SchemeInput &)> make;
};

inline std::vector<Form> forms() {
  return {{"spmv", false, make_spmv},
          {"paper", false, make_paper},
          {"blocks", true, make_blocks},
          {"fused on edges", false, make_variant<FusedEdges>},
          {"fused on halves", true, make_variant<FusedHalves>}};
}

inline std::vector<Form> forms_with_halves() {
  auto list = forms();
  list.erase(std::remove_if(list.begin(), list.end(), [](const Form &f) { return !f.halves; }),
             list.end());
  return list;
}

inline RunRecord run(const Simulation &simulation, const Form &form, Backend backend) {
  RunRecord recorder;
  const auto scheme = scheme_of(simulation, form.make, backend, form.halves);
  run(simulation, *scheme, recorder);
  return recorder;
}

// Returns the largest difference of two runs, relative to the largest value of each quantity: the
// unknowns at the last checkpoint, probes, energies, and the last snapshot, with this rank's ghost
// tets. The result is the same on every rank. The whole problem must be on one rank.
inline double difference(const Simulation &part, const RunRecord &of_part, const Simulation &whole,
                         const RunRecord &of_whole) {
  double worst = 0;
  const auto compare = [&](const std::vector<double> &a, const std::vector<double> &b) {
    worst = std::max(worst, distance(a, b));
  };
  const State mine = GlobalState(part.problem).gather(of_part.states.back());
  const State expected = GlobalState(whole.problem).gather(of_whole.states.back());
  if (all().is_root()) {
    EXPECT_EQ(mine.size(), expected.size());
    for (const auto &[name, values] : expected)
      compare(mine.at(name), values);
    compare(of_part.electric_rows, of_whole.electric_rows);
    compare(of_part.magnetic_rows, of_whole.magnetic_rows);
  }
  EXPECT_EQ(of_part.energy_steps, of_whole.energy_steps);
  for (std::size_t i = 0; i < of_whole.energies.size(); ++i) {
    const Energy &a = of_part.energies.at(i), &b = of_whole.energies[i];
    compare({a.electric, a.magnetic}, {b.electric, b.magnetic});
  }
  double largest_e = 0, largest_h = 0, off_e = 0, off_h = 0;
  for (const double e : of_whole.snapshot_e)
    largest_e = std::max(largest_e, std::abs(e));
  for (const double h : of_whole.snapshot_h)
    largest_h = std::max(largest_h, std::abs(h));
  for (Index t = 0; t < part.problem.tet_count(); ++t) {
    const Index there = whole.problem.ownership.find_tet(part.problem.ownership.number_of_tet(t));
    for (int d = 0; d < 3; ++d) {
      const std::size_t i = 3 * static_cast<std::size_t>(t) + d, j = 3 * std::size_t(there) + d;
      off_e = std::max(off_e, std::abs(of_part.snapshot_e.at(i) - of_whole.snapshot_e.at(j)));
      off_h = std::max(off_h, std::abs(of_part.snapshot_h.at(i) - of_whole.snapshot_h.at(j)));
    }
  }
  EXPECT_GT(largest_e, 0);
  EXPECT_GT(largest_h, 0);
  return all().max(std::max({worst, off_e / largest_e, off_h / largest_h}));
}

} // namespace curlew::dgatd::testing
