// Dispatch, views and the kernels of core, on every backend.
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/core/parallel/vector_kernels.hpp>
#include <curlew/core/parallel/views.hpp>
#include <curlew/tests/unit/kokkos_environment.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <type_traits>

#if defined(__SANITIZE_ADDRESS__)
// A view that is too large throws here too, instead of ending the program.
extern "C" const char *__asan_default_options() {
  return "allocator_may_return_null=1";
}
#endif

namespace curlew {
namespace {

TEST(Backend, DispatchReachesItsExecutionSpace) {
  const auto name_of = [](const auto &space) {
    return std::string(std::decay_t<decltype(space)>::name());
  };
  EXPECT_EQ(with_backend(Backend::serial, name_of), Host::name());
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(with_backend(Backend::openmp, name_of), "OpenMP");
#endif
}

TEST(Backend, RunsWithTheThreadsAskedFor) {
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(Kokkos::OpenMP().concurrency(), 2);
#endif
}

// Marks the thread of OpenMP that computes an index; without OpenMP there is one.
struct MarkThread {
  Kokkos::View<int *, Kokkos::HostSpace> seen;
  void operator()(Offset) const {
#ifdef _OPENMP
    seen(omp_get_thread_num()) = 1;
#else
    seen(0) = 1;
#endif
  }
};

// Returns how many threads take part in a kernel on processors.
int threads_in_a_kernel(Backend backend) {
  return with_threads_of(backend, [] {
    const Host space;
    const MarkThread mark{Kokkos::View<int *, Kokkos::HostSpace>("curlew::test::seen", 64)};
    Kokkos::parallel_for("curlew::test::threads", range_policy(space, 10000), mark);
    space.fence();
    return static_cast<int>(std::count(mark.seen.data(), mark.seen.data() + 64, 1));
  });
}

// The process has two threads (see above); "serial" has one of them, also inside of itself, and
// leaves the others as they were.
TEST(Backend, SerialIsOneThreadAmongOthers) {
  EXPECT_EQ(threads_in_a_kernel(Backend::serial), 1);
  const auto nested = [] { return threads_in_a_kernel(Backend::serial); };
  EXPECT_EQ(with_threads_of(Backend::serial, nested), 1);
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(threads_in_a_kernel(Backend::openmp), 2);
#endif
}

TEST(Backend, ErrorsPassThroughTheDispatch) {
  for (const Backend backend : {Backend::serial, compiled_backends().back()})
    EXPECT_THROW(with_backend(backend, [](const auto &) { throw InputError("wrong"); }),
                 InputError);
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(Kokkos::OpenMP().concurrency(), 2); // as before
#endif
}

TEST(Backend, MeasuresItsCopyBandwidth) {
  for (const Backend backend : compiled_backends()) {
    const double rate = with_backend(
        backend, [](auto space) { return copy_bandwidth<decltype(space)>(std::size_t(1) << 20); });
    EXPECT_GT(rate, 0) << to_string(backend); // the rate itself depends on the machine
    EXPECT_TRUE(std::isfinite(rate)) << to_string(backend);
  }
}

template <class Space> void views_go_there_and_back(const Space &) {
  const std::vector<double> values{1.5, -2, 3e300, 0};
  const auto view = to_view<Space>("curlew::test::values", values);
  EXPECT_EQ(to_vector(view), values);
  EXPECT_EQ(view.label(), "curlew::test::values");
  Kokkos::View<double *[3], Space> rows("curlew::test::rows", 2);
  const std::vector<double> six{1, 2, 3, 4, 5, 6};
  from_rows(six, rows);
  EXPECT_EQ(to_rows(rows), six);
  EXPECT_EQ(to_vector(Kokkos::subview(rows, Kokkos::ALL, 1)), (std::vector<double>{2, 5}));
  EXPECT_THROW(from_rows({1, 2, 3}, rows), std::out_of_range);
}

TEST(Views, GoThereAndBack) {
  for (const Backend backend : compiled_backends())
    with_backend(backend, [](const auto &space) { views_go_there_and_back(space); });
}

// --- Memory --------------------------------------------------------------------------------------

TEST(Views, TooLargeForAnyMemoryAreAllocationFailures) {
  constexpr std::size_t k_count = std::size_t(1) << 56; // 2^59 bytes, more than addresses reach
  for (const Backend backend : compiled_backends())
    try {
      with_backend(backend, [](auto space) {
        const Kokkos::View<double *, decltype(space)> view(
            Kokkos::view_alloc("curlew::test::huge", Kokkos::WithoutInitializing), k_count);
        FAIL() << "got it: " << view.extent(0);
      });
    } catch (const std::exception &error) {
      EXPECT_TRUE(is_allocation_failure(error)) << to_string(backend) << ": " << error.what();
    }
}

// --- Sums ----------------------------------------------------------------------------------------

// Terms of very different size: each order of summation gives other bits.
struct Term {
  KOKKOS_INLINE_FUNCTION double operator()(Offset i) const {
    return (i % 7 == 0 ? 1e12 : 1.0) / (1.0 + static_cast<double>(i));
  }
};

double sum_of_terms(Backend backend, Offset count) {
  return with_backend(backend, [&](const auto &space) {
    return ordered_sum(space, "curlew::test::sum", count, Term());
  });
}

// Ends of chunks and teams of both forms, and one behind: 1056 teams of 512 threads take four terms
// at a time.
const std::vector<Offset> k_counts = {0,      1,      511,    512,     1023,    1024,    1025,
                                      100000, 540672, 540673, 2162687, 2162688, 2162689, 3000000};

TEST(OrderedSum, HasTheSameBitsOnEveryHost) {
  for (const Offset count : k_counts)
    for (const Backend backend : compiled_backends())
      if (backend != Backend::cuda) {
        EXPECT_EQ(sum_of_terms(backend, count), sum_of_terms(Backend::serial, count)) << count;
      }
  double forward = 0, backward = 0;
  for (Offset i = 0; i < 100000; ++i) {
    forward += Term()(i);
    backward += Term()(99999 - i);
  }
  EXPECT_NE(forward, backward); // the terms distinguish orders
}

TEST(OrderedSum, HasTheSameBitsEveryTime) {
  for (const Backend backend : compiled_backends()) {
    const double first = sum_of_terms(backend, 3000000);
    for (int again = 0; again < 10; ++again)
      EXPECT_EQ(sum_of_terms(backend, 3000000), first) << to_string(backend);
  }
}

TEST(OrderedSum, IsTheSum) {
  for (const Offset count : k_counts) {
    long double expected = 0;
    for (Offset i = 0; i < count; ++i)
      expected += Term()(i);
    for (const Backend backend : compiled_backends()) {
      const double sum = sum_of_terms(backend, count);
      EXPECT_LE(std::abs(sum - expected), 1e-14 * expected) << to_string(backend) << " " << count;
      if (count > 0) { // a large term less is seen
        EXPECT_GT(std::abs(sum - (expected - Term()(count / 14 * 7))), 1e-14 * expected);
      }
    }
  }
}

// Terms of 1, each of which marks itself as visited.
template <class Space> struct Visit {
  Kokkos::View<int *, Space> met;
  KOKKOS_INLINE_FUNCTION double operator()(Offset i) const {
    Kokkos::atomic_add(&met(i), 1);
    return 1;
  }
};

template <class Space> void expect_each_once(const Visit<Space> &visit, double sum) {
  EXPECT_EQ(sum, static_cast<double>(visit.met.extent(0))) << Space::name();
  for (const int times : to_vector(visit.met))
    ASSERT_EQ(times, 1) << visit.met.extent(0) << " on " << Space::name();
}

template <class Space> void sum_visits(const Space &space, Offset count) {
  const Visit<Space> visit{Kokkos::View<int *, Space>("curlew::test::met", count)};
  expect_each_once(visit, ordered_sum(space, "curlew::test::visits", count, visit));
}

TEST(OrderedSum, TakesEachTermOnce) {
  for (const Offset count : k_counts)
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &space) { sum_visits(space, count); });
}

