#include <curlew/core/parallel/random.hpp>
#include <curlew/perf/bench/benches.hpp>
#include <curlew/solvers/dense/dense_lu.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace curlew::bench {
namespace {

using nlohmann::ordered_json;
using Complex = Kokkos::complex<double>;

constexpr int k_dense_repetitions = 5;

double median(std::array<double, k_dense_repetitions> values) {
  std::nth_element(values.begin(), values.begin() + k_dense_repetitions / 2, values.end());
  return values[k_dense_repetitions / 2];
}

// Random numbers in a square: well conditioned for all that matters here.
template <class Space> struct FillRandom {
  DenseMatrix<Space> a;
  KOKKOS_INLINE_FUNCTION void operator()(const Offset i) const {
    const Offset rows = static_cast<Offset>(a.extent(0));
    const std::uint64_t index = 2 * static_cast<std::uint64_t>(i);
    a(i % rows, i / rows) = Complex(random_number(index), random_number(index + 1));
  }
};

struct Seconds {
  double product, factors;
};

template <class F> double seconds_of(const F &work) {
  const Kokkos::Timer timer;
  work();
  return timer.seconds();
}

// Measures both in turns, so that other programs on the machine disturb both alike.
template <class Space> Seconds measure(Index n) {
  const Space space;
  const DenseMatrix<Space> a("curlew::bench::a", n, n), b("curlew::bench::b", n, n);
  Kokkos::parallel_for("curlew::bench::fill", RangePolicy<Space>(space, 0, Offset(n) * n),
                       FillRandom<Space>{a});
  std::array<double, k_dense_repetitions> product{}, factors{};
  for (int i = -1; i < k_dense_repetitions; ++i) { // the first run_dense warms up
    space.fence();
    const double of_product = seconds_of([&] {
      multiply(space, {n, n, n, {a.data(), n}, {a.data(), n}, {b.data(), n}});
      space.fence();
    });
    Kokkos::deep_copy(space, b, a);
    space.fence();
    const double of_factors = seconds_of([&] { DenseLu<Space>(space, b); });
    if (i >= 0) {
      product[i] = of_product;
      factors[i] = of_factors;
    }
  }
  return {median(product), median(factors)};
}

template <class Space> std::vector<int> sizes_of(const Request &request) {
  if (!request.unknowns.empty())
    return request.unknowns;
  return is_device<Space> ? std::vector<int>{5000, 10000, 20000}
                          : std::vector<int>{1000, 2000, 3000};
}

ordered_json run_dense(const Request &request, const LogFunction &say) {
  ordered_json rows = ordered_json::array();
  for (const Backend backend : request.backends)
    with_backend(backend, [&](auto space) {
      using Space = decltype(space);
      for (const int n : sizes_of<Space>(request)) {
        const double product_flops = 8.0 * n * n * n, flops = product_flops / 3;
        try {
          const Seconds seconds = measure<Space>(n);
          const double rate = flops / seconds.factors, product = product_flops / seconds.product;
          rows.push_back({{"method", "lu"},
                          {"backend", to_string(backend)},
                          {"threads", backend == Backend::serial ? 1 : request.threads},
                          {"unknowns", n},
                          {"seconds", seconds.factors},
                          {"gflops", rate / 1e9},
                          {"zgemm_gflops", product / 1e9},
                          {"fraction_of_zgemm", rate / product}});
        } catch (const NotCompiled &error) {
          say(error.what());
          return;
        }
      }
    });
  return rows;
}

std::string dense_table(const ordered_json &rows) {
  std::string text = "| unknowns | backend | seconds | GFLOP/s | ZGEMM GFLOP/s | % of ZGEMM |\n"
                     "|---:|---|---:|---:|---:|---:|\n";
  for (const auto &row : rows)
    text +=
        fmt::format("| {} | {} | {:.3g} | {:.1f} | {:.1f} | {:.0f} |\n", row["unknowns"].get<int>(),
                    row["backend"].get<std::string>(), row["seconds"].get<double>(),
                    row["gflops"].get<double>(), row["zgemm_gflops"].get<double>(),
                    100 * row["fraction_of_zgemm"].get<double>());
  return text;
}

} // namespace

Bench dense_bench() {
  return {
      "dense",
      "factors random complex matrices (of --unknowns rows) into L and U and compares the rate, "
      "8/3 n^3 operations on real numbers, with that of ZGEMM on matrices of the same size, "
      "measured in turns; medians of five",
      "",
      {"unknowns"},
      {{"curlew bench dense --unknowns 2000,4000 --backends openmp",
        "The dense solver of this machine's cores."}},
      false,
      [](const Request &) {},
      run_dense,
      dense_table};
}

} // namespace curlew::bench
