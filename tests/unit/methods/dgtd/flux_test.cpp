// Power through surfaces: of fields that the functions hold exactly, restarts, refusals and
// warnings.
#include "fixtures.hpp"

#include <curlew/core/error.hpp>
#include <curlew/core/quadrature/simplex_rules.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>

#include <functional>

namespace curlew::dgtd::testing {
namespace {

using Vector = std::array<double, 3>;
using VectorField = std::function<Vector(const Point &)>;

// The unknowns of a field, by projection in each tet.
std::vector<double> project(const Problem &problem, const VectorField &field) {
  const int n = problem.per_tet();
  const SimplexRule<4> rule = tet_rule(2 * problem.choices.space.degree() + 2);
  std::vector<double> result;
  for (Index t = 0; t < problem.tet_count(); ++t) {
    const TetShape shape = problem.shape(t);
    const auto &v = shape.vertices;
    double determinant = 0;
    for (int d = 0; d < 3; ++d) {
      const int a = (d + 1) % 3, b = (d + 2) % 3;
      determinant += (v[1][d] - v[0][d]) * ((v[2][a] - v[0][a]) * (v[3][b] - v[0][b]) -
                                            (v[2][b] - v[0][b]) * (v[3][a] - v[0][a]));
    }
    std::vector<double> load(n, 0);
    for (std::size_t q = 0; q < rule.points.size(); ++q) {
      Point x{0, 0, 0};
      for (int k = 0; k < 4; ++k)
        for (int d = 0; d < 3; ++d)
          x[d] += rule.points[q][k] * v[k][d];
      const Vector value = field(x);
      const auto functions = function_values(problem.choices.space, shape, rule.points[q]);
      for (int i = 0; i < n; ++i)
        for (int d = 0; d < 3; ++d)
          load[i] += rule.weights[q] * std::abs(determinant) / 6 * value[d] * functions[i][d];
    }
    Matrix inverse = mass_matrix(problem, t, SymmetricTensor());
    invert_positive(n, inverse);
    for (int i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < n; ++j)
        sum += inverse[i * n + j] * load[j];
      result.push_back(sum);
    }
  }
  return result;
}

// A scheme with fluxes and the far field's surface, where the case has one, sampled at every step.
class FluxRun {
public:
  FluxRun(const Simulation &simulation, double dt_s)
      : simulation_(simulation), dt_s_(dt_s),
        flux_(find_flux_points(simulation.input, simulation.problem)),
        surface_(find_huygens_surface(simulation.input, simulation.problem, simulation.waves)) {
    plan_.dt_s = dt_s;
    SchemeInput input{simulation.problem, simulation.sources, simulation.probes, plan_};
    input.frequencies_hz = simulation.input.frequencies_hz;
    input.waves = &simulation.waves;
    input.surface = surface_.size() > 0 ? &surface_ : nullptr;
    input.flux = &flux_;
    scheme_ = make_scheme(Backend::serial, input);
  }

  // The powers at the beginning of each step, [step][surface].
  std::vector<double> advance_to(double end_s) {
    std::vector<double> powers;
    with_threads_of(Backend::serial, [&] {
      for (; static_cast<double>(step_) * dt_s_ < end_s; ++step_) {
        scheme_->begin_step(step_, false);
        scheme_->end_step(step_);
        if (scheme_->sample()) {
          scheme_->probes().read();
          append(powers);
        }
      }
    });
    append(powers);
    return powers;
  }

  RecordingScheme &scheme() { return *scheme_; }
  void go_on_from(FluxRun &other) {
    scheme_->load(other.scheme_->save());
    step_ = other.step_;
  }

private:
  void append(std::vector<double> &powers) {
    const std::vector<double> read = scheme_->flux()->read();
    powers.insert(powers.end(), read.begin(), read.end());
  }