// The form for devices, in teams of one thread on hosts.
template <class Space, class F> double sum_in_teams(const Space &space, Offset count, const F &f) {
  constexpr int k_teams = 7;
  const Kokkos::View<double *, Space> partial("curlew::test::partial", k_teams);
  Kokkos::parallel_for("curlew::test::team_sums", Kokkos::TeamPolicy<Space>(space, k_teams, 1),
                       TeamSums<Space, F>{f, count, partial});
  space.fence();
  double sum = 0;
  for (const double one : to_vector(partial))
    sum += one;
  return sum;
}

template <class Space> void sum_visits_in_teams(const Space &space, Offset count) {
  if constexpr (!is_device<Space>) {
    const Visit<Space> visit{Kokkos::View<int *, Space>("curlew::test::met", count)};
    expect_each_once(visit, sum_in_teams(space, count, visit));
  }
}

TEST(TeamSums, TakesEachTermOnce) {
  for (const Offset count : {0, 1, 6, 7, 8, 27, 28, 29, 55, 56, 57, 1000})
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &space) { sum_visits_in_teams(space, count); });
}

// --- Vectors -------------------------------------------------------------------------------------

struct Vectors {
  std::vector<double> x, y, z;
};

Vectors vectors_of(std::size_t count) {
  Vectors v;
  for (std::size_t i = 0; i < count; ++i) {
    const double t = static_cast<double>(i);
    v.x.push_back(std::sin(t));
    v.y.push_back(std::cos(3 * t) - 0.3);
    v.z.push_back(1 / (1 + t));
  }
  return v;
}

