#include <curlew/io/tables/touchstone.hpp>

#include <curlew/io/results/atomic_file.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <stdexcept>

namespace curlew {
namespace {

constexpr std::size_t k_entries_per_line = 4;

void require_valid(const TouchstoneData &data) {
  if (data.ports < 1 || data.s.size() != data.frequencies_hz.size())
    throw std::invalid_argument(fmt::format("a Touchstone file of {} ports, {} matrices and {} "
                                            "frequencies",
                                            data.ports, data.s.size(), data.frequencies_hz.size()));
  if (data.is_version_2() && data.references_ohm.size() != data.ports)
    throw std::invalid_argument(fmt::format("a Touchstone file of {} ports with {} references",
                                            data.ports, data.references_ohm.size()));
  if (!data.impedances_ohm.empty() && data.impedances_ohm.size() != data.frequencies_hz.size())
    throw std::invalid_argument(fmt::format("a Touchstone file of {} frequencies with impedances "
                                            "at {}",
                                            data.frequencies_hz.size(),
                                            data.impedances_ohm.size()));
  for (const double ohm :
       data.is_version_2() ? data.references_ohm : std::vector<double>{data.reference_ohm})
    if (!(ohm > 0) || !std::isfinite(ohm))
      throw std::invalid_argument(fmt::format("a Touchstone file with a reference of {} ohm", ohm));
  for (std::size_t f = 0; f < data.s.size(); ++f) {
    if (data.s[f].size() != data.ports * data.ports)
      throw std::invalid_argument(fmt::format("a Touchstone file of {} ports with a matrix of {} "
                                              "entries",
                                              data.ports, data.s[f].size()));
    if (f > 0 && !(data.frequencies_hz[f] > data.frequencies_hz[f - 1]))
      throw std::invalid_argument(fmt::format("a Touchstone file whose frequencies do not ascend: "
                                              "{} Hz after {} Hz",
                                              data.frequencies_hz[f], data.frequencies_hz[f - 1]));
    for (const std::complex<double> &value : data.s[f])
      if (!std::isfinite(value.real()) || !std::isfinite(value.imag()))
        throw std::invalid_argument(fmt::format("a Touchstone file with an entry that is not "
                                                "finite, at {} Hz",
                                                data.frequencies_hz[f]));
  }
  for (const std::string &comment : data.comments)
    if (comment.find_first_of("\n\r") != std::string::npos)
      throw std::invalid_argument("a Touchstone comment of several lines: " + comment);
}

void add_matrix(const std::vector<std::complex<double>> &s, std::size_t ports, std::string &text) {
  for (std::size_t i = 0; i < ports; ++i)
    for (std::size_t j = 0; j < ports; ++j) {
      const bool new_row = ports > 2 && i > 0 && j == 0;
      if (new_row || (j > 0 && j % k_entries_per_line == 0))
        text += "\n ";
      // Two ports are written column by column, all others row by row.
      const std::complex<double> value = ports == 2 ? s[j * ports + i] : s[i * ports + j];
      fmt::format_to(std::back_inserter(text), " {} {}", value.real(), value.imag());
    }
}

// Returns the keywords of version 2 between the option line and the data.
std::string keywords(const TouchstoneData &data) {
  std::string text = fmt::format("[Number of Ports] {}\n", data.ports);
  if (data.ports == 2)
    text += "[Two-Port Data Order] 21_12\n";
  text += fmt::format("[Number of Frequencies] {}\n[Reference]", data.frequencies_hz.size());
  for (const double ohm : data.references_ohm)
    fmt::format_to(std::back_inserter(text), " {}", ohm);
  return text + "\n[Matrix Format] Full\n[Network Data]\n";
}

} // namespace

std::string touchstone_name(const std::string &stem, const TouchstoneData &data) {
  return data.is_version_2() ? stem + ".ts" : fmt::format("{}.s{}p", stem, data.ports);
}

void write_touchstone(const std::filesystem::path &path, const TouchstoneData &data) {
  require_valid(data);
  std::string text;
  for (const std::string &comment : data.comments)
    text += "! " + comment + "\n";
  if (data.is_version_2())
    text += "[Version] 2.0\n";
  text += fmt::format("# Hz S RI R {}\n",
                      data.is_version_2() ? data.references_ohm[0] : data.reference_ohm);
  if (data.is_version_2())
    text += keywords(data);
  for (std::size_t f = 0; f < data.s.size(); ++f) {
    text += fmt::format("{}", data.frequencies_hz[f]);
    add_matrix(data.s[f], data.ports, text);
    text += '\n';
    if (data.impedances_ohm.empty())
      continue;
    text += "! Port Impedance";
    for (const std::complex<double> &z : data.impedances_ohm[f])
      fmt::format_to(std::back_inserter(text), " {} {}", z.real(), z.imag());
    text += '\n';
  }
  if (data.is_version_2())
    text += "[End]\n";
  write_file_atomically(path, text);
}

} // namespace curlew
