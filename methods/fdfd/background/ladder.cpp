#include <curlew/methods/fdfd/background/ladder.hpp>

#include <curlew/core/error.hpp>
#include <curlew/solvers/dense/complex_tridiagonal.hpp>

#include <algorithm>
#include <limits>

namespace curlew::fdfd {
namespace {

using Numbers = std::vector<WideComplex>;

bool is_nearly(const WideComplex &a, const WideComplex &b) {
  constexpr double k_rounding = 1e-13;
  return (a - b).size() <= k_rounding * a.size();
}

// The ladder on one side of each of its nodes: its conductance, and the ratio of the field on the
// next node there to the field on this one.
struct Side {
  Numbers conductance, ratio;
  explicit Side(std::size_t nodes) : conductance(nodes), ratio(nodes) {}
};

// Steps to the next node: combines the part beyond, the node itself and the rate between.
void add_node(Side &side, const Ladder &ladder, const WideComplex &value, std::size_t from,
              std::size_t to, const WideComplex &rate) {
  const WideComplex beyond = side.conductance[from] - value * ladder.length[from];
  WideComplex sum = beyond + rate;
  if (sum.size() == 0) // happens for values of uniform ladders
    sum = rate * WideComplex(std::numeric_limits<double>::epsilon() *
                             std::numeric_limits<double>::epsilon());
  side.ratio[to] = rate * inverse(sum);
  side.conductance[to] = side.ratio[to] * beyond;
}

} // namespace

bool Ladder::is_mirror_image_of_itself() const {
  const std::size_t n = size();
  for (std::size_t i = 0; i < n / 2; ++i)
    if (!is_nearly(length[i], length[n - 1 - i]))
      return false;
  for (std::size_t i = 0; i <= n / 2; ++i)
    if (!is_nearly(rate[i], rate[n - i]))
      return false;
  return true;
}

Ladder Ladder::half(bool is_even) const {
  const std::size_t pairs = size() / 2;
  const bool has_middle = size() % 2 == 1;
  Ladder half{{length.begin(), length.begin() + pairs}, {rate.begin(), rate.begin() + pairs + 1}};
  if (has_middle && is_even) {
    half.length.push_back(WideComplex(0.5) * length[pairs]);
    half.rate.push_back(0);
  } else if (!has_middle) { // between the two in the middle the field is 0 half way, or constant
    half.rate.back() = WideComplex(is_even ? 0 : 2) * half.rate.back();
  }
  return half;
}

Ladder ladder_of(const Axis &axis) {
  const Index first = axis.node_is_fixed(0) ? 1 : 0;
  const auto rate = [&](Index half) {
    return axis.half_is_fixed(half) ? WideComplex() : inverse(WideComplex(axis.half_length[half]));
  };
  Ladder ladder;
  ladder.rate.push_back(first > 0 ? rate(0) : WideComplex());
  for (Index i = first; i < axis.count; ++i) {
    ladder.length.push_back(axis.node_length[i]);
    ladder.rate.push_back(rate(i));
  }
  return ladder;
}

std::vector<WideComplex> values_of(const Ladder &ladder) {
  Numbers diagonal, squares;
  for (std::size_t i = 0; i < ladder.size(); ++i) {
    diagonal.push_back((ladder.rate[i] + ladder.rate[i + 1]) * inverse(ladder.length[i]));
    if (i > 0)
      squares.push_back(ladder.rate[i] * ladder.rate[i] *
                        inverse(ladder.length[i - 1] * ladder.length[i]));
  }
  return symmetric_tridiagonal_values(std::move(diagonal), std::move(squares));
}

std::vector<WideComplex> mode_of(const Ladder &ladder, WideComplex &value) {
  constexpr double k_settled = 1e-20; // corrections shrink quadratically or faster
  constexpr int k_most_rounds = 8;
  const std::size_t n = ladder.size();
  Side below(n), above(n);
  Numbers mode(n);
  for (int round = 0; round < k_most_rounds; ++round) {
    below.conductance[0] = ladder.rate[0];
    for (std::size_t i = 1; i < n; ++i)
      add_node(below, ladder, value, i - 1, i, ladder.rate[i]);
    above.conductance[n - 1] = ladder.rate[n];
    for (std::size_t i = n - 1; i-- > 0;)
      add_node(above, ladder, value, i + 1, i, ladder.rate[i + 1]);
    // Kirchhoff's law is violated at one node only: the one where the violation is least.
    const auto rest_at = [&](std::size_t i) {
      return below.conductance[i] + above.conductance[i] - value * ladder.length[i];
    };
    std::size_t twist = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < n; ++i)
      if (const double rest = rest_at(i).size() / ladder.length[i].size(); rest < least) {
        least = rest;
        twist = i;
      }
    mode[twist] = 1;
    for (std::size_t i = twist; i > 0; --i)
      mode[i - 1] = mode[i] * below.ratio[i];
    for (std::size_t i = twist; i + 1 < n; ++i)
      mode[i + 1] = mode[i] * above.ratio[i];
    WideComplex square;
    for (std::size_t i = 0; i < n; ++i)
      square = square + ladder.length[i] * mode[i] * mode[i];
    const WideComplex share = inverse(square), correction = rest_at(twist) * share;
    const bool is_settled = correction.size() <= k_settled * value.size();
    value = value + correction;
    if (is_settled) {
      const WideComplex scale = sqrt(share);
      for (WideComplex &entry : mode)
        entry = entry * scale;
      return mode;
    }
  }
  throw Error(ExitCode::internal, "a mode of an axis of " + std::to_string(n) +
                                      " nodes is not found: too close to another one");
}

} // namespace curlew::fdfd
