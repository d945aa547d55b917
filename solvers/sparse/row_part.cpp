#include <curlew/solvers/sparse/row_part.hpp>

#include <curlew/core/error.hpp>

#include <algorithm>
#include <utility>

namespace curlew {
namespace {

// Returns some rows of a matrix with new column numbers.
HostSparse<double> renumbered(const HostSparse<double> &whole, const std::vector<Index> &rows,
                              const std::vector<Index> &number, Index columns) {
  HostSparse<double> part;
  part.rows = static_cast<Index>(rows.size());
  part.column_count = columns;
  part.row_begin.push_back(0);
  for (const Index row : rows) {
    for (Offset k = whole.row_begin[row]; k < whole.row_begin[row + 1]; ++k) {
      part.columns.push_back(number[whole.columns[k]]);
      part.values.push_back(whole.values[k]);
    }
    part.row_begin.push_back(static_cast<Offset>(part.columns.size()));
  }
  return part;
}

} // namespace

std::vector<Index> owned_numbers(const std::vector<int> &owner, int rank) {
  std::vector<Index> numbers;
  for (std::size_t i = 0; i < owner.size(); ++i)
    if (owner[i] == rank)
      numbers.push_back(static_cast<Index>(i));
  return numbers;
}

void order_by_rank(std::vector<Index> &numbers, const std::vector<int> &owner) {
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](Index a, Index b) { return owner[a] < owner[b]; });
}

std::vector<ExchangePeer> peers_of(const std::vector<Index> &ghosts, const std::vector<int> &owner,
                                   const std::vector<Index> &local, Index owned,
                                   const Communicator &ranks) {
  std::vector<std::vector<Index>> wanted(ranks.size());
  for (const Index ghost : ghosts)
    wanted[owner[ghost]].push_back(ghost);
  const auto asked = ranks.exchange(wanted);
  std::vector<ExchangePeer> peers;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    ExchangePeer peer{rank, {}, static_cast<Index>(wanted[rank].size())};
    for (const Index number : asked[rank]) {
      const bool is_known = number >= 0 && number < static_cast<Index>(local.size());
      if (!is_known || local[number] < 0 || local[number] >= owned)
        throw Error(ExitCode::internal, "ranks disagree on who owns the unknowns of the mesh");
      peer.send.push_back(local[number]);
    }
    if (peer.receive > 0 || !peer.send.empty())
      peers.push_back(std::move(peer));
  }
  return peers;
}

LocalNumbers make_local_numbers(const std::vector<Index> &needed, const std::vector<int> &owner,
                                const Communicator &ranks) {
  LocalNumbers made;
  made.numbers = owned_numbers(owner, ranks.rank());
  made.owned = made.count();
  std::vector<Index> ghosts;
  for (const Index number : needed)
    if (owner[number] != ranks.rank())
      ghosts.push_back(number);
  order_by_rank(ghosts, owner);
  made.numbers.insert(made.numbers.end(), ghosts.begin(), ghosts.end());
  made.local.assign(owner.size(), -1);
  for (Index k = 0; k < made.count(); ++k)
    made.local[made.numbers[k]] = k;
  made.peers = peers_of(ghosts, owner, made.local, made.owned, ranks);
  return made;
}

std::vector<Index> columns_of(const HostSparse<double> &whole, const std::vector<Index> &rows) {
  std::vector<char> is_met(whole.column_count, 0);
  for (const Index row : rows)
    for (Offset k = whole.row_begin[row]; k < whole.row_begin[row + 1]; ++k)
      is_met[whole.columns[k]] = 1;
  std::vector<Index> columns;
  for (Index column = 0; column < whole.column_count; ++column)
    if (is_met[column] != 0)
      columns.push_back(column);
  return columns;
}

RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows,
                        const std::vector<int> &column_owner, const Communicator &ranks) {
  LocalNumbers columns = make_local_numbers(columns_of(whole, rows), column_owner, ranks);
  HostSparse<double> part = renumbered(whole, rows, columns.local, columns.count());
  return {std::move(part), std::move(columns.numbers), columns.owned, std::move(columns.peers),
          !ranks.is_alone()};
}

RowPart<double> part_of(const HostSparse<double> &whole, const std::vector<Index> &rows) {
  RowPart<double> part;
  part.columns = columns_of(whole, rows);
  part.owned = static_cast<Index>(part.columns.size());
  std::vector<Index> number(whole.column_count, -1);
  for (Index k = 0; k < part.owned; ++k)
    number[part.columns[k]] = k;
  part.rows = renumbered(whole, rows, number, part.owned);
  return part;
}

} // namespace curlew
