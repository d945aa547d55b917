#include <curlew/methods/fdfd/background/axis_modes.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/background/node_modes.hpp>

#include <algorithm>
#include <cmath>
#include <deque>
#include <mutex>

namespace curlew::fdfd {
namespace {

using Column = std::vector<complex>;

bool conducts(Wall wall) {
  return wall == Wall::pml || wall == Wall::pec;
}

// Returns the difference on halves of a field on nodes; halves without a field have a rate of 0.
Column difference_on_halves(const Axis &axis, const complex *node) {
  const Index n = axis.count;
  Column half(n);
  for (Index i = 0; i < n; ++i) {
    const complex next = i + 1 < n ? node[i + 1] : axis.is_periodic() ? node[0] : complex(0);
    half[i] = (next - node[i]) * axis.half_rate[i];
  }
  return half;
}

// Returns the difference on nodes of a field on halves, 0 on fixed nodes.
Column difference_on_nodes(const Axis &axis, const complex *half) {
  const Index n = axis.count;
  Column node(n);
  for (Index i = 0; i < n; ++i) {
    const complex last = i > 0 ? half[i - 1] : axis.is_periodic() ? half[n - 1] : complex(0);
    if (!axis.node_is_fixed(i))
      node[i] = (half[i] - last) * axis.node_rate[i];
  }
  return node;
}

// Fills in the field whose difference is 0, with norm 1. Fixed entries (the last ones of halves)
// are 0.
void fill_constant(const std::vector<complex> &length, Index alive, complex *column) {
  complex sum = 0;
  for (Index i = 0; i < alive; ++i)
    sum += length[i];
  std::fill(column, column + alive, 1.0 / std::sqrt(sum));
}

double product_defect(const std::vector<complex> &modes, const std::vector<complex> &length) {
  const std::size_t n = length.size();
  double defect = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b <= a; ++b) {
      complex sum = 0;
      bool empty = true;
      for (std::size_t i = 0; i < n; ++i) {
        sum += modes[i + a * n] * length[i] * modes[i + b * n];
        empty = empty && modes[i + a * n] == complex(0);
      }
      const double expected = a == b && !empty ? 1 : 0;
      defect = std::max(defect, std::abs(sum - expected));
    }
  return defect;
}

bool equal(const Axis &a, const Axis &b) {
  return conducts(a.low) == conducts(b.low) && conducts(a.high) == conducts(b.high) &&
         a.is_periodic() == b.is_periodic() && a.node_length == b.node_length &&
         a.half_length == b.half_length;
}

// Cache of the modes of recent axes: a frequency's solves, a fall-back and a sweep of angles or of
// bodies in a box have axes in common.
class LatestModes {
public:
  using Modes = std::shared_ptr<const AxisModes>;

  Modes find(const Axis &axis) {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const auto &[known, modes] : kept_)
      if (equal(known, axis))
        return modes;
    return nullptr;
  }
  void keep(const Axis &axis, const Modes &modes) {
    constexpr std::size_t k_most = 4; // 8 MB each with 512 cells
    const std::lock_guard<std::mutex> lock(mutex_);
    kept_.emplace_front(axis, modes);
    if (kept_.size() > k_most)
      kept_.pop_back();
  }

private:
  std::mutex mutex_;
  std::deque<std::pair<Axis, Modes>> kept_;
};

} // namespace

double AxisModes::orthogonality_defect(const Axis &axis) const {
  return std::max(product_defect(node, axis.node_length), product_defect(half, axis.half_length));
}

double AxisModes::relation_defect(const Axis &axis) const {
  double defect = 0, largest = 0;
  for (Index m = 0; m < count; ++m) {
    const complex *const u = &node[static_cast<std::size_t>(m) * count];
    const complex *const w = &half[static_cast<std::size_t>(m) * count];
    const Column on_halves = difference_on_halves(axis, u), on_nodes = difference_on_nodes(axis, w);
    // Fields of norm 1 are of the size of length^-1/2.
    for (Index i = 0; i < count; ++i)
      defect = std::max({defect, std::abs(on_halves[i] - g[m] * w[i]) * std::sqrt(axis.cell_m),
                         std::abs(on_nodes[i] + g[m] * u[i]) * std::sqrt(axis.cell_m)});
    largest = std::max(largest, std::abs(g[m]));
  }
  return defect / largest;
}

AxisModes make_axis_modes(const Axis &axis, int threads) {
  if (axis.is_bloch())
    throw Error(ExitCode::internal, "an axis with a Bloch phase has no symmetric modes");
  const Index n = axis.count;
  const NodeModes found = find_node_modes(axis, threads);
  const std::size_t empty = n - found.g.size(), rows = empty * n;
  AxisModes modes;
  modes.count = n;
  modes.node.assign(rows, 0);
  modes.half.assign(rows, 0);
  modes.g.assign(empty, 0);
  // Mode 0 is the one whose difference is 0, where there is one.
  if (axis.is_periodic() || (conducts(axis.low) && conducts(axis.high)))
    fill_constant(axis.half_length, axis.cells, modes.half.data());
  if (axis.is_periodic() || (axis.low == Wall::pmc && axis.high == Wall::pmc))
    fill_constant(axis.node_length, n, modes.node.data());
  modes.node.insert(modes.node.end(), found.node.begin(), found.node.end());
  modes.half.insert(modes.half.end(), found.half.begin(), found.half.end());
  modes.g.insert(modes.g.end(), found.g.begin(), found.g.end());
  return modes;
}

std::shared_ptr<const AxisModes> shared_axis_modes(const Axis &axis, int threads) {
  static LatestModes latest;
  if (auto found = latest.find(axis))
    return found;
  const auto modes = std::make_shared<const AxisModes>(make_axis_modes(axis, threads));
  latest.keep(axis, modes);
  return modes;
}

std::array<std::shared_ptr<const AxisModes>, 3> make_modes(const std::array<Axis, 3> &axes,
                                                           int threads) {
  std::array<int, 3> like{};
  std::vector<int> distinct;
  for (int axis = 0; axis < 3; ++axis) {
    const auto same = std::find_if(distinct.begin(), distinct.end(),
                                   [&](int other) { return equal(axes[axis], axes[other]); });
    like[axis] = same != distinct.end() ? *same : axis;
    if (like[axis] == axis)
      distinct.push_back(axis);
  }
  std::array<std::shared_ptr<const AxisModes>, 3> modes;
  parallel_chunks(
      distinct.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i)
          modes[distinct[i]] = shared_axis_modes(axes[distinct[i]], threads);
      },
      1);
  for (int axis = 0; axis < 3; ++axis)
    modes[axis] = modes[like[axis]];
  return modes;
}

} // namespace curlew::fdfd
