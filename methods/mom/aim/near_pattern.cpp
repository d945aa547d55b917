#include <curlew/methods/mom/aim/near_pattern.hpp>

#include <curlew/core/parallel/host_loops.hpp>

#include <algorithm>
#include <cmath>

namespace curlew::mom {
namespace {

// Collects the columns of rows, one after another.
class RowColumns {
public:
  RowColumns(const Surface &surface, const NearFinder &finder)
      : surface_(surface), finder_(finder), last_(surface.basis.size(), -1) {}

  const std::vector<Index> &of(Index row) {
    columns_.clear();
    for (const Index p : surface_.basis[row].face) {
      if (p >= surface_.own_faces()) // an image is no test face
        continue;
      finder_.for_each_near(p, [&](Index q) {
        for (Index h = surface_.slot_offset[3 * q]; h < surface_.slot_offset[3 * q + 3]; ++h) {
          const Index column = surface_.halves[h].basis;
          if (last_[column] != row) {
            last_[column] = row;
            columns_.push_back(column);
          }
        }
      });
    }
    std::sort(columns_.begin(), columns_.end());
    return columns_;
  }

private:
  const Surface &surface_;
  const NearFinder &finder_;
  std::vector<Index> last_; // [column]: last row that the column was found for
  std::vector<Index> columns_;
};

constexpr std::size_t k_grain = 64;

PairList make_pairs(const Surface &surface, const NearFinder &finder, int threads) {
  const std::size_t faces = surface.own_faces();
  std::vector<std::vector<Index>> of_chunk(chunk_count(faces, threads, k_grain));
  PairList list;
  list.offset.assign(faces + 1, 0);
  parallel_chunks(
      faces, threads,
      [&](std::size_t begin, std::size_t end, std::size_t chunk) {
        std::vector<Index> &found = of_chunk[chunk];
        for (std::size_t p = begin; p < end; ++p) {
          const std::size_t first = found.size();
          finder.for_each_near(static_cast<Index>(p), [&](Index q) {
            if (q >= static_cast<Index>(p))
              found.push_back(q);
          });
          std::sort(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
          list.offset[p + 1] = static_cast<Offset>(found.size() - first);
        }
      },
      k_grain);
  for (std::size_t p = 0; p < faces; ++p)
    list.offset[p + 1] += list.offset[p];
  list.second.reserve(list.offset.back());
  for (std::vector<Index> &found : of_chunk) {
    list.second.insert(list.second.end(), found.begin(), found.end());
    std::vector<Index>().swap(found);
  }
  return list;
}

FaceBins make_bins(const Surface &surface, double radius_m) {
  constexpr double k_margin = 1 + 1e-6;
  double largest = 0;
  std::array<double, 3> low;
  std::copy(surface.faces[0].centroid, surface.faces[0].centroid + 3, low.begin());
  for (const Face &face : surface.faces) {
    largest = std::max(largest, face.radius);
    for (int d = 0; d < 3; ++d)
      low[d] = std::min(low[d], face.centroid[d]);
  }
  FaceBins bins(low, std::max(2 * NearFinder::k_reach * largest, radius_m) * k_margin);
  for (std::size_t f = 0; f < surface.faces.size(); ++f)
    bins.add(surface.faces[f], static_cast<Index>(f));
  return bins;
}

} // namespace

NearFinder::NearFinder(const Surface &surface, double radius_m)
    : surface_(surface), squared_(radius_m * radius_m), bins_(make_bins(surface, radius_m)) {}

NearPattern make_near_pattern(const Surface &surface, const NearFinder &finder, int threads) {
  NearPattern pattern;
  pattern.pairs = make_pairs(surface, finder, threads);
  const std::size_t rows = surface.basis.size();
  pattern.row_begin.assign(rows + 1, 0);
  parallel_chunks(
      rows, threads,
      [&](std::size_t begin, std::size_t end) {
        RowColumns columns(surface, finder);
        for (std::size_t n = begin; n < end; ++n)
          pattern.row_begin[n + 1] = static_cast<Offset>(columns.of(static_cast<Index>(n)).size());
      },
      k_grain);
  for (std::size_t n = 0; n < rows; ++n)
    pattern.row_begin[n + 1] += pattern.row_begin[n];
  pattern.columns.resize(pattern.row_begin.back());
  parallel_chunks(
      rows, threads,
      [&](std::size_t begin, std::size_t end) {
        RowColumns columns(surface, finder);
        for (std::size_t n = begin; n < end; ++n) {
          const std::vector<Index> &found = columns.of(static_cast<Index>(n));
          std::copy(found.begin(), found.end(),
                    pattern.columns.begin() + static_cast<std::ptrdiff_t>(pattern.row_begin[n]));
        }
      },
      k_grain);
  return pattern;
}

double near_entries_per_row(const Surface &surface, const NearFinder &finder) {
  constexpr Index k_rows = 500;
  RowColumns columns(surface, finder);
  const Index step = std::max(1, surface.unknowns() / k_rows);
  double entries = 0;
  Index rows = 0;
  for (Index n = 0; n < surface.unknowns(); n += step, ++rows)
    entries += static_cast<double>(columns.of(n).size());
  return entries / rows;
}

} // namespace curlew::mom
