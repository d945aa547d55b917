// The background's inverse and its solvers on several ranks, with one grid in slabs along z,
// against one rank.
#include "../../kokkos_environment.hpp"
#include "coupled_problem.hpp"
#include "layered_cases.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/io/case/case.hpp>
#include <curlew/methods/fdfd/background/uniform_inverse.hpp>
#include <curlew/methods/fdfd/ranks/leading_solver.hpp>
#include <curlew/methods/fdfd/ranks/slab.hpp>
#include <curlew/methods/fdfd/solve/field_solver.hpp>

#include <gtest/gtest.h>

namespace curlew::fdfd::testing {
namespace {

using Form = BackgroundOptions::Form;
using Inverse = BackgroundOptions::Inverse;

Communicator world() {
  return Communicator::world();
}

const Walls k_layers{Wall::pml, Wall::pml}, k_period{Wall::periodic, Wall::periodic};

// 14 planes, which 3 and 4 ranks share unevenly; cells of three sizes.
Grid grid(const std::array<Walls, 3> &walls = {k_layers, k_layers, k_layers}) {
  return {{12, 11, 14}, {5e-3, 6e-3, 4e-3}, walls, 1e9, {3, 3.5, 1e-4}};
}

// Returns the entries of a box of a vector on the whole grid.
Values in_box(const Problem &problem, const Values &whole, const Box &box) {
  Values part;
  for (int c = 0; c < 3; ++c)
    for (Index k = 0; k < box.size[2]; ++k)
      for (Index j = 0; j < box.size[1]; ++j)
        for (Index i = 0; i < box.size[0]; ++i)
          part.push_back(
              whole[c * problem.size() +
                    problem.entry(box.first[0] + i, box.first[1] + j, box.first[2] + k)]);
  return part;
}

template <class Space> Vector<Space> to_device(const Values &values) {
  return to_view<Space>("test", std::vector<Complex>(values.begin(), values.end()));
}

// Applies an inverse to a source on a box and returns its part of the result on another box.
template <class Space>
Values applied(const Space &space, const Problem &whole, const Problem &problem,
               const PlaneShares<Space> &shares, const Box &from, const Box &to) {
  const auto inverse =
      make_uniform_inverse(space, whole, 1.2, whole_grid(whole), whole_grid(whole), shares);
  const Values source = random_values(problem, 3);
  const Vector<Space> result("result", 3 * shares.own().of(to).entries());
  for (int repeat = 0; repeat < 2; ++repeat)
    inverse->apply(space, from, to_device<Space>(in_box(problem, source, shares.own().of(from))),
                   to, result);
  space.fence();
  const auto values = to_vector(result);
  return Values(values.begin(), values.end());
}

template <class Space> PlaneShares<Space> shares_of(const Problem &problem) {
  if (world().is_alone())
    return {};
  return {world(), slab_begins(problem.count(2), world().size()),
          make_exchange_window<Space>(world())};
}

void expect_inverse_of_one_rank(const Problem &problem) {
  const Box all = whole_grid(problem);
  const Box small{{2, 3, 4}, {5, 4, 2}}, low{{0, 0, 0}, {12, 3, 1}};
  for (const auto &[from, to] :
       {std::make_pair(all, all), std::make_pair(small, all), std::make_pair(all, small),
        std::make_pair(small, low), std::make_pair(low, small)})
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&, &from = from, &to = to](const auto &space) {
        using Space = std::decay_t<decltype(space)>;
        const PlaneShares<Space> shares = shares_of<Space>(problem);
        const Values expected = applied<Space>(space, problem, problem, {}, from, to);
        const Values found = applied(space, problem, problem, shares, from, to);
        Problem other = problem; // a twin at another frequency
        other.wavenumber *= 1.01;
        const Values twin = applied(space, other, problem, shares, from, to);
        // Each rank compares its planes.
        Values own;
        const Box part = shares.own().of(to);
        const Offset planes = Offset(to.size[0]) * to.size[1];
        for (int c = 0; c < 3 && !part.is_empty(); ++c) {
          const auto begin =
              expected.begin() + (Offset(c) * to.size[2] + part.first[2] - to.first[2]) * planes;
          own.insert(own.end(), begin, begin + part.size[2] * planes);
        }
        ASSERT_EQ(found.size(), own.size());
        EXPECT_LE(distance(found, own), 1e-12 * norm(expected));
        const double off = world().sum(std::pow(distance(twin, own), 2));
        EXPECT_GT(std::sqrt(off), 1e-6 * norm(expected));
      });
}

TEST(BackgroundRanks, InverseOfOneRank) {
  expect_inverse_of_one_rank(vacuum(grid()));
  expect_inverse_of_one_rank(vacuum(grid({k_layers, k_period, k_layers})));
}

TEST(BackgroundRanks, InverseOfOneRankWherePlanesRepeat) {
  expect_inverse_of_one_rank(vacuum(grid({k_layers, k_layers, k_period})));
}

// A current at one entry.
Values point_current(const Problem &problem, const std::array<Index, 3> &at) {
  Values f(problem.unknowns());
  f[2 * problem.size() + problem.entry(at[0], at[1], at[2])] = complex(0, 1e3);
  return f;
}

