// The running transforms on a Huygens surface: a dipole's far field and power, and restarts.
#include "fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/wave.hpp>
#include <curlew/methods/shared/far_field/far_field.hpp>

#include <algorithm>
#include <complex>

namespace curlew::dgtd::testing {
namespace {

constexpr Discretization k_two[] = {{"central", "full", 2}, {"upwind", "full", 2}};
constexpr double k_cells_per_wavelength = 12;
constexpr double k_frequency_hz = k_speed_of_light / k_cells_per_wavelength;

Boundary layer(const std::string &group, double thickness_m) {
  Boundary boundary{group, Boundary::Type::pml};
  boundary.pml = PmlSpec();
  boundary.pml->thickness_m = thickness_m;
  boundary.pml->order = 3;
  boundary.pml->reflection = 1e-6;
  return boundary;
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
    scheme_ = make_scheme(Backend::serial, input);
  }

  void advance_to(double end_s) {
    for (; static_cast<double>(step_) * dt_s_ < end_s; ++step_) {
      scheme_->begin_step(step_, false);
      scheme_->end_step(step_);
      if (scheme_->sample())
        scheme_->read_samples();
    }
  }

  // Of sources that oscillate with their amplitude.
  SurfaceCurrents currents() {
    SurfacePhasors phasors = scheme_->surface_phasors();
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
    run.advance_to(110 / k_speed_of_light);
    const SurfaceCurrents currents = run.currents();
    const double k = wavenumber_of(k_frequency_hz), moment = 8;
    const double most = k_eta0 * k * moment / (4 * k_pi); // of |r E|
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

TEST(DgtdFarField, GoesOnWithTheSameSums) {
  const Discretization one{"central", "mixed", 1};
  const Simulation simulation =
      prepare(corner(one, {{"default", Boundary::Type::abc}}), corner_mesh());
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
  expect_refused(corner(one, {{"default", Boundary::Type::pec}}), mesh, "this case has none");
  Case open = corner(one, {{"default", Boundary::Type::abc}});
  open.outputs.far_field->images.pop_back();
  expect_refused(open, mesh, "do not enclose the rest");
  Case glass = corner(one, {{"default", Boundary::Type::abc}});
  glass.materials[0].eps_r = SymmetricTensor::isotropic(2);
  expect_refused(glass, mesh, "currents in vacuum");
}

} // namespace
} // namespace curlew::dgtd::testing
