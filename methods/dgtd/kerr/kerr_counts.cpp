#include <curlew/methods/dgtd/kerr/kerr_counts.hpp>

#include <cstddef>

namespace curlew::dgtd {

double KerrCounts::mean() const {
  double solves = 0, sum = 0;
  for (std::size_t k = 0; k < histogram.size(); ++k) {
    solves += static_cast<double>(histogram[k]);
    sum += static_cast<double>(k) * static_cast<double>(histogram[k]);
  }
  return solves > 0 ? sum / solves : 0;
}

int KerrCounts::most() const {
  for (std::size_t k = histogram.size(); k > 0; --k)
    if (histogram[k - 1] > 0)
      return static_cast<int>(k - 1);
  return 0;
}

} // namespace curlew::dgtd
