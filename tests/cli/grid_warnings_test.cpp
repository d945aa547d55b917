// Warnings of runs on a grid, and refusals before they solve: on the screen of run and check alike,
// and in summary.json.
#include "cases.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace curlew::cli_test;
using Json = nlohmann::json;

namespace {

const std::string k_case = R"({
  "method": "fdfd",
  "grid": { "cell": "1 cm", "size": ["20 cm", "20 cm", "20 cm"], "pml": { "cells": 4 } },
  "materials": { "m": { "eps_r": 2 } },
  "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "m" } ],
  "boundaries": { "default": { "type": "pml" } },
  "frequency": "1 GHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "solver": { "tolerance": 0.5 },
  "outputs": { "directory": "results" }
}
)";

struct Change {
  std::string from, to;
};

std::string changed(const std::vector<Change> &changes) {
  std::string text = k_case;
  for (const Change &change : changes)
    text = replaced(text, change.from, change.to);
  return text;
}

// Returns the warnings of a run; check must print each of them too.
std::vector<std::string> warnings_of(const std::vector<Change> &changes) {
  const Scratch scratch;
  write_file(scratch / "case.json", changed(changes));
  const Outcome run = scratch.curlew({"run", "case.json", "--backend", "serial"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const Outcome check = scratch.curlew({"check", "case.json"});
  EXPECT_EQ(check.exit_code, 0) << check.err;
  std::vector<std::string> warnings;
  const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
  for (const Json &one : summary.at("warnings")) {
    const std::string text = one;
    warnings.push_back(text);
    EXPECT_NE(run.err.find(text), std::string::npos) << text;
    if (text.find("case.json:") == 0) { // the others are of the solution
      EXPECT_NE(check.err.find(text), std::string::npos) << text;
    }
  }
  return warnings;
}

bool has(const std::vector<std::string> &warnings, const std::string &line,
         const std::string &text) {
  return std::any_of(warnings.begin(), warnings.end(), [&](const std::string &one) {
    return one.find("case.json:" + line + ":") == 0 && one.find(text) != std::string::npos;
  });
}

bool has_any(const std::vector<std::string> &warnings, const std::string &text) {
  return std::any_of(warnings.begin(), warnings.end(),
                     [&](const std::string &one) { return one.find(text) != std::string::npos; });
}

const Change k_small_cells{R"("cell": "1 cm", "size": ["20 cm", "20 cm", "20 cm"])",
                           R"("cell": "1 mm", "size": ["20 mm", "20 mm", "20 mm"])"};
const Change k_periods{R"("default": { "type": "pml" })",
                       R"("x-": { "type": "periodic" }, "x+": { "type": "periodic" },
                       "y-": { "type": "periodic" }, "y+": { "type": "periodic" })"};
const Change k_small_sphere{R"("radius": "2 cm")", R"("radius": "3 mm")"};

TEST(GridWarnings, OfTooFewCellsInAWavelength) {
  EXPECT_TRUE(has(warnings_of({{R"("eps_r": 2)", R"("eps_r": 30)"}}), "3",
                  "only 5.47 cells per wavelength in \"m\""));
  EXPECT_FALSE(has_any(warnings_of({}), "cells per wavelength"));
  EXPECT_TRUE(has_any(warnings_of({{R"("1 GHz")", R"("60 GHz")"}}),
                      "are the units of grid.cell and frequency right? Lengths without a unit are "
                      "in m"));
}

TEST(GridWarnings, OfTooFewCellsInASkin) {
  const auto warnings = warnings_of({{R"("eps_r": 2)", R"("sigma": 5.8e7)"}});
  EXPECT_TRUE(has(warnings, "3", "cells per skin depth (2.09e-06 m) in \"m\""));
  EXPECT_FALSE(has_any(warnings, "cells per wavelength"));
  // 1.6 S/m is a lossy dielectric at this frequency.
  EXPECT_FALSE(has_any(warnings_of({{R"("eps_r": 2)", R"("eps_r": 40, "sigma": 1.6)"}}), "skin"));
}

TEST(GridWarnings, OfMetalsNearTheirResonance) {
  const auto with = [](const std::string &eps) {
    return warnings_of({{R"("eps_r": 2)", R"("eps_r": )" + eps + R"(, "sigma": 0.01)"}});
  };
  EXPECT_TRUE(has(with("-4"), "4", "has eps -4-0.18j at 1e+09 Hz"));
  EXPECT_FALSE(has_any(with("-20"), "resonances at their steps"));
  EXPECT_TRUE(has_any(with("-20"), "-20 times that of \"vacuum\", where curved surfaces on a grid "
                                   "absorb 3 to 7 % too much"));
  EXPECT_FALSE(has_any(with("-40"), "curved surfaces"));
  EXPECT_FALSE(has_any(with("4"), "resonances at their steps"));
}

// Returns the change of the ball to a box from -`low` to `high` m along each axis.
Change box_of(double low, double high) {
  const auto corner = [](double at) {
    const std::string text = std::to_string(at);
    return "[" + text + ", " + text + ", " + text + "]";
  };
  return {R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
          R"("shape": "box", "min": )" + corner(-low) + R"(, "max": )" + corner(high)};
}

TEST(GridWarnings, OfFacesBetweenNodes) {
  const Change pec{R"("eps_r": 2)", R"("pec": true)"},
      metal{R"("eps_r": 2)", R"("eps_r": -12, "sigma": 0.05)"};
  const std::string off = "0.3 cells off the nodes";
  EXPECT_TRUE(has(warnings_of({pec, box_of(0.03, 0.033)}), "5", off));
  EXPECT_TRUE(has_any(warnings_of({pec, box_of(0.03, 0.033)}), "is 6.3 cells wide"));
  EXPECT_TRUE(has_any(warnings_of({metal, box_of(0.03, 0.033)}), "right to first order only"));
  const Change film{R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
                    R"("shape": "box", "min": [-1, -1, 0], "max": [1, 1, 0.033])"};
  const auto of_film = warnings_of({metal, film, k_periods}); // right anywhere
  EXPECT_FALSE(has_any(of_film, "off the nodes"));
  EXPECT_FALSE(has_any(of_film, "the fields at its edges"));
  EXPECT_TRUE(
      has(warnings_of({metal, box_of(0.03, 0.03)}), "5",
          "box of the metal \"m\" (eps -12-0.9j at 1e+09 Hz, -12 times that of \"vacuum\") is "
          "6 cells in its least sides: the fields at its edges"));
  EXPECT_FALSE(has_any(warnings_of({pec, box_of(0.03, 0.03)}), "off the nodes"));
  EXPECT_FALSE(has_any(warnings_of({metal, box_of(0.03, 0.03)}), "off the nodes"));
  EXPECT_FALSE(has_any(warnings_of({box_of(0.03, 0.033)}), "off the nodes"));
}

// Edges of boxes and bars of a few cells; films are right at any thickness.
TEST(GridWarnings, OfSmallBoxes) {
  EXPECT_TRUE(has(warnings_of({box_of(0.01, 0.01), {R"("eps_r": 2)", R"("eps_r": 4)"}}), "5",
                  "box of \"m\" is 2 cells in its least sides"));
  EXPECT_FALSE(has_any(warnings_of({box_of(0.03, 0.03)}), "least sides"));
  const auto of = [](const std::string &low, const std::string &high,
                     const std::string &smoothing = "true") {
    return warnings_of(
        {{R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
          R"("shape": "box", "min": [-1, )" + low + R"(], "max": [1, )" + high + "]"},
         k_periods,
         {R"("cells": 4 })", R"("cells": 4 }, "smoothing": )" + smoothing}});
  };
  EXPECT_TRUE(has_any(of("0, 0", "0.01, 0.01"), "1 cells in its least sides"));
  EXPECT_FALSE(has_any(of("-1, 0", "1, 0.0025"), "least sides"));
  // Twice the error of a square bar of the same area, and that of stairs.
  EXPECT_TRUE(has_any(of("0, 0", "0.04, 0.005"), "up to 38 % more"));
  EXPECT_TRUE(has_any(of("0, 0", "0.04, 0.04", "false"), "up to 83 % more"));
}

// A box of two thirds of a wavelength, and of four thirds.
TEST(GridWarnings, OfPhasesAlongAnObject) {
  const Change glass{R"("eps_r": 2)", R"("eps_r": 4)"}, box = box_of(0.05, 0.05);
  EXPECT_FALSE(has_any(warnings_of({glass, box}), "phases along an axis"));
  const auto warnings = warnings_of({glass, box, {R"("1 GHz")", R"("2 GHz")"}});
  EXPECT_TRUE(has(warnings, "3", "\"m\" is 1.33 wavelengths long at 2e+09 Hz, with 7.49 cells"));
}

// Media of the background are checked as those of objects are.
TEST(GridWarnings, AreOfTheBackgroundToo) {
  const auto with = [](const std::string &material) {
    return warnings_of({{R"("eps_r": 2 })", R"("eps_r": 2 }, "b": { )" + material + " }"},
                        {R"("boundaries")", R"("background": "b", "boundaries")"}});
  };
  EXPECT_TRUE(has(with(R"("eps_r": 81)"), "3", "only 3.33 cells per wavelength in \"b\""));
  EXPECT_FALSE(has_any(with(R"("eps_r": 2)"), "cells per wavelength"));
}

// A slab has no curved surface, and a film without end no near field; a sphere has both.
TEST(GridWarnings, OfFilmsAreNone) {
  const std::vector<Change> film{{R"("eps_r": 2)", R"("eps_r": -4, "sigma": 0.01)"},
                                 {R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
                                  R"("shape": "box", "min": [-1, -1, -0.05], "max": [1, 1, 0.05])"},
                                 {R"("default": { "type": "pml" })",
                                  R"("x-": { "type": "periodic" }, "x+": { "type": "periodic" },
          "y-": { "type": "periodic" }, "y+": { "type": "periodic" })"}};
  const auto warnings = warnings_of(film);
  EXPECT_FALSE(has_any(warnings, "resonances at their steps"));
  EXPECT_FALSE(has_any(warnings, "reactive near field"));
}

Change current_at(const std::string &position, const std::string &direction);

// The delivered power of a point in losses grows without limit as cells shrink, and what a lossy
// surrounding absorbs beyond the grid is in no table.
TEST(GridWarnings, OfAPointCurrentInLosses) {
  const Change point = current_at("[0, 0, 0]", "[0, 0, 1]");
  const Change lossy{R"("eps_r": 2 })", R"("eps_r": 2, "sigma": 0.1 })"};
  EXPECT_TRUE(has(warnings_of({point, lossy}), "8", "has no limit"));
  EXPECT_FALSE(has_any(warnings_of({point}), "has no limit"));
  const Scratch scratch;
  const Change background{R"("boundaries")", R"("background": "m", "boundaries")"};
  write_file(scratch / "case.json", changed({point, lossy, background}));
  ASSERT_EQ(scratch.curlew({"run", "case.json"}).exit_code, 0);
  const Json solve = Json::parse(read_file(scratch / "results/summary.json")).at("solves").at(0);
  EXPECT_NE(solve.at("powers_note").get<std::string>().find("absorbs beyond the grid"),
            std::string::npos);
  const std::string powers = read_file(scratch / "results/powers.csv");
  EXPECT_EQ(powers.substr(powers.size() - 4), ",,,\n") << powers;
}

// Powers of a wave that have no meaning are left out, with the reason.
TEST(GridWarnings, OfAWaveWhosePowersAreLeftOut) {
  const Scratch scratch;
  write_file(scratch / "case.json", changed({{R"("eps_r": 2)", R"("eps_r": 1)"}}));
  ASSERT_EQ(scratch.curlew({"run", "case.json"}).exit_code, 0);
  const Json solve = Json::parse(read_file(scratch / "results/summary.json")).at("solves").at(0);
  EXPECT_NE(solve.at("powers_note").get<std::string>().find("nothing scatters"), std::string::npos);
}

// Round conductors of a few cells, and those that a wire would hold.
TEST(GridWarnings, OfSmallRoundConductors) {
  const Change metal{R"("eps_r": 2)", R"("pec": true)"};
  EXPECT_TRUE(has(warnings_of({metal}), "5", "sphere is 4 cells across"));
  EXPECT_FALSE(
      has_any(warnings_of({metal, {R"("radius": "2 cm")", R"("radius": "4 cm")"}}), "across"));
  EXPECT_FALSE(has_any(warnings_of({}), "cells across"));
  EXPECT_TRUE(has_any(
      warnings_of(
          {metal,
           {R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
            R"("shape": "cylinder", "base": [0, 0, -0.03], "axis": [0, 0, 0.06], "radius": 0.003)"}}),
      "\"wire\""));
}

// Dielectrics of a few cells: the error stands beside their size, with the cells that cure it.
TEST(GridWarnings, OfSmallRoundDielectrics) {
  const Change glass{R"("eps_r": 2)", R"("eps_r": 4)"};
  const auto sphere = [](const std::string &radius) {
    return Change{R"("radius": "2 cm")", R"("radius": ")" + radius + "\""};
  };
  const auto small = warnings_of({glass, sphere("1 cm")});
  EXPECT_TRUE(has(small, "5", "the sphere of \"m\" is 1 cells in its least radius"));
  EXPECT_TRUE(has_any(small, "more or less power"));
  EXPECT_TRUE(has_any(small, "Take cells of 0.00"));
  const Change diagonal{R"("pml": { "cells": 4 })",
                        R"("pml": { "cells": 4 }, "smoothing": "diagonal")"};
  EXPECT_FALSE(has_any(warnings_of({glass, sphere("4 cm")}), "least radius"));
  EXPECT_TRUE(has_any(warnings_of({glass, sphere("4 cm"), diagonal}), "least radius"));
  EXPECT_FALSE(has_any(warnings_of({{R"("eps_r": 2)", R"("eps_r": 1.1)"}, sphere("1 cm")}),
                       "least radius")); // hardly differs from vacuum
  EXPECT_FALSE(has_any(warnings_of({glass, box_of(0.01, 0.01)}), "least radius"));
}

// Of ssor-ai check says what it saves; of other solvers nothing.
TEST(GridWarnings, OfSsorAiIsANoteOfCheck) {
  const auto checked = [](const std::string &solver) {
    const Scratch scratch;
    write_file(scratch / "case.json",
               changed({{R"("solver": { "tolerance": 0.5 })", R"("solver": )" + solver}}));
    const Outcome check = scratch.curlew({"check", "case.json"});
    EXPECT_EQ(check.exit_code, 0) << check.err;
    EXPECT_EQ(check.err.find("ssor-ai"), std::string::npos) << check.err; // no warning
    return check.out;
  };
  EXPECT_NE(checked(R"({ "method": "bicgstab", "preconditioner": "ssor-ai" })")
                .find("ssor-ai rarely saves iterations here"),
            std::string::npos);
  EXPECT_EQ(checked(R"({ "method": "bicgstab" })").find("ssor-ai rarely"), std::string::npos);
}

// A dipole a quarter of a cell off a layer delivers up to eight times its power.
TEST(GridWarnings, OfACurrentAtALayer) {
  EXPECT_TRUE(has(warnings_of({current_at("[0, 0, -0.0575]", "[0, 0, 1]")}), "8",
                  "0.25 cells off the absorbing layer z-"));
  EXPECT_FALSE(
      has_any(warnings_of({current_at("[0, 0, -0.05]", "[0, 0, 1]")}), "off the absorbing layer"));
}

TEST(GridWarnings, StandInTheSummaryWithTheResolution) {
  const Scratch scratch;
  write_file(scratch / "case.json", changed({{R"("eps_r": 2)", R"("sigma": 5.8e7)"}}));
  scratch.curlew({"run", "case.json", "--backend", "serial"});
  const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
  EXPECT_NEAR(summary.at("domain_wavelengths")[0].get<double>(), 0.667, 1e-3);
  const Json &resolution = summary.at("resolution");
  ASSERT_EQ(resolution.size(), 2u);
  EXPECT_NEAR(resolution[0].at("cells_per_wavelength").get<double>(), 29.98, 0.01);
  EXPECT_NEAR(resolution[1].at("skin_depth_m").get<double>(), 2.09e-6, 1e-8);
  EXPECT_FALSE(resolution[1].contains("cells_per_wavelength"));
}

TEST(GridWarnings, OfALayerInTheNearField) {
  // The layer is 4 cm away; 3 cm are required, one and a half radii.
  EXPECT_FALSE(has_any(warnings_of({}), "reactive near field"));
  EXPECT_TRUE(has(warnings_of({{R"("radius": "2 cm")", R"("radius": "4 cm")"}}), "3",
                  "reactive near field"));
  // 300 cells in a wavelength: the layer is stretched out of the near field, or is not.
  EXPECT_FALSE(
      has_any(warnings_of({k_small_cells,
                           {R"("radius": "2 cm")", R"("radius": "5 mm")"},
                           {R"("cells": 4)", R"("cells": 8)"},
                           {R"(["20 mm", "20 mm", "20 mm"])", R"(["28 mm", "28 mm", "28 mm"])"}}),
              "reactive near field"));
  EXPECT_TRUE(has(
      warnings_of({k_small_cells, k_small_sphere, {R"("cells": 4)", R"("cells": 4, "kappa": 1)"}}),
      "3", "reactive near field"));
}

TEST(GridWarnings, OfPowerThatALayerTakesOutOfTheNearField) {
  const std::vector<Change> near{k_small_cells,
                                 k_small_sphere,
                                 {R"("tolerance": 0.5)", R"("tolerance": 1e-6)"},
                                 {R"("cells": 4)", R"("cells": 4, "kappa": 1)"}};
  EXPECT_TRUE(has_any(warnings_of(near), "absorbing layers take power out of its near field"));
}

// A plate between two planes of the grid; its twins hold one or three.
TEST(GridWarnings, OfConductorsThatTheGridDoesNotHold) {
  const Change pec{R"("eps_r": 2)", R"("pec": true)"};
  const auto plate = [&](const std::string &from, const std::string &to) {
    return warnings_of({pec,
                        {R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
                         R"("shape": "box", "min": [-0.03, -0.03, )" + from +
                             R"(], "max": [0.03, 0.03, )" + to + "]"}});
  };
  EXPECT_TRUE(has(plate("0.002", "0.006"), "5", "moved by 0.2 of a cell, to 0 ... 0.004 m"));
  EXPECT_TRUE(has(plate("0.001", "0.009"), "5", "moved by 0.1 of a cell, to 0 ... 0.008 m"));
  EXPECT_FALSE(has_any(plate("-0.001", "0.003"), "conducting box"));
  EXPECT_FALSE(has_any(plate("-0.01", "0.01"), "conducting box"));
}

const Change k_sheet{
    R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "m")",
    R"("shape": "sheet", "min": [-0.03, -0.03, 0.0149], "max": [0.03, 0.034, 0.0149])"};

// The position of a sheet is printed by run and check, and is in summary.json.
TEST(GridWarnings, SayWhereASheetIs) {
  const Scratch scratch;
  write_file(scratch / "case.json", changed({k_sheet}));
  const std::string line = "case.json:5:16: the sheet is 84 edges at x -0.03 to 0.03, y -0.03 to "
                           "0.03 (given -0.03 to 0.034, moved by 0.4 of a cell), z 0.01 (given "
                           "0.0149, moved by 0.49 of a cell) m";
  const Outcome run = scratch.curlew({"run", "case.json", "--backend", "serial"}),
                check = scratch.curlew({"check", "case.json"});
  EXPECT_NE((run.out + run.err).find(line), std::string::npos) << run.out << run.err;
  EXPECT_NE(check.out.find(line), std::string::npos) << check.out;
  const Json summary = Json::parse(read_file(scratch / "results/summary.json"));
  const Json &sheet = summary.at("sheets_and_wires").at(0);
  EXPECT_EQ(sheet.at("edges"), 84);
  EXPECT_NEAR(sheet.at("largest_shift_cells").get<double>(), 0.49, 1e-9);
  EXPECT_NEAR(sheet.at("held_m")[1][2].get<double>(), 0.01, 1e-9);
  EXPECT_FALSE(has_any(warnings_of({k_sheet}), "the sheet"));
  const Change loaded{R"("max": [0.03, 0.034, 0.0149])",
                      R"("max": [0.03, 0.034, 0.0149], "surface_impedance": [50, 0])"};
  EXPECT_TRUE(has(warnings_of({k_sheet, loaded}), "5", "6.2 % less than given"));
}

// --- Refused before the first iteration, by check too
// ----------------------------------------------

void expect_refused(const std::vector<Change> &changes, const Expectation &expected) {
  const Scratch scratch;
  write_file(scratch / "case.json", changed(changes));
  for (const char *command : {"run", "check"}) {
    const std::string wrong = mismatch(scratch.curlew({command, "case.json"}), expected);
    EXPECT_TRUE(wrong.empty()) << command << ": " << wrong;
  }
}

const Change k_conducting_walls{R"("default": { "type": "pml" })",
                                R"("default": { "type": "pec" })"};
Change current_at(const std::string &position, const std::string &direction) {
  return {R"("type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0])",
          R"("type": "current", "point": )" + position + R"(, "direction": )" + direction};
}

