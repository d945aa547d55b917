// Wrong cases and meshes of method fem: `check` and `run` refuse them alike, before a folder of
// results exists.
#include "cases.hpp"

#include <curlew/tests/support/paths.hpp>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

using namespace curlew::cli_test;
using Json = nlohmann::ordered_json;

namespace {

// A waveguide between two ports.
const Json k_guide = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [0.02286, 0.01016, 0.03], "cells": [3, 1, 4] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": {
    "default": { "type": "pec" },
    "z-": { "type": "port", "kind": "rectangular", "index": 1, "excited": true },
    "z+": { "type": "port", "kind": "rectangular", "index": 2 }
  },
  "frequency": 9e9, "outputs": { "s_parameters": true }
})");

// A current in open space.
const Json k_open = Json::parse(R"({
  "method": "fem",
  "mesh": { "box": { "size": [1, 1, 1], "cells": [4, 4, 4], "origin": [-0.5, -0.5, -0.5] } },
  "materials": { "air": {} }, "regions": { "volume": "air" },
  "boundaries": { "default": { "type": "abc" } },
  "frequency": 3e8,
  "excitations": [
    { "name": "j", "type": "current", "point": [0.01, 0.02, 0.03], "direction": [0, 0, 1] }
  ],
  "outputs": { "far_field": { "theta": [0, 90], "phi": 0 } }
})");

const Json k_plates = Json::parse(k_plates_case);

// A pulse on a line.
const Json k_pulse = [] {
  Json pulse = k_plates;
  pulse.erase("frequency");
  pulse["excitations"] = Json::parse(R"([
    { "name": "pulse", "type": "port", "port": 1,
      "waveform": { "type": "gaussian", "f_max": "3 GHz" } }
  ])");
  pulse["time"] = {{"duration", "5 ns"}};
  pulse["outputs"] =
      Json::parse(R"({ "probes": [ { "name": "p", "point": [0.003, 0.01, 0.02] } ] })");
  return pulse;
}();

struct Hostile {
  const Json &base;
  const char *patch; // merged into it; null takes a key out
  const char *place; // line of the case, as written with one key to a line
  const char *message;
};

#define PERIODIC(rest) R"({"boundaries": {"x-": {"type": "periodic", )" rest "}}}"
#define REFINEMENT(rest) R"({"refinement": {"quantity": "s", )" rest "}}"
#define LUMPED(rest) R"({"boundaries": {"z+": {"kind": "lumped", )" rest "}}}"
#define CIRCULAR(rest) R"({"boundaries": {"z-": {"kind": "circular")" rest "}}}"
#define FERRITE(rest) R"({"materials": {"air": {"ferrite": {"saturation": 1e5, )" rest "}}}}"
#define MODAL(rest) R"({"boundaries": {"z-": {"kind": "modal")" rest "}}}"
#define FLOOR(type) R"({"boundaries": {"z-": {"type": ")" type R"("}}, )"
#define IMAGE(at, type)                                                                            \
  R"("outputs": {"far_field": {"images": [{"axis": "z", "at": )" at R"(, "type": ")" type          \
  R"("}]}}})"
#define IMAGE_ALONE(at, type) "{" IMAGE(at, type)
#define WAVE                                                                                       \
  R"("excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}])"
#define IN_LAYER(thickness)                                                                        \
  R"("boundaries": {"default": {"type": "pml", "thickness": )" thickness "}}"

