// Changes that must not change a field: a mirror plane instead of the other half, a rotated room,
// source and probe exchanged, a conductor cut out of the mesh.
#include "fixtures.hpp"
#include "meshes.hpp"

namespace curlew::dgatd::testing {
namespace {

constexpr std::int64_t k_steps = 500;

// E traces of a run at the probes of the case, with a given time step.
std::vector<double> traces(const Case &input, const TetMesh &mesh, double dt_s,
                           const std::string &variant = "fused") {
  Simulation simulation = prepare(input, mesh);
  simulation.plan.dt_s = dt_s;
  return run(simulation, variant).electric_rows;
}

double safe_step(const Case &input, const TetMesh &mesh) {
  return 0.8 * prepare(input, mesh).dt_limit_s;
}

// A room whose wall x = 0 is a mirror, and both halves of it.
struct MirrorRoom {
  TetMesh half = room(), whole = glued(room(), mirrored(room()));
  Case half_case = vacuum_case(k_steps), whole_case = vacuum_case(k_steps);

  explicit MirrorRoom(double image_sign = 1) {
    const Vector3 at{0.23, 0.31, 0.27}, image_at{-0.23, 0.31, 0.27};
    half_case.boundaries.push_back({"x-", Pmc{}});
    half_case.excitations = {point_current(at, {0.48, 0.6, 0.64}, gaussian_derivative(500e6))};
    half_case.outputs.probes = {probe({0.71, 0.52, 0.33}), probe({0.06, 0.41, 0.22})};
    whole_case.excitations = half_case.excitations;
    whole_case.excitations.push_back(
        point_current(image_at, {-0.48, 0.6, 0.64}, gaussian_derivative(500e6)));
    current_of(whole_case, 1).amplitude = image_sign;
    whole_case.outputs.probes = half_case.outputs.probes;
  }
  double distance_of_traces() const {
    const double dt_s = safe_step(whole_case, whole);
    return distance(traces(half_case, half, dt_s), traces(whole_case, whole, dt_s));
  }
};

TEST(DgatdSymmetry, NaturalWallIsAMirror) {
  const double error = MirrorRoom().distance_of_traces();
  report("mirror_error", error);
  EXPECT_LT(error, 1e-9);
}

TEST(DgatdSymmetry, AnotherWallOrImageIsNoMirror) {
  MirrorRoom conducting;
  conducting.half_case.boundaries.pop_back();
  EXPECT_GT(conducting.distance_of_traces(), 0.1);
  EXPECT_GT(MirrorRoom(-1).distance_of_traces(), 0.1);
  EXPECT_GT(MirrorRoom(1 + 1e-6).distance_of_traces(), 1e-8);
}

// An antisymmetric source sees a conductor in the mirror plane.
TEST(DgatdSymmetry, ConductingWallIsAMirrorOfTheOtherKind) {
  MirrorRoom conducting(-1);
  conducting.half_case.boundaries.pop_back();
  EXPECT_LT(conducting.distance_of_traces(), 1e-9);
}

SymmetricTensor turned_tensor(const Rotation &r, const SymmetricTensor &tensor) {
  const auto &v = tensor.v;
  const double m[3][3] = {{v[0], v[3], v[4]}, {v[3], v[1], v[5]}, {v[4], v[5], v[2]}};
  const auto entry = [&](int i, int j) {
    double sum = 0;
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        sum += r[i][a] * m[a][b] * r[j][b];
    return sum;
  };
  return {{entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)}};
}

TEST(DgatdSymmetry, TurnedTensorsEqualATurnedMesh) {
  Case input = vacuum_case(k_steps);
  input.materials[0].eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  input.materials[0].mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials[0].sigma = {{2e-3, 1e-3, 3e-3, 4e-4, 0, -3e-4}};
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(200e6))};
  const Rotation r = rotation({0.6, 0.48, 0.64}, 0.9);
  Case turned = input;
  turned.materials[0].eps_r = turned_tensor(r, input.materials[0].eps_r);
  turned.materials[0].mu_r = turned_tensor(r, input.materials[0].mu_r);
  turned.materials[0].sigma = turned_tensor(r, input.materials[0].sigma);
  const Vector3 position_m = std::get<CurrentPoint>(current_of(input).extent).position_m;
  current_of(turned).extent = CurrentPoint{turn(r, position_m)};
  current_of(turned).direction = turn(r, current_of(input).direction);
  const TetMesh mesh = room();
  TetMesh turned_mesh = mesh;
  for (Point &p : turned_mesh.points)
    p = turn(r, p);
  const double dt_s = safe_step(input, mesh);
  const auto fields = [&](const Case &one, const TetMesh &on) {
    Simulation simulation = prepare(one, on);
    simulation.plan.dt_s = dt_s;
    return run_to_snapshot(simulation);
  };
  RunRecord plain = fields(input, mesh);
  for (auto *values : {&plain.snapshot_e, &plain.snapshot_h})
    for (std::size_t i = 0; i < values->size(); i += 3) {
      const Point v = turn(r, {(*values)[i], (*values)[i + 1], (*values)[i + 2]});
      std::copy(v.begin(), v.end(), values->begin() + i);
    }
  const double error = distance(fields(turned, turned_mesh), plain);
  report("turned_error", error);
  EXPECT_LT(error, 1e-10);
  for (int which = 0; which < 3; ++which) { // one tensor left as it was
    Case wrong = turned;
    Material &material = wrong.materials[0];
    const Material &original = input.materials[0];
    (which == 0   ? material.eps_r
     : which == 1 ? material.mu_r
                  : material.sigma) = which == 0   ? original.eps_r
                                      : which == 1 ? original.mu_r
                                                   : original.sigma;
    EXPECT_GT(distance(fields(wrong, turned_mesh), plain), 1e-3) << which;
  }
}

