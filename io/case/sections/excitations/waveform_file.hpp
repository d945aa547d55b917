#pragma once

#include <filesystem>
#include <vector>

namespace curlew {

struct WaveformSamples {
  std::vector<double> times_s, values;
};

// Reads a CSV file of two columns, time in s (rising) and value; a first line that is no number is
// a heading, empty lines and lines that start with # are skipped. Throws InputError "file:line:
// ...".
WaveformSamples read_waveform_file(const std::filesystem::path &path);

} // namespace curlew
