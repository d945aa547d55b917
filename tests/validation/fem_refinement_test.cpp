// Adaptive refinement of method fem: errors against unknowns, beside uniform refinement.
#include "../unit/kokkos_environment.hpp"
#include <curlew/methods/fem/make_model.hpp>
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/mesh/bisect.hpp>
#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/refine.hpp>
#include <curlew/methods/fem/refinement/error_estimate.hpp>
#include <curlew/methods/fem/refinement/pass.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;

constexpr double k_frequency_hz = 3e9, k_length_m = 0.04;

// A line between plates 3 cm apart (at x), a third of a wavelength, from z- to z+.
nlohmann::ordered_json line_case(int order) {
  auto json = test::box_case({0.03, 0.01, k_length_m}, {3, 1, 4}, "pmc");
  json["boundaries"]["x-"] = {{"type", "pec"}};
  json["boundaries"]["x+"] = {{"type", "pec"}};
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "parallel-plate"}, {"index", index}, {"excited", true}};
  json["discretization"]["order"] = order;
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["frequency"] = k_frequency_hz;
  json["solver"]["method"] = "direct";
  return json;
}

TetMesh box_of(const Case &input) {
  const auto &box = input.mesh.box;
  return make_box(box.size_m, box.cells, box.origin_m, 0.1, 5);
}

// The second half of the line is 1 cm high: a step, whose edge cuts the metal's corner of 270
// degrees; there E is r^(-1/3).
constexpr double k_step_m = 0.01;
nlohmann::ordered_json step_case(int order) {
  auto json = line_case(order);
  json["materials"]["metal"] = {{"pec", true}};
  json["regions"]["metal"] = "metal";
  return json;
}

TetMesh stepped(const Case &input) {
  const auto &box = input.mesh.box;
  TetMesh mesh = make_box(box.size_m, box.cells, box.origin_m, 0, 1);
  mesh.groups.push_back({3, 7, "metal"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    const Point p = centroid_of(mesh, static_cast<Index>(t));
    if (p[0] > k_step_m && p[2] > 0.5 * k_length_m)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
  }
  return mesh;
}

struct Sample {
  double unknowns = 0, estimate = 0;
  std::vector<complex> s;
};

enum class How { uniform, adaptive };

// Solves on mesh after mesh.
std::vector<Sample> refine_case(const Case &input, TetMesh mesh, How how, int passes,
                                double most_unknowns = 1e9, double fraction = 0.2,
                                bool of_cross_sections = false) {
  std::vector<Sample> samples;
  for (int pass = 0; pass < passes; ++pass) {
    Prepared prepared = prepare_case(input, make_model(input, mesh, 1), 1);
    if (prepared.unknowns > most_unknowns)
      break;
    const std::vector<Port> ports = prepared.ports;
    const Problem problem =
        make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1);
    const auto system = make_system(Backend::serial, problem, prepared.choice);
    const Pass made = solve_pass(input, Backend::serial, problem, ports, *system,
                                 input.frequencies_hz[0], of_cross_sections, {});
    samples.push_back(
        {static_cast<double>(problem.unknowns.count), made.relative_error, made.values});
    mesh = how == How::uniform ? refine(mesh)
                               : refined_mesh(problem, made.squared_error,
                                              {fraction, 1, [](const TetMesh &) { return 0.0; }});
  }
  return samples;
}

double error_of(const Sample &sample, const std::vector<complex> &exact) {
  double worst = 0;
  for (std::size_t i = 0; i < exact.size(); ++i)
    worst = std::max(worst, std::abs(sample.s[i] - exact[i]));
  return worst;
}

// Slope of log error against log unknowns, by least squares.
template <class F> double slope_of(const std::vector<Sample> &samples, F error) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const Sample &sample : samples) {
    const double a = std::log(sample.unknowns), b = std::log(error(sample));
    n += 1;
    x += a;
    y += b;
    xx += a * a;
    xy += a * b;
  }
  return (n * xy - x * y) / (n * xx - x * x);
}

std::vector<complex> exact_line() {
  const complex through =
      std::polar(1.0, -2 * k_pi * k_frequency_hz * k_length_m / k_speed_of_light);
  return {0, through, through, 0};
}

double estimate_of(const Sample &sample) {
  return sample.estimate;
}

