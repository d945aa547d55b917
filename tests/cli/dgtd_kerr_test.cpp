// Nonlinear media through the program: refused cases, the ends of runs, and their files.
#include "cases.hpp"
#include "hostile.hpp"
#include "tables.hpp"

#include <curlew/tests/support/features.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

const Json k_strip = Json::parse(k_strip_case);

const Hostile k_hostile[] = {
    {R"({"materials": {"glass": {"chi3": "strong"}}})", "chi3"},
    {R"({"materials": {"glass": {"chi3": [1e-8, 0]}}})", "chi3"},
    {R"({"materials": {"glass": {"eps_r": [1, 2, 3]}}})", "\"eps_r\" of a material with \"chi3\""},
    {R"({"materials": {"glass": {"sigma": [1, 2, 3]}}})", "\"sigma\" of a material with \"chi3\""},
    {R"({"materials": {"glass": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}},
         "discretization": {"dispersion": "recursive"}})",
     "\"recursive\" is of linear media"},
    {R"({"materials": {"glass": {"chi5": 1}}})", "did you mean \"chi3\"?"},
    {R"({"discretization": {"scheme": "dfdd"}})", "\"dfdd\" has linear media"},
    {R"({"discretization": {"scheme": "upwind", "nonlinear": {"form": "energy"}}})",
     "\"upwind\" has stages"},
    {R"({"discretization": {"nonlinear": {"tolerance": 0}}})", "tolerance"},
    {R"({"discretization": {"nonlinear": {"tolerance": 1}}})", "tolerance"},
    {R"({"discretization": {"nonlinear": {"max_iterations": 0}}})", "max_iterations"},
    {R"({"discretization": {"nonlinear": {"max_iterations": 2.5}}})", "max_iterations"},
    {R"({"discretization": {"nonlinear": {"method": "secant"}}})", "nonlinear.method"},
    {R"({"discretization": {"nonlinear": {"form": "implicit"}}})", "form"},
    {R"({"discretization": {"space": "mixed", "nonlinear": {"method": "closed-form"}}})",
     "\"closed-form\" needs the nodes"},
    {R"({"discretization": {"nonlinear": {"method": "closed-form", "form": "midpoint"}}})",
     "\"closed-form\" has form \"exact\" only"},
    {R"({"boundaries": {"z+": {"type": "abc"}}})",
     "absorbing boundaries of \"scheme\": \"central\""},
    {R"({"boundaries": {"z+": {"type": "impedance", "sigma": 5.8e7}}})",
     "impedances, elements and ports lie in linear media"},
    {R"({"boundaries": {"z-": {"direction": null}}})", "\"direction\" of E is missing"},
    {R"({"boundaries": {"z-": {"direction": [0, 0, 0]}}})", "\"direction\" is zero"},
    {R"({"boundaries": {"z-": {"direction": [0, 0, 1]}}})", "does not lie in the plane"},
    {R"({"boundaries": {"z-": {"amplitude": "1 V"}}})", "the amplitude of profile \"uniform\""},
    {R"({"boundaries": {"z-": {"amplitude": "1170"}}})", "amplitude"},
    {R"({"boundaries": {"z-": {"profile": "coaxial"}}})", "profile \"coaxial\" points"},
    {R"({"boundaries": {"z-": {"profile": "tem"}}})", "profile"},
    {R"({"boundaries": {"z-": {"waveform": null}}})", "\"waveform\" is missing"},
    {R"({"outputs": {"spectra": [{"probe": "p", "band": [0, 1e11], "harmonics": {"f0": 2e10, "count": 999}}]}})",
     "highest frequency of a record"},
    {R"({"outputs": {"spectra": [{"probe": "p", "band": [0, 1e11], "harmonics": {"f0": 0}}]}})",
     "f0"},
    {R"({"outputs": {"nonlinear": {"every": "5 steps"}, "energy": {"every": "10 steps"}}})",
     "give both the same"},
    {R"({"method": "dgatd", "discretization": null})", "chi3"},
    {R"({"method": "fem", "discretization": null})", "chi3"},
};

TEST(DgtdKerrHostile, IsRefusedByBothCommands) {
  expect_refused(k_strip, k_hostile);
}

