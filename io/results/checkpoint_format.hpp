#pragma once

#include <array>
#include <cstdint>
#include <filesystem>

// The bytes of a checkpoint slot, in the machine's own order (a restart needs a machine of the same
// order): Header, fingerprint, then for each blob BlobHeader, name, values; at the end the CRC-32
// of all that precedes.
namespace curlew::checkpoint_format {

constexpr std::array<char, 8> k_magic{'C', 'U', 'R', 'L', 'E', 'W', 'C', 'P'};
constexpr std::uint32_t k_version = 1;
constexpr std::uint32_t k_byte_order = 0x01020304;

struct Header {
  std::array<char, 8> magic = k_magic;
  std::uint32_t version = k_version;
  std::uint32_t byte_order = k_byte_order;
  std::uint64_t total_bytes = 0; // bytes of the file, CRC included
  std::int64_t step = 0;
  double time_s = 0;
  std::uint32_t fingerprint_length = 0;
  std::uint32_t blob_count = 0;
};
static_assert(sizeof(Header) == 48, "the header must have no padding");

struct BlobHeader {
  std::uint32_t name_length = 0;
  std::uint32_t type = 0; // index in CheckpointBlob
  std::uint64_t count = 0;
};
static_assert(sizeof(BlobHeader) == 16, "the header must have no padding");

// Throws InputError unless the file begins with a header of this version and has the size given
// there.
Header read_header(const std::filesystem::path &slot);

} // namespace curlew::checkpoint_format
