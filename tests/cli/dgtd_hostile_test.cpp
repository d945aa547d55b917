// What is wrong with cases of method dgtd: `check` and `run` refuse it alike, before a folder of
// results is there.
#include "hostile.hpp"

#include <curlew/core/expression.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

const Json k_box = Json::parse(R"({
  "method": "dgtd",
  "mesh": { "box": { "size": [0.05, 0.02, 0.06], "cells": [2, 1, 2] } },
  "materials": { "air": { "eps_r": 1 } }, "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "pec" } },
  "excitations": [
    { "name": "j", "type": "current", "point": [0.02, 0.01, 0.02], "direction": [0, 1, 0],
      "waveform": { "type": "gaussian-derivative", "f_max": 4e9 } }
  ],
  "time": { "steps": 40 },
  "discretization": {},
  "outputs": { "probes": [ { "name": "p", "point": [0.03, 0.01, 0.03] } ] }
})");

const Hostile k_hostile[] = {
    {R"({"discretization": {"order": 0}})", "order"},
    {R"({"discretization": {"order": 5}})", "order"},
    {R"({"discretization": {"order": 1.5}})", "order"},
    {R"({"discretization": {"space": "mixed", "order": 3}})", "has orders 1 and 2"},
    {R"({"discretization": {"space": "nodal"}})", "space"},
    {R"({"discretization": {"scheme": "centred"}})", "scheme"},
    {R"({"discretization": {"variant": "nodal"}})", "planned"},
    {R"({"discretization": {"variant": "fused"}})", "variant"},
    {R"({"discretization": {"penalty": 1.5}})", "penalty"},
    {R"({"discretization": {"local_time_stepping": 3}})", "true or false"},
    {R"({"discretization": {"local_time_stepping": {"ratio": 1}}})", "ratio"},
    {R"({"discretization": {"local_time_stepping": {"classes": 1}}})", "classes"},
    {R"({"discretization": {"local_time_stepping": {"scheme": "published", "ratio": 2}}})",
     "have odd ratios"},
    {R"({"discretization": {"local_time_stepping": {"scheme": "published"}, "variant": "stored"}})",
     "have no variant \"stored\""},
    {R"({"discretization": {"local_time_stepping": true, "scheme": "dfdd"},
         "outputs": {"probes": [{"name": "p", "point": [0.03, 0.01, 0.03], "field": "H"}]}})",
     "one time of H in all tets"},
    {R"({"discretization": {"local_time_stepping": true, "scheme": "dfdd"},
         "outputs": {"flux": [{"name": "f", "surface": "x+"}]}})",
     "one time of H in all tets"},
    {R"({"discretization": {"local_time_stepping": true, "scheme": "dfdd", "form": "two-step"}})",
     "have no two-step form"},
    {R"({"discretization": {"local_time_stepping": true, "scheme": "dfdd"},
         "excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}]})",
     "have no initial fields"},
    {R"({"discretization": {"local_time_stepping": true, "scheme": "upwind"}})",
     "no local time steps"},
    {R"({"discretization": {"local_time_stepping": {"scheme": "filtered"}, "scheme": "dfdd"}})",
     "steps belong to \"central\""},
    {R"({"discretization": {"local_time_stepping": true, "penalty": 0.2}})", "penalty"},
    {R"({"discretization": {"penalty": -0.1}})", "penalty"},
    {R"({"discretization": {"scheme": "upwind", "penalty": 0.5}})", "has the whole penalty"},
    {R"({"discretization": {"scheme": "dfdd", "penalty": 0.5}})", "\"dfdd\" has no penalty"},
    {R"({"discretization": {"form": "two-step"}})", "belongs to scheme \"dfdd\""},
    {R"({"discretization": {"form": "one-step", "scheme": "dfdd"}})", "form"},
    {R"({"discretization": {"form": "two-step", "scheme": "dfdd", "variant": "packed"}})",
     "has the variant \"stored\" alone"},
    {R"({"discretization": {"form": "two-step", "scheme": "dfdd"}, "materials": {"air": {"sigma": 0.1}}})",
     "losses or memory are planned for the form"},
    {R"({"discretization": {"form": "two-step", "scheme": "dfdd"}, "materials": {"air": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})",
     "losses or memory are planned for the form"},
    {R"({"discretization": {"form": "two-step", "scheme": "dfdd"},
         "boundaries": {"z-": {"type": "impedance", "surface_impedance": 50}}})",
     "boundaries of type \"impedance\" are planned for the form"},
    {R"({"discretization": {"form": "two-step", "scheme": "dfdd"},
         "excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}]})",
     "excitations of type \"initial-field\" are planned for the form"},
    {R"({"discretization": {"losses": "published"}})", "belong to scheme"},
    {R"({"discretization": {"scheme": "dfdd", "losses": "published"}, "materials": {"air": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})",
     "poles with \"published\" losses are planned"},
    {R"({"discretization": {"dispersion": "recursive"}, "materials": {"air": {"drude": [{"f_p": 1e9, "gamma": 1e8}]}}})",
     "no pole at 0 Hz"},
    {R"({"discretization": {"dispersion": "exact"}})", "dispersion"},
    {R"({"discretization": {"formulation": "efie"}})", "it belongs to method mom"},
    {R"({"time": {"dt": 1e-9}})", "above the stability limit"},
    {R"({"time": {"courant": 1.02}})", "courant"},
    {R"({"time": {"steps": 0}})", "steps"},
    {R"({"materials": {"air": {"debye": [{"delta": 1, "tau": 1e-11}]}}})", "delta_eps"},
    {R"({"materials": {"air": {"debye": [{"delta_eps": 1, "tau": 0}]}}})", "tau"},
    {R"({"materials": {"air": {"debye": [{"delta_eps": -1, "tau": 1e-11}]}}})", "delta_eps"},
    {R"({"materials": {"air": {"lorentz": [{"delta_eps": 1, "f0": 1e9, "gamma": -1e8}]}}})",
     "gamma"},
    {R"({"materials": {"air": {"lorentz": [{"delta_eps": 1, "f0": 0, "gamma": 1e8}]}}})", "f0"},
    {R"({"materials": {"air": {"drude": [{"f_p": 1e9, "gamma": -1}]}}})", "gamma"},
    {R"({"materials": {"air": {"mu_lorentz": [{"delta_mu": 1, "f0": 1e9, "gamma": -1e8}]}}})",
     "gamma"},
    {R"({"materials": {"air": {"mu_debye": [{"delta_eps": 1, "tau": 1e-11}]}}})", "delta_mu"},
    {R"({"materials": {"air": {"eps_r": null, "eps_inf": 0}}})", "eps_inf"},
    {R"({"materials": {"air": {"eps_r": null, "eps_inf": -2}}})", "eps_inf"},
    {R"({"materials": {"air": {"mu_inf": 0}}})", "mu_inf"},
    {R"({"materials": {"air": {"eps_inf": 2}}})", "has both"},
    {R"({"materials": {"air": {"loss_tangent": 0.01}}})",
     "a loss that is the same at every frequency is none in time"},
    {R"({"materials": {"air": {"eps_r": -1}}})", "eps_r"},
    {R"({"materials": {"air": {"sigma_m": -1}}})", "sigma_m"},
    {R"({"materials": {"air": {"eps_r": null, "pec": true}}})", "nothing is left to solve"},
    {R"({"materials": {"air": {"eps_r": [1, 2, 3]}}, "boundaries": {"x-": {"type": "abc"}}})",
     "an absorbing boundary needs an isotropic medium"},
    {R"({"boundaries": {"z-": {"type": "port"}}})", "\"kind\" is missing"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem"}}})", "\"index\" is missing"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "circular", "index": 1}}})",
     "ports of kind \"circular\" are planned"},
    {R"({"boundaries": {"x-": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "rectangular", "index": 1}}})",
     "has conducting walls all around"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "rectangular", "index": 1,
                               "mode": "TE00"}}})",
     "there is no mode"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "rectangular", "index": 1, "excited": true}},
         "frequency": 2e9, "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "is below its cutoff of 2.99792e+09 Hz"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "rectangular", "index": 1, "excited": true},
                        "z+": {"type": "port", "kind": "rectangular", "index": 2}},
         "frequency": 4e9, "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "sends a part of its mode back"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "rectangular", "index": 1, "excited": true},
                        "z+": {"type": "port", "kind": "rectangular", "index": 2, "excited": true}},
         "frequency": [4e9, 5e9], "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "a Touchstone file has one reference for all ports and frequencies"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "modal", "index": 1}}})",
     "ports of kind \"modal\" are planned"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "gap", "index": 1}}})",
     "it belongs to methods on surfaces"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 0}}})", "index"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 2}}})", "no port has 1"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 1},
                        "z+": {"type": "port", "kind": "tem", "index": 1}}})",
     "the index 1 is that of"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 1}}})",
     "lies between two conductors, and 1 touch its face"},
    {R"({"boundaries": {"default": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "tem", "index": 1}}})",
     "lies between two conductors, and none touch its face"},
    {R"({"boundaries": {"y-": {"type": "pmc"}, "y+": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "coaxial", "index": 1}}})",
     "a coaxial port is a ring"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 1, "impedance": 0}}})",
     "impedance"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1}}})",
     "a lumped port needs its \"direction\""},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1,
                               "direction": [0, 1, 1]}}})",
     "does not lie in its face"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1, "deembed": 0.01,
                               "direction": [0, 1, 0]}}})",
     "has no line to move its reference plane along"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 1, "R": 10}}})",
     "\"R\" is of \"kind\": \"lumped\""},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "tem", "index": 1, "excited": true}}})",
     "is excited and has no waveform"},
    {R"({"boundaries": {"x-": {"type": "pmc"}, "x+": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "tem", "index": 1, "direction": [1, 0, 0]}}})",
     "is at right angles to the field"},
    {R"({"boundaries": {"x-": {"type": "pmc"}, "x+": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "tem", "index": 1}},
         "materials": {"air": {"sigma": 0.1}}})",
     "has an impedance that depends on the frequency"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1,
                               "direction": [0, 1, 0]}},
         "frequency": 3e9, "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "give a port \"excited\": true"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1, "excited": true,
                               "direction": [0, 1, 0]}},
         "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "give \"frequency\""},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1, "excited": true,
                               "direction": [0, 1, 0]}},
         "frequency": 3e9, "outputs": {"s_parameters": true}})",
     "S-parameters are of waves that come in at ports alone"},
    {R"({"boundaries": {"z-": {"type": "port", "kind": "lumped", "index": 1, "excited": true,
                               "direction": [0, 1, 0]},
                        "z+": {"type": "port", "kind": "lumped", "index": 2, "C": 1e-12,
                               "direction": [0, 1, 0]}},
         "frequency": 3e9, "excitations": [], "outputs": {"probes": [], "s_parameters": true}})",
     "sends waves back"},
    {R"({"excitations": [{"name": "w", "type": "port", "port": 1}]})",
     "no port among \"boundaries\" has the index 1"},
    {R"({"outputs": {"s_parameters": true}})", "is of ports, and the case has none"},
    {R"({"boundaries": {"z-": {"type": "lumped", "R": 50}}})", "direction"},
    {R"({"boundaries": {"z-": {"type": "lumped", "direction": [0, 1, 0]}}})", "give at least one"},
    {R"({"boundaries": {"z-": {"type": "lumped", "R": 0, "direction": [0, 1, 0]}}})", "R"},
    {R"({"boundaries": {"z-": {"type": "lumped", "R": 50, "direction": [0, 0, 1]}}})",
     "does not lie in its face"},
    {R"({"boundaries": {"z-": {"type": "impedance"}}})", "surface_impedance"},
    {R"({"boundaries": {"z-": {"type": "impedance", "surface_impedance": 0}}})",
     "an impedance of 0 is a perfect conductor"},
    {R"({"boundaries": {"z-": {"type": "impedance", "surface_impedance": [50, 20]}}})",
     "this impedance is that of one frequency"},
    {R"({"boundaries": {"z-": {"type": "impedance", "sigma": 5.8e7}}})",
     "this impedance is that of one frequency"},
    {R"({"boundaries": {"z-": {"type": "impedance", "surface_impedance": [50, -20]}},
         "frequency": 3e9})",
     "a capacitive surface impedance is planned"},
    {R"({"boundaries": {"z-": {"type": "pml", "thickness": 0.1}}})", "leaves nothing inside"},
    {R"({"boundaries": {"z-": {"type": "periodic", "with": "z+"}}})", "periods are planned"},
    {R"({"boundaries": {"default": null}})", "has no condition"},
    {R"({"boundaries": {"w": {"type": "pec"}}})", "the mesh has no surface group \"w\""},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}]})",
     "waveform"},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}}]})",
     "give the \"region\""},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "region": "volume", "box": {"min": [0, 0, 0], "max": [1, 1, 1]}}]})",
     "not both"},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "box": {"min": [0.02, 0, 0], "max": [0.01, 1, 1]}}]})",
     "\"min\" must be below \"max\""},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "region": "volume"}]})",
     "meets a wall"},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "region": "core"}]})",
     "\"core\""},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "box": {"min": [0.01, 0.005, 0.01], "max": [0.04, 0.015, 0.05]}}]})",
     "a face of the box cuts tets"},
    {R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0], "waveform": {"type": "gaussian-derivative", "f_max": 4e9}, "box": {"min": [0.01, 0.005, 0.01], "max": [0.0101, 0.0051, 0.0101]}}]})",
     "no tet lies in the region"},
    {R"({"boundaries": {"z+": {"type": "pml", "thickness": 0.03}},
         "excitations": [{"name": "j", "type": "current", "point": [0.02, 0.01, 0.05],
                          "direction": [0, 1, 0],
                          "waveform": {"type": "gaussian-derivative", "f_max": 4e9}}]})",
     "lies in an absorbing layer"},
    {R"({"boundaries": {"x-": {"type": "pmc"}, "x+": {"type": "pmc"},
                        "z-": {"type": "port", "kind": "tem", "index": 1, "excited": true}},
         "excitations": [{"name": "w", "type": "port", "port": 1, "amplitude": 0}],
         "frequency": 1e9, "outputs": {"probes": [], "s_parameters": true}})",
     "has amplitude 0"},
    {R"({"boundaries": {"x-": {"type": "pml"}}})", "thickness"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0}}})", "thickness"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0.05}}})", "leaves nothing inside"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 1e-4}}})", "none lies in it"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0.02, "kappa": 3}}})",
     "\"kappa\" is planned"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0.02, "alpha": 0.1}}})",
     "\"alpha\" is planned"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0.02, "shape": "sphere"}}})",
     "belongs to another method"},
    {R"({"boundaries": {"x-": {"type": "pml", "thickness": 0.02}}, "discretization": {"scheme": "dfdd"}})",
     "\"dfdd\" has no absorbing layers"},
    {R"({"outputs": {"rcs": {"monostatic": true}}})", "needs \"frequency\""},
    {R"({"frequency": 1e9, "outputs": {"rcs": {"monostatic": true}}})", "is of one plane wave"},
    {R"({"excitations": [{"name": "m", "type": "initial-field"}]})",
     "is the \"mode\" of a box, or \"E\" and \"H\" by three formulas each"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101", "E": [1, 0, 0]}]})",
     "not both"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE1"}]})",
     "\"TE1\" names no mode of a box"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE100"}]})",
     "a box has no mode \"TE100\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TM011"}]})",
     "a box has no mode \"TM011\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101", "amplitude": "1 A"}]})",
     "amplitude"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "boundaries": {"x-": {"type": "abc"}}})",
     "whose six walls are \"pec\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "boundaries": {"x-": {"type": "pml", "thickness": 0.02}}})",
     "whose six walls are \"pec\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "materials": {"air": {"eps_r": [1, 1, 2]}}})",
     "one isotropic medium"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "discretization": {"scheme": "dfdd"}, "materials": {"air": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})",
     "are planned for scheme \"dfdd\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "materials": {"air": {"mu_debye": [{"delta_mu": 1, "tau": 1e-11}]}}})",
     "are planned for scheme \"central\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "discretization": {"dispersion": "recursive"}, "materials": {"air": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})",
     "begins with E = 0"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "materials": {"air": {"chi3": 1e-18}}})",
     "initial fields with \"chi3\" are planned"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "discretization": {"scheme": "dfdd", "losses": "published"}})",
     "initial fields with \"published\" losses are planned"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "frequency": 1e9, "outputs": {"far_field": {"theta": [0], "phi": [0]}}})",
     "an initial field has none"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101"}],
         "outputs": {"spectra": [{"probe": "p"}]}})",
     "\"band\" is missing"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101",
                          "waveform": {"type": "sine", "f0": 1e9}}]})",
     "goes by itself"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [1, 0]}]})",
     "expected a list of 3"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": "x"}]})", "E"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [1, 0, 0], "amplitude": 2}]})",
     "is that of a \"mode\""},
    {R"({"outputs": {"far_field": {"theta": [0], "phi": [0]}}})", "needs \"frequency\""},
    {R"({"frequency": 1e9, "outputs": {"far_field": {"theta": [0], "phi": [0]}}})",
     "this case has none"},
    {R"({"outputs": {"flux": [{"name": "f", "box": {"min": [0.01, 0.005, 0.01], "max": [0.02, 0.03, 0.02]}}]}})",
     "lie outside of the mesh"},
    {R"({"outputs": {"flux": [{"name": "f", "plane": {"axis": "z", "at": 0.07}}]}})",
     "lies outside of the mesh"},
    {R"({"outputs": {"flux": [{"name": "f", "surface": "lid"}]}})", "no surface group \"lid\""},
    {R"({"outputs": {"probes": [{"name": "p", "point": [1, 0.01, 0.03]}]}})",
     "lies outside of the mesh"},
};