// The field at q along b from a current at p along a is that at p along a from one at q along b,
// also with losses and absorbing walls: every matrix of the scheme is symmetric.
TEST(DgatdSymmetry, SourceAndProbeTradePlaces) {
  Case input = vacuum_case(k_steps);
  input.materials[0].eps_r = {{2.0, 3.0, 4.0, 0.3, -0.2, 0.5}};
  input.materials[0].mu_r = {{1.5, 1.2, 2.0, -0.1, 0.2, 0.15}};
  input.materials.push_back(medium("brine", 3, 1, 2e-3));
  input.regions["core"] = "brine";
  input.boundaries.push_back({"x+", Abc{}});
  TetMesh mesh = room();
  mark_volume(mesh, "core", [](const Point &p) { return p[0] > 0.6; });
  const Vector3 p{0.21, 0.33, 0.28}, a{0.48, 0.6, 0.64}, q{0.77, 0.52, 0.35}, b{0.8, 0, -0.6};
  const double dt_s = safe_step(input, mesh);
  const auto trace = [&](const Vector3 &from, const Vector3 &current, const Vector3 &to,
                         const Vector3 &component, const std::string &variant) {
    Case one = input;
    one.excitations = {point_current(from, current, gaussian_derivative(400e6))};
    one.outputs.probes = {probe(to)};
    const auto rows = traces(one, mesh, dt_s, variant);
    std::vector<double> values;
    for (std::size_t i = 0; i < rows.size(); i += 3)
      values.push_back(dot(component, {rows[i], rows[i + 1], rows[i + 2]}));
    return values;
  };
  for (const std::string variant : {"fused", "blocks"}) {
    const auto there = trace(p, a, q, b, variant);
    const double error = distance(trace(q, b, p, a, variant), there);
    report("reciprocity_" + variant, error);
    EXPECT_LT(error, 1e-12);
    EXPECT_GT(distance(trace(q, a, p, b, variant), there), 0.1);
  }
}

TEST(DgatdConductors, AConductorEqualsAHoleInTheMesh) {
  TetMesh mesh = room(2);
  mark_volume(mesh, "block", [](const Point &p) {
    return p[0] > 0.4 && p[0] < 0.6 && p[1] > 0.3 && p[1] < 0.6 && p[2] < 0.3;
  });
  Case input = vacuum_case(k_steps);
  input.materials.push_back(medium("metal"));
  input.materials[1].pec = true;
  input.regions["block"] = "metal";
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(300e6))};
  input.outputs.probes = {probe({0.82, 0.62, 0.23})};
  Case hole = input;
  hole.regions.erase("block");
  const double dt_s = safe_step(input, mesh);
  const auto expected = traces(hole, without_volume(mesh, "block"), dt_s);
  const double error = distance(traces(input, mesh, dt_s), expected);
  report("conductor_error", error);
  EXPECT_LT(error, 1e-12);
  EXPECT_LT(distance(traces(input, mesh, dt_s, "spmv"), expected), 1e-11);
  Case filled = input;
  filled.materials[1].pec = false;
  EXPECT_GT(distance(traces(filled, mesh, dt_s), expected), 0.1);
}

TEST(DgatdConductors, ASheetKeepsTheFieldOnItsSide) {
  // Two rooms with a common wall at x = 1.
  TetMesh right = room(1, 0.25, 5);
  for (Point &point : right.points)
    point[0] += 1;
  TetMesh mesh = glued(room(), right);
  Case input = vacuum_case(k_steps);
  input.excitations = {point_current({0.21, 0.33, 0.28}, {0.48, 0.6, 0.64}, sine(300e6))};
  input.outputs.probes = {probe({0.82, 0.62, 0.23})};
  const Case left_alone = input;
  const auto on_wall = [](const Point &p) { return std::abs(p[0] - 1) < 1e-9; };
  const double dt_s = safe_step(input, mesh);
  const auto open = traces(input, mesh, dt_s);
  mark_surface(mesh, "sheet", on_wall);
  input.boundaries.push_back({"sheet", Pec{}});
  const auto shielded = traces(input, mesh, dt_s);
  EXPECT_LT(distance(shielded, traces(left_alone, room(), dt_s)), 1e-12);
  EXPECT_GT(distance(open, shielded), 0.1);
  input.outputs.probes = {probe({1.4, 0.62, 0.23})};
  for (const double value : traces(input, mesh, dt_s))
    ASSERT_EQ(value, 0);
}

} // namespace
} // namespace curlew::dgatd::testing
