// run_collectively on 1, 2, 3 and 4 ranks: a rank that waits for ever shows as a time limit passed.
#include <curlew/core/error.hpp>
#include <curlew/core/mpi/run_collectively.hpp>

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace curlew {
namespace {

class AllOrNone : public testing::Test {
protected:
  const Communicator ranks_ = Communicator::world();

  // The text of the E that comes out; another error passes through.
  template <class E> std::string text_of(const std::function<void()> &action) const {
    try {
      run_collectively(ranks_, action);
    } catch (const E &error) {
      return error.what();
    }
    return "no error";
  }
};

TEST_F(AllOrNone, LetsAllGoOn) {
  int calls = 0;
  EXPECT_NO_THROW(run_collectively(ranks_, [&] { ++calls; }));
  EXPECT_EQ(calls, 1);
}

TEST_F(AllOrNone, OneRanksErrorIsEverybodys) {
  for (int failing = 0; failing < ranks_.size(); ++failing) {
    const bool me = ranks_.rank() == failing;
    const std::string here = "from rank " + std::to_string(failing);
    EXPECT_EQ(text_of<OutputError>([&] { me ? throw OutputError(here) : void(); }), here);
    EXPECT_EQ(text_of<InputError>([&] { me ? throw InputError(here) : void(); }), here);
    EXPECT_EQ(text_of<ResourceError>([&] { me ? throw ResourceError(here) : void(); }), here);
    EXPECT_FALSE(ranks_.any(false)) << "all are at the same place again";
  }
}

TEST_F(AllOrNone, ExitCodesTravelToo) {
  const int failing = ranks_.size() - 1;
  try {
    run_collectively(ranks_, [&] {
      if (ranks_.rank() == failing)
        throw Unstable("grows");
    });
    FAIL() << "nothing was thrown";
  } catch (const Error &error) {
    EXPECT_EQ(error.exit_code(), ExitCode::unstable);
    EXPECT_STREQ(error.what(), "grows");
  }
}

TEST_F(AllOrNone, OfSeveralErrorsTheLowestRanksGoesRound) {
  const int lowest = ranks_.size() > 2 ? 1 : 0;
  const bool fails = ranks_.rank() >= lowest;
  const std::string mine = "from rank " + std::to_string(ranks_.rank());
  EXPECT_EQ(text_of<OutputError>([&] { fails ? throw OutputError(mine) : void(); }),
            fails ? mine : "from rank " + std::to_string(lowest));
}

TEST_F(AllOrNone, ErrorsThatAreNotOursHaveTheirRankInTheText) {
  const int failing = ranks_.size() - 1;
  const bool me = ranks_.rank() == failing;
  const std::string rank = "rank " + std::to_string(failing);
  const auto memory = [&] { me ? throw std::bad_alloc() : void(); };
  const auto bug = [&] { me ? throw std::invalid_argument("a bug") : void(); };
  if (me) { // the exception keeps its type here
    EXPECT_THROW(run_collectively(ranks_, memory), std::bad_alloc);
    EXPECT_EQ(text_of<std::invalid_argument>(bug), "a bug");
  } else {
    EXPECT_NE(text_of<ResourceError>(memory).find("out of memory on " + rank), std::string::npos);
    EXPECT_EQ(text_of<Error>(bug), rank + ": a bug");
  }
}

} // namespace
} // namespace curlew
