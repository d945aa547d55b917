// Initial fields of method dgtd: modes of boxes, formulas, and how schemes start from them.
#include <curlew/core/error.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/initial/box_mode.hpp>
#include <curlew/methods/dgtd/initial/initial_fields.hpp>
#include <curlew/tests/support/features.hpp>
#include <curlew/tests/unit/methods/dgtd/fixtures.hpp>

namespace curlew::dgtd::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Vector = std::array<double, 3>;

constexpr Point k_low{0.1, -0.2, 0.3}, k_high{0.15, -0.18, 0.36};

BoxMode mode_of(const std::string &name, double amplitude = 1) {
  return BoxMode(parse_box_mode(name).value(), k_low, k_high, k_speed_of_light, amplitude);
}

// Returns the point at these parts of the box's edges.
Point at(double u, double v, double w) {
  const double parts[3] = {u, v, w};
  Point x;
  for (int d = 0; d < 3; ++d)
    x[d] = k_low[d] + parts[d] * (k_high[d] - k_low[d]);
  return x;
}

// Computes the Laplacian by differences of second order, whose error at a step h is (k h)^2 / 12.
constexpr double k_step_m = 1e-5;
Vector laplacian(const BoxMode &mode, const Point &x) {
  Vector result{0, 0, 0};
  for (int d = 0; d < 3; ++d) {
    Point before = x, after = x;
    before[d] -= k_step_m;
    after[d] += k_step_m;
    const Vector a = mode.electric(before), b = mode.electric(x), c = mode.electric(after);
    for (int i = 0; i < 3; ++i)
      result[i] += (a[i] - 2 * b[i] + c[i]) / (k_step_m * k_step_m);
  }
  return result;
}
double divergence(const BoxMode &mode, const Point &x) {
  double sum = 0;
  for (int d = 0; d < 3; ++d) {
    Point before = x, after = x;
    before[d] -= k_step_m;
    after[d] += k_step_m;
    sum += (mode.electric(after)[d] - mode.electric(before)[d]) / (2 * k_step_m);
  }
  return sum;
}

TEST(DgtdInitialFields, ModesSolveMaxwellsEquations) {
  for (const char *name : {"TE101", "TE011", "TE111", "TE213", "TM110", "TM111", "TM320"}) {
    SCOPED_TRACE(name);
    const BoxMode mode = mode_of(name, 2.5);
    const double k = 2 * k_pi * mode.frequency_hz() / k_speed_of_light;
    double largest = 0, mean = 0;
    constexpr int count = 24;
    for (int a = 0; a <= count; ++a)
      for (int b = 0; b <= count; ++b)
        for (int c = 0; c <= count; ++c) {
          const Vector e =
              mode.electric(at(a / double(count), b / double(count), c / double(count)));
          const double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
          largest = std::max(largest, std::sqrt(square));
          double weight = 1; // the trapezoidal rule is exact for these functions
          for (const int i : {a, b, c})
            weight *= (i == 0 || i == count ? 0.5 : 1.0) / count;
          mean += weight * square;
        }
    EXPECT_NEAR(largest, 2.5, 0.02 * 2.5);
    EXPECT_NEAR(mean / mode.mean_square(), 1, 1e-12);
    for (const Point &x : {at(0.31, 0.22, 0.57), at(0.77, 0.64, 0.12)}) {
      const Vector e = mode.electric(x), second = laplacian(mode, x);
      for (int d = 0; d < 3; ++d)
        EXPECT_NEAR(second[d] / (k * k), -e[d], 1e-4);
      EXPECT_NEAR(divergence(mode, x) / k, 0, 1e-4);
    }
    for (int d = 0; d < 3; ++d) // along the walls
      for (const double wall : {0.0, 1.0}) {
        double parts[3] = {0.31, 0.22, 0.57};
        parts[d] = wall;
        const Vector e = mode.electric(at(parts[0], parts[1], parts[2]));
        EXPECT_NEAR(e[(d + 1) % 3], 0, 1e-12);
        EXPECT_NEAR(e[(d + 2) % 3], 0, 1e-12);
      }
  }
  EXPECT_NEAR(mode_of("TE101").frequency_hz(), 3.902423e9, 1e4);
  EXPECT_GT(mode_of("TE101").electric(at(0.5, 0.5, 0.5))[1], 0.999);
  // The twin: no mode of the box has another frequency's wavenumber.
  const double other = 2 * k_pi * mode_of("TE102").frequency_hz() / k_speed_of_light;
  EXPECT_GT(std::abs(laplacian(mode_of("TE101"), at(0.5, 0.5, 0.5))[1] / (other * other) + 1), 0.1);
}

TEST(DgtdInitialFields, NamesOfModes) {
  EXPECT_TRUE(parse_box_mode("TM210")->is_magnetic);
  EXPECT_EQ(parse_box_mode("TE103")->count, (std::array<int, 3>{1, 0, 3}));
  for (const char *wrong : {"TE10", "TE1011", "TX101", "te101", "TE1a1", "", "TE-11"})
    EXPECT_FALSE(parse_box_mode(wrong)) << wrong;
}

