#include "scratch.hpp"

#include <curlew/core/log.hpp>
#include <curlew/io/results/checkpoint.hpp>
#include <curlew/io/results/checkpoint_format.hpp>

#include <gmock/gmock.h>
#include <zlib.h>

#include <cstring>
#include <limits>
#include <random>

namespace curlew {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::message_of;
using test::put;
using testing::HasSubstr;

CheckpointData sample(std::int64_t step) {
  CheckpointData data;
  data.step = step;
  data.time_s = static_cast<double>(step) * 0.1;
  data.fingerprint = "fnv1a64:0123456789abcdef";
  data.blobs["e"] = std::vector<double>{
      1.0 / 3, -0.0, 5e-324, std::numeric_limits<double>::infinity(), static_cast<double>(step)};
  data.blobs["order"] = std::vector<std::int32_t>{3, -1, 2};
  data.blobs["count"] = std::vector<std::int64_t>{std::int64_t{1} << 40};
  data.blobs["note"] = std::string("with\0zero", 9);
  data.blobs["empty"] = std::vector<double>{};
  return data;
}

void append_sum(std::string &content) {
  const auto sum = static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef *>(content.data()), content.size()));
  content.append(reinterpret_cast<const char *>(&sum), sizeof sum);
}

class Checkpoint : public testing::Test {
protected:
  const fs::path folder_ = test::scratch() / "checkpoint";
  fs::path slot(int i) const { return folder_ / ("slot-" + std::to_string(i)); }
  std::int64_t latest_step() const { return read_latest_checkpoint(folder_).step; }
  std::string refusal(const std::string &content) const {
    put(slot(0), content);
    return message_of<InputError>([&] { read_checkpoint(slot(0)); });
  }
  std::string intact() const {
    CheckpointWriter(folder_).write(sample(7));
    return get(slot(0));
  }
};

TEST_F(Checkpoint, EveryBitComesBack) {
  CheckpointWriter(folder_).write(sample(12));
  const CheckpointData data = read_latest_checkpoint(folder_);
  const CheckpointData expected = sample(12);
  EXPECT_EQ(data.step, 12);
  EXPECT_EQ(data.time_s, expected.time_s);
  EXPECT_EQ(data.fingerprint, expected.fingerprint);
  EXPECT_EQ(data.blobs.size(), 5u);
  EXPECT_EQ(std::memcmp(data.doubles("e").data(), expected.doubles("e").data(), 40), 0);
  EXPECT_EQ(data.int32s("order"), expected.int32s("order"));
  EXPECT_EQ(data.int64s("count"), expected.int64s("count"));
  EXPECT_EQ(data.text("note"), expected.text("note"));
  EXPECT_TRUE(data.doubles("empty").empty());
}

TEST_F(Checkpoint, AskingForWhatIsNotThere) {
  const CheckpointData data = sample(3);
  EXPECT_THAT(message_of<InputError>([&] { data.doubles("h"); }), HasSubstr("no \"h\""));
  EXPECT_THAT(message_of<InputError>([&] { data.int32s("e"); }), HasSubstr("another type"));
}

TEST_F(Checkpoint, SlotsRotateAlsoAcrossARestart) {
  {
    CheckpointWriter writer(folder_);
    for (const int step : {1, 2, 3}) {
      writer.write(sample(step));
      EXPECT_EQ(latest_step(), step);
    }
  }
  EXPECT_EQ(read_checkpoint(slot(0)).step, 3);
  EXPECT_EQ(read_checkpoint(slot(1)).step, 2);
  CheckpointWriter(folder_).write(sample(4)); // a new process
  EXPECT_EQ(read_checkpoint(slot(0)).step, 3);
  EXPECT_EQ(read_checkpoint(slot(1)).step, 4);
  EXPECT_EQ(test::count_files(folder_), 2u);
}

TEST_F(Checkpoint, ABrokenSlotIsReplacedFirst) {
  CheckpointWriter writer(folder_);
  writer.write(sample(1));
  writer.write(sample(2));
  put(slot(1), "torn");
  CheckpointWriter(folder_).write(sample(3));
  EXPECT_EQ(read_checkpoint(slot(0)).step, 1);
  EXPECT_EQ(read_checkpoint(slot(1)).step, 3);
}

TEST_F(Checkpoint, KeepsAsManyAsAsked) {
  for (const int keep : {1, 3}) {
    fs::remove_all(folder_);
    CheckpointWriter writer(folder_, keep);
    for (int step = 1; step <= 7; ++step) {
      writer.write(sample(step));
    }
    EXPECT_EQ(test::count_files(folder_), static_cast<std::size_t>(keep));
    EXPECT_EQ(latest_step(), 7);
  }
  EXPECT_THROW(CheckpointWriter(folder_, 0), std::invalid_argument);
}