const std::vector<Hostile> k_hostile = {
    {k_open, R"({"boundaries": {"z-": {"type": "pec"}}})", "\"far_field\"",
     "do not enclose the rest"},
    {k_open, R"({"materials": {"air": {"eps_r": 4}}})", "\"far_field\"", "currents in vacuum"},
    {k_plates, R"({"materials": {"air": {"eps_r": -3}}})", "\"z-\"", "in which no mode travels"},
    // Periodic faces.
    {k_open, PERIODIC(R"("with": "x-")"), "\"with\"", "cannot be periodic with itself"},
    {k_open, PERIODIC(R"("phase": 90)"), "\"x-\"", "\"with\""},
    {k_open, PERIODIC(R"("with": "x+", "phase": "from_waves")"), "\"phase\"", "from_wave"},
    {k_open, PERIODIC(R"("with": "x+", "phase": "3 m")"), "\"phase\"", "angle"},
    {k_open, PERIODIC(R"("with": "x+")"), "\"far_field\"", "a periodic structure has orders"},
    {k_open, R"({"outputs": null, "boundaries": {"x-": {"type": "periodic", "with": "q"}}})",
     "\"x-\"", "has no surface group \"q\""},
    {k_open, R"({"outputs": null, "boundaries": {"default": {"type": "periodic", "with": "x+"}}})",
     "\"default\"", "is no face that could have another one"},
    {k_open,
     R"({"outputs": null, "boundaries": {"x-": {"type": "periodic", "with": "x+", "phase": "from_wave"}}})",
     "\"x-\"", "takes the phase of a plane wave"},
    {k_open,
     R"({"outputs": null, "excitations": null, "frequency": null, "eigenmodes": {"count": 1, "near": 3e8}, "boundaries": {"x-": {"type": "periodic", "with": "x+"}}})",
     "\"x-\"", "and the case has \"eigenmodes\""},
    {k_pulse, R"({"boundaries": {"y-": {"type": "periodic", "with": "y+"}}})", "\"z-\"",
     "and the case has \"time\""},
    {k_guide, R"({"boundaries": {"y-": {"type": "periodic", "with": "y+"}}})", "\"z-\"",
     "the modes of a port are those between walls"},
    {k_guide,
     R"({"refinement": {"quantity": "s"}, "boundaries": {"y-": {"type": "periodic", "with": "y+"}}})",
     "\"z-\"", "and the case has \"refinement\""},
    // Refinement.
    {k_guide, REFINEMENT(R"("tolerance": 0)"), "\"tolerance\"", "must be in (0, 1)"},
    {k_guide, REFINEMENT(R"("tolerance": 1)"), "\"tolerance\"", "must be in (0, 1)"},
    {k_guide, REFINEMENT(R"("max_passes": 1)"), "\"max_passes\"", "2"},
    {k_guide, REFINEMENT(R"("fraction": 1.5)"), "\"fraction\"", "1"},
    {k_guide, R"({"refinement": {}})", "\"refinement\"", "quantity"},
    {k_guide, R"({"refinement": {"quantity": "rcs"}})", "\"quantity\"", "give \"rcs\" there"},
    {k_guide, R"({"refinement": {"quantity": "field"}})", "\"quantity\"", "legal: \"s\", \"rcs\""},
    {k_guide, R"({"refinement": {"quantity": "s"}, "outputs": null})", "\"quantity\"",
     "give ports and \"s_parameters\""},
    {k_open, R"({"refinement": {"quantity": "s"}})", "\"quantity\"",
     "give ports and \"s_parameters\""},
    {k_pulse, R"({"refinement": {"quantity": "s"}})", "\"refinement\"", "the case has \"time\""},
    {k_guide,
     R"({"frequency": null, "eigenmodes": {"count": 1, "near": 9e9}, "outputs": null, "refinement": {"quantity": "s"}, "boundaries": {"z-": {"excited": false}}})",
     "\"refinement\"", "the case has \"eigenmodes\""},
    // Ports.
    {k_guide, R"({"frequency": 6e9})", "\"z-\"", "below its cutoff of 6.55714e+09 Hz"},
    {k_guide, R"({"frequency": {"start": 5e9, "stop": 6e9, "count": 4}})", "\"z-\"",
     "below its cutoff"},
    {k_guide, R"({"boundaries": {"z-": {"mode": "TM10"}}})", "\"mode\"",
     "there is no mode \"TM10\""},
    {k_guide, R"({"boundaries": {"z-": {"mode": "TE1"}}})", "\"mode\"",
     "is no mode of a rectangular"},
    {k_guide, R"({"boundaries": {"z-": {"mode": "TM11"}}})", "\"z-\"", "cutoff of 1.61451e+10 Hz"},
    {k_guide, R"({"boundaries": {"z+": {"index": 3}}})", "\"index\": 3", "no port has 2"},
    {k_guide, R"({"boundaries": {"z+": {"index": 1}}})", "",
     "is that of \"boundaries.z-\" already"},
    {k_guide, R"({"boundaries": {"default": {"type": "pmc"}}})", "\"z-\"",
     "conducting walls all around"},
    {k_guide, R"({"boundaries": {"x-": {"type": "abc"}}})", "\"z-\"",
     "conducting walls all around"},
    {k_guide, R"({"boundaries": {"z-": {"direction": [1, 0, 0]}}})", "\"z-\"",
     "at right angles to the field"},
    {k_guide, R"({"boundaries": {"z-": {"direction": [0, 0, 1]}}})", "\"z-\"",
     "at right angles to the field"},
    {k_guide, MODAL(R"(, "mode": null, "direction": [1, 0, 0])"), "\"z-\"",
     "at right angles to the field of the port's mode"},
    {k_guide, R"({"materials": {"air": {"eps_r": -4}}})", "\"z-\"", "in which no mode travels"},
    {k_guide, R"({"materials": {"air": {"eps_r": [1, 2, 3]}}})", "\"z-\"",
     "isotropic medium in front"},
    {k_plates, R"({"boundaries": {"x+": {"type": "pmc"}}})", "\"z-\"",
     "lies between two conductors, and 1 touch"},
    {k_plates, R"({"boundaries": {"default": {"type": "pec"}}})", "\"z-\"",
     "two conductors, and 1 touch"},
    {k_plates, R"({"boundaries": {"z+": {"kind": "coaxial"}}})", "\"z+\"",
     "a coaxial port is a ring"},
    {k_plates, R"({"boundaries": {"z+": {"mode": "TE10"}}})", "\"mode\"",
     "is of \"kind\": \"rectangular\""},
    {k_plates, LUMPED(R"("direction": [0, 0, 1])"), "\"z+\"", "degrees off its face"},
    {k_plates, LUMPED(R"("direction": [0, 0, 0])"), "\"direction\"", "the direction is zero"},
    {k_plates, LUMPED(R"("R": 50)"), "\"z+\"", "needs its \"direction\""},
    {k_plates, LUMPED(R"("direction": [1, 0, 0], "deembed": 0.01)"), "\"deembed\"",
     "has no line to move"},
    {k_plates,
     R"({"boundaries": {"z+": {"type": "lumped", "R": 50, "kind": null, "index": null, "direction": [0, 0, 1]}}})",
     "\"z+\"", "degrees off its face"},
    {k_guide, CIRCULAR(R"(, "mode": "TM00")"), "\"mode\"", "the second index counts zeros from 1"},
    {k_guide, CIRCULAR(R"(, "mode": "TE10")"), "\"mode\"", "of a circular waveguide"},
    {k_guide, CIRCULAR(R"(, "mode": "TX11")"), "\"mode\"",
     "is no mode of a circular waveguide; give one such as \"TE11\""},
    {k_guide, CIRCULAR(""), "\"z-\"", "its rim is not one circle"},
    {k_guide, R"({"boundaries": {"z-": {"modes": 2}}})", "\"modes\"", "is of \"kind\": \"modal\""},
    {k_guide, R"({"boundaries": {"z-": {"definition": "pv"}}})", "\"definition\"",
     "is of \"kind\": \"modal\""},
    {k_guide, R"({"boundaries": {"z-": {"R": 50}}})", "\"R\"", "is of \"kind\": \"lumped\""},
    {k_guide, MODAL(R"(, "modes": 0)"), "\"modes\"", "must be in [1, 50]"},
    {k_guide, MODAL(R"(, "mode": "TE10")"), "\"mode\"",
     "is of \"kind\": \"rectangular\" or \"circular\""},
    {k_guide, MODAL(R"(, "modes": 9)"), "\"z-\"", "9 modes are asked for, and the 6 triangles"},
    {k_guide, MODAL(R"(, "modes": 2)"), "\"s_parameters\"", "mode 2 of port 1 is below its cutoff"},
    {k_guide, MODAL(R"(, "definition": "pz")"), "\"definition\"", "\"pi\", \"pv\", \"vi\""},
    {k_guide, MODAL(R"(, "definition": "pv")"), "\"z-\"",
     "of the voltage and the current between two conductors, and 1 touch"},
    {k_guide, R"({"frequency": 6e9, "boundaries": {"z-": {"kind": "modal"}}})", "\"z-\"",
     "the first mode of the port is below its cutoff"},
    {k_guide,
     R"({"materials": {"air": {"eps_r": [1, 2, 3]}}, "boundaries": {"z-": {"kind": "modal"}, "z+": {"kind": "modal"}}})",
     "\"z-\"", "isotropic medium in front"},
    {k_guide,
     R"({"frequency": null, "eigenmodes": {"count": 1, "near": 9e9}, "outputs": null, "boundaries": {"z-": {"kind": "modal", "excited": false}}})",
     "\"z-\"", "which \"eigenmodes\" are to find"},
    {k_plates, LUMPED(R"("direction": [1, 0, 0], "topology": "series")"), "\"topology\"",
     "none of which is given"},
    // Media, groups, meshes.
    {k_guide, R"({"materials": {"air": {"mu_gyration": [0.8, 0.8, 0]}}})", "\"mu_gyration\"",
     "must be positive definite"},
    {k_guide, R"({"materials": {"air": {"gyration": [0, 0.1]}}})", "\"gyration\"", "3"},
    {k_guide, R"({"materials": {"air": {"gyration": [0, 0, 0.1]}}})", "\"z-\"",
     "needs an isotropic medium"},
    {k_guide, FERRITE(R"("bias": [0, 0, 0])"), "\"bias\"", "a vector of 0 has no direction"},
    {k_guide, FERRITE(R"("bias": [0, "1 kOe", 0])"), "\"1 kOe\"", "unknown unit"},
    {k_guide, FERRITE(R"("bias": [0, 1e5, 0], "linewidth": -1)"), "\"linewidth\"", "at least 0"},
    {k_guide, FERRITE(R"("bias": [0, 1e5, 0], "linewidth": 1, "alpha": 0.1)"), "\"alpha\"",
     "give one of them"},
    {k_guide, FERRITE(R"("bias": [0, 1e5, 0])"), "\"z-\"", "needs an isotropic medium"},
    {k_open, FERRITE(R"("bias": [0, 1e5, 0])"), "\"default\"", "needs an isotropic medium"},
    {k_pulse, FERRITE(R"("bias": [0, 1e5, 0])"), "\"ferrite\"", "the case has \"time\""},
    {k_open,
     R"({"materials": {"air": {"gyrotropic_drude": [{"f_p": 1e9, "gamma": 1e8, "bias": [0, 0, 0]}]}}})",
     "\"bias\"", "without a field take \"drude\""},
    {k_open, R"({"materials": {"air": {"eps_r": 0}}})", "\"eps_r\"", "a permittivity of 0 is none"},
    {k_open, R"({"materials": {"air": {"pec": true}}})", "\"regions\"", "nothing is left to solve"},
    {k_open, R"({"regions": {"core": "air"}})", "\"core\"",
     "the mesh has no volume group \"core\""},
    {k_open, R"({"boundaries": {"w": {"type": "pec"}}})", "\"w\"",
     "the mesh has no surface group \"w\""},
    {k_open, R"({"boundaries": {"default": null}})", "\"boundaries\"", "has no condition"},
    // Absorbing layers.
    {k_open, "{" IN_LAYER("1.2") "}", "\"default\"", "leaves nothing inside"},
    {k_open, "{" IN_LAYER("0.6") "}", "\"default\"", "fill the whole mesh"},
    {k_open, "{" IN_LAYER("1e-3") "}", "\"default\"", "thinner than the elements behind it"},
    {k_open, R"({"boundaries": {"default": {"type": "pml", "shape": "sphere", "thickness": 0.1}}})",
     "\"default\"", "does not lie on the sphere"},
    // Sources.
    {k_open,
     R"({"excitations": [{"name": "j", "type": "current", "point": [4, 0, 0], "direction": [0, 0, 1]}]})",
     "{", "lies outside of the mesh"},
    {k_open,
     "{" IN_LAYER(
         "0.2") R"(, "excitations": [{"name": "j", "type": "current", "point": [0.4, 0, 0], "direction": [0, 0, 1]}]})",
     "{", "lies in an absorbing layer"},
    {k_open,
     "{" IN_LAYER(
         "0.2") R"(, "excitations": [{"name": "j", "type": "current", "region": "volume", "direction": [0, 0, 1]}]})",
     "{", "reaches into an absorbing layer"},
    {k_open, R"({"materials": {"air": {"eps_r": 2}}, )" WAVE "}", "{",
     "it would scatter without end"},
    {k_open,
     R"({"boundaries": {"default": {"type": "pec"}}, "outputs": {"far_field": null}, )" WAVE "}",
     "{", "the mesh is closed"},
    {k_open, R"({"boundaries": {"z-": {"type": "pec"}}, )" WAVE "}", "{", "the conducting face"},
    {k_open, R"({"boundaries": {"x-": {"type": "symmetry", "wall": "pmc"}}, )" WAVE "}", "{",
     "the magnetic face"},
    {k_open,
     R"({"boundaries": {"z-": {"type": "symmetry", "wall": "pec"}, "z+": {"type": "symmetry", "wall": "pec"}}})",
     "\"z+\"", "a second plane of symmetry"},
    // Numbers without meaning.
    {k_plates, R"({"frequency": 1e30})", "\"mesh\"", "wavelengths long in \"air\" at 1e+30 Hz"},
    {k_plates, R"({"materials": {"air": {"sigma": 1e39}}})", "\"mesh\"",
     "skin depths long in \"air\""},
    // Outputs.
    {k_open, R"({"boundaries": {"default": {"type": "pec"}}})", "\"far_field\"",
     "a far field needs open space"},
    {k_open, R"({"outputs": {"far_field": {"images": [{"axis": "z", "at": 0, "type": "pec"}]}}})",
     "\"far_field\"", "both sides of the image plane"},
    {k_open, FLOOR("pec") IMAGE("-0.5", "pmc"), "{",
     "a \"pmc\" image in the plane z = -0.5 m, where the case's walls are \"pec\""},
    {k_open, FLOOR("pmc") IMAGE("-0.5", "pec"), "{",
     "a \"pec\" image in the plane z = -0.5 m, where the case's walls are \"pmc\""},
    {k_open, IMAGE_ALONE("-3", "pec"), "{",
     "no \"pec\" wall of the mesh lies in the plane z = -3 m"},
    {k_open, IMAGE_ALONE("-0.5", "pec"), "{", "no \"pec\" wall of the mesh lies in the plane"},
    {k_open, R"({"outputs": {"far_field": {"surface": "z-"}}})", "\"surface\"",
     "the surface \"z-\" is open: it ends at (-0.5, -0.5, -0.5) m, where no plane of"},
    // Walls close no surface: their currents radiate too.
    {k_open,
     R"({"boundaries": {"default": {"type": "pec"}, "z-": {"type": "abc"}}, "outputs": {"far_field": {"surface": "z-"}}})",
     "\"surface\"", "the surface \"z-\" is open: it ends at ("},
    {k_open, R"({"outputs": {"probes": [{"name": "p", "point": [3, 0, 0]}]}})", "{",
     "lies outside of the mesh"},
    // Tasks and solvers.
    {k_open, R"({"excitations": null, "outputs": null, "eigenmodes": {"count": 2}})", "",
     "take one of the two out"},
    {k_open, R"({"frequency": null})", "", "give one of the two"},
    {k_open, R"({"solver": {"preconditioner": {"type": "multigrid", "levels": 1}}})",
     "\"preconditioner\"", "multigrid needs coarser meshes"},
    {k_open,
     R"({"solver": {"method": "cocg", "preconditioner": {"type": "multigrid", "smoother": "gcr"}}})",
     "\"smoother\"", "is not linear"},
    {k_open, R"({"solver": {"method": "direct", "preconditioner": "jacobi"}})",
     "\"preconditioner\"", "has no preconditioner"},
    {k_open,
     R"({"solver": {"method": "cocg", "preconditioner": {"type": "gradient", "scale_first": true}}})",
     "\"scale_first\"", "is no number of type \"gradient\""},
    {k_open,
     R"({"solver": {"method": "cocg", "preconditioner": {"type": "jacobi", "scale_first": true}}, "discretization": {"matrix": "ebe"}})",
     "\"preconditioner\"", "scales the stored matrix"},
    {k_pulse,
     R"({"solver": {"method": "bicgstab", "preconditioner": {"type": "ssor-ai", "scale_first": true}}})",
     "\"scale_first\"", "for the systems of frequencies"},
    // Keys of runs in time in a case at a frequency.
    {k_open, R"({"outputs": {"energy": {"every": "1 ns"}}})", "\"energy\"", "is of runs in time"},
    {k_open, R"({"outputs": {"fields": {"every": "1 ns"}}})", "\"every\"", "is of runs in time"},
    {k_open, R"({"discretization": {"beta": 0.3}})", "\"beta\"", "is of runs in time"},
    {k_open, R"({"solver": {"method": "cg"}})", "\"method\": \"cg\"", "not Hermitian"},
    {k_plates, R"({"excitations": [{"name": "w", "type": "port", "port": 1}]})", "{",
     "are of runs in time"},
    // In time: steps and lengths.
    {k_pulse, R"({"time": {"dt": 0}})", "\"dt\"", "must be above 0"},
    {k_pulse, R"({"time": {"dt": -1e-12}})", "\"dt\"", "must be above 0"},
    {k_pulse, R"({"time": {"duration": "1 ps"}})", "\"duration\"", "is shorter than one step"},
    {k_pulse, R"({"time": {"duration": null}})", "\"time\"", "give one"},
    {k_pulse, R"({"time": {"steps": 5}})", "\"steps\"", "give one of them"},
    {k_pulse, R"({"time": {"courant": 0.9}})", "\"courant\"", "this scheme has none"},
    {k_pulse, R"({"eigenmodes": {"count": 2, "near": 1e9}})", "", "take one of the two out"},
    {k_pulse, R"({"discretization": {"beta": 0.2}})", "\"beta\"", "0.25"},
    {k_pulse, R"({"discretization": {"time_scheme": "leapfrog"}})", "\"time_scheme\"",
     "newmark-beta"},
    {k_pulse, R"({"excitations": null, "boundaries": {"z-": {"excited": false}}})", "\"time\"",
     "nothing to choose it by"},
    // In time: sources.
    {k_pulse, R"({"excitations": null})", "\"z-\"", "is excited and has no waveform"},
    {k_pulse,
     R"({"excitations": [{"name": "w", "type": "port", "port": 3, "waveform": {"type": "gaussian", "f_max": 3e9}}]})",
     "\"z-\"", "has the index 3"},
    {k_pulse, R"({"excitations": [{"name": "w", "type": "port", "port": 2}]})", "{",
     "needs a \"waveform\""},
    {k_pulse,
     R"({"excitations": [{"name": "j", "type": "current", "point": [0.003, 0.01, 0.02], "direction": [1, 0, 0]}]})",
     "{", "a current needs its \"waveform\""},
    {k_pulse,
     R"({"excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}]})",
     "{", "plane waves in time are planned"},
    // In time: conditions without an equation there.
    {k_pulse, R"({"boundaries": {"z+": {"type": "pml", "kind": null, "index": null}}})", "\"z+\"",
     "have none; take \"abc\""},
    {k_pulse, R"({"boundaries": {"z+": {"kind": "rectangular"}}})", "\"kind\"",
     "goes with the frequency"},
    {k_pulse,
     R"({"boundaries": {"z+": {"type": "impedance", "kind": null, "index": null, "sigma": 1e7}}})",
     "\"sigma\"", "the root of the frequency"},
    {k_pulse,
     R"({"boundaries": {"z+": {"type": "impedance", "kind": null, "index": null, "surface_impedance": [50, 20]}}})",
     "\"surface_impedance\"", "is that of one frequency"},
    {k_pulse, R"({"materials": {"air": {"loss_tangent": 0.01, "eps_r": [1, 2, 3]}}})",
     "\"loss_tangent\"", "give \"sigma\""},
    {k_pulse, R"({"materials": {"air": {"loss_tangent": 0.01}}})", "\"z",
     "depends on the frequency"},
    {k_pulse, R"({"materials": {"air": {"eps_r": -2}}})", "\"air\"",
     "not positive at high frequencies"},
    {k_pulse, R"({"materials": {"air": {"sigma": 0.1}}})", "\"z", "depends on the frequency"},
    // In time: solvers and outputs.
    {k_pulse, R"({"solver": {"method": "cocg"}})", "\"method\": \"cocg\"", "take \"cg\""},
    {k_pulse, R"({"solver": {"preconditioner": "ilut"}})", "\"preconditioner\"",
     "is for \"method\": \"bicgstab\""},
    {k_pulse, R"({"solver": {"method": "cg", "preconditioner": "ssor-ai"}})", "\"preconditioner\"",
     "is for \"method\": \"bicgstab\""},
    {k_pulse,
     R"({"solver": {"method": "bicgstab", "preconditioner": {"type": "ilut", "drop_tolerance": 1}}})",
     "\"drop_tolerance\"", "must be in [0, 1)"},
    {k_open, R"({"solver": {"method": "cocg", "preconditioner": "ilut"}})", "\"preconditioner\"",
     "needs a symmetric preconditioner"},
    {k_open, R"({"solver": {"method": "fgmres", "preconditioner": {"type": "ilu", "fill": 30}}})",
     "\"fill\"", "next to a whole factorisation"},
    {k_open,
     R"({"solver": {"method": "fgmres", "preconditioner": {"type": "ilu", "drop_tolerance": 0.1}}})",
     "\"drop_tolerance\"", "is no number of type \"ilu\""},
    {k_pulse, R"({"solver": {"preconditioner": "multigrid"}})", "\"preconditioner\"",
     "takes \"jacobi\" or \"none\""},
    {k_pulse, R"({"outputs": {"s_parameters": true}})", "\"s_parameters\"", "give \"frequency\""},
    {k_pulse, R"({"outputs": {"fields": {}}})", "\"fields\"", "\"every\" is missing"},
    {k_pulse, R"({"outputs": {"far_field": {"theta": 0, "phi": 0}}})", "\"far_field\"",
     "give \"frequency\""},
    {k_pulse, R"({"frequency": 1e9, "outputs": {"far_field": {"theta": 0, "phi": 0}}})",
     "\"far_field\"", "needs open space"},
    {k_pulse, R"({"outputs": {"rcs": {"monostatic": true}}})", "\"rcs\"", "is of plane waves"},
    {k_pulse, R"({"outputs": {"probes": [{"name": "p", "point": [1, 0, 0]}]}})", "{",
     "lies outside of the mesh"},
    {k_pulse,
     R"({"frequency": 1e9, "outputs": {"s_parameters": true}, "boundaries": {"z+": {"excited": true}}})",
     "\"probes\"", "is of one run"},
    {k_pulse,
     R"({"frequency": 1e9, "outputs": {"s_parameters": true}, "boundaries": {"z-": {"impedance": 50}}})",
     "\"z-\"", "takes the columns of all ports"},
};

