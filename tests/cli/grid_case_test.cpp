// Cases of method fdfd with one thing wrong: exit code, place and message, and nothing written.
#include "cases.hpp"

#include <curlew/tests/support/features.hpp>

#include <gtest/gtest.h>

#include <algorithm>

using namespace curlew::cli_test;

namespace {

// A sphere on 12 x 12 x 12 cells.
const std::string k_sphere_case = R"({
  "title": "Sphere",
  "method": "fdfd",
  "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
  "materials": { "glass": { "eps_r": 4 } },
  "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" } ],
  "boundaries": { "default": { "type": "pml" } },
  "frequency": "1 GHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "solver": { "tolerance": 1e-6 },
  "outputs": { "directory": "results", "fields": {} }
}
)";

// One change of the case. The mark @ in `to` is the place that the message must name; it is
// removed.
struct Broken {
  const char *name;
  const char *from, *to;
  std::vector<std::string> messages;
};

void PrintTo(const Broken &broken, std::ostream *stream) {
  *stream << broken.name;
}

// Takes the mark out and returns "case.json:line:column: " of it.
std::string take_mark(std::string &text) {
  const std::size_t at = text.find('@');
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
  const std::size_t line_start = text.rfind('\n', at) + 1;
  text.erase(at, 1);
  return "case.json:" + std::to_string(line + 1) + ":" + std::to_string(at - line_start + 1) + ": ";
}

class GridCase : public testing::TestWithParam<Broken> {};

TEST_P(GridCase, IsRefusedWithItsPlace) {
  const Broken &broken = GetParam();
  const bool reads_voxels = std::string(broken.to).find("voxels") != std::string::npos;
  if (reads_voxels)
    CURLEW_SKIP_WITHOUT(vtk);
  std::string text = replaced(k_sphere_case, broken.from, broken.to);
  Expectation expected{2, broken.messages};
  expected.messages.push_back(take_mark(text));
  const Scratch scratch;
  write_file(scratch / "case.json", text);
  write_file(scratch / "cut.vti",
             "<VTKFile type=\"ImageData\" version=\"1.0\"><ImageData WholeExt");
  const auto before = names_in(scratch.path());
  for (const char *command : {"run", "check"}) {
    const std::string wrong = mismatch(scratch.curlew({command, "case.json"}), expected);
    EXPECT_TRUE(wrong.empty()) << command << ": " << wrong << "--- case\n" << text;
    EXPECT_EQ(names_in(scratch.path()), before) << "something written";
  }
}