// Expected results of the kernels, by plain loops.
struct VectorResults {
  std::vector<double> axpy;
  double dot = 0, axpy_dot = 0;
};

VectorResults plain_results(const Vectors &v, double a) {
  VectorResults result;
  long double dot = 0, axpy_dot = 0;
  for (std::size_t i = 0; i < v.x.size(); ++i) {
    result.axpy.push_back(v.y[i] + a * v.x[i]);
    dot += static_cast<long double>(v.x[i]) * v.y[i];
    axpy_dot += static_cast<long double>(result.axpy[i]) * v.z[i];
  }
  result.dot = static_cast<double>(dot);
  result.axpy_dot = static_cast<double>(axpy_dot);
  return result;
}

template <class Space>
VectorResults kernel_results(const Space &space, const Vectors &v, double a) {
  const auto x = to_view<Space>("curlew::test::x", v.x), z = to_view<Space>("curlew::test::z", v.z);
  auto y = to_view<Space>("curlew::test::y", v.y);
  VectorResults result;
  result.dot = dot(space, "curlew::test::dot", x, y);
  axpy(space, "curlew::test::axpy", a, x, y);
  space.fence();
  result.axpy = to_vector(y);
  y = to_view<Space>("curlew::test::y", v.y);
  result.axpy_dot = axpy_dot(space, "curlew::test::axpy_dot", a, x, y, z);
  EXPECT_EQ(to_vector(y), result.axpy) << Space::name();
  EXPECT_EQ(to_vector(x), v.x) << Space::name();
  return result;
}

// The largest difference, with all entries of order one.
double difference(const VectorResults &a, const VectorResults &b) {
  double largest = std::max(std::abs(a.dot - b.dot) / static_cast<double>(1 + a.axpy.size()),
                            std::abs(a.axpy_dot - b.axpy_dot));
  EXPECT_EQ(a.axpy.size(), b.axpy.size());
  for (std::size_t i = 0; i < a.axpy.size(); ++i)
    largest = std::max(largest, std::abs(a.axpy[i] - b.axpy[i]));
  return largest;
}

constexpr double k_rounding = 1e-14;

TEST(VectorKernels, EqualPlainLoops) {
  for (const std::size_t count : {0, 1, 1000, 70001})
    for (const Backend backend : compiled_backends()) {
      const Vectors v = vectors_of(count);
      const auto results =
          with_backend(backend, [&](const auto &space) { return kernel_results(space, v, -0.7); });
      EXPECT_LT(difference(results, plain_results(v, -0.7)), k_rounding)
          << count << " on " << to_string(backend);
      if (count > 1) { // another factor is seen, and so is one entry of z
        EXPECT_GT(difference(results, plain_results(v, -0.7 + 1e-12)), 10 * k_rounding);
        Vectors wrong = v;
        wrong.z[count / 2] += 1e-6;
        EXPECT_GT(difference(results, plain_results(wrong, -0.7)), 10 * k_rounding);
      }
    }
}

// The form for devices takes four terms at once.
template <class Space> void axpy_dot_in_teams(const Space &space, std::size_t count) {
  if constexpr (!is_device<Space>) {
    static_assert(has_several<AxpyDot<Space>>::value && !has_several<Visit<Space>>::value);
    const Vectors v = vectors_of(count);
    const VectorResults expected = plain_results(v, -0.7);
    const AxpyDot<Space> terms{-0.7, to_view<Space>("curlew::test::x", v.x),
                               to_view<Space>("curlew::test::y", v.y),
                               to_view<Space>("curlew::test::z", v.z)};
    const double sum = sum_in_teams(space, static_cast<Offset>(count), terms);
    EXPECT_LT(difference({to_vector(terms.y), expected.dot, sum}, expected), k_rounding)
        << count << " on " << Space::name();
  }
}

TEST(TeamSums, TakeTermsThatWrite) {
  for (const std::size_t count : {0, 1, 27, 28, 29, 1000})
    for (const Backend backend : compiled_backends())
      with_backend(backend, [&](const auto &space) { axpy_dot_in_teams(space, count); });
}

} // namespace
} // namespace curlew