#undef IN_LAYER
#undef WAVE
#undef LUMPED
#undef FERRITE
#undef CIRCULAR
#undef MODAL

// The number of the line of the message, "error: case.json:12:3: ...", 0 without one.
std::size_t line_of(const std::string &text) {
  const std::size_t at = text.find("error: case.json:");
  return at == std::string::npos ? 0 : std::stoul(text.substr(at + 17));
}

std::string line(const std::string &text, std::size_t number) {
  std::istringstream stream(text);
  std::string one;
  for (std::size_t i = 0; i < number && std::getline(stream, one); ++i)
    ;
  return one;
}

// Everything that is not as it must be when a case is refused; empty if nothing.
std::string not_refused(const Scratch &scratch, const Json &json, const std::string &place,
                        const std::string &message) {
  const std::string text = json.dump(1);
  write_file(scratch / "case.json", text);
  for (const std::vector<std::string> &arguments :
       {std::vector<std::string>{"check", "case.json"}, {"run", "case.json"}}) {
    const Outcome outcome = scratch.curlew(arguments);
    std::string wrong = mismatch(outcome, {2, {message}});
    if (wrong.empty() && line(text, line_of(outcome.err)).find(place) == std::string::npos)
      wrong = "the line " + line(text, line_of(outcome.err)) + " is not that of " + place + ": " +
              outcome.err;
    if (wrong.empty() && names_in(scratch.path()) != std::vector<std::string>{"case.json"})
      wrong = "something was written";
    if (!wrong.empty())
      return arguments[0] + ": " + wrong;
  }
  return "";
}

