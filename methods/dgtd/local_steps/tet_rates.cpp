#include <curlew/methods/dgtd/local_steps/tet_rates.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/core/parallel/random.hpp>
#include <curlew/methods/dgtd/element_matrices.hpp>
#include <curlew/methods/dgtd/small_matrix.hpp>
#include <curlew/methods/dgtd/space/reference_mass.hpp>
#include <curlew/methods/shared/elements/metric.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::dgtd {
namespace {

// Iterations of the power method: its value is then short of the eigenvalue by up to a tenth, about
// as much as the eigenvalue of a block differs from that of a set.
constexpr int k_rate_iterations = 12;

class TetRates {
public:
  explicit TetRates(const Problem &problem)
      : problem_(problem), space_(problem.choices.space), n_(space_.per_tet()),
        traces_(space_.per_triangle()), mass_(make_reference_mass<Host>(problem.choices.space)),
        reference_(element_matrices(problem, 0)) {}

  std::vector<double> find() {
    const auto count = static_cast<std::size_t>(problem_.tet_count());
    std::vector<double> rates(count);
    through_faces_.assign(count * 4 * block(), 0);
    parallel_chunks(count, problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        fill_through_faces(static_cast<Index>(t));
    });
    parallel_chunks(count, problem_.threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t t = begin; t < end; ++t)
        rates[t] = rate(static_cast<Index>(t));
    });
    return rates;
  }

private:
  std::size_t block() const { return static_cast<std::size_t>(traces_) * traces_; }
  double own_face(int face, int a, int b) const {
    return reference_.own_face[face][space_.trace(face, a) * n_ + space_.trace(face, b)];
  }

  Matrix mass(Index tet, bool electric) const {
    const Material &material = problem_.materials[problem_.material[tet]];
    const Tensor<double> tensor = full(electric ? material.eps_r : material.mu_r);
    const double corner[4] = {1, 0, 0, 0};
    const Metric<double> metric = mass_metric(frame_at(problem_.shape(tet), corner), tensor);
    Matrix result(static_cast<std::size_t>(n_) * n_);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j <= i; ++j)
        result[i * n_ + j] = result[j * n_ + i] =
            ReferenceMatrices<Host>::symmetric_entry(mass_, metric, i, j) *
            (electric ? k_eps0 : k_mu0);
    return result;
  }

  // Fills in the products of H behind each face: its own products by way of E of this tet, on the
  // functions of the face.
  void fill_through_faces(Index tet) {
    Matrix inverse = mass(tet, true);
    invert_positive(n_, inverse);
    Matrix half(block());
    for (int face = 0; face < 4; ++face) {
      if (problem_.faces[tet][face].kind != FaceKind::inner)
        continue;
      std::fill(half.begin(), half.end(), 0);
      for (int a = 0; a < traces_; ++a)
        for (int b = 0; b < traces_; ++b)
          for (int c = 0; c < traces_; ++c)
            half[a * traces_ + b] += 0.5 *
                                     inverse[space_.trace(face, a) * n_ + space_.trace(face, c)] *
                                     own_face(face, c, b);
      double *out = &through_faces_[(static_cast<std::size_t>(tet) * 4 + face) * block()];
      for (int a = 0; a < traces_; ++a)
        for (int c = 0; c < traces_; ++c)
          for (int b = 0; b < traces_; ++b)
            out[a * traces_ + b] += 0.5 * own_face(face, c, a) * half[c * traces_ + b];
    }
  }

  // Returns D - 1/2 Q of all faces, with the mirrored H on walls.
  Matrix coupling(Index tet) const {
    Matrix result = reference_.curl;
    for (int face = 0; face < 4; ++face) {
      const FaceKind kind = problem_.faces[tet][face].kind;
      const double mirror = kind == FaceKind::inner || kind == FaceKind::absorbing ? 0
                            : kind == FaceKind::pec                                ? 1
                                                                                   : -1;
      for (std::size_t k = 0; k < result.size(); ++k)
        result[k] += 0.5 * (mirror - 1) * reference_.own_face[face][k];
    }
    return result;
  }

  // Computes y := matrix x.
  void multiply(const Matrix &matrix, const std::vector<double> &x, std::vector<double> &y) const {
    for (int i = 0; i < n_; ++i) {
      double sum = 0;
      for (int j = 0; j < n_; ++j)
        sum += matrix[i * n_ + j] * x[j];
      y[i] = sum;
    }
  }
  void multiply_transposed(const Matrix &matrix, const std::vector<double> &x,
                           std::vector<double> &y) const {
    std::fill(y.begin(), y.end(), 0);
    for (int i = 0; i < n_; ++i)
      for (int j = 0; j < n_; ++j)
        y[j] += matrix[i * n_ + j] * x[i];
  }

  double rate(Index tet) const {
    const Matrix own = coupling(tet);
    Matrix electric = mass(tet, true), magnetic = mass(tet, false), inverse = magnetic;
    invert_positive(n_, electric);
    invert_positive(n_, inverse);
    std::vector<double> h(n_), e(n_), scaled(n_), product(n_);
    for (int i = 0; i < n_; ++i)
      h[i] = random_number(static_cast<std::uint64_t>(i), 1);
    double value = 0;
    for (int iteration = 0; iteration < k_rate_iterations; ++iteration) {
      multiply(own, h, e);
      multiply(electric, e, scaled);
      multiply_transposed(own, scaled, product);
      for (int face = 0; face < 4; ++face)
        add_through(tet, face, h, product);
      multiply(magnetic, h, scaled);
      double above = 0, below = 0, largest = 0;
      for (int i = 0; i < n_; ++i) {
        above += h[i] * product[i];
        below += h[i] * scaled[i];
      }
      value = above / below;
      multiply(inverse, product, h);
      for (const double one : h)
        largest = std::max(largest, std::abs(one));
      for (double &one : h)
        one /= largest;
    }
    return value;
  }

  void add_through(Index tet, int face, const std::vector<double> &h,
                   std::vector<double> &product) const {
    const TetFace &side = problem_.faces[tet][face];
    if (side.kind != FaceKind::inner)
      return;
    const double *matrix =
        &through_faces_[(static_cast<std::size_t>(side.tet) * 4 + side.local) * block()];
    for (int a = 0; a < traces_; ++a)
      for (int b = 0; b < traces_; ++b)
        product[space_.trace(face, a)] += matrix[a * traces_ + b] * h[space_.trace(face, b)];
  }

  const Problem &problem_;
  FunctionSpace space_;
  int n_, traces_;
  ReferenceMatrices<Host>::Table mass_;
  // Matrices of tet 0: those of straight tets differ by their orientation alone, which cancels in a
  // product.
  ElementMatrices reference_;
  std::vector<double> through_faces_; // [tet][face][traces][traces]
};

} // namespace

std::vector<double> tet_rates(const Problem &problem) {
  return TetRates(problem).find();
}

} // namespace curlew::dgtd
