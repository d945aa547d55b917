#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/backend_peers.hpp>
#include <curlew/core/parallel/spaces.hpp>
#include <curlew/core/parallel/views.hpp>

#include <chrono>
#include <list>
#include <string>
#include <utility>
#include <vector>

namespace curlew {

// Another rank: the entries of a view that it receives, and the number of values that it sends.
struct ExchangePeer {
  int rank;
  std::vector<Index> send;
  Index receive = 0;
};

// Times of the parts of an exchange, s; filled while measuring is on.
struct ExchangeTimes {
  double pack = 0; // kernels that gather
  double copy = 0; // from and to the memory that messages lie in, or into another device's
  double wait = 0; // waiting for the messages
};

template <class Space> struct GatherValues {
  Kokkos::View<const Index *, Space> from;
  Kokkos::View<const double *, Space> values;
  Kokkos::View<double *, Space> gathered;
  KOKKOS_INLINE_FUNCTION void operator()(const Index k) const { gathered(k) = values(from(k)); }
};

// Sends entries of a view to other ranks while kernels run: start() packs by a kernel and posts the
// messages, finish() waits and returns the received values. Between the two the caller launches
// kernels that need neither. Peers are mutual, and use the object in the same order, with one space
// instance.
//
// Values take one of three routes to each rank, determined at construction:
// - in place: hosts; devices where the MPI library reads their memory;
// - peer: from device to device on one host. The sender writes into the receiver's memory and sends
//   a message of one byte. The receiver has two halves, used in turn: when a sender fills one for
//   the second time, the receiver's message of the step between confirms that it was read;
// - staged: through pinned memory of the host.
template <class Space> class HaloExchange {
public:
  using Values = Kokkos::View<double *, Space>;

  HaloExchange() = default;
  // Collective, including ranks without peers.
  HaloExchange(const Communicator &ranks, const std::vector<ExchangePeer> &peers) {
    messages_ = Communicator::Messages(ranks);
    std::vector<Index> gather;
    for (const ExchangePeer &peer : peers) {
      Link link;
      link.rank = peer.rank;
      link.send = {gather.size(), gather.size() + peer.send.size()};
      link.receive = {received_, received_ + static_cast<std::size_t>(peer.receive)};
      gather.insert(gather.end(), peer.send.begin(), peer.send.end());
      received_ += peer.receive;
      links_.push_back(link);
    }
    gather_ = to_view<Space>("curlew::halo::gather", gather);
    send_ = Values("curlew::halo::send", gather.size());
    if constexpr (is_device<Space>)
      if (ranks.any(!mpi_reads_devices()))
        find_routes(ranks);
    if (receive_.extent(0) == 0)
      receive_ = Values("curlew::halo::receive", received_);
    host_send_ = Staged("curlew::halo::host_send", any_staged_ ? gather.size() : 0);
    host_receive_ = Staged("curlew::halo::host_receive", any_staged_ ? received_ : 0);
    for (Link &link : links_)
      post(link);
  }

  bool active() const { return !links_.empty(); }

  void start(const Space &space, const Kokkos::View<const double *, Space> &values) {
    lap(space, nullptr);
    pack(space, values);
    lap(space, &times_.pack);
    for (const Link &link : links_)
      if (link.send_route == Route::staged)
        Kokkos::deep_copy(space, Kokkos::subview(host_send_, link.send),
                          Kokkos::subview(send_, link.send));
      else if (link.send_route == Route::peer)
        Kokkos::deep_copy(space, link.remote(half_), Kokkos::subview(send_, link.send));
    // Waits also for the copy of the values received last time: their memory is overwritten from
    // here on.
    space.fence();
    lap(space, &times_.copy);
    messages_.start_receives();
    messages_.start_sends();
  }

  // Returns the received values, peer by peer; valid until the next start().
  Values finish(const Space &space) {
    lap(space, nullptr);
    messages_.wait();
    lap(space, &times_.wait);
    const std::size_t first = receive_.extent(0) > received_ ? half_ * received_ : 0;
    const Values here = Kokkos::subview(receive_, std::make_pair(first, first + received_));
    for (const Link &link : links_)
      if (link.receive_route == Route::staged)
        Kokkos::deep_copy(space, Kokkos::subview(here, link.receive),
                          Kokkos::subview(host_receive_, link.receive));
    lap(space, &times_.copy);
    half_ = 1 - half_;
    return here;
  }

  // Turns measuring on or off: fences around every part, whose times are added up.
  void measure(bool on) { measuring_ = on; }
  const ExchangeTimes &times() const { return times_; }
  // Returns the bytes that leave this rank in an exchange.
  double bytes() const { return 8.0 * send_.extent(0); }
  // Returns "in place", "peer", "staged", or several of them.
  std::string routes() const {
    std::string text;
    for (const auto &[route, name] :
         {std::make_pair(Route::in_place, "in place"), std::make_pair(Route::peer, "peer"),
          std::make_pair(Route::staged, "staged")})
      for (const Link &link : links_)
        if (link.send_route == route) {
          text += (text.empty() ? "" : ", ") + std::string(name);
          break;
        }
    return text;
  }

  void pack(const Space &space, const Kokkos::View<const double *, Space> &values) const {
    Kokkos::parallel_for("curlew::halo::pack", RangePolicy<Space>(space, 0, send_.extent(0)),
                         GatherValues<Space>{gather_, values, send_});
  }

private:
  using Staged = Kokkos::View<double *, typename StagingMemory<Space>::type>;
  using Range = std::pair<std::size_t, std::size_t>;
  enum class Route { in_place, peer, staged };

  struct Link {
    int rank = 0;
    Range send, receive; // ranges in the buffers
    Route send_route = Route::in_place, receive_route = Route::in_place;
    double *remote_memory = nullptr; // the peer's two halves, where this process has opened them
    std::size_t remote_begin = 0, remote_half = 0;

    Kokkos::View<double *, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>> remote(int half) const {
      return Kokkos::View<double *, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
          remote_memory + half * remote_half + remote_begin, send.second - send.first);
    }
  };

