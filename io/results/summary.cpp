#include <curlew/core/error.hpp>
#include <curlew/core/host_name.hpp>
#include <curlew/core/message_codes.hpp>
#include <curlew/core/utc_time.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/results/summary.hpp>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <sys/resource.h>

namespace curlew {
namespace {

using Json = nlohmann::ordered_json;

// The Fowler-Noll-Vo hash: its two constants are those of the 64-bit variant.
class Fnv1a64 {
public:
  void add(const char *bytes, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      hash_ = (hash_ ^ static_cast<unsigned char>(bytes[i])) * 0x100000001b3u;
    }
  }
  std::string text() const { return fmt::format("fnv1a64:{:016x}", hash_); }

private:
  std::uint64_t hash_ = 0xcbf29ce484222325u;
};

double ratio(double a, double b) {
  return b > 0 ? a / b : 0;
}

Json performance_of(double minimum_bytes, double seconds, double copy_gbytes_per_s) {
  const double rate = ratio(minimum_bytes * 1e-9, seconds);
  return {{"minimum_bytes", minimum_bytes},
          {"seconds", seconds},
          {"gbytes_per_s", rate},
          {"copy_gbytes_per_s", copy_gbytes_per_s},
          {"fraction_of_copy", ratio(rate, copy_gbytes_per_s)}};
}

} // namespace

std::string file_fingerprint(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  std::error_code error;
  if (!file || std::filesystem::is_directory(path, error)) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(),
                                 file ? "it is a folder" : std::strerror(errno)));
  }
  Fnv1a64 hash;
  std::vector<char> piece(1 << 16);
  while (file) {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    hash.add(piece.data(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) {
    throw InputError(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)));
  }
  return hash.text();
}

std::string text_fingerprint(std::string_view text) {
  Fnv1a64 hash;
  hash.add(text.data(), text.size());
  return hash.text();
}

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024; // Linux counts it in kB
}

Summary::Summary(const Provenance &provenance) {
  Json libraries = Json::object();
  for (const auto &[name, version] : provenance.libraries) {
    libraries[name] = version;
  }
  root_["program"] = "curlew"; // identifies the file to the results directory: keep it first
  root_["provenance"] = {{"version", provenance.version},
                         {"git_hash", provenance.git_hash},
                         {"compiler", provenance.compiler},
                         {"build_type", provenance.build_type},
                         {"libraries", std::move(libraries)},
                         {"host", host_name()},
                         {"backend", provenance.backend},
                         {"device", provenance.device},
                         {"threads", provenance.threads},
                         {"command_line", provenance.command_line},
                         {"started", utc_now()}};
  if (!provenance.placement.is_null())
    root_["provenance"]["placement"] = provenance.placement;
  root_["inputs"] = Json::array();
  root_["warnings"] = Json::array();
  root_["wall_seconds"] = Json::object();
}

void Summary::add_input(const std::filesystem::path &file) {
  std::error_code error;
  const std::string fingerprint = file_fingerprint(file);
  root_["inputs"].push_back({{"file", file.string()},
                             {"bytes", std::filesystem::file_size(file, error)},
                             {"fingerprint", fingerprint}});
}

void Summary::add_phase(const std::string &phase, double seconds) {
  Json &entry = root_["wall_seconds"][phase];
  entry = (entry.is_number() ? entry.get<double>() : 0.0) + seconds;
}

void Summary::add_warning(const std::string &text) {
  root_["warnings"].push_back(text);
  if (std::string code = message_code(text, k_unknown_warning); !code.empty())
    root_["warning_codes"].push_back(std::move(code));
}

void Summary::set_performance(const std::vector<KernelPerformance> &kernels,
                              double copy_gbytes_per_s) {
  Json entries = Json::object();
  double bytes = 0;
  double seconds = 0;
  for (const KernelPerformance &kernel : kernels) {
    Json &entry = entries[kernel.name];
    entry["calls"] = kernel.calls;
    entry.update(performance_of(kernel.minimum_bytes, kernel.seconds, copy_gbytes_per_s));
    bytes += kernel.minimum_bytes;
    seconds += kernel.seconds;
  }
  Json performance{{"kernel", std::move(entries)}};
  performance.update(performance_of(bytes, seconds, copy_gbytes_per_s));
  root_["performance"] = std::move(performance);
}

void Summary::write(const std::filesystem::path &path) {
  root_["finished"] = utc_now();
  root_["peak_memory_bytes"] = peak_memory_bytes();
  write_json(path, root_);
}

std::string json_text(const Json &json) {
  // A path need not be valid UTF-8; a results file must be.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_json(const std::filesystem::path &path, const Json &json) {
  write_file_atomically(path, json_text(json));
}

} // namespace curlew