TEST(FemHostile, TheCasesThatAreBrokenAreGood) {
  for (const Json &base : {k_guide, k_open, k_plates, k_pulse}) {
    const Scratch scratch;
    write_file(scratch / "case.json", base.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {}}), "");
  }
}

TEST(FemHostile, EachIsRefusedBeforeAnythingIsWritten) {
  EXPECT_GE(k_hostile.size(), 40u);
  for (const Hostile &one : k_hostile) {
    const Scratch scratch;
    Json json = one.base;
    json.merge_patch(Json::parse(one.patch));
    EXPECT_EQ(not_refused(scratch, json, one.place, one.message), "") << one.patch;
  }
}

// Negative twins: valid cases that are close to refused ones.
TEST(FemHostile, TheirNeighboursAreNotRefused) {
  const std::pair<const Json &, const char *> good[] = {
      {k_guide, R"({"frequency": 6.6e9})"},
      {k_guide, R"({"frequency": [8e9, 9e9]})"},
      {k_guide, R"({"boundaries": {"z-": {"impedance": 50}}})"},
      {k_plates, R"({"frequency": 1e12})"},
      {k_guide, R"({"boundaries": {"z-": {"direction": [0, 1, 0]}}})"},
      {k_guide, R"({"boundaries": {"x-": {"type": "impedance", "sigma": 1e7}}})"},
      {k_guide,
       R"({"frequency": [8e9, 9e9], "outputs": {"s_parameters": {"touchstone": true, "reference": 50}}})"},
      {k_open, R"({"boundaries": {"default": {"type": "pml", "thickness": 0.3}}})"},
      {k_open, FLOOR("pec") IMAGE("-0.5", "pec")},
      {k_open, FLOOR("pmc") IMAGE("-0.5", "pmc")},
      {k_open, R"({"boundaries": {"x-": {"type": "symmetry", "wall": "pec"},
                                  "y-": {"type": "symmetry", "wall": "pmc"}},
                   "excitations": [{"name": "w", "type": "plane-wave", "direction": [0, 0, 1], "polarization": [1, 0, 0]}]})"},
      {k_guide, R"({"boundaries": {"z-": {"kind": "modal"}, "z+": {"kind": "modal"}}})"},
      {k_guide,
       R"({"boundaries": {"z-": {"kind": "modal", "modes": 3}}, "outputs": {"s_parameters": {"touchstone": false}}})"},
      {k_plates, R"({"boundaries": {"z-": {"kind": "modal", "definition": "vi"}}})"},
      {k_plates,
       R"({"boundaries": {"z+": {"kind": "lumped", "direction": [1, 0, 0], "R": 20, "L": 1e-9}}, "outputs": {"s_parameters": {"touchstone": false}}})"},
  };
  for (const auto &[base, patch] : good) {
    const Scratch scratch;
    Json json = base;
    json.merge_patch(Json::parse(patch));
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}), {0, {}}), "") << patch;
  }
}

