#pragma once

#include <curlew/core/material.hpp>
#include <curlew/core/mesh/reorder.hpp>
#include <curlew/core/mesh/tet_mesh.hpp>
#include <curlew/core/waveform.hpp>

#include <nlohmann/json.hpp>

#include <array>
#include <complex>
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

// The Yee grid of method fdfd: equal bricks.
struct GridSpec {
  Vector3 cell_m{1, 1, 1};
  std::array<Index, 3> cells{1, 1, 1};
  Vector3 corner_m{0, 0, 0}; // with the smallest coordinates
  int pml_cells = 10;        // of the faces that have one
  double pml_order = 3.5, pml_reflection = 1e-8;
  bool smoothing = true;
};

// A labelled image: which material each of its cells holds.
struct VoxelImage {
  std::array<Index, 3> cells{0, 0, 0};
  Vector3 cell_m{1, 1, 1}, corner_m{0, 0, 0};
  std::vector<std::int32_t> labels; // x fastest
};

// Something on the Yee grid; later objects overwrite earlier ones.
struct ObjectSpec {
  enum class Shape { sphere, ellipsoid, box, cylinder, voxels } shape = Shape::sphere;
  Vector3 center_m{0, 0, 0};              // sphere, ellipsoid; cylinder: of its base
  Vector3 radii_m{0, 0, 0};               // sphere, ellipsoid; cylinder: its radius, three times
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0}; // box
  Vector3 axis_m{0, 0, 0};                // cylinder: from base to base
  std::string material;                   // but of voxels
  std::filesystem::path file;             // voxels, absolute
  std::shared_ptr<const VoxelImage> image;
  std::map<std::int32_t, std::string> materials; // voxels: label -> material; others stay as is
};

struct Boundary {
  std::string
      group; // as the user wrote it: name or tag; "default" for all faces in no listed group
  enum class Type { pec, pmc, abc, pml, periodic } type = Type::pec;
};

// E = polarization exp(-j k direction.r), in V/m, phasors of e^{+j omega t}.
struct PlaneWave {
  Vector3 direction{0, 0, 1};                                // of propagation, length 1
  std::array<std::complex<double>, 3> polarization{1, 0, 0}; // times the amplitude; transverse
  double theta_deg = 180, phi_deg = 0; // where it comes from: direction = -r(theta, phi)
  std::string pol; // as the case says it: "theta", "phi", an angle from theta to phi, or "given"
};

struct Excitation {
  std::string name;
  enum class Type { point_current, region_current, plane_wave } type = Type::point_current;
  Vector3 point_m{0, 0, 0};               // point_current: amplitude in A m
  std::string region;                     // region_current: mesh group (volume); amplitude in A/m^2
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0}; // region_current of fdfd: the box it fills
  std::vector<PlaneWave> waves;           // plane_wave: one, or those of a sweep
  Vector3 direction{0, 0, 1};             // normalised on loading
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

// Angles at which far fields are written: every theta on every phi.
struct AngleSpec {
  std::vector<double> theta_deg, phi_deg;
};

struct RcsSpec {
  std::optional<AngleSpec> bistatic;
  bool monostatic = false;
};

// A plane of cells.
struct SliceSpec {
  int axis = 2; // its normal: x, y, z
  double at_m = 0;
};

// Fields of a solution in the frequency domain.
struct PhasorFieldsSpec {
  std::vector<Field> quantities{Field::E, Field::H};
  bool total = true;             // incident and scattered; false: scattered alone
  std::vector<SliceSpec> slices; // empty: the volume
};

struct OutputSpec {
  std::filesystem::path directory = "results"; // absolute after loading
  std::vector<ProbeSpec> probes;
  std::vector<SpectrumSpec> spectra;
  std::optional<FieldsSpec> fields;
  std::optional<Schedule> energy;
  std::optional<CheckpointSpec> checkpoint;
  std::optional<RcsSpec> rcs;              // methods in the frequency domain, as what follows
  std::optional<PhasorFieldsSpec> phasors; // outputs.fields of those
  bool sar = false;                        // local SAR where materials have a density
};

struct PreconditionerSpec {
  std::string type = "auto";
  // background: the relative permittivity behind it; nothing: chosen by what the case holds
  std::optional<std::complex<double>> eps_b;
  double omega = 1; // ssor, ssor-ai: relaxation
  int degree = 4;   // polynomial
  int fill = 0;     // ilu: level
};

struct SolverSpec {
  std::string method = "auto";
  PreconditionerSpec preconditioner;
  double tolerance = 1e-6; // true residual against the right-hand side, 2-norms
  int max_iterations = 20000;
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
  std::string method; // dgatd, fdfd
  MeshSpec mesh;
  GridSpec grid;                      // fdfd
  std::vector<ObjectSpec> objects;    // fdfd
  std::vector<double> frequencies_hz; // methods in the frequency domain
  SolverSpec solver;
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
