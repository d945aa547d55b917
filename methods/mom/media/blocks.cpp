#include <curlew/methods/mom/media/blocks.hpp>

namespace curlew::mom {
namespace {

template <class Space> struct GramTable {
  Kokkos::View<const Face *, Space> faces;
  Kokkos::View<const Index *, Space> slot_offset;
  Kokkos::View<const Half *, Space> halves;
  Kokkos::View<const Complex *, Space> factor;
};

// Adds the nine pairs of corners of a face.
template <class Space> struct AddGram {
  GramTable<Space> surface;
  bool at_centroid;
  MatrixPart<Space> part;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset f) const {
    if (surface.factor(f).real() == 0 && surface.factor(f).imag() == 0)
      return;
    const Face &face = surface.faces(f);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        add_entries(f, i, j, at_centroid ? gram_at_centroid(face, i, j) : gram(face, i, j));
  }

private:
  KOKKOS_INLINE_FUNCTION void add_entries(Offset f, int i, int j, double value) const {
    for (Index t = surface.slot_offset(3 * f + i); t < surface.slot_offset(3 * f + i + 1); ++t)
      for (Index s = surface.slot_offset(3 * f + j); s < surface.slot_offset(3 * f + j + 1); ++s) {
        const Index row = part.row(surface.halves(t).basis);
        const Index column = part.column(surface.halves(s).basis);
        if (row < 0 || column < 0)
          continue;
        const double weight = value * surface.halves(t).weight * surface.halves(s).weight;
        add_to_entry(part.values(row, column), weight * surface.factor(f).real(),
                     weight * surface.factor(f).imag());
      }
  }
};

template <class Space> struct AddMatrix {
  Complex factor;
  Kokkos::View<const Complex **, Kokkos::LayoutLeft, Space> matrix;
  bool transpose;
  MatrixPart<Space> part;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Offset rows = static_cast<Offset>(transpose ? matrix.extent(1) : matrix.extent(0));
    const Index i = static_cast<Index>(item % rows), j = static_cast<Index>(item / rows);
    const Index row = part.row(i), column = part.column(j);
    if (row >= 0 && column >= 0)
      part.values(row, column) += factor * (transpose ? matrix(j, i) : matrix(i, j));
  }
};

} // namespace

template <class Space>
void add_gram(const Space &space, const Surface &surface, Testing testing,
              const std::vector<std::complex<double>> &factor, const MatrixPart<Space> &part) {
  std::vector<Complex> values;
  for (const std::complex<double> &one : factor)
    values.emplace_back(one.real(), one.imag());
  const GramTable<Space> table{to_view<Space>("curlew::mom::faces", surface.faces),
                               to_view<Space>("curlew::mom::slot_offset", surface.slot_offset),
                               to_view<Space>("curlew::mom::halves", surface.halves),
                               to_view<Space>("curlew::mom::impedances", values)};
  Kokkos::parallel_for("curlew::mom::gram",
                       RangePolicy<Space>(space, 0, static_cast<Offset>(factor.size())),
                       AddGram<Space>{table, testing == Testing::centroid, part});
  space.fence();
}

template <class Space>
void add_matrix(const Space &space, std::complex<double> factor,
                const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &matrix, bool transpose,
                const MatrixPart<Space> &part) {
  Kokkos::parallel_for(
      "curlew::mom::add_matrix", RangePolicy<Space>(space, 0, static_cast<Offset>(matrix.size())),
      AddMatrix<Space>{Complex(factor.real(), factor.imag()), matrix, transpose, part});
  space.fence();
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template void add_gram<Space>(const Space &, const Surface &, Testing,                           \
                                const std::vector<std::complex<double>> &,                         \
                                const MatrixPart<Space> &);                                        \
  template void add_matrix<Space>(const Space &, std::complex<double>,                             \
                                  const Kokkos::View<Complex **, Kokkos::LayoutLeft, Space> &,     \
                                  bool, const MatrixPart<Space> &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
