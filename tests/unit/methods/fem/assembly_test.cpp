// Matrices of method fem: variants against each other, symmetry, null spaces.
#include "../../kokkos_environment.hpp"
#include "random_load.hpp"
#include <curlew/tests/support/fem_case.hpp>

#include <curlew/core/mesh/geometry.hpp>
#include <curlew/core/mesh/quality.hpp>
#include <curlew/core/parallel/instance_copies.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/fem/outputs/participation.hpp>
#include <curlew/methods/fem/solve/multigrid_levels.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using test::Solver;

nlohmann::ordered_json lossy_box(const std::string &space, int order, const std::string &assembly,
                                 const std::string &matrix = "csr") {
  auto json = test::box_case({1, 0.8, 0.6}, {3, 2, 2}, "abc");
  json["mesh"]["box"]["jitter"] = 0.2;
  json["boundaries"]["x-"] = {{"type", "pec"}};
  json["boundaries"]["z+"] = {{"type", "impedance"}, {"surface_impedance", {100, 30}}};
  json["materials"]["air"] = {{"eps_r", {{2, 0.3, 0}, {0.3, 3, 0.1}, {0, 0.1, 4}}},
                              {"mu_r", {1.5, 1.2, 2.0}},
                              {"sigma", 0.01}};
  json["boundaries"]["default"] = {{"type", "pmc"}};
  json["discretization"] = {
      {"space", space}, {"order", order}, {"assembly", assembly}, {"matrix", matrix}};
  json["excitations"] = {{{"name", "dipole"},
                          {"type", "current"},
                          {"point", {0.5, 0.4, 0.3}},
                          {"direction", {0, 0, 1}}}};
  return json;
}

// Returns a box with both tensors unsymmetric, with losses, about axes that are none of the mesh.
// `sign`: sign of the bias.
nlohmann::ordered_json gyrotropic_box(const std::string &space, int order,
                                      const std::string &assembly, int sign = 1) {
  auto json = lossy_box(space, order, assembly);
  json["materials"]["air"].update(
      {{"ferrite",
        {{"saturation", 3000}, {"bias", {900 * sign, -2000 * sign, 5000 * sign}}, {"alpha", 0.05}}},
       {"gyrotropic_drude",
        {{{"f_p", 2e8}, {"gamma", 3e7}, {"bias", {2e-3 * sign, 3e-3 * sign, -1e-3 * sign}}}}}});
  return json;
}

complex product(const Load &a, const Load &b) {
  complex sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

// A problem of which every seventh edge has a point off its middle.
Problem bent_problem(const Case &input, Prepared &prepared) {
  const TetTopology &topology = prepared.model.topology;
  TetMesh &mesh = prepared.model.mesh;
  for (std::size_t e = 0; e < topology.edges.size(); ++e) {
    const Point &a = mesh.points[topology.edges[e][0]], &b = mesh.points[topology.edges[e][1]];
    Point middle = 0.5 * (a + b);
    if (e % 7 == 0)
      middle[e % 3] += 0.02;
    mesh.edge_points.push_back(middle);
  }
  mesh.tet_edge_points = topology.tet_edges;
  return make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1);
}

class Spaces : public ::testing::TestWithParam<std::pair<const char *, int>> {};

// Assembles with tensors, and with numbers alone, which have kernels of their own.
TEST_P(Spaces, VariantsOfAssemblyAgreeOnEachBackend) {
  const auto [space, order] = GetParam();
  for (const bool has_tensors : {true, false}) {
    const auto made = [&, space = space, order = order](const char *assembly) {
      auto json = lossy_box(space, order, assembly);
      if (!has_tensors)
        json["materials"]["air"] = {{"eps_r", 2.5}, {"mu_r", 1.5}, {"sigma", 0.01}};
      return json;
    };
    Solver reference(made("atomic"));
    const Load x = random_load(reference.problem.unknowns.count), y = reference.system->apply(x);
    for (const Backend backend : compiled_backends())
      for (const char *assembly : {"atomic", "by-dof", "row"})
        EXPECT_LT(difference(Solver(made(assembly), backend).system->apply(x), y), 1e-13)
            << assembly << " on " << to_string(backend);
  }
}

