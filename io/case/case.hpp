#pragma once

#include <curlew/core/material.hpp>
#include <curlew/io/case/sections/background/background.hpp>
#include <curlew/io/case/sections/boundaries/boundaries.hpp>
#include <curlew/io/case/sections/eigenmodes/eigenmodes.hpp>
#include <curlew/io/case/sections/excitations/excitations.hpp>
#include <curlew/io/case/sections/frequency/frequency.hpp>
#include <curlew/io/case/sections/grid/grid.hpp>
#include <curlew/io/case/sections/materials/gyrotropic.hpp>
#include <curlew/io/case/sections/mesh/mesh.hpp>
#include <curlew/io/case/sections/objects/objects.hpp>
#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/case/sections/refinement/refinement.hpp>
#include <curlew/io/case/sections/regions/regions.hpp>
#include <curlew/io/case/sections/run/run.hpp>
#include <curlew/io/case/sections/solver/solver.hpp>
#include <curlew/io/case/sections/time/time.hpp>

#include <nlohmann/json.hpp>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

class SourceMap; // JSON pointer -> line and column of the case file (io/case/document/document.hpp)

// One simulation as the user described it: units resolved to SI, defaults filled in, names that
// only the mesh can confirm (groups) kept as text. Plain data, no Kokkos, no mesh. Each member is a
// section of the case file; those that the method does not take keep their defaults.
struct Case {
  std::filesystem::path path; // path of the case file
  std::string title;
  std::string method;
  std::string version; // Curlew's, that the case is written for; empty: any
  MeshSpec mesh;
  GridSpec grid;
  std::vector<Material> materials; // in the order of the file
  GyrotropicMedia gyrotropic;      // contributions of static magnetic fields
  Regions regions;                 // mesh group (name or tag) -> material
  BackgroundSpec background;       // the space behind the objects
  std::vector<ObjectSpec> objects;
  std::vector<Boundary> boundaries;    // conditions of mesh groups, or of the six faces of a grid
  bool refuses_unnamed_groups = false; // surface groups inside of a mesh that have no condition
  std::vector<Excitation> excitations;
  std::vector<double> frequencies_hz;
  FrequencySweepSpec frequency_sweep;
  std::optional<EigenmodesSpec> eigenmodes;
  std::optional<RefinementSpec> refinement; // none: the mesh stays
  TimeSpec time;
  nlohmann::ordered_json discretization; // method's own keys, validated, defaults filled in
  SolverSpec solver;
  OutputSpec outputs;
  RunSpec run;

  std::vector<std::string> warnings; // legal but probably unintended values, with their location
  // Every value used, written from the members above: loading it again gives the same Case.
  nlohmann::ordered_json resolved;
  std::shared_ptr<const SourceMap> source;

  // "case.json:14:7" of the value at a JSON pointer such as "/time/dt", for messages that are
  // written later, when the mesh is available. A default value has the position of the enclosing
  // object.
  std::string where(const std::string &json_pointer) const;
  const Material &material(const std::string &name) const;
};

} // namespace curlew
