#pragma once

#include <string>

namespace curlew::test {

// The worked example of docs/case-file.md: scattering by a dielectric sphere.
inline const std::string k_sphere = R"(// Demir 2012, Table 1
{ "method": "fdfd", "grid": { "cell": "5 mm", "size": ["32 cm", "32 cm", "32 cm"], "origin": "center", "pml": { "cells": 8 } },
  "materials": { "dielectric": { "eps_r": 4 } },
  "objects": [ { "shape": "sphere", "center": [0, 0, 0], "radius": "7.2 cm", "material": "dielectric" } ],
  "frequency": "1 GHz",
  "excitations": [ { "name": "wave", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0] } ],
  "solver": { "method": "cocg", "tolerance": 1e-6 },
  "outputs": { "directory": "results", "rcs": { "bistatic": { "theta": { "start": 0, "stop": 180, "step": 1 }, "phi": [0, 90] } }, "fields": { "quantities": ["E", "H"] } } }
)";

// A case with every key of method fdfd, but for files.
inline const std::string k_every_grid_key = R"({
  "title": "every key", "method": "fdfd",
  "grid": { "cell": ["1 cm", 0.02, "30 mm"], "size": ["40 cm", 0.6, "90 cm"], "origin": ["-10 cm", 0, "1 m"],
            "pml": { "cells": 6, "order": 3, "reflection": 1e-6, "kappa": 20 }, "smoothing": false },
  "materials": {
    "plain": { "eps_r": [2, 3, 4], "mu_r": 2, "sigma": "10 mS/m", "sigma_m": ["1 kohm/m", 0, 3], "loss_tangent": 0.01,
               "density": "1.1 g/cm^3" },
    "tissue": { "eps_inf": 4, "debye": [ { "delta_eps": 40, "tau": "8 ps" }, { "delta_eps": 100, "tau": "1 ns" } ], "density": 1040 },
    "resonant": { "eps_inf": 2, "lorentz": [ { "delta_eps": 1.5, "f0": "3 GHz", "gamma": "0.1 GHz" } ] },
    "gold": { "eps_inf": 9, "drude": [ { "f_p": "2175 THz", "gamma": "17 THz" } ] },
    "ferrite": { "mu_inf": 1.5, "mu_debye": [ { "delta_mu": 3, "tau": "1 ns" } ],
                 "mu_lorentz": [ { "delta_mu": 0.5, "f0": "2.1 GHz", "gamma": 0 } ], "mu_drude": [ { "f_p": "1 MHz", "gamma": "1 kHz" } ] },
    "silver": { "eps_r": -20, "sigma": 1e4 },
    "copper": { "pec": true } },
  "background": [ { "material": "tissue", "top": "1.3 m" }, { "material": "vacuum", "top": 1.42 }, { "material": "silver" } ],
  "objects": [
    { "shape": "box", "min": ["-1 m", 0, 0], "max": [5, "10 cm", "2 m"], "material": "plain" },
    { "shape": "sphere", "center": ["5 cm", 0.3, 1.4], "radius": "4 cm", "material": "tissue" },
    { "shape": "ellipsoid", "center": [0.1, 0.3, 1.4], "radii": [0.01, "2 cm", 0.03], "material": "resonant" },
    { "shape": "cylinder", "base": [0, 0.2, 1.2], "axis": [0, "10 cm", 0.1], "radius": "3 cm", "material": "copper" },
    { "shape": "sphere", "center": [0.1, 0.3, 1.4], "radius": 0.02, "material": "gold" },
    { "shape": "sphere", "center": [0.1, 0.3, 1.4], "radius": 0.01, "material": "ferrite" },
    { "shape": "sphere", "center": [0.2, 0.3, 1.4], "radius": 0.01, "material": "silver" },
    { "shape": "sheet", "min": ["-1 m", 0.1, 1.3], "max": [5, "30 cm", 1.3], "material": "copper" },
    { "shape": "sheet", "min": [0.1, 0.1, 1.4], "max": [0.2, 0.1, 1.6], "surface_impedance": ["50 ohm", -20] },
    { "shape": "wire", "points": [[0.1, 0.3, 1.2], [0.1, "40 cm", 1.2], [0.2, 0.4, 1.2]], "radius": "1 mm", "sigma": "58 MS/m", "mu_r": 2 } ],
  "boundaries": { "x-": { "type": "periodic" }, "x+": { "type": "periodic" }, "y-": { "type": "pec" },
                  "z+": { "type": "pmc" }, "default": { "type": "pml" } },
  "excitations": [
    { "name": "straight", "type": "plane-wave", "direction": [0, 0, -2], "polarization": [3, 0, 0], "polarization_imag": [0, 3, 0], "amplitude": "2 kV/m" },
    { "name": "sweep", "type": "plane-wave", "theta": { "start": 0, "stop": 90, "step": "30 deg" }, "phi": [0, "45 deg"], "pol": ["theta", "phi", 30] },
    { "name": "dipole", "type": "current", "point": ["5 cm", 0.1, 1.4], "direction": [0, 0, -2], "amplitude": "3 mA m" },
    { "name": "block", "type": "current", "region": { "min": [0, 0.1, 1.2], "max": ["10 cm", 0.2, 1.3] }, "direction": [1, 0, 0], "amplitude": "2 A/cm^2" } ],
  "frequency": { "start": "1 GHz", "stop": "2 GHz", "count": 5 },
  "discretization": { "variant": "cis" },
  "solver": { "method": "gmres", "preconditioner": { "type": "background", "eps_b": [2, -0.5] }, "tolerance": 1e-8, "max_iterations": 500 },
  "outputs": { "directory": "out/grid",
    "flux": [ { "name": "round", "box": { "min": ["1 cm", 0.1, 1.2], "max": [0.1, "20 cm", 1.5] } },
              { "name": "cut", "plane": { "axis": "z", "at": "1.4 m", "min": ["-5 cm", 0.1], "max": [0.1, 0.2] } } ],
    "fields": { "quantities": ["H"], "total": false, "slice": [ { "axis": "z", "at": "1.5 m" }, { "axis": "x", "at": 0 } ] },
    "sar": true },
  "run": { "backend": "serial", "threads": 1 } }
)";

// Orders of diffraction.
inline const std::string k_grating = R"({
  "method": "fdfd", "grid": { "cell": "5 mm", "size": ["32 cm", "5 mm", "32 cm"] },
  "materials": { "glass": { "eps_r": 2.25 } }, "background": "glass",
  "boundaries": { "x-": { "type": "periodic" }, "x+": { "type": "periodic" },
                  "y-": { "type": "periodic" }, "y+": { "type": "periodic" } },
  "excitations": [ { "name": "w", "type": "plane-wave", "theta": 30, "phi": 0, "pol": "phi" } ],
  "frequency": "1 GHz",
  "outputs": { "diffraction": { "orders": [2, 0], "above": "8 cm", "below": -0.07 } } }
)";

} // namespace curlew::test