// The kernels' pattern is the host's, of all rows and of the first ones alone, whose columns go on.
TEST_P(Spaces, PatternOfKernelsIsTheHostsOnEachBackend) {
  const auto [space, order] = GetParam();
  auto json = lossy_box(space, order, "row");
  json["mesh"]["box"]["cells"] = {5, 4, 3};
  const Solver made(json);
  const Problem &problem = made.problem;
  const int n = problem.dofs.per_tet;
  ASSERT_TRUE(std::any_of(problem.tet_rows.begin(), problem.tet_rows.end(),
                          [](Index row) { return row < 0; }));
  for (const Index rows : {problem.unknowns.count, problem.unknowns.count / 2}) {
    const Pattern expected = make_pattern(problem.tet_rows, n, rows, 2);
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &instance) {
        using Space = std::decay_t<decltype(instance)>;
        const TetTables<Space> tables = make_tables<Space>(problem);
        const SpacePattern<Space> found = make_pattern(instance, tables.rows, rows);
        EXPECT_EQ(to_vector(instance, found.row_begin), expected.row_begin);
        EXPECT_EQ(to_vector(instance, found.columns), expected.columns);
        EXPECT_EQ(to_vector(instance, found.tet_begin), expected.row_tets.offsets);
        EXPECT_EQ(to_vector(instance, found.row_tets), expected.row_tets.indices);
      });
  }
}

// A problem without a pattern on the host has the same matrix.
TEST_P(Spaces, MatrixNeedsNoPatternOnTheHost) {
  const auto [space, order] = GetParam();
  const auto json = lossy_box(space, order, "row");
  Solver with(json), without(json);
  without.problem.pattern = {};
  without.system = make_system(Backend::serial, without.problem, without.system->choice());
  without.set(without.input.frequencies_hz.front());
  const Load x = random_load(with.problem.unknowns.count);
  EXPECT_LT(difference(without.system->apply(x), with.system->apply(x)), 1e-15);
  EXPECT_EQ(without.system->entries(), static_cast<Offset>(with.problem.pattern.columns.size()));
}

// Products element by element, which store no matrix; of large boxes, with several tiles.
TEST_P(Spaces, ElementProductsAreThoseOfTheMatrixOnEachBackend) {
  const auto [space, order] = GetParam();
  for (const bool is_uniform : {false, true}) {
    auto json = lossy_box(space, order, "row");
    json["mesh"]["box"]["cells"] = {7, 6, 5};
    if (is_uniform)
      json["materials"]["air"] = {{"eps_r", 2.5}, {"mu_r", 1.2}, {"sigma", 0.02}};
    json["solver"] = {{"method", "cocg"}, {"preconditioner", "jacobi"}};
    Solver reference(json);
    const Load x = random_load(reference.problem.unknowns.count), y = reference.system->apply(x);
    json["discretization"]["matrix"] = "ebe";
    for (const Backend backend : compiled_backends()) {
      Solver elements(json, backend);
      EXPECT_LT(difference(elements.system->apply(x), y), 1e-12) << to_string(backend);
      elements.set(2 * elements.input.frequencies_hz.front()); // media and weights follow
      EXPECT_GT(difference(elements.system->apply(x), y), 1e-3) << to_string(backend);
    }
  }
}

// Every seventh edge gets a point off its middle: curved and straight tets, curved faces.
TEST_P(Spaces, ElementProductsOfCurvedTetsAreThoseOfTheMatrix) {
  const auto [space, order] = GetParam();
  auto json = lossy_box(space, order, "row");
  json["solver"] = {{"method", "cocg"}, {"preconditioner", "jacobi"}};
  const Case input = test::make_case(json);
  Prepared prepared = prepare_case(input, 1);
  const Problem problem = bent_problem(input, prepared);
  ASSERT_GT(problem.curved.size(), 4);
  ASSERT_LT(problem.curved.size(), problem.tets.size());
  const double frequency_hz = input.frequencies_hz.front(),
               k0 = test::Solver::wavenumber(frequency_hz);
  const Media media = media_at(input, problem.model, problem.layers, frequency_hz);
  Coefficients coefficients{&media, 1, -k0 * k0, {}, {}};
  for (const complex &y : face_admittances(input, problem.model, {}, frequency_hz))
    coefficients.faces.push_back(complex(0, k0) * y);
  SolverChoice choice = prepared.choice;
  const auto stored = make_system(Backend::serial, problem, choice);
  choice.matrix = MatrixForm::ebe;
  stored->set(coefficients);
  const Load x = random_load(problem.unknowns.count), y = stored->apply(x);
  SolveOptions options;
  options.max_iterations = 20;
  SolveReport report;
  Load solution;
  EXPECT_THROW(stored->solve(y, solution, options, report), NotConverged);
  EXPECT_GT(report.solve_s, 0);
  const double residual = report.residual;
  for (const Backend backend : compiled_backends()) {
    const auto elements = make_system(backend, problem, choice);
    elements->set(coefficients);
    EXPECT_LT(difference(elements->apply(x), y), 1e-12) << to_string(backend);
    Load found;
    EXPECT_THROW(elements->solve(y, found, options, report), NotConverged);
    EXPECT_NEAR(report.residual, residual, 1e-6 * residual); // with the same diagonal
  }
}