// The reference is that of the third order. The estimate falls with the edges, as the energy of the
// error does, and to first order it is that.
TEST(FemRefinement, AStepConvergesAsASmoothFieldDoes) {
  const Case line = test::make_case(line_case(1)), step = test::make_case(step_case(1)),
             fine = test::make_case(step_case(3));
  const std::vector<complex> exact =
      refine_case(fine, stepped(fine), How::adaptive, 20, 3e4, 0.07).back().s;
  const auto smooth = refine_case(line, box_of(line), How::uniform, 4);
  const auto uniform = refine_case(step, stepped(step), How::uniform, 4);
  const auto adaptive = refine_case(step, stepped(step), How::adaptive, 20, 2e4);
  const auto error_of_step = [&](const Sample &sample) { return error_of(sample, exact); };
  const double of_smooth =
      slope_of(smooth, [](const Sample &sample) { return error_of(sample, exact_line()); });
  const double of_uniform = slope_of(uniform, error_of_step),
               of_adaptive = slope_of(adaptive, error_of_step);
  RecordProperty("slopes", std::to_string(of_smooth) + " " + std::to_string(of_uniform) + " " +
                               std::to_string(of_adaptive));
  EXPECT_NEAR(of_smooth, -2.0 / 3, 0.02); // h^2
  EXPECT_NEAR(slope_of(smooth, estimate_of), -1.0 / 3, 0.05);
  EXPECT_GT(of_uniform, -0.50);             // h^(4/3): -4/9
  EXPECT_LT(of_adaptive, of_smooth + 0.03); // first passes are bent, as the first meshes are coarse
  EXPECT_LT(slope_of({adaptive.end() - 6, adaptive.end()}, error_of_step), of_smooth);
  EXPECT_LT(error_of_step(adaptive.back()), 0.5 * error_of_step(uniform.back()));
  EXPECT_LT(adaptive.back().unknowns, 0.7 * uniform.back().unknowns);
}

TEST(FemRefinement, TheEstimateFallsInSecondOrderAsTheErrorDoes) {
  const Case line = test::make_case(line_case(2));
  const auto samples = refine_case(line, box_of(line), How::uniform, 3);
  EXPECT_NEAR(slope_of(samples, estimate_of), -2.0 / 3, 0.05);
}

// A metal cube of 0.3 wavelengths in a wave: edges and corners.
TEST(FemRefinement, CrossSectionsOfACubeConvergeFasterThanUniformly) {
  constexpr double k_size_m = 0.4; // wavelength 1 m
  const auto cube_case = [&](int order) {
    auto json = test::box_case({2 * k_size_m, 2 * k_size_m, 2 * k_size_m}, {4, 4, 4}, "abc");
    json["mesh"]["box"]["origin"] = {-k_size_m, -k_size_m, -k_size_m};
    json["materials"]["metal"] = {{"pec", true}};
    json["regions"]["metal"] = "metal";
    json["frequency"] = k_speed_of_light;
    json["discretization"]["order"] = order;
    json["excitations"] = {{{"name", "wave"},
                            {"type", "plane-wave"},
                            {"direction", {0, 0, 1}},
                            {"polarization", {1, 0, 0}}}};
    json["outputs"]["rcs"] = {
        {"bistatic", {{"theta", {{"start", 0}, {"stop", 180}, {"step", 15}}}, {"phi", {0, 90}}}}};
    json["solver"]["method"] = "direct";
    return test::make_case(json);
  };
  const auto sections = [&](const Case &input, How how, int passes) {
    const auto &box = input.mesh.box;
    TetMesh mesh = make_box(box.size_m, box.cells, box.origin_m, 0, 1);
    mesh.groups.push_back({3, 7, "metal"});
    for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
      const Point p = centroid_of(mesh, static_cast<Index>(t));
      if (std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])}) < 0.5 * k_size_m)
        mesh.tet_group[t] = static_cast<Index>(mesh.groups.size() - 1);
    }
    return refine_case(input, mesh, how, passes, 4e4, 0.2, true);
  };
  const Case first = cube_case(1), second = cube_case(2);
  const auto exact = sections(second, How::adaptive, 6).back().s;
  const auto uniform = sections(first, How::uniform, 3),
             adaptive = sections(first, How::adaptive, 6);
  // The reference is good to about a tenth of these.
  EXPECT_LT(adaptive.back().unknowns, uniform.back().unknowns);
  EXPECT_LT(error_of(adaptive.back(), exact), 0.7 * error_of(uniform.back(), exact));
}

} // namespace
} // namespace curlew::fem
