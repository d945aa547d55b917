// The far field of a point current by the running transform on absorbing faces: the waves that the
// faces reflect radiate nothing, so that the result is the Hertzian dipole's in open space.
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/methods/dgatd/outputs/radiating_surface.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/tests/unit/methods/dgatd/fixtures.hpp>

#include <complex>

namespace curlew::dgatd::testing {
namespace {

constexpr double k_side_m = 0.6, k_frequency_hz = 300e6; // 0.6 wavelengths

// Returns the middle of an edge along z. Elsewhere in a tet the current is spread over several
// edges: its moment is right, its centre is up to a third of a cell off.
Point dipole_m(Index cells) {
  return {0, 0, 0.5 * k_side_m / cells};
}

Case radiating_case(Index cells) {
  Case input = vacuum_case(1);
  input.boundaries = {{"default", Abc{}}};
  input.excitations = {point_current(dipole_m(cells), {0, 0, 1}, gaussian_derivative(500e6))};
  input.frequencies_hz = {k_frequency_hz};
  input.outputs.far_field = FarFieldSpec{{{0}, {0}}, {}, {}};
  input.time.steps.reset();
  input.time.duration_s = 18e-9;
  return input;
}

TetMesh cube(Index cells) {
  return make_box({k_side_m, k_side_m, k_side_m}, {cells, cells, cells},
                  {-k_side_m / 2, -k_side_m / 2, -k_side_m / 2}, 0, 1);
}

// The phasors of a dipole of 1 A m, from a run.
SurfaceCurrents radiated(const Case &input, const TetMesh &mesh, Backend backend,
                         const std::string &variant = "fused") {
  const Simulation simulation = prepare(input, mesh);
  const RadiatingSurface surface = find_radiating_surface(input, simulation.problem);
  SchemeInput scheme_input{simulation.problem, simulation.sources, simulation.probes,
                           simulation.plan};
  scheme_input.surface = &surface;
  scheme_input.frequencies_hz = input.frequencies_hz;
  const auto scheme = find_variant(variant).make(backend, scheme_input);
  RunRecord recorder;
  run(simulation, *scheme, recorder);
  std::complex<double> spectrum = 0;
  const double dt_s = simulation.plan.dt_s;
  for (std::int64_t n = 0; n < simulation.plan.steps; ++n)
    spectrum += dt_s * simulation.sources[0].waveform((n + 0.5) * dt_s) *
                std::polar(1.0, -2 * k_pi * k_frequency_hz * (n + 0.5) * dt_s);
  std::vector<std::complex<double>> electric;
  const std::vector<double> sums = scheme->save().at(k_surface_sums);
  for (std::size_t i = 0; i < sums.size(); i += 2)
    electric.push_back(std::complex(sums[i], sums[i + 1]) / spectrum);
  return currents_on(surface, electric, 2 * k_pi * k_frequency_hz / k_speed_of_light);
}

std::vector<Direction> directions() {
  return all_directions({20, 50, 75, 90, 110, 140}, {0, 35, 100, 250});
}

// @cite balanis2012 (4.26): a dipole at r' along z.
std::complex<double> dipole_theta(const Direction &direction, const Point &position_m) {
  const double k = 2 * k_pi * k_frequency_hz / k_speed_of_light;
  const SphericalFrame frame(direction);
  double phase = 0;
  for (int d = 0; d < 3; ++d)
    phase += k * frame.r[d] * position_m[d];
  return std::complex(0.0, k_eta0 * k * std::sin(direction.theta_deg * k_pi / 180) / (4 * k_pi)) *
         std::polar(1.0, phase);
}

// The largest error relative to the largest field.
template <class Expected>
double error_of(const std::vector<FarField> &fields, const std::vector<Direction> &towards,
                const Expected &expected) {
  double error = 0, largest = 0;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::complex<double> theta = expected(towards[i]);
    error = std::max({error, std::abs(fields[i].theta - theta), std::abs(fields[i].phi)});
    largest = std::max(largest, std::abs(theta));
  }
  return error / largest;
}

double dipole_error(Index cells, Backend backend = Backend::serial,
                    const std::string &variant = "fused") {
  const auto fields =
      far_field(Backend::serial, radiated(radiating_case(cells), cube(cells), backend, variant),
                directions());
  return error_of(fields, directions(),
                  [&](const Direction &d) { return dipole_theta(d, dipole_m(cells)); });
}

TEST(RadiatedField, OfADipoleIsThatInOpenSpace) {
  const double coarse = dipole_error(8), fine = dipole_error(16);
  EXPECT_LT(fine, 0.01);
  EXPECT_GT(coarse / fine, 3.5) << coarse << " " << fine; // measured 4.0: second order
}

TEST(RadiatedField, IsTheSameOfAllVariantsAndBackends) {
  const double expected = dipole_error(6);
  for (const Variant &variant : variants()) {
    if (!variant.losses)
      continue; // nor absorbing faces
    for (const Backend backend : compiled_backends())
      EXPECT_NEAR(dipole_error(6, backend, variant.name), expected, 1e-10)
          << variant.name << ' ' << to_string(backend);
  }
}

// The lower half of the cube is an image.
TEST(RadiatedField, HasTheImageOfAConductingPlane) {
  constexpr Index k_cells = 16;
  Case input = radiating_case(k_cells);
  input.boundaries = {{"default", Abc{}}, {"z-", Pec{}}};
  const TetMesh mesh = make_box({k_side_m, k_side_m, k_side_m / 2}, {k_cells, k_cells, k_cells / 2},
                                {-k_side_m / 2, -k_side_m / 2, 0}, 0, 1);
  const std::vector<ImagePlane> planes = {{2, 0, ImagePlane::Type::pec}};
  input.outputs.far_field->images = {{2, 0, false}};
  const auto above = all_directions({20, 50, 75, 85}, {0, 35, 100, 250});
  const auto currents = radiated(input, mesh, Backend::serial);
  const auto expected = [&](const Direction &d) {
    Point image = dipole_m(k_cells);
    image[2] = -image[2];
    return dipole_theta(d, dipole_m(k_cells)) + dipole_theta(d, image);
  };
  EXPECT_LT(error_of(far_field(Backend::serial, currents, above, planes), above, expected), 0.01);
  // Twins: without the image, and with that of a magnetic wall.
  EXPECT_GT(error_of(far_field(Backend::serial, currents, above), above, expected), 0.2);
  EXPECT_GT(error_of(far_field(Backend::serial, currents, above, {{2, 0, ImagePlane::Type::pmc}}),
                     above, expected),
            0.2);
}

std::string refusal(const Case &input) {
  try {
    find_radiating_surface(input, make_problem(input, cube(4)));
  } catch (const InputError &error) {
    return error.what();
  }
  return "accepted";
}

TEST(RadiatingSurface, MustEncloseTheMesh) {
  Case input = radiating_case(4);
  EXPECT_EQ(refusal(input), "accepted");
  input.boundaries.push_back({"z-", Pec{}});
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("do not enclose the mesh"));
  input.outputs.far_field->images = {{2, -0.2, false}}; // not where the wall is
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("do not enclose the mesh"));
  input.outputs.far_field->images = {{2, -0.3, false}};
  EXPECT_EQ(refusal(input), "accepted");
  input.outputs.far_field->images = {{2, -0.3, true}};
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("where the case's walls are \"pec\""));
  input.outputs.far_field->images = {{2, -0.3, false}, {0, -3, false}};
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("lies in the plane x = -3 m"));
  input.outputs.far_field->images = {{2, -0.3, false}};
  // Two opposite walls: the faces' normals cancel, and the surface is open all the same.
  input.boundaries.push_back({"z+", Pec{}});
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("do not enclose the mesh"));
  input.boundaries = {{"default", Pec{}}};
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("has none"));
  input = radiating_case(4);
  input.materials = {medium("vacuum", 2)};
  EXPECT_THAT(refusal(input), ::testing::HasSubstr("vacuum"));
}

