#include <curlew/solvers/krylov/compress_columns.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew {
namespace {

using complex = std::complex<double>;
using Column = CompressedColumns::Column;

// a^H b
complex product(const Column &a, const Column &b) {
  double re = 0, im = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    re += a[i].real() * b[i].real() + a[i].imag() * b[i].imag();
    im += a[i].real() * b[i].imag() - a[i].imag() * b[i].real();
  }
  return {re, im};
}

double squared_norm(const Column &a) {
  double sum = 0;
  for (const complex &value : a)
    sum += std::norm(value);
  return sum;
}

// a := a + factor b
void add(Column &a, const complex &factor, const Column &b) {
  const double x = factor.real(), y = factor.imag();
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += complex(x * b[i].real() - y * b[i].imag(), x * b[i].imag() + y * b[i].real());
}

// Orthonormal columns q and rows r with columns[j] = sum_k r[k][j] q[k].
void orthogonalise(std::vector<Column> &columns, double tolerance, std::vector<Column> &q,
                   std::vector<Column> &r) {
  while (q.size() < columns.size()) {
    std::size_t pivot = 0;
    double largest = -1;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const double norm = squared_norm(columns[j]);
      if (norm > largest) {
        largest = norm;
        pivot = j;
      }
    }
    if (std::sqrt(largest) <= tolerance || largest == 0)
      return;
    Column next = columns[pivot];
    for (const Column &one : q) // again, against rounding
      add(next, -product(one, next), one);
    const double norm = std::sqrt(squared_norm(next));
    for (complex &value : next)
      value /= norm;
    Column row(columns.size());
    for (std::size_t j = 0; j < columns.size(); ++j) {
      row[j] = product(next, columns[j]);
      add(columns[j], -row[j], next);
    }
    q.push_back(std::move(next));
    r.push_back(std::move(row));
  }
}

// Makes the rows of r orthogonal by rotations, which q takes too: sum_k r[k][j] q[k] stays.
void diagonalise(std::vector<Column> &q, std::vector<Column> &r) {
  constexpr int k_sweeps = 30;
  constexpr double k_orthogonal = 1e-14;
  for (int sweep = 0; sweep < k_sweeps; ++sweep) {
    double worst = 0;
    for (std::size_t a = 0; a + 1 < r.size(); ++a)
      for (std::size_t b = a + 1; b < r.size(); ++b) {
        const complex c = product(r[a], r[b]);
        const double p = squared_norm(r[a]), s = squared_norm(r[b]), size = std::abs(c);
        if (size <= k_orthogonal * std::sqrt(p * s))
          continue;
        worst = std::max(worst, size / std::sqrt(p * s));
        const complex phase = c / size; // r_b / phase has a real product with r_a
        const double zeta = (s - p) / (2 * size);
        const double t = (zeta >= 0 ? 1 : -1) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
        const double cosine = 1 / std::sqrt(1 + t * t), sine = cosine * t;
        for (std::size_t j = 0; j < r[a].size(); ++j) {
          const complex x = r[a][j], y = r[b][j] / phase;
          r[a][j] = cosine * x - sine * y;
          r[b][j] = sine * x + cosine * y;
        }
        for (std::size_t i = 0; i < q[a].size(); ++i) {
          const complex x = q[a][i], y = q[b][i] * phase;
          q[a][i] = cosine * x - sine * y;
          q[b][i] = sine * x + cosine * y;
        }
      }
    if (worst <= k_orthogonal)
      return;
  }
}

} // namespace

CompressedColumns compress_columns(std::vector<Column> columns, double tolerance) {
  std::vector<Column> q, r;
  const std::size_t count = columns.size();
  orthogonalise(columns, tolerance, q, r);
  diagonalise(q, r);
  std::vector<double> norm(r.size());
  for (std::size_t k = 0; k < r.size(); ++k)
    norm[k] = std::sqrt(squared_norm(r[k]));
  std::vector<std::size_t> order(r.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return norm[a] > norm[b]; });
  CompressedColumns result;
  result.combination.resize(count);
  for (const std::size_t k : order) {
    if (norm[k] == 0)
      continue;
    for (complex &value : q[k])
      value *= norm[k];
    for (std::size_t j = 0; j < count; ++j)
      result.combination[j].push_back(r[k][j] / norm[k]);
    result.singular.push_back(norm[k]);
    result.basis.push_back(std::move(q[k]));
  }
  return result;
}

double largest_combination(const std::vector<Column> &vectors,
                           const std::vector<Column> &combinations) {
  const std::size_t count = vectors.size();
  std::vector<complex> gram(count * count);
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      gram[a * count + b] = product(vectors[a], vectors[b]);
      gram[b * count + a] = std::conj(gram[a * count + b]);
    }
  double largest = 0;
  for (const Column &c : combinations) {
    complex squared = 0;
    for (std::size_t a = 0; a < count; ++a)
      for (std::size_t b = 0; b < count; ++b)
        squared += std::conj(c[a]) * gram[a * count + b] * c[b];
    largest = std::max(largest, squared.real());
  }
  return std::sqrt(largest);
}

} // namespace curlew
