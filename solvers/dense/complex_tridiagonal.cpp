#include <curlew/solvers/dense/complex_tridiagonal.hpp>

#include <curlew/core/error.hpp>

namespace curlew {
namespace {

using Values = std::vector<WideComplex>;

// Squares of off-diagonals smaller than the product of their neighbours by this factor count as 0.
constexpr double k_negligible = 1e-64;
// Shifts converge cubically: three sweeps to a value are many.
constexpr int k_most_sweeps = 100;

// Returns the eigenvalue of the 2 x 2 matrix at the top that is nearer to its first entry.
WideComplex shift_of(const Values &diagonal, const Values &squares, std::size_t top) {
  const WideComplex off = sqrt(squares[top]);
  const WideComplex half = (diagonal[top + 1] - diagonal[top]) * inverse(WideComplex(2) * off);
  const WideComplex root = sqrt(half * half + WideComplex(1));
  const WideComplex sum = half + root, difference = half - root;
  return diagonal[top] - off * inverse(sum.size() > difference.size() ? sum : difference);
}

// Makes one QL sweep from row `bottom` up to row `top`.
void sweep(Values &diagonal, Values &squares, std::size_t top, std::size_t bottom) {
  const WideComplex shift = shift_of(diagonal, squares, top);
  WideComplex cosine = 1, sine = 0, gamma = diagonal[bottom] - shift, p = gamma * gamma;
  for (std::size_t i = bottom; i-- > top;) {
    const WideComplex square = squares[i], radius = p + square, inverse_radius = inverse(radius);
    if (i + 1 != bottom)
      squares[i + 1] = sine * radius;
    const WideComplex cosine_before = cosine, gamma_before = gamma;
    cosine = p * inverse_radius;
    sine = square * inverse_radius;
    gamma = cosine * (diagonal[i] - shift) - sine * gamma_before;
    diagonal[i + 1] = gamma_before + (diagonal[i] - gamma);
    p = cosine.size() != 0 ? gamma * gamma * inverse(cosine) : cosine_before * square;
  }
  squares[top] = sine * p;
  diagonal[top] = shift + gamma;
}

} // namespace

std::vector<WideComplex> symmetric_tridiagonal_values(std::vector<WideComplex> diagonal,
                                                      std::vector<WideComplex> squares) {
  const std::size_t n = diagonal.size();
  const auto splits_after = [&](std::size_t i) {
    return i + 1 == n ||
           squares[i].size() <= k_negligible * diagonal[i].size() * diagonal[i + 1].size();
  };
  for (std::size_t top = 0; top < n; ++top)
    for (int sweeps = 0;; ++sweeps) {
      std::size_t bottom = top;
      while (!splits_after(bottom))
        ++bottom;
      if (bottom == top)
        break;
      if (sweeps == k_most_sweeps)
        throw Error(ExitCode::internal, "QL does not find the eigenvalues of a symmetric "
                                        "tridiagonal matrix of " +
                                            std::to_string(n) + " rows");
      sweep(diagonal, squares, top, bottom);
    }
  return diagonal;
}

} // namespace curlew
