// Keys and words with a second name: both give the same case, and messages point to what the file
// has.
#include "case_fixture.hpp"
#include "grid_cases.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace curlew::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string mom_case(const std::string &solver) {
  return R"({ "method": "mom", "mesh": { "file": "resonator.msh" }, "frequency": 1e9,
    "boundaries": { "plate": { "type": "pec" } },
    "excitations": [ { "name": "w", "type": "plane-wave", "theta": 0, "phi": 0, "pol": "theta" } ],
    "solver": { "method": "aim", )" +
         solver + " } }";
}

std::string fem_case(const std::string &solver) {
  return R"({ "method": "fem", "mesh": { "file": "resonator.msh" }, "frequency": 1e9,
    "materials": { "air": {} }, "regions": { "1": "air" }, "boundaries": { "2": { "type": "abc" } },
    "excitations": [ { "name": "c", "type": "current", "point": [0, 0, 0], "direction": [0, 0, 1] } ],
    "solver": { )" +
         solver + " } }";
}

std::string dgtd_case(const std::string &discretization, const std::string &material = "") {
  return R"({ "method": "dgtd", "mesh": { "file": "resonator.msh" }, "time": { "steps": 1 },
    "materials": { "air": { )" +
         material + R"( } }, "regions": { "1": "air" }, "boundaries": { "2": { "type": "abc" } },
    "excitations": [ { "name": "c", "type": "current", "point": [0, 0, 0], "direction": [0, 0, 1],
                       "waveform": { "type": "sine", "f0": 1e9 } } ],
    "discretization": { )" +
         discretization + " } }";
}

std::string grid_case(const std::string &solver) {
  std::string text = k_sphere;
  const std::string given = R"("solver": { "method": "cocg", "tolerance": 1e-6 })";
  return text.replace(text.find(given), given.size(), "\"solver\": { " + solver + " }");
}

// A case by documented names, and by second names.
std::vector<std::array<std::string, 2>> pairs() {
  return {{mom_case(R"("preconditioner": "jacobi")"), mom_case(R"("preconditioner": "diagonal")")},
          {mom_case(R"("preconditioner": { "type": "jacobi" })"),
           mom_case(R"("preconditioner": { "type": "diagonal" })")},
          {mom_case(R"("aim": { "near": 5, "precision": "double" })"),
           mom_case(R"("aim": { "near": 5, "grid_precision": "double" })")},
          {fem_case(R"("preconditioner": "jacobi")"), fem_case(R"("preconditioner": "diagonal")")},
          {grid_case(R"("method": "gmres", "preconditioner": "jacobi")"),
           grid_case(R"("method": "gmres", "preconditioner": "diagonal")")},
          {dgtd_case(R"("scheme": "dfdd", "recursion": "two-step")"),
           dgtd_case(R"("scheme": "dfdd", "form": "two-step")")},
          {dgtd_case(R"("nonlinear": { "method": "closed-form" })", R"("chi3": 1)"),
           dgtd_case(R"("nonlinear": { "solver": "closed-form" })", R"("chi3": 1)")}};
}

TEST(SecondNames, GiveTheSameCase) {
  for (const auto &[documented, second] : pairs()) {
    const Case expected = parse(documented), found = parse(second);
    EXPECT_EQ(found.resolved, expected.resolved) << second;
    EXPECT_EQ(found.discretization, expected.discretization) << second;
  }
  // Not the defaults.
  EXPECT_EQ(parse(pairs()[0][1]).solver.preconditioner.type, "jacobi");
  EXPECT_FALSE(parse(pairs()[2][1]).solver.aim.is_single);
  EXPECT_EQ(parse(pairs()[5][1]).discretization["recursion"], "two-step");
  EXPECT_EQ(parse(pairs()[6][1]).discretization["nonlinear"]["method"], "closed-form");
}

TEST(SecondNames, KeepTheirPlacesInMessages) {
  // A check that knows the documented name alone finds the value of the second one.
  EXPECT_THAT(message_of(dgtd_case("\n\"space\": \"mixed\",\n\"nonlinear\": { \"solver\": "
                                   "\"closed-form\" }",
                                   R"("chi3": 1)")),
              StartsWith("case.json:7:26: \"closed-form\" needs the nodes"));
  EXPECT_THAT(message_of(mom_case("\n\"aim\": { \"grid_precision\": \"half\" }")),
              AllOf(StartsWith("case.json:5:28: "), HasSubstr("(legal: \"double\", \"single\")")));
  EXPECT_THAT(message_of(mom_case("\n\"aim\": { \"grid_precision\": \"single\",\n"
                                  "\"precision\": \"double\" }")),
              StartsWith("case.json:6:1: \"grid_precision\" and \"precision\" in \"solver.aim\" "
                         "are the same key"));
}

TEST(SecondNames, OfTheCommandLine) {
  const Overrides overrides({"solver.aim.grid_precision=double"});
  EXPECT_FALSE(parse(mom_case(R"("krylov": "gcr")"), overrides).solver.aim.is_single);
}

// Messages offer the documented names alone.
TEST(SecondNames, AreNotOffered) {
  EXPECT_THAT(message_of(mom_case(R"("preconditioner": "diagonals")")),
              AllOf(HasSubstr("\"jacobi\""), Not(HasSubstr("\"diagonal\""))));
  EXPECT_THAT(message_of(mom_case(R"("aim": { "precisions": "double" })")),
              AllOf(HasSubstr("did you mean \"precision\"?"), Not(HasSubstr("grid_precision"))));
}

} // namespace
} // namespace curlew::test