const Broken k_broken[] = {
    {"Mesh",
     R"("grid": {)",
     R"(@"mesh": { "file": "a.msh" }, "grid": {)",
     {"those on a grid have \"grid\"", "dgatd"}},
    {"Time", R"("frequency")", R"(@"time": { "steps": 3 }, "frequency")", {"\"frequency\""}},
    {"ZeroCell", R"("cell": "1 cm")", R"("cell": @0)", {"must be above 0 m"}},
    {"HalfACell",
     R"("size": ["12 cm", "12 cm")",
     R"("size": ["12 cm", @"12.5 cm")",
     {"12.5 cells of 0.01 m", "take 0.12 m (12 cells) or 0.13 m (13 cells)"}},
    {"TooManyCells", R"("cell": "1 cm")", R"("cell": @"0.1 mm")", {"715827882 are the most"}},
    {"ThickLayers", R"("cells": 3)", R"("cells": @6)", {"12 of 12 cells along x"}},
    {"Reflection", R"("cells": 3)", R"("reflection": @2)", {"must be in (0, 1)"}},
    {"Kappa", R"("cells": 3)", R"("cells": 3, "kappa": @0.5)", {"must be in [1"}},
    {"Tensor",
     R"("eps_r": 4)",
     R"("eps_r": @[[4, 1, 0], [1, 4, 0], [0, 0, 4]])",
     {"diagonal tensors"}},
    {"Gain", R"("eps_r": 4)", R"("eps_r": -4, "loss_tangent": @0.1)", {"amplify"}},
    {"UnknownMaterial",
     R"("material": "glass")",
     R"("material": @"glas")",
     {"did you mean \"glass\"?"}},
    {"NegativeRadius", R"("radius": "2 cm")", R"("radius": @"-2 cm")", {"must be above 0 m"}},
    {"Outside",
     R"({ "shape": "sphere", "center": [0, 0, 0])",
     R"(@{ "shape": "sphere", "center": [0, 0, 1])",
     {"the sphere lies outside of the grid"}},
    {"NoVoxels",
     R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
     R"("shape": "voxels", "file": @"absent.vti")",
     {"the voxels: ", "absent.vti"}},
    {"CutVoxels",
     R"("shape": "sphere", "center": [0, 0, 0], "radius": "2 cm")",
     R"("shape": "voxels", "file": @"cut.vti")",
     {"the voxels: "}},
    {"WallOfAnotherMethod", R"("type": "pml")", R"("type": @"abc")", {"\"pml\" absorbs here"}},
    {"HalfAPeriod",
     R"("boundaries": { )",
     R"("boundaries": { "x-": { "type": @"periodic" }, )",
     {"make both periodic or neither"}},
    {"Longitudinal",
     R"("polarization": [1, 0, 0])",
     R"("polarization": @[1, 0, 1])",
     {"the part that is: (1, 0, 0)"}},
    {"Waveform",
     R"("polarization": [1, 0, 0])",
     R"("polarization": [1, 0, 0], @"waveform": {})",
     {"a wave at a frequency has none"}},
    {"TwiceAFrequency", R"("1 GHz")", R"(["1 GHz", @1e9])", {"is in the list already"}},
    {"ZeroFrequency", R"("1 GHz")", R"(@"0 Hz")", {"must be above 0 Hz"}},
    {"UnknownSolver", R"("tolerance": 1e-6)", R"("method": @"cog")", {"did you mean \"cocg\"?"}},
    {"Probes", R"("fields": {})", R"(@"probes": [])", {"methods in the time domain"}},
    {"EveryField", R"("fields": {})", R"("fields": { @"every": 1 })", {"time domain"}},
    {"SliceOutside",
     R"("fields": {})",
     R"("fields": { "slice": { "axis": "y", "at": @"7 cm" } })",
     {"the slice at y = 0.07 m lies outside"}},
    {"SarWithoutDensity", R"("fields": {})", R"("sar": @true)", {"\"density\""}},
    {"EmptyRcs", R"("fields": {})", R"("rcs": @{})", {"asks for nothing"}},
};

INSTANTIATE_TEST_SUITE_P(Fdfd, GridCase, testing::ValuesIn(k_broken),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(GridCaseSchema, IsPrinted) {
  const Scratch scratch;
  const Outcome outcome = scratch.curlew({"schema"});
  EXPECT_EQ(outcome.exit_code, 0);
  for (const char *key : {"\"grid\"", "\"fdfd\"", "\"plane-wave\"", "\"background\"", "\"dgatd\""})
    EXPECT_NE(outcome.out.find(key), std::string::npos) << key;
}

// A slab on glass in periods of one cell: one order above and one below in either polarisation.
TEST(PeriodicGrid, WritesItsOrdersAndTheirSum) {
  const Scratch scratch;
  write_file(scratch / "case.json", R"({
  "method": "fdfd",
  "grid": { "cell": "1 mm", "size": ["1 mm", "1 mm", "48 mm"] },
  "materials": { "glass": { "eps_r": 2.25 }, "slab": { "eps_r": 4 } },
  "background": [ { "material": "glass", "top": 0 }, { "material": "vacuum" } ],
  "objects": [ { "shape": "box", "min": [-1, -1, 0], "max": [1, 1, "4 mm"], "material": "slab" } ],
  "boundaries": { "x-": { "type": "periodic" }, "x+": { "type": "periodic" },
                  "y-": { "type": "periodic" }, "y+": { "type": "periodic" } },
  "frequency": "10 GHz",
  "excitations": [ { "name": "w", "type": "plane-wave", "theta": 30, "phi": 0, "pol": "phi" } ],
  "outputs": { "directory": "results", "diffraction": {} }, "run": { "backend": "serial" }
})");
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string printed = outcome.out + outcome.err;
  EXPECT_NE(printed.find("interface at z = 0 m, on node 24"), std::string::npos) << printed;
  EXPECT_NE(printed.find("together 1"), std::string::npos) << printed;
  const std::string table = read_file(scratch / "results/orders.csv");
  EXPECT_EQ(table.rfind("f (Hz),excitation,side,m,n,pol,Re,Im,efficiency\n", 0), 0u) << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5) << table;
  EXPECT_NE(table.find("\n10000000000,w,above,0,0,te,"), std::string::npos) << table;
  const std::string summary = read_file(scratch / "results/summary.json");
  EXPECT_NE(summary.find("\"transmitted\""), std::string::npos) << summary;
}

