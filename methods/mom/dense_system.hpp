#pragma once

#include <curlew/core/parallel/backend.hpp>
#include <curlew/methods/mom/spec.hpp>

#include <complex>
#include <memory>
#include <vector>

namespace curlew::mom {

// Seconds and figures of a factorised matrix.
struct DenseFigures {
  double fill_s = 0, factor_s = 0, solve_s = 0;
  double condition = 0;        // in the 1-norm, estimated
  double sampled_residual = 0; // of rows that are filled anew
  int sampled_rows = 0;
  bool low_frequency = false; // in the form for low frequencies
};

// The dense matrix of a surface, filled and factorised in one memory, on a backend.
class DenseSystem {
public:
  virtual ~DenseSystem() = default;
  // Fills and factorises. Throws SingularMatrix.
  virtual void prepare(const Combination &with) = 0;
  // The solutions of a block of right-hand sides, each of unknowns_of() numbers: x of A x = b in
  // the place of b. Then rows of the matrix, chosen by chance, are filled again for the residual;
  // in the forms with both currents and for low frequencies rows that were kept.
  virtual void solve(std::vector<std::vector<std::complex<double>>> &columns) = 0;
  virtual const DenseFigures &figures() const = 0;
};

std::unique_ptr<DenseSystem> make_dense_system(Backend backend, const Surface &surface,
                                               const Spec &spec, int threads);

// Bytes in the backend's memory: matrix, work space and a block of right-hand sides; with both
// currents also a matrix of one of them, at low frequencies the projector.
double dense_bytes(const Surface &surface, const Spec &spec, double wavenumber, std::size_t columns,
                   Backend backend);

} // namespace curlew::mom
