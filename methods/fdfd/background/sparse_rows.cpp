#include <curlew/methods/fdfd/background/sparse_rows.hpp>

namespace curlew::fdfd {
namespace {

template <class Space> struct AddRows {
  Kokkos::View<const Offset *, Space> row, first, column;
  Vector<Space> value, from, to;
  double factor;
  Planes beyond;
  Offset size, plane; // entries of `from`, and of a plane beyond

  KOKKOS_INLINE_FUNCTION Complex entry(Offset at) const {
    if (at < size)
      return from(at);
    return at < size + plane ? beyond.ghosts[0][at - size] : beyond.ghosts[1][at - size - plane];
  }
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    Complex sum = 0;
    for (Offset c = first(i); c < first(i + 1); ++c)
      sum += value(c) * entry(column(c));
    to(row(i)) += factor * sum;
  }
};

} // namespace

template <class Space>
SparseRows<Space>::SparseRows(const std::vector<Offset> &row, const std::vector<Offset> &first,
                              const std::vector<Offset> &column, const std::vector<complex> &value)
    : row_(to_view<Space>("curlew::fdfd::coupled_row", row)),
      first_(to_view<Space>("curlew::fdfd::coupled_first", first)),
      column_(to_view<Space>("curlew::fdfd::coupled_column", column)),
      value_(to_view<Space>("curlew::fdfd::coupled_value", to_kokkos(value))) {}

template <class Space>
void SparseRows<Space>::add(const Space &space, double factor, const Vector<Space> &from,
                            const Vector<Space> &to, const Planes &beyond, Offset plane) const {
  Kokkos::parallel_for("curlew::fdfd::add_coupled", RangePolicy<Space>(space, 0, row_.extent(0)),
                       AddRows<Space>{row_, first_, column_, value_, from, to, factor, beyond,
                                      static_cast<Offset>(from.extent(0)), plane});
}

template <class Space> SparseRows<Space> coupling_rows(const Problem &problem) {
  const Couplings &couplings = problem.couplings;
  if (couplings.empty())
    return {};
  std::vector<complex> value = couplings.value;
  for (complex &one : value)
    one *= problem.wavenumber * problem.wavenumber;
  return {couplings.row, couplings.first, couplings.column, value};
}

#define CURLEW_INSTANTIATE(Space)                                                                  \
  template class SparseRows<Space>;                                                                \
  template SparseRows<Space> coupling_rows<Space>(const Problem &);
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::fdfd
