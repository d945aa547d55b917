#pragma once

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fem/media/media.hpp>
#include <curlew/methods/shared/elements/quadrature_table.hpp>
#include <curlew/methods/shared/elements/reference_matrices.hpp>
#include <curlew/solvers/sparse/sparse_matrix.hpp>

namespace curlew::fem {

// A complex symmetric tensor of a medium, for kernels; a multiple of the identity where it is
// isotropic.
struct DeviceTensor {
  Kokkos::complex<double> entries[6]; // xx, yy, zz, xy, xz, yz
  bool is_isotropic = true;

  KOKKOS_INLINE_FUNCTION Tensor<Kokkos::complex<double>> full() const {
    Tensor<Kokkos::complex<double>> tensor;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        tensor.entries[k][l] = entries[k == l ? k : k + l + 2];
    return tensor;
  }
  // Part `part` of the tensor (parts_of()): its product with a vector, and its entries.
  KOKKOS_INLINE_FUNCTION void times(int part, const double *u, double *v) const {
    const double xy = entry_of_part(3, part), xz = entry_of_part(4, part),
                 yz = entry_of_part(5, part);
    v[0] = entry_of_part(0, part) * u[0] + xy * u[1] + xz * u[2];
    v[1] = xy * u[0] + entry_of_part(1, part) * u[1] + yz * u[2];
    v[2] = xz * u[0] + yz * u[1] + entry_of_part(2, part) * u[2];
  }
  KOKKOS_INLINE_FUNCTION double entry_of_part(int m, int part) const {
    if (is_isotropic)
      return m < 3 ? 1 : 0;
    return part == 0 ? entries[m].real() : entries[m].imag();
  }
  KOKKOS_INLINE_FUNCTION Tensor<double> part(int part) const {
    Tensor<double> tensor;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        tensor.entries[k][l] = entry_of_part(k == l ? k : k + l + 2, part);
    return tensor;
  }
};

// Returns the number of parts that tensors are split into where geometry must stay real. An
// isotropic tensor has one part, the identity, with the number in its factor; others have two,
// their real and their imaginary part.
KOKKOS_INLINE_FUNCTION int parts_of(const DeviceTensor &eps, const DeviceTensor &inverse_mu) {
  return eps.is_isotropic && inverse_mu.is_isotropic ? 1 : 2;
}
// Returns the factor by which a real tensor is multiplied to give part `part` of weight * tensor.
KOKKOS_INLINE_FUNCTION Kokkos::complex<double> factor_of(const DeviceTensor &tensor, int part,
                                                         const Kokkos::complex<double> &weight) {
  if (tensor.is_isotropic)
    return part == 0 ? weight * tensor.entries[0] : Kokkos::complex<double>(0);
  return part == 0 ? weight : Kokkos::complex<double>(-weight.imag(), weight.real());
}

inline DeviceTensor device_tensor(const ComplexTensor &tensor) {
  DeviceTensor result;
  for (int k = 0; k < 6; ++k)
    result.entries[k] = tensor[k];
  result.is_isotropic = tensor[0] == tensor[1] && tensor[1] == tensor[2] && tensor[3] == 0.0 &&
                        tensor[4] == 0.0 && tensor[5] == 0.0;
  return result;
}

// Weights of the two parts of a matrix: c_S S(1/mu) + c_M M(eps).
struct Weights {
  Kokkos::complex<double> curl = 1, mass = 0;
};

// Metrics of the two parts of a tet's matrix, weights included.
struct TetMetrics {
  Metric<Kokkos::complex<double>> curl, mass;
};

KOKKOS_INLINE_FUNCTION Metric<Kokkos::complex<double>>
scaled(const Metric<double> &metric, const Kokkos::complex<double> &factor) {
  Metric<Kokkos::complex<double>> result;
  for (int k = 0; k < 6; ++k)
    result.symmetric[k] = metric.symmetric[k] * factor;
  return result;
}
KOKKOS_INLINE_FUNCTION Metric<Kokkos::complex<double>>
scaled(Metric<Kokkos::complex<double>> metric, const Kokkos::complex<double> &factor) {
  for (int k = 0; k < 6; ++k)
    metric.symmetric[k] *= factor;
  return metric;
}

KOKKOS_INLINE_FUNCTION TetMetrics tet_metrics(const TetFrame &frame, const DeviceTensor &eps,
                                              const DeviceTensor &inverse_mu,
                                              const Weights &weights) {
  return {inverse_mu.is_isotropic ? scaled(curl_metric(frame), weights.curl * inverse_mu.entries[0])
                                  : scaled(curl_metric(frame, inverse_mu.full()), weights.curl),
          eps.is_isotropic ? scaled(mass_metric(frame), weights.mass * eps.entries[0])
                           : scaled(mass_metric(frame, eps.full()), weights.mass)};
}

// Tables of the solved tets of a mesh, with their media, for kernels.
template <class Space> struct TetTables {
  using Scalar = Kokkos::complex<double>;

  Index tets = 0; // solved tets, numbered in the order of the mesh
  int per_tet = 0;
  Kokkos::View<Index *[4], Kokkos::LayoutRight, Space> nodes; // ascending
  Kokkos::View<double *[3], Kokkos::LayoutRight, Space> points;
  Kokkos::View<Index **, Kokkos::LayoutRight, Space> rows; // [tet][function]; -1: fixed
  Kokkos::View<Index *, Space> medium;
  Kokkos::View<DeviceTensor *, Space> eps, inverse_mu;
  bool is_isotropic = true; // true where all media are isotropic
  ReferenceMatrices<Space> reference;
  // Curved tets, whose matrices are computed by quadrature, and the points on their edges (in the
  // order of the ascending nodes). Empty for a mesh without curved tets.
  Kokkos::View<Index *, Space> curved;
  Kokkos::View<double *[6][3], Kokkos::LayoutRight, Space> middles; // [curved tet][edge]
  Kokkos::View<unsigned char *, Space> is_curved;                   // [tet]; empty: none
  QuadratureTable<3, Space> quadrature;

  KOKKOS_INLINE_FUNCTION TetFrame frame(Index tet) const {
    TetFrame result;
    for (int k = 0; k < 3; ++k)
      for (int x = 0; x < 3; ++x)
        result.tangent[k][x] = points(nodes(tet, k + 1), x) - points(nodes(tet, 0), x);
    result.set_dual();
    return result;
  }

  KOKKOS_INLINE_FUNCTION TetMetrics metrics(Index tet, const Weights &weights) const {
    if (is_curved.extent(0) > 0 && is_curved(tet) != 0)
      return {}; // add_curved() adds the matrix
    return tet_metrics(frame(tet), eps(medium(tet)), inverse_mu(medium(tet)), weights);
  }

  // Returns the shape of a curved tet, by its number among `curved`.
  KOKKOS_INLINE_FUNCTION TetShape curved_shape(Index number) const {
    TetShape shape;
    shape.is_curved = true;
    for (int x = 0; x < 3; ++x) {
      for (int n = 0; n < 4; ++n)
        shape.vertices[n][x] = points(nodes(curved(number), n), x);
      for (int k = 0; k < 6; ++k)
        shape.middles[k][x] = middles(number, k, x);
    }
    return shape;
  }

  KOKKOS_INLINE_FUNCTION Scalar entry(const TetMetrics &metrics, int i, int j) const {
    return ReferenceMatrices<Space>::symmetric_entry(reference.curl, metrics.curl, i, j) +
           ReferenceMatrices<Space>::symmetric_entry(reference.mass, metrics.mass, i, j);
  }
};

// Returns the position of column j in row i.
template <class Space, class Scalar>
KOKKOS_INLINE_FUNCTION Offset position_in(const SparseMatrix<Space, Scalar> &matrix, Index i,
                                          Index j) {
  Offset low = matrix.row_begin(i), high = matrix.row_begin(i + 1) - 1;
  while (low < high) {
    const Offset middle = (low + high) / 2;
    if (matrix.columns(middle) < j)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

} // namespace curlew::fem
