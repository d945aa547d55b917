// The number of threads of a run, and its origin; the shares of several processes.
#include <curlew/core/error.hpp>
#include <curlew/core/parallel/processors.hpp>
#include <curlew/core/parallel/threads.hpp>

#include <gmock/gmock.h>

#include <cstdlib>

namespace curlew {
namespace {

using testing::HasSubstr;

class Threads : public testing::Test {
protected:
  Threads() {
    record_processors({0, 1, 2, 3, 5, 8, 13, 21});
    unsetenv("OMP_NUM_THREADS");
  }
  ~Threads() override {
    record_processors(real_);
    unsetenv("OMP_NUM_THREADS");
  }
  static std::string refusal(const ThreadRequest &request) {
    try {
      choose_threads(request);
    } catch (const InputError &error) {
      return error.what();
    }
    return "";
  }

  const ProcessorList real_ = usable_processors();
};

TEST_F(Threads, CommandLineThenCaseThenEnvironmentThenProcessors) {
  setenv("OMP_NUM_THREADS", "3", 1);
  EXPECT_EQ(choose_threads({5, 4, "case.json:3:1", false}).count, 5);
  EXPECT_EQ(choose_threads({5, 4, "case.json:3:1", false}).source, "--threads");
  EXPECT_EQ(choose_threads({0, 4, "case.json:3:1", false}).count, 4);
  EXPECT_THAT(choose_threads({0, 4, "case.json:3:1", false}).source, HasSubstr("run.threads"));
  EXPECT_EQ(choose_threads().count, 3);
  EXPECT_EQ(choose_threads().source, "OMP_NUM_THREADS");
  unsetenv("OMP_NUM_THREADS");
  EXPECT_EQ(choose_threads().count, 8);
  EXPECT_EQ(to_text(choose_threads()), "8 threads, from the affinity mask "
                                       "(this process may use 8 processors)");
  EXPECT_EQ(default_threads(), 8);
  record_processors({7});
  EXPECT_EQ(choose_threads().count, 1);
}

TEST_F(Threads, TheEnvironmentMayListThoseOfNestedRegions) {
  for (const char *text : {"4", " 4 ", "4,2", "4 , 2,1"}) {
    setenv("OMP_NUM_THREADS", text, 1);
    EXPECT_EQ(choose_threads().count, 4) << text;
  }
  setenv("OMP_NUM_THREADS", "", 1); // equivalent to unset
  EXPECT_EQ(choose_threads().count, 8);
}

TEST_F(Threads, NonsenseInTheEnvironmentIsRefused) {
  for (const char *text : {"many", "0", "-2", "4x", "4;2", "99999999999999999999", ","}) {
    setenv("OMP_NUM_THREADS", text, 1);
    EXPECT_THAT(refusal({}), testing::AllOf(HasSubstr("OMP_NUM_THREADS"), HasSubstr(text)));
    EXPECT_EQ(choose_threads({2, 0, "", false}).count, 2) << "not looked at";
  }
}

TEST_F(Threads, MoreThanProcessorsAreRefused) {
  EXPECT_EQ(refusal({8, 0, "", false}), "");
  EXPECT_THAT(refusal({9, 0, "", false}),
              testing::AllOf(HasSubstr("--threads 9"), HasSubstr("8 processors"),
                             HasSubstr("--oversubscribe")));
  EXPECT_THAT(refusal({0, 9, "case.json:3:20", false}),
              testing::AllOf(HasSubstr("case.json:3:20"), HasSubstr("run.threads is 9")));
  setenv("OMP_NUM_THREADS", "9", 1);
  EXPECT_THAT(refusal({}), HasSubstr("OMP_NUM_THREADS is 9"));
  EXPECT_EQ(default_threads(), 9);
}

TEST_F(Threads, OversubscriptionIsPossibleUpToALimit) {
  EXPECT_EQ(choose_threads({9, 0, "", true}).count, 9);
  EXPECT_EQ(choose_threads({k_most_threads, 0, "", true}).count, k_most_threads);
  EXPECT_THAT(refusal({k_most_threads + 1, 0, "", true}), HasSubstr("4096"));
  EXPECT_THAT(refusal({0, 65536, "case.json:3:20", true}), HasSubstr("case.json:3:20"));
}

TEST(ProcessorShare, ProcessorsAreDividedAmongThoseThatMayUseThem) {
  const ProcessorList all{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(processor_share({all}, 0), 8);
  EXPECT_EQ(processor_share({all, all}, 1), 4);
  EXPECT_EQ(processor_share({all, all, all}, 2), 2);
  EXPECT_EQ(processor_share({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, 1), 1); // three thirds
  // Each process is bound to its own processors.
  EXPECT_EQ(processor_share({{0, 1}, {2, 3, 4}}, 0), 2);
  EXPECT_EQ(processor_share({{0, 1}, {2, 3, 4}}, 1), 3);
  // All processes of a job are confined to a part of the host.
  EXPECT_EQ(processor_share({{2, 3}, {2, 3}}, 0), 1);
  EXPECT_EQ(processor_share({{0}, {0}, {0}}, 2), 1); // never none
}

TEST(Processors, AreThoseOfTheMask) {
  const ProcessorList &usable = usable_processors();
  ASSERT_FALSE(usable.empty());
  EXPECT_TRUE(std::is_sorted(usable.begin(), usable.end()));
  if (const ProcessorList mask = thread_affinity(); !mask.empty()) {
    EXPECT_EQ(mask, usable);
  }
}

} // namespace
} // namespace curlew
