#pragma once

#include <curlew/io/results/results_directory.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace curlew {

using CheckpointBlob = std::variant<std::vector<double>, std::vector<std::int32_t>,
                                    std::vector<std::int64_t>, std::string>;

// The whole state of a run at the end of a step.
struct CheckpointData {
  std::int64_t step = 0;
  double time_s = 0;
  // fingerprint of the case and the mesh; a restart compares it with its own
  std::string fingerprint;
  std::map<std::string, CheckpointBlob> blobs;

  // Throw InputError naming what is missing or has another type.
  const std::vector<double> &doubles(const std::string &name) const;
  const std::vector<std::int32_t> &int32s(const std::string &name) const;
  const std::vector<std::int64_t> &int64s(const std::string &name) const;
  const std::string &text(const std::string &name) const;
};

// Writes checkpoints into `directory`/slot-0, slot-1, ..., `keep` of them (at least 1), the oldest
// or a broken one replaced first, each atomically: a valid checkpoint remains whenever the process
// is cut off.
class CheckpointWriter {
public:
  explicit CheckpointWriter(std::filesystem::path directory, int keep = 2);
  // Writes into the folder "checkpoint" of the results, whose manifest lists every slot.
  explicit CheckpointWriter(const ResultsDirectory &results, int keep = 2);
  // Throws OutputError.
  void write(const CheckpointData &data);

private:
  std::optional<ResultsDirectory> results_;
  std::filesystem::path directory_;
  int keep_;
  int next_slot_ = 0;
};

// Reads one slot. Throws InputError for anything but a complete, unaltered checkpoint.
CheckpointData read_checkpoint(const std::filesystem::path &slot);

// Reads the valid slot with the highest step. A broken slot is skipped with a warning in the log.
// Throws InputError naming the reason for each slot if none is valid, or that there is none.
CheckpointData read_latest_checkpoint(const std::filesystem::path &directory);

} // namespace curlew
