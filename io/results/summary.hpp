#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace curlew {

// The program that ran, its machine and its settings.
struct Provenance {
  std::string version;
  std::string git_hash;
  std::string compiler;
  std::string build_type;
  std::vector<std::pair<std::string, std::string>> libraries; // name, version
  std::string backend;
  std::string device; // processor or accelerator
  int threads = 1;
  // Host, GPU and processors of each rank; empty without several ranks.
  nlohmann::ordered_json placement = {};
  std::vector<std::string> command_line;
};

// One kernel's share of the run. The bytes are the least that the method can move in all calls.
struct KernelPerformance {
  std::string name;
  std::int64_t calls = 0;
  double minimum_bytes = 0;
  double seconds = 0;
};

// 64-bit FNV-1a of a file's bytes as "fnv1a64:0123456789abcdef": it distinguishes two inputs, but
// gives no protection against tampering. Throws InputError if the file cannot be read.
std::string file_fingerprint(const std::filesystem::path &path);
std::string text_fingerprint(std::string_view text);

// Returns the largest resident memory of this process so far, in bytes.
std::int64_t peak_memory_bytes();

// Collects the contents of summary.json and writes it.
class Summary {
public:
  explicit Summary(const Provenance &provenance);

  // Adds "inputs": [{ "file", "bytes", "fingerprint" }]. Throws InputError if the file cannot be
  // read.
  void add_input(const std::filesystem::path &file);
  // Adds "wall_seconds": { phase: s }; the same phase again adds up.
  void add_phase(const std::string &phase, double seconds);
  void add_warning(const std::string &text);
  // Sets "performance": minimum_bytes, seconds, gbytes_per_s of all kernels together,
  // copy_gbytes_per_s, fraction_of_copy, and the same per kernel under "kernel".
  void set_performance(const std::vector<KernelPerformance> &kernels, double copy_gbytes_per_s);

  // Gives access to any other entry: unknowns, steps, residuals, peaks.
  nlohmann::ordered_json &operator[](const std::string &key) { return root_[key]; }
  const nlohmann::ordered_json &json() const { return root_; }

  // Adds peak memory and writes the file atomically. Numbers that are not finite become null.
  // Throws OutputError.
  void write(const std::filesystem::path &path);

private:
  nlohmann::ordered_json root_;
};

// Convert JSON to the indented text of case.resolved.json and of other results, and write a file
// with this text atomically. The latter throws OutputError.
std::string json_text(const nlohmann::ordered_json &json);
void write_json(const std::filesystem::path &path, const nlohmann::ordered_json &json);

} // namespace curlew
