#include <curlew/methods/mom/low_frequency/charge_projector.hpp>

#include <curlew/core/parallel/views.hpp>
#include <curlew/methods/mom/low_frequency/face_graph.hpp>

#include <algorithm>

namespace curlew::mom {
namespace {

using Complex = Kokkos::complex<double>;
constexpr std::size_t k_columns = 256; // columns at a time

template <class Space> DenseMatrix<Space> make_laplacian(const Surface &surface) {
  const std::size_t n = surface.faces.size();
  const DenseMatrix<Space> matrix("curlew::mom::laplacian", n, n);
  const auto host = Kokkos::create_mirror_view(matrix);
  Kokkos::deep_copy(host, Complex(0));
  const std::vector<char> isolated = isolated_parts(surface);
  const std::vector<Index> &part = surface.topology.triangle_part;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i)
      if (part[i] == part[j] && isolated[part[i]] != 0)
        host(i, j) = 1.0;
  const FacePairs faces = faces_of_functions(surface);
  for (std::size_t k = 0; k < faces.first.size(); ++k) {
    const Index p = faces.first[k], q = faces.second[k];
    host(p, p) += 1.0;
    if (q < 0)
      continue;
    host(q, q) += 1.0;
    host(p, q) -= 1.0;
    host(q, p) -= 1.0;
  }
  Kokkos::deep_copy(matrix, host);
  return matrix;
}

// u := D v.
template <class Space> struct GatherCharges {
  Kokkos::View<const Index *, Space> slot_offset, basis;
  Kokkos::View<const double *, Space> sign;
  DenseMatrix<Space> v, u;
  Index faces;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Index f = static_cast<Index>(item % faces), column = static_cast<Index>(item / faces);
    Complex sum = 0;
    for (Index h = slot_offset(3 * f); h < slot_offset(3 * f + 3); ++h)
      sum += sign(h) * v(basis(h), column);
    u(f, column) = sum;
  }
};

// v := v + factor D^T u.
template <class Space> struct ScatterCharges {
  Kokkos::View<const Index *, Space> first, second;
  Complex factor;
  DenseMatrix<Space> v, u;
  Index functions;

  KOKKOS_INLINE_FUNCTION void operator()(const Offset item) const {
    const Index n = static_cast<Index>(item % functions);
    const Index column = static_cast<Index>(item / functions);
    Complex difference = u(first(n), column);
    if (second(n) >= 0)
      difference -= u(second(n), column);
    v(n, column) += factor * difference;
  }
};

} // namespace

template <class Space>
ChargeProjector<Space>::ChargeProjector(const Space &space, const Surface &surface)
    : faces_(surface.face_count()), laplacian_(space, make_laplacian<Space>(surface)) {
  std::vector<Index> basis;
  std::vector<double> sign;
  for (const Half &half : surface.halves) {
    basis.push_back(half.basis);
    sign.push_back(half.weight > 0 ? 1 : -1);
  }
  const FacePairs faces = faces_of_functions(surface);
  slot_offset_ = to_view<Space>("curlew::mom::slot_offset", surface.slot_offset);
  basis_ = to_view<Space>("curlew::mom::half_basis", basis);
  sign_ = to_view<Space>("curlew::mom::half_sign", sign);
  first_ = to_view<Space>("curlew::mom::first_face", faces.first);
  second_ = to_view<Space>("curlew::mom::second_face", faces.second);
}

template <class Space>
void ChargeProjector<Space>::add(const Space &space, Complex factor, const Matrix &v) const {
  const auto functions = static_cast<Index>(v.extent(0));
  for (std::size_t first = 0; first < v.extent(1); first += k_columns) {
    const std::size_t last = std::min<std::size_t>(first + k_columns, v.extent(1));
    const Matrix some = Kokkos::subview(v, Kokkos::ALL, std::pair(first, last));
    const Matrix charges("curlew::mom::charges", faces_, last - first);
    const auto count = static_cast<Offset>(last - first);
    Kokkos::parallel_for("curlew::mom::gather_charges",
                         RangePolicy<Space>(space, 0, count * faces_),
                         GatherCharges<Space>{slot_offset_, basis_, sign_, some, charges, faces_});
    laplacian_.solve(charges);
    Kokkos::parallel_for("curlew::mom::scatter_charges",
                         RangePolicy<Space>(space, 0, count * functions),
                         ScatterCharges<Space>{first_, second_, factor, some, charges, functions});
    space.fence();
  }
}

#define CURLEW_INSTANTIATE(Space) template class ChargeProjector<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