const Hostile k_hostile_formulas[] = {
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [0, "sin(x", 0]}]})",
     "the formula \"sin(x\": at character 7: "},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [0, "2*q", 0]}]})",
     "\"q\" is not known"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "H": ["x, y", 0, 0]}]})",
     "2 values, separated by commas"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "H": ["x = 1", 0, 0]}]})",
     "\"==\" compares"},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "H": ["", 0, 0]}]})",
     "the formula \"\""},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [0, 0, "log(x - 0.01)"]}]})",
     "the formula \"log(x - 0.01)\" is "
},
    {R"({"excitations": [{"name": "m", "type": "initial-field", "E": [0, "sin(z)", 0]}],
         "boundaries": {
  "z+" : {
    "type" : "pml", "thickness" : 0.03
  }
}
})",
     "reaches into an absorbing layer"
}
,
}
;

TEST(DgtdHostile, FormulasAreRefusedByBothCommands) {
  if (!curlew::Expression::is_compiled_in())
    GTEST_SKIP() << "built without muParser";
  expect_refused(k_box, k_hostile_formulas);
  expect_taken(k_box, {R"({"excitations": [{"name": "m", "type": "initial-field",
                                            "E": [0, "sin(z)*x > 0 ? 1 : 2e-1", 0]}]})",
                       R"({"excitations": [{"name": "m", "type": "initial-field",
                                            "E": [0, "z < 0.02 ? sin(z) : 0", 0]}],
                           "boundaries": {"z+": {"type": "pml", "thickness": 0.03}}})"});
}

