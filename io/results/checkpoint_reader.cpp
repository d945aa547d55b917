#include <curlew/core/error.hpp>
#include <curlew/io/results/checkpoint.hpp>
#include <curlew/io/results/checkpoint_format.hpp>

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using checkpoint_format::BlobHeader;
using checkpoint_format::Header;

// Reads a slot front to back; no count is trusted beyond what is left of the file.
class Reader {
public:
  explicit Reader(const fs::path &path) : path_(path), file_(path, std::ios::binary) {
    std::error_code error;
    const auto size = fs::file_size(path, error);
    if (!file_ || error) {
      fail(error ? error.message() : std::strerror(errno));
    }
    left_ = size;
  }

  std::uint64_t left() const { return left_; }
  [[noreturn]] void fail(const std::string &reason) const {
    throw InputError(fmt::format("{}: {}", path_.string(), reason));
  }

  void read(void *bytes, std::uint64_t count, const char *what) {
    if (count > left_) {
      fail(fmt::format("truncated: {} needs {} bytes, {} are left", what, count, left_));
    }
    if (!file_.read(static_cast<char *>(bytes), static_cast<std::streamsize>(count))) {
      fail(fmt::format("{} cannot be read: {}", what, std::strerror(errno)));
    }
    left_ -= count;
  }

  template <typename Values> Values read_values(std::uint64_t count, const char *what) {
    const std::uint64_t size = sizeof(typename Values::value_type);
    if (count > left_ / size) {
      fail(fmt::format("{} says it has {} values, but only {} bytes are left", what, count, left_));
    }
    Values values(static_cast<std::size_t>(count), typename Values::value_type{});
    read(values.data(), count * size, what);
    return values;
  }

private:
  const fs::path &path_;
  std::ifstream file_;
  std::uint64_t left_ = 0;
};

Header read_header(Reader &reader) {
  const std::uint64_t size = reader.left();
  Header header;
  reader.read(&header, sizeof header, "the header");
  if (header.magic != checkpoint_format::k_magic) {
    reader.fail("not a checkpoint of Curlew");
  }
  if (header.byte_order != checkpoint_format::k_byte_order) {
    reader.fail("written on a machine with another byte order");
  }
  if (header.version != checkpoint_format::k_version) {
    reader.fail(fmt::format("version {} of the checkpoint format; this Curlew reads version {}",
                            header.version, checkpoint_format::k_version));
  }
  if (header.total_bytes != size) {
    reader.fail(fmt::format("{} bytes long, but its header says {}", size, header.total_bytes));
  }
  return header;
}

void check_sum(const fs::path &slot) {
  Reader reader(slot);
  std::vector<char> piece(1 << 20);
  uLong sum = crc32_z(0, nullptr, 0);
  std::uint32_t stored = 0;
  if (reader.left() < sizeof stored) {
    reader.fail("truncated: no check sum");
  }
  while (reader.left() > sizeof stored) {
    const auto count = std::min<std::uint64_t>(piece.size(), reader.left() - sizeof stored);
    reader.read(piece.data(), count, "the content");
    sum = crc32_z(sum, reinterpret_cast<const Bytef *>(piece.data()), count);
  }
  reader.read(&stored, sizeof stored, "the check sum");
  if (stored != sum) {
    reader.fail(fmt::format("damaged: its check sum is {:08x}, stored is {:08x}", sum, stored));
  }
}

CheckpointBlob read_blob(Reader &reader, const BlobHeader &entry, const std::string &name) {
  switch (entry.type) {
  case 0:
    return reader.read_values<std::vector<double>>(entry.count, name.c_str());
  case 1:
    return reader.read_values<std::vector<std::int32_t>>(entry.count, name.c_str());
  case 2:
    return reader.read_values<std::vector<std::int64_t>>(entry.count, name.c_str());
  case 3:
    return reader.read_values<std::string>(entry.count, name.c_str());
  default:
    reader.fail(fmt::format("\"{}\" has the unknown type {}", name, entry.type));
  }
}

} // namespace

namespace checkpoint_format {

Header read_header(const fs::path &slot) {
  Reader reader(slot);
  return curlew::read_header(reader);
}

} // namespace checkpoint_format

CheckpointData read_checkpoint(const fs::path &slot) {
  Reader reader(slot);
  const Header header = read_header(reader);
  check_sum(slot);
  CheckpointData data;
  data.step = header.step;
  data.time_s = header.time_s;
  data.fingerprint = reader.read_values<std::string>(header.fingerprint_length, "the fingerprint");
  for (std::uint32_t i = 0; i < header.blob_count; ++i) {
    BlobHeader entry;
    reader.read(&entry, sizeof entry, "an entry");
    const auto name = reader.read_values<std::string>(entry.name_length, "the name of an entry");
    if (!data.blobs.emplace(name, read_blob(reader, entry, name)).second) {
      reader.fail(fmt::format("\"{}\" is stored twice", name));
    }
  }
  if (reader.left() != sizeof(std::uint32_t)) {
    reader.fail("there is more in it than its entries");
  }
  return data;
}

} // namespace curlew
