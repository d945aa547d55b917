#include <curlew/io/case/case.hpp>
#include <curlew/io/case/case_format.hpp>
#include <curlew/methods/dgatd/case/check_case.hpp>
#include <curlew/methods/dgatd/scheme/variants.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/choices.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/choices.hpp>
#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/fem/choices.hpp>
#include <curlew/methods/mom/case/check_case.hpp>
#include <curlew/methods/mom/spec.hpp>
#include <curlew/solvers/krylov/solve_report.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace curlew {
namespace {

using nlohmann::ordered_json;

// A case of a method with nothing but these choices, and the defaults of its schema beside them.
Case case_of(const CaseMethod &method, bool has_solver = true,
             const ordered_json &discretization = ordered_json::object(),
             const ordered_json &solver = ordered_json::object()) {
  Case input;
  input.discretization = complete_section(method, "discretization", discretization);
  if (has_solver)
    input.solver = read_solver(complete_section(method, "solver", solver));
  return input;
}

TEST(Choices, DgatdHasTheDefaultsOfItsSchema) {
  EXPECT_EQ(dgatd::variant_of(case_of(dgatd::case_method(), false)).name, "fused");
}

TEST(Choices, DgtdHasTheDefaultsOfItsSchema) {
  const dgtd::Choices choices = dgtd::choices_of(case_of(dgtd::case_method(), false));
  EXPECT_EQ(choices.scheme, dgtd::SchemeKind::central);
  EXPECT_EQ(choices.space.order, 1);
  EXPECT_FALSE(choices.space.mixed);
  EXPECT_EQ(choices.variant, dgtd::Variant::nodal);
  EXPECT_EQ(choices.penalty, 0);
  EXPECT_EQ(choices.dispersion, dgtd::Dispersion::ode);
  EXPECT_FALSE(choices.published_losses || choices.two_step || choices.local_steps.active);
  EXPECT_EQ(choices.nonlinear.solver, dgtd::NonlinearSolver::newton);
  EXPECT_EQ(choices.nonlinear.form, dgtd::NonlinearForm::exact);
  EXPECT_EQ(choices.nonlinear.tolerance, 1e-10);
  EXPECT_EQ(choices.nonlinear.max_iterations, 20);
}

TEST(Choices, DgtdReadsItsKeys) {
  const auto read = [](const ordered_json &keys) {
    return dgtd::choices_of(case_of(dgtd::case_method(), false, keys));
  };
  const dgtd::LocalSteps by_default = read({{"local_time_stepping", true}}).local_steps;
  EXPECT_TRUE(by_default.active);
  EXPECT_FALSE(by_default.published);
  EXPECT_EQ(by_default.classes, 3);
  EXPECT_EQ(by_default.ratio, 0);
  const dgtd::LocalSteps given =
      read({{"local_time_stepping", {{"scheme", "published"}, {"ratio", 5}}}}).local_steps;
  EXPECT_TRUE(given.active && given.published);
  EXPECT_EQ(given.classes, 3);
  EXPECT_EQ(given.ratio, 5);
  EXPECT_TRUE(read({{"scheme", "dfdd"}, {"local_time_stepping", true}}).local_steps.published);
  EXPECT_EQ(read({{"scheme", "upwind"}}).penalty, 1);
  EXPECT_EQ(read({{"scheme", "dfdd"}}).variant, dgtd::Variant::packed);
  const ordered_json two_step = {{"recursion", "two-step"}, {"losses", "published"}};
  EXPECT_FALSE(read(two_step).two_step || read(two_step).published_losses);
  ordered_json dfdd = two_step;
  dfdd["scheme"] = "dfdd";
  EXPECT_TRUE(read(dfdd).two_step && read(dfdd).published_losses);
  EXPECT_EQ(read(dfdd).variant, dgtd::Variant::stored);
}

TEST(Choices, FdfdHasTheDefaultsOfItsSchema) {
  const fdfd::Choices choices = fdfd::choices_of(case_of(fdfd::case_method()));
  EXPECT_EQ(choices.variant, fdfd::Variant::fused);
  EXPECT_EQ(choices.method, fdfd::SolverMethod::automatic);
  EXPECT_EQ(choices.preconditioner.kind, PreconditionerKind::automatic);
  EXPECT_EQ(choices.preconditioner.omega, 1);
  EXPECT_EQ(choices.preconditioner.fill, 0);
  EXPECT_EQ(choices.preconditioner.degree, 4);
}

TEST(Choices, FemHasTheDefaultsOfItsSchema) {
  const Case input = case_of(fem::case_method());
  const fem::Choices choices = fem::choices_of(input);
  EXPECT_EQ(choices.space.order, 1);
  EXPECT_TRUE(choices.space.mixed);
  EXPECT_EQ(choices.assembly, fem::Assembly::row);
  EXPECT_EQ(choices.matrix, fem::MatrixForm::csr);
  EXPECT_EQ(choices.beta, 0.25);
  EXPECT_EQ(choices.method, fem::SolverMethod::automatic);
  EXPECT_EQ(choices.preconditioner.kind, PreconditionerKind::automatic);
  EXPECT_EQ(choices.preconditioner.omega, 0.42);
  EXPECT_FALSE(choices.smoother);
  EXPECT_EQ(input.solver.tolerance, SolveOptions().tolerance);
  EXPECT_EQ(input.solver.max_iterations, SolveOptions().max_iterations);
}

// The approximate inverse of SSOR diverges on fdfd's equations with the weight of SSOR itself.
TEST(Choices, FdfdHasARelaxationForEachKind) {
  const auto omega = [](const char *kind) {
    return fdfd::choices_of(case_of(fdfd::case_method(), true, ordered_json::object(),
                                    {{"method", "bicgstab"}, {"preconditioner", kind}}))
        .preconditioner.omega;
  };
  EXPECT_EQ(omega("ssor-ai"), fdfd::default_relaxation(PreconditionerKind::ssor_ai));
  EXPECT_LT(omega("ssor-ai"), 0.5);
  EXPECT_EQ(omega("ssor"), 1);
}

TEST(Choices, FemReadsItsKeys) {
  const fem::Choices choices = fem::choices_of(
      case_of(fem::case_method(), true, {{"space", "full"}, {"assembly", "by-dof"}},
              {{"method", "cocg"}, {"preconditioner", {{"type", "ssor-ai"}, {"omega", 0.9}}}}));
  EXPECT_FALSE(choices.space.mixed);
  EXPECT_EQ(choices.assembly, fem::Assembly::by_dof);
  EXPECT_EQ(choices.method, fem::SolverMethod::cocg);
  EXPECT_EQ(choices.preconditioner.kind, PreconditionerKind::ssor_ai);
  EXPECT_EQ(choices.preconditioner.omega, 0.9);
  const fem::Choices ilut =
      fem::choices_of(case_of(fem::case_method(), true, ordered_json::object(),
                              {{"preconditioner", "ilut"}, {"method", "fgmres"}}));
  EXPECT_EQ(ilut.preconditioner.fill, 20);
  EXPECT_EQ(ilut.preconditioner.drop_tolerance, 0.01);
}

// Structs of the method that programs fill in code have the schema's numbers too.
TEST(Choices, MomHasTheDefaultsOfItsSchema) {
  const mom::Choices choices = mom::choices_of(case_of(mom::case_method()));
  const mom::Spec spec;
  EXPECT_EQ(choices.formulation, mom::Formulation::automatic);
  EXPECT_EQ(choices.quadrature.testing, spec.quadrature.testing);
  EXPECT_EQ(choices.quadrature.near, spec.quadrature.near);
  EXPECT_EQ(choices.variant, spec.variant);
  EXPECT_EQ(choices.alpha, spec.alpha);
  EXPECT_EQ(choices.low_frequency, spec.low_frequency);
  EXPECT_EQ(choices.method, mom::SolverMethod::automatic);
  const mom::AimSpecification aim;
  EXPECT_EQ(choices.aim.krylov, aim.krylov);
  EXPECT_EQ(choices.aim.preconditioner, aim.preconditioner);
  EXPECT_EQ(choices.aim.tolerance, aim.tolerance);
  EXPECT_EQ(choices.aim.max_iterations, aim.max_iterations);
  EXPECT_EQ(choices.aim.choice.near, aim.choice.near);
  EXPECT_TRUE(choices.aim.choice.is_single); // programs choose double unless they say otherwise
}

// Every word of an enumeration in the schema is one that choices_of() knows.
TEST(Choices, KnowEveryWordOfTheSchemas) {
  const auto try_all = [](const CaseMethod &method, const char *section, auto &&read) {
    const ordered_json whole = make_case_format({method}).schema.json();
    ordered_json node = whole["allOf"][0]["then"]["properties"][section];
    if (node.contains("$ref"))
      node = whole.at(ordered_json::json_pointer(node["$ref"].get<std::string>().substr(1)));
    int words = 0;
    for (const auto &[key, property] : node["properties"].items())
      for (const ordered_json &word : property.value("enum", ordered_json::array())) {
        EXPECT_NO_THROW(read(ordered_json{{key, word}})) << key << " " << word;
        ++words;
      }
    return words;
  };
  const auto both = [&](const CaseMethod &method, const auto &choices_of) {
    EXPECT_GT(try_all(method, "discretization",
                      [&](const ordered_json &keys) { choices_of(case_of(method, true, keys)); }),
              3);
    EXPECT_GT(try_all(method, "solver",
                      [&](const ordered_json &keys) {
                        choices_of(case_of(method, true, ordered_json::object(), keys));
                      }),
              3);
  };
  both(fem::case_method(), fem::choices_of);
  both(fdfd::case_method(), fdfd::choices_of);
  both(mom::case_method(), mom::choices_of);
  EXPECT_GT(try_all(dgtd::case_method(), "discretization",
                    [](const ordered_json &keys) {
                      dgtd::choices_of(case_of(dgtd::case_method(), false, keys));
                    }),
            9);
  const auto preconditioners_of = [](const CaseMethod &method, const char *definition) {
    const ordered_json whole = make_case_format({method}).schema.json();
    return whole["definitions"][definition]["enum"].get<std::vector<std::string>>();
  };
  for (const auto &[method, definition] : {std::pair(fem::case_method(), "edge_preconditioner"),
                                           std::pair(fdfd::case_method(), "grid_preconditioner")})
    for (const std::string &word : preconditioners_of(method, definition))
      EXPECT_EQ(to_string(parse_preconditioner(word)), word);
  for (const std::string &word : preconditioners_of(mom::case_method(), "near_preconditioner"))
    EXPECT_EQ(
        mom::to_string(mom::choices_of(case_of(mom::case_method(), true, ordered_json::object(),
                                               {{"preconditioner", word}}))
                           .aim.preconditioner),
        word);
  Case wrong = case_of(fem::case_method());
  wrong.discretization["assembly"] = "rows";
  EXPECT_THROW(fem::choices_of(wrong), std::logic_error);
}

} // namespace
} // namespace curlew