struct Solved {
  std::vector<Values> e;
  std::vector<SolveReport> reports;
};

// Solves for sources one after the other, each from the field before. Only the root returns values.
Solved solve(const Problem &problem, const BackgroundOptions &options,
             const std::vector<Values> &sources, const Communicator &ranks) {
  Solved solved;
  if (!ranks.is_root()) {
    follow(Backend::serial, ranks);
    return solved;
  }
  Case input;
  input.solver.tolerance = 1e-9; // the inverse must be right to 1e-3
  SolverChoice choice;
  choice.variant = Variant::fused;
  choice.preconditioner.kind = PreconditionerKind::background;
  choice.background = choose_background(problem, options);
  choice.method = choice.background->basis > 0 ? SolverMethod::gcr : SolverMethod::cocr;
  const auto solver = ranks.is_alone()
                          ? make_field_solver(Backend::serial, input, problem, choice)
                          : make_leading_solver(Backend::serial, input, problem, choice, ranks);
  Values e;
  for (const Values &f : sources) {
    solver->solve({f, {}}, e, {1e-12, 400, {}}, solved.reports.emplace_back());
    solved.e.push_back(e);
  }
  dismiss_ranks(ranks);
  return solved;
}

void expect_fields_of_one_rank(const Problem &problem, const BackgroundOptions &options,
                               const std::vector<Values> &sources) {
  const Solved found = solve(problem, options, sources, world());
  if (!world().is_root())
    return;
  const Solved expected = solve(problem, options, sources, Communicator());
  for (std::size_t s = 0; s < sources.size(); ++s) {
    EXPECT_LE(distance(found.e[s], expected.e[s]), 1e-10 * norm(expected.e[s])) << s;
    EXPECT_NEAR(found.reports[s].iterations, expected.reports[s].iterations, 3) << s;
    EXPECT_LE(found.reports[s].residual, 1e-12);
    EXPECT_GT(norm(expected.e[s]), 0);
  }
}

// A field of the whole scatterer, and a current outside of it.
std::vector<Values> both_sources(const Problem &problem) {
  return {plane_wave_source(problem), point_current(problem, {4, 7, 5})};
}

// A ball in the slabs of the first ranks only, of the last ones only, and in all.
TEST(BackgroundRanks, ScatterersAnywhere) {
  const auto expect_fields = [](double radius_m, double z_m, const BackgroundOptions &options) {
    Problem problem = vacuum(grid());
    fill_sphere(problem, {4, -0.5}, radius_m, {3e-3, -4e-3, z_m});
    expect_fields_of_one_rank(problem, options, both_sources(problem));
  };
  expect_fields(0.007, -14e-3, {Form::support, 0, 0, Inverse::without});
  expect_fields(0.007, 12e-3, {Form::support, 0, 0, Inverse::with});
  expect_fields(0.007, -14e-3, {Form::support, 0, 60});
  expect_fields(0.02, 0, {Form::support, 0, 60, Inverse::with});
  expect_fields(0.007, 12e-3, {Form::shifted, {3, -1}});
}

TEST(BackgroundRanks, PeriodicWalls) {
  for (const auto &walls : {std::array<Walls, 3>{k_layers, k_layers, k_period},
                            std::array<Walls, 3>{k_period, k_layers, k_layers}}) {
    Problem problem = vacuum(grid(walls));
    fill_sphere(problem, {5, -0.5}, 0.012, {3e-3, -4e-3, 15e-3}); // reaches the wall of z
    for (const Inverse inverse : {Inverse::with, Inverse::without})
      expect_fields_of_one_rank(problem, {Form::support, 0, 0, inverse}, both_sources(problem));
  }
}

TEST(BackgroundRanks, Tensors) {
  for (const Walls &along_z : {k_layers, k_period}) {
    Problem problem = vacuum(grid({k_layers, k_layers, along_z}));
    fill_sphere(problem, {4, -0.5}, 0.02, {3e-3, -4e-3, 6e-3});
    couple_at_random(problem, 0.4e-7, 2);
    ASSERT_FALSE(problem.couplings.empty());
    expect_fields_of_one_rank(problem, {}, both_sources(problem));
  }
}

TEST(BackgroundRanks, LayersAndPhases) {
  Problem problem = layered(grid(), {{1, 6.3}, {{2.5, -0.1}}});
  expect_fields_of_one_rank(problem, {}, {point_current(problem, {4, 7, 5})}); // nothing scatters
  fill_sphere(problem, {4, -0.5}, 0.012, {3e-3, -4e-3, -6e-3});
  expect_fields_of_one_rank(problem, {}, both_sources(problem));
  problem = layered(grid({k_period, k_period, k_layers}), {{1, 6.3}, {{2.5, -0.1}}},
                    {std::polar(1.0, 0.7), std::polar(1.0, -1.9), 1});
  fill_sphere(problem, {4, -0.5}, 0.012, {3e-3, -4e-3, 6e-3});
  expect_fields_of_one_rank(problem, {}, both_sources(problem));
}

} // namespace
} // namespace curlew::fdfd::testing
