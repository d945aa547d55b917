#include <curlew/core/interrupt.hpp>

#include <csignal>

namespace curlew {
namespace {

volatile std::sig_atomic_t requested = 0;

void request(int signal) {
  requested = 1;
  std::signal(signal, SIG_DFL);
}

} // namespace

void watch_interrupts() {
  requested = 0;
  std::signal(SIGINT, request);
  std::signal(SIGTERM, request);
}

bool interrupt_requested() {
  return requested != 0;
}

} // namespace curlew
