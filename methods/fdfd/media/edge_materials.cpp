#include <curlew/methods/fdfd/media/edge_materials.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/host_loops.hpp>
#include <curlew/methods/fdfd/media/brick_average.hpp>

#include <map>

namespace curlew::fdfd {
namespace {

using ConstantIds = std::map<std::pair<double, double>, std::uint32_t>;

// The ids that one thread assigned, by its own count.
struct Share {
  ConstantIds ids;
  bool has_conductors = false;
  std::vector<std::pair<Offset, double>> cut;
  std::size_t begin = 0, end = 0;
};

} // namespace

EntryMaterials entry_materials(const Problem &problem, const Scene &scene,
                               const ConstantTable &table, bool is_electric, Smoothing smoothing,
                               int threads) {
  const BrickAverage average(problem, scene, table, is_electric, smoothing);
  const std::array<Index, 3> count{problem.count(0), problem.count(1), problem.count(2)};
  const std::size_t rows = std::size_t(3) * count[1] * count[2];
  std::vector<std::uint32_t> local(problem.unknowns()); // a share's id + 1
  std::vector<Share> shares(chunk_count(rows, threads, 16));
  parallel_chunks(
      rows, threads,
      [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        Share &share = shares[chunk];
        share.begin = begin * count[0];
        share.end = end * count[0];
        std::size_t e = share.begin;
        for (std::size_t row = begin; row < end; ++row) {
          const int c = static_cast<int>(row / (std::size_t(count[1]) * count[2]));
          const auto k = static_cast<Index>(row / count[1] % count[2]);
          const auto j = static_cast<Index>(row % count[1]);
          for (Index i = 0; i < count[0]; ++i, ++e) {
            if (problem.is_boundary_fixed(c, {i, j, k}, is_electric))
              continue;
            BrickAverage::Entry entry{c, k, {}};
            entry.brick.center =
                is_electric ? problem.e_position_m(c, i, j, k) : problem.h_position_m(c, i, j, k);
            for (int d = 0; d < 3; ++d)
              entry.brick.half_size[d] = problem.axes[d].cell_m / 2;
            complex value;
            double free = 1;
            if (!average.constant(entry, value, free)) {
              share.has_conductors = true;
              continue;
            }
            if (free < 1)
              share.cut.emplace_back(static_cast<Offset>(e), free);
            const auto [known, is_new] = share.ids.try_emplace(
                {value.real(), value.imag()}, static_cast<std::uint32_t>(share.ids.size()));
            local[e] = known->second + 1;
          }
        }
      },
      16);
  // The order by value is the same for any number of threads.
  ConstantIds all;
  EntryMaterials result;
  for (const Share &share : shares) {
    result.has_conductors = result.has_conductors || share.has_conductors;
    result.cut.insert(result.cut.end(), share.cut.begin(), share.cut.end());
    for (const auto &[value, id] : share.ids)
      all[value] = 0;
  }
  if (all.size() > 65535)
    throw ResourceError(std::to_string(all.size()) + " different " +
                        (is_electric ? "permittivities" : "permeabilities") +
                        " of the grid's entries; 65535 are possible. Take fewer materials, or "
                        "grid.smoothing false");
  result.constants = {1};
  for (auto &[value, id] : all) {
    id = static_cast<std::uint32_t>(result.constants.size());
    result.constants.emplace_back(value.first, value.second);
  }
  for (auto &ids : result.id)
    ids.resize(problem.size());
  const std::size_t size = problem.size();
  parallel_chunks(
      shares.size(), threads,
      [&](std::size_t begin, std::size_t end) {
        for (std::size_t s = begin; s < end; ++s) {
          const Share &share = shares[s];
          std::vector<std::uint16_t> of_local(share.ids.size() + 1, 0);
          for (const auto &[value, id] : share.ids)
            of_local[id + 1] = static_cast<std::uint16_t>(all.at(value));
          for (std::size_t c = 0; c < 3; ++c) { // the part of each component in this share
            const std::size_t first = std::max(share.begin, c * size);
            const std::size_t last = std::min(share.end, (c + 1) * size);
            for (std::size_t e = first; e < last; ++e)
              result.id[c][e - c * size] = of_local[local[e]];
          }
        }
      },
      1);
  return result;
}

} // namespace curlew::fdfd
