#pragma once

#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>
#include <curlew/methods/fem/ports/ports.hpp>
#include <curlew/methods/fem/solve/system.hpp>

namespace curlew::fem {

// The equations A(k) x = (S - k^2 M + j k B) x = 0 of a case. S, M and B (walls that absorb,
// impedances, ports; with their admittances) have media and walls at one frequency, that of a mode:
// complex, so that the field of a mode that decays meets them as they are for it. Absorbing layers
// are those of "near" at any frequency.
class ModeEquations {
public:
  // Sets the matrices of "near". All arguments must outlive the equations.
  ModeEquations(const Case &input, const Problem &problem, const std::vector<Port> &ports,
                EquationSystem &system);

  // Returns true where k^2 comes from one linear problem: nothing depends on the frequency.
  bool is_linear() const { return !has_walls() && !is_dispersive_; }
  // True where media depend on the frequency.
  bool is_dispersive() const { return is_dispersive_; }
  bool has_walls() const { return !problem_.model.terms.empty(); }

  // Sets media and walls of a frequency, complex for fields that decay.
  void set(std::complex<double> frequency_hz);

  // Returns the pencil with B at k: S + j k B, and M.
  Pencil pencil_at(std::complex<double> k) const;
  HostSparse<std::complex<double>> matrix_at(std::complex<double> k) const;
  std::vector<std::complex<double>> apply(std::complex<double> k,
                                          const std::vector<std::complex<double>> &x) const;
  // Returns the root of x^T A(k) x = 0 nearest to k.
  std::complex<double> next_wavenumber(std::complex<double> k,
                                       const std::vector<std::complex<double>> &x) const;
  const HostSparse<std::complex<double>> &curl() const { return curl_; }
  const HostSparse<std::complex<double>> &mass() const { return mass_; }
  // Returns x* (S + |k|^2 M) x over |k x^T A'(k) x|, A' with media and walls that change too: about
  // 1 for a field that is a standing wave, large for one that ends, almost matched, let go. Leaves
  // media and walls at the frequency of k.
  double condition(std::complex<double> k, const std::vector<std::complex<double>> &x);
  // Returns S and M of these media outside of absorbing layers.
  Pencil inside_of(Media media) const;

  const Media &media() const { return media_; }
  const std::vector<std::complex<double>> &admittances() const { return admittances_; }
  const Problem &problem() const { return problem_; }
  const Case &input() const { return input_; }

private:
  HostSparse<std::complex<double>> assembled(const Media &media, double curl, double mass,
                                             bool faces) const;

  const Case &input_;
  const Problem &problem_;
  const std::vector<Port> &ports_;
  EquationSystem &system_;
  bool is_dispersive_;
  std::complex<double> frequency_hz_ = 0;
  Media media_;
  std::vector<std::complex<double>> admittances_;
  HostSparse<std::complex<double>> curl_, mass_, faces_;
};

// Returns the gradients of the potentials that are free inside and 0 on every face with a term,
// less one potential where only differences of potentials count. These fields have no curl, and no
// trace on those faces.
HostSparse<double> null_gradients(const Problem &problem);

} // namespace curlew::fem
