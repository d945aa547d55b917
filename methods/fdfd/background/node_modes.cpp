#include <curlew/methods/fdfd/background/node_modes.hpp>

#include <curlew/solvers/dense/dense_eigen.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace curlew::fdfd {
namespace {

using Matrix = std::vector<complex>; // square, column by column

// -diag(length)^1/2 D' D diag(length)^-1/2 on the free nodes: symmetric.
struct SecondDifference {
  std::vector<Index> nodes; // the free ones
  Matrix values;
  std::size_t size() const { return nodes.size(); }
  complex operator()(std::size_t a, std::size_t b) const { return values[a + b * size()]; }
};

SecondDifference second_difference(const Axis &axis) {
  SecondDifference s;
  std::vector<Index> row(axis.count, -1); // of a node; -1: fixed
  for (Index i = 0; i < axis.count; ++i)
    if (!axis.node_is_fixed(i)) {
      row[i] = static_cast<Index>(s.nodes.size());
      s.nodes.push_back(i);
    }
  s.values.assign(s.size() * s.size(), 0);
  const auto add = [&](Index a, Index b, complex value) {
    if (row[a] >= 0 && row[b] >= 0)
      s.values[row[a] + row[b] * s.size()] +=
          value / (std::sqrt(axis.node_length[a]) * std::sqrt(axis.node_length[b]));
  };
  for (Index i = 0; i < axis.count; ++i) { // what a half has to do with the nodes at its ends
    add(i, i, axis.half_rate[i]);
    if (i + 1 == axis.count && !axis.is_periodic())
      continue;
    const Index next = (i + 1) % axis.count;
    add(next, next, axis.half_rate[i]);
    add(i, next, -axis.half_rate[i]);
    add(next, i, -axis.half_rate[i]);
  }
  return s;
}

bool is_real(const Matrix &values) {
  return std::all_of(values.begin(), values.end(), [](complex v) { return v.imag() == 0; });
}

bool is_mirror_image_of_itself(const SecondDifference &s) {
  double largest = 0, defect = 0;
  for (std::size_t k = 0; k < s.values.size(); ++k) {
    largest = std::max(largest, std::abs(s.values[k]));
    defect = std::max(defect, std::abs(s.values[k] - s.values[s.values.size() - 1 - k]));
  }
  constexpr double k_rounding = 1e-13;
  return defect <= k_rounding * largest;
}

// Eigenvectors with x^T x = 1, orthogonal to each other in the same sense.
struct Pairs {
  std::vector<complex> values;
  std::vector<std::vector<complex>> vectors;
};

complex product(const std::vector<complex> &x, const std::vector<complex> &y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), complex(0));
}

// Eigenvectors of a symmetric matrix are orthogonal where their values differ; those of values that
// hardly do are made so.
void orthonormalise(Pairs &pairs) {
  for (std::size_t a = 0; a < pairs.vectors.size(); ++a) {
    std::vector<complex> &x = pairs.vectors[a];
    for (std::size_t b = 0; b < a; ++b) {
      const std::vector<complex> &y = pairs.vectors[b];
      const complex common = product(y, x);
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] -= common * y[i];
    }
    const complex norm = std::sqrt(product(x, x));
    for (complex &value : x)
      value /= norm;
  }
}

Pairs symmetric_pairs(const Matrix &values, std::size_t n) {
  Pairs pairs;
  if (n == 0) // one cell between conducting walls has no free node
    return pairs;
  if (is_real(values)) {
    std::vector<double> real;
    for (const complex value : values)
      real.push_back(value.real());
    const auto found = symmetric_eigenpairs(static_cast<int>(n), real);
    pairs.values.assign(found.values.begin(), found.values.end());
    for (std::size_t m = 0; m < n; ++m)
      pairs.vectors.emplace_back(&found.vectors[m * n], &found.vectors[m * n] + n);
    return pairs;
  }
  const auto found = general_eigenpairs(static_cast<int>(n), values);
  pairs.values = found.values;
  for (std::size_t m = 0; m < n; ++m)
    pairs.vectors.emplace_back(&found.vectors[m * n], &found.vectors[m * n] + n);
  orthonormalise(pairs);
  return pairs;
}

// The eigenvectors that the mirror keeps (sign 1) or turns round (-1), in full length.
Pairs parity_pairs(const SecondDifference &s, int sign) {
  const std::size_t n = s.size(), pairs_of_nodes = n / 2;
  const std::size_t size = sign > 0 ? n - pairs_of_nodes : pairs_of_nodes;
  // Vectors (e_a + sign e_(n-1-a)) / sqrt(2), and the node in the middle by itself.
  const auto share = [&](std::size_t a) { return a < pairs_of_nodes ? std::sqrt(0.5) : 0.5; };
  Matrix values(size * size);
  for (std::size_t b = 0; b < size; ++b)
    for (std::size_t a = 0; a < size; ++a)
      values[a + b * size] =
          2 * share(a) * share(b) * (s(a, b) + static_cast<double>(sign) * s(a, n - 1 - b));
  Pairs pairs = symmetric_pairs(values, size);
  for (std::vector<complex> &x : pairs.vectors) {
    x.resize(n);
    for (std::size_t a = 0; a < pairs_of_nodes; ++a) {
      x[a] *= std::sqrt(0.5);
      x[n - 1 - a] = static_cast<double>(sign) * x[a];
    }
  }
  return pairs;
}

} // namespace

NodeModes find_node_modes(const Axis &axis) {
  const SecondDifference s = second_difference(axis);
  Pairs pairs;
  if (!is_real(s.values) && is_mirror_image_of_itself(s)) {
    pairs = parity_pairs(s, 1);
    const Pairs odd = parity_pairs(s, -1);
    pairs.values.insert(pairs.values.end(), odd.values.begin(), odd.values.end());
    pairs.vectors.insert(pairs.vectors.end(), odd.vectors.begin(), odd.vectors.end());
  } else {
    pairs = symmetric_pairs(s.values, s.size());
  }
  const bool has_constant = axis.is_periodic() || (axis.low == Wall::pmc && axis.high == Wall::pmc);
  NodeModes modes;
  for (std::size_t m = has_constant ? 1 : 0; m < pairs.values.size(); ++m) { // real ones ascend
    modes.values.push_back(pairs.values[m]);
    std::vector<complex> column(axis.count);
    for (std::size_t a = 0; a < s.size(); ++a)
      column[s.nodes[a]] = pairs.vectors[m][a] / std::sqrt(axis.node_length[s.nodes[a]]);
    modes.vectors.insert(modes.vectors.end(), column.begin(), column.end());
  }
  return modes;
}

} // namespace curlew::fdfd
