#include <curlew/core/error.hpp>
#include <curlew/core/index.hpp>
#include <curlew/solvers/direct/elimination_tree.hpp>

#ifdef CURLEW_HAVE_METIS
#include <metis.h>
#endif

#include <algorithm>
#include <mutex>
#include <numeric>
#include <string>

namespace curlew {
namespace {

#ifdef CURLEW_HAVE_METIS

constexpr idx_t k_metis_seed = 1; // fixed: the same matrix always gives the same factors

std::vector<Index> nested_dissection(const SymmetricPattern &pattern) {
  idx_t count = pattern.rows();
  to_index(pattern.neighbours.size(), "neighbours of unknowns, for METIS");
  std::vector<idx_t> offsets(pattern.row_begin.begin(), pattern.row_begin.end());
  std::vector<idx_t> neighbours(pattern.neighbours.begin(), pattern.neighbours.end());
  std::vector<idx_t> from(count), to(count);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = k_metis_seed;
  // METIS takes its random numbers from std::rand, whose state all threads share.
  static std::mutex one_at_a_time;
  const std::lock_guard<std::mutex> lock(one_at_a_time);
  const int status = METIS_NodeND(&count, offsets.data(), neighbours.data(), nullptr, options,
                                  from.data(), to.data());
  if (status == METIS_ERROR_MEMORY)
    throw ResourceError("METIS ran out of memory ordering " + std::to_string(count) + " unknowns");
  if (status != METIS_OK)
    throw Error(ExitCode::internal, "METIS_NodeND failed with status " + std::to_string(status));
  return {from.begin(), from.end()};
}

#else

// Breadth first from an unknown far out, part by part; reversed.
std::vector<Index> reverse_cuthill_mckee(const SymmetricPattern &pattern) {
  const Index rows = pattern.rows();
  const auto degree = [&](Index i) { return pattern.row_begin[i + 1] - pattern.row_begin[i]; };
  std::vector<Index> order, met(rows, 0);
  Index round = 0;
  const auto walk = [&](Index root, Index mark) {
    std::size_t next = order.size();
    met[root] = mark;
    for (order.push_back(root); next < order.size(); ++next) {
      const std::size_t first_new = order.size();
      for (Offset k = pattern.row_begin[order[next]]; k < pattern.row_begin[order[next] + 1]; ++k)
        if (met[pattern.neighbours[k]] != mark) {
          met[pattern.neighbours[k]] = mark;
          order.push_back(pattern.neighbours[k]);
        }
      std::sort(order.begin() + first_new, order.end(), [&](Index a, Index b) {
        return degree(a) != degree(b) ? degree(a) < degree(b) : a < b;
      });
    }
  };
  constexpr Index k_placed = -1;
  for (Index i = 0; i < rows; ++i) {
    if (met[i] == k_placed)
      continue;
    const std::size_t start = order.size();
    walk(i, ++round);
    const Index far = order.back();
    order.resize(start);
    walk(far, k_placed);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

#endif

} // namespace

FillOrder fill_reducing_order(const SymmetricPattern &pattern) {
#ifdef CURLEW_HAVE_METIS
  // METIS takes no graph without edges.
  if (pattern.neighbours.empty()) {
    FillOrder none{"none", std::vector<Index>(pattern.rows())};
    std::iota(none.from.begin(), none.from.end(), 0);
    return none;
  }
  return {"metis", nested_dissection(pattern)};
#else
  return {"rcm", reverse_cuthill_mckee(pattern)};
#endif
}

} // namespace curlew
