#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>
#include <limits>
#include <vector>

namespace curlew::fem {

// The problem S x = lambda M x, on the host; both matrices are complex symmetric and have one
// pattern.
struct Pencil {
  HostSparse<std::complex<double>> s, m;
  // Columns are unwanted solutions with lambda = 0: S G = 0. They must be linearly independent.
  HostSparse<double> gradient;
};

// A resonance, lambda = k^2.
struct Eigenpair {
  std::complex<double> value;
  std::vector<std::complex<double>> vector; // Euclidean norm 1
  double residual = 0;                      // |S x - lambda M x| / |lambda M x|
};

struct EigenSearch {
  int count = 1;
  double near = 0;         // wavenumber, 1/m
  double tolerance = 1e-8; // largest residual
  int threads = 0;
  // Largest distance of k from `near`; resonances beyond it are not searched for.
  double farthest = std::numeric_limits<double>::infinity();
};

// Figures of a search, for the summary.
struct EigenReport {
  int runs = 0, steps = 0; // number of subspaces, and sum of their dimensions
  double factor_entries = 0;
  std::string library;
  // Where media or walls depend on the frequency: the frequencies whose matrices were searched, and
  // the reason for searching more than those of "near"; empty where one was enough.
  std::vector<double> linearised_hz;
  std::string why_more;
};

// Returns true for a lambda that belongs to a resonance: k^2 of a field that oscillates, with Q =
// Re k / (2 Im k) at least 1. Static fields (|k| below 1e-3 of `near`) and fields that only decay
// are no resonances.
bool is_resonance(std::complex<double> value, double near);

// Returns the resonances whose k are nearest to `near`, by rising Re k; fewer than `count` where
// the matrices have no more, or no more within EigenSearch::farthest. Shift and invert: Arnoldi's
// subspaces @cite saad2011 of (S - near^2 M)^-1 M, with gradients projected out of their vectors by
// I - G (G^T M G)^-1 G^T M. A subspace from one vector contains only one vector of a multiple
// eigenvalue. Further subspaces, with all found vectors projected out, contain the others. The
// search ends with a subspace that has nothing nearer than the resonances found.
//
// Throws NotConverged where residuals stay above the tolerance, Interrupted when asked to stop.
std::vector<Eigenpair> nearest_eigenpairs(const Pencil &pencil, const EigenSearch &search,
                                          EigenReport &report);

// Returns a + c b of two matrices of one pattern.
HostSparse<std::complex<double>> sum_of(const HostSparse<std::complex<double>> &a,
                                        std::complex<double> c,
                                        const HostSparse<std::complex<double>> &b);
// Returns the matrix in the form of SparseFactor.
HostSparse<Kokkos::complex<double>> for_factor(const HostSparse<std::complex<double>> &a);

} // namespace curlew::fem
