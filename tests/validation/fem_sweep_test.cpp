// Adaptive sweeps of method fem by a reduced-order model, against solutions at every frequency.
#include "../unit/kokkos_environment.hpp"
#include <curlew/tests/support/fem_case.hpp>
#include <curlew/tests/support/paths.hpp>

#include <curlew/core/mesh/box_mesh.hpp>
#include <curlew/core/mesh/geometry.hpp>
#include <curlew/io/gmsh/gmsh_writer.hpp>
#include <curlew/methods/fem/sweep/reduced_sweep.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace curlew::fem {
namespace {

using nlohmann::ordered_json;
using test::Solver;

// A guide of 0.7 by 0.3 m with three irises around two cavities of 0.66 m, as a filter of
// rectangular windows, cells of 0.1 m: a window has `open` of the seven cells across.
ordered_json filter(const std::string &name, int open, int across = 7) {
  std::vector<double> planes{0};
  std::vector<bool> is_iris;
  const auto add = [&](int cells, double length_m, bool iris) {
    for (int c = 0; c < cells; ++c) {
      planes.push_back(planes.back() + length_m / cells);
      is_iris.push_back(iris);
    }
  };
  add(4, 0.4, false);
  for (const double behind_m : {0.66, 0.66, 0.4}) {
    add(1, 0.04, true);
    add(behind_m > 0.5 ? 6 : 4, behind_m, false);
  }
  const int cells = static_cast<int>(is_iris.size());
  TetMesh mesh =
      make_box({0.7, 0.3, static_cast<double>(cells)}, {across, 1, cells}, {0, 0, 0}, 0, 1);
  mesh.groups.push_back({3, 9, "iris"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    Point middle{0, 0, 0};
    for (const Index node : mesh.tets[t])
      middle = middle + 0.25 * mesh.points[node];
    const double from_middle = std::abs(middle[0] - 0.35);
    if (is_iris[static_cast<std::size_t>(middle[2])] && from_middle > 0.35 * open / across)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  for (Point &point : mesh.points)
    point[2] = planes[static_cast<std::size_t>(std::lround(point[2]))];
  const std::string file = curlew::test::output_path(name + ".msh");
  write_gmsh(file, mesh);
  ordered_json json = test::box_case({1, 1, 1}, {1, 1, 1});
  json["mesh"] = {{"file", file}};
  json["materials"]["metal"] = {{"pec", true}};
  json["regions"]["iris"] = "metal";
  json["boundaries"]["z-"] = {
      {"type", "port"}, {"kind", "rectangular"}, {"index", 1}, {"excited", true}};
  json["boundaries"]["z+"] = {{"type", "port"}, {"kind", "rectangular"}, {"index", 2}};
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["solver"]["method"] = "direct";
  return json;
}

std::vector<double> band(double from, double to, int count) {
  std::vector<double> frequencies;
  for (int i = 0; i < count; ++i)
    frequencies.push_back(from + (to - from) * i / (count - 1));
  return frequencies;
}

double distance(const ScatteringMatrix &a, const ScatteringMatrix &b) {
  double largest = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    largest = std::max(largest, std::abs(a[k] - b[k]));
  return largest;
}

// A sweep as a run does it.
class Sweep {
public:
  Sweep(const ordered_json &json, std::vector<double> frequencies_hz, double tolerance = 1e-3,
        std::vector<double> extra_hz = {}, std::size_t most = 50,
        const std::function<void(std::vector<AffineTerm> &)> &change = {},
        std::size_t most_columns = PortSpan::k_most)
      : frequencies_hz_(std::move(frequencies_hz)), solver(with_frequency(json, frequencies_hz_)),
        model(frequencies_hz_, extra_hz, tolerance, most, solver.network, terms_with(change),
              solver.problem.unknowns.count, 1, most_columns) {}

  ScatteringMatrix solve(double frequency_hz) {
    solver.set(frequency_hz);
    for (const auto &[port, mode] : solver.network.missing_columns()) {
      fields.push_back(solver.solve(solver.network.load_of(port, mode)));
      solver.network.add(port, fields.back(), mode);
    }
    return solver.network.scattering();
  }

  void run() {
    for (const std::size_t f : model.first())
      add(f);
    while (const auto f = model.next())
      add(*f);
  }

  void add(std::size_t f) {
    fields.clear();
    const ScatteringMatrix s = solve(frequencies_hz_[f]);
    for (const Load &x : fields)
      model.add_field(frequencies_hz_[f], x);
    model.add(f, s);
  }

  // Returns the largest error over every `step`-th of the frequencies from `first` on.
  double worst(std::size_t first = 0, std::size_t step = 1, std::size_t last = std::size_t(-1)) {
    double largest = 0;
    for (std::size_t f = first; f < std::min(last, frequencies_hz_.size()); f += step)
      largest = std::max(largest, distance(model.at(f), solve(frequencies_hz_[f])));
    return largest;
  }

private:
  static ordered_json with_frequency(ordered_json json, const std::vector<double> &frequencies_hz) {
    json["frequency"] = frequencies_hz;
    return json;
  }
  std::vector<AffineTerm> terms_with(const std::function<void(std::vector<AffineTerm> &)> &change) {
    auto terms =
        affine_terms(solver.input, solver.problem, solver.ports, *solver.system, frequencies_hz_);
    if (change)
      change(terms);
    return terms;
  }
  std::vector<double> frequencies_hz_;

public:
  Solver solver;
  ReducedSweep model;
  std::vector<Load> fields; // latest solve's
};

TEST(FemSweep, SolvesATwoCavityFilterAtSevenOf101Frequencies) {
  Sweep sweep(filter("filter", 3), band(250e6, 356e6, 101));
  EXPECT_TRUE(sweep.model.is_possible());
  sweep.run();
  EXPECT_LE(sweep.model.solves(), 7u);
  EXPECT_TRUE(sweep.model.is_converged());
  const double off = sweep.worst(); // 2.4e-6 seen, 2.7e-6 estimated
  EXPECT_LT(off, 1e-3);
  EXPECT_LT(off, sweep.model.error());
  // The twin: a sweep with a limited number of solves has a larger error, and reports it.
  Sweep twin(filter("filter", 3), band(250e6, 356e6, 101), 1e-3, {}, 5);
  twin.run();
  EXPECT_EQ(twin.model.solves(), 5u);
  EXPECT_FALSE(twin.model.is_converged());
  EXPECT_GT(twin.worst(), 1e-3); // 0.02 seen
}

// The twin of all these tests: a port whose admittance does not depend on frequency as it should.
TEST(FemSweep, AWrongPortIsWrong) {
  const auto wrong = [](std::vector<AffineTerm> &terms) {
    for (AffineTerm &term : terms)
      if (term.name == "\"z-\"")
        term.factor = [right = term.factor](double) { return right(300e6); };
  };
  Sweep sweep(filter("filter", 3), band(250e6, 356e6, 101), 1e-3, {}, 7, wrong);
  sweep.run();
  EXPECT_GT(sweep.worst(), 0.01);
}

// Narrow windows: a line of Q 3000, in which there are few of 4001 frequencies.
TEST(FemSweep, FindsAResonanceOfHighQ) {
  Sweep sweep(filter("narrow", 3, 11), band(250e6, 356e6, 4001));
  sweep.run();
  EXPECT_LE(sweep.model.solves(), 7u);
  EXPECT_TRUE(sweep.model.is_converged());
  std::size_t at = 0;
  const auto through = [&](std::size_t f) { return std::abs(sweep.model.at(f)[2]); };
  for (std::size_t f = 0; f < 4001; ++f)
    at = through(f) > through(at) ? f : at;
  EXPECT_GT(through(at), 0.95);
  EXPECT_LT(through(at - 5), 0.5); // 1/2200 of the frequency below
  EXPECT_LT(through(at + 5), 0.5);
  EXPECT_LT(sweep.worst(0, 100), 1e-3);
  EXPECT_LT(sweep.worst(at - 10, 1, at + 10), 1e-3);
}

// A dozen lines of high Q; a rational fit of 34 solutions is off by 0.09 there.
TEST(FemSweep, FindsAllResonancesOfAShieldedBox) {
  ordered_json json = test::box_case({1, 1, 1}, {1, 1, 1});
  json["mesh"] = {{"file", curlew::test::source_path("examples/shielded-box/box.msh")}};
  json["regions"] = {{"air", "air"}};
  json["boundaries"]["feed"] = {{"type", "port"}, {"kind", "tem"}, {"index", 1}, {"excited", true}};
  json["boundaries"]["front"] = {{"type", "pec"}};
  json["boundaries"]["open"] = {{"type", "abc"}};
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["solver"]["method"] = "direct";
  Sweep sweep(json, band(0.7e9, 1.6e9, 361));
  sweep.run();
  EXPECT_TRUE(sweep.model.is_converged());
  EXPECT_LE(sweep.model.solves(), 18u);      // 16 seen
  EXPECT_LT(sweep.worst(5, 20), 1e-4);       // all frequencies: 9e-6 seen, 8.8e-6 estimated
  EXPECT_LT(sweep.worst(350, 2, 361), 1e-4); // where the fit was off by 0.09
}

// The residual by the columns' factors is that of the field.
TEST(FemSweep, TheResidualIsTheTrueOne) {
  Sweep sweep(filter("filter", 3), band(250e6, 356e6, 101), 1e-3, {301.2345e6});
  for (const std::size_t f : {0u, 50u, 100u})
    sweep.add(f);
  sweep.model.next();
  for (const double f : {250e6, 271.2e6, 301.2345e6, 340.1e6}) {
    const auto [x, residual] = sweep.model.field(f, 1);
    sweep.solver.set(f);
    const Load b = sweep.solver.network.load_of(1), ax = sweep.solver.system->apply(x);
    double left = 0, right = 0;
    for (std::size_t i = 0; i < b.size(); ++i) {
      left += std::norm(ax[i] - b[i]);
      right += std::norm(b[i]);
    }
    EXPECT_NEAR(residual, std::sqrt(left / right), 1e-9 + 1e-7 * residual) << f;
    if (f != 250e6) {
      EXPECT_GT(residual, 1e-6);
    }
  }
}

// A x of the terms equals that of the matrix, in media whose constants depend on the frequency.
TEST(FemSweep, TheTermsAreTheMatrix) {
  ordered_json json = filter("media", 3);
  json["materials"]["air"] = {
      {"eps_r", {2, 3, 4}}, {"sigma", 0.01}, {"loss_tangent", 0.02}, {"mu_r", {1, 1.5, 2}}};
  json["boundaries"]["x-"] = {{"type", "impedance"}, {"sigma", 1e3}};
  json["boundaries"]["x+"] = {{"type", "pml"}, {"thickness", 0.15}};
  // Ports and absorbing walls are in front of isotropic media: these are not.
  json["boundaries"].erase("z+");
  json["boundaries"]["z-"] = {{"type", "lumped"}, {"R", 50}, {"L", 1e-8}, {"direction", {0, 1, 0}}};
  json["outputs"].erase("s_parameters");
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.3, 0.1, 0.2}},
                          {"direction", {0, 1, 0}}}};
  const std::vector<double> frequencies = band(250e6, 356e6, 3);
  json["frequency"] = frequencies;
  Solver solver(json);
  const auto terms =
      affine_terms(solver.input, solver.problem, solver.ports, *solver.system, frequencies);
  EXPECT_GE(terms.size(), 6u);
  for (const double f : {250e6, 290e6}) { // the second is none of those that the terms saw
    solver.set(f);
    const std::size_t n = static_cast<std::size_t>(solver.problem.unknowns.count);
    Load x(n), sum(n, 0);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = std::polar(1.0, 0.1 * static_cast<double>(i * i % 97));
    const Load expected = solver.system->apply(x);
    for (const AffineTerm &term : terms) {
      const Load part = multiply(term.matrix, x);
      for (std::size_t i = 0; i < n; ++i)
        sum[i] += term.factor(f) * part[i];
    }
    double off = 0, size = 0;
    for (std::size_t i = 0; i < n; ++i) {
      off = std::max(off, std::abs(sum[i] - expected[i]));
      size = std::max(size, std::abs(expected[i]));
    }
    EXPECT_LT(off, 1e-12 * size) << f;
  }
}

