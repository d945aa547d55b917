// Dense systems in single precision and by panels, against those in one piece.
#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"
#include "backend_limit.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/outputs/currents.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Column = SurfaceSolver::Column;
using Kind = DenseForm::Kind;

Spec spec_of(Formulation formulation, Testing kind = Testing::galerkin,
             FillVariant variant = FillVariant::face) {
  Spec spec;
  spec.formulation = formulation;
  spec.quadrature.testing = kind;
  spec.variant = variant;
  return spec;
}

struct Solution {
  std::vector<Column> columns;
  SolverFigures figures;
};

// Waves along z and along x.
Solution solve(const Surface &surface, const Spec &spec, double wavenumber, const DenseForm &form,
               Backend backend = compiled_backends().back()) {
  const Combination with = spec.combination(wavenumber);
  const auto system = make_dense_system(backend, surface, spec, 2, form);
  system->prepare(with);
  Solution solution;
  for (const int axis : {2, 0}) {
    IncidentWave wave;
    wave.wave_vector[axis] = wavenumber;
    wave.electric_amplitude[(axis + 1) % 3] = 1;
    wave.magnetic_amplitude[(axis + 2) % 3] = 1 / k_eta0;
    solution.columns.push_back(make_rhs(surface, spec.quadrature, with, wave, 2));
  }
  system->solve(solution.columns);
  solution.figures = system->figures();
  return solution;
}

DenseForm single(double tolerance, Index panel = 0) {
  return {Kind::single, tolerance, panel};
}

double difference(const std::vector<Column> &a, const std::vector<Column> &b) {
  double worst = 0;
  for (std::size_t c = 0; c < a.size(); ++c) {
    double off = 0, size = 0;
    for (std::size_t n = 0; n < a[c].size(); ++n) {
      off += std::norm(a[c][n] - b[c][n]);
      size += std::norm(b[c][n]);
    }
    worst = std::max(worst, std::sqrt(off / size));
  }
  return worst;
}

// The largest relative difference of bistatic cross sections in both planes.
double rcs_difference(const Surface &surface, const Spec &spec, double wavenumber, const Column &a,
                      const Column &b) {
  std::vector<Direction> directions;
  for (int theta = 0; theta <= 180; theta += 5)
    for (const double phi : {0.0, 90.0})
      directions.push_back({double(theta), phi});
  const auto sections = [&](const Column &x) {
    return far_field(compiled_backends().back(),
                     surface_currents(surface, spec.quadrature, x, wavenumber), directions);
  };
  const auto one = sections(a), other = sections(b);
  double worst = 0;
  for (std::size_t d = 0; d < directions.size(); ++d) {
    const double exact = cross_section(other[d], 1).total_m2();
    worst = std::max(worst, std::abs(cross_section(one[d], 1).total_m2() / exact - 1));
  }
  return worst;
}

// The tolerance decides how near: the twin, which stops after the first correction, is not.
TEST(MomSingle, HasTheCrossSectionsOfDoublePrecision) {
  const Surface surface = make_surface(testing::icosphere(1));
  constexpr double k_wavenumber = 1.5;
  for (const Spec &spec :
       {spec_of(Formulation::efie), spec_of(Formulation::cfie), spec_of(Formulation::mfie),
        spec_of(Formulation::efie, Testing::centroid),
        spec_of(Formulation::cfie, Testing::galerkin, FillVariant::edge)}) {
    const Solution whole = solve(surface, spec, k_wavenumber, {});
    const Solution fine = solve(surface, spec, k_wavenumber, single(1e-11));
    const Solution coarse = solve(surface, spec, k_wavenumber, single(1e-3));
    EXPECT_LT(rcs_difference(surface, spec, k_wavenumber, fine.columns[0], whole.columns[0]), 1e-6);
    EXPECT_LT(difference(fine.columns, whole.columns), 1e-9);
    EXPECT_LE(fine.figures.residual, 1e-11);
    EXPECT_GE(fine.figures.corrections, 2);
    EXPECT_LT(fine.figures.sampled_residual, 1e-10);
    EXPECT_EQ(coarse.figures.corrections, 1);
    EXPECT_LE(coarse.figures.residual, 1e-3);
    EXPECT_GT(difference(coarse.columns, whole.columns), 1e-8);
    EXPECT_NEAR(fine.figures.condition / whole.figures.condition, 1, 0.1);
  }
}

