#pragma once

#include <curlew/methods/fem/ports/port_network.hpp>
#include <curlew/methods/fem/sweep/affine_operator.hpp>
#include <curlew/methods/fem/sweep/real_basis.hpp>

namespace curlew::fem {

// Data of the equations of a frequency beside the constant matrices, with vectors of the ports in
// the coordinates of PortSpan: the factors of the matrices, the modes, and W C W^T of modal ports
// (modal_faces.hpp), which is multiplied by j k.
struct FrequencyTerms {
  std::vector<std::complex<double>> factors;
  PortNetwork::AtFrequency modes;
  std::vector<std::vector<std::complex<double>>> columns; // W
  std::vector<std::complex<double>> coefficients;         // C, row by row
};

// Few real columns that span the loads and the modal corrections of all ports at the frequencies of
// a band: one for each mode whose field keeps its shape, several where it changes.
class PortSpan {
public:
  // Solves one eigenvalue problem for each modal port and frequency. Covers the rising frequencies
  // from the first one on, as many as need no more than `most` columns, and those of `extra_hz` up
  // to the last covered one. `network` is left at any frequency.
  PortSpan(PortNetwork &network, const std::vector<AffineTerm> &terms,
           const std::vector<double> &frequencies_hz, const std::vector<double> &extra_hz,
           std::size_t most, int threads);

  static constexpr std::size_t k_most = 200;
  std::size_t size() const { return basis_.size(); }
  // Returns the frequencies that are covered, then the further ones.
  const std::vector<double> &frequencies_hz() const { return frequencies_hz_; }
  // Returns how many of the given frequencies are covered.
  std::size_t covered() const { return covered_; }
  // Returns a column in all unknowns, whose number is `unknowns`.
  RealBasis::Column column(std::size_t number, Index unknowns) const;
  // Returns the terms, by position in frequencies_hz().
  const std::vector<FrequencyTerms> &terms() const { return terms_; }

private:
  using complex = std::complex<double>;
  void find_unknowns(const PortNetwork &network);
  std::vector<complex> coordinates(const std::vector<Index> &unknowns,
                                   const std::vector<complex> &values);
  FrequencyTerms in_coordinates(const PortNetwork &network);
  void fill_up(std::vector<complex> &coordinates) const { coordinates.resize(size(), 0); }

  void add(PortNetwork &network, const std::vector<AffineTerm> &terms, double frequency_hz);

  RealBasis basis_;             // in the unknowns of the ports
  std::vector<Index> unknowns_; // rising
  std::vector<double> frequencies_hz_;
  std::size_t covered_ = 0;
  std::vector<FrequencyTerms> terms_;
};

} // namespace curlew::fem
