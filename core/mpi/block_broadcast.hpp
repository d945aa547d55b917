#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend_peers.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace curlew {

// A block of values that one rank sends to all others.
struct BroadcastBlock {
  int from;
  std::size_t count;
};

// Sends blocks of doubles one after the other, each from its rank to all others, while kernels run:
// start() posts the messages of a block, finish() waits for them. Blocks lie in two memories in
// turn, so that one can be read while the next arrives. All ranks start and finish all blocks in
// their order, and finish a block before they start the one after it.
//
// All blocks take the same route, determined at construction:
// - in place: hosts; devices where the MPI library reads their memory;
// - peer: all ranks are on one host, and their devices can access each other's memory. The sender
//   waits until each receiver has started the block, writes into its memory and sends a byte;
// - staged: through pinned memory of the host.
template <class Space> class BlockBroadcast {
public:
  using Values = Kokkos::View<double *, Space>;

  BlockBroadcast() = default;
  // Collective.
  BlockBroadcast(const Communicator &ranks, std::vector<BroadcastBlock> blocks)
      : ranks_(ranks), blocks_(std::move(blocks)) {
    for (const BroadcastBlock &block : blocks_)
      largest_ = std::max(largest_, block.count);
    if constexpr (is_device<Space>)
      if (ranks_.any(!mpi_reads_devices()))
        find_route();
    if (memory_.extent(0) == 0)
      memory_ = Values(Kokkos::view_alloc("curlew::broadcast::memory", Kokkos::WithoutInitializing),
                       2 * largest_);
    staged_ = Staged("curlew::broadcast::staged", route_ == Route::staged ? largest_ : 0);
    heard_.resize(ranks_.size());
    if (ranks_.is_alone())
      return;
    for (std::size_t block = 0; block < blocks_.size(); ++block)
      post(block);
  }

  // Returns the memory of a block. Its rank writes into it before start(), the others read it after
  // finish(), until they start the second block after it.
  Values values(std::size_t block) const {
    const std::size_t first = block % 2 * largest_;
    return Kokkos::subview(memory_, std::make_pair(first, first + blocks_[block].count));
  }

  // Waits for all kernels of the space. Collective.
  void start(const Space &space, std::size_t block) {
    if (ranks_.is_alone())
      return;
    const bool sends = blocks_[block].from == ranks_.rank();
    if (sends && route_ == Route::staged)
      Kokkos::deep_copy(space, staged(block), values(block));
    space.fence();
    if (route_ == Route::peer) {
      (sends ? ready_[block].start_receives() : ready_[block].start_sends());
      if (sends) {
        ready_[block].wait();
        for (double *const memory : peers_)
          if (memory != nullptr)
            Kokkos::deep_copy(space, at_peer(memory, block), values(block));
        space.fence();
      }
    }
    (sends ? messages_[block].start_sends() : messages_[block].start_receives());
  }

  // Collective.
  void finish(const Space &space, std::size_t block) {
    if (ranks_.is_alone())
      return;
    const bool sends = blocks_[block].from == ranks_.rank();
    if (!sends && route_ == Route::peer)
      ready_[block].wait();
    messages_[block].wait();
    if (!sends && route_ == Route::staged) {
      Kokkos::deep_copy(space, values(block), staged(block));
      space.fence(); // the next message overwrites it
    }
  }

  // Returns "in place", "peer" or "staged".
  const char *route() const {
    return route_ == Route::in_place ? "in place" : route_ == Route::peer ? "peer" : "staged";
  }

private:
  using Staged = Kokkos::View<double *, typename StagingMemory<Space>::type>;
  using Unmanaged = Kokkos::View<double *, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  enum class Route { in_place, peer, staged };

  struct Invitation {
    PeerHandle handle;
    std::int64_t host;
  };

  // Takes the route "peer" where every rank can write into the memory of every other one.
  void find_route() {
    route_ = Route::staged;
    const std::int64_t host = node_local_rank().first;
    Invitation mine{{}, host};
    double *const memory = allocate_for_peers(2 * largest_, mine.handle);
    if (memory != nullptr) // it stays, whatever the route
      memory_ = Values(memory, 2 * largest_);
    const auto invited =
        ranks_.exchange(std::vector<std::vector<Invitation>>(ranks_.size(), {mine}));
    bool all = true;
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      const Invitation &one = invited[rank].at(0);
      peers_.push_back(rank == ranks_.rank() || one.host != host ? nullptr
                                                                 : open_peer_memory(one.handle));
      all = all && (rank == ranks_.rank() || peers_.back() != nullptr);
    }
    if (!ranks_.any(!all))
      route_ = Route::peer;
  }

  void post(std::size_t block) {
    const auto [from, count] = blocks_[block];
    messages_.emplace_back(ranks_);
    if (route_ == Route::peer)
      ready_.emplace_back(ranks_);
    double *const memory = route_ == Route::staged ? staged_.data() : values(block).data();
    if (from != ranks_.rank()) {
      if (route_ == Route::peer) {
        ready_[block].add_send(&k_byte, 1, from);
        messages_[block].add_receive(&heard_[from], 1, from);
      } else {
        messages_[block].add_receive(memory, count * sizeof(double), from);
      }
      return;
    }
    for (int rank = 0; rank < ranks_.size(); ++rank) {
      if (rank == from)
        continue;
      if (route_ == Route::peer) {
        ready_[block].add_receive(&heard_[rank], 1, rank);
        messages_[block].add_send(&k_byte, 1, rank);
      } else {
        messages_[block].add_send(memory, count * sizeof(double), rank);
      }
    }
  }

  Staged staged(std::size_t block) const {
    return Kokkos::subview(staged_, std::make_pair(std::size_t(0), blocks_[block].count));
  }
  Unmanaged at_peer(double *memory, std::size_t block) const {
    return Unmanaged(memory + block % 2 * largest_, blocks_[block].count);
  }

  static constexpr char k_byte = 1;

  Communicator ranks_;
  std::vector<BroadcastBlock> blocks_;
  std::size_t largest_ = 0;
  Route route_ = Route::in_place;
  Values memory_; // two blocks
  Staged staged_;
  std::vector<double *> peers_;                          // memory of the other ranks, by rank
  std::vector<char> heard_;                              // bytes received, by rank
  std::vector<Communicator::Messages> messages_, ready_; // by block
};

} // namespace curlew
