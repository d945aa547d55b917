#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace curlew {

class CheckContext;
struct Excitation;

enum class Field { E, H };

struct PointProbe {
  Vector3 point_m{0, 0, 0};
};

// Equidistant points, the ends included.
struct LineProbe {
  Vector3 start_m{0, 0, 0}, stop_m{0, 0, 0};
  Index count = 1;
};

// Points on a parallelogram: corner + i u / (counts[0] - 1) + j v / (counts[1] - 1).
struct PlaneProbe {
  Vector3 corner_m{0, 0, 0}, u_m{0, 0, 0}, v_m{0, 0, 0};
  std::array<Index, 2> counts{1, 1};
};

struct ProbeSpec {
  std::string name;
  Field field = Field::E;
  std::variant<PointProbe, LineProbe, PlaneProbe> shape;

  bool is_point() const { return std::holds_alternative<PointProbe>(shape); }
};

// Sines at the multiples 1 to `count` of a frequency.
struct HarmonicsSpec {
  double f0_hz = 0;
  int count = 5;
};

struct SpectrumSpec {
  std::string probe;
  std::string window = "hamming"; // hamming, hann, blackman, rectangular
  std::array<double, 2> band_hz{0, 0};
  bool peaks = true;
  std::vector<double> expected_hz;
  double expected_tolerance = 0.01; // relative
  std::optional<HarmonicsSpec> harmonics;
};

// Interval of a repeated action: exactly one of the two is set.
struct Schedule {
  std::optional<double> every_s;
  std::optional<std::int64_t> every_steps;
};

struct FieldsSpec {
  Schedule schedule;
  std::vector<Field> quantities{Field::E, Field::H};
  std::string region; // only tets of this volume group; empty: all
};

struct CheckpointSpec {
  Schedule schedule;
  int keep = 2;
};

// Angles at which far fields are written: every theta on every phi.
struct AngleSpec {
  std::vector<double> theta_deg, phi_deg;
};

// A conducting plane whose image enters the far field.
struct ImageSpec {
  int axis = 2; // axis of its normal: x, y, z
  double at_m = 0;
  bool is_magnetic = false; // PMC; else PEC
  bool is_mirror = false;   // the structure goes on behind the plane as its mirror image
};

struct FarFieldSpec {
  AngleSpec angles;
  std::vector<ImageSpec> images;
  std::string surface; // group of triangles that the currents are taken on; empty: chosen
};

struct RcsSpec {
  std::optional<AngleSpec> bistatic;
  bool monostatic = false;
};

// Orders of diffraction of a grid that is periodic along x and y.
struct DiffractionSpec {
  std::optional<std::array<int, 2>> most; // largest |m| and |n|; none: all that travel
  std::optional<double> above_m, below_m; // z of the planes; none: beside the absorbing layers
};

// Surface of a flux. A plane's corners are along its other two axes, in the order x, y, z; none:
// the plane reaches across the grid between its absorbing layers, or across the mesh.
struct FluxPlane {
  int axis = 2; // axis of its normal
  double at_m = 0;
  std::optional<std::array<double, 2>> min_m, max_m;
};
struct FluxBox {
  Vector3 min_m{0, 0, 0}, max_m{0, 0, 0};
};
struct FluxGroup {
  std::string name; // group of triangles of the mesh
};
struct FluxSpec {
  std::string name;
  std::variant<FluxPlane, FluxBox, FluxGroup> shape;
};

// Scattering parameters of ports.
struct ScatteringSpec {
  bool touchstone = true;
  bool passive = false;       // writes the nearest passive S
  bool is_travelling = false; // S of the waves that travel on the ports' lines, not of power waves
  // Reference of all ports in the Touchstone file; none: their own.
  std::optional<double> reference_ohm;
};

// A plane of cells.
struct SliceSpec {
  int axis = 2; // its normal: x, y, z
  double at_m = 0;
};

// Fields of a solution in the frequency domain.
struct PhasorFieldsSpec {
  std::vector<Field> quantities{Field::E, Field::H};
  bool total = true;             // incident plus scattered field; false: scattered
  std::vector<SliceSpec> slices; // empty: the volume
  std::string region;            // only tets of this volume group; empty: all
};

struct OutputSpec {
  std::filesystem::path directory = "results"; // absolute after loading
  std::vector<FluxSpec> fluxes;
  // Outputs in the time domain.
  std::vector<ProbeSpec> probes;
  std::vector<SpectrumSpec> spectra;
  std::optional<FieldsSpec> fields;
  std::optional<Schedule> energy;
  std::optional<Schedule> nonlinear; // figures of nonlinear media in the table of energies
  std::optional<CheckpointSpec> checkpoint;
  std::optional<FarFieldSpec> far_field; // at the case's frequencies
  // Outputs in the frequency domain.
  std::optional<RcsSpec> rcs;
  std::optional<DiffractionSpec> diffraction;
  std::optional<PhasorFieldsSpec> phasors; // outputs.fields of a case with frequencies
  bool sar = false;                        // local SAR where materials have a density
  bool powers = true;                      // powers.csv
  bool currents = false;                   // on surfaces
  std::optional<ScatteringSpec> s_parameters;
  bool ports = true; // waves and voltages of ports in time
};

// Reads the outputs. A spectrum without a band takes that of the excitations.
OutputSpec read_outputs(const nlohmann::ordered_json &node, const ReadContext &context,
                        const std::vector<Excitation> &excitations);
nlohmann::ordered_json to_json(const OutputSpec &outputs);

// Checks probes, spectra and schedules of a run in time.
void check_time_outputs(CheckContext &context);
// Checks far fields and fluxes of a run in time, with the frequencies and waveforms that they need.
// To be called after check_frequencies().
void check_far_field_in_time(CheckContext &context);
void check_flux_in_time(CheckContext &context);
// Checks RCS, orders of diffraction, fluxes, slices and SAR of solutions at frequencies. To be
// called after the checks of grid and boundaries.
void check_phasor_outputs(CheckContext &context);

std::string_view outputs_schema_text();

} // namespace curlew
