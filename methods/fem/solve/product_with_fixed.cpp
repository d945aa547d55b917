#include <curlew/core/parallel/spaces.hpp>
#include <curlew/methods/fem/assembly/make_tables.hpp>
#include <curlew/methods/fem/solve/system.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <algorithm>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

Tensor<Complex> to_tensor(const FullTensor &t) {
  Tensor<Complex> result;
  for (int k = 0; k < 3; ++k)
    for (int l = 0; l < 3; ++l)
      result.entries[k][l] = t.entries[k][l];
  return result;
}

// Returns the matrix of one tet, on the host, row by row.
std::vector<Complex> tet_matrix(const Problem &problem, Index tet, const Coefficients &coefficients,
                                Index medium, const ReferenceMatrices<Host> &reference,
                                const QuadratureTable<3, Host> &quadrature) {
  const TetShape shape = shape_of_tet(problem.model.mesh, problem.dofs, tet);
  const Tensor<Complex> eps = to_tensor(eps_of(*coefficients.media, medium)),
                        inverse_mu = to_tensor(inverse_mu_of(*coefficients.media, medium));
  return with_blocks(problem.dofs.space, [&](auto blocks) {
    constexpr int k_blocks = decltype(blocks)::value, k_functions = basis_size<3>(k_blocks);
    std::vector<Complex> curl(k_functions * k_functions), mass(curl.size());
    if (shape.is_curved) {
      const CurvedTetMatrices<k_blocks, Host> matrices{quadrature};
      matrices.full_curl_curl(shape, inverse_mu, curl.data());
      matrices.full_mass(shape, eps, mass.data());
    } else {
      const double corner[4] = {1, 0, 0, 0};
      const TetFrame frame = frame_at(shape, corner);
      const StraightTetMatrices<k_blocks, Host> matrices{reference};
      matrices.full_curl_curl(curl_metric(frame, inverse_mu), curl.data());
      matrices.full_mass(mass_metric(frame, eps), mass.data());
    }
    for (std::size_t p = 0; p < curl.size(); ++p)
      curl[p] = Complex(coefficients.curl) * curl[p] + Complex(coefficients.mass) * mass[p];
    return curl;
  });
}

} // namespace

Load product_with_fixed(const Problem &problem, const Coefficients &coefficients,
                        const PhasorField &given, const PhasorField &total) {
  const auto values_in = [&](Index tet) -> const PhasorField & {
    return !total.empty() && problem.has_total_field[tet] ? total : given;
  };
  const auto reference = make_reference_matrices<Host>(problem.dofs.space);
  const auto quadrature =
      make_quadrature_table<3, Host>(problem.dofs.space, curved_degree(problem.dofs.space));
  const int n = problem.dofs.per_tet;
  PhasorField product(given.size(), 0);
  for (const Index tet : problem.tets) {
    const Index *dofs = problem.dofs.of_tet(tet);
    const PhasorField &x = values_in(tet);
    if (std::all_of(dofs, dofs + n, [&](Index dof) { return x[dof] == 0.0; }))
      continue;
    const Index medium = coefficients.media->of_tet[tet];
    const std::vector<Complex> matrix =
        tet_matrix(problem, tet, coefficients, medium, reference, quadrature);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (x[dofs[j]] != 0.0)
          product[dofs[i]] += std::complex<double>(matrix[i * n + j]) * x[dofs[j]];
  }
  for (std::size_t f = 0; f < problem.blocks.size(); ++f) {
    const FaceBlock &block = problem.blocks[f];
    const PhasorField &x = has_total_field(problem, problem.model.terms[f].face) ? total : given;
    for (std::size_t i = 0; i < block.dofs.size(); ++i)
      for (std::size_t j = 0; j < block.dofs.size(); ++j)
        product[block.dofs[i]] += coefficients.faces[f] *
                                  block.products[i >= j ? packed(i, j) : packed(j, i)] *
                                  x[block.dofs[j]];
  }
  return without_fixed(problem, product);
}

} // namespace curlew::fem
