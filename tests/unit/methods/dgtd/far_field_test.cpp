// The running transforms on a Huygens surface: a dipole's far field and power, and restarts.
#include "fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/dgtd/surfaces/radiating_images.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>
#include <curlew/tests/support/mark_surface.hpp>

#include <algorithm>
#include <complex>
#include <numeric>
#include <set>
#include <tuple>

namespace curlew::dgtd::testing {
namespace {

using curlew::test::mark_surface;

constexpr Discretization k_two[] = {{"central", "full", 2}, {"upwind", "full", 2}};
constexpr double k_cells_per_wavelength = 12;
constexpr double k_frequency_hz = k_speed_of_light / k_cells_per_wavelength;

Boundary layer(const std::string &group, double thickness_m) {
  PmlSpec pml;
  pml.thickness_m = thickness_m;
  pml.order = 3;
  pml.reflection = 1e-6;
  return {group, pml};
}

Case corner(const Discretization &one, const std::vector<Boundary> &far) {
  return corner_of_dipole(one, k_frequency_hz, far);
}

const std::vector<ImagePlane> k_images = {
    {0, 0, ImagePlane::Type::pmc}, {1, 0, ImagePlane::Type::pmc}, {2, 0, ImagePlane::Type::pec}};

TetMesh corner_mesh() {
  return make_box({9, 9, 9}, {9, 9, 9}, {0, 0, 0}, 0, 1);
}

// A run with a surface, sampled after every step.
class SurfaceRun {
public:
  SurfaceRun(const Simulation &simulation, double dt_s)
      : simulation_(simulation), dt_s_(dt_s),
        surface_(find_huygens_surface(simulation.input, simulation.problem, simulation.waves)) {
    plan_.dt_s = dt_s;
    SchemeInput input{simulation.problem, simulation.sources, simulation.probes, plan_};
    input.surface = &surface_;
    input.frequencies_hz = simulation.input.frequencies_hz;
    input.waves = &simulation.waves;
    scheme_ = make_scheme(Backend::serial, input);
  }

  void advance_to(double end_s) {
    with_threads_of(Backend::serial, [&] {
      for (; static_cast<double>(step_) * dt_s_ < end_s; ++step_) {
        scheme_->begin_step(step_, false);
        scheme_->end_step(step_);
        if (scheme_->sample())
          scheme_->probes().read();
      }
    });
  }

  // Returns the currents of sources that oscillate with their amplitude.
  SurfaceCurrents currents() {
    SampledPhasors phasors = scheme_->surface_phasors();
    std::complex<double> reference = 0;
    for (std::int64_t n = 0; n < step_; ++n) {
      const double time_s = (static_cast<double>(n) + 0.5) * dt_s_;
      reference += simulation_.sources[0].waveform(time_s) *
                   std::polar(dt_s_, -2 * k_pi * k_frequency_hz * time_s);
    }
    for (auto &value : phasors.sums[0])
      value /= reference;
    return currents_on(surface_, phasors.sums[0], wavenumber_of(k_frequency_hz));
  }

  // Returns the currents of a wave: the sums without a reference.
  SurfaceCurrents scattered_currents() {
    return currents_on(surface_, scheme_->surface_phasors().sums[0], wavenumber_of(k_frequency_hz));
  }

