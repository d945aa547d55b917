#include "broken_cases.hpp"

namespace curlew::test {

const std::vector<std::string> k_valid_lines = {
    R"({ "method": "dgatd",)",
    R"("mesh": { "file": "resonator.msh" },)",
    R"("materials": { "air": {}, "glass": { "eps_r": 4 } },)",
    R"("regions": { "cavity": "air", "lens": "glass" },)",
    R"("boundaries": { "wall": { "type": "pec" } },)",
    R"("excitations": [ { "name": "s", "type": "current", "point": [0, 0, 0], "direction": [0, 0, 1], "waveform": { "type": "gaussian", "f_max": 1e9 } } ],)",
    R"("time": { "duration": 1e-6 },)",
    R"("outputs": { "probes": [ { "name": "p", "point": [0, 0, 0] } ] })",
    R"(})"};

namespace {

// Wraps the values of one probe, spectrum, excitation or waveform into its line of the case.
#define PROBE(values) R"("outputs": { "probes": [ )" values R"( ] })"
#define SPECTRUM(values)                                                                           \
  R"("outputs": { "probes": [ { "name": "p", "point": [0, 0, 0] } ], "spectra": [ )" values        \
  R"( ] })"
#define FAR_FIELD(values)                                                                          \
  R"("frequency": 1e9, "outputs": { "far_field": { "theta": 0, "phi": 0, )" values R"( } })"
#define CURRENT(values)                                                                                    \
  R"("excitations": [ { "name": "s", "type": "current", "waveform": { "type": "sine", "f0": 1 }, )" values \
  R"( } ],)"
#define WAVEFORM(values)                                                                                                  \
  R"("excitations": [ { "name": "s", "type": "current", "point": [0, 0, 0], "direction": [0, 0, 1], "waveform": )" values \
  R"( } ],)"

#define FLUX(values) R"("frequency": 1e9, "outputs": { "flux": [ )" values R"( ] })"

constexpr auto syntax = BrokenCase::syntax;
constexpr auto schema = BrokenCase::schema;
constexpr auto meaning = BrokenCase::meaning;

} // namespace

const std::vector<BrokenCase> k_broken_cases = {
    // syntax
    {syntax, 2, R"("mesh": { "file": "a" @"refine": 1 },)", "expected ',' or '}'"},
    {syntax, 2, R"("mesh" @{ "file": "a" },)", "expected ':'"},
    {syntax, 7, R"("time": { "duration": 1e-6@, },)", "a comma before '}'"},
    {syntax, 7, R"("time": { "duration": @1e999 },)", "beyond the range of a double"},
    {syntax, 7, R"("time": { "duration": 2 @us },)", "expected"},
    {syntax, 7, R"("time": { "duration": 1e-6, @"duration": 2e-6 },)",
     "duplicate key \"duration\" in \"time\"; first given at line 7, column 11"},
    {syntax, 8, R"("outputs": {}, @"method": "fem")", "duplicate key \"method\" in the case"},
    // keys
    {schema, 1, R"({ "method": "dgatd", @"grid": { "cell": "5 mm" },)",
     "known, but not supported by method \"dgatd\": it belongs to methods on a grid; those on a "
     "mesh have \"mesh\" (methods with \"grid\": fdfd)"},
    {schema, 1, R"({ "method": "dgatd", @"solver": {},)", "known, but not supported"},
    {schema, 1, R"({ "method": "dgatd", @"objects": [],)", "known, but not supported"},
    {schema, 1, R"({ "method": "dgatd", @"background": "air",)",
     "known, but not supported by method \"dgatd\": it belongs to methods on a grid; those on a "
     "mesh have \"regions\""},
    {schema, 1, R"({ "method": "dgatd", @"titel": "x",)",
     "unknown key \"titel\" in the case; did you mean \"title\"?"},
    {schema, 1, R"({ "method": @"fdtd",)",
     "did you mean \"fdfd\"? (legal: \"dgatd\", \"dgtd\", \"fdfd\", \"fem\", \"mom\")"},
    {schema, 1, R"({ "method": @7,)",
     "\"method\" is 7 (legal: \"dgatd\", \"dgtd\", \"fdfd\", \"fem\", \"mom\")"},
    {schema, 1, R"(@{ "title": "no method",)", "\"method\" is missing in the case"},
    {schema, 1, R"({ "method": "dgatd", "title": @5,)",
     "\"title\" is 5; expected text in double quotes"},
    {schema, 2, R"("mesh": { "file": "resonator.msh", @"refin": 1 },)",
     "unknown key \"refin\" in \"mesh\"; did you mean \"refine\"? (legal: \"file\", \"box\""},
    // mesh
    {schema, 2, R"("mesh": @{ "refine": 1 },)", "\"mesh\" has none of \"file\", \"box\""},
    {schema, 2,
     R"("mesh": { "file": "resonator.msh", @"box": { "size": [1, 1, 1], "cells": [1, 1, 1] } },)",
     "\"mesh\" has \"file\", \"box\"; give one of them"},
    {schema, 2, R"("mesh": @"resonator.msh",)", "expected an object"},
    {meaning, 2, R"("mesh": { "file": @"resonater.msh" },)", "there is no mesh file"},
    {meaning, 2, R"("mesh": { "file": @"." },)", "is a folder"},
    {schema, 2, R"("mesh": { "file": @"" },)", "\"mesh.file\" is empty"},
    {meaning, 2, R"("mesh": { "file": "resonator.msh", "length_unit": @"mmm" },)",
     "unknown unit \"mmm\"; did you mean \"mm\"?"},
    {schema, 2, R"("mesh": { "file": "resonator.msh", "length_unit": @0 },)", "must be above 0"},
    {schema, 2, R"("mesh": { "file": "resonator.msh", "refine": @-1 },)", "must be in [0, 10]"},
    {schema, 2, R"("mesh": { "file": "resonator.msh", "refine": @1.5 },)",
     "expected a whole number"},
    {schema, 2, R"("mesh": { "file": "resonator.msh", "reorder": @"rmc" },)",
     "did you mean \"rcm\"? (legal: \"spatial\", \"none\", \"rcm\", \"metis\")"},
    {schema, 2, R"("mesh": { "box": { "size": [1, @0, 1], "cells": [1, 1, 1] } },)",
     "must be above 0"},
    {schema, 2, R"("mesh": { "box": { "size": [1, 1, 1], "cells": [1, 1, @0] } },)",
     "must be in [1, 2147483647]"},
    {schema, 2, R"("mesh": { "box": { "size": @[1, 1], "cells": [1, 1, 1] } },)",
     "a list of 2; expected a list of 3"},
    {schema, 2, R"("mesh": { "box": @{ "size": [1, 1, 1] } },)",
     "\"cells\" is missing in \"mesh.box\""},
    {schema, 2, R"("mesh": { "box": { "size": [1, 1, 1], "cells": [1, 1, 1], "jitter": @0.5 } },)",
     "must be in [0, 0.5)"},
    {meaning, 2,
     R"("mesh": { "box": { "size": [1, 1, 1], "cells": [1, 1, 1] }, @"length_unit": "mm" },)",
     "is for mesh files"},
    // materials and regions
    {schema, 3, R"("materials": { "air": {}, "glass": { @"eps": 4 } },)",
     "did you mean \"eps_r\"?"},
    {schema, 3, R"("materials": { "air": {}, "glass": { @"chi3": 1e-20 } },)",
     "\"chi3\" in \"materials.glass\" is known, but not supported"},
    {schema, 3, R"("materials": { "air": {}, "glass": { @"debye": [] } },)", "dispersion"},
    {schema, 3, R"("materials": { "air": {}, "glass": { @"loss_tangent": 0.1 } },)", "use sigma ="},
    {schema, 3, R"("materials": { "air": {}, "glass": { @"sigma_m": 1 } },)", "magnetic losses"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "eps_r": @-4 } },)",
     "\"materials.glass.eps_r\" is -4; it must be above 0"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "mu_r": @0 } },)", "must be above 0"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "eps_r": @[1, -1, 1] } },)",
     "must be positive definite"},
    {meaning, 3,
     R"("materials": { "air": {}, "glass": { "eps_r": @[[1, 2, 0], [2, 1, 0], [0, 0, 1]] } },)",
     "must be positive definite"},
    {meaning, 3,
     R"("materials": { "air": {}, "glass": { "eps_r": @[[2, 1, 0], [0, 2, 0], [0, 0, 1]] } },)",
     "is not symmetric"},
    {schema, 3, R"("materials": { "air": {}, "glass": { "eps_r": @[1, 2, 3, 4] } },)",
     "a list of 4; expected a list of 3"},
    {schema, 3, R"("materials": { "air": {}, "glass": { "mu_r": @[1, 2] } },)",
     "a list of 2; expected a list of 3"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "eps_r": @[4, -0.1] } },)",
     "a complex constant holds at frequencies"},
    {schema, 3,
     R"("materials": { "air": {}, "glass": { "eps_r": [[1, 0, 0], @[0, 1], [0, 0, 1]] } },)",
     "expected a list of 3"},
    {schema, 3, R"("materials": { "air": {}, "glass": { "eps_r": [1, @[0, 1], 1] } },)",
     "expected a number"},
    {schema, 3, R"("materials": { "air": {}, "glass": { "eps_r": @"four" } },)",
     "expected one of: a number; three numbers"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "sigma": @-1 } },)", "must be at least 0"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "sigma": @"1 ohm" } },)",
     "is a resistance; a conductivity is expected"},
    {meaning, 3, R"("materials": { "air": {}, "glass": { "sigma": ["1 S/m", @"2", 3] } },)",
     "has no unit: write a bare number"},
    {meaning, 3, R"("materials": { "air": {}, "glass": @{ "pec": true, "sigma": 1 } },)",
     "has no others"},
    {schema, 3, R"("materials": { "air": {}, "glass": { "pec": @false } },)", "(legal: true)"},
    {meaning, 3, R"("materials": { "air": {}, "glass": {}, @"a\u0001b": {} },)",
     "has a control character"},
    {schema, 3, R"("materials": @{},)", "\"materials\" is empty"},
    {meaning, 4, R"("regions": { "cavity": "air", "lens": @"glas" },)",
     "unknown material \"glas\"; did you mean \"glass\"? (materials: \"air\", \"glass\")"},
    {schema, 4, R"("regions": { "cavity": @1 },)", "expected text in double quotes"},
    {meaning, 4, R"("regions": { @"": "air" },)", "the name of a mesh group is empty"},
    // boundaries
    {schema, 5, R"("boundaries": { "wall": { "type": @"pecc" } },)",
     "did you mean \"pec\"? (legal: \"pec\", \"pmc\", \"abc\")"},
    {schema, 5, R"("boundaries": { "wall": { "type": @"port", "kind": "coaxial", "index": 1 } },)",
     "ports are planned"},
    {schema, 5, R"("boundaries": { "wall": { "type": @"impedance" } },)",
     "known, but not supported"},
    {schema, 5, R"("boundaries": { "wall": @"pec" },)", "expected an object"},
    {schema, 5, R"("boundaries": { "wall": @{} },)", "\"type\" is missing"},
    // excitations
    {schema, 6,
     R"("excitations": [ { "name": "w", "type": @"plane-wave", "theta": 0, "phi": 0 } ],)",
     "known, but not supported"},
    {schema, 6, R"("excitations": @{ "name": "w" },)", "expected a list"},
    {schema, 6, CURRENT(R"("direction": [0, 0, 1], "region": "a", @"point": [0, 0, 0])"),
     "give one of them"},
    {schema, 6, CURRENT(R"("point": [0, 0, 0], "direction": [0, 0, 1], @"pol": 0)"),
     "known, but not supported"},
    {meaning, 6, CURRENT(R"("point": [0, 0, 0], "direction": @[0, 0.0, -0.0])"),
     "the direction is zero: give a vector along it"},
    {meaning, 6, CURRENT(R"("point": [0, 0, @"1 GHz"], "direction": [0, 0, 1])"),
     "\"1 GHz\" is a frequency; a length is expected"},
    {meaning, 6, CURRENT(R"("point": [0, 0, 0], "direction": [0, 0, 1], "amplitude": @"1 A/m^2")"),
     "a current moment is expected"},
    {meaning, 6, CURRENT(R"("region": "a", "direction": [0, 0, 1], "amplitude": @"1 A m")"),
     "a current density is expected"},
    {meaning, 6, CURRENT(R"("region": "a", "direction": [0, 0, 1], "amplitude": @"1 V/m")"),
     "is an electric field"},
    {schema, 6, WAVEFORM(R"({ "type": @"gausian", "f_max": 1 })"), "did you mean \"gaussian\"?"},
    {schema, 6, WAVEFORM(R"(@{ "f_max": 1 })"),
     "\"type\" is missing in \"excitations.0.waveform\" (legal: \"gaussian\""},
    {schema, 6, WAVEFORM(R"(@{ "type": "sine" })"), "\"f0\" is missing"},
    {schema, 6, WAVEFORM(R"({ "type": "sine", "f0": 1, @"f_max": 1 })"), "unknown key \"f_max\""},
    {schema, 6, WAVEFORM(R"({ "type": "gaussian", "f_max": @-1 })"), "must be above 0"},
    {meaning, 6, WAVEFORM(R"({ "type": "gaussian", "f_max": @"350 Mhz" })"),
     "did you mean \"MHz\"?"},
    {meaning, 6, WAVEFORM(R"({ "type": "file", "file": @"absent.csv" })"),
     "absent.csv: no such file"},
    {meaning, 6, WAVEFORM(R"({ "type": "file", "file": @"falling.csv" })"),
     "falling.csv:3: the time \"0.5e-9\" does not rise"},
    {meaning, 6, WAVEFORM(R"({ "type": "file", "file": @"words.csv" })"),
     "words.csv:3: expected two finite numbers"},
    {meaning, 6, WAVEFORM(R"({ "type": "file", "file": @"short.csv" })"), "at least 2 are needed"},
    {meaning, 6, WAVEFORM(R"({ "type": "file", "file": @"/dev/zero" })"), "not a regular file"},
    // time
    {schema, 7, R"("time": @{},)", "\"time\" has none of \"duration\", \"steps\""},
    {schema, 7, R"("time": { "duration": 1, @"steps": 2 },)", "give one of them"},
    {schema, 7, R"("time": { "duration": 1, "dt": 1, @"courant": 0.5 },)",
     "has both \"courant\" and \"dt\""},
    {schema, 7, R"("time": { "duration": @0 },)", "must be above 0 s"},
    {meaning, 7, R"("time": { "duration": @"0 us" },)", "\"0 us\"; it must be above 0 s"},
    {meaning, 7, R"("time": { "duration": @"2e-6" },)", "has no unit: write a bare number"},
    {meaning, 7, R"("time": { "duration": @"2 um" },)",
     "is a length; a time is expected (legal units: fs, ps, ns, us, ms, s)"},
    {schema, 7, R"("time": { "steps": @0 },)", "must be in [1, "},
    {schema, 7, R"("time": { "steps": @"10" },)", "expected a whole number"},
    {meaning, 7, R"("time": { "duration": 1, "courant": @1.01 },)",
     "in (0, 1] (up to 1.1 with \"allow_unstable\": true)"},
    {schema, 7, R"("time": { "duration": 1, "allow_unstable": true, "courant": @1.2 },)",
     "must be in (0, 1.1]"},
    {schema, 7, R"("time": { "duration": 1, "allow_unstable": @"yes" },)",
     "expected true or false"},
    {schema, 7, R"("time": { "duration": 1, "stop_at_energy": @-60 },)", "must be above 0 dB"},
    {schema, 7, R"("discretization": { "variant": @"fusd" }, "time": { "steps": 1 },)",
     "did you mean \"fused\"?"},
    {schema, 7, R"("discretization": { @"order": 2 }, "time": { "steps": 1 },)",
     "it belongs to methods dgtd and fem"},
    {schema, 7, R"("run": { "backend": @"gpu" }, "time": { "steps": 1 },)",
     "legal: \"auto\", \"serial\", \"openmp\", \"cuda\", \"hip\""},
    {schema, 7, R"("run": { "precision": @"single" }, "time": { "steps": 1 },)",
     "known, but not supported"},
    {schema, 7, R"("run": { "threads": @-1 }, "time": { "steps": 1 },)", "must be in [0, 65536]"},
    {schema, 7, R"("run": { "threads": @1e18 }, "time": { "steps": 1 },)",
     "is 1e+18; it must be in [0, 65536]"},
    {schema, 7, R"("run": { "threads": @null }, "time": { "steps": 1 },)",
     "is null; expected a whole number"},
    // outputs
    {schema, 8, R"("outputs": { @"rcs": {} })", "it belongs to methods in the frequency domain"},
    {schema, 8, R"("frequency": 1e9, "outputs": { "far_field": @{ "phi": 0 } })",
     "\"theta\" is missing"},
    {schema, 8, FAR_FIELD(R"(@"surface": "box")"), "planned; the far field is taken from"},
    {schema, 8, FAR_FIELD(R"("images": [ { "axis": @"w", "at": 0, "type": "pec" } ])"),
     "legal: \"x\", \"y\", \"z\""},
    {meaning, 8,
     FAR_FIELD(
         R"("images": [ { "axis": "z", "at": 0, "type": "pec" }, { "axis": @"z", "at": 1, "type": "pmc" } ])"),
     "a second image plane across z"},
    {meaning, 8, R"("outputs": { "far_field": @{ "theta": 0, "phi": 0 } })", "needs \"frequency\""},
    {schema, 8, FLUX(R"(@{ "name": "a" })"), "surface"},
    {meaning, 8, FLUX(R"({ "name": "a", "box": { "min": [0, 0, 0], "max": @[1, 0, 1] } })"),
     "along y it reaches from 0 to 0 m; \"min\" comes before \"max\""},
    {meaning, 8, FLUX(R"({ "name": @"..", "surface": "wall" })"), "starts with a dot"},
    {meaning, 8,
     FLUX(R"({ "name": @"a", "surface": "wall" }, { "name": "a_time", "surface": "w" })"),
     "its flux_a_time.csv would also be that of the flux \"a_time\""},
    {schema, 8, R"("outputs": { @"s_parameters": true })", "S-parameters are planned"},
    {schema, 8, R"("outputs": { "directory": @"" })", "is empty"},
    {meaning, 8, R"("outputs": { "fields": @{} })", "\"outputs.fields\" needs \"every\", for"},
    {meaning, 8, R"("outputs": { "fields": { "every": 1e-9, @"frequency": 1e9 } })",
     "fields.pvd holds one of both"},
    {meaning, 8, R"("outputs": { "fields": { "frequency": [1e9, 2e9, @1e9] } })",
     "1000000000 Hz is in the list already"},
    {schema, 8, R"("outputs": { "fields": { "every": 1e-9, @"slice": {} } })", "planned"},
    {schema, 8, R"("outputs": { "fields": { "every": 1e-9, "quantities": ["E", @"E"] } })",
     "in the list already"},
    {schema, 8, R"("outputs": { "fields": { "every": 1e-9, "quantities": ["E", @"D"] } })",
     "legal: \"E\", \"H\""},
    {schema, 8, R"("outputs": { "fields": { "every": 1e-9, "quantities": @[] } })", "at least 1"},
    {meaning, 8, R"("outputs": { "energy": { "every": @"2.5 steps" } })", "whole number of steps"},
    {meaning, 8, R"("outputs": { "energy": { "every": @"0 steps" } })", "must be above 0 steps"},
    {meaning, 8, R"("outputs": { "energy": { "every": @"3 m" } })",
     "a time or a number of steps is expected"},
    {schema, 8, R"("outputs": { "checkpoint": { "every": 1e-9, "keep": @0 } })",
     "must be in [1, 100]"},
    {meaning, 8, PROBE(R"({ "name": @"a/b", "point": [0, 0, 0] })"), "file names cannot have"},
    {meaning, 8, PROBE(R"({ "name": @".hidden", "point": [0, 0, 0] })"), "starts with a dot"},
    {meaning, 8, PROBE(R"({ "name": @"../p", "point": [0, 0, 0] })"), "cannot have, \"/\" (names"},
    {meaning, 8, PROBE(R"({ "name": @" p", "point": [0, 0, 0] })"), "starts with a space"},
    {meaning, 8, PROBE(R"({ "name": @"p ", "point": [0, 0, 0] })"), "ends with a space"},
    {meaning, 8,
     PROBE(R"({ "name": "p", "point": [0, 0, 0] }, { "name": @"p", "point": [1, 0, 0] })"),
     "the probe \"p\" is given twice; first at case.json:8:36"},
    {schema, 8, PROBE(R"(@{ "name": "p" })"), "has none of \"point\", \"line\", \"plane\""},
    {schema, 8, PROBE(R"({ "name": "p", "point": @[0, 0] })"), "expected a list of 3"},
    {meaning, 8,
     PROBE(
         R"({ "name": "p", "line": @{ "start": [0, 0, 1], "stop": ["0 m", 0, "1 m"], "count": 2 } })"),
     "no length"},
    {schema, 8,
     PROBE(R"({ "name": "p", "line": { "start": [0, 0, 1], "stop": [0, 0, 0], "count": @1 } })"),
     "must be in [2,"},
    {meaning, 8,
     PROBE(
         R"({ "name": "p", "plane": @{ "corner": [0, 0, 1], "u": [1, 0, 0], "v": [2, 0, 0], "counts": [2, 2] } })"),
     "no area"},
    {schema, 8, PROBE(R"({ "name": "p", "point": [0, 0, 0], "field": @"e" })"),
     "did you mean \"E\"?"},
    {meaning, 8, SPECTRUM(R"({ "probe": @"q", "band": [0, 1] })"), "unknown probe \"q\""},
    {meaning, 8, SPECTRUM(R"({ "probe": "p", "band": @["2 GHz", "1 GHz"] })"),
     "the lower end comes first"},
    {schema, 8, SPECTRUM(R"({ "probe": "p", "band": [@-1, 1] })"), "must be at least 0 Hz"},
    {schema, 8, SPECTRUM(R"({ "probe": "p", "window": @"haming" })"), "did you mean \"hamming\"?"},
    {meaning, 8, SPECTRUM(R"({ "probe": "p" }, { "probe": @"p" })"),
     "the spectrum of probe \"p\" is given twice"},
    {schema, 8, SPECTRUM(R"({ "probe": "p", "expected_tolerance": @1 })"), "must be in (0, 1)"},
    {schema, 8, SPECTRUM(R"({ "probe": "p", "expected": @3e9 })"), "expected a list"},
};

std::string join_lines(const std::vector<std::string> &lines) {
  std::string text;
  for (const std::string &line : lines)
    text += line + "\n";
  return text;
}

std::string BrokenCase::case_text(const std::vector<std::string> &valid_lines) const {
  std::vector<std::string> lines = valid_lines;
  lines[line - 1] = text;
  lines[line - 1].erase(lines[line - 1].find('@'), 1);
  return join_lines(lines);
}

std::string BrokenCase::place() const {
  return "case.json:" + std::to_string(line) + ":" +
         std::to_string(std::string(text).find('@') + 1) + ": ";
}

} // namespace curlew::test