TEST_P(Spaces, MatricesAreComplexSymmetric) {
  const auto [space, order] = GetParam();
  Solver solver(lossy_box(space, order, "atomic"));
  const Load x = random_load(solver.problem.unknowns.count);
  Load y(x.rbegin(), x.rend());
  EXPECT_LT(std::abs(product(x, solver.system->apply(y)) - product(y, solver.system->apply(x))),
            1e-12 * std::abs(product(x, solver.system->apply(y))));
}

// Fields on conductors enter the right-hand side as in the matrix of all tets.
TEST_P(Spaces, GivenValuesAreThoseOfTheWholeMatrix) {
  const auto [space, order] = GetParam();
  Solver solver(lossy_box(space, order, "row"));
  const Load free = random_load(solver.problem.unknowns.count);
  EXPECT_LT(difference(product_with_fixed(solver.problem, solver.coefficients,
                                          with_fixed(solver.problem, free)),
                       solver.system->apply(free)),
            1e-13);
}

// The matrix of a gyrotropic case times a load, and the same product on the host by whole matrices
// of the tets. `is_bent`: on curved tets.
struct Products {
  Load product, of_tets;
};
Products gyrotropic_products(const nlohmann::ordered_json &json, bool is_bent, Backend backend) {
  const Case input = test::make_case(json);
  Prepared prepared = prepare_case(input, 1);
  const SolverChoice choice = prepared.choice;
  const Problem problem =
      is_bent ? bent_problem(input, prepared)
              : make_problem(input, std::move(prepared.model), std::move(prepared.layers), 1);
  EXPECT_EQ(problem.curved.empty(), !is_bent);
  const double frequency_hz = input.frequencies_hz.front(),
               k0 = test::Solver::wavenumber(frequency_hz);
  const Media media = media_at(input, problem.model, problem.layers, frequency_hz);
  const auto admittances = face_admittances(input, problem.model, {}, frequency_hz);
  const Coefficients coefficients = coefficients_of(media, admittances, k0);
  const auto system = make_system(backend, problem, choice);
  system->set(coefficients);
  const Load x = random_load(problem.unknowns.count);
  return {system->apply(x), product_with_fixed(problem, coefficients, with_fixed(problem, x))};
}

TEST_P(Spaces, GyrotropicMatricesAreThoseOfTheirTets) {
  const auto [space, order] = GetParam();
  for (const bool is_bent : {false, true}) {
    const Load reversed =
        gyrotropic_products(gyrotropic_box(space, order, "row", -1), is_bent, Backend::serial)
            .product;
    for (const Backend backend : compiled_backends())
      for (const char *assembly : {"atomic", "by-dof", "row"}) {
        const Products made =
            gyrotropic_products(gyrotropic_box(space, order, assembly), is_bent, backend);
        EXPECT_LT(difference(made.product, made.of_tets), 1e-12)
            << assembly << " on " << to_string(backend) << is_bent;
        EXPECT_GT(difference(made.product, reversed), 1e-2); // the twin
      }
  }
}

// The bias reversed transposes the matrix, which is not symmetric.
TEST_P(Spaces, ABiasReversedTransposesTheMatrix) {
  const auto [space, order] = GetParam();
  Solver solver(gyrotropic_box(space, order, "row")),
      reversed(gyrotropic_box(space, order, "row", -1));
  const Load x = random_load(solver.problem.unknowns.count);
  const Load y(x.rbegin(), x.rend());
  const complex there = product(x, solver.system->apply(y));
  EXPECT_LT(std::abs(there - product(y, reversed.system->apply(x))), 1e-12 * std::abs(there));
  EXPECT_GT(std::abs(there - product(y, solver.system->apply(x))), 1e-3 * std::abs(there));
}

