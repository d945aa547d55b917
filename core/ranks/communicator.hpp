#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace curlew {

// The processes ("ranks") that work on one problem together. A default-made communicator is this
// process alone; it is all there is in a program without MPI, and every call then costs nothing.
//
// All calls but rank(), size() and is_root() are collective: every rank makes them in the same
// order. Results are the same bits on every rank.
class Communicator {
public:
  Communicator() = default;
  // Everybody that the launcher started; alone before MpiRuntime has found one.
  static Communicator world();

  // The first `count` ranks, with the same numbers; the others are alone in theirs.
  Communicator first(int count) const;

  int rank() const { return rank_; }
  int size() const { return size_; }
  bool is_root() const { return rank_ == 0; }
  bool is_alone() const { return size_ == 1; }

  void barrier() const;
  void rest() const; // a barrier that leaves the core to others while it waits
  bool any(bool here) const;
  double sum(double value) const;
  std::int64_t sum(std::int64_t value) const;
  double max(double value) const;
  double min(double value) const;
  void sum(std::vector<double> &values) const;         // element by element
  void sum_at_root(std::vector<double> &values) const; // others keep theirs
  void least(std::vector<std::int64_t> &values) const; // minimum, element by element
  std::string broadcast(const std::string &text, int from = 0) const;

  // What each rank has for me, by rank, given what I have for each.
  template <class T>
  std::vector<std::vector<T>> exchange(const std::vector<std::vector<T>> &to) const {
    return typed<T>(exchange_bytes(as_bytes(to)));
  }
  // At the root: what every rank has, by rank. Elsewhere empty.
  template <class T> std::vector<std::vector<T>> gather(const std::vector<T> &mine) const {
    std::vector<std::vector<T>> to(size_);
    to[0] = mine;
    auto all = exchange(to);
    return is_root() ? std::move(all) : std::vector<std::vector<T>>();
  }
  // From the root, which gives one vector per rank, to everybody.
  template <class T> std::vector<T> scatter(const std::vector<std::vector<T>> &parts) const {
    return exchange(is_root() ? parts : std::vector<std::vector<T>>(size_))[0];
  }

  // Messages of one kind whose places and lengths stay: posted once, sent many times.
  class Messages;

private:
  using Bytes = std::vector<char>;
  std::vector<Bytes> exchange_bytes(const std::vector<Bytes> &to) const;

  template <class T> static std::vector<Bytes> as_bytes(const std::vector<std::vector<T>> &rows) {
    static_assert(std::is_trivially_copyable<T>::value, "only plain values travel");
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
  int group_ = 0; // which of MPI's communicators
};

class Communicator::Messages {
public:
  Messages();
  // Apart from all others in flight at the same time. Collective.
  explicit Messages(const Communicator &ranks);
  ~Messages();
  Messages(Messages &&) noexcept;
  Messages &operator=(Messages &&) noexcept;

  // The memory must stay where it is until this object ends.
  void add_receive(void *to, std::size_t bytes, int from);
  void add_send(const void *from, std::size_t bytes, int to);
  void start_receives();
  void start_sends();
  void wait(); // for all of both

private:
  struct Requests;
  std::unique_ptr<Requests> requests_;
};

// MPI between construction and destruction, once per process: only where a launcher (mpirun, srun)
// started this process, so that a plain `curlew run` needs no running MPI. Throws InputError where
// a launcher started several processes that cannot find each other.
class MpiRuntime {
public:
  MpiRuntime();
  ~MpiRuntime();
  MpiRuntime(const MpiRuntime &) = delete;
  MpiRuntime &operator=(const MpiRuntime &) = delete;
};

// This process among those on the same host: each takes a device and its share of the cores.
struct HostPlace {
  int rank = 0, size = 1;
  int first = 0; // rank in the world of the host's first process: names the host
};
HostPlace place_on_host(); // not collective

// Whether messages may lie in the memory of devices: asked of the MPI library; CURLEW_GPU_AWARE_MPI
// (0 or 1) in the environment overrules it.
bool mpi_reads_devices();

// "Open MPI v4.1.4 ...", empty without MPI.
std::string mpi_version();

// For a rank that failed, before it gives its message: every rank but the root waits, since a lower
// one may have failed for the same reason, speaks first, and its end_all() then stops this one.
void let_others_speak();

// Ends every rank with this exit code.
[[noreturn]] void end_all(int exit_code);

} // namespace curlew
