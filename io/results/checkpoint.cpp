#include <curlew/core/error.hpp>
#include <curlew/io/results/atomic_file.hpp>
#include <curlew/io/results/checkpoint.hpp>
#include <curlew/io/results/checkpoint_format.hpp>

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <stdexcept>
#include <type_traits>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using checkpoint_format::BlobHeader;
using checkpoint_format::Header;

constexpr const char *k_checkpoint_folder = "checkpoint";

std::string slot_name(int slot) {
  return fmt::format("slot-{}", slot);
}

fs::path slot_path(const fs::path &directory, int slot) {
  return directory / slot_name(slot);
}

template <typename T> const T &blob_as(const CheckpointData &data, const std::string &name) {
  const auto found = data.blobs.find(name);
  if (found == data.blobs.end()) {
    throw InputError(fmt::format("the checkpoint of step {} holds no \"{}\"", data.step, name));
  }
  if (const T *values = std::get_if<T>(&found->second)) {
    return *values;
  }
  throw InputError(fmt::format("\"{}\" in the checkpoint of step {} has another type than this "
                               "version of Curlew expects",
                               name, data.step));
}

// Writes and sums at once, so that the data are read from memory one time.
class SummedFile {
public:
  explicit SummedFile(const fs::path &path) : file_(path) {}
  void write(const void *bytes, std::size_t count) {
    if (count == 0) {
      return; // zlib takes a null pointer as a request to start again
    }
    sum_ = crc32_z(sum_, static_cast<const Bytef *>(bytes), count);
    file_.write(bytes, count);
  }
  void commit() {
    const auto sum = static_cast<std::uint32_t>(sum_);
    file_.write(&sum, sizeof sum);
    file_.commit();
  }

private:
  AtomicFile file_;
  uLong sum_ = crc32_z(0, nullptr, 0);
};

// Returns the step of the checkpoint in a slot, judged by its header alone.
std::optional<std::int64_t> step_in(const fs::path &slot) {
  try {
    return checkpoint_format::read_header(slot).step;
  } catch (const InputError &) {
    return std::nullopt; // absent or broken: the first one to be written
  }
}

} // namespace

const std::vector<double> &CheckpointData::doubles(const std::string &name) const {
  return blob_as<std::vector<double>>(*this, name);
}
const std::vector<std::int32_t> &CheckpointData::int32s(const std::string &name) const {
  return blob_as<std::vector<std::int32_t>>(*this, name);
}
const std::vector<std::int64_t> &CheckpointData::int64s(const std::string &name) const {
  return blob_as<std::vector<std::int64_t>>(*this, name);
}
const std::string &CheckpointData::text(const std::string &name) const {
  return blob_as<std::string>(*this, name);
}

CheckpointWriter::CheckpointWriter(fs::path directory, int keep)
    : directory_(std::move(directory)), keep_(keep) {
  if (keep < 1) {
    throw std::invalid_argument(fmt::format("{} checkpoints to keep", keep));
  }
  auto oldest = std::numeric_limits<std::int64_t>::max();
  for (int slot = 0; slot < keep_; ++slot) {
    const auto step = step_in(slot_path(directory_, slot));
    if (!step) {
      next_slot_ = slot;
      break;
    }
    if (*step < oldest) {
      oldest = *step;
      next_slot_ = slot;
    }
  }
}

CheckpointWriter::CheckpointWriter(const ResultsDirectory &results, int keep)
    : CheckpointWriter(results.path() / k_checkpoint_folder, keep) {
  results_ = results;
}

void CheckpointWriter::write(const CheckpointData &data) {
  if (results_)
    results_->list({fmt::format("{}/{}", k_checkpoint_folder, slot_name(next_slot_))});
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error) {
    throw OutputError(
        fmt::format("cannot make the folder {}: {}", directory_.string(), error.message()));
  }
  Header header;
  header.step = data.step;
  header.time_s = data.time_s;
  header.fingerprint_length = static_cast<std::uint32_t>(data.fingerprint.size());
  header.blob_count = static_cast<std::uint32_t>(data.blobs.size());
  header.total_bytes = sizeof(Header) + data.fingerprint.size() + sizeof(std::uint32_t);
  for (const auto &[name, blob] : data.blobs) {
    std::visit(
        [&, &name = name](const auto &values) {
          header.total_bytes +=
              sizeof(BlobHeader) + name.size() + values.size() * sizeof(*values.data());
        },
        blob);
  }
  SummedFile file(slot_path(directory_, next_slot_));
  file.write(&header, sizeof header);
  file.write(data.fingerprint.data(), data.fingerprint.size());
  for (const auto &[name, blob] : data.blobs) {
    std::visit(
        [&, &name = name, type = blob.index()](const auto &values) {
          BlobHeader entry;
          entry.name_length = static_cast<std::uint32_t>(name.size());
          entry.type = static_cast<std::uint32_t>(type);
          entry.count = values.size();
          file.write(&entry, sizeof entry);
          file.write(name.data(), name.size());
          file.write(values.data(), values.size() * sizeof(*values.data()));
        },
        blob);
  }
  file.commit();
  next_slot_ = (next_slot_ + 1) % keep_;
}

CheckpointData read_latest_checkpoint(const fs::path &directory) {
  struct Candidate {
    fs::path path;
    std::int64_t step;
  };
  std::vector<Candidate> candidates;
  std::string reasons;
  std::vector<std::string> broken;
  const auto note = [&](const InputError &error) {
    broken.push_back(error.what());
    reasons += fmt::format("\n  {}", error.what());
  };
  std::error_code error;
  for (const fs::directory_entry &entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("slot-", 0) != 0) {
      continue;
    }
    try {
      candidates.push_back({entry.path(), checkpoint_format::read_header(entry.path()).step});
    } catch (const InputError &broken_header) {
      note(broken_header);
    }
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.step > b.step; });
  for (const Candidate &candidate : candidates) {
    try {
      CheckpointData data = read_checkpoint(candidate.path);
      for (const std::string &reason : broken) {
        spdlog::warn("skipped a broken checkpoint: {}; going back to {}, step {}", reason,
                     candidate.path.filename().string(), data.step);
      }
      return data;
    } catch (const InputError &broken_body) {
      note(broken_body);
    }
  }
  if (reasons.empty()) {
    throw InputError(
        fmt::format("there is no checkpoint in {}; run without --restart", directory.string()));
  }
  throw InputError(fmt::format("no checkpoint in {} is intact:{}", directory.string(), reasons));
}

} // namespace curlew