// Meshes of the examples with boundary conditions that do not fit them.
TEST(FemHostile, MeshesShowWhatIsWrong) {
  const fs::path examples = fs::path(curlew::test::source_path("examples"));
  const auto of_example = [&](const std::string &name, const std::string &patch) {
    Json json = Json::parse(read_file(examples / name / "case.json"), nullptr, true, true);
    json["mesh"]["file"] = (examples / name / json["mesh"]["file"].get<std::string>()).string();
    json.merge_patch(Json::parse(patch));
    return json;
  };
  const struct {
    const char *example, *patch, *place, *message;
  } cases[] = {
      {"coax-line", R"({"boundaries": {"outer": {"type": "port", "kind": "tem", "index": 3}}})",
       "\"outer\"", "the port is not plane"},
      {"coax-line", R"({"boundaries": {"near": {"kind": "rectangular"}}})", "\"near\"",
       "the port is no rectangle"},
      {"coax-line", R"({"boundaries": {"near": {"direction": [1, 0, 0]}}})", "\"near\"",
       "from its inner conductor to the outer"},
      {"coax-line", R"({"boundaries": {"inner": {"type": "pmc"}}})", "\"near\"",
       "two conductors, and 1 touch"},
      {"coax-line", R"({"boundaries": {"outer": {"type": "symmetry", "wall": "pec"}}})",
       "\"outer\"", "a symmetry is one plane across an axis"},
      {"sphere-quarter", R"({"boundaries": {"outer": {"shape": "flat", "center": null}}})",
       "\"outer\"", "the layer is along planes"},
      {"sphere-quarter", R"({"boundaries": {"outer": {"thickness": "50 cm"}}})", "\"outer\"",
       "leaves nothing inside"},
      {"sphere-quarter", R"({"boundaries": {"outer": {"thickness": "36 cm"}}})", "{",
       "reaches into an absorbing layer"},
      {"sphere-quarter", R"({"boundaries": {"x": {"wall": "pmc"}, "y": {"wall": "pec"}}})", "{",
       "the magnetic face"},
      {"coax-line", R"({"boundaries": {"inner": {"type": "pec"}, "far": {"kind": "circular"}}})",
       "\"far\"", "a circular port is a disc"},
      {"sphere-abc", R"({"boundaries": {"sphere_surface": {"type": "abc"}}})", "\"sphere_surface\"",
       "lies inside of the mesh"},
      {"sphere-abc",
       R"({"boundaries": {"sphere_surface": {"type": "port", "kind": "tem", "index": 1}}})",
       "\"sphere_surface\"", "lies inside of the mesh"},
      {"sphere-abc",
       R"({"materials": {"dielectric": {"eps_r": null, "pec": true}}, "boundaries": {"sphere_surface": {"type": "pmc"}}})",
       "\"sphere_surface\"", "only \"pec\" can stand"},
  };
  for (const auto &one : cases) {
    const Scratch scratch;
    EXPECT_EQ(not_refused(scratch, of_example(one.example, one.patch), one.place, one.message), "")
        << one.example << " " << one.patch;
  }
}

