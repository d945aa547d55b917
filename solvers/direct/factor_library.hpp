#pragma once

#include <curlew/solvers/direct/sparse_factor.hpp>

namespace curlew {

// Interface of a library for SparseFactor.
template <class Scalar> class FactorLibrary {
public:
  virtual ~FactorLibrary() = default;
  // Finds an order and makes room: called once.
  virtual void analyse(const HostSparse<Scalar> &a) = 0;
  virtual void factor(const HostSparse<Scalar> &a) = 0;
  // b := A^-1 b by the factors alone; columns rows() apart.
  virtual void solve(Scalar *b, int count) = 0;
  FactorReport report;
};

template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_mumps_factor(const FactorOptions &options);
template <class Scalar>
std::unique_ptr<FactorLibrary<Scalar>> make_multifrontal_factor(const FactorOptions &options);

} // namespace curlew
