#include <curlew/solvers/multigrid/rank_products.hpp>

#include <curlew/solvers/sparse/host_products.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace curlew {
namespace {

using Complex = Kokkos::complex<double>;

// An entry as ranks send it, with numbers in the whole matrix.
struct Entry {
  Index row, column;
  double real, imag;
};
using EntriesByRank = std::vector<std::vector<Entry>>; // by rank

// Returns the matrix of the entries; entries of one place are added up in the order of the ranks.
// `local`: row and column of each number of the whole.
HostSparse<Complex> added_up(const EntriesByRank &parts, Index rows, Index columns,
                             const std::vector<Index> &local) {
  std::vector<Offset> begin(rows + 1, 0);
  for (const auto &part : parts)
    for (const Entry &entry : part)
      ++begin[local[entry.row] + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<std::pair<Index, Complex>> met(begin.back());
  std::vector<Offset> next(begin.begin(), begin.end() - 1);
  for (const auto &part : parts)
    for (const Entry &entry : part)
      met[next[local[entry.row]]++] = {local[entry.column], {entry.real, entry.imag}};
  HostSparse<Complex> sum{rows, columns, {0}, {}, {}};
  for (Index row = 0; row < rows; ++row) {
    const auto first = met.begin() + begin[row], last = met.begin() + begin[row + 1];
    std::stable_sort(first, last,
                     [](const auto &one, const auto &two) { return one.first < two.first; });
    for (auto entry = first; entry != last; ++entry)
      if (entry != first && entry->first == sum.columns.back()) {
        sum.values.back() += entry->second;
      } else {
        sum.columns.push_back(entry->first);
        sum.values.push_back(entry->second);
      }
    sum.row_begin.push_back(sum.entries());
  }
  return sum;
}

std::vector<Index> columns_of(const EntriesByRank &parts, std::size_t count) {
  std::vector<char> is_met(count, 0);
  for (const auto &part : parts)
    for (const Entry &entry : part)
      is_met[entry.column] = 1;
  std::vector<Index> columns;
  for (std::size_t column = 0; column < count; ++column)
    if (is_met[column] != 0)
      columns.push_back(static_cast<Index>(column));
  return columns;
}

} // namespace

ReachedColumns reached_columns(const HostSparse<double> &whole, const std::vector<Index> &rows) {
  RowPart<double> part = part_of(whole, rows);
  return {std::move(part.rows), std::move(part.columns)};
}

std::vector<int> owners_of_columns(const HostSparse<double> &whole,
                                   const std::vector<int> &row_owner) {
  std::vector<int> owner(whole.column_count, 0);
  std::vector<double> largest(whole.column_count, 0);
  for (Index row = 0; row < whole.rows; ++row)
    for (Offset k = whole.row_begin[row]; k < whole.row_begin[row + 1]; ++k) {
      const Index column = whole.columns[k];
      if (std::abs(whole.values[k]) > largest[column]) {
        largest[column] = std::abs(whole.values[k]);
        owner[column] = row_owner[row];
      }
    }
  return owner;
}

RowPart<Complex> triple_product(const RowPart<Complex> &a, const ReachedColumns &reached,
                                const std::vector<int> &owner, const Communicator &ranks,
                                int threads) {
  EntriesByRank to(ranks.size());
  {
    const HostSparse<Complex> mine = triple_product_of_rows(a.rows, reached.p, threads);
    for (Index row = 0; row < mine.rows; ++row)
      for (Offset k = mine.row_begin[row]; k < mine.row_begin[row + 1]; ++k)
        to[owner[reached.numbers[row]]].push_back({reached.numbers[row],
                                                   reached.numbers[mine.columns[k]],
                                                   mine.values[k].real(), mine.values[k].imag()});
  }
  const EntriesByRank came = ranks.exchange(to);
  LocalNumbers columns = make_local_numbers(columns_of(came, owner.size()), owner, ranks);
  HostSparse<Complex> rows = added_up(came, columns.owned, columns.count(), columns.local);
  return {std::move(rows), std::move(columns.numbers), columns.owned, std::move(columns.peers),
          !ranks.is_alone()};
}

std::vector<Complex> triple_product_diagonal(const RowPart<Complex> &a,
                                             const ReachedColumns &reached, std::size_t count,
                                             const Communicator &ranks, int threads) {
  const std::vector<Complex> mine = triple_product_diagonal_of_rows(a.rows, reached.p, threads);
  std::vector<double> sums(2 * count, 0);
  for (std::size_t k = 0; k < mine.size(); ++k) {
    const auto at = static_cast<std::size_t>(reached.numbers[k]);
    sums[2 * at] = mine[k].real();
    sums[2 * at + 1] = mine[k].imag();
  }
  ranks.sum(sums);
  std::vector<Complex> diagonal(count);
  for (std::size_t i = 0; i < count; ++i)
    diagonal[i] = Complex(sums[2 * i], sums[2 * i + 1]);
  return diagonal;
}

HostSparse<Complex> gathered(const RowPart<Complex> &a, const std::vector<int> &owner,
                             const Communicator &ranks) {
  const std::vector<Index> numbers = owned_numbers(owner, ranks.rank());
  std::vector<Entry> mine;
  mine.reserve(a.rows.values.size());
  for (Index row = 0; row < a.rows.rows; ++row)
    for (Offset k = a.rows.row_begin[row]; k < a.rows.row_begin[row + 1]; ++k)
      mine.push_back({numbers[row], a.columns[a.rows.columns[k]], a.rows.values[k].real(),
                      a.rows.values[k].imag()});
  const EntriesByRank all = ranks.gather(mine);
  if (!ranks.is_root())
    return {};
  std::vector<Index> same(owner.size());
  std::iota(same.begin(), same.end(), 0);
  const auto count = static_cast<Index>(owner.size());
  return added_up(all, count, count, same);
}

} // namespace curlew