TEST_F(Checkpoint, AnyFlippedBitIsNoticed) {
  const std::string good = intact();
  EXPECT_EQ(refusal(good), "");
  std::mt19937 generator(5);
  for (int i = 0; i < 200; ++i) {
    std::string bad = good;
    const std::size_t at = generator() % bad.size();
    bad[at] = static_cast<char>(bad[at] ^ (1 << generator() % 8));
    EXPECT_NE(refusal(bad), "") << "byte " << at;
  }
}

TEST_F(Checkpoint, AnyTruncationAndAnyTailIsNoticed) {
  const std::string good = intact();
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(refusal(good.substr(0, size)), "") << size;
  }
  EXPECT_THAT(refusal(good + "x"), HasSubstr("its header says"));
}

// False counts in a file with a right check sum must not cause an allocation of their size.
TEST_F(Checkpoint, LyingCountsAreRefused) {
  using checkpoint_format::BlobHeader;
  using checkpoint_format::Header;
  const auto file = [](Header header, BlobHeader blob, const std::string &rest) {
    std::string content(sizeof header + sizeof blob, '\0');
    header.total_bytes = content.size() + rest.size() + 4;
    std::memcpy(content.data(), &header, sizeof header);
    std::memcpy(content.data() + sizeof header, &blob, sizeof blob);
    content += rest;
    append_sum(content);
    return content;
  };
  Header header;
  header.blob_count = 1;
  BlobHeader blob;
  blob.name_length = 1;
  blob.count = 1;
  EXPECT_EQ(refusal(file(header, blob, "e12345678")), "");
  for (const std::uint64_t count :
       {std::uint64_t{3}, std::uint64_t{1} << 40, std::uint64_t{1} << 61, ~std::uint64_t{0}}) {
    blob.count = count;
    EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("bytes are left"));
  }
  blob.count = 0;
  EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("more in it than its entries"));
  blob.name_length = 0xffffffff;
  EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("bytes are left"));
  blob.name_length = 1;
  blob.count = 1;
  blob.type = 9;
  EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("unknown type 9"));
  blob.type = 0;
  header.blob_count = 0xffffffff;
  EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("truncated"));
  header.blob_count = 1;
  header.fingerprint_length = 0xffffffff;
  EXPECT_THAT(refusal(file(header, blob, "e12345678")), HasSubstr("bytes are left"));
}

TEST_F(Checkpoint, AnotherVersionOrFileSaysSo) {
  std::string other = intact();
  other[8] = 9;
  EXPECT_THAT(refusal(other), HasSubstr("version 9 of the checkpoint format; this Curlew reads"));
  other[8] = 0;
  EXPECT_THAT(refusal(other), HasSubstr("version 0 of the checkpoint format; this Curlew reads"));
  EXPECT_THAT(refusal(std::string(500, 'x')), HasSubstr("not a checkpoint of Curlew"));
}

TEST_F(Checkpoint, ABrokenNewestFallsBackWithAWarning) {
  CheckpointWriter writer(folder_);
  writer.write(sample(1));
  writer.write(sample(2));
  std::string newest = get(slot(1));
  newest[newest.size() / 2] ^= 1;
  put(slot(1), newest);

  const std::unique_ptr<std::FILE, int (*)(std::FILE *)> stream(std::tmpfile(), std::fclose);
  Console console(stream.get(), false);
  start_log(false, console);
  EXPECT_EQ(latest_step(), 1);
  start_log(true);
  std::rewind(stream.get());
  std::string text(1000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), stream.get()));
  EXPECT_THAT(text, testing::StartsWith("warning: skipped a broken checkpoint"));
  EXPECT_THAT(text, HasSubstr("slot-1: damaged"));
  EXPECT_THAT(text, HasSubstr("going back to slot-0, step 1"));

  put(slot(0), "torn");
  const std::string message = message_of<InputError>([&] { latest_step(); });
  EXPECT_THAT(message, HasSubstr("slot-0: truncated"));
  EXPECT_THAT(message, HasSubstr("slot-1: damaged"));
}

TEST_F(Checkpoint, NoneAtAll) {
  EXPECT_THAT(message_of<InputError>([&] { latest_step(); }), HasSubstr("there is no checkpoint"));
  fs::create_directories(slot(0));
  EXPECT_NE(message_of<InputError>([&] { latest_step(); }), "") << "a folder is no checkpoint";
}

TEST_F(Checkpoint, AFullDiskLeavesTheOldOnes) {
  CheckpointWriter writer(folder_, 1);
  writer.write(sample(1));
  CheckpointData large = sample(2);
  large.blobs["e"] = std::vector<double>(100000, 1.0);
  {
    const test::FileSizeLimit limit(50000);
    EXPECT_THAT(message_of<OutputError>([&] { writer.write(large); }), HasSubstr("File too large"));
  }
  EXPECT_EQ(latest_step(), 1);
  EXPECT_EQ(test::count_files(folder_), 1u);
}

} // namespace
} // namespace curlew