TEST(DgtdHostile, IsRefusedByBothCommands) {
  expect_refused(k_box, k_hostile);
}

TEST(DgtdHostile, TheTwinRuns) {
  expect_taken(
      k_box,
      {"{}", R"({"discretization": {"scheme": "dfdd", "form": "two-step"}})",
       R"({"discretization": {"scheme": "dfdd", "local_time_stepping": true}})",
       R"({"discretization": {"local_time_stepping": {"scheme": "published"}}})",
       R"({"discretization": {"scheme": "dfdd", "space": "mixed", "order": 2}})",
       R"({"discretization": {"scheme": "upwind", "order": 2}})",
       R"({"discretization": {"penalty": 0.5, "variant": "stored"}})",
       R"({"boundaries": {"z+": {"type": "pml", "thickness": 0.03}}})",
       R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TE101", "amplitude": "2 V/m"}],
           "materials": {"air": {"debye": [{"delta_eps": 1, "tau": 1e-11}]}}})",
       R"({"excitations": [{"name": "m", "type": "initial-field", "mode": "TM110"}],
           "discretization": {"local_time_stepping": true}})",
       R"({"boundaries": {"default": {"type": "abc"}}, "frequency": 1e9,
            "outputs": {"far_field": {"theta": [0], "phi": [0]}}})",
       R"({"frequency": 1e9, "outputs": {"flux": [{"name": "f", "box": {"min": [0.01, 0.005, 0.01], "max": [0.02, 0.02, 0.03]}}, {"name": "g", "surface": "x+"}]}})",
       R"({"materials": {"air": {"drude": [{"f_p": 1e9, "gamma": 1e8}]}}})",
       R"({"discretization": {"dispersion": "recursive"}, "materials": {"air": {"mu_lorentz": [{"delta_mu": 1, "f0": 1e9, "gamma": 1e8}]}}})",
       R"({"materials": {"air": {"sigma_m": 10, "sigma": 0.01, "mu_r": [1, 2, 3]}}})",
       R"({"boundaries": {"z-": {"type": "symmetry", "wall": "pmc"},
                           "z+": {"type": "impedance", "surface_impedance": [50, 20]},
                           "x-": {"type": "lumped", "L": 1e-9, "direction": [0, 1, 0]}},
            "frequency": 3e9})",
       R"({"boundaries": {"x-": {"type": "pmc"}, "x+": {"type": "pmc"},
                           "z-": {"type": "port", "kind": "tem", "index": 1}}})"});
}

