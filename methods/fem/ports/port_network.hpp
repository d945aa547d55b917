#pragma once

#include <curlew/io/tables/port_table.hpp>
#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/ports/modal_faces.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/solve/system.hpp>
#include <curlew/methods/shared/frequency/antenna_writer.hpp>
#include <curlew/methods/shared/ports/lumped_network.hpp>

#include <map>

namespace curlew::fem {

// The ports of a case as a network of their modes. Makes the excitation of each mode, and S from
// the solutions. With a_j the amplitude of the wave that comes in by mode j,
//   b = 2 j k0 a_j u_j,   b_i = (u_i, E)/(u_i, e_i) - a_j delta_ij,
// with u = y B e except for modal ports, and a_i = a_j delta_ij. The reference plane of a port is d
// before its face, where the waves are a exp(-j beta d) and b exp(j beta d). There, for ports of
// all kinds,
//   V_i = v_i (a_i + b_i),   I_i = v_i Y_i (a_i - b_i),
// with Y the admittance of the mode, and v the voltage of a wave of amplitude 1, such that V I* / 2
// is the complex power of the mode, (e, h*) / 2 eta0 at a = 1. A lumped port has the admittance of
// its source as Y. Power waves of V and I (power_waves.hpp) give S. They refer to the impedance
// that the case gives, else to 1 / Y, which is complex in media with losses; for lumped ports with
// a source of R, L and C to the impedance of the port.
class PortNetwork {
public:
  // A mode at a frequency: its excitation, and the vector that gives its amplitude in a field.
  struct Channel {
    std::size_t port = 0;
    std::vector<Index> unknowns;
    std::vector<std::complex<double>> load, dual; // u, and u / (e, u)
    std::complex<double> constant;                // constant of propagation, beta in 1/m
    bool travels = true;
    double volts = 1;                   // v
    std::complex<double> siemens;       // Y
    std::complex<double> reference_ohm; // reference of S

    double power_w() const { return 0.5 * volts * volts * siemens.real(); } // at amplitude 1
    // Returns true where waves of the mode are not reflected by the reference.
    bool is_matched() const;
  };
  // A mode without a row in S, with the vector that gives its amplitude in a field.
  struct OtherMode {
    int port = 0;
    std::string name; // "mode 2"
    std::vector<Index> unknowns;
    std::vector<std::complex<double>> dual;
    double power_w = 0; // that the face takes from it at amplitude 1
  };
  // All modes at a frequency, in `size` unknowns.
  struct AtFrequency {
    double frequency_hz = 0, wavenumber = 0;
    std::size_t size = 0;
    std::vector<Channel> channels;
    std::vector<OtherMode> others;
  };

  // `problem` and `ports` must outlive the network.
  PortNetwork(const Case &input, const Problem &problem, const std::vector<Port> &ports);

  // Returns the modes, port by port: the rows and columns of S.
  const std::vector<PortMode> &modes() const { return modes_; }

  // Finds the modes of modal ports at frequencies, at most PortSection::k_most_known, in parallel.
  void prepare(const std::vector<double> &frequencies_hz, int threads) const;
  // Sets the frequency, and discards the columns of the frequency before.
  void set(double frequency_hz);
  // Does the same with modes that are given, in any numbering of unknowns. load_of(), add(),
  // missing_columns() and scattering() then use these unknowns, and solve() must not be called.
  void set(AtFrequency modes);
  const AtFrequency &at_frequency() const { return at_; }
  const ModalFaces &faces() const { return faces_; }
  // Returns the right-hand side of a wave that comes in by a mode: of 1 V for TEM and lumped ports
  // (2 V behind the source), of 1 W for others.
  Load load_of(int port, int mode = 1) const;
  // Solves with the modal faces of the ports (ModalFaces).
  void solve(EquationSolver &system, const Load &b, Load &x, const SolveOptions &options,
             SolveReport &report);
  // Adds the column of S from a solution, and returns the powers of this excitation, at the port's
  // face; `absorbed` is not set. The impedance is that at the port's reference plane, with the
  // other ports as they were in the solution; it is left out where these are not what S refers to.
  PortPowers add(int port, const std::vector<std::complex<double>> &x, int mode = 1);
  // Returns the power absorbed at modal ports that absorbed_on_faces() leaves out, W.
  double absorbed_by_modes(const std::vector<std::complex<double>> &x, int but = 0) const {
    return faces_.absorbed(x, but);
  }
  // Returns true where the tables need all columns of S, not only those of excited ports.
  bool needs_all_columns() const;
  // Returns the travelling modes whose columns the tables need and that have not been added.
  std::vector<PortMode> missing_columns() const;
  // Returns S. Entries of modes below their cutoff are 0.
  ScatteringMatrix scattering() const;
  // Returns the impedance into the first mode of a port at its reference plane, all others
  // terminated by their references, from scattering().
  std::complex<double> input_impedance_ohm(const ScatteringMatrix &s, int port) const;
  // Returns, for the entry of a solve, what left by modes without a row in S in the solution that
  // was added last: an array of port, share of the incident power, mode; null below a share of
  // 2e-3.
  nlohmann::ordered_json others_of_last() const;
  // Takes over such an entry of a solve that another group of ranks, or the run before, has made.
  void recall_others(const nlohmann::ordered_json &entry, double frequency_hz);
  // Returns a warning for each port at which modes without a row in S took power in solutions added
  // or recalled, with the largest share. What the model of a sweep gives alone is not among them.
  std::vector<std::string> warnings_of_others() const;
  // Describes the modes of modal ports at the frequency, for the summary.
  nlohmann::ordered_json describe_modes() const;
  // Returns the reference impedance of S for each mode.
  std::vector<std::complex<double>> references_ohm(double frequency_hz) const;

private:
  struct Column {
    std::vector<std::complex<double>> a, b; // power waves of all modes at their reference planes
  };
  // The largest share of an incident wave's power that left by another mode of a port.
  struct Loss {
    double share = 0, frequency_hz = 0;
    int from = 0; // port of the incident wave
    std::string name;
  };

  std::size_t position(int port, int mode) const;
  Channel channel_of(const Port &port, const PortField &field) const;
  void add_modal(std::size_t port);
  void keep_largest(int port, const Loss &loss);
  // Returns the power that the face of a port takes from fields other than its mode, W.
  double rest_w(const Channel &channel, const std::vector<std::complex<double>> &x) const;
  // Notes and returns the power that leaves port `port` by modes without a row in S, W.
  double note_others(int port, double incident_w, const std::vector<std::complex<double>> &x);
  std::complex<double> amplitude(std::size_t channel) const;
  std::complex<double> mode_impedance_ohm(std::size_t channel, double frequency_hz) const;
  // Returns the given impedance of a mode, or its own.
  std::complex<double> reference_ohm(std::size_t channel, std::complex<double> own_ohm) const;
  // Returns true where all modes but one are terminated by their references in a solution.
  bool are_others_matched(std::size_t channel) const;

  const Case &input_;
  const Problem &problem_;
  const std::vector<Port> &ports_;
  std::vector<PortField> fields_; // [port]; empty for modal ones
  std::vector<PortMode> modes_;
  AtFrequency at_;
  ModalFaces faces_;
  std::map<std::size_t, Column> columns_;
  std::map<int, Loss> last_, losses_; // by port: of the last solution, the largest
};

} // namespace curlew::fem
