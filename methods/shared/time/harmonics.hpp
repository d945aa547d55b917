#pragma once

#include <curlew/io/case/sections/outputs/outputs.hpp>
#include <curlew/io/tables/spectrum_files.hpp>

#include <filesystem>
#include <vector>

namespace curlew {

inline std::string harmonics_file_name(const std::string &probe) {
  return "harmonics_" + probe + ".csv";
}

// The Fourier integral of a record at a multiple of a frequency, without a taper.
struct Harmonic {
  int m = 1;
  double frequency_hz = 0;
  double amplitude = 0; // amplitude of the vector, V s/m for E
  // Phase of exp(+j 2 pi f t) of the fundamental's largest component.
  double phase_deg = 0;
  double ratio = 0; // amplitude over that of the fundamental
};
std::vector<Harmonic> harmonics_of(const ProbeTrace &trace, const HarmonicsSpec &spec);

// Writes "m,f (Hz),amplitude,phase (deg),ratio". Throws OutputError.
void write_harmonics(const std::filesystem::path &path, const std::vector<Harmonic> &harmonics);

} // namespace curlew
