#pragma once

#include <curlew/methods/fem/ranks/rank_rows.hpp>
#include <curlew/solvers/operator/linear_operator.hpp>
#include <curlew/solvers/sparse/host_sparse.hpp>

namespace curlew::fem {

// Makes M = D^-1 + G D_n^-1 G^T as make_gradient_jacobi(), of all ranks' rows together. Each rank
// computes the potentials that its unknowns reach, from its ghosts; potentials at its border are
// computed by its neighbours too. An application takes one exchange. `a`: the rank's rows; `owner`:
// [unknown]. Collective.
template <class Space>
LinearOperator<Space, Kokkos::complex<double>>
make_rank_gradient(const Space &space, const Problem &problem, const RankRows &rows,
                   const std::vector<int> &owner, const HostSparse<Kokkos::complex<double>> &a);

} // namespace curlew::fem
