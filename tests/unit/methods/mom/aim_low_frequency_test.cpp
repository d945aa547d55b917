// The adaptive integral method at low frequencies, against the factorised matrix by quasi-Helmholtz
// projectors.
#include "../../core/surface_fixtures.hpp"
#include "../../kokkos_environment.hpp"

#include <curlew/core/constants.hpp>
#include <curlew/methods/mom/aim/aim_system.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/low_frequency/charge_projector.hpp>
#include <curlew/methods/mom/low_frequency/sparse_projector.hpp>

#include <gmock/gmock.h>

#include <complex>
#include <random>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using Space = Host;
using Column = SurfaceSolver::Column;
using testing::icosphere;

double relative_difference(const Column &a, const Column &b) {
  double off = 0, norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    off += std::norm(a.at(i) - b[i]);
    norm += std::norm(b[i]);
  }
  return std::sqrt(off / norm);
}

// Returns the charges of faces from currents, which a current without charges hides.
Column charges_of(const Surface &surface, const Column &x) {
  Column charges(surface.faces.size());
  for (std::size_t n = 0; n < x.size(); ++n) {
    const BasisFunction &f = surface.basis[n];
    charges[f.face[0]] += f.length_m * x[n];
    if (f.face[1] < surface.face_count())
      charges[f.face[1]] -= f.length_m * x[n];
  }
  return charges;
}

// Oblique, with both components.
IncidentWave oblique(double wavenumber) {
  IncidentWave wave;
  wave.wave_vector[0] = 0.6 * wavenumber;
  wave.wave_vector[2] = -0.8 * wavenumber;
  wave.electric_amplitude[0] = 0.8;
  wave.electric_amplitude[1] = 0.5;
  wave.electric_amplitude[2] = 0.6;
  // k x E / eta0
  wave.magnetic_amplitude[0] = 0.4 / k_eta0;
  wave.magnetic_amplitude[1] = -1.0 / k_eta0;
  wave.magnetic_amplitude[2] = 0.3 / k_eta0;
  return wave;
}

Spec low_frequency_spec() {
  Spec spec;
  spec.low_frequency = LowFrequency::on;
  return spec;
}

struct Solved {
  SolverFigures figures;
  Column x;
};
Solved solve_with(SurfaceSolver &solver, const Surface &surface, const Spec &spec,
                  double wavenumber) {
  const Combination with = spec.combination(wavenumber);
  solver.prepare(with);
  std::vector<Column> x = {make_rhs(surface, spec.quadrature, with, oblique(wavenumber), 1)};
  solver.solve(x);
  return {solver.figures(), x[0]};
}
Solved by_lu(const Surface &surface, const Spec &spec, double wavenumber) {
  return solve_with(*make_dense_system(Backend::serial, surface, spec, 1), surface, spec,
                    wavenumber);
}
Solved by_aim(const Surface &surface, const Spec &spec, double wavenumber,
              const AimSpecification &aim) {
  return solve_with(*make_aim_system(Backend::serial, surface, spec, aim, 1), surface, spec,
                    wavenumber);
}

// Sphere and plate from ka = 1 down; a plate in front of a conducting plane that its currents flow
// into; a ring, whose loop around the hole is no sum of loops around nodes.
TEST(AimLowFrequency, CurrentsAreThoseOfTheFactorisation) {
  struct Case {
    const char *name;
    Surface surface;
    double size_m;
    int iterations; // measured at ka = 1: 11, 20, 20, 9
  };
  const std::vector<ImagePlane> ground = {{0, 0, ImagePlane::Type::pec}};
  for (const Case &one :
       {Case{"sphere", make_surface(icosphere(2)), 1, 14},
        Case{"plate", make_surface(testing::plate(9, 9)), 4.5, 24},
        Case{"plate on ground", make_surface(testing::plate(10, 8), 0, ground), 8, 24},
        Case{"ring", make_surface(testing::band(40, 0)), 1, 14}}) {
    int first = 0; // iterations
    for (const double ka : {1.0, 1e-2, 1e-5}) {
      const Spec spec = low_frequency_spec();
      const double k = ka / one.size_m;
      AimSpecification aim;
      aim.tolerance = 1e-4;
      aim.preconditioner = AimPreconditioner::sai;
      const Solved s = by_aim(one.surface, spec, k, aim), lu = by_lu(one.surface, spec, k);
      EXPECT_LT(relative_difference(s.x, lu.x), 1e-3) << one.name << ", " << ka;
      EXPECT_LT(relative_difference(charges_of(one.surface, s.x), charges_of(one.surface, lu.x)),
                2e-3)
          << one.name << ", " << ka; // measured up to 9e-4
      EXPECT_TRUE(s.figures.low_frequency);
      EXPECT_LT(s.figures.sampled_residual, 8e-3) << one.name << ", " << ka;
      const int iterations = s.figures.reports[0].iterations;
      first = ka == 1 ? iterations : first;
      EXPECT_LE(iterations, one.iterations) << one.name << ", " << ka;
      EXPECT_LE(iterations, 2 * first) << one.name << ", " << ka;
    }
  }
}

