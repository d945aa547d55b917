#pragma once

#include <complex>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// S of n ports over frequency: the contents of a Touchstone file. Version 1 has one reference
// resistance, version 2 one for each port. References that are complex or change with the frequency
// have no place in either: comments of version 2 hold them.
struct TouchstoneData {
  std::size_t ports = 1;
  double reference_ohm = 50;                        // version 1
  std::vector<double> references_ohm;               // version 2, one per port; empty: version 1
  std::vector<double> frequencies_hz;               // ascending
  std::vector<std::vector<std::complex<double>>> s; // per frequency [i * ports + j]
  // Version 2: the references of S at each frequency, [frequency][port], where they are not the
  // constant `references_ohm`; else empty.
  std::vector<std::vector<std::complex<double>>> impedances_ohm;
  std::vector<std::string> comments; // one line each

  bool is_version_2() const { return !references_ohm.empty(); }
};

// Returns "<stem>.s2p" for two ports in version 1, "<stem>.ts" for version 2.
std::string touchstone_name(const std::string &stem, const TouchstoneData &data);

// Writes a Touchstone file, version 1 (@cite touchstone2002) or 2 (@cite touchstone2009):
// "# Hz S RI R <ohm>", real and imaginary parts with as many digits as it takes to read the same
// bits back. One and two ports take one line per frequency, two ports in the order S11 S21 S12 S22;
// from three ports on each row of S begins a line and a line holds at most four entries. Version 2
// has its keywords before, "[Reference]" with a resistance for each port, and "[End]" after. With
// `impedances_ohm` a comment "! Port Impedance" follows the data of each frequency, with the real
// and imaginary part of each port's reference, as scikit-rf reads them.
//
// The file appears whole or not at all. Throws OutputError, and std::invalid_argument for sizes
// that do not fit, frequencies that do not ascend, a reference that is not above 0, entries that
// are not finite and comments of several lines.
void write_touchstone(const std::filesystem::path &path, const TouchstoneData &data);

} // namespace curlew
