// Blocks of one view that go to other ranks' views, whole or in pieces.
#include "../kokkos_environment.hpp"

#include <curlew/core/mpi/block_exchange.hpp>
#include <curlew/core/parallel/backend.hpp>

#include <gtest/gtest.h>

namespace curlew {
namespace {

Communicator world() {
  return Communicator::world();
}

// Sizes of the two blocks from one rank to another; the second one may be empty.
std::vector<std::size_t> sizes(int from, int to) {
  return {static_cast<std::size_t>(3 + from + 2 * to), static_cast<std::size_t>(from * to)};
}

double value(int from, int to, std::size_t block, std::size_t n, int round) {
  return n + 100.0 * block + 1e4 * to + 1e6 * from + 1e8 * round;
}

// Exchanges in three rounds, with new values in each, and counts the values that are wrong; -1 is
// between the blocks and stays.
template <class Space>
int wrong_values(const Space &space, const std::shared_ptr<ExchangeWindow<Space>> &window) {
  using Values = Kokkos::View<double *, Space>;
  const int me = world().rank(), ranks = world().size();
  typename BlockExchange<Space>::Blocks sends, receives;
  std::size_t sent = 1, received = 2;
  for (std::size_t block = 0; block < 2; ++block)
    for (int rank = 0; rank < ranks; ++rank) {
      sends.push_back({rank, sent, sizes(me, rank)[block]});
      sent += sizes(me, rank)[block] + 1;
      receives.push_back({rank, received, sizes(rank, me)[block]});
      received += sizes(rank, me)[block] + 1;
    }
  const Values from("from", sent), to("to", received);
  Kokkos::deep_copy(to, -1.0);
  BlockExchange<Space> exchange(world(), from, sends, to, receives, window);
  int wrong = 0;
  for (int round = 0; round < 3; ++round) {
    std::vector<double> values(sent, -2), expected(received, -1);
    for (std::size_t b = 0; b < sends.size(); ++b) {
      const int rank = sends[b].rank;
      const std::size_t block = b / ranks;
      for (std::size_t n = 0; n < sends[b].count; ++n)
        values[sends[b].begin + n] = value(me, rank, block, n, round);
      for (std::size_t n = 0; n < receives[b].count; ++n)
        expected[receives[b].begin + n] = value(rank, me, block, n, round);
    }
    Kokkos::deep_copy(from, to_view<Space>("values", values));
    exchange.run(space);
    space.fence();
    const auto found = to_vector(to);
    for (std::size_t n = 0; n < found.size(); ++n)
      wrong += found[n] == expected[n] ? 0 : 1;
  }
  return wrong;
}

TEST(BlockExchange, BringsAllBlocks) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) {
      using Space = std::decay_t<decltype(space)>;
      EXPECT_EQ(wrong_values<Space>(space, make_exchange_window<Space>(world())), 0);
    });
}

TEST(BlockExchange, BringsThemPieceByPiece) {
  for (const Backend backend : compiled_backends())
    for (const Index size : {1, 4, 100})
      with_backend(backend, [&](const auto &space) {
        using Space = std::decay_t<decltype(space)>;
        const auto window = std::make_shared<ExchangeWindow<Space>>(world(), size);
        EXPECT_EQ(wrong_values<Space>(space, window), 0) << size;
      });
}

} // namespace
} // namespace curlew
