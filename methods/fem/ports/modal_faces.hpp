#pragma once

#include <curlew/methods/fem/assembly/loads.hpp>
#include <curlew/methods/fem/ports/ports.hpp>

#include <functional>

namespace curlew::fem {

// Mode of a modal port at a frequency, in the unknowns.
struct FaceMode {
  std::vector<Index> unknowns;
  std::vector<std::complex<double>> e, load; // see SectionMode
  std::complex<double> product;              // product of e and load
};

// Difference K - R between the faces of modal ports and the one admittance y that A has there. With
// R = y B, the modes' e_m and u_m (loads), and P = sum e_m u_m^T / e_m.u_m, the face should have
//   K = (1 - P)^T R (1 - P) + sum_m u_m u_m^T / e_m.u_m,
// so that K e_m = u_m: each mode, travelling or not, meets its own continuation, and only the part
// of the field outside of all modes meets y. K - R = W C W^T has at most the rank of twice the
// modes, and
//   (A + j k0 W C W^T)^-1 b = x - X (1 + j k0 C W^T X)^-1 j k0 C W^T x,   x = A^-1 b, X = A^-1 W.
class ModalFaces {
public:
  using complex = std::complex<double>;
  using Solve = std::function<void(const Load &, Load &)>; // applies A^-1

  // Adds the modes of one port, with y B e of each. Adds nothing where K equals R.
  void add(int port, const std::vector<FaceMode> &modes,
           const std::vector<std::vector<complex>> &background);
  void set(double wavenumber, Index unknowns);

  bool empty() const { return columns_.empty(); }
  // Return C, and the columns of W.
  complex coefficient(std::size_t i, std::size_t j) const { return c_[i * columns_.size() + j]; }
  const std::vector<Index> &unknowns_of(std::size_t i) const { return columns_[i].unknowns; }
  const std::vector<complex> &values_of(std::size_t i) const { return columns_[i].values; }
  std::size_t rank() const { return columns_.size(); }
  // Turns A^-1 b into the solution with the modal faces. The first call solves for X.
  void correct(const Solve &solve, Load &x);
  // Adds -j k0 (K - R) x to `load`: what the faces take of a field that is no part of the unknowns.
  void add_given(const Load &x, Load &load) const;
  // Returns Re x^* (K - R) x / (2 eta0) of all ports except `but`, W.
  double absorbed(const Load &x, int but) const;

private:
  struct Column {
    int port = 0;
    std::vector<Index> unknowns;
    std::vector<complex> values;
    complex times(const Load &x) const;
  };

  double wavenumber_ = 0;
  Index unknowns_ = 0;
  std::vector<Column> columns_;   // W
  std::vector<complex> c_;        // C
  std::vector<Load> solutions_;   // X
  std::vector<complex> transfer_; // (1 + j k0 C W^T X)^-1 j k0 C
};

} // namespace curlew::fem