// Single precision, clusters, recycling: the same currents. The twin, the plain equation,
// "converges" to others.
TEST(AimLowFrequency, HoldsForAllOfAim) {
  const Surface plate = make_surface(testing::plate(7, 7));
  constexpr double k_wavenumber = 1e-6;
  Spec spec = low_frequency_spec();
  const Column expected = by_lu(plate, spec, k_wavenumber).x;
  AimSpecification aim;
  aim.tolerance = 1e-4;
  for (const AimPreconditioner type :
       {AimPreconditioner::none, AimPreconditioner::sai, AimPreconditioner::ras})
    for (const AimKrylov krylov : {AimKrylov::gmres, AimKrylov::gcr}) {
      aim.preconditioner = type;
      aim.krylov = krylov;
      for (const bool is_single : {false, true}) {
        aim.choice.is_single = is_single;
        const Solved s = by_aim(plate, spec, k_wavenumber, aim);
        EXPECT_LT(relative_difference(s.x, expected), 1e-3) << s.figures.solver << is_single;
      }
    }
  aim.krylov = AimKrylov::cocr;
  aim.preconditioner = AimPreconditioner::none;
  EXPECT_LT(relative_difference(by_aim(plate, spec, k_wavenumber, aim).x, expected), 1e-3);
  spec.low_frequency = LowFrequency::off;
  aim.krylov = AimKrylov::gmres;
  aim.preconditioner = AimPreconditioner::ras;
  double off = 1;
  try {
    off = relative_difference(by_aim(plate, spec, k_wavenumber, aim).x, expected);
  } catch (const NotConverged &) {
  }
  EXPECT_GT(off, 0.1);
}

// The program's own choice: short edges, on surfaces that are not so small.
TEST(AimLowFrequency, ShortEdgesAreTakenApartToo) {
  const Surface plate = make_surface(testing::plate(12, 12));
  Spec spec;
  AimSpecification aim;
  aim.tolerance = 1e-4;
  const double k = 0.005; // k times an edge; a hundredth of a wavelength long
  const Solved s = by_aim(plate, spec, k, aim);
  EXPECT_TRUE(s.figures.low_frequency);
  EXPECT_LT(relative_difference(s.x, by_lu(plate, spec, k).x), 1e-3);
  EXPECT_FALSE(by_aim(plate, spec, 0.1, aim).figures.low_frequency);
}

// The projectors have sparse factors and a grounded face, and dense ones.
TEST(AimLowFrequency, ProjectorsAgree) {
  const std::vector<ImagePlane> ground = {{0, 0, ImagePlane::Type::pec}};
  for (const Surface &surface :
       {make_surface(icosphere(1)), make_surface(testing::band(12, 0)),
        make_surface(testing::plate(5, 4), 0, ground),
        make_surface(testing::both(testing::plate(4, 4),
                                   testing::moved(testing::plate(3, 3), {0, 0, 2})))}) {
    const auto n = static_cast<std::size_t>(surface.unknowns());
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    const DenseMatrix<Space> block("v", n, 1);
    const Kokkos::View<Complex *, Space> v("v", n);
    for (std::size_t i = 0; i < n; ++i)
      block(i, 0) = v(i) = Complex(normal(random), normal(random));
    const Column given = [&] {
      Column values;
      for (std::size_t i = 0; i < n; ++i)
        values.emplace_back(v(i).real(), v(i).imag());
      return values;
    }();
    const Complex factor(-1, 0.3);
    ChargeProjector<Space>(Space(), surface).add(Space(), factor, block);
    const SparseProjector<Space> projector(surface, 1);
    projector.add(Space(), factor, v);
    double off = 0, moved = 0;
    for (std::size_t i = 0; i < n; ++i) {
      off = std::max(off, Kokkos::abs(v(i) - block(i, 0)));
      moved = std::max(moved, std::abs(complex(v(i).real(), v(i).imag()) - given[i]));
    }
    EXPECT_LT(off, 1e-12);
    EXPECT_GT(moved, 0.1);
    // P P = P: 1 - P a second time changes nothing.
    const Kokkos::View<Complex *, Space> w("w", n);
    for (std::size_t i = 0; i < n; ++i)
      w(i) = Complex(given[i].real(), given[i].imag());
    projector.add(Space(), -1, w);
    Kokkos::deep_copy(v, w);
    projector.add(Space(), -1, w);
    for (std::size_t i = 0; i < n; ++i)
      EXPECT_LT(Kokkos::abs(v(i) - w(i)), 1e-12);
  }
}

} // namespace
} // namespace curlew::mom