// Each other method's message names the key and its meaning.
TEST(FemHostile, OtherMethodsRefuseGyrotropicMedia) {
  for (const char *method : {"dgatd", "dgtd", "fdfd", "mom"})
    for (const char *key : {"ferrite", "gyrotropic_drude", "gyration", "mu_gyration"}) {
      const Scratch scratch;
      Json json = k_open;
      json["method"] = method;
      json["materials"]["air"][key] = Json::object();
      write_file(scratch / "case.json", json.dump(1));
      EXPECT_EQ(mismatch(scratch.curlew({"check", "case.json"}),
                         {2,
                          {std::string("known, but not supported by method \"") + method +
                           "\": gyrotropic media"}}),
                "")
          << method << " " << key;
    }
}

// Frequencies so low that k^2 eps is lost beside curl curl: at a frequency, near one and in time.
TEST(FemHostile, AFrequencyThatIsTooLowIsNamed) {
  Json modes = k_plates, steps = k_pulse, low = k_plates;
  low["frequency"] = 1;
  modes.erase("frequency");
  modes.erase("outputs");
  modes["boundaries"] = {{"default", {{"type", "pec"}}}};
  modes["mesh"]["box"]["cells"] = {2, 3, 5};
  modes["eigenmodes"] = {{"count", 1}, {"near", 1}};
  const std::vector<std::string> phrases = {"singular or nearly so", "is lost in rounding there",
                                            "take a higher"};
  for (const Json &json : {low, modes}) {
    const Scratch scratch;
    write_file(scratch / "case.json", json.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({"run", "case.json", "--quiet"}), {3, phrases}), "")
        << json.dump();
  }
  steps["time"] = {{"duration", 5}};
  steps["solver"] = {{"method", "direct"}}; // conjugate gradients do not need a regular matrix
  steps["excitations"][0]["waveform"]["f_max"] = 1;
  const Scratch scratch;
  for (const char *command : {"check", "run"}) {
    write_file(scratch / "case.json", steps.dump(1));
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}), {2, phrases}), "");
  }
}

