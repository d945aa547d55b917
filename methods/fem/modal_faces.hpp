#pragma once

#include <curlew/methods/fem/loads.hpp>
#include <curlew/methods/fem/ports.hpp>

#include <functional>

namespace curlew::fem {

// A mode of a modal port at a frequency, in the unknowns.
struct FaceMode {
  std::vector<Index> unknowns;
  std::vector<std::complex<double>> e, load; // SectionMode
  std::complex<double> product;              // of e and load
};

// What the faces of modal ports are beyond the one admittance y that A has there. With R = y B and
// the modes' e_m, u_m (loads), P = sum e_m u_m^T / e_m.u_m, the face is to be
//   K = (1 - P)^T R (1 - P) + sum_m u_m u_m^T / e_m.u_m,
// so that K e_m = u_m: each mode, travelling or not, meets its own continuation, and only what is
// none of them meets y. K - R = W C W^T has at most the rank of twice the modes, and
//   (A + j k0 W C W^T)^-1 b = x - X (1 + j k0 C W^T X)^-1 j k0 C W^T x,   x = A^-1 b, X = A^-1 W.
class ModalFaces {
public:
  using complex = std::complex<double>;
  using Solve = std::function<void(const Load &, Load &)>; // A^-1

  // The modes of one port, and y B e of each. Where they need no more than y nothing is added.
  void add(int port, const std::vector<FaceMode> &modes,
           const std::vector<std::vector<complex>> &background);
  void set(double wavenumber, Index unknowns);

  bool empty() const { return columns_.empty(); }
  // C, and the columns of W.
  complex coefficient(std::size_t i, std::size_t j) const { return c_[i * columns_.size() + j]; }
  const std::vector<Index> &unknowns_of(std::size_t i) const { return columns_[i].unknowns; }
  const std::vector<complex> &values_of(std::size_t i) const { return columns_[i].values; }
  std::size_t rank() const { return columns_.size(); }
  // From A^-1 b to the solution; solves for X at the first time.
  void correct(const Solve &solve, Load &x);
  // Re x^* (K - R) x / (2 eta0) of all ports but one, W.
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
