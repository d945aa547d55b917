#pragma once

#include <curlew/core/error.hpp>
#include <curlew/io/case/document/document.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/dgatd/case/check_case.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/mom/case/check_case.hpp>
#include <curlew/tests/support/paths.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace curlew::test {

// Returns the format that the program reads: all methods.
inline const CaseFormat &format() {
  static const CaseFormat result =
      make_case_format({dgatd::case_method(), dgtd::case_method(), fdfd::case_method(),
                        fem::case_method(), mom::case_method()});
  return result;
}
inline const Schema &schema() {
  return format().schema;
}

// Returns a folder with (empty) meshes and waveform files. Each process has its own: tests run side
// by side, and one must not read a file that another is writing.
inline const std::filesystem::path &case_folder() {
  static const std::filesystem::path folder = [] {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path result = std::filesystem::path(curlew::test::output_path()) /
                                         test->test_suite_name() / test->name() / "case";
    std::filesystem::create_directories(result);
    std::ofstream(result / "resonator.msh");
    std::ofstream(result / "block.msh");
    std::ofstream(result / "pulse.csv") << "t (s),value\n# samples\n0,0\n1e-9,1\n\n2e-9,0.5\n";
    std::ofstream(result / "falling.csv") << "0,0\n1e-9,1\n0.5e-9,1\n";
    std::ofstream(result / "words.csv") << "t,value\n0,0\n1e-9,much\n";
    std::ofstream(result / "short.csv") << "t,value\n0,0\n";
    // Labels 0, 1, 1, 3 in a row of bricks of 1 x 2 x 3 cm that starts at the origin.
    std::ofstream(result / "row.vti")
        << "<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
           "<ImageData WholeExtent=\"0 4 0 1 0 1\" Origin=\"0 0 0\" Spacing=\"0.01 0.02 0.03\">\n"
           "<Piece Extent=\"0 4 0 1 0 1\">\n<CellData>\n<DataArray type=\"Int32\" "
           "Name=\"material\" format=\"ascii\">\n0 1 1 3\n</DataArray>\n</CellData>\n</Piece>\n"
           "</ImageData>\n</VTKFile>\n";
    return result;
  }();
  return folder;
}

inline Case parse(const std::string &text, const Overrides &overrides = {}) {
  return parse_case(text, "case.json", case_folder(), format(), overrides);
}

// The text of the error, or "" when there is none.
inline std::string message_of(const std::string &text, const Overrides &overrides = {}) {
  try {
    parse(text, overrides);
  } catch (const InputError &error) {
    return error.what();
  }
  return "";
}

// The worked example of docs/case-file.md: a cylindrical cavity.
inline const std::string k_resonator = R"(// cylindrical cavity, r = 1 m, h = 0.5 m
{ "title": "Cylindrical resonator", "method": "dgatd",
  "mesh": { "file": "resonator.msh" },
  "materials": { "air": { "eps_r": 1 } }, "regions": { "cavity": "air" },
  "boundaries": { "wall": { "type": "pec" } },
  "excitations": [ { "name": "loop", "type": "current", "point": [0.31, 0.22, 0.11], "direction": [0.3, 0.5, 0.8],
                     "waveform": { "type": "gaussian", "f_max": "350 MHz" } } ],
  "time": { "duration": "2 us" },
  "outputs": { "directory": "results",
    "probes":  [ { "name": "p1", "point": [-0.42, 0.13, 0.21], "field": "E" } ],
    "spectra": [ { "probe": "p1", "window": "hamming", "band": ["50 MHz", "300 MHz"], "peaks": true } ],
    "fields":  { "every": "50 ns", "quantities": ["E", "H"] } } }
)";

// A case with every key of method dgatd.
inline const std::string k_everything = R"({
  "title": "everything", "method": "dgatd",
  "mesh": { "box": { "size": ["5 cm", 0.02, "60 mm"], "cells": [10, 4, 12], "origin": ["-1 cm", 0, 0],
                     "jitter": 0.2, "seed": 7 },
            "refine": 1, "reorder": "metis" },
  "materials": {
    "air": {},
    "crystal": { "eps_r": [2, 3, 4], "mu_r": [[1, 0.1, 0], [0.1, 2, 0], [0, 0, 3]], "sigma": "10 mS/m" },
    "fibre": { "eps_r": 4, "sigma": [["1 S/m", 0, 0], [0, 0, 0], [0, 0, 0]] },
    "copper": { "pec": true } },
  "regions": { "volume": "air", "2": "crystal", "3": "copper", "4": "fibre" },
  "boundaries": { "x-": { "type": "pmc" }, "x+": { "type": "abc" }, "default": { "type": "pec" } },
  "excitations": [
    { "name": "a", "type": "current", "point": ["1 mm", 0, 0], "direction": [0, 0, -2], "amplitude": "3 mA m",
      "waveform": { "type": "gaussian-derivative", "f_max": "3 GHz", "delay": "2 ns" } },
    { "name": "b", "type": "current", "region": "volume", "direction": [1, 0, 0], "amplitude": "2 A/cm^2",
      "waveform": { "type": "modulated-gaussian", "f0": "2 GHz", "bandwidth": "1 GHz" } },
    { "name": "c", "type": "current", "point": [0, 0, 0], "direction": [1, 0, 0], "amplitude": 5,
      "waveform": { "type": "sine", "f0": 1e9, "ramp": 2.5 } },
    { "name": "d", "type": "current", "point": [0, 0, 0], "direction": [1, 0, 0],
      "waveform": { "type": "file", "file": "pulse.csv" } } ],
  "time": { "steps": 1000, "dt": "1 ps", "allow_unstable": true, "stop_at_energy": "60 dB" },
  "discretization": { "variant": "fused" },
  "outputs": {
    "directory": "out/run1",
    "probes": [
      { "name": "p", "point": [0, 0, 0], "field": "H" },
      { "name": "row", "line": { "start": [0, 0, 0], "stop": ["1 cm", 0, 0], "count": 11 } },
      { "name": "sheet", "plane": { "corner": [0, 0, "1 mm"], "u": ["1 cm", 0, 0], "v": [0, "2 cm", 0], "counts": [3, 5] } } ],
    "spectra": [ { "probe": "p", "window": "hann", "band": [0, "4 GHz"], "peaks": false,
                   "expected": ["2.9 GHz", 3.1e9], "expected_tolerance": 0.006 } ],
    "fields": { "every": "100 steps", "quantities": ["H"], "region": "volume" },
    "energy": { "every": "10 steps" },
    "flux": [ { "name": "wall", "surface": "x+" },
              { "name": "round", "box": { "min": [0, 0, "1 mm"], "max": ["1 cm", 0.01, 0.02] } },
              { "name": "cut", "plane": { "axis": "y", "at": "1 cm", "max": ["1 cm", 0.02] } } ],
    "checkpoint": { "every": "1 ns", "keep": 3 } },
  "run": { "backend": "openmp", "threads": 2, "precision": "double" } }
)";

} // namespace curlew::test