// A gradient has no curl: A of it is the mass's part, and without a mass 0.
TEST_P(Spaces, GradientsHaveNoCurl) {
  const auto [space, order] = GetParam();
  auto json = lossy_box(space, order, "row");
  json["boundaries"].erase("z+");
  json["solver"] = {{"method", "cocg"}, {"preconditioner", "none"}}; // curls alone are singular
  Solver solver(json);
  Coefficients curl = solver.coefficients;
  curl.mass = 0;
  const HostSparse<double> gradient = finest_gradient(solver.problem);
  const Load x = multiply(gradient, random_load(gradient.column_count));
  const Load all = solver.system->apply(x);
  solver.system->set(curl);
  double size = 0, rest = 0;
  for (const complex &value : all)
    size += std::norm(value);
  for (const complex &value : solver.system->apply(x))
    rest += std::norm(value);
  EXPECT_LT(std::sqrt(rest / size), 1e-12);
  Load other = x;
  other.front() += 1; // the twin: no gradient
  rest = 0;
  for (const complex &value : solver.system->apply(other))
    rest += std::norm(value);
  EXPECT_GT(std::sqrt(rest / size), 1e-3);
}

INSTANTIATE_TEST_SUITE_P(Elements, Spaces,
                         ::testing::Values(std::pair("mixed", 1), std::pair("full", 1),
                                           std::pair("mixed", 2)),
                         [](const auto &one) {
                           return std::string(one.param.first) + std::to_string(one.param.second);
                         });

TEST(Solvers, AllFindTheSameField) {
  auto json = lossy_box("mixed", 1, "row");
  json["solver"] = {{"method", "direct"}};
  Solver direct(json);
  const Load b = random_load(direct.problem.unknowns.count), x = direct.solve(b);
  for (const auto &[method, preconditioner] :
       std::vector<std::pair<std::string, std::string>>{{"cocg", "none"},
                                                        {"cocg", "jacobi"},
                                                        {"cocg", "ssor-ai"},
                                                        {"cocg", "gradient"},
                                                        {"fgmres", "ssor"},
                                                        {"fgmres", "none"}}) {
    json["solver"] = {{"method", method}, {"preconditioner", preconditioner}, {"tolerance", 1e-11}};
    Solver solver(json);
    EXPECT_LT(difference(solver.solve(b), x), 1e-8) << method << " + " << preconditioner;
    EXPECT_GT(solver.report.iterations, 1);
  }
}

TEST(Solvers, MultigridNeedsFewIterationsOnEachOrder) {
  for (const int order : {1, 2}) {
    auto json = test::box_case({1, 1, 1}, {4, 4, 4}, "abc");
    json["mesh"]["refine"] = order == 1 ? 1 : 0;
    json["discretization"] = {{"order", order}};
    json["solver"] = {{"method", "direct"}};
    Solver direct(json);
    const Load b = random_load(direct.problem.unknowns.count), x = direct.solve(b);
    for (const auto &[method, smoother] :
         {std::pair("fgmres", "gcr"), std::pair("cocg", "chebyshev")}) {
      json["solver"] = {{"method", method},
                        {"preconditioner", {{"type", "multigrid"}, {"smoother", smoother}}},
                        {"tolerance", 1e-9}};
      Solver solver(json);
      EXPECT_LT(difference(solver.solve(b), x), 1e-6) << method << ", order " << order;
      EXPECT_LE(solver.report.iterations, 40) << method << ", order " << order;
    }
  }
}

TEST(Solvers, JadIsTheSameMatrix) {
  auto json = lossy_box("mixed", 2, "row");
  json["solver"] = {{"method", "cocg"}, {"preconditioner", "gradient"}, {"tolerance", 1e-11}};
  Solver csr(json);
  json["discretization"]["matrix"] = "jad";
  Solver jad(json);
  const Load b = random_load(csr.problem.unknowns.count);
  EXPECT_LT(difference(jad.solve(b), csr.solve(b)), 1e-8);
}

// Preconditioners by the diagonal need no matrix, the others are made of one that then goes.
TEST(Solvers, ElementByElementFindsTheSameField) {
  for (const auto &[method, preconditioner] : std::vector<std::pair<std::string, std::string>>{
           {"cocg", "jacobi"}, {"cocg", "gradient"}, {"fgmres", "none"}}) {
    auto json = lossy_box("mixed", 1, "row");
    json["solver"] = {{"method", method}, {"preconditioner", preconditioner}, {"tolerance", 1e-11}};
    Solver csr(json);
    json["discretization"]["matrix"] = "ebe";
    Solver elements(json);
    const Load b = random_load(csr.problem.unknowns.count);
    EXPECT_LT(difference(elements.solve(b), csr.solve(b)), 1e-8) << preconditioner;
    EXPECT_NEAR(elements.report.iterations, csr.report.iterations, 0.1 * csr.report.iterations)
        << preconditioner;
    elements.set(1.1 * elements.input.frequencies_hz.front()); // assembles again
    csr.set(1.1 * csr.input.frequencies_hz.front());
    EXPECT_LT(difference(elements.solve(b), csr.solve(b)), 1e-8) << preconditioner;
  }
}

