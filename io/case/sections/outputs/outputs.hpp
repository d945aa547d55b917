#pragma once

#include <curlew/core/index.hpp>
#include <curlew/io/case/sections/reading.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace curlew {

class CheckContext;
struct Excitation;

enum class Field { E, H };

// Points on a parallelogram: point + i u / (counts[0] - 1) + j v / (counts[1] - 1).
struct ProbeSpec {
  std::string name;
  enum class Kind { point, line, plane } kind = Kind::point;
  Field field = Field::E;
  Vector3 point_m{0, 0, 0};           // point; else the first corner
  Vector3 u_m{0, 0, 0}, v_m{0, 0, 0}; // line: stop - start; plane: its two edge vectors
  std::array<Index, 2> counts{1, 1};  // samples along u (and v), ends included
  std::optional<Vector3> stop_m;      // line: as the case gives it; u_m is rounded
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
  bool total = true;             // incident plus scattered field; false: scattered
  std::vector<SliceSpec> slices; // empty: the volume
};

struct OutputSpec {
  std::filesystem::path directory = "results"; // absolute after loading
  // In the time domain.
  std::vector<ProbeSpec> probes;
  std::vector<SpectrumSpec> spectra;
  std::optional<FieldsSpec> fields;
  std::optional<Schedule> energy;
  std::optional<CheckpointSpec> checkpoint;
  // In the frequency domain.
  std::optional<RcsSpec> rcs;
  std::optional<PhasorFieldsSpec> phasors; // outputs.fields of a case with frequencies
  bool sar = false;                        // local SAR where materials have a density
  bool powers = true;                      // powers.csv
};

// A spectrum without a band takes that of the excitations.
OutputSpec read_outputs(const nlohmann::ordered_json &node, const ReadContext &context,
                        const std::vector<Excitation> &excitations);
nlohmann::ordered_json to_json(const OutputSpec &outputs);

// Probes, spectra and schedules of a run in time.
void check_time_outputs(CheckContext &context);
// RCS, slices and SAR of solutions at frequencies; after the checks of grid and boundaries.
void check_phasor_outputs(CheckContext &context);

std::string_view outputs_schema_text();

} // namespace curlew
