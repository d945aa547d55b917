#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <functional>
#include <map>
#include <vector>

namespace curlew {

// The reference impedances of S at a frequency, one for each mode of the ports.
using References = std::function<std::vector<std::complex<double>>(double frequency_hz)>;

// Returns the indices of the excited ports of a case, rising.
std::vector<int> excited_ports(const Case &input);

// Throws InputError for a frequency at which no wave entered at the ports within a run in time.
[[noreturn]] void refuse_without_wave(const Case &input, double frequency_hz);

// Writes port-S.csv and port-Z.csv of the excited ports and, with `touchstone`, the Touchstone
// file. `matrices`: S of power waves of all modes of ports by frequency, with columns of 0 for
// ports that are not excited where there is no Touchstone file; the files have S of the waves that
// the case asks for, and "waves" in "s_parameters" of the summary says which. An empty matrix marks
// a frequency where S has no value: its fields stay empty and a Touchstone file leaves it out.
// Throws OutputError.
void write_scattering_tables(const Case &input, const ResultsDirectory &results,
                             const std::vector<PortMode> &modes,
                             const std::map<double, ScatteringMatrix> &matrices,
                             const References &references_ohm, bool touchstone, Summary &summary);

} // namespace curlew
