// The main function of tests that run on several ranks (curlew_ranks_test). Every rank runs the
// same cases in the same order. The root reports like any GoogleTest program, the others print only
// their failures, and one rank's failure fails all ranks.
#include <curlew/core/mpi/communicator.hpp>

#include <gtest/gtest.h>

#include <iostream>
#include <sstream>

namespace curlew {
namespace {

class RankReport : public ::testing::EmptyTestEventListener {
public:
  explicit RankReport(const Communicator &ranks) : ranks_(ranks) {}

  void OnTestStart(const ::testing::TestInfo &test) override {
    name_ = std::string(test.test_suite_name()) + "." + test.name();
  }

  void OnTestPartResult(const ::testing::TestPartResult &result) override {
    if (!result.failed() || ranks_.is_alone())
      return;
    if (!ranks_.is_root()) {
      std::ostringstream text; // written at once: ranks share the terminal
      text << "[rank " << ranks_.rank() << " of " << ranks_.size() << "] " << name_ << "\n"
           << (result.file_name() ? result.file_name() : "?") << ":" << result.line_number()
           << ": Failure\n"
           << result.message() << "\n";
      std::cerr << text.str() << std::flush;
    }
    // This rank leaves the case here, and the others would wait for it forever.
    if (result.fatally_failed()) {
      std::cout << std::flush;
      wait_for_lower_rank_error();
      abort_all_ranks(1);
    }
  }

private:
  Communicator ranks_;
  std::string name_;
};

} // namespace
} // namespace curlew

int main(int argc, char **argv) {
  const curlew::MpiRuntime mpi;
  ::testing::InitGoogleTest(&argc, argv);
  const auto ranks = curlew::Communicator::world();
  auto &listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (!ranks.is_root())
    delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new curlew::RankReport(ranks));
  return ranks.any(RUN_ALL_TESTS() != 0) ? 1 : 0;
}
