#pragma once

#include <curlew/io/case/case.hpp>
#include <curlew/io/results/results_directory.hpp>
#include <curlew/io/results/summary.hpp>
#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/shared/ports/port_recorder.hpp>
#include <curlew/methods/shared/ports/port_runs.hpp>
#include <curlew/methods/shared/ports/power_waves.hpp>
#include <curlew/methods/shared/time/time_plan.hpp>

#include <complex>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace curlew {

// Impedances and reference planes of all ports at a frequency, by port.
struct PortReferences {
  std::vector<double> faces_ohm;            // impedances of a and b of PortRecorder
  std::vector<double> modes_ohm;            // impedances of the modes
  std::vector<double> references_ohm;       // references of S
  std::vector<std::complex<double>> shifts; // exp(gamma length) to the reference planes
};

// Ports of a problem, as its S-parameters need them.
struct NetworkPorts {
  std::vector<int> indices; // 1, 2 ...
  std::function<PortReferences(double frequency_hz)> references;
  // True where waves come in at the driven port of a run only: a column of S is then b / a.
  bool is_matched = false;
  // True where the case can be solved at its frequencies too, without "time".
  bool has_frequency_domain = false;
};

// Ports of a case in time: the runs that drive them, and their S-parameters. Each run drives one
// port where S is computed. The waves A and B of all ports in all runs give B = S A, at the
// impedances of the faces. S is then converted to the impedances of the modes, reference planes
// move by their shifts, and S is converted to the references of the case.
class PortNetworks {
public:
  // `input` must outlive the networks. Throws InputError as port_runs().
  PortNetworks(const Case &input, NetworkPorts ports);

  std::size_t run_count() const { return runs_.size(); }
  // Returns the ports that a run drives.
  const std::vector<PortDrive> &drives(std::size_t run) const { return runs_[run]; }
  // Returns the time at which the last of all drives ends; 0: none.
  double drives_end_s() const;
  // Logs the run, where there are several.
  void report_run(std::size_t run) const;
  // Returns the files of the ports in a run, in the order of ProbeRows::ports.
  std::vector<std::string> files(std::size_t run) const;

  // Takes the waves of a run of S-parameters. Throws as refuse_without_wave() where no wave came in
  // at a frequency with a value of S (TimePlan::has_s; empty: all).
  void add_run(std::size_t run, const PortRecorder &recorder, const std::vector<char> &has_value);
  // Returns S by frequency; columns of ports without a run are 0. A matrix is empty where has_value
  // is given and false.
  std::map<double, ScatteringMatrix> scattering(const std::vector<char> &has_value = {}) const;
  // Returns warnings of records that end too early, or while a resonance rings, of frequencies
  // without a wave, and of matrices that are not passive or not symmetric: media without magnetic
  // bias are always reciprocal.
  std::vector<std::string> warnings(const std::map<double, ScatteringMatrix> &matrices) const;
  // Reports the warnings and writes the tables of S, where the case asks for it. Throws
  // OutputError.
  void write(const TimePlan &plan, const ResultsDirectory &results, Summary &summary) const;

private:
  // Waves of a run, [frequency][port].
  using Waves = std::vector<PortRecorder::Waves>;

  std::size_t count() const { return ports_.indices.size(); }
  // Returns the port that alone is driven in this one of several runs; 0: none or one run.
  int only_driven(std::size_t run) const { return run_count() > 1 ? runs_[run][0].port : 0; }
  // True where all columns of S are known.
  bool is_whole() const { return waves_.size() == count(); }
  std::complex<double> driven_wave(int port, const Waves &waves, std::size_t frequency) const;
  ScatteringMatrix scattering_at(std::size_t frequency) const;
  // Returns S at the impedances of the faces.
  ScatteringMatrix of_faces(std::size_t frequency) const;
  // Returns the weakest of the driven waves over the strongest, at frequencies at which S has a
  // value.
  double weakest_drive(const std::map<double, ScatteringMatrix> &matrices) const;

  const Case &input_;
  NetworkPorts ports_;
  std::vector<std::vector<PortDrive>> runs_;
  std::map<int, Waves> waves_; // key: index of the driven port
  // Largest of all runs (PortRecorder).
  double late_part_ = 0, late_change_ = 0;
};

} // namespace curlew
