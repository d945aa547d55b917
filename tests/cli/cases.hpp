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

// A line between two plates, with a port at each end.
inline const std::string k_plates_case = R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.01, 0.02, 0.05], "cells": [1, 2, 5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "pec" },
    "z-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "z+": { "type": "port", "kind": "parallel-plate", "index": 2 }
  },
  "frequency": 1e9, "outputs": { "s_parameters": true }
})";

// A line with a lossy end of R, L and C, and a lumped port behind R and L.
inline const std::string k_line_case = R"({
  "title": "line", "method": "dgtd",
  "mesh": { "box": { "size": [0.01, 0.02, 0.05], "cells": [1, 2, 5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pmc" }, "x-": { "type": "pec" }, "x+": { "type": "pec" },
    "z-": { "type": "port", "kind": "parallel-plate", "index": 1, "excited": true },
    "y+": { "type": "port", "kind": "lumped", "index": 2, "direction": [1, 0, 0],
            "R": 40, "L": "5 nH", "excited": true },
    "z+": { "type": "lumped", "R": 30, "L": "10 nH", "C": "3 pF", "direction": [1, 0, 0] }
  },
  "frequency": [5e8, 1e9],
  "time": { "steps": 400 },
  "outputs": {
    "energy": { "every": "7 steps" }, "checkpoint": { "every": "90 steps" },
    "probes": [ { "name": "e", "point": [0.003, 0.01, 0.02] } ]
  }
})";

// A strip of a nonlinear medium between plates, E imposed at one end.
inline const std::string k_strip_case = R"({
  "method": "dgtd",
  "mesh": { "box": { "size": [0.0005, 0.0005, 0.005], "cells": [1, 1, 10] } },
  "materials": { "glass": { "eps_r": 1, "chi3": 4e-8 } }, "regions": { "volume": "glass" },
  "boundaries": {
    "x-": { "type": "pec" }, "x+": { "type": "pec" }, "y-": { "type": "pmc" }, "y+": { "type": "pmc" },
    "z-": { "type": "imposed-field", "direction": [1, 0, 0], "amplitude": "1170 V/m",
            "waveform": { "type": "sine", "f0": "20 GHz", "ramp": 1 } },
    "z+": { "type": "pec" }
  },
  "time": { "steps": 60 },
  "discretization": { "space": "full", "order": 1 },
  "outputs": { "probes": [ { "name": "p", "point": [0.0002, 0.0001, 0.002] } ] }
})";

// Some steps of 2 x 1 monopoles of the shipped example.
inline std::string array_case() {
  std::string text = R"({
  "title": "array", "method": "dgtd",
  "mesh": { "array": {
    "cells": { "centre": "@4.msh", "edges": ["@3.msh", "@5.msh", "@1.msh", "@7.msh"],
               "corners": ["@0.msh", "@2.msh", "@6.msh", "@8.msh"] },
    "counts": [2, 1], "pitch": ["15 cm", "15 cm"] } },
  "materials": { "air": {} }, "regions": { "air": "air" },
  "boundaries": {
    "metal": { "type": "pec" }, "feed": { "type": "port", "kind": "coaxial", "index": 1 },
    "default": { "type": "abc" }
  },
  "excitations": [ { "name": "wave", "type": "port", "port": 1, "element": [1, 0] } ],
  "frequency": [6e8, 7e8],
  "discretization": { "space": "mixed" },
  "time": { "steps": 40 }
})";
  const std::string cell = curlew::test::source_path("examples/monopole-array/cell-");
  for (std::size_t at = 0; (at = text.find('@', at)) != std::string::npos; at += cell.size())
    text.replace(at, 1, cell);
  return text;
}

// A mesh file of the test data: a cube of two blocks, in "22_ascii", "22_binary", "41_ascii" or
// "41_binary".
inline std::string cube(const std::string &format) {
  return read_file(fs::path(curlew::test::data_path("gmsh")) / ("cube_" + format + ".msh"));
}

} // namespace curlew::cli_test
