#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace curlew {

// The processes ("ranks") that work on one problem together. A default-constructed communicator has
// one rank, this process. A program without MPI has only such communicators, whose calls cost
// nothing.
//
// All calls but rank(), size() and is_root() are collective: every rank makes them in the same
// order. Results are the same bits on every rank.
class Communicator {
public:
  Communicator() = default;
  // Returns the communicator of all ranks that the launcher started; one rank before MpiRuntime is
  // constructed.
  static Communicator world();

  // Returns a communicator of the first `count` ranks, with the same numbers; each other rank gets
  // a communicator of its own.
  Communicator first(int count) const;
  // Returns a communicator of the ranks that give the same number, in the same order. Collective.
  Communicator split(int number) const;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }
  bool is_alone() const { return size_ == 1; }

  void barrier() const;
  void idle_barrier() const; // a barrier that uses little of the processor while it waits
  bool any(bool here) const;
  double sum(double value) const;
  std::int64_t sum(std::int64_t value) const;
  double max(double value) const;
  double min(double value) const;
  void sum(std::vector<double> &values) const;         // element by element
  void sum_at_root(std::vector<double> &values) const; // unchanged on other ranks
  void min(std::vector<std::int64_t> &values) const;   // minimum, element by element
  std::string broadcast(const std::string &text, int from = 0) const;

  // Returns the values that each rank sends to this one, by rank; `to` holds the values that this
  // rank sends.
  template <class T>
  std::vector<std::vector<T>> exchange(const std::vector<std::vector<T>> &to) const {
    return typed<T>(exchange_bytes(as_bytes(to)));
  }
  // Returns at the root the values of every rank, by rank; elsewhere an empty vector.
  template <class T> std::vector<std::vector<T>> gather(const std::vector<T> &mine) const {
    std::vector<std::vector<T>> to(size_);
    to[0] = mine;
    auto all = exchange(to);
    return is_root() ? std::move(all) : std::vector<std::vector<T>>();
  }
  // Sends the root's vectors, one per rank; every rank receives its own.
  template <class T> std::vector<T> scatter(const std::vector<std::vector<T>> &parts) const {
    return exchange(is_root() ? parts : std::vector<std::vector<T>>(size_))[0];
  }

  // Messages whose addresses and lengths stay the same: posted once, sent many times.
  class Messages;

private:
  using Bytes = std::vector<char>;
  std::vector<Bytes> exchange_bytes(const std::vector<Bytes> &to) const;

  template <class T> static std::vector<Bytes> as_bytes(const std::vector<std::vector<T>> &rows) {
    static_assert(std::is_trivially_copyable<T>::value,
                  "only trivially copyable values can be sent");
    std::vector<Bytes> bytes;
    for (const std::vector<T> &row : rows) {
      const char *first = reinterpret_cast<const char *>(row.data());
      bytes.emplace_back(first, first + row.size() * sizeof(T));
    }
    return bytes;
  }
  template <class T> static std::vector<std::vector<T>> typed(const std::vector<Bytes> &rows) {
    std::vector<std::vector<T>> values;
    for (const Bytes &row : rows) {
      const T *first = reinterpret_cast<const T *>(row.data());
      values.emplace_back(first, first + row.size() / sizeof(T));
    }
    return values;
  }

  int rank_ = 0, size_ = 1;
  int group_ = 0; // index of the MPI communicator in the list of groups
};

class Communicator::Messages {
public:
  Messages(); // makes an unusable object, to be assigned to
  // Makes messages between ranks of this communicator, apart from all others in flight at the same
  // time. Collective.
  explicit Messages(const Communicator &ranks);
  ~Messages();
  Messages(Messages &&) noexcept;
  Messages &operator=(Messages &&) noexcept;

  // The memory must stay where it is until this object ends.
  void add_receive(void *to, std::size_t bytes, int from);
  void add_send(const void *from, std::size_t bytes, int to);
  void start_receives();
  void start_sends();
  void wait(); // waits for all sends and receives

private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

// MPI between construction and destruction, once per process: only where a launcher (mpirun, srun)
// started this process, so that `curlew run` without a launcher needs no running MPI. Throws
// InputError where a launcher started several processes that cannot find each other.
class MpiRuntime {
public:
  MpiRuntime();
  ~MpiRuntime();
  MpiRuntime(const MpiRuntime &) = delete;
  MpiRuntime &operator=(const MpiRuntime &) = delete;
};

// This process among those on the same host: each takes a device and its share of the processors.
struct NodeLocalRank {
  int rank = 0, size = 1;
  int first = 0;      // rank in the world of the host's first process: names the host
  int processors = 0; // its share of those that the ranks of the host may use; 0 without MPI
};
NodeLocalRank node_local_rank(); // not collective

// True where messages may be in the memory of devices. The MPI library reports it;
// CURLEW_GPU_AWARE_MPI (0 or 1) in the environment overrules it.
bool mpi_reads_devices();

// Returns "Open MPI v4.1.4 ...", empty without MPI.
std::string mpi_version();

// To be called by a rank that failed, before it prints its message. Every rank but the root waits:
// a lower rank may have failed for the same reason. Only the lower rank then prints its message,
// and its abort_all_ranks() ends this rank.
void wait_for_lower_rank_error();

// Ends every rank with this exit code.
[[noreturn]] void abort_all_ranks(int exit_code);

} // namespace curlew
