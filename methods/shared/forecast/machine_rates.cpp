#include <curlew/methods/shared/forecast/machine_rates.hpp>

#include <curlew/core/error.hpp>
#include <curlew/core/parallel/backend.hpp>
#include <curlew/core/parallel/bandwidth.hpp>
#include <curlew/io/case/case_version.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/methods/shared/forecast/free_stopwatch.hpp>
#include <curlew/solvers/dense/dense_product.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>

namespace curlew {
namespace {

using nlohmann::ordered_json;
namespace fs = std::filesystem;

// Sizes of the arrays and the matrices that are timed.
constexpr std::size_t k_cached_bytes = std::size_t(1) << 19, k_bytes = std::size_t(1) << 26,
                      k_device_bytes = std::size_t(1) << 30;
constexpr Index k_rows = 256, k_device_rows = 2048;
// Data between these sizes are partly in the caches of processors.
constexpr double k_all_cached = 2e6, k_none_cached = 64e6;

// Returns the key of a machine, a backend, its threads and this program.
std::string key_of(Backend backend, int threads) {
  return find_device(backend).name + ", " + to_string(backend) + ", " +
         std::to_string(backend == Backend::openmp ? threads : 1) + ", curlew " + curlew_version();
}

// Returns the rates of the file; an empty object for a file that is absent or broken.
ordered_json read_all(const fs::path &file) {
  std::ifstream stream(file);
  ordered_json all = ordered_json::parse(stream, nullptr, false);
  return all.is_object() ? all : ordered_json::object();
}

MachineRates measure(Backend backend) {
  const bool on_device = is_device_backend(backend);
  // Other programs may have most of a device's memory.
  const std::size_t device_bytes = std::clamp(
      static_cast<std::size_t>(memory_of(backend).free_bytes / 8), k_cached_bytes, k_device_bytes);
  return with_backend(backend, [&](const auto &space) {
    using Space = std::decay_t<decltype(space)>;
    // The medians leave out short waits for processors, the stopwatches long ones.
    const auto on_free_machine = [](const auto &rate_of) {
      const FreeStopwatch free;
      const Stopwatch wall;
      const double rate = rate_of();
      return rate * std::max(1.0, wall.seconds() / free.seconds());
    };
    return MachineRates{
        on_free_machine([&] { return copy_bandwidth<Space>(on_device ? device_bytes : k_bytes); }),
        on_free_machine(
            [&] { return copy_bandwidth<Space>(on_device ? device_bytes : k_cached_bytes); }),
        on_free_machine([&] { return multiply_rate<Space>(on_device ? k_device_rows : k_rows); })};
  });
}

void store(const fs::path &file, const std::string &key, const MachineRates &rates) {
  if (file.empty())
    return;
  std::error_code error;
  fs::create_directories(file.parent_path(), error);
  ordered_json all = read_all(file);
  all[key] = {{"copy_bytes_per_s", rates.copy},
              {"cached_copy_bytes_per_s", rates.cached_copy},
              {"product_flops", rates.product}};
  try {
    write_file_atomically(file, all.dump(2) + "\n");
  } catch (const OutputError &) { // a home that is read-only: the rates are measured each time
  }
}

} // namespace

double MachineRates::streaming(double bytes) const {
  const double share =
      std::clamp(std::log(bytes / k_all_cached) / std::log(k_none_cached / k_all_cached), 0.0, 1.0);
  return std::pow(cached_copy, 1 - share) * std::pow(copy, share);
}

fs::path rates_file() {
  const auto folder_in = [](const char *name) -> fs::path {
    const char *value = std::getenv(name);
    return value != nullptr && *value != '\0' ? value : "";
  };
  fs::path cache = folder_in("XDG_CACHE_HOME");
  if (cache.empty())
    if (const fs::path home = folder_in("HOME"); !home.empty())
      cache = home / ".cache";
  return cache.empty() ? cache : cache / "curlew" / "machine-rates.json";
}

std::optional<MachineRates> stored_rates(Backend backend, int threads, const fs::path &file) {
  const ordered_json all = read_all(file);
  const auto entry = all.find(key_of(backend, threads));
  if (entry == all.end() || !entry->is_object())
    return std::nullopt;
  const auto positive = [&](const char *name) {
    const auto value = entry->find(name);
    return value != entry->end() && value->is_number() ? value->get<double>() : 0.0;
  };
  const MachineRates rates{positive("copy_bytes_per_s"), positive("cached_copy_bytes_per_s"),
                           positive("product_flops")};
  if (!(rates.copy > 0 && rates.cached_copy > 0 && rates.product > 0))
    return std::nullopt;
  return rates;
}

MachineRates machine_rates(Backend backend, int threads, const fs::path &file) {
  if (const auto stored = stored_rates(backend, threads, file))
    return *stored;
  const MachineRates rates = measure(backend);
  store(file, key_of(backend, threads), rates);
  return rates;
}

} // namespace curlew