Case with_initial(const Discretization &one, const InitialFieldSource &source) {
  Case input = vacuum_case(one);
  input.excitations = {{"start", source}};
  return input;
}

InitialFieldSource mode_source(const std::string &name, double amplitude = 1) {
  InitialFieldSource source;
  source.mode = name;
  source.amplitude_v_m = amplitude;
  return source;
}

InitialFieldSource formulas(const std::array<std::string, 3> &electric,
                            const std::array<std::string, 3> &magnetic = {"0", "0", "0"}) {
  InitialFieldSource source;
  source.electric = electric;
  source.magnetic = magnetic;
  return source;
}

TetMesh small_box() {
  return make_box({0.05, 0.02, 0.06}, {5, 2, 6}, {0, 0, 0}, 0.2, 1);
}

TEST(DgtdInitialFields, AModeIsItsFormula) {
  CURLEW_SKIP_WITHOUT(muparser);
  const Discretization one{"central", "full", 2};
  const Simulation by_name = prepare(with_initial(one, mode_source("TE101", 3)), small_box());
  const InitialFields mode = find_initial_fields(by_name.input, by_name.problem);
  const auto unknowns = [&](const std::string &formula) {
    const Case input = with_initial(one, formulas({"0", formula, "0"}));
    return find_initial_fields(input, by_name.problem).e;
  };
  // Both are evaluated at the same points: rounding.
  EXPECT_LT(difference(mode.e, unknowns("3*sin(pi*x/0.05)*sin(pi*z/0.06)")), 1e-13);
  EXPECT_EQ(*std::max_element(mode.h.begin(), mode.h.end()), 0);
  // The twin.
  EXPECT_GT(difference(mode.e, unknowns("3*sin(pi*x/0.05)*sin(pi*z/0.0601)")), 1e-3);
}

const Discretization k_discretizations[] = {
    {"central", "mixed", 1}, {"central", "full", 1}, {"central", "full", 2, 0.3},
    {"dfdd", "mixed", 1},    {"dfdd", "mixed", 2},   {"dfdd", "full", 1},
    {"dfdd", "full", 2},     {"upwind", "mixed", 2}, {"upwind", "full", 1}};

// 1/2 eps |E|^2 over the box, less what H of half a step before takes of it. Dfdd has half of it in
// doubles of one degree less.
TEST(DgtdInitialFields, TheEnergyIsThatOfTheMode) {
  const BoxMode mode =
      BoxMode(parse_box_mode("TE101").value(), {0, 0, 0}, {0.05, 0.02, 0.06}, k_speed_of_light, 1);
  const double exact = 0.5 * k_eps0 * mode.mean_square() * 0.05 * 0.02 * 0.06;
  for (const Discretization &one : k_discretizations) {
    SCOPED_TRACE(name_of(one));
    const Simulation simulation = prepare(with_initial(one, mode_source("TE101")), small_box());
    const double dt_s = 0.1 * simulation.dt_limit_s;
    const auto energy_at_start = [&](double amplitude) {
      const Case input = with_initial(one, mode_source("TE101", amplitude));
      const InitialFields initial = find_initial_fields(input, simulation.problem);
      Steps steps(simulation, dt_s, "packed", Backend::serial,
                  std::numeric_limits<double>::infinity(), nullptr, &initial);
      return steps.advance(1, 1)[0];
    };
    const double energy = energy_at_start(1);
    std::printf("energy of TE101, %s: %+.2e of the exact one\n", name_of(one).c_str(),
                energy / exact - 1);
    const bool coarse = one.space[0] == 'm' && one.order == 1, doubles = one.scheme[0] == 'd';
    const double tolerance = coarse ? 0.05 : one.order == 1 ? 0.01 : 1e-3;
    EXPECT_NEAR(energy / exact, 1, doubles ? 2 * tolerance : tolerance);
    EXPECT_NEAR(energy_at_start(0.5) / energy, 0.25, 1e-12); // the twin
  }
}

// Doubles of dfdd start with equal values; only losses separate them.
TEST(DgtdInitialFields, VariantsStartAlike) {
  CURLEW_SKIP_WITHOUT(muparser);
  for (const Discretization &one : k_discretizations) {
    SCOPED_TRACE(name_of(one));
    Case input = with_initial(one, formulas({"sin(40*z)", "x*y*1e3", "cos(50*x)"},
                                            {"exp(y*10)/377", "z/20", "sin(x*30)/377"}));
    input.materials[0].sigma = SymmetricTensor::isotropic(0.05);
    input.materials[0].sigma_m = SymmetricTensor::isotropic(2000);
    input.boundaries.push_back({"x-", Abc{}});
    input.boundaries.push_back({"y+", Pmc{}});
    const Simulation simulation =
        prepare(input, make_box({0.05, 0.02, 0.06}, {2, 1, 2}, {0, 0, 0}, 0.2, 1));
    const InitialFields initial = find_initial_fields(input, simulation.problem);
    const double dt_s = 0.9 * simulation.dt_limit_s;
    std::vector<std::vector<double>> fields, energies;
    for (const char *variant : {"packed", "stored"}) {
      Steps steps(simulation, dt_s, variant, Backend::serial,
                  std::numeric_limits<double>::infinity(), nullptr, &initial);
      energies.push_back(steps.advance(40, 10));
      fields.push_back(steps.scheme().save().at("e"));
    }
    EXPECT_LT(difference(fields[0], fields[1]), 1e-11);
    EXPECT_LT(difference(energies[0], energies[1]), 1e-11);
  }
}

