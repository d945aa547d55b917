// Dense systems whose matrix several ranks have together, against those of one rank.
#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"
#include "backend_limit.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/ranks/divided_matrix.hpp>
#include <curlew/methods/mom/ranks/leading_solver.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Column = SurfaceSolver::Column;

Communicator world() {
  return Communicator::world();
}

DenseForm divided() {
  DenseForm form{DenseForm::Kind::divided};
  form.ranks = world();
  return form;
}

Spec spec_of(Formulation formulation, Testing testing = Testing::galerkin,
             FillVariant variant = FillVariant::face) {
  Spec spec;
  spec.formulation = formulation;
  spec.quadrature.testing = testing;
  spec.variant = variant;
  return spec;
}

struct Problem {
  Surface surface;
  Spec spec;
};

// 120 unknowns of a sphere, a plate in front of two planes of symmetry, and 30 unknowns: fewer
// blocks of columns than four ranks.
std::vector<Problem> problems() {
  const std::vector<ImagePlane> planes = {{0, 0, ImagePlane::Type::pec},
                                          {2, -0.3, ImagePlane::Type::pmc}};
  TriMesh mesh = testing::plate(6, 5);
  for (Point &p : mesh.points)
    p[2] = 0.4 * p[0] + 0.05 * p[1] * p[0];
  const Surface sphere = make_surface(testing::icosphere(1));
  return {{sphere, spec_of(Formulation::cfie)},
          {sphere, spec_of(Formulation::mfie)},
          {sphere, spec_of(Formulation::efie, Testing::centroid)},
          {sphere, spec_of(Formulation::cfie, Testing::galerkin, FillVariant::edge)},
          {make_surface(mesh, 0, planes), spec_of(Formulation::efie)},
          {make_surface(testing::icosphere(0)), spec_of(Formulation::efie)}};
}

// Waves along each axis.
std::vector<Column> waves(const Problem &problem, double wavenumber) {
  std::vector<Column> columns;
  for (const int axis : {2, 0, 1}) {
    IncidentWave wave;
    wave.wave_vector[axis] = wavenumber;
    wave.electric_amplitude[(axis + 1) % 3] = 1;
    wave.magnetic_amplitude[(axis + 2) % 3] = 1 / k_eta0;
    columns.push_back(make_rhs(problem.surface, problem.spec.quadrature,
                               problem.spec.combination(wavenumber), wave, 1));
  }
  return columns;
}

double difference(const std::vector<Column> &a, const std::vector<Column> &b) {
  double worst = 0;
  for (std::size_t c = 0; c < b.size(); ++c) {
    double off = 0, size = 0;
    for (std::size_t n = 0; n < b[c].size(); ++n) {
      off += std::norm(a[c][n] - b[c][n]);
      size += std::norm(b[c][n]);
    }
    worst = std::max(worst, std::sqrt(off / size));
  }
  return worst;
}

TEST(MomOnRanks, HasTheSolutionsOfOneRankOnEveryRank) {
  for (const Problem &problem : problems())
    for (const Backend backend : compiled_backends()) {
      const auto whole = make_dense_system(backend, problem.surface, problem.spec, 1);
      const auto part = make_dense_system(backend, problem.surface, problem.spec, 1, divided());
      constexpr double k_wavenumber = 1.3;
      whole->prepare(problem.spec.combination(k_wavenumber));
      part->prepare(problem.spec.combination(k_wavenumber));
      std::vector<Column> expected = waves(problem, k_wavenumber), found = expected;
      whole->solve(expected);
      part->solve(found);
      EXPECT_LT(difference(found, expected), 100 * limit_between(backend));
      EXPECT_LT(part->figures().sampled_residual, 1e-12);
      EXPECT_EQ(part->figures().sampled_rows, whole->figures().sampled_rows);
      EXPECT_NEAR(part->figures().condition, whole->figures().condition,
                  1e-5 * whole->figures().condition);
    }
}

// The twin: one rank fills its columns for another frequency.
TEST(MomOnRanks, NeedsTheColumnsOfAll) {
  const Problem problem = problems().front();
  const auto part = make_dense_system(Backend::serial, problem.surface, problem.spec, 1, divided());
  const bool is_last = world().rank() == world().size() - 1;
  part->prepare(problem.spec.combination(is_last ? 1.31 : 1.3));
  std::vector<Column> found = waves(problem, 1.3);
  part->solve(found);
  const auto whole = make_dense_system(Backend::serial, problem.surface, problem.spec, 1);
  whole->prepare(problem.spec.combination(1.3));
  std::vector<Column> expected = waves(problem, 1.3);
  whole->solve(expected);
  EXPECT_GT(difference(found, expected), 1e-4);
}

// A matrix of zeros, which every rank finds; the next one is solved.
TEST(MomOnRanks, SaysTheSameOfASingularMatrix) {
  const Problem problem = problems().front();
  const auto message = [&](SurfaceSolver &system) -> std::string {
    try {
      system.prepare({1.3, 0, 0});
    } catch (const SingularMatrix &error) {
      return error.what();
    }
    return "";
  };
  const auto whole = make_dense_system(Backend::serial, problem.surface, problem.spec, 1);
  const auto part = make_dense_system(Backend::serial, problem.surface, problem.spec, 1, divided());
  EXPECT_NE(message(*part), "");
  EXPECT_EQ(message(*part), message(*whole));
  part->prepare(problem.spec.combination(1.3));
  std::vector<Column> found = waves(problem, 1.3);
  part->solve(found);
  EXPECT_LT(part->figures().sampled_residual, 1e-12);
}

TEST(MomOnRanks, AreLedByTheRoot) {
  const Problem problem = problems().front();
  if (!world().is_root())
    return follow(Backend::serial, problem.surface, problem.spec, 1, world());
  const auto whole = make_dense_system(Backend::serial, problem.surface, problem.spec, 1);
  const auto leading =
      make_leading_solver(Backend::serial, problem.surface, problem.spec, 1, world());
  for (const double wavenumber : {1.3, 0.9}) {
    whole->prepare(problem.spec.combination(wavenumber));
    leading->prepare(problem.spec.combination(wavenumber));
    std::vector<Column> expected = waves(problem, wavenumber), found = expected;
    whole->solve(expected);
    leading->solve(found, {});
    EXPECT_LT(difference(found, expected), 1e-11);
  }
  dismiss_ranks(world());
}

TEST(MomOnRanks, TakeTheirShareOfTheMemory) {
  const Surface surface = make_surface(testing::icosphere(4)); // 7680 unknowns
  const Spec spec = spec_of(Formulation::cfie);
  const double whole = dense_bytes(surface, spec, 1, 3, Backend::serial);
  for (const int ranks : {2, 4, 8}) {
    const double each = divided_bytes(surface, spec, 3, Backend::serial, ranks);
    EXPECT_GT(each, whole / ranks);
    EXPECT_LT(each, 1.1 * whole / ranks + 2 * 16.0 * 256 * surface.unknowns());
    EXPECT_EQ(least_ranks(Backend::serial, surface, spec, 3, each), ranks);
  }
  EXPECT_EQ(least_ranks(Backend::serial, surface, spec, 3, 1e3), 0);
}

} // namespace
} // namespace curlew::mom
