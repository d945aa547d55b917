#pragma once

#include <curlew/core/ranks/communicator.hpp>
#include <curlew/core/spaces.hpp>
#include <curlew/core/views.hpp>

#include <chrono>
#include <vector>

namespace curlew {

// Another rank: which entries of a view it wants, and how many values it gives.
struct ExchangePeer {
  int rank;
  std::vector<Index> send;
  Index receive = 0;
};

// Where the time of an exchange goes, in s; filled while measuring is on.
struct ExchangeTimes {
  double pack = 0; // kernels that gather
  double copy = 0; // between device and host, where the MPI library reads host memory only
  double wait = 0; // for the messages
};

// Sends entries of a view to other ranks while kernels go on: start() packs by a kernel and posts
// the messages, finish() waits and hands out what came. Between the two the caller launches what
// needs neither. Values stay in the space's memory where the MPI library can read it (or the space
// is the host's), else they pass through pinned host memory.
template <class Space> class HaloExchange {
public:
  using Values = Kokkos::View<double *, Space>;

  HaloExchange() = default;
  explicit HaloExchange(const std::vector<ExchangePeer> &peers) {
    std::vector<Index> gather;
    std::size_t received = 0;
    for (const ExchangePeer &peer : peers) {
      gather.insert(gather.end(), peer.send.begin(), peer.send.end());
      received += peer.receive;
    }
    active_ = !peers.empty();
    through_host_ = is_device<Space> && !mpi_reads_devices();
    gather_ = to_view<Space>("curlew::halo::gather", gather);
    send_ = Values("curlew::halo::send", gather.size());
    receive_ = Values("curlew::halo::receive", received);
    double *from = send_.data(), *to = receive_.data();
    if (through_host_) {
      host_send_ = Staged("curlew::halo::host_send", gather.size());
      host_receive_ = Staged("curlew::halo::host_receive", received);
      from = host_send_.data();
      to = host_receive_.data();
    }
    for (const ExchangePeer &peer : peers) {
      messages_.add_send(from, peer.send.size() * sizeof(double), peer.rank);
      messages_.add_receive(to, peer.receive * sizeof(double), peer.rank);
      from += peer.send.size();
      to += peer.receive;
    }
  }

  bool active() const { return active_; }

  void start(const Space &space, const Kokkos::View<const double *, Space> &values) {
    const auto gather = gather_;
    const auto send = send_;
    lap(space, nullptr);
    Kokkos::parallel_for(
        "curlew::halo::pack", Kokkos::RangePolicy<Space>(space, 0, send.extent(0)),
        KOKKOS_LAMBDA(const Index k) { send(k) = values(gather(k)); });
    lap(space, &times_.pack);
    if (through_host_)
      Kokkos::deep_copy(space, host_send_, send_);
    // Also for the copy of what came last time: its memory is written anew from here on.
    space.fence();
    lap(space, &times_.copy);
    messages_.start_receives();
    messages_.start_sends();
  }

  // What came, peer by peer; valid until the next start().
  const Values &finish(const Space &space) {
    lap(space, nullptr);
    messages_.wait();
    lap(space, &times_.wait);
    if (through_host_)
      Kokkos::deep_copy(space, receive_, host_receive_);
    lap(space, &times_.copy);
    return receive_;
  }

  // Fences around every part, and adds up what they take.
  void measure(bool on) { measuring_ = on; }
  const ExchangeTimes &times() const { return times_; }
  // Bytes that leave this rank in an exchange.
  double bytes() const { return 8.0 * send_.extent(0); }

private:
  using Staged = Kokkos::View<double *, typename StagingMemory<Space>::type>;

  void lap(const Space &space, double *seconds) {
    if (!measuring_)
      return;
    space.fence();
    const auto now = std::chrono::steady_clock::now();
    if (seconds != nullptr)
      *seconds += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

  bool active_ = false, through_host_ = false, measuring_ = false;
  Kokkos::View<Index *, Space> gather_;
  Values send_, receive_;
  Staged host_send_, host_receive_;
  Communicator::Messages messages_;
  ExchangeTimes times_;
  std::chrono::steady_clock::time_point last_;
};

} // namespace curlew