TEST(GridRefusals, APlaneWaveAgainstConductingWalls) {
  expect_refused({k_conducting_walls},
                 {2, {"case.json:8:", "tangential E on the conducting wall"}});
}

// Every wave is checked: the first one's polarisation does not excite the object in the layer.
TEST(GridRefusals, AnObjectInALayerThatTheSecondWaveSees) {
  const Change crystal{R"("eps_r": 2)", R"("eps_r": [1, 4, 1])"};
  const Change reaching{R"("radius": "2 cm")", R"("radius": "8 cm")"};
  const Change second{R"("polarization": [1, 0, 0])",
                      R"("polarization": [1, 0, 0] }, { "name": "second",
      "type": "plane-wave", "direction": [0, 0, 1], "polarization": [0, 1, 0])"};
  expect_refused({crystal, reaching, second},
                 {2, {"case.json:5:", "reaches into the absorbing layer"}});
  const Scratch scratch;
  write_file(scratch / "case.json", changed({crystal, reaching})); // the twin
  EXPECT_EQ(scratch.curlew({"check", "case.json"}).exit_code, 0);
}

TEST(GridWarnings, AreCountedByCheck) {
  const Scratch scratch;
  // A sphere of two cells with less contrast than is warned of.
  write_file(scratch / "case.json", changed({{R"("eps_r": 2)", R"("eps_r": 1.04)"}}));
  EXPECT_NE(scratch.curlew({"check", "case.json"}).out.find("The case is good to run.\n"),
            std::string::npos);
  write_file(scratch / "case.json", changed({{R"("eps_r": 2)", R"("eps_r": 40)"}}));
  const Outcome outcome = scratch.curlew({"check", "case.json"});
  std::size_t count = 0;
  for (std::size_t at = 0; (at = outcome.err.find("warning: ", at)) != std::string::npos; ++at)
    ++count;
  EXPECT_GE(count, 1u);
  const std::string closing = "The case is good to run, with " + std::to_string(count) +
                              (count == 1 ? " warning.\n" : " warnings.\n");
  EXPECT_NE(outcome.out.find(closing), std::string::npos) << outcome.out << outcome.err;
}

