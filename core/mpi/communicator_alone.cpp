// A program without MPI: every communicator has one rank.

#include <curlew/core/mpi/communicator.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/mpi/launcher.hpp>

#include <cstdlib>

namespace curlew {

struct Communicator::Messages::Requests {};

MpiRuntime::MpiRuntime() {
  if (const int copies = launched_copies(); copies > 1)
    throw NotCompiled("running on several ranks (" + std::to_string(copies) + " were started)",
                      "configure with -DCURLEW_ENABLE_MPI=ON, or start one process");
}
MpiRuntime::~MpiRuntime() = default;

Communicator Communicator::world() {
  return {};
}
Communicator Communicator::split(int) const {
  return *this;
}

Communicator Communicator::first(int) const {
  return {};
}
void Communicator::idle_barrier() const {}
void Communicator::barrier() const {}
bool Communicator::any(bool here) const {
  return here;
}
double Communicator::sum(double value) const {
  return value;
}
std::int64_t Communicator::sum(std::int64_t value) const {
  return value;
}
double Communicator::max(double value) const {
  return value;
}
double Communicator::min(double value) const {
  return value;
}
void Communicator::sum(std::vector<double> &) const {}
void Communicator::sum_at_root(std::vector<double> &) const {}
void Communicator::min(std::vector<std::int64_t> &) const {}
std::string Communicator::broadcast(const std::string &text, int) const {
  return text;
}
std::vector<Communicator::Bytes> Communicator::exchange_bytes(const std::vector<Bytes> &to) const {
  return to;
}
void Communicator::Messages::add_receive(void *, std::size_t, int) {}
void Communicator::Messages::add_send(const void *, std::size_t, int) {}
void Communicator::Messages::start_receives() {}
void Communicator::Messages::start_sends() {}
void Communicator::Messages::wait() {}
NodeLocalRank node_local_rank() {
  return {};
}
bool mpi_reads_devices() {
  return false;
}
std::string mpi_version() {
  return "";
}
void wait_for_lower_rank_error() {}
void abort_all_ranks(int exit_code) {
  std::_Exit(exit_code);
}

Communicator::Messages::Messages(const Communicator &) : Messages() {}
Communicator::Messages::Messages() : requests_(std::make_unique<Requests>()) {}
Communicator::Messages::~Messages() = default;
Communicator::Messages::Messages(Messages &&) noexcept = default;
Communicator::Messages &Communicator::Messages::operator=(Messages &&) noexcept = default;

} // namespace curlew
