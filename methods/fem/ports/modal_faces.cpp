#include <curlew/methods/fem/ports/modal_faces.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/methods/shared/ports/small_system.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Vector = std::vector<complex>;

// Share of a vector below which its rest after projection is rounding.
constexpr double k_dependent = 1e-9;
constexpr double k_nothing = 1e-9; // share of y below which a difference needs no columns

// Orthonormal vectors W and the factors T of the columns W T.
struct Orthonormal {
  std::vector<Vector> vectors;
  std::vector<Vector> columns; // columns of T
};

Orthonormal orthonormalise(const std::vector<Vector> &given) {
  Orthonormal result;
  for (const Vector &one : given) {
    Vector rest = one, column;
    for (const Vector &w : result.vectors)
      column.push_back(dot_conjugate(w, one));
    for (int pass = 0; pass < 2; ++pass)
      for (const Vector &w : result.vectors) {
        const complex part = dot_conjugate(w, rest);
        for (std::size_t i = 0; i < rest.size(); ++i)
          rest[i] -= part * w[i];
      }
    if (const double length = norm_of(rest); length > k_dependent * norm_of(one)) {
      for (complex &value : rest)
        value /= length;
      result.vectors.push_back(std::move(rest));
      column.push_back(length);
    }
    result.columns.push_back(std::move(column));
  }
  for (Vector &column : result.columns)
    column.resize(result.vectors.size(), 0);
  return result;
}

} // namespace

complex ModalFaces::Column::times(const Load &x) const {
  complex sum = 0;
  for (std::size_t i = 0; i < unknowns.size(); ++i)
    sum += values[i] * x[unknowns[i]];
  return sum;
}

void ModalFaces::set(double wavenumber, Index unknowns) {
  wavenumber_ = wavenumber;
  unknowns_ = unknowns;
  columns_.clear();
  c_.clear();
  solutions_.clear();
  transfer_.clear();
}

void ModalFaces::add(int port, const std::vector<FaceMode> &modes,
                     const std::vector<Vector> &background) {
  const std::size_t m = modes.size();
  std::vector<Vector> given;
  for (const FaceMode &mode : modes)
    given.push_back(mode.load);
  given.insert(given.end(), background.begin(), background.end());
  const Orthonormal basis = orthonormalise(given);
  // `inner` is the matrix of the columns u and R e: (e R e / N N + 1/N) u u^T - (u (R e)^T + (R e)
  // u^T) / N.
  std::vector<complex> inner(4 * m * m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < m; ++j)
      inner[i * 2 * m + j] =
          bilinear(modes[i].e, background[j]) / (modes[i].product * modes[j].product);
    inner[i * 2 * m + i] += 1.0 / modes[i].product;
    inner[i * 2 * m + m + i] = inner[(m + i) * 2 * m + i] = -1.0 / modes[i].product;
  }
  const std::size_t rank = basis.vectors.size();
  std::vector<complex> c(rank * rank, 0);
  double largest = 0, scale = 0;
  for (std::size_t i = 0; i < rank; ++i)
    for (std::size_t j = 0; j < rank; ++j) {
      for (std::size_t a = 0; a < 2 * m; ++a)
        for (std::size_t b = 0; b < 2 * m; ++b)
          c[i * rank + j] += basis.columns[a][i] * inner[a * 2 * m + b] * basis.columns[b][j];
      largest = std::max(largest, std::abs(c[i * rank + j]));
    }
  for (std::size_t a = 0; a < m; ++a)
    scale = std::max(scale, std::pow(norm_of(modes[a].load), 2) / std::abs(modes[a].product));
  if (largest <= k_nothing * scale)
    return;
  const std::size_t before = columns_.size(), total = before + rank;
  std::vector<complex> all(total * total, 0);
  for (std::size_t i = 0; i < before; ++i)
    for (std::size_t j = 0; j < before; ++j)
      all[i * total + j] = c_[i * before + j];
  for (std::size_t i = 0; i < rank; ++i) {
    for (std::size_t j = 0; j < rank; ++j)
      all[(before + i) * total + before + j] = c[i * rank + j];
    columns_.push_back({port, modes[0].unknowns, basis.vectors[i]});
  }
  c_ = std::move(all);
}

void ModalFaces::correct(const Solve &solve, Load &x) {
  const std::size_t n = columns_.size();
  if (n == 0)
    return;
  if (solutions_.empty()) {
    for (const Column &column : columns_) {
      Load load(unknowns_, 0);
      for (std::size_t i = 0; i < column.unknowns.size(); ++i)
        load[column.unknowns[i]] = column.values[i];
      Load solution;
      solve(load, solution);
      solutions_.push_back(std::move(solution));
    }
    std::vector<complex> system(n * n, 0);
    transfer_.assign(n * n, 0);
    const complex factor(0, wavenumber_);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) {
        transfer_[i * n + j] = factor * coefficient(i, j);
        const complex product = columns_[i].times(solutions_[j]);
        for (std::size_t k = 0; k < n; ++k)
          system[k * n + j] += factor * coefficient(k, i) * product;
      }
    for (std::size_t i = 0; i < n; ++i)
      system[i * n + i] += 1.0;
    solve_small(n, std::move(system), transfer_);
  }
  std::vector<complex> products, amplitudes(n, 0);
  for (const Column &column : columns_)
    products.push_back(column.times(x));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      amplitudes[i] += transfer_[i * n + j] * products[j];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < x.size(); ++k)
      x[k] -= amplitudes[i] * solutions_[i][k];
}

void ModalFaces::add_given(const Load &x, Load &load) const {
  const std::size_t n = columns_.size();
  std::vector<complex> products;
  for (const Column &column : columns_)
    products.push_back(column.times(x));
  for (std::size_t i = 0; i < n; ++i) {
    complex sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += coefficient(i, j) * products[j];
    for (std::size_t k = 0; k < columns_[i].unknowns.size(); ++k)
      load[columns_[i].unknowns[k]] -= complex(0, wavenumber_) * sum * columns_[i].values[k];
  }
}

double ModalFaces::absorbed(const Load &x, int but) const {
  const std::size_t n = columns_.size();
  std::vector<complex> left, right; // x^* W and W^T x
  for (const Column &column : columns_) {
    complex sum = 0;
    for (std::size_t i = 0; i < column.unknowns.size(); ++i)
      sum += column.values[i] * std::conj(x[column.unknowns[i]]);
    left.push_back(sum);
    right.push_back(column.times(x));
  }
  double power = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (columns_[i].port != but)
        power += (left[i] * coefficient(i, j) * right[j]).real() / (2 * k_eta0);
  return power;
}

} // namespace curlew::fem
