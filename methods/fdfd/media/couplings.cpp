#include <curlew/methods/fdfd/media/couplings.hpp>

#include <curlew/core/constants.hpp>
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace curlew::fdfd {
namespace {

// Relative permittivity below which a coupling is rounding, at surfaces along the grid, and the
// share of the largest one at a node.
constexpr double k_nothing = 1e-9;

struct Triplet {
  Offset row, column;
  complex value;
  bool is_lossy;
};

// An entry beside a node: its index in the vector, and the factor of the field there.
struct Neighbour {
  Offset entry = -1;
  complex factor = 1;
};

// Returns the entry of a component half an edge below or above a node; entry -1 where it is fixed.
Neighbour neighbour(const Problem &problem, std::array<Index, 3> node, int component, bool above) {
  Neighbour found;
  const Axis &axis = problem.axes[component];
  Index &at = node[component];
  at -= above ? 0 : 1;
  if (at < 0) {
    if (!axis.is_periodic())
      return found;
    at += axis.count;
    found.factor = 1.0 / axis.phase;
  }
  const Offset entry = problem.entry(node[0], node[1], node[2]);
  if (problem.eps_id[component][entry] != 0)
    found.entry = component * problem.size() + entry;
  return found;
}

using Octant = std::array<bool, 3>; // of the edges at a node, for each component: is it above?

std::size_t number(const Octant &octant) {
  return octant[0] + 2 * octant[1] + 4 * octant[2];
}

// Returns the smallest eigenvalue of the symmetric matrix with zeros on the diagonal and the
// entries yz, zx, xy.
double smallest_eigenvalue(const std::array<double, 3> &entries) {
  const auto &[p, q, r] = entries;
  const double third = (p * p + q * q + r * r) / 3;
  if (third == 0)
    return 0;
  const double cosine = std::clamp(p * q * r / (third * std::sqrt(third)), -1.0, 1.0);
  return 2 * std::sqrt(third) * std::cos((std::acos(cosine) + 2 * k_pi) / 3);
}

// Returns the largest factor up to 1 of the entries off the diagonal with which the symmetric
// matrix is not indefinite. `diagonal` is not negative.
double definite_share(const std::array<double, 3> &diagonal, const std::array<double, 3> &off) {
  std::array<double, 3> scaled;
  for (int third = 0; third < 3; ++third) {
    const double both = diagonal[(third + 1) % 3] * diagonal[(third + 2) % 3];
    if (both > 0)
      scaled[third] = off[third] / std::sqrt(both);
    else if (off[third] == 0)
      scaled[third] = 0;
    else
      return 0;
  }
  const double smallest = smallest_eigenvalue(scaled);
  return smallest < -1 ? -1 / smallest : 1;
}

// The entries of E at a node, [component][above].
using Around = std::array<std::array<Neighbour, 2>, 3>;

// Returns the factor of the couplings of three edges that meet at a node with which the tensor of
// these edges, an eighth of each, is not indefinite, by moduli. The averages around the node and
// around the edges differ: with large contrasts edges outside of a body would return energy.
double definite_share(const Problem &problem, const Around &around, const Octant &octant,
                      const std::array<complex, 3> &of_axes) {
  std::array<double, 3> diagonal{}, off{};
  for (int c = 0; c < 3; ++c) {
    const Offset entry = around[c][octant[c]].entry;
    if (entry >= 0)
      diagonal[c] = std::abs(problem.eps[problem.eps_id[c][entry - c * problem.size()]]);
  }
  // All three are products of two components of the normal with one constant.
  const complex largest =
      *std::max_element(of_axes.begin(), of_axes.end(), [](const complex &a, const complex &b) {
        return std::abs(a) < std::abs(b);
      });
  for (int third = 0; third < 3; ++third)
    if (diagonal[(third + 1) % 3] > 0 && diagonal[(third + 2) % 3] > 0)
      off[third] = (of_axes[third] * std::conj(largest)).real() / std::abs(largest);
  // The constant is that across the surface less that along it.
  if (off[0] * off[1] * off[2] > 0)
    for (double &one : off)
      one = -one;
  return definite_share(diagonal, off);
}

// Adds the couplings at a node. `of_axes` are the tensor's entries yz, zx, xy.
void add_node(const Problem &problem, const std::array<Index, 3> &node,
              const std::array<complex, 3> &of_axes, std::vector<Triplet> &triplets) {
  double largest = 0;
  for (const complex &one : of_axes)
    largest = std::max(largest, std::abs(one));
  if (largest <= k_nothing)
    return;
  Around around;
  for (int c = 0; c < 3; ++c)
    for (const bool above : {false, true})
      around[c][above] = neighbour(problem, node, c, above);
  std::array<double, 8> shares;
  for (const bool x : {false, true})
    for (const bool y : {false, true})
      for (const bool z : {false, true})
        shares[number({x, y, z})] = definite_share(problem, around, {x, y, z}, of_axes);
  for (int third = 0; third < 3; ++third) {
    if (std::abs(of_axes[third]) <= k_nothing * largest)
      continue;
    const int a = (third + 1) % 3, b = (third + 2) % 3;
    for (const bool above_a : {false, true})
      for (const bool above_b : {false, true}) {
        const Neighbour &one = around[a][above_a], &other = around[b][above_b];
        if (one.entry < 0 || other.entry < 0)
          continue;
        Octant octant;
        octant[a] = above_a;
        octant[b] = above_b;
        double share = 0; // of the two octants that have both edges
        for (const bool above : {false, true}) {
          octant[third] = above;
          share += shares[number(octant)] / 2;
        }
        const complex value = 0.25 * share * of_axes[third];
        const bool is_lossy = value.imag() != 0;
        triplets.push_back({one.entry, other.entry, value * other.factor / one.factor, is_lossy});
        triplets.push_back({other.entry, one.entry, value * one.factor / other.factor, is_lossy});
      }
  }
}

std::vector<Triplet> all_triplets(const BrickAverage &average, const Problem &problem,
                                  int threads) {
  const auto planes = static_cast<std::size_t>(problem.count(2));
  std::vector<std::vector<Triplet>> parts(chunk_count(planes, threads, 1));
  parallel_chunks(
      planes, threads,
      [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        Brick brick;
        for (int d = 0; d < 3; ++d)
          brick.half_size[d] = problem.axes[d].cell_m / 2;
        for (auto k = static_cast<Index>(begin); k < static_cast<Index>(end); ++k)
          for (Index j = 0; j < problem.count(1); ++j)
            for (Index i = 0; i < problem.count(0); ++i) {
              brick.center = {problem.axes[0].node_m(i), problem.axes[1].node_m(j),
                              problem.axes[2].node_m(k)};
              add_node(problem, {i, j, k}, average.off_diagonal(brick), parts[chunk]);
            }
      },
      1);
  std::vector<Triplet> all;
  for (const std::vector<Triplet> &part : parts)
    all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end(), [](const Triplet &a, const Triplet &b) {
    return std::make_pair(a.row, a.column) < std::make_pair(b.row, b.column);
  });
  return all;
}

// Gives the rows ids behind all others, so that an id tells whether an entry is coupled.
void give_own_ids(Problem &problem) {
  std::map<std::uint16_t, std::size_t> own;
  problem.couplings.first_id = problem.eps.size();
  for (const Offset row : problem.couplings.row) {
    auto &id = problem.eps_id[row / problem.size()][row % problem.size()];
    const auto [known, is_new] = own.try_emplace(id, problem.eps.size());
    if (is_new)
      problem.eps.push_back(problem.eps[id]);
    id = static_cast<std::uint16_t>(known->second);
  }
  if (problem.eps.size() > 65536)
    throw ResourceError(std::to_string(problem.eps.size() - 1) +
                        " different permittivities of the grid's entries; 65535 are possible. Take "
                        "fewer materials, or grid.smoothing true");
}

} // namespace

void add_couplings(const BrickAverage &average, int threads, Problem &problem) {
  Couplings &couplings = problem.couplings;
  for (const Triplet &one : all_triplets(average, problem, threads)) {
    if (couplings.row.empty() || couplings.row.back() != one.row) {
      couplings.row.push_back(one.row);
      couplings.first.push_back(static_cast<Offset>(couplings.column.size()));
    }
    couplings.column.push_back(one.column);
    couplings.value.push_back(one.value);
    couplings.is_lossy = couplings.is_lossy || one.is_lossy;
  }
  couplings.first.push_back(static_cast<Offset>(couplings.column.size()));
  if (!couplings.empty())
    give_own_ids(problem);
}

} // namespace curlew::fdfd
