#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// S of n ports over frequency, all with one real reference resistance: the contents of a Touchstone
// file of version 1.
struct TouchstoneData {
  std::size_t ports = 1;
  double reference_ohm = 50;
  std::vector<double> frequencies_hz;               // ascending
  std::vector<std::vector<std::complex<double>>> s; // per frequency [i * ports + j]
  std::vector<std::string> comments;                // one line each
};

// Returns "<stem>.s2p" for two ports.
std::string touchstone_name(const std::string &stem, std::size_t ports);

// Writes a Touchstone file, version 1 (@cite touchstone2002): "# Hz S RI R <ohm>", real and
// imaginary parts with as many digits as it takes to read the same bits back. One and two ports
// take one line per frequency, two ports in the order S11 S21 S12 S22; from three ports on each row
// of S begins a line and a line holds at most four entries.
//
// The file appears whole or not at all. Throws OutputError, and std::invalid_argument for sizes
// that do not fit, frequencies that do not ascend, a reference that is not above 0, entries that
// are not finite and comments of several lines.
void write_touchstone(const std::filesystem::path &path, const TouchstoneData &data);

} // namespace curlew