// Beneath the case: COCG tests the matrix that it is given.
TEST(Solvers, CocgRefusesAnUnsymmetricMatrix) {
  const Solver solver(gyrotropic_box("mixed", 1, "row"));
  SolverChoice choice = solver.prepared.choice;
  EXPECT_EQ(choice.method, SolverMethod::direct);
  choice.method = SolverMethod::cocg;
  choice.preconditioner.kind = PreconditionerKind::jacobi;
  const auto system = make_system(Backend::serial, solver.problem, choice);
  EXPECT_THAT([&] { system->set(solver.coefficients); },
              ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("x.Ay and y.Ax differ")));
  const Solver symmetric(lossy_box("mixed", 1, "row"));
  const auto taken = make_system(Backend::serial, symmetric.problem, choice);
  EXPECT_NO_THROW(taken->set(symmetric.coefficients));
}

TEST(Solvers, FactorsNeedAMatrix) {
  auto json = lossy_box("mixed", 1, "row", "ebe");
  json["solver"] = {{"method", "direct"}};
  EXPECT_THAT([&] { Solver solver(json); },
              ::testing::ThrowsMessage<InputError>(::testing::HasSubstr("stores no matrix")));
  json["solver"] = {{"method", "auto"}};
  EXPECT_EQ(Solver(json).prepared.choice.method, SolverMethod::cocg);
}

// The energies of a tet go by sums of products of components; here by the fields at each point.
TEST(FemEnergies, AreIntegralsOfTheFieldsAtPoints) {
  for (const int order : {1, 2}) {
    Solver solver(gyrotropic_box("mixed", order, "row"));
    PhasorField x(solver.problem.unknowns.number.size());
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (complex &value : x)
      value = {normal(random), normal(random)};
    const Fields fields(solver.problem, solver.media, x, solver.input.frequencies_hz.front());
    const TetRule rule(solver.problem.dofs);
    for (const Index tet : solver.problem.tets) {
      const FullTensor eps = eps_of(solver.media, solver.media.of_tet[tet]),
                       mu = inverse(inverse_mu_of(solver.media, solver.media.of_tet[tet]));
      const auto both = fields.at(tet, rule.table, true);
      TetForms by_points{};
      for (std::size_t q = 0; q < both.size(); ++q) {
        const double weight = rule.weights[q] * tet_volume(solver.problem.model.mesh, tet);
        by_points.electric += weight * quadratic(eps, both[q].E);
        by_points.magnetic += weight * quadratic(mu, both[q].H);
      }
      const TetForms forms = forms_of(fields, solver.media, tet, rule);
      ASSERT_LT(std::abs(forms.electric - by_points.electric), 1e-13 * std::abs(forms.electric));
      ASSERT_LT(std::abs(forms.magnetic - by_points.magnetic), 1e-13 * std::abs(forms.magnetic));
      ASSERT_GT(std::abs(forms.magnetic.imag()), 1e-3 * std::abs(forms.magnetic)); // losses
    }
  }
}

// Participation and currents are the same bits for any number of threads. The twin: another field.
TEST(FemEnergies, AreTheSameBitsOnAnyNumberOfThreads) {
  auto json = lossy_box("mixed", 1, "row");
  json["mesh"]["box"]["cells"] = {9, 8, 6};
  json["boundaries"]["default"] = {{"type", "abc"}};
  json["materials"]["air"] = {{"eps_r", 1}};
  Solver solver(json);
  PhasorField x(solver.problem.unknowns.number.size());
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (complex &value : x)
    value = {normal(random), normal(random)};
  const std::vector<RadiatingFace> faces =
      radiating_faces(solver.input, solver.problem.model, solver.problem.layers);
  ASSERT_GT(faces.size(), 256u);
  const auto figures = [&](int threads) {
    solver.problem.threads = threads;
    const Fields fields(solver.problem, solver.media, x, solver.input.frequencies_hz.front());
    std::vector<double> all{power_through(fields, faces, true)};
    for (const Participation &one : participation(fields, solver.media, solver.admittances))
      for (const double figure :
           {one.electric_j.value_or(0), one.magnetic_j.value_or(0), one.loss_w})
        all.push_back(figure);
    for (const auto &j : surface_currents(fields, faces).J)
      for (const complex &component : j)
        all.push_back(component.real());
    return all;
  };
  const std::vector<double> one = figures(1);
  EXPECT_EQ(figures(2), one);
  EXPECT_EQ(figures(4), one);
  x[x.size() / 2] += 1e-9;
  EXPECT_NE(figures(2), one);
}

} // namespace
} // namespace curlew::fem