// Modes whose fields change with the frequency: a line on a substrate in a box.
TEST(FemSweep, ModalPortsWhoseFieldsChange) {
  TetMesh mesh = make_box({0.01, 0.006, 0.02}, {5, 3, 4}, {0, 0, 0}, 0, 1);
  mesh.groups.push_back({3, 9, "substrate"});
  for (std::size_t t = 0; t < mesh.tets.size(); ++t) {
    Point middle{0, 0, 0};
    for (const Index node : mesh.tets[t])
      middle = middle + 0.25 * mesh.points[node];
    if (middle[1] < 0.002)
      mesh.tet_group[t] = static_cast<Index>(mesh.groups.size()) - 1;
  }
  const std::string file = curlew::test::output_path("substrate.msh");
  write_gmsh(file, mesh);
  ordered_json json = test::box_case({1, 1, 1}, {1, 1, 1});
  json["mesh"] = {{"file", file}};
  json["materials"]["glass"] = {{"eps_r", 6}};
  json["regions"]["substrate"] = "glass";
  for (const auto &[side, index] : {std::pair("z-", 1), std::pair("z+", 2)})
    json["boundaries"][side] = {
        {"type", "port"}, {"kind", "modal"}, {"index", index}, {"excited", true}, {"modes", 2}};
  json["outputs"]["s_parameters"] = {{"touchstone", false}};
  json["solver"]["method"] = "direct";
  Sweep sweep(json, band(14e9, 20e9, 41));
  sweep.run();
  // One column per mode suffices where the fields keep their shape: 74 seen.
  EXPECT_GT(sweep.model.describe()["port_columns"].get<int>(), 8);
  // 12 seen: a third mode begins to travel within the band, and is absorbed from there on.
  EXPECT_LT(sweep.model.solves(), 13u);
  EXPECT_LT(sweep.worst(), 1e-3);
  EXPECT_EQ(sweep.model.bands(), 1u);
  // The same with too few columns for the whole band: it is split, to the same accuracy.
  Sweep split(json, band(14e9, 20e9, 41), 1e-3, {}, 50, {}, 60);
  ASSERT_TRUE(split.model.is_possible());
  EXPECT_GT(split.model.bands(), 1u);
  split.run();
  EXPECT_TRUE(split.model.is_converged());
  EXPECT_LT(split.worst(), 1e-3);
  // The twin: few solves do not suffice for so many bands.
  EXPECT_FALSE(Sweep(json, band(14e9, 20e9, 41), 1e-3, {}, 4, {}, 60).model.is_possible());
}

} // namespace
} // namespace curlew::fem
