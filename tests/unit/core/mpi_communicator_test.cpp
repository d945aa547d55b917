// Communicator on however many ranks this runs on; every expectation is a function of the rank.
#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/parallel/processors.hpp>

#include <gmock/gmock.h>

#include <numeric>

namespace curlew {
namespace {

const Communicator &all() {
  static const Communicator world = Communicator::world();
  return world;
}

// Returns the values that rank `from` sends to rank `to`: none for some pairs, and different ones
// for each pair.
std::vector<std::int32_t> row(int from, int to, std::size_t longest) {
  std::vector<std::int32_t> values((3 * from + 5 * to) % 4 == 0 ? 0 : longest + from + to);
  std::iota(values.begin(), values.end(), 1000 * from + 10 * to);
  return values;
}

TEST(Communicator, KnowsItsPlace) {
  EXPECT_GE(all().rank(), 0);
  EXPECT_LT(all().rank(), all().size());
  EXPECT_EQ(all().is_root(), all().rank() == 0);
  EXPECT_EQ(all().is_alone(), all().size() == 1);
  const Communicator alone;
  EXPECT_TRUE(alone.is_alone() && alone.is_root());
}

TEST(Communicator, Reduces) {
  const int n = all().size(), r = all().rank();
  EXPECT_EQ(all().sum(1.5 + r), 1.5 * n + n * (n - 1) / 2.0);
  // The number exceeds the integers of a double.
  const std::int64_t big = (std::int64_t(1) << 53) + 1;
  EXPECT_EQ(all().sum(r == 0 ? big : std::int64_t(2)), big + 2 * (n - 1));
  EXPECT_EQ(all().max(-1.0 - r), -1.0);
  EXPECT_EQ(all().min(-1.0 - r), -1.0 * n);

  std::vector<double> values{1.0, 1.0 * r, r == n - 1 ? 7.0 : 0.0};
  all().sum(values);
  EXPECT_THAT(values, ::testing::ElementsAre(n, n * (n - 1) / 2.0, 7));
  std::vector<double> nothing;
  all().sum(nothing);
  EXPECT_TRUE(nothing.empty());

  std::vector<std::int64_t> least{5 + r, -r, big - r};
  all().min(least);
  EXPECT_THAT(least, ::testing::ElementsAre(5, 1 - n, big - n + 1));
}

TEST(Communicator, SumsAtTheRootAlone) {
  std::vector<double> values{1.0 + all().rank(), 2.0};
  const auto mine = values;
  all().sum_at_root(values);
  const double n = all().size();
  if (all().is_root())
    EXPECT_THAT(values, ::testing::ElementsAre(n * (n + 1) / 2, 2 * n));
  else
    EXPECT_EQ(values, mine);
}

// Equal bits make all ranks of a Krylov method take the same branch.
TEST(Communicator, GivesEveryRankTheSameBits) {
  const double sum = all().sum(1.0 / (3 + all().rank()));
  EXPECT_EQ(all().max(sum), all().min(sum));
}

TEST(Communicator, AnyIsTrueIfOneIs) {
  for (int one = 0; one < all().size(); ++one)
    EXPECT_TRUE(all().any(all().rank() == one)) << one;
  EXPECT_FALSE(all().any(false));
  EXPECT_TRUE(all().any(true));
}

TEST(Communicator, BroadcastsFromAnybody) {
  for (int from = 0; from < all().size(); ++from) {
    const std::string text = std::string("from\0", 5) + std::to_string(from);
    EXPECT_EQ(all().broadcast(all().rank() == from ? text : "something longer than that", from),
              text);
    EXPECT_EQ(all().broadcast(all().rank() == from ? "" : "not this", from), "");
  }
}

TEST(Communicator, ExchangesRowsEmptyAndLarge) {
  const int n = all().size(), r = all().rank();
  for (const std::size_t longest : {std::size_t(1), std::size_t(300000)}) {
    std::vector<std::vector<std::int32_t>> to, expected;
    for (int other = 0; other < n; ++other) {
      to.push_back(row(r, other, longest));
      expected.push_back(row(other, r, longest));
    }
    EXPECT_EQ(all().exchange(to), expected) << longest;
    if (n > 1) { // received values differ from sent ones
      EXPECT_NE(expected, to);
    }
  }
  const std::vector<std::vector<double>> nothing(n);
  EXPECT_EQ(all().exchange(nothing), nothing);
}

TEST(Communicator, GathersAndScatters) {
  const int n = all().size(), r = all().rank();
  std::vector<std::vector<std::int32_t>> rows;
  for (int from = 0; from < n; ++from)
    rows.push_back(row(from, 0, 3));
  const auto gathered = all().gather(rows[r]);
  EXPECT_EQ(gathered, all().is_root() ? rows : decltype(rows)());
  EXPECT_EQ(all().scatter(gathered), rows[r]);
  // Only the root's parts are used.
  EXPECT_EQ(all().scatter(all().is_root() ? rows : std::vector<std::vector<std::int32_t>>()),
            rows[r]);
}

// A ring: my row goes to the next rank, the last one's comes to me. Posted once, sent three times.
TEST(Messages, AreSentAgainAndAgain) {
  const int n = all().size(), next = (all().rank() + 1) % n, last = (all().rank() + n - 1) % n;
  if (n == 1)
    GTEST_SKIP() << "takes two ranks";
  std::vector<double> mine(5000), theirs(5000);
  Communicator::Messages made(all());
  made.add_receive(theirs.data(), theirs.size() * sizeof(double), last);
  made.add_send(mine.data(), mine.size() * sizeof(double), next);
  Communicator::Messages ring = std::move(made);
  for (const double turn : {1, 2, 3}) {
    mine.assign(mine.size(), 100 * turn + all().rank());
    ring.start_receives();
    ring.start_sends();
    ring.wait();
    EXPECT_THAT(theirs, ::testing::Each(100 * turn + last)) << turn;
  }
}

// Two messages between the same ranks arrive in the order in which they were added.
TEST(Messages, KeepTheirOrder) {
  const int n = all().size(), other = all().rank() ^ 1;
  if (n == 1)
    GTEST_SKIP() << "takes two ranks";
  double first = 0, second = 0;
  const double mine = all().rank(), more = mine + 100;
  Communicator::Messages messages(all());
  if (other < n) {
    messages.add_receive(&first, sizeof(double), other);
    messages.add_receive(&second, sizeof(double), other);
    messages.add_send(&mine, sizeof(double), other);
    messages.add_send(&more, sizeof(double), other);
  }
  messages.start_receives();
  messages.start_sends();
  messages.wait();
  if (other < n) {
    EXPECT_EQ(first, other);
    EXPECT_EQ(second, other + 100);
  }
}

// Tags are used again after 30,000 sets of messages: what keeps two sets apart that are in flight
// together is the communicator.
TEST(Messages, GoThroughTheirCommunicator) {
  if (all().size() < 3)
    GTEST_SKIP() << "takes three ranks, two of which have a communicator of their own";
  constexpr int k_tags = 30000;
  const Communicator part = all().first(2);
  const int other = 1 - all().rank();
  const double mine[2] = {10.0 + all().rank(), 20.0 + all().rank()};
  double whole_value = 0, part_value = 0;
  Communicator::Messages whole(all());
  const Communicator alone;
  for (int i = 0; i < k_tags - 1; ++i)
    const Communicator::Messages one(alone);
  if (part.is_alone())
    return;
  Communicator::Messages of_part(part); // the same tag as `whole`
  whole.add_receive(&whole_value, sizeof(double), other);
  whole.add_send(&mine[0], sizeof(double), other);
  of_part.add_receive(&part_value, sizeof(double), other);
  of_part.add_send(&mine[1], sizeof(double), other);
  whole.start_receives();
  of_part.start_receives();
  of_part.start_sends(); // the later set is sent first
  whole.start_sends();
  whole.wait();
  of_part.wait();
  EXPECT_EQ(whole_value, 10.0 + other);
  EXPECT_EQ(part_value, 20.0 + other);
}

TEST(NodeLocalRank, HasItsShareOfTheProcessors) {
  const NodeLocalRank here = node_local_rank();
  if (here.size == 1 && here.processors == 0)
    GTEST_SKIP() << "alone";
  EXPECT_GE(here.processors, 1);
  EXPECT_LE(here.processors, static_cast<int>(usable_processors().size()));
}

TEST(Messages, MayBeNone) {
  Communicator::Messages none;
  none.start_receives();
  none.start_sends();
  none.wait();
}

TEST(NodeLocalRank, IsOneOfThoseHere) {
  const NodeLocalRank place = node_local_rank();
  EXPECT_GE(place.rank, 0);
  EXPECT_LT(place.rank, place.size);
  EXPECT_LE(place.size, all().size());
}

} // namespace
} // namespace curlew
