#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>

#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace curlew {

// Rooms of a fixed size on the way from each rank to each other, for large blocks in the memory of
// devices that the MPI library does not read: by the routes of HaloExchange, piece by piece.
template <class Space> class ExchangeWindow {
public:
  using Values = Kokkos::View<double *, Space>;

  // Collective. `size`: doubles that go to a rank at a time.
  ExchangeWindow(const Communicator &ranks, Index size)
      : size_(size), me_(ranks.rank()), ranks_(ranks.size()),
        pieces_("curlew::block::pieces", others(ranks) * size) {
    std::vector<ExchangePeer> peers;
    for (int rank = 0; rank < ranks.size(); ++rank)
      if (rank != me_) {
        ExchangePeer peer{rank, std::vector<Index>(size), size};
        std::iota(peer.send.begin(), peer.send.end(), static_cast<Index>(first_of(rank)));
        peers.push_back(std::move(peer));
      }
    exchange_ = HaloExchange<Space>(ranks, peers);
  }

  std::size_t size() const { return size_; }
  int ranks() const { return ranks_; }
  // Returns the room of a piece to another rank, or of `received` from it.
  Values piece(int rank) const { return room(pieces_, rank); }
  Values room(const Values &received, int rank) const {
    return Kokkos::subview(received, std::make_pair(first_of(rank), first_of(rank) + size_));
  }
  // Sends the pieces and returns the received ones, valid until the next call.
  Values run(const Space &space) {
    exchange_.start(space, pieces_);
    return exchange_.finish(space);
  }

private:
  static std::size_t others(const Communicator &ranks) { return ranks.size() - 1; }
  std::size_t first_of(int rank) const { return size_ * (rank < me_ ? rank : rank - 1); }

  std::size_t size_;
  int me_, ranks_;
  Values pieces_;
  HaloExchange<Space> exchange_;
};

// Returns a window where messages cannot lie in the memory of the space; null where they can. The
// window stays until Kokkos ends, because memory for peers is never freed, and serves all calls for
// as many ranks: a process belongs to one group. Collective.
template <class Space>
std::shared_ptr<ExchangeWindow<Space>> make_exchange_window(const Communicator &ranks) {
  constexpr Index k_doubles_at_a_time = 1 << 21; // 16 MB
  if (ranks.is_alone() || !ranks.any(is_device<Space> && !mpi_reads_devices()))
    return nullptr;
  static std::shared_ptr<ExchangeWindow<Space>> kept;
  if (kept == nullptr)
    Kokkos::push_finalize_hook([] { kept.reset(); });
  if (kept == nullptr || kept->ranks() != ranks.size())
    kept = std::make_shared<ExchangeWindow<Space>>(ranks, k_doubles_at_a_time);
  return kept;
}

// A stretch of a view that goes to a rank or comes from one, in doubles.
struct ExchangeBlock {
  int rank;
  std::size_t begin, count;
};

// Sends blocks of one view into another view of other ranks, any rank to any rank. The blocks from
// one rank to another pair in their order and have the same sizes on both. Both views must stay
// where they are until this object ends.
template <class Space> class BlockExchange {
public:
  using Values = Kokkos::View<double *, Space>;
  using Blocks = std::vector<ExchangeBlock>;

  BlockExchange() = default;
  // Collective. `window`: make_exchange_window().
  BlockExchange(const Communicator &ranks, const Values &send, Blocks sends, const Values &receive,
                Blocks receives, std::shared_ptr<ExchangeWindow<Space>> window)
      : me_(ranks.rank()), ranks_(ranks.size()), send_(send), receive_(receive),
        sends_(std::move(sends)), receives_(std::move(receives)), window_(std::move(window)) {
    if (window_) {
      std::size_t most = 0; // doubles to or from one rank
      for (int rank = 0; rank < ranks_; ++rank)
        if (rank != me_)
          most = std::max({most, total(sends_, rank), total(receives_, rank)});
      const std::size_t rounds = (most + window_->size() - 1) / window_->size();
      rounds_ = static_cast<int>(ranks.max(static_cast<double>(rounds)));
      return;
    }
    messages_ = Communicator::Messages(ranks);
    for (const ExchangeBlock &block : receives_)
      if (block.rank != me_ && block.count > 0)
        messages_.add_receive(receive_.data() + block.begin, block.count * sizeof(double),
                              block.rank);
    for (const ExchangeBlock &block : sends_)
      if (block.rank != me_ && block.count > 0)
        messages_.add_send(send_.data() + block.begin, block.count * sizeof(double), block.rank);
  }

  // Sends and receives all blocks. Collective.
  void run(const Space &space) {
    copy_own(space);
    if (window_) {
      for (int round = 0; round < rounds_; ++round)
        run_window(space, round);
      return;
    }
    space.fence();
    messages_.start_receives();
    messages_.start_sends();
    messages_.wait();
  }

  // Returns the bytes that leave this rank.
  double bytes() const {
    double doubles = 0;
    for (const ExchangeBlock &block : sends_)
      doubles += block.rank != me_ ? static_cast<double>(block.count) : 0;
    return doubles * sizeof(double);
  }

private:
  static std::size_t total(const Blocks &blocks, int rank) {
    std::size_t sum = 0;
    for (const ExchangeBlock &block : blocks)
      sum += block.rank == rank ? block.count : 0;
    return sum;
  }
  static auto stretch(const Values &view, std::size_t begin, std::size_t count) {
    return Kokkos::subview(view, std::make_pair(begin, begin + count));
  }

  void copy_own(const Space &space) const {
    auto to = receives_.begin();
    for (const ExchangeBlock &from : sends_) {
      if (from.rank != me_)
        continue;
      to = std::find_if(to, receives_.end(),
                        [&](const ExchangeBlock &block) { return block.rank == me_; });
      if (from.count > 0)
        Kokkos::deep_copy(space, stretch(receive_, to->begin, to->count),
                          stretch(send_, from.begin, from.count));
      ++to;
    }
  }

  // Calls f(begin in the view, begin in the window, count) for the stretches of a rank's blocks
  // that a round brings.
  template <class F> void for_stretches(const Blocks &blocks, int rank, int round, F &&f) const {
    const std::size_t first = round * window_->size(), end = first + window_->size();
    std::size_t at = 0; // of the blocks one after the other
    for (const ExchangeBlock &block : blocks) {
      if (block.rank != rank)
        continue;
      const std::size_t from = std::max(at, first), to = std::min(at + block.count, end);
      if (from < to)
        f(block.begin + from - at, from - first, to - from);
      at += block.count;
    }
  }

  void run_window(const Space &space, int round) {
    for (int rank = 0; rank < ranks_; ++rank)
      if (rank != me_)
        for_stretches(sends_, rank, round, [&](std::size_t at, std::size_t in, std::size_t count) {
          Kokkos::deep_copy(space, stretch(window_->piece(rank), in, count),
                            stretch(send_, at, count));
        });
    const Values received = window_->run(space);
    for (int rank = 0; rank < ranks_; ++rank)
      if (rank != me_)
        for_stretches(receives_, rank, round,
                      [&](std::size_t at, std::size_t in, std::size_t count) {
                        Kokkos::deep_copy(space, stretch(receive_, at, count),
                                          stretch(window_->room(received, rank), in, count));
                      });
  }

  int me_ = 0, ranks_ = 1, rounds_ = 0;
  Values send_, receive_;
  Blocks sends_, receives_;
  std::shared_ptr<ExchangeWindow<Space>> window_;
  Communicator::Messages messages_;
};

} // namespace curlew
