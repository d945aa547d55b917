#pragma once

#include <curlew/core/index.hpp>
#include <curlew/core/parallel/spaces.hpp>

#include <mutex>
#include <vector>

namespace curlew {

// Array in the memory of an execution space that one sum uses and returns. Returned memory serves
// the next sum: allocating device memory stops the device, and a solver sums in every iteration.
// Sums that overlap in time, of two threads or one inside another, have memory of their own. The
// caller returns memory after it has waited for the kernels that use it.
template <class Space> class Workspace {
public:
  using View = Kokkos::View<double *, Space>;

  explicit Workspace(Offset count) : whole_(take(count)), count_(count) {}
  ~Workspace() { give_back(whole_); }
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;

  View view() const { return Kokkos::subview(whole_, Kokkos::make_pair(Offset(0), count_)); }

private:
  struct Pool {
    std::mutex mutex;
    std::vector<View> unused;
    bool is_new = true;
  };
  static Pool &pool() {
    static Pool pool;
    return pool;
  }

  // Memory of at least this size. Memory that is too small is replaced, so that as many pieces
  // exist as sums overlap.
  static View take(Offset count) {
    Pool &all = pool();
    const std::lock_guard<std::mutex> lock(all.mutex);
    if (all.is_new) {
      Kokkos::push_finalize_hook([] { pool().unused.clear(); });
      all.is_new = false;
    }
    View found;
    for (std::size_t i = 0; i < all.unused.size(); ++i)
      if (i + 1 == all.unused.size() || static_cast<Offset>(all.unused[i].extent(0)) >= count) {
        std::swap(all.unused[i], all.unused.back());
        found = all.unused.back();
        all.unused.pop_back();
        break;
      }
    if (static_cast<Offset>(found.extent(0)) < count)
      found =
          View(Kokkos::view_alloc("curlew::core::workspace", Kokkos::WithoutInitializing), count);
    return found;
  }
  static void give_back(const View &whole) {
    Pool &all = pool();
    const std::lock_guard<std::mutex> lock(all.mutex);
    all.unused.push_back(whole);
  }

  View whole_;
  Offset count_;
};

} // namespace curlew
