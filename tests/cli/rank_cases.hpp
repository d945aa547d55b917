#pragma once

#include "ranks.hpp"

#include <curlew/tests/support/features.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <set>
#include <string>

// Cases and files that tests of several ranks share.
namespace curlew::cli_test {

// A dielectric ball on a grid, a wave and a current, with every output; a merge patch changes it.
inline nlohmann::json ball_case(const nlohmann::json &patch = nlohmann::json::object()) {
  nlohmann::json ball = nlohmann::json::parse(R"({
    "title": "ball", "method": "fdfd",
    "grid": { "cell": "1 cm", "size": ["12 cm", "12 cm", "12 cm"], "pml": { "cells": 3 } },
    "materials": { "glass": { "eps_r": 4 } },
    "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "2 cm", "material": "glass" } ],
    "boundaries": { "default": { "type": "pml" } },
    "frequency": ["1 GHz", "2 GHz", "1.5 GHz"],
    "excitations": [
      { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] },
      { "name": "dipole", "type": "current", "point": ["2.5 cm", 0, 0], "direction": [1, 0, 0] } ],
    "solver": { "method": "cocg", "tolerance": 1e-9 },
    "outputs": {
      "rcs": { "monostatic": true }, "powers": true,
      "flux": [ { "name": "behind", "plane": { "axis": "z", "at": "2.6 cm" } } ] }
  })");
  if (curlew::testing::k_has_vtk)
    ball["outputs"]["fields"] = {{"quantities", {"E"}}};
  ball.merge_patch(patch);
  return ball;
}

// A lossy waveguide with a port of one mode at each end, the first one excited; a merge patch
// changes it.
inline nlohmann::json guide_case(const nlohmann::json &patch) {
  nlohmann::json guide = nlohmann::json::parse(R"({
    "title": "guide", "method": "fem",
    "mesh": { "box": { "size": [0.06, 0.02286, 0.01016], "cells": [6, 3, 2], "jitter": 0.1 } },
    "materials": { "air": { "eps_r": 1.5, "sigma": 0.01 } }, "regions": { "volume": "air" },
    "boundaries": {
      "default": { "type": "pec" },
      "x-": { "type": "port", "kind": "rectangular", "index": 1, "excited": true },
      "x+": { "type": "port", "kind": "rectangular", "index": 2 }
    },
    "outputs": { "s_parameters": { "touchstone": true, "reference": "50 ohm" }, "powers": true,
                 "probes": [ { "name": "p", "point": [0.031, 0.011, 0.005] } ] }
  })");
  guide.merge_patch(patch);
  return guide;
}

// Returns the contents of the files of a run by their names, without records and times; only the
// names of files that are no tables where only these are asked for.
inline std::map<std::string, std::string> contents_of(const fs::path &folder,
                                                      bool only_tables = false) {
  const std::set<std::string> records{"summary.json", "case.resolved.json", "run.log",
                                      ".curlew-manifest"};
  std::map<std::string, std::string> all;
  for (const auto &file : fs::recursive_directory_iterator(folder)) {
    const std::string name = fs::relative(file.path(), folder).string();
    if (file.is_regular_file() && records.count(name) == 0)
      all[name] = only_tables && file.path().extension() != ".csv" ? "" : read_file(file.path());
  }
  return all;
}

} // namespace curlew::cli_test
