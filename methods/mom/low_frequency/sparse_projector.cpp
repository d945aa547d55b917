#include <curlew/methods/mom/low_frequency/sparse_projector.hpp>

#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

#include <cmath>
#include <map>

namespace curlew::mom {
namespace {

// Returns the Laplacian of the faces, with one face grounded on each isolated part: by rows, both
// triangles, rows ascending.
HostSparse<double> grounded_laplacian(const Surface &surface, const FacePairs &faces) {
  const Index n = surface.face_count();
  std::vector<std::map<Index, double>> rows(n);
  for (std::size_t k = 0; k < faces.first.size(); ++k) {
    const Index p = faces.first[k], q = faces.second[k];
    rows[p][p] += 1;
    if (q < 0)
      continue;
    rows[q][q] += 1;
    rows[p][q] -= 1;
    rows[q][p] -= 1;
  }
  std::vector<char> to_ground = isolated_parts(surface);
  for (Index f = 0; f < n; ++f) {
    char &ground = to_ground[surface.topology.triangle_part[f]];
    rows[f][f] += ground;
    ground = 0;
  }
  HostSparse<double> matrix{n, n, {0}, {}, {}};
  for (const auto &row : rows) {
    for (const auto &[column, value] : row) {
      matrix.columns.push_back(column);
      matrix.values.push_back(value);
    }
    matrix.row_begin.push_back(static_cast<Offset>(matrix.columns.size()));
  }
  return matrix;
}

} // namespace

template <class Space>
SparseProjector<Space>::SparseProjector(const Surface &surface, int threads)
    : faces_(faces_of_functions(surface)), face_count_(surface.face_count()),
      laplacian_(grounded_laplacian(surface, faces_), symmetric_factor(threads)) {}

template <class Space>
void SparseProjector<Space>::add(const Space &space, Kokkos::complex<double> factor,
                                 const Vector &v) const {
  std::vector<Kokkos::complex<double>> values = to_vector(space, v);
  // Real parts, then imaginary ones.
  std::vector<double> charges(2 * static_cast<std::size_t>(face_count_), 0.0);
  double *re = charges.data(), *im = re + face_count_;
  for (std::size_t n = 0; n < values.size(); ++n) {
    const Index p = faces_.first[n], q = faces_.second[n];
    re[p] += values[n].real();
    im[p] += values[n].imag();
    if (q >= 0) {
      re[q] -= values[n].real();
      im[q] -= values[n].imag();
    }
  }
  laplacian_.solve(charges.data(), 2);
  for (std::size_t n = 0; n < values.size(); ++n) {
    const Index p = faces_.first[n], q = faces_.second[n];
    Kokkos::complex<double> difference(re[p], im[p]);
    if (q >= 0)
      difference -= Kokkos::complex<double>(re[q], im[q]);
    values[n] += factor * difference;
  }
  copy_to_view(space, values, v);
}

template <class Space> double SparseProjector<Space>::bytes(Index faces) {
  constexpr double k_fill = 2.5; // entries of a row of the factors, over log2 of the rows
  const double n = faces;
  return n * (sizeof(double) * k_fill * std::log2(n + 2) + 64);
}

#define CURLEW_INSTANTIATE(Space) template class SparseProjector<Space>;
CURLEW_FOR_EACH_SPACE(CURLEW_INSTANTIATE)
#undef CURLEW_INSTANTIATE

} // namespace curlew::mom
