#include <curlew/core/parallel/processors.hpp>

#include <algorithm>
#include <cerrno>
#include <map>
#include <thread>

#ifdef __linux__
#include <sched.h>
#include <unistd.h>
#endif

namespace curlew {
namespace {

#ifdef __linux__

// An affinity mask with room for as many processors as the kernel needs; glibc's cpu_set_t ends at
// 1024.
class AffinityMask {
public:
  explicit AffinityMask(int processors) : words_(processors / k_bits + 1) {}

  int processors() const { return static_cast<int>(words_.size()) * k_bits; }
  std::size_t bytes() const { return words_.size() * sizeof(unsigned long); }
  cpu_set_t *set() { return reinterpret_cast<cpu_set_t *>(words_.data()); }
  bool has(int processor) const { return words_[processor / k_bits] >> processor % k_bits & 1; }
  void add(int processor) { words_[processor / k_bits] |= 1UL << processor % k_bits; }

private:
  static constexpr int k_bits = 8 * sizeof(unsigned long);
  std::vector<unsigned long> words_;
};

// Returns the mask of a thread by its number; 0 is the calling thread.
ProcessorList affinity_of(pid_t thread) {
  constexpr int k_most = 1 << 20;
  for (int room = 1024; room <= k_most; room *= 2) {
    AffinityMask mask(room);
    if (sched_getaffinity(thread, mask.bytes(), mask.set()) == 0) {
      ProcessorList found;
      for (int processor = 0; processor < mask.processors(); ++processor)
        if (mask.has(processor))
          found.push_back(processor);
      return found;
    }
    if (errno != EINVAL) // EINVAL: too little room
      break;
  }
  return {};
}

#endif

ProcessorList all_processors() {
  ProcessorList all(std::max(1u, std::thread::hardware_concurrency()));
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<int>(i);
  return all;
}

ProcessorList &recorded() {
  static ProcessorList list;
  return list;
}

} // namespace

ProcessorList thread_affinity() {
#ifdef __linux__
  return affinity_of(0);
#else
  return {};
#endif
}

const ProcessorList &usable_processors() {
  static const bool first_call = [] {
    if (recorded().empty()) {
#ifdef __linux__
      recorded() = affinity_of(getpid()); // the main thread, whichever thread calls
#endif
      if (recorded().empty())
        recorded() = all_processors();
    }
    return true;
  }();
  (void)first_call;
  return recorded();
}

void record_processors(ProcessorList processors) {
  std::sort(processors.begin(), processors.end());
  processors.erase(std::unique(processors.begin(), processors.end()), processors.end());
  recorded() = std::move(processors);
}

void use_all_processors() {
#ifdef __linux__
  const ProcessorList &all = usable_processors();
  AffinityMask mask(all.back());
  for (const int processor : all)
    mask.add(processor);
  // Refused where a processor has been taken away meanwhile: the thread then stays where it is.
  (void)sched_setaffinity(0, mask.bytes(), mask.set());
#endif
}

int processor_share(const std::vector<ProcessorList> &of_processes, int self) {
  std::map<int, int> users;
  for (const ProcessorList &list : of_processes)
    for (const int processor : list)
      ++users[processor];
  double share = 0;
  for (const int processor : of_processes[self])
    share += 1.0 / users[processor];
  constexpr double k_rounding = 1e-9; // thirds of three processors are one
  return std::max(1, static_cast<int>(share + k_rounding));
}

} // namespace curlew
