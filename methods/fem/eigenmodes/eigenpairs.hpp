#pragma once

#include <curlew/solvers/sparse/host_sparse.hpp>

#include <complex>
#include <limits>
#include <vector>

namespace curlew::fem {

// S x = lambda M x on the host, both complex symmetric, of one pattern.
struct Pencil {
  HostSparse<std::complex<double>> s, m;
  // Its columns are solutions with lambda = 0 that are not wanted: S G = 0. They must be linearly
  // independent.
  HostSparse<double> gradient;
};

// Of a resonance: lambda = k^2.
struct Eigenpair {
  std::complex<double> value;
  std::vector<std::complex<double>> vector; // of Euclidean norm 1
  double residual = 0;                      // |S x - lambda M x| / |lambda M x|
};

struct EigenSearch {
  int count = 1;
  double near = 0;         // wavenumber, 1/m
  double tolerance = 1e-8; // of residuals
  int threads = 0;
  // Of k from `near`: what lies beyond is not looked for.
  double farthest = std::numeric_limits<double>::infinity();
};

// How a search went, for the summary.
struct EigenReport {
  int runs = 0, steps = 0; // subspaces, and their dimensions together
  double factor_entries = 0;
  std::string library;
  // Where media or walls depend on the frequency: those whose matrices were searched, and why more
  // than that of "near" were; empty: one was enough.
  std::vector<double> linearised_hz;
  std::string why_more;
};

// Whether lambda belongs to a resonance: k^2 of a field that oscillates, with Q = Re k / (2 Im k)
// at least 1. Static fields (|k| below 1e-3 of `near`) and what only decays are none.
bool is_resonance(std::complex<double> value, double near);

// The resonances whose k are nearest to `near`, by rising Re k; fewer than `count` where the
// matrices have no more, or no more so near. Shift and invert: Arnoldi's subspaces @cite saad2011
// of (S - near^2 M)^-1 M, whose vectors are kept clear of the gradients by I - G (G^T M G)^-1 G^T
// M. A subspace from one vector has one vector of a multiple eigenvalue only: further ones, clear
// of all that was found, show the others, until one shows nothing nearer than what is asked for.
//
// Throws NotConverged where residuals stay above the tolerance, Interrupted when asked to stop.
std::vector<Eigenpair> nearest_eigenpairs(const Pencil &pencil, const EigenSearch &search,
                                          EigenReport &report);

// a + c b of one pattern.
HostSparse<std::complex<double>> sum_of(const HostSparse<std::complex<double>> &a,
                                        std::complex<double> c,
                                        const HostSparse<std::complex<double>> &b);
// For SparseFactor.
HostSparse<Kokkos::complex<double>> for_factor(const HostSparse<std::complex<double>> &a);

} // namespace curlew::fem
