// Surfaces with an impedance, bodies of a material, planes of symmetry, low frequencies: method
// mom, in memory, against series and against each other.
#include "../unit/core/surface_fixtures.hpp"
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/mie.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/mesh/surface_topology.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/methods/mom/dense_system.hpp>
#include <curlew/methods/mom/excitation.hpp>
#include <curlew/methods/mom/media/absorbed_power.hpp>
#include <curlew/methods/mom/media/both_currents.hpp>
#include <curlew/methods/mom/outputs/currents.hpp>
#include <curlew/methods/mom/unfold.hpp>
#include <curlew/methods/shared/boundaries/surface_impedance.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/methods/shared/powers/power_balance.hpp>

#include <gmock/gmock.h>

#include <cmath>

namespace curlew::mom {
namespace {

using complex = std::complex<double>;
using testing::icosphere;
const Backend k_backend = compiled_backends().back();

// 1 V/m.
IncidentWave wave_from(const Direction &from, double wavenumber, bool phi_polarised = false) {
  const SphericalFrame frame(from);
  const UnitVector &e = phi_polarised ? frame.phi : frame.theta;
  IncidentWave wave;
  for (int d = 0; d < 3; ++d) {
    const int u = (d + 1) % 3, v = (d + 2) % 3;
    wave.wave_vector[d] = -wavenumber * frame.r[d];
    wave.electric_amplitude[d] = e[d];
    wave.magnetic_amplitude[d] = -(frame.r[u] * e[v] - frame.r[v] * e[u]) / k_eta0;
  }
  return wave;
}

// Returns E = x exp(-jkz), the wave of the series.
IncidentWave wave_along_z(double wavenumber) {
  return wave_from({180, 180}, wavenumber);
}

struct Solution {
  Currents currents;
  SurfaceCurrents radiating;
  SolverFigures figures;
  double delivered = 0, absorbed = 0;
};

Solution solve(const Surface &surface, const Spec &spec, double wavenumber,
               const IncidentWave &wave) {
  const Combination with = spec.combination(wavenumber);
  const auto system = make_dense_system(k_backend, surface, spec, 2);
  system->prepare(with);
  std::vector<std::vector<complex>> columns = {make_system_rhs(surface, spec, with, wave, 2)};
  system->solve(columns);
  Solution solution;
  solution.figures = system->figures();
  EXPECT_LT(solution.figures.sampled_residual, 1e-10);
  solution.currents = split_solution(surface, spec, columns[0]);
  solution.radiating = surface_currents(solution.currents.surface, spec.quadrature,
                                        solution.currents.J, wavenumber, solution.currents.M);
  const auto tested = make_system_rhs(surface, spec, {wavenumber, 1, 0}, wave, 2);
  for (std::size_t n = 0; n < tested.size(); ++n)
    solution.delivered += 0.5 * std::real(tested[n] * std::conj(columns[0][n])) / k_eta0;
  solution.absorbed =
      absorbed_power(surface, spec, solution.radiating, wavenumber * k_speed_of_light / (2 * k_pi));
  return solution;
}

Spec spec_of(Formulation formulation) {
  Spec spec;
  spec.formulation = formulation;
  return spec;
}

// A closed surface around a material.
Spec spec_of_body(const Surface &surface, const Material &material) {
  Spec spec = spec_of(Formulation::pmchwt);
  spec.media.boundary.assign(surface.faces.size(), nullptr);
  spec.media.material.assign(surface.topology.parts, &material);
  spec.media.has_materials = true;
  return spec;
}

Spec spec_of_impedance(const Surface &surface, Formulation formulation, const Boundary &boundary) {
  Spec spec = spec_of(formulation);
  spec.media.boundary.assign(surface.faces.size(), &boundary);
  spec.media.material.assign(surface.topology.parts, nullptr);
  spec.media.has_impedances = true;
  spec.media.has_closed_impedances = surface.is_closed;
  return spec;
}

Boundary impedance_of(complex ohm) {
  SurfaceImpedanceSpec impedance;
  impedance.ohm = ohm;
  return {"", impedance};
}

Material dielectric(double eps_r, double loss_tangent = 0) {
  Material material;
  material.eps_r = SymmetricTensor::isotropic(eps_r);
  material.loss_tangent = loss_tangent;
  return material;
}

// A polyhedron with the volume of a sphere of radius 1.
Surface sphere_of_volume(int times) {
  const TriMesh mesh = icosphere(times);
  const double volume = enclosed_volume(mesh, make_surface_topology(mesh), 0);
  return make_surface(icosphere(times, std::cbrt(4 * k_pi / 3 / volume)));
}

FarField field_in(const Solution &solution, const Direction &direction,
                  const std::vector<ImagePlane> &planes = {}) {
  return far_field(k_backend, solution.radiating, {direction}, planes)[0];
}

// Mean |error in dB| over theta = 0 ... 180 deg of both planes, points within 25 dB of the largest.
double mean_error(const Solution &solution, const test::Mie &mie) {
  double sum = 0;
  int count = 0;
  for (const double phi : {0.0, 90.0}) {
    std::vector<Direction> directions;
    for (int theta = 0; theta <= 180; theta += 2)
      directions.push_back({double(theta), phi});
    double top = 0;
    for (const Direction &d : directions)
      top = std::max(top, mie.rcs_m2(d.theta_deg, d.phi_deg));
    const auto fields = far_field(k_backend, solution.radiating, directions);
    for (std::size_t i = 0; i < directions.size(); ++i) {
      const double exact = mie.rcs_m2(directions[i].theta_deg, phi);
      if (exact < top * std::pow(10, -2.5))
        continue;
      sum += std::abs(10 * std::log10(cross_section(fields[i], 1).total_m2() / exact));
      ++count;
    }
  }
  return sum / count;
}

// Returns the power for an efficiency q of a sphere of radius 1, W.
double power_of(double q) {
  return q * k_pi / (2 * k_eta0);
}

TEST(MomBodies, ADielectricSphereIsThatOfMie) {
  const double k = 1;
  const auto off = [&](int times, double eps, double loss) {
    const Surface surface = sphere_of_volume(times);
    const Material material = dielectric(eps, loss);
    const Solution solution = solve(surface, spec_of_body(surface, material), k, wave_along_z(k));
    test::MieSphere sphere;
    sphere.radius_m = 1;
    sphere.eps = complex(4, -4 * loss);
    const test::Mie mie(sphere, k);
    const double scattered = radiated_power(k_backend, solution.radiating, 1e-8).watts;
    EXPECT_NEAR((solution.delivered - solution.absorbed) / scattered, 1, 2e-3 * times);
    if (loss > 0) {
      EXPECT_NEAR(solution.absorbed / power_of(mie.q_absorption()), 1, times == 2 ? 0.02 : 0.06);
    }
    return mean_error(solution, mie);
  };
  for (const double loss : {0.0, 0.3}) {
    const double coarse = off(1, 4, loss), fine = off(2, 4, loss); // 240 and 960 unknowns
    EXPECT_LT(fine, 0.1);
    EXPECT_GT(std::log2(coarse / fine), 1.8);
  }
  EXPECT_GT(off(2, 4.4, 0), 0.3);
}

TEST(MomBodies, ABodyOfVacuumDoesNotScatter) {
  const Surface surface = make_surface(icosphere(1));
  const auto q = [&](double eps) {
    const Material material = dielectric(eps);
    const Solution solution = solve(surface, spec_of_body(surface, material), 2, wave_along_z(2));
    return radiated_power(k_backend, solution.radiating, 1e-6).watts / power_of(1);
  };
  EXPECT_LT(q(1), 1e-4); // a conductor's: 2
  EXPECT_GT(q(1.1), 1e-3);
}

// eps and mu exchanged scatter the wave (E, H) -> (eta0 H, -E / eta0) alike.
TEST(MomBodies, AreDual) {
  const double k = 1.3;
  const Surface surface = make_surface(icosphere(1));
  const Material electric = dielectric(3, 0.1);
  Material magnetic;
  magnetic.mu_r = SymmetricTensor::isotropic(3);
  magnetic.sigma_m = SymmetricTensor::isotropic(0.3 * k * k_speed_of_light * k_mu0);
  const Solution first = solve(surface, spec_of_body(surface, electric), k, wave_from({70, 40}, k));
  const Solution second =
      solve(surface, spec_of_body(surface, magnetic), k, wave_from({70, 40}, k, true));
  for (const Direction &d : {Direction{20, 10}, {110, 250}}) {
    const FarField a = field_in(first, d), b = field_in(second, d);
    EXPECT_LT(std::min(std::abs(b.theta - a.phi), std::abs(b.theta + a.phi)),
              1e-9 * std::abs(a.theta));
    EXPECT_LT(std::min(std::abs(b.phi - a.theta), std::abs(b.phi + a.theta)),
              1e-9 * std::abs(a.theta));
  }
}

// A body, a conductor and a sheet that do not touch.
TEST(MomBodies, AreReciprocalBesideConductors) {
  const double k = 1.5;
  const Material material = dielectric(2.5, 0.05);
  const Boundary metal, sheet = impedance_of({100, 50});
  const auto spec_for = [&](const Surface &surface) {
    Spec spec = spec_of(Formulation::pmchwt);
    for (const Index part : surface.topology.triangle_part)
      spec.media.boundary.push_back(part == 0 ? nullptr : part == 1 ? &metal : &sheet);
    spec.media.material = {&material, nullptr, nullptr};
    spec.media.has_materials = spec.media.has_impedances = true;
    return spec;
  };
  TriMesh mesh = testing::both(icosphere(1), testing::moved(icosphere(1, 0.7), {2, 0.3, 0}));
  mesh = testing::both(mesh, testing::moved(testing::plate(2, 2), {-1, -1, 1.6}));
  const Surface surface = make_surface(mesh);
  ASSERT_EQ(surface.topology.parts, 3);
  const Spec spec = spec_for(surface);
  EXPECT_EQ(unknowns_of(surface, spec), surface.unknowns() + 120);
  const Direction a{40, 10}, b{100, 200};
  const Solution from_a = solve(surface, spec, k, wave_from(a, k));
  const complex there = field_in(from_a, b).theta;
  const complex back = field_in(solve(surface, spec, k, wave_from(b, k)), a).theta;
  EXPECT_LT(std::abs(there / back - 1.0), 1e-8);
  const double scattered = radiated_power(k_backend, from_a.radiating, 1e-8).watts;
  EXPECT_NEAR((from_a.delivered - from_a.absorbed) / scattered, 1, 3e-3);
}

TEST(MomImpedance, ASphereIsThatOfTheSeries) {
  const double k = 1.5;
  const auto off = [&](int times, const complex &solved, const complex &exact) {
    const Surface surface = sphere_of_volume(times);
    const Boundary boundary = impedance_of(solved * k_eta0);
    const Solution solution = solve(
        surface, spec_of_impedance(surface, Formulation::pmchwt, boundary), k, wave_along_z(k));
    test::MieSphere sphere;
    sphere.radius_m = 1;
    sphere.impedance = exact;
    const test::Mie mie(sphere, k);
    const double scattered = radiated_power(k_backend, solution.radiating, 1e-8).watts;
    EXPECT_NEAR((solution.delivered - solution.absorbed) / scattered, 1, 1e-4);
    if (solved == exact && times == 2) {
      EXPECT_NEAR(solution.absorbed / power_of(mie.q_absorption()), 1, 0.02);
    }
    return mean_error(solution, mie);
  };
  for (const complex z : {complex(0.5, 0), complex(0.2, 0.2), complex(0.1, 0.8)}) {
    const double coarse = off(1, z, z), fine = off(2, z, z);
    EXPECT_LT(fine, 0.25);
    EXPECT_GT(std::log2(coarse / fine), 1.7);
  }
  EXPECT_GT(off(2, {0.1, 0.8}, {0.1, -0.8}), 1);
}

// The first resonance of the inside: there is none left.
TEST(MomImpedance, ABodyHasNoResonanceInside) {
  const Surface surface = make_surface(icosphere(2));
  const Boundary boundary = impedance_of({0.2 * k_eta0, 0});
  const Spec spec = spec_of_impedance(surface, Formulation::pmchwt, boundary);
  for (const double k : {2.7, 2.776})
    EXPECT_LT(solve(surface, spec, k, wave_along_z(k)).figures.condition, 500);
}

TEST(MomImpedance, SheetsHaveTheirLimits) {
  TriMesh mesh = testing::plate(6, 6);
  for (Point &p : mesh.points)
    p = {p[0] / 6 - 0.5, p[1] / 6 - 0.5, 0};
  const Surface surface = make_surface(mesh);
  const double k = 4;
  const auto solve_sheet = [&](double ohm, Testing kind) {
    const Boundary boundary = impedance_of(ohm);
    Spec spec = spec_of_impedance(surface, Formulation::efie, boundary);
    spec.quadrature.testing = kind;
    return solve(surface, spec, k, wave_along_z(k));
  };
  const complex metal =
      field_in(solve(surface, spec_of(Formulation::efie), k, wave_along_z(k)), {0, 0}).theta;
  for (const Testing kind : {Testing::galerkin, Testing::centroid}) {
    // J = E / Zs in the middle, where the sheet hardly changes the field
    const double thin = 300 * k_eta0;
    const Solution weak = solve_sheet(thin, kind);
    const FaceCurrents faces = face_currents(surface, weak.currents.J, k);
    for (std::size_t f = 0; f < surface.faces.size(); ++f)
      if (std::hypot(surface.faces[f].centroid[0], surface.faces[f].centroid[1]) < 0.1) {
        EXPECT_NEAR(std::abs(faces.current[f][0]) * thin, 1, 0.03);
      }
    // the power that it takes up and scatters
    const Solution half = solve_sheet(0.5 * k_eta0, kind);
    const double scattered = radiated_power(k_backend, half.radiating, 1e-8).watts;
    EXPECT_NEAR((half.delivered - half.absorbed) / scattered, 1,
                kind == Testing::galerkin ? 1e-4 : 0.05);
    EXPECT_GT(half.absorbed / half.delivered, 0.3);
  }
  // towards a conductor, in proportion to the impedance
  const auto off = [&](double ohm) {
    return std::abs(field_in(solve_sheet(ohm, Testing::galerkin), {0, 0}).theta / metal - 1.0);
  };
  EXPECT_LT(off(1e-3), 1e-5);
  EXPECT_NEAR(off(2e-3) / off(1e-3), 2, 0.01);
}

TEST(MomImpedance, OfAMetalIsThatOfItsSkin) {
  SurfaceImpedanceSpec copper;
  copper.sigma = 5.8e7;
  const complex smooth = surface_impedance_ohm(copper, 1e9);
  EXPECT_NEAR(smooth.real(), 8.25e-3, 1e-5); // ohm, tabulated
  EXPECT_EQ(smooth.real(), smooth.imag());
  copper.roughness_m = 2.09e-6; // the skin's depth: 1 + 2/pi atan(1.4)
  EXPECT_NEAR(surface_impedance_ohm(copper, 1e9).real() / smooth.real(), 1.605, 2e-3);
  copper.roughness_m = 1;
  EXPECT_NEAR(surface_impedance_ohm(copper, 1e9).real() / smooth.real(), 2, 1e-6);
}

// An octahedron cut and moved onto the sphere: symmetric in all three planes.
TriMesh eighth_of_sphere(int squares) {
  TriMesh mesh;
  mesh.groups = {{2, 1, "sphere"}};
  const auto number = [&](int i, int j) { return Index(j * (2 * squares + 3 - j) / 2 + i); };
  for (int j = 0; j <= squares; ++j)
    for (int i = 0; i <= squares - j; ++i) {
      const Point p{double(i), double(j), double(squares - i - j)};
      const double length = norm(p);
      mesh.points.push_back({p[0] / length, p[1] / length, p[2] / length});
    }
  for (int j = 0; j < squares; ++j)
    for (int i = 0; i < squares - j; ++i) {
      mesh.triangles.push_back({number(i, j), number(i + 1, j), number(i, j + 1)});
      if (i + 1 < squares - j)
        mesh.triangles.push_back({number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)});
    }
  mesh.triangle_group.assign(mesh.triangles.size(), 0);
  return mesh;
}

using Planes = std::vector<ImagePlane>;
constexpr auto k_pec = ImagePlane::Type::pec, k_pmc = ImagePlane::Type::pmc;

// Waves at which an incident one arrives by the reflections of some planes, itself first.
std::vector<IncidentWave> all_waves(const IncidentWave &wave, const Planes &planes) {
  std::vector<IncidentWave> waves = {wave};
  for (const ImagePlane &plane : planes)
    for (std::size_t i = waves.size(); i-- > 0;) {
      IncidentWave image = waves[i];
      const double angle = -2 * plane.at_m * image.wave_vector[plane.axis];
      const Complex phase(std::cos(angle), std::sin(angle));
      const double sign = plane.type == k_pec ? -1 : 1;
      image.wave_vector[plane.axis] *= -1;
      for (int d = 0; d < 3; ++d) {
        image.electric_amplitude[d] *= (d == plane.axis ? -sign : sign) * phase;
        image.magnetic_amplitude[d] *= (d == plane.axis ? sign : -sign) * phase;
      }
      waves.push_back(image);
    }
  return waves;
}

// The largest difference between a part with images and the whole surface with all waves, over the
// largest field.
double difference_to_whole(const TriMesh &mesh, const Planes &planes, const Planes &solved,
                           const Spec &of_part, const Spec &of_whole, double k) {
  const Surface part = make_surface(mesh, 0, solved);
  const Surface whole = make_surface(unfold(mesh, planes));
  EXPECT_EQ(part.is_closed, whole.is_closed);
  const IncidentWave wave = wave_from({50, 65}, k);
  const Combination with = of_whole.combination(k);
  std::vector<complex> rhs(unknowns_of(whole, of_whole));
  for (const IncidentWave &one : all_waves(wave, planes)) {
    const auto added = make_system_rhs(whole, of_whole, with, one);
    for (std::size_t n = 0; n < rhs.size(); ++n)
      rhs[n] += added[n];
  }
  const auto system = make_dense_system(k_backend, whole, of_whole, 2);
  system->prepare(with);
  std::vector<std::vector<complex>> columns = {rhs};
  system->solve(columns);
  const Currents both = split_solution(whole, of_whole, columns[0]);
  Solution all;
  all.radiating = surface_currents(both.surface, of_whole.quadrature, both.J, k, both.M);
  const Solution some = solve(part, of_part, k, wave);
  double worst = 0, largest = 0;
  for (const Direction &d : {Direction{20, 20}, {50, 65}, {80, 10}}) {
    const FarField a = field_in(all, d), b = field_in(some, d, solved);
    worst = std::max({worst, std::abs(a.theta - b.theta), std::abs(a.phi - b.phi)});
    largest = std::max({largest, std::abs(a.theta), std::abs(a.phi)});
  }
  return worst / largest;
}

const Planes k_planes[] = {{{2, 0, k_pec}},
                           {{2, 0, k_pmc}},
                           {{0, 0, k_pmc}, {2, 0, k_pec}},
                           {{0, 0, k_pec}, {1, 0, k_pmc}, {2, 0, k_pec}}};

// Returns the part in front of the planes of an eighth: that unfolded at the others.
TriMesh in_front_of(const Planes &planes) {
  Planes others;
  for (int axis = 0; axis < 3; ++axis)
    if (std::none_of(planes.begin(), planes.end(),
                     [&](const ImagePlane &p) { return p.axis == axis; }))
      others.push_back({axis, 0, k_pec});
  return unfold(eighth_of_sphere(4), others);
}

TEST(MomImages, PartsOfASphereAreTheWhole) {
  const double k = 2;
  for (const Planes &planes : k_planes)
    for (const Formulation formulation : {Formulation::efie, Formulation::cfie}) {
      const Spec spec = spec_of(formulation);
      const TriMesh part = in_front_of(planes);
      const double off = difference_to_whole(part, planes, planes, spec, spec, k);
      // Rules of the magnetic equation for touching faces do not mirror.
      EXPECT_LT(off, formulation == Formulation::efie ? 1e-9 : 3e-8);
      if (formulation != Formulation::efie)
        continue;
      Planes wrong = planes;
      wrong[0].type = wrong[0].type == k_pec ? k_pmc : k_pec;
      EXPECT_GT(difference_to_whole(part, planes, wrong, spec, spec, k), 0.1);
    }
}

// A wave that is its own image in both planes is taken once.
TEST(MomImages, AQuarterIsTheWholeForAWaveAlongIt) {
  const double k = 2;
  const Planes planes = {{0, 0, k_pec}, {1, 0, k_pmc}};
  const TriMesh mesh = in_front_of(planes);
  const Surface quarter = make_surface(mesh, 0, planes), whole = make_surface(unfold(mesh, planes));
  const IncidentWave wave = wave_along_z(k);
  EXPECT_EQ(share_of_wave(planes, wave), 0.25);
  const Solution some = solve(quarter, spec_of(Formulation::efie), k, wave);
  const Solution all = solve(whole, spec_of(Formulation::efie), k, wave);
  for (const Direction &d : {Direction{30, 20}, {120, 80}})
    EXPECT_LT(std::abs(field_in(some, d, planes).theta / field_in(all, d).theta - 1.0), 1e-8);
  EXPECT_NEAR(4 * some.delivered / all.delivered, 1, 1e-8);
}

TEST(MomImages, PartsOfBodiesAreTheWhole) {
  const double k = 1.5;
  const Material material = dielectric(3, 0.1);
  const Boundary boundary = impedance_of({100, 100});
  for (const Planes &planes : {k_planes[0], k_planes[2], k_planes[3]}) {
    const TriMesh mesh = in_front_of(planes);
    const Surface part = make_surface(mesh, 0, planes), whole = make_surface(unfold(mesh, planes));
    const double body = difference_to_whole(mesh, planes, planes, spec_of_body(part, material),
                                            spec_of_body(whole, material), k);
    const double metal = difference_to_whole(
        mesh, planes, planes, spec_of_impedance(part, Formulation::pmchwt, boundary),
        spec_of_impedance(whole, Formulation::pmchwt, boundary), k);
    EXPECT_LT(body, 1e-7);
    EXPECT_LT(metal, 1e-7);
  }
}

// A plate over ground, and a wall that stands on it.
TEST(MomImages, PlatesOverGroundAreThoseWithTheirImages) {
  const Planes ground = {{2, -0.25, k_pec}};
  TriMesh wall = testing::plate(4, 4);
  for (Point &p : wall.points)
    p = {p[0] / 4, 0.1, p[1] / 4 - 0.25};
  TriMesh plate = testing::plate(3, 3);
  for (TriMesh *mesh : {&plate, &wall}) // no two pairs at the border of near and far
    for (Point &p : mesh->points)
      p = {p[0] + 0.07 * p[0] * p[0], p[1] * (1 - 0.05 * p[0]), p[2]};
  for (Point &p : plate.points)
    p = {0.25 * p[0], 0.25 * p[1], 0.3};
  for (const TriMesh &mesh : {plate, wall})
    for (const Testing kind : {Testing::galerkin, Testing::centroid})
      for (const FillVariant variant : {FillVariant::edge, FillVariant::face}) {
        Spec spec = spec_of(Formulation::efie);
        spec.quadrature.testing = kind;
        spec.variant = variant;
        const double off = difference_to_whole(mesh, ground, ground, spec, spec, 2);
        EXPECT_LT(off, 1e-9);
      }
  EXPECT_EQ(make_surface(wall, 0, ground).unknowns(), make_surface(wall).unknowns() + 4);
}

// Power over ground: the power of the wave and its reflection goes into the half-space.
TEST(MomImages, PowerGoesIntoTheHalfSpace) {
  const Planes ground = {{2, 0, k_pec}};
  const Surface surface = make_surface(in_front_of(ground), 0, ground);
  const double k = 2;
  const IncidentWave wave = wave_from({40, 10}, k);
  const Solution solution = solve(surface, spec_of(Formulation::efie), k, wave);
  const double scattered = radiated_power(k_backend, solution.radiating, 1e-8, ground).watts;
  EXPECT_NEAR(scattered / solution.delivered, 1, 1e-4);
  const IncidentWave leaving = outgoing_wave(surface, wave);
  EXPECT_GT(leaving.wave_vector[2], 0);
  EXPECT_NEAR(extinction_by_theorem(field_in(solution, forward(leaving), ground), leaving) /
                  solution.delivered,
              1, 1e-4);
}

TEST(MomImages, AnImageIsNoPlaceForTriangles) {
  const auto message = [](const TriMesh &mesh, const ImagePlane &plane) {
    try {
      make_surface(mesh, 0, {plane});
    } catch (const InputError &error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const TriMesh plate = testing::plate(3, 3);
  EXPECT_THAT(message(plate, {0, 1.5}), ::testing::HasSubstr("crosses the plane"));
  EXPECT_THAT(message(plate, {0, 1}), ::testing::HasSubstr("both sides"));
  EXPECT_THAT(message(plate, {2, 0}), ::testing::HasSubstr("lies in the plane"));
  EXPECT_EQ(message(plate, {0, 0}), "");
}

// The condition number and Rayleigh's limit down to where the plain equation has no digit left.
TEST(MomLowFrequency, TheConditionStaysAndCurrentsAreRight) {
  const Planes ground = {{2, 0, k_pec}};
  for (const Surface &surface :
       {make_surface(icosphere(1)), make_surface(testing::plate(6, 6)),
        make_surface(testing::band(12, 0)), make_surface(in_front_of(ground), 0, ground)}) {
    double first_condition = 0, first_limit = 0;
    for (const double k : {1e-1, 1e-2, 1e-3, 1e-5, 1e-8}) {
      Spec spec = spec_of(Formulation::efie);
      spec.low_frequency = LowFrequency::on;
      const IncidentWave wave = wave_from({60, 20}, k);
      const Solution on = solve(surface, spec, k, wave);
      const double limit =
          radiated_power(k_backend, on.radiating, 1e-5, surface.planes).watts / std::pow(k, 4);
      if (k == 1e-2) {
        first_condition = on.figures.condition;
        first_limit = limit;
      }
      if (k >= 1e-2) {
        spec.low_frequency = LowFrequency::off;
        const Solution off = solve(surface, spec, k, wave);
        double difference = 0, size = 0;
        for (std::size_t n = 0; n < on.currents.J.size(); ++n) {
          difference += std::norm(on.currents.J[n] - off.currents.J[n]);
          size += std::norm(on.currents.J[n]);
        }
        EXPECT_LT(std::sqrt(difference / size), 1e-9) << k;
        EXPECT_GT(off.figures.condition, 2e-2 / (k * k) * on.figures.condition);
      } else {
        EXPECT_NEAR(on.figures.condition / first_condition, 1, 0.05);
        EXPECT_NEAR(limit / first_limit, 1, 5e-3);
      }
    }
  }
}

// 10/3 (ka)^4 pi a^2.
TEST(MomLowFrequency, ASphereIsThatOfRayleigh) {
  const Surface surface = sphere_of_volume(2);
  Spec spec = spec_of(Formulation::efie);
  spec.low_frequency = LowFrequency::on;
  const double k = 1e-6;
  const Solution solution = solve(surface, spec, k, wave_along_z(k));
  EXPECT_NEAR(radiated_power(k_backend, solution.radiating, 1e-6).watts / power_of(std::pow(k, 4)),
              10.0 / 3, 0.05);
}

// Sheets: the resistance decides where the frequency is low.
TEST(MomLowFrequency, SheetsKeepTheirResistance) {
  const Surface surface = make_surface(testing::plate(5, 5));
  const Boundary boundary = impedance_of(50);
  Spec spec = spec_of_impedance(surface, Formulation::efie, boundary);
  const auto currents = [&](LowFrequency low) {
    spec.low_frequency = low;
    return solve(surface, spec, 1e-3, wave_from({60, 20}, 1e-3)).currents.J;
  };
  const auto on = currents(LowFrequency::on), off = currents(LowFrequency::off);
  double difference = 0, size = 0;
  for (std::size_t n = 0; n < on.size(); ++n) {
    difference += std::norm(on[n] - off[n]);
    size += std::norm(on[n]);
  }
  EXPECT_LT(std::sqrt(difference / size), 1e-7);
}

} // namespace
} // namespace curlew::mom
