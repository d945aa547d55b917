#pragma once

#include <curlew/methods/fem/sweep/port_span.hpp>

namespace curlew::fem {

// The equations projected on fields that were solved for (Galerkin). With an orthonormal real basis
// V of their real and imaginary parts,
//   A(k) = sum_i g_i(k) A_i + j k T D(k) T^T,  b(k) = T s(k)   (T: PortSpan, D = W C W^T)
//   V^T A(k) V y = V^T b(k),  E = V y.
// A is complex symmetric and V is real, so the error of an S-parameter is a product of the errors
// of two fields. The residual is the true one, |A(k) V y - b(k)| / |b(k)|, computed from small
// arrays alone: all A_i V and T are Q R with one orthonormal Q. @cite delarubia2009
class ReducedModel {
public:
  using complex = std::complex<double>;

  // `terms` and `ports` must outlive the model.
  ReducedModel(const std::vector<AffineTerm> &terms, const PortSpan &ports, Index unknowns,
               int threads);

  // Adds a field, [unknown].
  void add(const Load &field);
  std::size_t size() const { return basis_.size(); }
  // Returns the bytes of the columns that are kept.
  double bytes() const;

  struct Solution {
    std::vector<complex> y;
    double residual = 0;
  };
  // Solves for several loads, given in the coordinates of the ports. Where the small system is
  // singular y is 0 and the residual 1.
  std::vector<Solution> solve(const FrequencyTerms &at, const std::vector<Load> &loads) const;

  Load field(const std::vector<complex> &y) const;    // V y
  Load on_ports(const std::vector<complex> &y) const; // T^T V y

private:
  void add_column(RealBasis::Column column);
  std::vector<complex> matrix(const FrequencyTerms &at) const;
  // Returns W C W^T x, times j k.
  Load modal_part(const FrequencyTerms &at, const Load &x) const;
  double residual(const FrequencyTerms &at, const Load &load, const std::vector<complex> &y) const;

  const std::vector<AffineTerm> &terms_;
  const PortSpan &ports_;
  int threads_;
  RealBasis basis_; // V
  RealBasis all_;   // Q; its first columns are T
  // For each term: V^T A_i V by rows of the lower triangle, and the coordinates of A_i V in Q by
  // columns.
  std::vector<std::vector<std::vector<double>>> projected_, images_;
  std::vector<std::vector<double>> on_ports_; // T^T V by columns
};

} // namespace curlew::fem
