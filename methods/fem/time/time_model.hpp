#pragma once

#include <curlew/methods/fem/time/far_field_surface.hpp>
#include <curlew/methods/fem/time/newmark_scheme.hpp>
#include <curlew/methods/fem/time/time_case.hpp>

#include <curlew/io/tables/port_table.hpp>

#include <complex>
#include <map>
#include <memory>
#include <set>

namespace curlew::fem {

// A case in time on its mesh, and its runs: matrices, sources and ports, with one scheme for each
// run. Kokkos must be running.
class TimeModel {
public:
  TimeModel(const Case &input, Backend backend, int threads, Prepared prepared);

  const Problem &problem() const { return problem_; }
  const std::vector<Port> &ports() const { return ports_; }
  const SolverChoice &choice() const { return choice_; }

  std::size_t run_count() const { return runs_.size(); }
  // Returns the port that is driven alone in a run of several runs; 0 for other runs.
  int only_driven(std::size_t run) const;
  double sources_end_s() const;

  std::unique_ptr<NewmarkScheme> make_scheme(const TimePlan &plan, std::size_t run);

  // Returns the RecordedSurface of the far field of the run with this scheme.
  RecordedSurface surface(const NewmarkScheme &scheme) const {
    return surface_.currents(scheme, plan_);
  }
  const std::vector<Index> &surface_unknowns() const { return surface_.unknowns(); }

  // Computes the column of S of the port that a run drove. Throws as refuse_without_wave() where no
  // wave came in.
  void add_column(std::size_t run, const PortRecorder &recorder);
  // Returns S of all ports at each frequency, moved to the reference planes and renormalised to the
  // impedances of the case. A matrix is empty where `has_value` (TimePlan::has_s) is false.
  std::map<double, ScatteringMatrix> scattering(const std::vector<char> &has_value = {}) const;
  std::vector<PortMode> modes() const;
  std::vector<double> references_ohm() const;
  // Returns the weakest over the strongest of the driven waves, over the frequencies.
  double weakest_drive() const { return weakest_drive_; }

private:
  const Case &input_;
  Backend backend_;
  int threads_;
  std::vector<Port> ports_;
  SolverChoice choice_;
  Problem problem_;
  CurvedLocator locator_;
  std::vector<std::vector<PortDrive>> runs_;
  std::vector<TimeSource> sources_;
  std::vector<TimePort> time_ports_;
  ProbeStencils probes_;
  FarFieldSurface surface_;
  TimePlan plan_; // plan of the last scheme
  // [index of the driven port]: [frequency][observed port].
  std::map<int, std::vector<std::complex<double>>> columns_;
  double weakest_drive_ = 1;
};

} // namespace curlew::fem
