#pragma once

#include "program.hpp"

#include <curlew/tests/support/paths.hpp>

#include <string>

namespace curlew::cli_test {

// A case that runs in no time: a jittered box of 108 tets, 40 steps.
inline const std::string k_tiny_case = R"({
  "title": "Tiny box",
  "method": "dgatd",
  "mesh": { "box": { "size": [1, 0.8, 0.6], "cells": [3, 3, 2], "jitter": 0.1 } },
  "materials": { "air": { "eps_r": 1 } },
  "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "pec" } },
  "excitations": [
    { "name": "dipole", "type": "current", "point": [0.31, 0.33, 0.22], "direction": [0.3, 0.5, 0.8],
      "waveform": { "type": "gaussian-derivative", "f_max": "300 MHz" } }
  ],
  "time": { "steps": 40, "courant": 0.9 },
  "outputs": {
    "directory": "results",
    "probes": [ { "name": "p", "point": [0.61, 0.33, 0.21] } ]
  }
}
)";

// The same on a mesh file, "mesh.msh".
inline const std::string k_mesh_case = R"({
  "method": "dgatd",
  "mesh": { "file": "mesh.msh" },
  "materials": { "air": { "eps_r": 1 }, "core": { "eps_r": 2 } },
  "regions": { "air": "air", "core block": "core" },
  "boundaries": { "default": { "type": "pec" } },
  "time": { "steps": 5 },
  "outputs": { "probes": [ { "name": "p", "point": [0.3, 0.4, 0.2] } ] }
}
)";

// A mesh file of the test data: a cube of two blocks, in "22_ascii", "22_binary", "41_ascii" or
// "41_binary".
inline std::string cube(const std::string &format) {
  return read_file(fs::path(curlew::test::data_path("gmsh")) / ("cube_" + format + ".msh"));
}

} // namespace curlew::cli_test
