#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/dgtd/problem.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>

#include <map>
#include <string>
#include <vector>

namespace curlew::dgtd {

// Throws InputError where S takes the columns of all ports and not all are excited: S renormalised
// to the impedance of a wave port or a guide's mode, and a lumped port behind a network that
// reflects. Also throws it for a frequency below the cutoff of a mode, for a Touchstone file of
// ports without a common reference, and for more tables of ports than a process may open.
void require_columns(const Case &input, const Problem &problem);

// Returns warnings for ports in which a second mode can travel at the highest frequency of the
// case.
std::vector<std::string> port_warnings(const Case &input, const Problem &problem);

// S-parameters from runs that excite one port each. The waves A and B of all ports in all runs give
// B = S A, at the ports' impedances (for guides that of a plane wave, which their faces absorb). S
// is then converted to the impedances of modes, each wave port moves its reference plane by exp(j
// beta length), and S is converted to the impedances of the case.
class PortNetworks {
public:
  PortNetworks(const Case &input, const Problem &problem) : input_(input), problem_(problem) {}

  void add_run(int excited_port, const PortRecorder &recorder);
  // Returns S by frequency; columns of ports without a run are 0. A matrix is empty where has_value
  // is given and false (TimePlan::has_s).
  std::map<double, ScatteringMatrix> scattering(const std::vector<char> &has_value = {}) const;
  std::vector<double> references_ohm(double frequency_hz) const;
  std::vector<PortMode> modes() const;
  // Returns warnings of records that end too early, frequencies without a wave, and matrices that
  // are not passive or not symmetric; media without magnetic bias are always reciprocal.
  std::vector<std::string> warnings(const std::map<double, ScatteringMatrix> &matrices) const;
  bool is_whole() const { return runs_.size() == problem_.ports.size(); }

private:
  struct Run {
    std::vector<PortRecorder::Waves> waves; // [frequency][port]
  };
  ScatteringMatrix scattering_at(std::size_t frequency) const;
  // Returns the weakest of the driven waves over the strongest, at frequencies at which S has a
  // value.
  double weakest_drive(const std::map<double, ScatteringMatrix> &matrices) const;
  std::complex<double> shift(const Port &port, double frequency_hz) const;

  const Case &input_;
  const Problem &problem_;
  std::map<int, Run> runs_; // key: index of the excited port
  double late_part_ = 0;
};

// Returns the largest singular value of a square matrix.
double largest_gain(const ScatteringMatrix &s, std::size_t n);

} // namespace curlew::dgtd
