#include <curlew/methods/mom/fill/fill_matrix.hpp>

#include <curlew/methods/mom/fill/face_fill.hpp>
#include <curlew/methods/mom/fill/interrupts.hpp>

#include <algorithm>

namespace curlew::mom {

std::vector<Index> places_in(const std::vector<Index> &list, std::size_t count) {
  std::vector<Index> places(count, -1);
  for (std::size_t k = 0; k < list.size(); ++k)
    places[list[k]] = static_cast<Index>(k);
  return places;
}

std::vector<Index> faces_of(const Surface &surface, const std::vector<Index> &rows) {
  std::vector<Index> faces;
  if (rows.empty()) {
    for (Index f = 0; f < surface.own_faces(); ++f)
      faces.push_back(f);
    return faces;
  }
  for (const Index row : rows)
    for (const Index face : surface.basis[row].face)
      faces.push_back(face % surface.own_faces());
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

std::vector<Index> source_faces_of(const Surface &surface, const std::vector<Index> &columns) {
  const std::vector<Index> own = faces_of(surface, columns);
  std::vector<Index> faces;
  for (int image = 0; image < surface.copies; ++image)
    for (const Index face : own)
      faces.push_back(face + image * surface.own_faces());
  return faces;
}

namespace {

std::vector<char> marked_faces(const Surface &surface, const std::vector<Index> &rows) {
  std::vector<char> marked(surface.own_faces(), 0);
  for (const Index face : faces_of(surface, rows))
    marked[face] = 1;
  return marked;
}

} // namespace

template <class Space>
MatrixFill<Space>::MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads,
                              Current current)
    : MatrixFill(with_images(surface, current), quadrature, threads, std::vector<char>()) {}

template <class Space>
MatrixFill<Space>::MatrixFill(const Surface &surface, const Quadrature &quadrature, int threads,
                              const std::vector<Index> &rows)
    : MatrixFill(with_images(surface), quadrature, threads, marked_faces(surface, rows)) {}

template <class Space>
MatrixFill<Space>::MatrixFill(Surface surface, const Quadrature &quadrature, int threads,
                              const std::vector<char> &wanted)
    : surface_(std::move(surface)), quadrature_(quadrature), threads_(threads),
      test_(make_near_test(surface_)), pairs_(near_pairs(surface_, test_, threads, wanted)),
      table_(make_surface_table<Space>(surface_, test_)),
      near_(make_near_pairs<Space>(surface_, pairs_)),
      near_rules_(make_near_rules<Space>(quadrature)) {}

template <class Space>
void MatrixFill<Space>::fill(
    const Space &space, const Combination &with, FillVariant variant,
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const {
  Kokkos::deep_copy(space, values, Complex(0));
  add(space, with, variant, values);
}

template <class Space>
void MatrixFill<Space>::add(
    const Space &space, const Combination &with, FillVariant variant,
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const {
  add_block(space, with, variant, {}, {values, {}, {}});
}

template <class Space>
void MatrixFill<Space>::fill_rows(
    const Space &space, const Combination &with, FillVariant variant,
    const std::vector<Index> &rows,
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const {
  Kokkos::deep_copy(space, values, Complex(0));
  add_block(
      space, with, variant, {rows, {}},
      {values, to_view<Space>("curlew::mom::row_of", places_in(rows, surface_.basis.size())), {}});
}

template <class Space>
void MatrixFill<Space>::fill_columns(
    const Space &space, const Combination &with, FillVariant variant,
    const std::vector<Index> &columns,
    const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &values) const {
  if (columns.empty())
    return;
  Kokkos::deep_copy(space, values, Complex(0));
  add_block(space, with, variant, {{}, columns},
            {values,
             {},
             to_view<Space>("curlew::mom::column_of", places_in(columns, surface_.basis.size()))});
}

template <class Space>
void MatrixFill<Space>::add_block(const Space &space, const Combination &with, FillVariant variant,
                                  const BlockFunctions &of, const MatrixBlock<Space> &block) const {
  if (variant == FillVariant::edge)
    add_far_by_edges(space, surface_, table_, quadrature_, with, of, block);
  else if constexpr (is_device<Space>)
    add_far_by_faces_on_device(space, surface_, table_, quadrature_, with, of, block);
  else
    add_far_by_faces_on_host(space, surface_, pairs_, quadrature_, with, of, block);
  for (const NearPairs<Space> &pairs : near_)
    add_near_pairs(space, table_, near_rules_, pairs, quadrature_.testing, with, block);
  space.fence();
  stop_if_interrupted();
}

template <class Space> double MatrixFill<Space>::evaluations(FillVariant variant) const {
  const double points = quadrature_.far_test() * quadrature_.far_source();
  const double n = surface_.unknowns(), faces = surface_.face_count();
  const bool symmetric = quadrature_.testing == Testing::galerkin;
  return variant == FillVariant::edge ? 4 * n * n * points
                                      : faces * faces * points * (symmetric ? 0.5 : 1);
}

#define CURLEW_INSTANTIATE(Space) template class MatrixFill<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