  const Simulation &simulation_;
  double dt_s_;
  FluxPoints flux_;
  HuygensSurface surface_;
  TimePlan plan_;
  std::unique_ptr<RecordingScheme> scheme_;
  std::int64_t step_ = 0;
};

FluxSpec plane(int axis, double at_m, std::optional<std::array<double, 2>> min_m = std::nullopt,
               std::optional<std::array<double, 2>> max_m = std::nullopt) {
  return {"plane", FluxPlane{axis, at_m, min_m, max_m}};
}

TetMesh with_group(TetMesh mesh, const std::string &name, int axis, double at_m) {
  mesh.groups.push_back({2, 77, name});
  for (const auto &tet : mesh.tets)
    for (int out = 0; out < 4; ++out) {
      std::array<Index, 3> face{};
      bool lies_there = true;
      for (int v = 0, at = 0; v < 4; ++v)
        if (v != out) {
          face[at++] = tet[v];
          lies_there = lies_there && std::abs(mesh.points[tet[v]][axis] - at_m) < 1e-9;
        }
      if (lies_there && mesh.points[tet[out]][axis] < at_m) {
        mesh.triangles.push_back(face);
        mesh.triangle_group.push_back(static_cast<Index>(mesh.groups.size() - 1));
      }
    }
  return mesh;
}

// E = (y, 0, 1), H = (0, 1 + z, x): E x H = (-(1 + z), -x y, y (1 + z)).
TEST(DgtdFlux, OfLinearFieldsIsExact) {
  for (const Discretization &one : {Discretization{"upwind", "full", 1}, {"upwind", "mixed", 2}}) {
    Case input = vacuum_case(one);
    input.boundaries = {{"default", Abc{}}};
    input.outputs.fluxes = {plane(2, 0.5),
                            plane(2, 0.37),
                            plane(0, 0.5, {{0.1, 0.2}}, {{0.7, 1}}),
                            plane(2, 1),
                            {"box", FluxBox{{0.2, 0.25, 0.3}, {0.9, 0.75, 1}}},
                            {"group", FluxGroup{"middle"}},
                            {"hull", FluxGroup{"z-"}}};
    const Simulation simulation = prepare(
        input, with_group(make_box({1, 1, 1}, {4, 4, 4}, {0, 0, 0}, 0, 1), "middle", 2, 0.5));
    FluxRun run(simulation, 0.5 * simulation.dt_limit_s);
    FieldState state = run.scheme().save();
    state["e"] = project(simulation.problem, [](const Point &x) { return Vector{x[1], 0, 1}; });
    state["h"] = project(simulation.problem, [](const Point &x) {
      return Vector{0, 1 + x[2], x[0]};
    });
    run.scheme().load(state);
    const std::vector<double> powers = run.advance_to(0.1 * simulation.dt_limit_s);
    ASSERT_EQ(powers.size(), 7u);
    EXPECT_NEAR(powers[0], 0.5 * 1.5, 1e-12) << name_of(one); // faces of tets
    EXPECT_NEAR(powers[1], 0.5 * 1.37, 1e-12) << name_of(one);
    EXPECT_NEAR(powers[2], -0.6 * (0.8 + (1 - 0.04) / 2), 1e-12) << name_of(one);
    EXPECT_NEAR(powers[3], 0.5 * 2, 1e-12) << name_of(one); // the hull
    // The divergence of E x H: -x + y over the box, and 0 of x.
    const double volume = 0.7 * 0.5 * 0.7;
    EXPECT_NEAR(powers[4], volume * (0.5 - 0.55), 1e-12) << name_of(one);
    EXPECT_NEAR(powers[5], powers[0], 1e-12) << name_of(one);
    EXPECT_NEAR(powers[6], -0.5 * 1, 1e-12) << name_of(one); // outwards
  }
}

// The planes are those of a cube around the origin, whose nodes are off their coordinates by
// rounding.
TEST(DgtdFlux, OfPlanesOfNodesIsWhole) {
  Case input = vacuum_case({"upwind", "full", 1});
  input.boundaries = {{"default", Abc{}}};
  for (const double at_m : {-0.03, -0.02, -0.01, 0.0, 0.01, 0.02, 0.03})
    input.outputs.fluxes.push_back(plane(2, at_m));
  input.outputs.fluxes.push_back({"box", FluxBox{{-0.02, -0.02, -0.02}, {0.02, 0.02, 0.02}}});
  const Problem problem =
      make_problem(input, make_box({0.06, 0.06, 0.06}, {6, 6, 6}, {-0.03, -0.03, -0.03}, 0, 1));
  const FluxPoints points = find_flux_points(input, problem);
  for (std::size_t s = 0; s < points.surfaces(); ++s) {
    double area_m2 = 0;
    for (std::size_t p = points.first[s]; p < points.first[s + 1]; ++p)
      area_m2 += std::abs(points.areas_m2[p][0]) + std::abs(points.areas_m2[p][1]) +
                 std::abs(points.areas_m2[p][2]);
    EXPECT_NEAR(area_m2, s < 7 ? 0.0036 : 6 * 0.0016, 1e-12) << s;
  }
}

// Bricks of 1.5 m, an eighth of a wavelength.
Case corner(const Discretization &one) {
  Case input = corner_of_dipole(one, k_speed_of_light / 12, {{"default", Abc{}}});
  input.outputs.fluxes = {{"near", FluxBox{{0, 0, 0}, {2, 2, 2}}},
                          {"far", FluxBox{{0, 0, 0}, {3.2, 3, 4.1}}}};
  return input;
}

TEST(DgtdFlux, GoesOnWithTheSamePowersAndSums) {
  for (const char *scheme : {"central", "upwind"}) {
    const Simulation simulation =
        prepare(corner({scheme, "mixed", 1}), make_box({6, 6, 6}, {4, 4, 4}, {0, 0, 0}, 0, 1));
    const double dt_s = 0.9 * simulation.dt_limit_s;
    FluxRun whole(simulation, dt_s), second(simulation, dt_s);
    whole.advance_to(20 / k_speed_of_light);
    second.go_on_from(whole);
    EXPECT_EQ(whole.advance_to(30 / k_speed_of_light), second.advance_to(30 / k_speed_of_light));
    EXPECT_EQ(whole.scheme().save(), second.scheme().save());
    EXPECT_EQ(whole.scheme().flux()->spectra(), second.scheme().flux()->spectra());
  }
}

void expect_refused(const Case &input, const TetMesh &mesh, const std::string &message) {
  try {
    find_flux_points(input, make_problem(input, mesh));
    ADD_FAILURE() << "not refused: " << message;
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(message));
  }
}