TEST(FemHostile, StepsWithoutTheWaveAreRefused) {
  const Scratch scratch;
  Json steps = k_pulse;
  steps["time"]["dt"] = "0.2 ns";
  write_file(scratch / "case.json", steps.dump(1));
  for (const char *command : {"check", "run"})
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}),
                       {2, {"case.json:", "1.67 steps to a period of 3e+09 Hz", "\"dt\""}}),
              "");
}

TEST(FemHostile, AMeshWithoutFreeEdges) {
  const Scratch scratch;
  write_file(scratch / "tet.msh",
             "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"v\"\n"
             "$EndPhysicalNames\n$Nodes\n4\n1 0 0 0\n2 1 0 0\n3 0 1 0\n4 0 0 1\n$EndNodes\n"
             "$Elements\n1\n1 4 2 1 1 1 2 3 4\n$EndElements\n");
  write_file(scratch / "case.json", R"({ "method": "fem", "mesh": { "file": "tet.msh" },
    "materials": { "air": {} }, "regions": { "v": "air" },
    "boundaries": { "default": { "type": "pec" } }, "frequency": 1e8,
    "excitations": [ { "name": "j", "type": "current", "point": [0.2, 0.2, 0.2], "direction": [1, 0, 0] } ] })");
  for (const char *command : {"check", "run"})
    EXPECT_EQ(mismatch(scratch.curlew({command, "case.json"}),
                       {2, {"case.json:1:", "every edge of the mesh lies on a perfect conductor"}}),
              "");
  EXPECT_EQ(names_in(scratch.path()).size(), 2u);
}

} // namespace
