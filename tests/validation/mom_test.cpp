// Scattering by conductors with known answers, method mom, in memory.
#include "../unit/core/surface_fixtures.hpp"
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/mie.hpp>

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
const Backend k_backend = compiled_backends().back();

// E = x exp(-jkz), 1 V/m.
IncidentWave wave_along_z(double wavenumber) {
  IncidentWave wave;
  wave.wave_vector[2] = wavenumber;
  wave.electric_amplitude[0] = 1;
  wave.magnetic_amplitude[1] = 1 / k_eta0;
  return wave;
}

std::vector<complex> solve(const Surface &surface, const Spec &spec, double wavenumber,
                           const IncidentWave &wave) {
  const Combination with = spec.combination(wavenumber);
  const auto system = make_dense_system(k_backend, surface, spec, 2);
  system->prepare(with);
  std::vector<std::vector<complex>> columns = {make_rhs(surface, spec.quadrature, with, wave, 2)};
  system->solve(columns);
  EXPECT_LT(system->figures().sampled_residual, 1e-10);
  return columns[0];
}

// Mean and largest |error in dB| over theta = 0 ... 180 deg, of points within 25 dB of the largest.
struct Decibels {
  double mean = 0, largest = 0;
};
Decibels errors(const std::vector<double> &rcs, const std::vector<double> &exact) {
  const double top = *std::max_element(exact.begin(), exact.end());
  Decibels result;
  int count = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (exact[i] < top * std::pow(10, -2.5))
      continue;
    const double off = std::abs(10 * std::log10(rcs[i] / exact[i]));
    result.mean += off;
    result.largest = std::max(result.largest, off);
    ++count;
  }
  result.mean /= count;
  return result;
}

// Of both planes of a sphere.
std::array<Decibels, 2> sphere_errors(const Surface &surface, const Spec &spec, double radius_m,
                                      double wavenumber) {
  const auto x = solve(surface, spec, wavenumber, wave_along_z(wavenumber));
  const SurfaceCurrents currents = surface_currents(surface, x, wavenumber);
  test::MieSphere sphere;
  sphere.radius_m = radius_m;
  sphere.pec = true;
  const test::Mie mie(sphere, wavenumber);
  std::array<Decibels, 2> result;
  for (int plane = 0; plane < 2; ++plane) {
    std::vector<Direction> directions;
    std::vector<double> rcs, exact;
    for (int theta = 0; theta <= 180; ++theta)
      directions.push_back({double(theta), 90.0 * plane});
    for (const FarField &field : far_field(k_backend, currents, directions))
      rcs.push_back(cross_section(field, 1).total_m2());
    for (const Direction &d : directions)
      exact.push_back(mie.rcs_m2(d.theta_deg, d.phi_deg));
    result[plane] = errors(rcs, exact);
  }
  return result;
}

// The plate of @cite rao1982, a wavelength wide: 8 x 8 squares, 176 unknowns.
Surface plate(Index squares) {
  TriMesh mesh = testing::plate(squares, squares);
  for (Point &p : mesh.points)
    p = {p[0] / squares - 0.5, p[1] / squares - 0.5, 0};
  return make_surface(mesh);
}

TEST(MomPlate, HasTheCurrentsAndTheCrossSectionOfOthers) {
  for (const Testing kind : {Testing::galerkin, Testing::centroid})
    for (Index squares : {8, 12, 16}) {
      const Surface surface = plate(squares);
      Spec spec;
      spec.quadrature.testing = kind;
      const double k = 2 * k_pi;
      const auto x = solve(surface, spec, k, wave_along_z(k));
      const auto faces = face_currents(surface, x, k);
      double mean = 0;
      int count = 0;
      ComplexVector sum{};
      for (std::size_t f = 0; f < surface.faces.size(); ++f) {
        bool at = false;
        for (int i = 0; i < 3; ++i)
          at = at || (std::abs(surface.faces[f].corner[i][0]) < 1e-9 &&
                      std::abs(surface.faces[f].corner[i][1]) < 1e-9);
        if (!at)
          continue;
        double n = 0;
        for (int d = 0; d < 3; ++d) {
          n += std::norm(faces.current[f][d]);
          sum[d] += faces.current[f][d];
        }
        mean += std::sqrt(n) * k_eta0;
        ++count;
      }
      const SurfaceCurrents currents = surface_currents(surface, x, k);
      const double rcs = cross_section(far_field(k_backend, currents, {{180, 0}})[0], 1).total_m2();
      std::printf("plate %d %s unknowns %d: J/H %.4f (%d faces) %.4f rcs %.4f power %.4f\n",
                  squares, kind == Testing::centroid ? "c" : "g", surface.unknowns(), mean / count,
                  count, std::abs(sum[0]) * k_eta0 / count, rcs,
                  radiated_power(k_backend, currents, 1e-6).watts);
    }
}

TEST(MomSphere, IsThatOfMie) {
  for (const int times : {2, 3}) {
    const Surface surface = make_surface(testing::icosphere(times));
    for (const Formulation formulation :
         {Formulation::efie, Formulation::mfie, Formulation::cfie}) {
      Spec spec;
      spec.formulation = formulation;
      const auto e = sphere_errors(surface, spec, 1, times == 2 ? 2 : 4);
      std::printf("times %d %s: E %.4f %.4f H %.4f %.4f dB\n", times,
                  to_string(formulation).c_str(), e[0].mean, e[0].largest, e[1].mean, e[1].largest);
    }
    Spec spec;
    spec.quadrature.testing = Testing::centroid;
    const auto e = sphere_errors(surface, spec, 1, times == 2 ? 2 : 4);
    std::printf("times %d centroid: E %.4f %.4f H %.4f %.4f dB\n", times, e[0].mean, e[0].largest,
                e[1].mean, e[1].largest);
  }
}

} // namespace
} // namespace curlew::mom