// Panels have the whole matrix of their backend. Matrices of two backends differ by
// limit_between(), and their solutions by up to the condition number times that.
TEST(MomSingle, IsTheSameForAnyPanelAndBackend) {
  const Surface surface = make_surface(testing::icosphere(1));
  const Spec spec = spec_of(Formulation::cfie);
  const Solution on_processors = solve(surface, spec, 1.5, {}, Backend::serial);
  for (const Backend backend : compiled_backends()) {
    const Solution whole = solve(surface, spec, 1.5, {}, backend);
    EXPECT_LT(difference(whole.columns, on_processors.columns),
              limit_between(backend) * whole.figures.condition)
        << to_string(backend);
    for (const Index panel : {17, 1000})
      EXPECT_LT(difference(solve(surface, spec, 1.5, single(1e-12, panel), backend).columns,
                           whole.columns),
                1e-10)
          << panel << " " << to_string(backend);
  }
}

// The polyhedron resonates at 2.77555, where the matrix of the electric equation is hardly regular.
TEST(MomSingle, TakesMoreCorrectionsNearAResonance) {
  const Surface surface = make_surface(testing::icosphere(2));
  const Spec spec = spec_of(Formulation::efie);
  const Solution far = solve(surface, spec, 2.3, single(1e-11, 480));
  const Solution near = solve(surface, spec, 2.77555, single(1e-11, 480));
  EXPECT_GT(near.figures.condition, 50 * far.figures.condition);
  EXPECT_GT(near.figures.corrections, far.figures.corrections);
  const Solution whole = solve(surface, spec, 2.77555, {});
  EXPECT_LT(rcs_difference(surface, spec, 2.77555, near.columns[0], whole.columns[0]), 1e-6);
}

// Far below the wavelength the matrix of the electric equation loses all digits of single
// precision.
TEST(MomSingle, SaysThatItStagnates) {
  const Surface surface = make_surface(testing::icosphere(1));
  Spec spec = spec_of(Formulation::efie);
  spec.low_frequency = LowFrequency::off;
  EXPECT_NO_THROW(solve(surface, spec, 1e-3, {}));
  try {
    solve(surface, spec, 1e-4, single(1e-6));
    FAIL() << "nothing was thrown";
  } catch (const NotConverged &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::not_converged);
    EXPECT_THAT(error.what(), ::testing::HasSubstr("condition number"));
    EXPECT_THAT(error.what(), ::testing::HasSubstr("\"precision\": \"double\""));
  }
}

// Widths that divide the number of unknowns, 120, and that do not.
TEST(MomPanels, GiveTheSolutionOfTheWholeMatrix) {
  const Surface surface = make_surface(testing::icosphere(1));
  for (const Spec &spec : {spec_of(Formulation::efie), spec_of(Formulation::cfie),
                           spec_of(Formulation::efie, Testing::centroid),
                           spec_of(Formulation::efie, Testing::galerkin, FillVariant::edge)}) {
    for (const Backend backend : compiled_backends()) {
      const Solution whole = solve(surface, spec, 1.5, {}, backend);
      for (const Index panel : {37, 60}) {
        const Solution panels = solve(surface, spec, 1.5, {Kind::panels, 0, panel}, backend);
        EXPECT_LT(difference(panels.columns, whole.columns), 1e-12) << panel;
        EXPECT_NEAR(panels.figures.condition / whole.figures.condition, 1, 1e-9);
        EXPECT_LT(panels.figures.sampled_residual, 1e-12);
      }
    }
  }
}

// One system solves two frequencies: the memory of the first serves the second.
TEST(MomPanels, SolveOneFrequencyAfterAnother) {
  const Surface surface = make_surface(testing::icosphere(1));
  const Spec spec = spec_of(Formulation::efie);
  for (const DenseForm &form : {DenseForm{Kind::panels, 0, 50}, single(1e-12)}) {
    const auto system = make_dense_system(Backend::serial, surface, spec, 1, form);
    const auto solved_at = [&](SurfaceSolver &solver, double wavenumber) {
      solver.prepare(spec.combination(wavenumber));
      std::vector<Column> columns(1, Column(surface.unknowns(), 1.0));
      solver.solve(columns);
      return columns;
    };
    solved_at(*system, 1);
    const auto whole = make_dense_system(Backend::serial, surface, spec, 1);
    EXPECT_LT(difference(solved_at(*system, 1.7), solved_at(*whole, 1.7)), 1e-10);
  }
}

