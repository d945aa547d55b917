#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/waveform.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace curlew {

using Vector3 = std::array<double, 3>;

class SourceMap; // JSON pointer -> line and column of the case file (io/case/document.hpp)

struct MeshSpec {
  std::filesystem::path file; // empty: box. Absolute after loading.
  struct Box {
    Vector3 size_m{1, 1, 1};
    std::array<Index, 3> cells{1, 1, 1};
    Vector3 origin_m{0, 0, 0};
    double jitter = 0; // interior nodes are moved by up to this fraction of the cell, below 0.5
    std::uint64_t seed = 1;
  } box;
  double length_unit_m = 1; // metres per unit of the file
  int refine = 0;
  MeshOrder reorder = MeshOrder::spatial;
};

struct Boundary {
  std::string
      group; // as the user wrote it: name or tag; "default" for all faces in no listed group
  enum class Type { pec, pmc, abc } type = Type::pec;
};

struct Excitation {
  std::string name;
  enum class Type { point_current, region_current } type = Type::point_current;
  Vector3 point_m{0, 0, 0};   // point_current: amplitude in A m
  std::string region;         // region_current: mesh group (volume); amplitude in A/m^2
  Vector3 direction{0, 0, 1}; // normalised on loading
  double amplitude = 1;
  Waveform waveform;
};

struct TimeSpec {
  std::optional<double> duration_s; // exactly one of duration and steps
  std::optional<std::int64_t> steps;
  std::optional<double> dt_s; // else courant
  double courant = 0.95;
  bool allow_unstable = false;
  std::optional<double> stop_at_energy_db;
};

enum class Field { E, H };

struct ProbeSpec {
  std::string name;
  enum class Kind { point, line, plane } kind = Kind::point;
  Field field = Field::E;
  Vector3 point_m{0, 0, 0};           // point; else the first corner
  Vector3 u_m{0, 0, 0}, v_m{0, 0, 0}; // line: end - start; plane: its two edge vectors
  std::array<Index, 2> counts{1, 1};  // samples along u (and v), ends included
};

struct SpectrumSpec {
  std::string probe;
  std::string window = "hamming"; // hamming, hann, blackman, rectangular
  std::array<double, 2> band_hz{0, 0};
  bool peaks = true;
  std::vector<double> expected_hz;
  double expected_tolerance = 0.01; // relative
};

struct FieldsSpec {
  std::optional<double> every_s;
  std::optional<std::int64_t> every_steps; // exactly one of the two
  std::vector<Field> quantities{Field::E, Field::H};
  std::string region; // only tets of this volume group; empty: all
};

// How often something happens: exactly one of the two is set.
struct Schedule {
  std::optional<double> every_s;
  std::optional<std::int64_t> every_steps;
};

struct CheckpointSpec {
  Schedule schedule;
  int keep = 2;
};

struct OutputSpec {
  std::filesystem::path directory = "results"; // absolute after loading
  std::vector<ProbeSpec> probes;
  std::vector<SpectrumSpec> spectra;
  std::optional<FieldsSpec> fields;
  std::optional<Schedule> energy;
  std::optional<CheckpointSpec> checkpoint;
};

struct RunSpec {
  std::string backend = "auto";   // auto, serial, openmp, cuda
  int threads = 0;                // 0: as many as the backend finds
  std::string partition = "auto"; // auto, metis, spatial
};

// One simulation as the user described it: units resolved to SI, defaults filled in, names that
// only the mesh can confirm (groups) still as text. Plain data, no Kokkos, no mesh.
struct Case {
  std::filesystem::path path; // of the case file
  std::string title;
  std::string method; // dgatd
  MeshSpec mesh;
  std::vector<Material> materials;            // in the order of the file
  std::map<std::string, std::string> regions; // mesh group (name or tag) -> material
  std::vector<Boundary> boundaries;
  std::vector<Excitation> excitations;
  TimeSpec time;
  nlohmann::ordered_json discretization; // method's own keys, validated, defaults filled in
  OutputSpec outputs;
  RunSpec run;

  std::vector<std::string> warnings; // legal, but probably not meant; with their place
  nlohmann::ordered_json resolved;   // every value used; loading it again gives the same Case
  std::shared_ptr<const SourceMap> source;

  // "case.json:14:7" of the value at a JSON pointer such as "/time/dt", for messages that can only
  // be written later, when the mesh is known. A value that is a default: the enclosing object.
  std::string where(const std::string &json_pointer) const;
  const Material &material(const std::string &name) const;
};

} // namespace curlew