TEST(GridRefusals, ACurrentOnAConductingWall) {
  expect_refused({k_conducting_walls, current_at("[0, 0, -0.1]", "[1, 0, 0]")},
                 {2, {"case.json:8:", "flows on a conducting wall"}});
}

TEST(GridRefusals, ACurrentInAConductor) {
  expect_refused({{R"("eps_r": 2)", R"("pec": true)"}, current_at("[0, 0, 0]", "[1, 0, 0]")},
                 {2, {"case.json:8:", "inside a conductor"}});
}

TEST(GridRefusals, ACurrentAlongASheet) {
  expect_refused({k_sheet, current_at("[0.005, 0, 0.01]", "[1, 0, 0]")},
                 {2, {"case.json:8:", "along a conducting sheet"}});
}

TEST(GridRefusals, ASheetInAnAbsorbingLayer) {
  expect_refused({k_sheet, {R"("max": [0.03, 0.034, )", R"("max": [0.3, 0.034, )"}},
                 {2, {"case.json:5:", "reaches into the absorbing layer x+"}});
  const Change within{R"("min": [-0.03, -0.03, 0.0149], "max": [0.03, 0.034, 0.0149])",
                      R"("min": [-0.03, -0.03, 0.08], "max": [0.03, 0.03, 0.08])"};
  expect_refused({k_sheet, within}, {2, {"case.json:5:", "inside an absorbing layer, parallel"}});
}

