#pragma once

#include <curlew/methods/fem/time/far_field_surface.hpp>
#include <curlew/methods/fem/time/newmark_scheme.hpp>
#include <curlew/methods/fem/time/time_case.hpp>
#include <curlew/methods/shared/time/port_networks.hpp>

#include <memory>

namespace curlew::fem {

// A case in time on its mesh, and its runs: matrices, sources and ports, with one scheme for each
// run. Kokkos must be running.
class TimeModel {
public:
  // On several ranks the root alone has a model; they share the solves of its steps.
  TimeModel(const Case &input, Backend backend, int threads, Prepared prepared,
            const Communicator &ranks = Communicator());
  TimeModel(const TimeModel &) = delete; // networks() refers to it
  TimeModel &operator=(const TimeModel &) = delete;

  const Problem &problem() const { return problem_; }
  const std::vector<Port> &ports() const { return ports_; }
  const SolverChoice &choice() const { return choice_; }

  PortNetworks &networks() { return networks_; }
  const PortNetworks &networks() const { return networks_; }
  const StepRanks &ranks() const { return ranks_; }
  double sources_end_s() const;

  std::unique_ptr<NewmarkScheme> make_scheme(const TimePlan &plan, std::size_t run);

  const std::vector<Index> &surface_unknowns() const { return surface_.unknowns(); }

private:
  NetworkPorts network_ports() const;

  const Case &input_;
  Backend backend_;
  int threads_;
  std::vector<Port> ports_;
  SolverChoice choice_;
  Problem problem_;
  CurvedLocator locator_;
  PortNetworks networks_;
  std::vector<TimeSource> sources_;
  std::vector<TimePort> time_ports_;
  ProbeStencils probes_;
  FarFieldSurface surface_;
  StepRanks ranks_;
};

} // namespace curlew::fem
