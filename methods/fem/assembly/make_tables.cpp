#include <curlew/methods/fem/assembly/make_tables.hpp>

#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/shared/elements/shapes_of_mesh.hpp>

#include <numeric>

namespace curlew::fem {
namespace {

using Complex = Kokkos::complex<double>;

template <class Space>
void add_curved_tets(const Problem &problem, const AssembledTets &given, TetTables<Space> &tables) {
  tables.curved = to_view<Space>("curlew::fem::curved", given.curved);
  tables.middles = decltype(tables.middles)("curlew::fem::middles", given.curved.size());
  const auto middles = Kokkos::create_mirror_view(tables.middles);
  std::vector<unsigned char> is_curved(given.tets.size(), 0);
  for (std::size_t c = 0; c < given.curved.size(); ++c) {
    is_curved[given.curved[c]] = 1;
    const TetShape shape =
        shape_of_tet(problem.model.mesh, problem.dofs, given.tets[given.curved[c]]);
    for (int k = 0; k < 6; ++k)
      for (int x = 0; x < 3; ++x)
        middles(c, k, x) = shape.middles[k][x];
  }
  Kokkos::deep_copy(tables.middles, middles);
  tables.is_curved = to_view<Space>("curlew::fem::is_curved", is_curved);
  tables.quadrature =
      make_quadrature_table<3, Space>(problem.dofs.space, curved_degree(problem.dofs.space));
}

} // namespace

template <class Space>
TetTables<Space> make_tables(const Problem &problem, const AssembledTets &given) {
  const DofMap &dofs = problem.dofs;
  const std::vector<Index> &tets = given.tets;
  TetTables<Space> tables;
  tables.tets = static_cast<Index>(tets.size());
  tables.per_tet = dofs.per_tet;
  tables.nodes = decltype(tables.nodes)("curlew::fem::tet_nodes", tets.size());
  tables.points = decltype(tables.points)("curlew::fem::points", problem.model.mesh.points.size());
  tables.rows = decltype(tables.rows)("curlew::fem::tet_rows", tets.size(),
                                      static_cast<std::size_t>(dofs.per_tet));
  const auto nodes = Kokkos::create_mirror_view(tables.nodes);
  const auto points = Kokkos::create_mirror_view(tables.points);
  const auto rows = Kokkos::create_mirror_view(tables.rows);
  parallel_chunks(tets.size(), problem.threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k) {
      for (int n = 0; n < 4; ++n)
        nodes(k, n) = dofs.tet_nodes[tets[k]][n];
      for (int i = 0; i < dofs.per_tet; ++i)
        rows(k, i) = given.rows[k * dofs.per_tet + i];
    }
  });
  for (std::size_t p = 0; p < problem.model.mesh.points.size(); ++p)
    for (int d = 0; d < 3; ++d)
      points(p, d) = problem.model.mesh.points[p][d];
  Kokkos::deep_copy(tables.nodes, nodes);
  Kokkos::deep_copy(tables.points, points);
  Kokkos::deep_copy(tables.rows, rows);
  tables.reference = make_reference_matrices<Space>(dofs.space);
  if (!problem.curved.empty())
    add_curved_tets(problem, given, tables);
  return tables;
}

template <class Space>
FaceTables<Space> make_face_tables(const Problem &problem, const std::vector<Index> &terms,
                                   const std::vector<Index> &face_rows) {
  const std::size_t faces = terms.size();
  FaceTables<Space> tables;
  tables.per_face = problem.dofs.space.per_triangle();
  const std::size_t pairs = tables.per_face * (tables.per_face + 1) / 2;
  tables.rows = decltype(tables.rows)("curlew::fem::face_rows", faces,
                                      static_cast<std::size_t>(tables.per_face));
  tables.matrix = decltype(tables.matrix)("curlew::fem::face_matrices", faces, pairs);
  tables.factor = Kokkos::View<Complex *, Space>("curlew::fem::face_factors", faces);
  const auto rows = Kokkos::create_mirror_view(tables.rows);
  const auto matrix = Kokkos::create_mirror_view(tables.matrix);
  for (std::size_t f = 0; f < faces; ++f) {
    for (int i = 0; i < tables.per_face; ++i)
      rows(f, i) = face_rows[f * tables.per_face + i];
    for (std::size_t p = 0; p < pairs; ++p)
      matrix(f, p) = problem.blocks[terms[f]].products[p];
  }
  Kokkos::deep_copy(tables.rows, rows);
  Kokkos::deep_copy(tables.matrix, matrix);
  return tables;
}

template <class Space> FaceTables<Space> make_face_tables(const Problem &problem) {
  std::vector<Index> terms(problem.blocks.size());
  std::iota(terms.begin(), terms.end(), 0);
  return make_face_tables<Space>(problem, terms, face_rows(problem));
}

template <class Space>
void set_media(const std::vector<Index> &tets, const Media &media, int threads,
               TetTables<Space> &tables) {
  std::vector<Index> medium(tets.size());
  parallel_chunks(medium.size(), threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin; k < end; ++k)
      medium[k] = media.of_tet[tets[k]];
  });
  std::vector<DeviceTensor> eps, inverse_mu;
  tables.is_isotropic = true;
  const auto add = [&](const ComplexTensor &tensor, std::vector<DeviceTensor> &to) {
    to.push_back(device_tensor(tensor));
    tables.is_isotropic = tables.is_isotropic && to.back().is_isotropic;
  };
  for (const ComplexTensor &tensor : media.eps)
    add(tensor, eps);
  for (const ComplexTensor &tensor : media.inverse_mu)
    add(tensor, inverse_mu);
  tables.medium = to_view<Space>("curlew::fem::medium", medium);
  tables.eps = to_view<Space>("curlew::fem::eps", eps);
  tables.inverse_mu = to_view<Space>("curlew::fem::inverse_mu", inverse_mu);
}

std::vector<Index> face_rows(const Problem &problem) {
  std::vector<Index> rows;
  for (const FaceBlock &block : problem.blocks)
    for (const Index dof : block.dofs)
      rows.push_back(problem.unknowns.number[dof]);
  return rows;
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template TetTables<Space> make_tables(const Problem &, const AssembledTets &);                   \
  template FaceTables<Space> make_face_tables(const Problem &);                                    \
  template FaceTables<Space> make_face_tables(const Problem &, const std::vector<Index> &,         \
                                              const std::vector<Index> &);                         \
  template void set_media(const std::vector<Index> &, const Media &, int, TetTables<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fem
