#pragma once

#include <curlew/core/mpi/halo_exchange.hpp>
#include <curlew/solvers/vector/distributed_vector.hpp>

#include <vector>

namespace curlew {

// Brings the ghosts of a column up to date: the first step of an operator on several ranks, which
// may run while it works on rows that need no ghost.
template <class Space, class Scalar> class GhostExchange {
public:
  using Column = typename DistributedVector<Space, Scalar>::Column;

  // `peers`: for each other rank, the owned entries that it has as ghosts, in the order of its
  // ghosts, and the number of this rank's ghosts that it owns. This rank's ghosts lie in the order
  // of the peers. Collective.
  GhostExchange(const Communicator &ranks, Offset owned, const std::vector<ExchangePeer> &peers)
      : owned_(owned), exchange_(ranks, as_doubles(peers)) {}

  void start(const Space &space, const Column &x) {
    if (exchange_.active())
      exchange_.start(space, Doubles(doubles(x.data()), k_each * x.extent(0)));
  }
  // Makes the ghosts available for kernels launched in `space` afterwards.
  void finish(const Space &space, const Column &x) {
    if (!exchange_.active())
      return;
    const auto received = exchange_.finish(space);
    Kokkos::deep_copy(space, Doubles(doubles(x.data() + owned_), received.extent(0)), received);
  }

private:
  static constexpr std::size_t k_each = sizeof(Scalar) / sizeof(double);
  using Doubles = Kokkos::View<double *, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  static double *doubles(Scalar *values) { return reinterpret_cast<double *>(values); }

  static std::vector<ExchangePeer> as_doubles(const std::vector<ExchangePeer> &peers) {
    std::vector<ExchangePeer> each;
    for (const ExchangePeer &peer : peers) {
      ExchangePeer of_doubles{peer.rank, {}, to_index(k_each * peer.receive, "values to exchange")};
      for (const Index entry : peer.send)
        for (std::size_t k = 0; k < k_each; ++k)
          of_doubles.send.push_back(to_index(k_each * entry + k, "values to exchange"));
      each.push_back(of_doubles);
    }
    return each;
  }

  Offset owned_;
  HaloExchange<Space> exchange_;
};

} // namespace curlew