// The sums of a run that a checkpoint has cut in two are those of one that was not.
TEST(RadiatedField, GoesOnFromACheckpoint) {
  const Case input = radiating_case(4);
  const Simulation simulation = prepare(input, cube(4));
  const RadiatingSurface surface = find_radiating_surface(input, simulation.problem);
  SchemeInput scheme_input{simulation.problem, simulation.sources, simulation.probes,
                           simulation.plan};
  scheme_input.surface = &surface;
  scheme_input.frequencies_hz = {k_frequency_hz, 400e6};
  const auto make = find_variant("fused").make;
  const auto step = [&](DgatdScheme &scheme, std::int64_t from, std::int64_t to) {
    for (std::int64_t n = from; n < to; ++n) {
      scheme.begin_step(n, false);
      scheme.end_step(n);
      if (scheme.sample())
        scheme.probes().read();
    }
  };
  const auto whole = make(Backend::serial, scheme_input);
  step(*whole, 0, 300);
  const auto first = make(Backend::serial, scheme_input);
  step(*first, 0, 130);
  const State state = first->save();
  ASSERT_EQ(state.count(k_surface_sums), 1u);
  const auto second = make(Backend::serial, scheme_input);
  second->load(state);
  step(*second, 130, 300);
  const std::vector<double> expected = whole->save().at(k_surface_sums),
                            sums = second->save().at(k_surface_sums);
  ASSERT_EQ(sums.size(), expected.size());
  double largest = 0, error = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    error = std::max(error, std::abs(sums[i] - expected[i]));
  }
  EXPECT_GT(largest, 0);
  EXPECT_LT(error, 1e-13 * largest); // the order of the sums differs
}

} // namespace
} // namespace curlew::dgatd::testing