// A limit far below the matrix' 16 N^2.
TEST(MomPanels, AreTakenWhereTheMatrixHasNoRoom) {
  const Surface surface = make_surface(testing::icosphere(1));
  const Spec spec = spec_of(Formulation::efie);
  const double whole = dense_bytes(surface, spec, 1, 2, Backend::serial), plenty = 1e12;
  const auto within = [&](double bytes, double host = 1e12, double wavenumber = 1) {
    return form_within(surface, spec, wavenumber, 2, Backend::serial, bytes, host);
  };
  EXPECT_EQ(within(plenty).kind, Kind::whole);
  EXPECT_EQ(within(whole).kind, Kind::whole);
  const DenseForm panels = within(0.5 * whole);
  ASSERT_EQ(panels.kind, Kind::panels);
  EXPECT_LE(dense_bytes(surface, spec, 1, 2, Backend::serial, panels), 0.5 * whole);
  EXPECT_GT(panels.panel, 15);
  EXPECT_LT(panels.panel, 40);
  EXPECT_LT(
      difference(solve(surface, spec, 1, panels).columns, solve(surface, spec, 1, {}).columns),
      1e-12);
  // No room for panels, none on the host, and a matrix whose rows cannot be filled one by one.
  EXPECT_EQ(within(0.01 * whole).kind, Kind::whole);
  EXPECT_EQ(within(0.5 * whole, whole / 2).kind, Kind::whole);
  EXPECT_EQ(within(0.5 * whole, plenty, 1e-4).kind, Kind::whole);
}

// Bytes allocated in views, through Kokkos' profiling callbacks: now and at most.
double g_live = 0, g_most = 0;
void allocated(Kokkos::Tools::SpaceHandle, const char *, const void *, std::uint64_t bytes) {
  g_live += static_cast<double>(bytes);
  g_most = std::max(g_most, g_live);
}
void freed(Kokkos::Tools::SpaceHandle, const char *, const void *, std::uint64_t bytes) {
  g_live -= static_cast<double>(bytes);
}

// The memory is 16 N^2 and 8 N^2 and 5 %, and that of the estimate. Tables of surface and pairs are
// small, but count here.
TEST(MomDense, TakesTheMemoryThatIsTold) {
  const Surface surface = make_surface(testing::icosphere(3));
  const double n = surface.unknowns();
  const Spec spec = spec_of(Formulation::efie, Testing::centroid);
  const auto most = [&](const DenseForm &form) {
    Kokkos::Tools::Experimental::set_allocate_data_callback(allocated);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(freed);
    g_live = g_most = 0;
    solve(surface, spec, 1, form, Backend::serial);
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
    return g_most;
  };
  const auto told = [&](const DenseForm &form) {
    return dense_bytes(surface, spec, 1, 2, Backend::serial, form) +
           host_bytes(surface, spec, form);
  };
  const DenseForm panels{Kind::panels, 0, 200};
  for (const DenseForm &form : {DenseForm{}, single(1e-3), panels}) {
    const double found = most(form);
    EXPECT_LT(found, 1.05 * told(form)) << static_cast<int>(form.kind);
    EXPECT_GT(found, 0.8 * told(form)) << static_cast<int>(form.kind);
  }
  EXPECT_LT(told({}), 1.05 * 16 * n * n);
  EXPECT_LT(told(single(1e-3)), 1.05 * 8 * n * n + 16 * 32 * n + 16 * 64 * n);
  EXPECT_LT(told({}) - told(panels) + host_bytes(surface, spec, panels), 16 * n * n);
  const Surface large = make_surface(testing::icosphere(4));
  const double m = large.unknowns();
  EXPECT_LT(dense_bytes(large, spec, 1, 2, Backend::serial, single(1e-3)), 1.05 * 8 * m * m);
}

} // namespace
} // namespace curlew::mom