  RecordingScheme &scheme() { return *scheme_; }
  void go_on_from(SurfaceRun &other) {
    scheme_->load(other.scheme_->save());
    step_ = other.step_;
  }

private:
  const Simulation &simulation_;
  double dt_s_;
  HuygensSurface surface_;
  TimePlan plan_;
  std::unique_ptr<RecordingScheme> scheme_;
  std::int64_t step_ = 0;
};

TEST(DgtdFarField, IsThatOfADipole) {
  for (const Discretization &one : k_two) {
    const Simulation simulation =
        prepare(corner(one, {layer("x+", 4), layer("y+", 4), layer("z+", 4)}),
                make_box({8, 8, 8}, {4, 4, 4}, {0, 0, 0}, 0, 1));
    SurfaceRun run(simulation, 0.9 * simulation.dt_limit_s);
    run.advance_to(80 / k_speed_of_light);
    const SurfaceCurrents currents = run.currents();
    const double k = wavenumber_of(k_frequency_hz), moment = 8;
    const double most = k_eta0 * k * moment / (4 * k_pi); // largest |r E|
    const std::vector<Direction> directions = {{90, 45}, {60, 20}, {30, 70}, {10, 45}};
    const auto fields = far_field(Backend::serial, currents, directions, k_images);
    for (std::size_t d = 0; d < directions.size(); ++d) {
      const double sine = std::sin(directions[d].theta_deg * k_pi / 180);
      EXPECT_NEAR(std::abs(fields[d].theta), most * sine, 0.03 * most)
          << name_of(one) << " theta " << directions[d].theta_deg;
      EXPECT_LT(std::abs(fields[d].phi), 0.03 * most) << name_of(one);
    }
    // j k eta0 moment sin(theta) / (4 pi), of a source near the origin.
    EXPECT_NEAR(std::arg(fields[0].theta), k_pi / 2, 0.1) << name_of(one);
    const double power = k_eta0 * k * k * moment * moment / (12 * k_pi) / 8;
    const double found = radiated_power(Backend::serial, currents, 1e-4, k_images).watts;
    EXPECT_NEAR(found, power, 0.05 * power) << name_of(one);
  }
}

// Faces of the hull of the box from low_m to high_m, without those on planes through 0.
auto hull(double low_m, double high_m) {
  return [low_m, high_m](const std::array<Point, 3> &corners) {
    const auto all = [&](auto &&holds) {
      return std::all_of(corners.begin(), corners.end(), holds);
    };
    if (!all([&](const Point &p) {
          return std::all_of(p.begin(), p.end(),
                             [&](double x) { return x >= low_m && x <= high_m; });
        }))
      return false;
    for (int d = 0; d < 3; ++d)
      for (const double at_m : {low_m, high_m})
        if (at_m != 0 && all([&](const Point &p) { return p[d] == at_m; }))
          return true;
    return false;
  };
}

Case on_surface(Case input, const std::string &name) {
  input.outputs.far_field->surface = name;
  return input;
}

// r E of theta at four directions.
std::vector<std::complex<double>> pattern(const Case &input, const TetMesh &mesh, double end_m) {
  const Simulation simulation = prepare(input, mesh);
  SurfaceRun run(simulation, 0.9 * simulation.dt_limit_s);
  run.advance_to(end_m / k_speed_of_light);
  std::vector<std::complex<double>> result;
  for (const auto &field : far_field(Backend::serial, run.currents(),
                                     {{90, 45}, {60, 20}, {30, 70}, {10, 45}}, k_images))
    result.push_back(field.theta);
  return result;
}

double apart(const std::vector<std::complex<double>> &a,
             const std::vector<std::complex<double>> &b) {
  double most = 0, difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    most = std::max(most, std::abs(b[i]));
    difference = std::max(difference, std::abs(a[i] - b[i]));
  }
  return difference / most;
}

TEST(DgtdFarField, OfANamedSurfaceIsThatOfTheFoundOne) {
  const Discretization one{"upwind", "mixed", 1};
  const Case layers = corner(one, {layer("x+", 3), layer("y+", 3), layer("z+", 3)});
  TetMesh mesh = make_box({7, 7, 7}, {7, 7, 7}, {0, 0, 0}, 0, 1);
  mark_surface(mesh, "found", hull(0, 4));
  mark_surface(mesh, "nearer", hull(0, 3));
  const auto found = pattern(layers, mesh, 45);
  EXPECT_LT(apart(pattern(on_surface(layers, "found"), mesh, 45), found), 1e-12);
  const double nearer = apart(pattern(on_surface(layers, "nearer"), mesh, 45), found);
  EXPECT_LT(nearer, 0.04); // as for mixed first order at 12 cells to a wavelength: 0.030
  EXPECT_GT(nearer, 1e-6); // the twin
}

TEST(DgtdFarField, OfANamedSurfaceOnAbsorbingFacesIsThatOfTheFoundOne) {
  const Case open = corner({"central", "mixed", 1}, {{"default", Abc{}}});
  TetMesh mesh = corner_mesh();
  mark_surface(mesh, "found", hull(0, 9));
  EXPECT_LT(apart(pattern(on_surface(open, "found"), mesh, 20), pattern(open, mesh, 20)), 1e-12);
}

TEST(DgtdFarField, GoesOnWithTheSameSums) {
  const Discretization one{"central", "mixed", 1};
  const Simulation simulation = prepare(corner(one, {{"default", Abc{}}}), corner_mesh());
  const double dt_s = 0.9 * simulation.dt_limit_s;
  SurfaceRun whole(simulation, dt_s), second(simulation, dt_s);
  whole.advance_to(20 / k_speed_of_light);
  second.go_on_from(whole);
  for (SurfaceRun *run : {&whole, &second})
    run->advance_to(30 / k_speed_of_light);
  EXPECT_EQ(whole.scheme().save(), second.scheme().save());
}

void expect_refused(const Case &input, const TetMesh &mesh, const std::string &message) {
  try {
    const Problem problem = make_problem(input, mesh);
    find_huygens_surface(input, problem, find_waves(input, problem));
    ADD_FAILURE() << "not refused: " << message;
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
  }
}

TEST(DgtdFarField, IsRefusedWithoutASurfaceAroundTheSources) {
  const Discretization one{"central", "mixed", 1};
  const TetMesh mesh = make_box({9, 9, 9}, {3, 3, 3}, {0, 0, 0}, 0, 1);
  expect_refused(corner(one, {{"default", Pec{}}}), mesh, "this case has none");
  Case open = corner(one, {{"default", Abc{}}});
  open.outputs.far_field->images.pop_back();
  expect_refused(open, mesh, "do not enclose the rest");
  Case glass = corner(one, {{"default", Abc{}}});
  glass.materials[0].eps_r = SymmetricTensor::isotropic(2);
  expect_refused(glass, mesh, "currents in vacuum");
}

// A plane wave in the middle of a cube; surfaces at its region, inside of it and around it.
TEST(DgtdFarField, OfANamedSurfaceIsThatOfScatteredFields) {
  Case input = vacuum_case({"central", "mixed", 1});
  input.boundaries = {{"default", Abc{}}};
  input.regions["total"] = "vacuum";
  PlaneWaveSource wave;
  wave.waves = {{{0, 0, 1}, {1, 0, 0}, 0, 0, "given"}};
  wave.amplitude_v_m = 1;
  wave.waveform = gaussian_derivative(k_frequency_hz);
  wave.total_field = TotalFieldGroup{"total"};
  input.excitations = {{"wave", wave}};
  input.frequencies_hz = {k_frequency_hz};
  input.outputs.far_field = FarFieldSpec();
  TetMesh mesh = make_box({7, 7, 7}, {7, 7, 7}, {0, 0, 0}, 0, 1);
  mark_volume(mesh, "total", [](std::size_t, const Point &p) {
    return *std::min_element(p.begin(), p.end()) > 2 && *std::max_element(p.begin(), p.end()) < 5;
  });
  mark_surface(mesh, "region", hull(2, 5));
  mark_surface(mesh, "around", hull(1, 6));
  mark_surface(mesh, "inside", hull(3, 4));
  const auto find = [&](const Case &of) {
    const Problem problem = make_problem(of, mesh);
    return find_huygens_surface(of, problem, find_waves(of, problem));
  };
  // Points with their tets, in any order.
  const auto places = [](const HuygensSurface &surface) {
    std::set<std::tuple<Index, Point, double>> result;
    for (std::size_t i = 0; i < surface.size(); ++i)
      result.emplace(surface.stencils[i].tet, surface.positions_m[i], surface.areas_m2[i]);
    return result;
  };
  const auto area = [](const HuygensSurface &surface) {
    return std::accumulate(surface.areas_m2.begin(), surface.areas_m2.end(), 0.0);
  };
  const HuygensSurface found = find(input), around = find(on_surface(input, "around"));
  EXPECT_EQ(places(find(on_surface(input, "region"))), places(found));
  EXPECT_NEAR(area(found), 6 * 3 * 3, 1e-9);
  EXPECT_NEAR(area(around), 6 * 5 * 5, 1e-9);
  for (std::size_t i = 0; i < around.size(); ++i) // outwards
    EXPECT_GT(dot(around.normals[i], around.positions_m[i] - Point{3.5, 3.5, 3.5}), 2);
  expect_refused(on_surface(input, "inside"), mesh, "lies in the region of the wave \"wave\"");
}

// The mesh and its image in the plane x_axis = 0, which it ends at; the group of that wall goes.
TetMesh with_image(const TetMesh &half, int axis, const std::string &wall) {
  TetMesh whole = half;
  std::vector<Index> image(half.points.size());
  for (std::size_t i = 0; i < image.size(); ++i) {
    image[i] = static_cast<Index>(i);
    if (half.points[i][axis] == 0)
      continue;
    image[i] = static_cast<Index>(whole.points.size());
    whole.points.push_back(half.points[i]);
    whole.points.back()[axis] *= -1;
  }
  for (std::size_t t = 0; t < half.tets.size(); ++t) {
    std::array<Index, 4> nodes = half.tets[t];
    for (Index &node : nodes)
      node = image[node];
    std::swap(nodes[2], nodes[3]);
    whole.tets.push_back(nodes);
    whole.tet_group.push_back(half.tet_group[t]);
  }
  whole.triangles.clear();
  whole.triangle_group.clear();
  for (std::size_t t = 0; t < half.triangles.size(); ++t)
    if (half.groups[half.triangle_group[t]].name != wall) {
      std::array<Index, 3> nodes = half.triangles[t];
      for (int side = 0; side < 2; ++side) {
        whole.triangles.push_back(nodes);
        whole.triangle_group.push_back(half.triangle_group[t]);
        for (Index &node : nodes)
          node = image[node];
      }
    }
  return whole;
}

// A plane wave on a block of glass, a quarter of it: E is upright on x = 0, H on y = 0.
Case quarter_of_a_block(const Discretization &one) {
  Case input = vacuum_case(one);
  input.boundaries = {{"default", Abc{}}};
  for (const auto &[group, is_magnetic] : {std::pair{"x-", false}, {"y-", true}})
    input.boundaries.push_back({group, SymmetrySpec{is_magnetic}});
  input.materials.push_back(medium("glass", 4));
  input.regions = {{"volume", "vacuum"}, {"total", "vacuum"}, {"block", "glass"}};
  PlaneWaveSource wave;
  wave.waves = {{{0, 0, 1}, {1, 0, 0}, 0, 0, "given"}};
  wave.amplitude_v_m = 1;
  wave.waveform = gaussian_derivative(1.5 * k_frequency_hz);
  wave.total_field = TotalFieldGroup{"total"};
  input.excitations = {{"wave", wave}};
  input.frequencies_hz = {k_frequency_hz};
  input.outputs.far_field = FarFieldSpec();
  return input;
}

TetMesh quarter_mesh() {
  TetMesh mesh = make_box({5, 5, 8}, {5, 5, 8}, {0, 0, -4}, 0.2, 1);
  for (Point &p : mesh.points) // the wave's region has plane faces
    for (int d = 0; d < 3; ++d)
      if (std::abs(std::abs(p[d]) - 3) < 0.25)
        p[d] = std::copysign(3, p[d]);
  mark_volume(mesh, "total", [](std::size_t, const Point &p) {
    return p[0] < 3 && p[1] < 3 && std::abs(p[2]) < 3;
  });
  mark_volume(mesh, "block", [](std::size_t, const Point &p) {
    return p[0] < 1.4 && p[1] < 2.4 && std::abs(p[2]) < 1.4;
  });
  return mesh;
}

// Fields equal those on the whole mesh to rounding, so this tests the planes, the wave's part that
// ends at them, and the images.
TEST(DgtdFarField, OfAQuarterIsThatOfTheWhole) {
  const std::vector<Direction> directions = {{20, 0}, {90, 0}, {150, 0}, {60, 90}, {70, 35}};
  for (const Discretization &one :
       {Discretization{"central", "full", 1, 0.2}, Discretization{"upwind", "mixed", 1}}) {
    const TetMesh mesh = quarter_mesh();
    const Case quarter_input = quarter_of_a_block(one);
    Case whole_input = quarter_input;
    whole_input.boundaries.resize(1);
    const Simulation quarter = prepare(quarter_input, mesh);
    const Simulation whole = prepare(whole_input, with_image(with_image(mesh, 0, "x-"), 1, "y-"));
    ASSERT_EQ(whole.waves[0].faces.size(), 4 * quarter.waves[0].faces.size());
    const double dt_s = 0.9 * std::min(quarter.dt_limit_s, whole.dt_limit_s);
    const auto fields_of = [&](const Simulation &simulation,
                               const std::vector<ImagePlane> &planes) {
      SurfaceRun run(simulation, dt_s);
      run.advance_to(20 / k_speed_of_light);
      return far_field(Backend::serial, run.scattered_currents(), directions, planes);
    };
    const auto expected = fields_of(whole, {});
    const auto images = radiating_images(quarter.input, quarter.problem.mesh);
    ASSERT_EQ(images.size(), 2u);
    const auto found = fields_of(quarter, images);
    const auto turned = fields_of(
        quarter, {{0, 0, ImagePlane::Type::pmc}, {1, 0, ImagePlane::Type::pec}}); // the twin
    double most = 0, apart = 0, wrong = 0;
    for (std::size_t d = 0; d < directions.size(); ++d) {
      most = std::max(most, std::hypot(std::abs(expected[d].theta), std::abs(expected[d].phi)));
      apart = std::max({apart, std::abs(found[d].theta - expected[d].theta),
                        std::abs(found[d].phi - expected[d].phi)});
      wrong = std::max(wrong, std::abs(turned[d].theta - expected[d].theta));
    }
    EXPECT_LT(apart, 1e-10 * most) << name_of(one);
    EXPECT_GT(wrong, 0.1 * most) << name_of(one);
  }
}

TEST(DgtdFarField, IsRefusedWithPlanesThatAreNone) {
  const Discretization one{"central", "mixed", 1};
  const TetMesh mesh = quarter_mesh();
  const Case quarter = quarter_of_a_block(one);
  EXPECT_NO_THROW(prepare(quarter, mesh)); // the twin
  Case wrong = quarter;
  wrong.boundaries[1].condition = SymmetrySpec{true};
  expect_refused(wrong, mesh,
                 "the wave \"wave\" is not its own image in the plane of symmetry x = 0 m: H must "
                 "stand at right angles to a \"pmc\" one");
  wrong = quarter;
  wrong.boundaries[1].condition = Pec{};
  expect_refused(wrong, mesh, "the region of the wave meets a wall");
  wrong = quarter;
  wrong.boundaries[0].condition = SymmetrySpec{};
  expect_refused(wrong, mesh, "these faces are none; give the plane a group of its own");
  wrong = quarter;
  wrong.boundaries.push_back({"x+", SymmetrySpec{}});
  expect_refused(wrong, mesh,
                 "a second plane of images across the x axis, at 5 m beside one at 0 m");
  wrong = quarter;
  wrong.boundaries[0].condition = Pec{};
  expect_refused(wrong, mesh,
                 "the region of the wave \"wave\" has a conductor, a wall or a port "
                 "outside of it");
  wrong = quarter;
  wrong.regions["volume"] = "glass";
  wrong.regions["total"] = "glass";
  expect_refused(wrong, mesh, "lie in \"glass\"");
  // The wall is no plane: it has a step.
  TetMesh bent = mesh;
  for (Point &p : bent.points)
    if (p[0] == 0 && p[1] == 5)
      p[0] = 0.1;
  expect_refused(quarter, bent, "these faces are none");
  // An image plane through the middle.
  Case across = quarter;
  across.boundaries.resize(1);
  across.outputs.far_field->images = {{0, 0.5, false}, {1, 0.5, true}};
  expect_refused(across, with_image(with_image(mesh, 0, "x-"), 1, "y-"),
                 "lies on both sides of the image plane at x = 0.5 m");
}

} // namespace
} // namespace curlew::dgtd::testing
