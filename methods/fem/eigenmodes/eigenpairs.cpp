#include <curlew/methods/fem/eigenmodes/eigenpairs.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/interrupt.hpp>
#include <curlew/methods/fem/eigenmodes/shift_invert.hpp>
#include <curlew/methods/fem/solve/complex_vectors.hpp>
#include <curlew/solvers/dense/dense_eigen.hpp>
#include <curlew/solvers/sparse/host_products.hpp>
#include <curlew/solvers/vector/host_columns.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace curlew::fem {
namespace {

using complex = std::complex<double>;
using Vector = std::vector<complex>;

constexpr double k_static = 1e-3;   // share of `near`, below which fields are static
constexpr double k_ritz = 0.01;     // error, over the tolerance, at which a Ritz vector is taken
constexpr double k_outside = 1e-3;  // error at which a value is outside of the range searched
constexpr double k_vanished = 1e-9; // share of a vector that is rounding after projection
constexpr int k_purifications = 4, k_barren_runs = 3;
constexpr double k_self_orthogonal = 1e-10;

void scale(Vector &x, complex factor) {
  for (complex &value : x)
    value *= factor;
}

// Orthonormal basis V of a Krylov space, A V = V H + a remainder.
class Subspace {
public:
  Subspace(const ShiftInvert &a, Vector start) : a_(a) {
    scale(start, 1 / norm_of(start));
    basis_.push_back(std::move(start));
  }

  // Adds a vector; returns false where the space is invariant, so that there is none.
  bool extend() {
    if (interrupt_requested())
      throw Interrupted(fmt::format("stopped after {} steps of the search for eigenmodes, which "
                                    "has no results before its end",
                                    size()));
    Vector w = a_.apply(basis_.back());
    const double before = norm_of(w);
    std::vector<complex> column(basis_.size(), 0);
    for (int pass = 0; pass < 2; ++pass)
      for (std::size_t i = 0; i < basis_.size(); ++i) {
        const complex part = inner(basis_[i], w);
        column[i] += part;
        add(w, -part, basis_[i]);
      }
    h_.push_back(std::move(column));
    const double rest = norm_of(w);
    below_.push_back(rest > k_vanished * before ? rest : 0);
    if (below_.back() == 0)
      return false;
    scale(w, 1 / rest);
    basis_.push_back(std::move(w));
    return true;
  }

  int size() const { return static_cast<int>(h_.size()); }

  // Eigenvalues of A, in the order of their distance to the shift (largest size first), with
  // relative errors.
  struct Ritz {
    std::vector<complex> values;
    std::vector<double> errors;
    std::vector<complex> vectors; // size x size, column by column, in the order of the values
  };
  Ritz ritz() const {
    const int n = size();
    std::vector<complex> h(static_cast<std::size_t>(n) * n, 0);
    for (int j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < h_[j].size(); ++i)
        h[i + static_cast<std::size_t>(j) * n] = h_[j][i];
      if (j + 1 < n)
        h[j + 1 + static_cast<std::size_t>(j) * n] = below_[j];
    }
    const Eigenpairs pairs = general_eigenpairs(n, h);
    std::vector<int> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
      return std::abs(pairs.values[a]) > std::abs(pairs.values[b]);
    });
    Ritz sorted;
    for (const int p : order) {
      const complex *vector = pairs.vectors.data() + static_cast<std::size_t>(p) * n;
      sorted.values.push_back(pairs.values[p]);
      sorted.errors.push_back(below_.back() * std::abs(vector[n - 1]) / std::abs(pairs.values[p]));
      sorted.vectors.insert(sorted.vectors.end(), vector, vector + n);
    }
    return sorted;
  }

  Vector vector(const Ritz &ritz, int number) const {
    Vector x(basis_.front().size(), 0);
    for (int i = 0; i < size(); ++i)
      add(x, ritz.vectors[i + static_cast<std::size_t>(number) * size()], basis_[i]);
    return x;
  }