TEST(DgtdFlux, IsRefusedOutsideOfTheMesh) {
  const TetMesh mesh = make_box({1, 1, 1}, {2, 2, 2}, {0, 0, 0}, 0, 1);
  Case input = vacuum_case({"central", "full", 1});
  const auto with = [&](const FluxSpec &flux) {
    input.outputs.fluxes = {flux};
    return input;
  };
  expect_refused(with(plane(1, 1.5)), mesh, "y = 1.5 m lies outside of the mesh");
  expect_refused(with(plane(1, 0.5, {{2, 0}})), mesh, "it lies outside of the mesh");
  expect_refused(with(plane(1, 0.5, {{0, 0}}, {{1, 1.2}})), mesh, "0.2 m^2 lie outside");
  expect_refused(with({"b", FluxBox{{0, 0, 0}, {1, 1, 2}}}), mesh, "lie outside of the mesh");
  expect_refused(with({"g", FluxGroup{"none"}}), mesh, "none");
}

TEST(DgtdFlux, WarnsOfCurrentsAndEndsAtLayers) {
  Case input = corner({"central", "full", 1});
  input.outputs.fluxes = {plane(2, 0.1)};
  const TetMesh mesh = make_box({6, 6, 6}, {4, 4, 4}, {0, 0, 0}, 0, 1);
  const auto warnings = [&] {
    const Simulation simulation = prepare(input, mesh);
    return flux_warnings(input, simulation.problem, find_flux_points(input, simulation.problem),
                         simulation.sources, simulation.waves);
  };
  ASSERT_EQ(warnings().size(), 1u);
  EXPECT_THAT(warnings()[0], ::testing::HasSubstr("passes through the current \"j\""));
  PmlSpec layer;
  layer.thickness_m = 3;
  input.boundaries = {{"x-", Pmc{}}, {"y-", Pmc{}}, {"z-", Pec{}}, {"default", layer}};
  input.outputs.fluxes = {plane(2, 2)};
  const Problem problem = make_problem(input, mesh);
  double area_m2 = 0;
  for (const Point &area : find_flux_points(input, problem).areas_m2)
    area_m2 += area[2];
  EXPECT_NEAR(area_m2, 9, 1e-9);
  input.outputs.fluxes = {plane(2, 2, {{0, 0}}, {{4, 4}})};
  ASSERT_EQ(warnings().size(), 1u);
  EXPECT_THAT(warnings()[0], ::testing::HasSubstr("reaches into an absorbing layer"));
}

} // namespace
} // namespace curlew::dgtd::testing
