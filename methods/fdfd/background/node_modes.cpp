#include <curlew/methods/fdfd/background/node_modes.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/background/ladder.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::fdfd {
namespace {

using NodeNumbers = std::vector<WideComplex>;

// A ladder with some of an axis' modes: the whole ladder, or the half of one parity.
struct LadderPart {
  Ladder ladder;
  int mirror = 0; // 1 even, -1 odd, 0: the whole
  NodeNumbers values;
};

std::vector<LadderPart> parts_of(const Ladder &whole) {
  if (!whole.is_mirror_image_of_itself())
    return {{whole, 0, {}}};
  return {{whole.half(true), 1, {}}, {whole.half(false), -1, {}}};
}

// Returns the field on all nodes, with the same sum of squares.
NodeNumbers mirrored(NodeNumbers mode, int mirror, std::size_t nodes) {
  if (mirror == 0)
    return mode;
  const WideComplex share = sqrt(WideComplex(0.5));
  for (WideComplex &value : mode)
    value = value * share;
  mode.resize(nodes); // an odd mode's middle node: 0
  for (std::size_t i = 0; i < nodes / 2; ++i)
    mode[nodes - 1 - i] = mirror > 0 ? mode[i] : -mode[i];
  return mode;
}

// Writes column m.
void put_mode(const Axis &axis, const Ladder &whole, const WideComplex &value,
              const NodeNumbers &mode, std::size_t m, NodeModes &modes) {
  const Index first = axis.node_is_fixed(0) ? 1 : 0;
  const std::size_t column = m * axis.count;
  const WideComplex g = sqrt(value), inverse_g = inverse(g);
  modes.g[m] = g.rounded();
  for (std::size_t i = 0; i < mode.size(); ++i)
    modes.node[column + first + i] = mode[i].rounded();
  for (std::size_t i = 0; i <= mode.size(); ++i) { // the half below node i
    const Index at = first + static_cast<Index>(i) - 1;
    const WideComplex here = i < mode.size() ? mode[i] : WideComplex(),
                      before = i > 0 ? mode[i - 1] : WideComplex();
    if (at >= 0)
      modes.half[column + at] = ((here - before) * whole.rate[i] * inverse_g).rounded();
  }
}

NodeModes reserved_modes(Index count, std::size_t modes) {
  const std::vector<complex> square(modes * count);
  return {std::vector<complex>(modes), square, square};
}

// Removes the value of the constant, the smallest one between magnetic walls.
void drop_constant(NodeNumbers &values) {
  const auto smaller = [](const WideComplex &a, const WideComplex &b) {
    return a.size() < b.size();
  };
  values.erase(std::min_element(values.begin(), values.end(), smaller));
}

// Returns cosines and sines of a uniform period; with an even number of cells the last one changes
// its sign from node to node. Turns are reduced as whole numbers.
NodeModes plane_modes(const Axis &axis) {
  const Index n = axis.count;
  const double length_m = n * axis.cell_m;
  NodeModes modes = reserved_modes(n, n - 1);
  const auto angle = [&](std::int64_t wave, Index halves) {
    return k_pi * static_cast<double>(wave * halves % (2 * n)) / n;
  };
  for (Index m = 0; m + 1 < n; ++m) {
    const Index wave = m / 2 + 1;
    const bool is_cosine = m % 2 == 0, is_last = 2 * wave == n;
    const double norm = std::sqrt((is_last ? 1 : 2) / length_m);
    modes.g[m] = 2 / axis.cell_m * std::sin(k_pi * wave / n);
    for (Index i = 0; i < n; ++i) {
      const double node = angle(wave, 2 * i), half = angle(wave, 2 * i + 1);
      const std::size_t at = i + static_cast<std::size_t>(m) * n;
      modes.node[at] = norm * (is_cosine ? std::cos(node) : std::sin(node));
      modes.half[at] = norm * (is_cosine ? -std::sin(half) : std::cos(half));
    }
  }
  return modes;
}

} // namespace

NodeModes find_node_modes(const Axis &axis, int threads) {
  if (axis.is_periodic())
    return plane_modes(axis);
  const Ladder whole = ladder_of(axis);
  if (whole.size() == 0) // one cell between conducting walls has no free node
    return {};
  std::vector<LadderPart> parts = parts_of(whole);
  parallel_chunks(
      parts.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t p = begin; p < end; ++p)
          parts[p].values = values_of(parts[p].ladder);
      },
      1);
  if (axis.low == Wall::pmc && axis.high == Wall::pmc)
    drop_constant(parts[0].values);
  struct Task {
    const LadderPart *part;
    WideComplex value;
  };
  std::vector<Task> tasks;
  for (const LadderPart &part : parts)
    for (const WideComplex &value : part.values)
      tasks.push_back({&part, value});
  NodeModes modes = reserved_modes(axis.count, tasks.size());
  constexpr std::size_t k_modes_per_thread = 8;
  parallel_chunks(
      tasks.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t m = begin; m < end; ++m) {
          Task &task = tasks[m];
          NodeNumbers mode = mode_of(task.part->ladder, task.value);
          put_mode(axis, whole, task.value,
                   mirrored(std::move(mode), task.part->mirror, whole.size()), m, modes);
        }
      },
      k_modes_per_thread);
  return modes;
}

} // namespace curlew::fdfd