private:
  const ShiftInvert &a_;
  std::vector<Vector> basis_;
  std::vector<std::vector<complex>> h_;
  std::vector<double> below_; // H below its diagonal: norms of the vectors before scaling
};

double distance_in_k(complex value, double near) {
  return std::abs(std::sqrt(value) - near);
}

// Returns the largest distance from the shift of a value that can belong to the `count` nearest
// resonances among these: |k - s| <= d implies |k^2 - s^2| <= d (2 s + d). Infinite where there are
// fewer resonances.
double reach(const std::vector<complex> &values, const EigenSearch &search) {
  std::vector<double> distances;
  for (const complex &value : values)
    if (is_resonance(value, search.near))
      distances.push_back(distance_in_k(value, search.near));
  std::sort(distances.begin(), distances.end());
  const bool has_all = static_cast<int>(distances.size()) >= search.count;
  const double d = std::min(search.farthest, has_all ? distances[search.count - 1]
                                                     : std::numeric_limits<double>::infinity());
  return d * (2 * search.near + d) * (1 + 1e-6);
}

class PairSearch {
public:
  PairSearch(const Pencil &pencil, const EigenSearch &search, EigenReport &report)
      : pencil_(pencil), search_(search), report_(report), a_(pencil, search.near, search.threads) {
    report.factor_entries = a_.report().entries;
    report.library = a_.report().library;
  }

  std::vector<Eigenpair> all() {
    int barren = 0;
    for (bool is_complete = false; !is_complete;) {
      const std::size_t before = found_.size();
      is_complete = run();
      barren = found_.size() > before ? 0 : barren + 1;
      if (!is_complete && barren == k_barren_runs)
        throw NotConverged(fmt::format(
            "eigenmodes: {} of {} were found; the residual of another stays at {:.3g}, above the "
            "tolerance of {:g}: raise \"tolerance\", or move \"near\" towards the modes",
            found_.size(), search_.count, unreached_, search_.tolerance));
    }
    return nearest();
  }

private:
  // Searches one subspace. Returns true where it shows that nothing is left to be found.
  bool run() {
    Vector start = random_vector();
    const double size = norm_of(start);
    a_.clear(start);
    if (norm_of(start) <= k_vanished * size)
      return true;
    ++report_.runs;
    Subspace space(a_, std::move(start));
    const int most = std::min<Index>(pencil_.s.rows, 4 * search_.count + 300);
    const int stride = std::max(6, search_.count / 4);
    // A later run mostly finds nothing, and shows this after a few steps.
    int next = found_.empty() ? 2 * search_.count + 10 : 12;
    Subspace::Ritz ritz;
    bool is_invariant = false, is_shown = false;
    for (;;) {
      while (!is_invariant && space.size() < std::min(next, most)) {
        is_invariant = !space.extend();
        ++report_.steps;
      }
      ritz = space.ritz();
      is_shown = is_invariant || shows_all(ritz);
      if (is_shown || space.size() >= most)
        break;
      next += stride;
    }
    const double limit = reach(with_found(ritz), search_);
    bool are_all_good = true;
    for (int i = 0; i < space.size() && is_converged(ritz, i); ++i) {
      const complex value = a_.shift() + 1.0 / ritz.values[i];
      if (std::abs(value - a_.shift()) > limit)
        break;
      if (is_null(value))
        continue;
      are_all_good = take(space.vector(ritz, i)) && are_all_good;
    }
    const bool is_new = found_.size() > known_;
    known_ = found_.size();
    return is_shown && are_all_good && !is_new;
  }