  // Data that a receiver sends to a sender at construction.
  struct Invitation {
    PeerHandle handle;
    std::uint64_t begin, half;
    std::int64_t host;
  };

  // Finds the senders that can write into this rank's memory, and the ranks whose memory this rank
  // can write.
  void find_routes(const Communicator &ranks) {
    const std::int64_t host = node_local_rank().first;
    PeerHandle handle;
    double *memory = allocate_for_peers(2 * received_, handle);
    std::vector<std::vector<Invitation>> invitations(ranks.size());
    for (const Link &link : links_)
      invitations[link.rank] = {{handle, link.receive.first, received_, host}};
    const auto invited = ranks.exchange(invitations);
    std::vector<std::vector<std::int32_t>> answers(ranks.size());
    for (Link &link : links_) {
      const Invitation &one = invited[link.rank].at(0);
      if (one.host == host && link.send.second > link.send.first)
        link.remote_memory = open_peer_memory(one.handle);
      link.remote_begin = one.begin;
      link.remote_half = one.half;
      link.send_route = link.remote_memory != nullptr ? Route::peer : Route::staged;
      answers[link.rank] = {link.remote_memory != nullptr};
    }
    const auto answered = ranks.exchange(answers);
    bool any_peer = false;
    for (Link &link : links_) {
      const bool peer = answered[link.rank].at(0) != 0;
      link.receive_route = peer ? Route::peer : Route::staged;
      any_peer = any_peer || peer;
      any_staged_ = any_staged_ || !peer || link.send_route == Route::staged;
    }
    if (any_peer)
      receive_ = Values(memory, 2 * received_);
  }

  void post(Link &link) {
    const auto bytes = [](const Range &range) {
      return (range.second - range.first) * sizeof(double);
    };
    double *const from = link.send_route == Route::staged ? host_send_.data() : send_.data();
    double *const to = link.receive_route == Route::staged ? host_receive_.data() : receive_.data();
    const bool sends_peer = link.send_route == Route::peer;
    const bool receives_peer = link.receive_route == Route::peer;
    // A sender waits for the receiver's message before it writes into its memory, so there is
    // always such a message.
    if (sends_peer || (receives_peer && bytes(link.send) == 0))
      messages_.add_send(&k_written, 1, link.rank);
    else
      messages_.add_send(from + link.send.first, bytes(link.send), link.rank);
    if (receives_peer || (sends_peer && bytes(link.receive) == 0))
      messages_.add_receive(&arrivals_.emplace_back(), 1, link.rank);
    else
      messages_.add_receive(to + link.receive.first, bytes(link.receive), link.rank);
  }

  void lap(const Space &space, double *seconds) {
    if (!measuring_)
      return;
    space.fence();
    const auto now = std::chrono::steady_clock::now();
    if (seconds != nullptr)
      *seconds += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

  static constexpr char k_written = 1;

  bool any_staged_ = false, measuring_ = false;
  std::vector<Link> links_;
  std::size_t received_ = 0; // values in one exchange
  int half_ = 0;
  Kokkos::View<Index *, Space> gather_;
  Values send_, receive_; // receive_: twice as long with peers
  Staged host_send_, host_receive_;
  std::list<char> arrivals_; // one-byte messages that report a finished write
  Communicator::Messages messages_;
  ExchangeTimes times_;
  std::chrono::steady_clock::time_point last_;
};

} // namespace curlew