TEST(DgtdKerrHostile, TheTwinRuns) {
  expect_taken(
      k_strip,
      {"{}", R"({"discretization": {"space": "mixed", "order": 2}})",
       R"({"discretization": {"nonlinear": {"method": "closed-form"}}})",
       R"({"discretization": {"nonlinear": {"method": "fixed-point", "form": "energy"}}})",
       R"({"discretization": {"scheme": "upwind"}, "boundaries": {"z+": {"type": "abc"}}})",
       R"({"materials": {"glass": {"sigma": 0.01, "mu_r": 2}}})",
       R"({"materials": {"glass": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})"});
}

TEST(DgtdKerrHostile, SolvesThatFailEndTheRun) {
  const Hostile failing[] = {
      {R"({"discretization": {"nonlinear": {"max_iterations": 1}},
           "boundaries": {"z-": {"amplitude": "5 kV/m"}}})",
       "Raise \"max_iterations\""},
      {R"({"materials": {"glass": {"chi3": -4e-7}}})", "take a \"courant\" below"},
      {R"({"discretization": {"nonlinear": {"method": "fixed-point"}},
           "boundaries": {"z-": {"amplitude": "20 kV/m"}}})",
       "Take \"solver\": \"newton\""}};
  for (const Hostile &one : failing) {
    Json json = k_strip;
    json["time"]["steps"] = 400;
    json.merge_patch(Json::parse(one.patch));
    const Scratch scratch;
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}),
                       {4, {"step ", "in \"glass\" with |E|", one.message}}),
              "")
        << one.patch;
  }
}

TEST(DgtdKerrOutputs, TablesAndSummaryAgree) {
  Json json = k_strip;
  json["time"]["steps"] = 400;
  json["outputs"]["nonlinear"] = {{"every", "50 steps"}};
  if (curlew::testing::k_has_vtk)
    json["outputs"]["fields"] = {{"every", "400 steps"}};
  json["outputs"]["spectra"] = {{{"probe", "p"},
                                 {"band", {0, 1e11}},
                                 {"peaks", false},
                                 {"harmonics", {{"f0", 2e10}, {"count", 3}}}}};
  const Scratch scratch;
  write_file(scratch / "case.json", json.dump(1));
  ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "out"}), {0, {}}), "");
  const std::string energy = read_file(scratch / "out/energy.csv");
  EXPECT_THAT(energy, ::testing::StartsWith("t (s),W_e (J),W_m (J),W (J),iterations mean,"
                                            "iterations max,largest eps_r,x (m),y (m),z (m)\n"));
  const std::string harmonics = read_file(scratch / "out/harmonics_p.csv");
  EXPECT_THAT(harmonics, ::testing::StartsWith("m,f (Hz),amplitude,phase (deg),ratio\n1,"));
  const Json summary = Json::parse(read_file(scratch / "out/summary.json"));
  const Json &nonlinear = summary["nonlinear"];
  EXPECT_EQ(nonlinear["tets"], 60);
  EXPECT_GT(nonlinear["largest_eps_r"].get<double>(), 1.001);
  EXPECT_LE(nonlinear["iterations_max"].get<int>(), 3);
  EXPECT_EQ(nonlinear["iterations_histogram"].size(),
            nonlinear["iterations_max"].get<std::size_t>() + 1);
  EXPECT_EQ(summary["harmonics"]["p"].size(), 3u);
}

TEST(DgtdKerrRestart, ContinuesWithTheSameBits) {
  for (const char *form : {"exact", "energy"}) {
    Json json = k_strip;
    json["discretization"]["nonlinear"] = {{"form", form}};
    json["outputs"]["checkpoint"] = {{"every", "30 steps"}};
    json["outputs"]["nonlinear"] = {{"every", "10 steps"}};
    const Scratch scratch;
    write_file(scratch / "whole.json", json.dump(1));
    ASSERT_EQ(mismatch(scratch.curlew({"run", "whole.json", "--output", "whole"}), {0, {}}), "");
    json["time"]["steps"] = 30;
    write_file(scratch / "case.json", json.dump(1));
    ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "parts"}), {0, {}}), "");
    json["time"]["steps"] = 60;
    write_file(scratch / "case.json", json.dump(1));
    const std::vector<std::string> restart = {"run", "case.json", "--output", "parts", "--restart"};
    ASSERT_EQ(mismatch(scratch.curlew(restart), {0, {}}), "");
    for (const char *table : {"probe_p.csv", "energy.csv"})
      EXPECT_EQ(read_file(scratch / "whole" / table), read_file(scratch / "parts" / table)) << form;
    json["discretization"]["nonlinear"] = {{"form", "midpoint"}};
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew(restart), {2, {"belongs to another case"}}), "") << form;
  }
}

} // namespace
