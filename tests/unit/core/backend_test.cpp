#include <curlew/core/backend.hpp>
#include <curlew/core/bandwidth.hpp>
#include <curlew/core/ordered_sum.hpp>
#include <curlew/core/views.hpp>

#include <gmock/gmock.h>

#include <memory>
#include <type_traits>

namespace curlew {
namespace {

class KokkosEnvironment : public ::testing::Environment {
public:
  void SetUp() override { runtime_ = std::make_unique<KokkosRuntime>(2); }
  void TearDown() override { runtime_.reset(); }

private:
  std::unique_ptr<KokkosRuntime> runtime_;
};
const auto *const k_kokkos = ::testing::AddGlobalTestEnvironment(new KokkosEnvironment);

TEST(Backend, NamesAreParsed) {
  for (const Backend backend : compiled_backends())
    EXPECT_EQ(parse_backend(to_string(backend)), backend);
  EXPECT_EQ(parse_backend("auto"), compiled_backends().back());
  EXPECT_EQ(parse_backend("serial"), Backend::serial);
}

TEST(Backend, UnknownAndAbsentOnesAreErrors) {
  try {
    parse_backend("Serial");
    FAIL() << "names are in lower case";
  } catch (const InputError &error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr("legal: auto, serial, openmp, cuda"));
    EXPECT_EQ(error.exit_code(), ExitCode::input);
  }
  bool has_cuda = false;
  for (const Backend backend : compiled_backends())
    has_cuda = has_cuda || to_string(backend) == "cuda";
  if (!has_cuda) {
    try {
      parse_backend("cuda");
      FAIL() << "not compiled in";
    } catch (const NotCompiled &error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("Kokkos_ENABLE_CUDA=ON"));
      EXPECT_EQ(error.exit_code(), ExitCode::input);
    }
  }
}

TEST(Backend, DispatchReachesItsExecutionSpace) {
  EXPECT_EQ(with_backend(Backend::serial,
                         [](const auto &space) {
                           return std::string(std::decay_t<decltype(space)>::name());
                         }),
            "Serial");
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(with_backend(Backend::openmp,
                         [](const auto &space) {
                           return std::string(std::decay_t<decltype(space)>::name());
                         }),
            "OpenMP");
#endif
}

TEST(Backend, RunsWithTheThreadsAskedFor) {
#ifdef KOKKOS_ENABLE_OPENMP
  EXPECT_EQ(Kokkos::OpenMP().concurrency(), 2);
#endif
  EXPECT_GE(default_threads(), 1);
}

TEST(Backend, MeasuresItsCopyBandwidth) {
  for (const Backend backend : compiled_backends()) {
    const double rate = with_backend(
        backend, [](auto space) { return copy_bandwidth<decltype(space)>(std::size_t(1) << 20); });
    EXPECT_GT(rate, 1e8) << to_string(backend); // anything slower is no memory
    EXPECT_LT(rate, 1e14) << to_string(backend);
  }
}

TEST(Views, GoThereAndBack) {
  with_backend(compiled_backends().back(), [](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
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
  });
}

// Terms of very different size: each order of adding them gives other bits.
struct Term {
  KOKKOS_INLINE_FUNCTION double operator()(Offset i) const {
    return (i % 7 == 0 ? 1e12 : 1.0) / (1.0 + static_cast<double>(i));
  }
};

TEST(OrderedSum, HasTheSameBitsOnEveryBackend) {
  for (const Offset count : {Offset(0), Offset(1), Offset(1024), Offset(1025), Offset(100000)}) {
    const double serial = ordered_sum(Kokkos::Serial(), "curlew::test::sum", count, Term());
    for (const Backend backend : compiled_backends())
      EXPECT_EQ(with_backend(backend,
                             [&](const auto &space) {
                               return ordered_sum(space, "curlew::test::sum", count, Term());
                             }),
                serial)
          << count;
  }
  double forward = 0, backward = 0;
  for (Offset i = 0; i < 100000; ++i) {
    forward += Term()(i);
    backward += Term()(99999 - i);
  }
  const double sum = ordered_sum(Kokkos::Serial(), "curlew::test::sum", 100000, Term());
  EXPECT_NEAR(sum / forward, 1, 1e-12);
  EXPECT_NE(forward, backward); // the terms do tell orders apart
}

} // namespace
} // namespace curlew
