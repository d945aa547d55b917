#include <curlew/methods/fem/assembly/gyrotropic_tets.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/fem/assembly/add_to.hpp>

#include <vector>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;
template <class Space> using Gyrations = Kokkos::View<Complex *[3], Kokkos::LayoutRight, Space>;

// Returns the matrix of v -> g x v, times a weight.
template <class Space>
KOKKOS_INLINE_FUNCTION Tensor<Complex> tensor_of(const Gyrations<Space> &gyrations, Index medium,
                                                 const Complex &weight) {
  const Complex x = weight * gyrations(medium, 0), y = weight * gyrations(medium, 1),
                z = weight * gyrations(medium, 2), zero = 0;
  return {{{zero, -z, y}, {z, zero, -x}, {-y, x, zero}}};
}

// Adds the entry (i, j), j < i, of a tet, and its negative as the entry (j, i). Rows behind those
// of the matrix belong to other ranks.
template <class Space>
KOKKOS_INLINE_FUNCTION void add_pair(const SparseMatrix<Space, Complex> &matrix, Index row,
                                     Index column, const Complex &value) {
  if (row < 0 || column < 0)
    return;
  if (row < matrix.rows)
    add_to(matrix.values(position_in(matrix, row, column)), value);
  if (column < matrix.rows)
    add_to(matrix.values(position_in(matrix, column, row)), -value);
}

template <class Space> struct AddStraight {
  TetTables<Space> tables;
  GyrotropicTets<Space> tets;
  Weights weights;
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    const Index t = tets.straight(k), medium = tables.medium(t);
    const TetFrame frame = tables.frame(t);
    const Metric<Complex> curl =
        curl_metric(frame, tensor_of(tets.inverse_mu, medium, weights.curl));
    const Metric<Complex> mass = mass_metric(frame, tensor_of(tets.eps, medium, weights.mass));
    for (int i = 0; i < tables.per_tet; ++i)
      for (int j = 0; j < i; ++j) {
        const int pair = packed(i, j);
        Complex value = 0;
        for (int m = 0; m < 3; ++m)
          value += tables.reference.curl(pair, 6 + m) * curl.antisymmetric[m] +
                   tables.reference.mass(pair, 6 + m) * mass.antisymmetric[m];
        add_pair(matrix, tables.rows(t, i), tables.rows(t, j), value);
      }
  }
};

template <int k_blocks, class Space> struct AddCurvedGyrotropic {
  TetTables<Space> tables;
  GyrotropicTets<Space> tets;
  Weights weights;
  SparseMatrix<Space, Complex> matrix;

  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const {
    using Matrices = CurvedTetMatrices<k_blocks, Space>;
    const Matrices matrices{tables.quadrature};
    const Index number = tets.curved(k), t = tables.curved(number), medium = tables.medium(t);
    const TetShape shape = tables.curved_shape(number);
    Complex curl[Matrices::k_pairs], mass[Matrices::k_pairs];
    matrices.curl_curl(shape, tensor_of(tets.inverse_mu, medium, weights.curl), curl);
    matrices.mass(shape, tensor_of(tets.eps, medium, weights.mass), mass);
    for (int i = 0; i < Matrices::k_functions; ++i)
      for (int j = 0; j < i; ++j)
        add_pair(matrix, tables.rows(t, i), tables.rows(t, j),
                 curl[packed(i, j)] + mass[packed(i, j)]);
  }
};

template <class Space> Gyrations<Space> to_space(const std::vector<Gyration> &gyrations) {
  const Gyrations<Space> view("curlew::fem::gyrations", gyrations.size());
  const auto host = Kokkos::create_mirror_view(view);
  for (std::size_t m = 0; m < gyrations.size(); ++m)
    for (int d = 0; d < 3; ++d)
      host(m, d) = gyrations[m][d];
  Kokkos::deep_copy(view, host);
  return view;
}

} // namespace

template <class Space>
GyrotropicTets<Space> make_gyrotropic_tets(const AssembledTets &given, const Media &media) {
  GyrotropicTets<Space> tets;
  if (media.eps_gyration.empty())
    return tets;
  std::vector<Index> straight, curved;
  std::size_t next = 0; // number of the next curved tet
  for (std::size_t k = 0; k < given.tets.size(); ++k) {
    const bool is_curved =
        next < given.curved.size() && given.curved[next] == static_cast<Index>(k);
    if (!is_symmetric(media, media.of_tet[given.tets[k]]))
      (is_curved ? curved : straight).push_back(static_cast<Index>(is_curved ? next : k));
    next += is_curved;
  }
  tets.straight = to_view<Space>("curlew::fem::gyrotropic_tets", straight);
  tets.curved = to_view<Space>("curlew::fem::curved_gyrotropic_tets", curved);
  tets.eps = to_space<Space>(media.eps_gyration);
  tets.inverse_mu = to_space<Space>(media.inverse_mu_gyration);
  return tets;
}

template <class Space>
void add_gyrotropic(const Space &space, const TetTables<Space> &tables,
                    const GyrotropicTets<Space> &tets, const ElementSpace &elements,
                    const Weights &weights, const SparseMatrix<Space, Complex> &matrix) {
  Kokkos::parallel_for("curlew::fem::add_gyrotropic",
                       RangePolicy<Space>(space, 0, tets.straight.extent(0)),
                       AddStraight<Space>{tables, tets, weights, matrix});
  if (tets.curved.extent(0) > 0)
    with_blocks(elements, [&](auto blocks) {
      Kokkos::parallel_for(
          "curlew::fem::add_curved_gyrotropic", RangePolicy<Space>(space, 0, tets.curved.extent(0)),
          AddCurvedGyrotropic<decltype(blocks)::value, Space>{tables, tets, weights, matrix});
    });
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template GyrotropicTets<Space> make_gyrotropic_tets(const AssembledTets &, const Media &);       \
  template void add_gyrotropic(const Space &, const TetTables<Space> &,                            \
                               const GyrotropicTets<Space> &, const ElementSpace &,                \
                               const Weights &, const SparseMatrix<Space, Complex> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