  static Vector random_numbers(std::size_t size, std::mt19937 &generator) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector x(size);
    for (complex &value : x)
      value = uniform(generator); // real numbers, so that real matrices have real vectors
    return x;
  }
  // Returns a random vector in the range of the operator, where vectors are smooth.
  Vector random_vector() { return a_.apply(random_numbers(pencil_.s.rows, generator_)); }

  bool is_converged(const Subspace::Ritz &ritz, int i) const {
    return ritz.errors[i] <= k_ritz * search_.tolerance;
  }
  // Returns true for a value that is the rounding of a projected gradient.
  bool is_null(complex value) const { return std::abs(value) < 1e-9 * a_.shift(); }

  // Returns the values that converged, with those that were found before.
  std::vector<complex> with_found(const Subspace::Ritz &ritz) const {
    std::vector<complex> values;
    for (const Eigenpair &pair : found_)
      values.push_back(pair.value);
    for (std::size_t i = 0; i < ritz.values.size() && is_converged(ritz, static_cast<int>(i)); ++i)
      values.push_back(a_.shift() + 1.0 / ritz.values[i]);
    return values;
  }

  // Returns true where all values that are near enough have converged: the first value that has not
  // is too far away.
  bool shows_all(const Subspace::Ritz &ritz) const {
    const double limit = reach(with_found(ritz), search_);
    for (std::size_t i = 0; i < ritz.values.size(); ++i) {
      if (std::abs(1.0 / ritz.values[i]) > limit && ritz.errors[i] < k_outside)
        return true;
      if (!is_converged(ritz, static_cast<int>(i)))
        return false;
    }
    return false;
  }

  // Takes a vector of the subspace after inverse iterations. The operator damps the short waves in
  // the error, which dominate the residual.
  bool take(Vector x) {
    Eigenpair pair;
    for (int step = 0; step < k_purifications; ++step) {
      x = a_.apply(x);
      scale(x, 1 / norm_of(x));
      pair = pair_of(x);
      if (pair.residual <= search_.tolerance)
        break;
    }
    if (pair.residual > search_.tolerance) {
      unreached_ = pair.residual;
      return false;
    }
    a_.lock(pair.vector);
    found_.push_back(std::move(pair));
    return true;
  }

  Eigenpair pair_of(const Vector &x) const {
    const Vector s_x = multiply(pencil_.s, x, search_.threads),
                 m_x = multiply(pencil_.m, x, search_.threads);
    const complex square = bilinear(x, m_x);
    if (std::abs(square) < k_self_orthogonal * norm_of(m_x) * norm_of(x))
      throw NotConverged("eigenmodes: two modes coincide with one field (an exceptional point), "
                         "which is not supported; change the case a little");
    Eigenpair pair{bilinear(x, s_x) / square, x, 0};
    Vector rest = s_x;
    add(rest, -pair.value, m_x);
    pair.residual = norm_of(rest) / (std::abs(pair.value) * norm_of(m_x));
    return pair;
  }

  std::vector<Eigenpair> nearest() {
    found_.erase(std::remove_if(found_.begin(), found_.end(),
                                [&](const Eigenpair &pair) {
                                  return !is_resonance(pair.value, search_.near);
                                }),
                 found_.end());
    std::sort(found_.begin(), found_.end(), [&](const Eigenpair &a, const Eigenpair &b) {
      return distance_in_k(a.value, search_.near) < distance_in_k(b.value, search_.near);
    });
    if (static_cast<int>(found_.size()) > search_.count)
      found_.resize(search_.count);
    std::sort(found_.begin(), found_.end(), [](const Eigenpair &a, const Eigenpair &b) {
      return std::sqrt(a.value).real() < std::sqrt(b.value).real();
    });
    return std::move(found_);
  }

  const Pencil &pencil_;
  const EigenSearch &search_;
  EigenReport &report_;
  ShiftInvert a_;
  std::mt19937 generator_{1};
  std::vector<Eigenpair> found_;
  std::size_t known_ = 0;
  double unreached_ = 0; // residual of the last vector that was not taken
};

} // namespace

bool is_resonance(complex value, double near) {
  const complex k = std::sqrt(value);
  return std::abs(k) > k_static * near && k.real() >= 2 * std::abs(k.imag());
}

std::vector<Eigenpair> nearest_eigenpairs(const Pencil &pencil, const EigenSearch &search,
                                          EigenReport &report) {
  return PairSearch(pencil, search, report).all();
}

} // namespace curlew::fem