// Tables name one of several waves by its number, as those of other methods do.
TEST(PeriodicGrid, NumbersTheWavesOfASweep) {
  const Scratch scratch;
  write_file(scratch / "case.json", R"({
  "method": "fdfd",
  "grid": { "cell": "1 mm", "size": ["1 mm", "1 mm", "48 mm"] },
  "materials": { "slab": { "eps_r": 4 } },
  "objects": [ { "shape": "box", "min": [-1, -1, 0], "max": [1, 1, "4 mm"], "material": "slab" } ],
  "boundaries": { "x-": { "type": "periodic" }, "x+": { "type": "periodic" },
                  "y-": { "type": "periodic" }, "y+": { "type": "periodic" } },
  "frequency": "10 GHz",
  "excitations": [ { "name": "w", "type": "plane-wave", "phi": 0, "pol": "phi",
                     "theta": { "start": 0, "stop": 20, "step": 20 } } ],
  "outputs": { "directory": "results", "diffraction": {} }, "run": { "backend": "serial" }
})");
  const Outcome outcome = scratch.curlew({"run", "case.json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::string table = read_file(scratch / "results/orders.csv");
  EXPECT_NE(table.find("\n10000000000,w 1,above,0,0,te,"), std::string::npos) << table;
  EXPECT_NE(table.find("\n10000000000,w 2,above,0,0,te,"), std::string::npos) << table;
}

// The layers are two cells off a structure whose evanescent orders reach further.
TEST(PeriodicGrid, WarnsWherePowersDoNotAddUp) {
  const auto summary = [](const std::string &height, const std::string &low) {
    const Scratch scratch;
    write_file(scratch / "case.json", R"({
  "method": "fdfd",
  "grid": { "cell": 0.04, "size": [1, 0.04, )" +
                                          height + R"(], "origin": [0, 0, )" + low + R"(],
            "pml": { "cells": 8 } },
  "materials": { "bar": { "eps_r": 12 } },
  "objects": [ { "shape": "box", "min": [0, -1, 0], "max": [0.52, 1, 0.4], "material": "bar" } ],
  "boundaries": { "x-": { "type": "periodic" }, "x+": { "type": "periodic" },
                  "y-": { "type": "periodic" }, "y+": { "type": "periodic" } },
  "frequency": 2.2e8,
  "excitations": [ { "name": "w", "type": "plane-wave", "theta": 20, "phi": 0, "pol": "phi" } ],
  "outputs": { "directory": "results", "diffraction": {} }, "run": { "backend": "serial" }
})");
    const Outcome outcome = scratch.curlew({"run", "case.json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    return outcome.out + outcome.err + read_file(scratch / "results/summary.json");
  };
  EXPECT_NE(summary("1.2", "-0.4").find("add up to"), std::string::npos);
  const std::string far = summary("4.4", "-2");
  EXPECT_EQ(far.find("add up to"), std::string::npos) << far;
}

} // namespace