TEST(GridRefusals, AWireThickerThanHalfACell) {
  expect_refused({{k_sheet.from, R"("shape": "wire", "points": [[0, 0, 0], [0, 0, 0.05]],
                                   "radius": 0.006)"}},
                 {2, {"case.json:5:", "take a \"cylinder\""}});
}

const Change k_slab_walls{
    R"("default": { "type": "pml" })",
    R"("x-": { "type": "periodic" }, "x+": { "type": "periodic" }, "y-": { "type": "periodic" }, "y+": { "type": "periodic" })"};
const Change k_oblique{R"("direction": [0, 0, 1], "polarization": [1, 0, 0])",
                       R"("theta": 150, "phi": 0, "pol": "phi")"};

TEST(GridRefusals, SolversThatABlochPhaseStops) {
  expect_refused(
      {k_slab_walls, k_oblique, {R"("tolerance": 0.5)", R"("tolerance": 0.5, "method": "tfqmr")"}},
      {2, {"case.json:9:", "tfqmr does not get away from its start"}});
  expect_refused({k_slab_walls,
                  k_oblique,
                  {R"("tolerance": 0.5)",
                   R"("tolerance": 0.5, "method": "gmres", "preconditioner": "ssor-ai")"}},
                 {2, {"case.json:9:", "ssor-ai hinders"}});
  // Advice names a solver that is not refused in turn.
  expect_refused(
      {k_slab_walls, k_oblique, {R"("tolerance": 0.5)", R"("tolerance": 0.5, "method": "cocg")"}},
      {2, {"Take \"bicgstab-fused\" or \"bicgstab\""}});
}

} // namespace
