#pragma once

#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/fem/loads.hpp>
#include <curlew/methods/fem/modal_faces.hpp>
#include <curlew/methods/fem/ports.hpp>
#include <curlew/methods/fem/system.hpp>
#include <curlew/methods/shared/ports/antenna_writer.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <map>

namespace curlew::fem {

// The ports of a case as a network of their modes: excites one after the other, and makes S of the
// solutions. With a_j the amplitude of the wave that comes in by mode j,
//   b = 2 j k0 a_j u_j,   b_i = (u_i, E)/(u_i, e_i) - a_j delta_ij,
//   S_ij = b_i / a_j sqrt(P_i / P_j),  P_i = Re (e_i*, u_i) / 2 eta0,
// with u = y B e of all but modal ports, then moved to the reference planes, and renormalised to
// the impedances that the case gives. A lumped port with a source of R, L and C has waves by its
// voltage and current instead (power_waves.hpp), which refer to its impedance.
class PortNetwork {
public:
  // A mode at the frequency: what excites it, and what shows its amplitude.
  struct Channel {
    std::size_t port = 0;
    std::vector<Index> unknowns;
    std::vector<std::complex<double>> load, dual; // u, and u / (e, u)
    std::complex<double> constant;                // of propagation
    double power_w = 0;                           // of amplitude 1
    double impedance_ohm = 0;
    std::complex<double> source_siemens; // of a lumped port; 0: its impedance
    bool has_source = false;
  };
  // All modes at a frequency, in as many unknowns as `size` says.
  struct AtFrequency {
    double frequency_hz = 0, wavenumber = 0;
    std::size_t size = 0;
    std::vector<Channel> channels;
  };

  // `problem` and `ports` must stay.
  PortNetwork(const Case &input, const Problem &problem, const std::vector<Port> &ports);

  // The modes, port by port: rows and columns of S.
  const std::vector<PortMode> &modes() const { return modes_; }

  // Forgets the columns of the frequency before.
  void set(double frequency_hz);
  // The same with what is known of the frequency, in whatever unknowns: then load_of(), add(),
  // missing_columns() and scattering() are in these, and solve() is not to be called.
  void set(AtFrequency modes);
  const AtFrequency &at_frequency() const { return at_; }
  const ModalFaces &faces() const { return faces_; }
  // The right-hand side of a wave that comes in by a mode: 1 V of TEM and lumped ports (2 V behind
  // the source), 1 W of others.
  Load load_of(int port, int mode = 1) const;
  // Solves with the faces of modal ports as their modes are.
  void solve(EquationSolver &system, const Load &b, Load &x, const SolveOptions &options,
             SolveReport &report);
  // Takes the solution, and returns the powers of this excitation; `absorbed` is not set.
  PortPowers add(int port, const std::vector<std::complex<double>> &x, int mode = 1);
  // What absorbed_on_faces() misses at modal ports, W.
  double absorbed_by_modes(const std::vector<std::complex<double>> &x, int but = 0) const {
    return faces_.absorbed(x, but);
  }
  // Modes that travel whose columns the tables need and are not there.
  std::vector<PortMode> missing_columns() const;
  // Entries of modes below their cutoff are 0.
  ScatteringMatrix scattering() const;
  // Of the modes of modal ports at the frequency, for the summary.
  nlohmann::ordered_json describe_modes() const;
  // What S refers to, mode by mode.
  std::vector<double> references_ohm(double frequency_hz) const;

private:
  struct Column {
    std::vector<std::complex<double>> a, b; // W^(1/2), of all modes
  };

  std::size_t position(int port, int mode) const;
  Channel channel_of(const Port &port, const PortField &field) const;
  void add_modal(std::size_t port);
  bool travels(std::size_t channel) const { return at_.channels[channel].power_w > 0; }
  std::complex<double> amplitude(std::size_t channel) const;
  double mode_impedance_ohm(std::size_t channel, double frequency_hz) const;

  const Case &input_;
  const Problem &problem_;
  const std::vector<Port> &ports_;
  std::vector<PortField> fields_; // of ports; empty of modal ones
  std::vector<PortMode> modes_;
  AtFrequency at_;
  ModalFaces faces_;
  std::map<std::size_t, Column> columns_;
};

} // namespace curlew::fem