// A pulse between plates that travels to +z, from formulas of E and H at t = 0. With H of t = 0
// half a step too early a part of it would travel to -z: (c dt/2)^2 of its slope's square.
TEST(DgtdInitialFields, APulseGoesOneWay) {
  CURLEW_SKIP_WITHOUT(muparser);
  for (const char *scheme : {"central", "dfdd", "upwind"}) {
    SCOPED_TRACE(scheme);
    const std::string pulse = "exp(-((z-0.5)/0.12)^2)";
    Case input =
        with_initial({scheme, "full", 2}, formulas({pulse, "0", "0"}, {"0", pulse + "/eta0", "0"}));
    input.boundaries = {
        {"default", Pmc{}}, {"x-", Pec{}}, {"x+", Pec{}}, {"z-", Abc{}}, {"z+", Abc{}}};
    const Simulation simulation =
        prepare(input, make_box({0.1, 0.1, 1}, {1, 1, 10}, {0, 0, 0}, 0.2, 1));
    const InitialFields initial = find_initial_fields(input, simulation.problem);
    const double dt_s = 0.95 * simulation.dt_limit_s;
    Steps right(simulation, dt_s, "packed", Backend::serial,
                std::numeric_limits<double>::infinity(), nullptr, &initial);
    Steps naive(simulation, dt_s);
    FieldState state = right.scheme().save();
    const double is_lagging = right.scheme().magnetic_lag_steps();
    state["h"] = initial.h;
    naive.scheme().load(state);
    // E along the line behind the pulse, where a part to -z would be.
    const auto behind = [&](Steps &steps) {
      steps.advance(static_cast<std::int64_t>(0.3 / k_speed_of_light / dt_s));
      const std::vector<double> e = steps.observe().electric;
      double largest = 0;
      for (Index t = 0; t < simulation.problem.tet_count(); ++t) {
        if (simulation.problem.barycentre(t)[2] < 0.4)
          largest = std::max(largest, std::abs(e[3 * static_cast<std::size_t>(t)]));
      }
      return largest;
    };
    const double found = behind(right), without = behind(naive);
    std::printf("pulse %s: %.2e behind it, %.2e with H of t = 0\n", scheme, found, without);
    EXPECT_LT(found, 0.02);
    if (is_lagging > 0) {
      EXPECT_GT(without, 1.3 * found);
    }
  }
}

TEST(DgtdInitialFields, WhatIsNoBoxIsRefused) {
  const Discretization one{"central", "full", 1};
  const auto find = [&](const Case &input, TetMesh mesh) {
    const Simulation simulation = prepare(input, std::move(mesh));
    return find_initial_fields(input, simulation.problem);
  };
  const Case input = with_initial(one, mode_source("TE101"));
  EXPECT_FALSE(find(input, small_box()).empty());

  Case magnetic = input;
  magnetic.boundaries.push_back({"x-", Pmc{}});
  EXPECT_THAT([&] { find(magnetic, small_box()); },
              ThrowsMessage<InputError>(HasSubstr("whose six walls are \"pec\"")));

  Case two = input;
  two.materials.push_back(medium("glass"));
  two.materials[1].eps_r = SymmetricTensor::isotropic(4);
  two.regions["inside"] = "glass";
  TetMesh filled = small_box();
  mark_volume(filled, "inside", [](std::size_t t, const Point &) { return t < 12; });
  EXPECT_THAT([&] { find(two, filled); },
              ThrowsMessage<InputError>(HasSubstr("one isotropic medium")));

  Case hollow = two;
  hollow.materials[1] = medium("metal");
  hollow.materials[1].pec = true;
  hollow.regions["inside"] = "metal";
  EXPECT_THAT([&] { find(hollow, filled); }, ThrowsMessage<InputError>(HasSubstr("the tets fill")));
}

TEST(DgtdInitialFields, FormulasMustBeFinite) {
  CURLEW_SKIP_WITHOUT(muparser);
  const Discretization one{"central", "full", 1};
  const auto find = [&](const InitialFieldSource &source) {
    const Simulation simulation = prepare(with_initial(one, source), small_box());
    return find_initial_fields(simulation.input, simulation.problem);
  };
  EXPECT_THAT(
      [&] {
        find(formulas({"0", "sqrt(x - 0.02)", "0"}));
      },
      ThrowsMessage<InputError>(HasSubstr("\"sqrt(x - 0.02)\" is")));
  EXPECT_THAT(
      [&] {
        find(formulas({"0", "0", "0"}, {"1e300*1e300", "0", "0"}));
      },
      ThrowsMessage<InputError>(HasSubstr("is inf at")));
  EXPECT_FALSE(find(formulas({"0", "sqrt(x + 0.02)", "0"})).empty()); // the twin
}

} // namespace
} // namespace curlew::dgtd::testing
