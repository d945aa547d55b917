#pragma once

#include "kerr_fixtures.hpp"

#include <curlew/methods/dgtd/kerr/displacement.hpp>
#include <curlew/methods/dgtd/kerr/residual_after.hpp>
#include <curlew/methods/dgtd/kerr/solve_kerr.hpp>

// The local systems of nonlinear media, for tests.
namespace curlew::dgtd::testing {

using Layout = Packs<Host>;

inline TetMesh crooked_box() {
  return make_box({0.3, 0.2, 0.4}, {1, 1, 2}, {0, 0, 0}, 0.3, 4);
}

// The tables of all tets of a mesh, with a solve that may start anywhere.
struct Solves {
  Simulation simulation;
  Slots slots;
  KerrList list;
  KerrTables<Host> tables;
  Kokkos::View<double *, Host> e;
  int n;

  Solves(const Discretization &discretization, double eps_r, double chi3,
         TetMesh mesh = crooked_box())
      : simulation(
            prepare(strip_case(discretization, eps_r, chi3, nlohmann::ordered_json::object()),
                    std::move(mesh))),
        slots(make_slots(simulation.problem, Layout::k_pack)),
        list(list_kerr_tets(simulation.problem, slots, Layout::k_pack)),
        tables(make_kerr_tables<Host>(simulation.problem, slots, list, 1)),
        e("e", static_cast<std::size_t>(slots.size()) * simulation.problem.per_tet()),
        n(simulation.problem.per_tet()) {}

  Index count() const { return simulation.problem.tet_count(); }

  // D of `solution`, and the start of the search as the linear update would leave it: without a
  // change since the step before.
  void set(const std::vector<double> &solution, const std::vector<double> &start) {
    for (Index k = 0; k < static_cast<Index>(list.tets.size()); ++k) {
      const Index tet = list.tets[k];
      if (tet < 0)
        continue;
      const std::vector<double> own(solution.begin() + static_cast<std::ptrdiff_t>(tet) * n,
                                    solution.begin() + static_cast<std::ptrdiff_t>(tet + 1) * n);
      const auto d = displacement_of(simulation.problem, tet, own);
      for (int i = 0; i < n; ++i) {
        const double value = start[static_cast<std::size_t>(tet) * n + i];
        tables.displacement(Layout::at(k, i, n)) = d[i];
        tables.before(Layout::at(k, i, n)) = value;
        e(Layout::at(slots.of_tet[tet], i, n)) = value;
      }
    }
  }

  double error(const std::vector<double> &solution) const {
    std::vector<double> found(solution.size());
    for (Index t = 0; t < count(); ++t)
      for (int i = 0; i < n; ++i)
        found[static_cast<std::size_t>(t) * n + i] = e(Layout::at(slots.of_tet[t], i, n));
    return difference(solution, found);
  }
};

// A field of about unit size that varies in each tet.
inline std::vector<double> wavy(const Simulation &simulation, double size) {
  return projected(simulation.problem, [&](const Point &p) -> std::array<double, 3> {
    return {size * (1 + 0.3 * std::sin(5 * p[2])), 0.3 * size * std::cos(4 * p[0]),
            0.2 * size * p[1]};
  });
}

// A step in which E rises from 0.9 of its largest.
struct RisingStep {
  Simulation simulation;
  std::vector<double> after;

  RisingStep(const Discretization &one, double strength)
      : simulation(
            prepare(strip_case(one, 1, strength, nlohmann::ordered_json::object()), crooked_box())),
        after(projected(simulation.problem, [](const Point &p) -> std::array<double, 3> {
          return {std::cos(p[2]), 0, 0};
        })) {}
  double residual(NonlinearSolver solver, int iterations) const {
    return residual_after(Host(), simulation.problem, solver, scaled(after, 0.9), after,
                          iterations);
  }
  // Returns the residuals after 0, 1, ... iterations.
  std::vector<double> residuals(NonlinearSolver solver, int most) const {
    std::vector<double> of;
    for (int iterations = 0; iterations <= most; ++iterations)
      of.push_back(residual(solver, iterations));
    return of;
  }
};

} // namespace curlew::dgtd::testing
