#include <curlew/methods/fem/ports/section_modes.hpp>

#include <curlew/core/error.hpp>
#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/solvers/dense/dense_eigen.hpp>
#include <curlew/solvers/direct/sparse_factor.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Vector = std::vector<complex>;

constexpr double k_residual = 1e-10; // relative residual of an eigenpair of the inverse
// Share of a vector below which its rest after projection is rounding.
constexpr double k_vanished_column = 1e-11;
constexpr std::size_t k_most_vectors = 400;

// Block Krylov subspace of T = (A - shift B)^-1 B, with orthonormal vectors.
class SectionSubspace {
public:
  SectionSubspace(const SectionPencil &pencil, const SectionFactor &factor)
      : pencil_(pencil), factor_(factor) {}

  // Makes orthonormal start vectors that satisfy the lower equation.
  void start(int block) {
    std::mt19937 generator(1); // the same on every machine
    const auto uniform = [&] { return static_cast<double>(generator()) / 4294967296.0 - 0.5; };
    const Index rows = factor_.rows();
    Vector x(static_cast<std::size_t>(rows) * block, 0);
    for (int b = 0; b < block; ++b)
      for (Index i = 0; i < pencil_.upper.rows; ++i)
        x[static_cast<std::size_t>(b) * rows + i] = uniform();
    for (Vector &column : solved(std::move(x)))
      push(std::move(column));
  }

  // Adds the images of the last vectors to the basis; returns false where they add none.
  bool extend() {
    const std::size_t from = images_.size(), to = basis_.size();
    for (Vector &image : images_of(from, to))
      images_.push_back(std::move(image));
    for (std::size_t v = from; v < to; ++v)
      products_.push_back(push(images_[v]));
    return basis_.size() > to;
  }

  std::size_t size() const { return images_.size(); }

  // Returns pairs for the `count` largest eigenvalues of the inverse with positive real part, the
  // largest first. `worst`: the largest of their relative residuals.
  std::vector<SectionPair> pairs(int count, double &worst) const {
    const int n = static_cast<int>(size());
    std::vector<complex> h(static_cast<std::size_t>(n) * n, 0);
    for (int j = 0; j < n; ++j)
      for (std::size_t i = 0; i < std::min<std::size_t>(n, products_[j].size()); ++i)
        h[static_cast<std::size_t>(j) * n + i] = products_[j][i];
    const Eigenpairs found = general_eigenpairs(n, std::move(h));
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    order.erase(std::remove_if(order.begin(), order.end(),
                               [&](int k) { return found.values[k].real() <= 0; }),
                order.end());
    std::sort(order.begin(), order.end(),
              [&](int a, int b) { return std::abs(found.values[a]) > std::abs(found.values[b]); });
    order.resize(std::min<std::size_t>(order.size(), static_cast<std::size_t>(count)));
    std::vector<SectionPair> result;
    worst = 0;
    for (const int k : order) {
      SectionPair pair{pencil_.shift + 1.0 / found.values[k], Vector(basis_[0].size(), 0)};
      Vector image(basis_[0].size(), 0);
      for (int i = 0; i < n; ++i) {
        const complex weight = found.vectors[static_cast<std::size_t>(k) * n + i];
        add(pair.vector, weight, basis_[i]);
        add(image, weight, images_[i]);
      }
      add(image, -found.values[k], pair.vector);
      worst = std::max(worst, norm_of(image) / std::abs(found.values[k]));
      result.push_back(std::move(pair));
    }
    return result;
  }

private:
  // Returns the solutions for columns that lie one after the other.
  std::vector<Vector> solved(Vector columns) const {
    const auto rows = static_cast<std::ptrdiff_t>(factor_.rows());
    const auto count = static_cast<int>(columns.size() / factor_.rows());
    factor_.solve(reinterpret_cast<Kokkos::complex<double> *>(columns.data()), count);
    std::vector<Vector> result;
    for (int c = 0; c < count; ++c)
      result.emplace_back(columns.begin() + c * rows, columns.begin() + (c + 1) * rows);
    return result;
  }

  // Returns the images of the basis' vectors [from, to).
  std::vector<Vector> images_of(std::size_t from, std::size_t to) const {
    const auto &b = pencil_.upper;
    const std::size_t rows = factor_.rows();
    Vector y((to - from) * rows, 0);
    for (std::size_t v = from; v < to; ++v)
      for (Index i = 0; i < b.rows; ++i) {
        complex sum = 0;
        for (auto k = b.row_begin[i]; k < b.row_begin[i + 1]; ++k)
          sum += b.values[k] * basis_[v][b.columns[k]];
        y[(v - from) * rows + i] = sum;
      }
    return solved(std::move(y));
  }

  // Adds what x has outside of the basis. Returns its products with the vectors of the basis; those
  // with later vectors are 0.
  Vector push(Vector x) {
    const double before = norm_of(x);
    Vector products(basis_.size(), 0);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = 0; i < basis_.size(); ++i) {
        const complex along = dot_conjugate(basis_[i], x);
        add(x, -along, basis_[i]);
        products[i] += along;
      }
    const double after = norm_of(x);
    if (!(after > k_vanished_column * before) ||
        basis_.size() >= static_cast<std::size_t>(pencil_.upper.rows))
      return products;
    for (complex &value : x)
      value /= after;
    basis_.push_back(std::move(x));
    products.emplace_back(after);
    return products;
  }

  const SectionPencil &pencil_;
  const SectionFactor &factor_;
  std::vector<Vector> basis_, images_; // images_[i]: image of basis_[i]
  std::vector<Vector> products_;       // [i]: products of the basis with images_[i]
};

} // namespace

SectionFactor factor_section(const HostSparse<std::complex<double>> &shifted) {
  FactorOptions options = symmetric_factor(1);
  options.library = "curlew";
  return {for_factor(shifted), options};
}

std::vector<SectionPair> nearest_section_pairs(const SectionPencil &pencil,
                                               const SectionFactor &factor, int count,
                                               const std::string &what) {
  SectionSubspace subspace(pencil, factor);
  subspace.start(count + 1);
  std::size_t next_look = 6 * static_cast<std::size_t>(count + 1);
  for (;;) {
    const bool has_more = subspace.extend();
    if (has_more && subspace.size() < next_look)
      continue;
    next_look = subspace.size() + 4 * static_cast<std::size_t>(count + 1);
    double worst = 0;
    std::vector<SectionPair> pairs = subspace.pairs(count, worst);
    const bool has_all = pairs.size() == static_cast<std::size_t>(count);
    if (!has_more || (has_all && worst <= k_residual))
      return pairs;
    if (subspace.size() > k_most_vectors)
      throw NotConverged(fmt::format("{}: the modes of its face do not settle: residual {:.2g} "
                                     "after {} vectors",
                                     what, worst, subspace.size()));
  }
}

} // namespace curlew::fem
