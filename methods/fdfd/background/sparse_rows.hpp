#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fdfd/fused/planes.hpp>
#include <curlew/methods/fdfd/solve/system.hpp>

namespace curlew::fdfd {

// Some rows of a sparse matrix that kernels can read: the couplings of the components of E at
// oblique surfaces (Couplings).
template <class Space> class SparseRows {
public:
  SparseRows() = default;
  // Row row[i] has entries from first[i] to first[i + 1].
  SparseRows(const std::vector<Offset> &row, const std::vector<Offset> &first,
             const std::vector<Offset> &column, const std::vector<complex> &value);

  bool empty() const { return row_.extent(0) == 0; }
  // to := to + factor R from; they must be different vectors. Columns beyond `from` are entries of
  // the planes `beyond` a slab, each of `plane` entries.
  void add(const Space &space, double factor, const Vector<Space> &from, const Vector<Space> &to,
           const Planes &beyond = {}, Offset plane = 0) const;

private:
  Kokkos::View<Offset *, Space> row_, first_, column_;
  Vector<Space> value_;
};

// Returns k^2 times a problem's couplings: the negative of the part of A that its constants do not
// contain.
template <class Space> SparseRows<Space> coupling_rows(const Problem &problem);

} // namespace curlew::fdfd
