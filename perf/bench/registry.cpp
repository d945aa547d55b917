#include <curlew/perf/bench/benches.hpp>

namespace curlew::bench {

const std::vector<Bench> &benches() {
  static const std::vector<Bench> all = {copy_bench(), dense_bench(), dgatd_bench(),
                                         dgtd_bench(), fdfd_bench(),  fem_bench(),
                                         kerr_bench(), mom_bench(),   scaling_bench()};
  return all;
}

} // namespace curlew::bench