// allow_unstable lets a step above the limit pass; the watchdog ends the run.
TEST(DgtdHostile, GrowthEndsTheRun) {
  for (const char *scheme : {"central", "dfdd"}) {
    Json json = k_box;
    json["discretization"]["scheme"] = scheme;
    json["time"] = {{"steps", 20000}, {"courant", 1.02}, {"allow_unstable", true}};
    const Scratch scratch;
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json"}), {4, {"V/m, is in the tet around"}}),
              "")
        << scheme;
  }
}

TEST(DgtdRestart, ContinuesWithTheSameBits) {
  for (const char *scheme : {"central", "dfdd", "upwind"}) {
    Json json = k_box;
    json["discretization"]["scheme"] = scheme;
    json["outputs"]["checkpoint"] = {{"every", "10 steps"}};
    const Scratch scratch;
    write_file(scratch / "whole.json", json.dump(1));
    ASSERT_EQ(mismatch(scratch.curlew({"run", "whole.json", "--output", "whole"}), {0, {}}), "");
    json["time"]["steps"] = 20;
    write_file(scratch / "case.json", json.dump(1));
    ASSERT_EQ(mismatch(scratch.curlew({"run", "case.json", "--output", "parts"}), {0, {}}), "");
    json["time"]["steps"] = 40;
    write_file(scratch / "case.json", json.dump(1));
    ASSERT_EQ(
        mismatch(scratch.curlew({"run", "case.json", "--output", "parts", "--restart"}), {0, {}}),
        "");
    EXPECT_EQ(read_file(scratch / "whole/probe_p.csv"), read_file(scratch / "parts/probe_p.csv"))
        << scheme;
    // A checkpoint of another space belongs to another case.
    json["discretization"]["order"] = 2;
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(
        mismatch(scratch.curlew({"run", "case.json", "--output", "parts", "--restart"}), {2, {}}),
        "");
  }
}

} // namespace
