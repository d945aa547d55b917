#pragma once

#include <curlew/io/gmsh/gmsh_cursor.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>

namespace curlew::gmsh {

// Storage format of numbers. TextSource and BinarySource read the same records, so that each
// section is parsed by one template; `what` names the number in messages. A record is one line of
// text.
class TextSource {
public:
  explicit TextSource(Cursor &cursor) : cursor_(cursor) {}
  Cursor &cursor() { return cursor_; }

  std::int32_t integer(const char *what) { return number<std::int32_t>("an integer", what); }
  std::uint64_t size(const char *what) {
    return number<std::uint64_t>("a non-negative integer", what);
  }
  double real(const char *what) { return number<double>("a number", what); }

  // Returns the position where the next number of the record begins.
  const char *position() {
    cursor_.skip_blanks();
    return cursor_.position();
  }
  void begin_record() { cursor_.skip_space(); }
  void end_record(const char *record) {
    cursor_.skip_blanks();
    if (!cursor_.at_end() && *cursor_.position() != '\n') {
      cursor_.fail(fmt::format("expected the end of the line after {}, found {}", record,
                               cursor_.found(cursor_.position())));
    }
  }

  // Returns the fewest bytes that so many numbers can take: a digit and a separator each.
  static std::uint64_t bytes(std::uint64_t integers, std::uint64_t sizes, std::uint64_t reals) {
    return 2 * (integers + sizes + reals);
  }

private:
  template <class T> T number(const char *kind, const char *what) {
    cursor_.skip_blanks();
    const char *start = cursor_.position();
    const char *end = cursor_.end();
    // from_chars accepts no plus sign, but other programs write one.
    const char *digits = start + (end - start > 1 && *start == '+' && start[1] != '-' ? 1 : 0);
    T value{};
    const auto [stop, code] = std::from_chars(digits, end, value);
    if (code == std::errc::result_out_of_range) {
      cursor_.fail(start, fmt::format("{} is out of range: {}", what, cursor_.found(start)));
    }
    if (code != std::errc() || (stop != end && !is_space(*stop))) {
      cursor_.fail(start,
                   fmt::format("expected {} ({}), found {}", what, kind, cursor_.found(start)));
    }
    cursor_.move_to(stop);
    return value;
  }

  Cursor &cursor_;
};

class BinarySource {
public:
  BinarySource(Cursor &cursor, bool swap_bytes) : cursor_(cursor), swap_bytes_(swap_bytes) {}
  Cursor &cursor() { return cursor_; }

  std::int32_t integer(const char *what) { return value<std::int32_t>(what); }
  std::uint64_t size(const char *what) { return value<std::uint64_t>(what); }
  double real(const char *what) { return value<double>(what); }

  const char *position() { return cursor_.position(); }
  void begin_record() {}
  void end_record(const char *) {}

  static std::uint64_t bytes(std::uint64_t integers, std::uint64_t sizes, std::uint64_t reals) {
    return 4 * integers + 8 * (sizes + reals);
  }

private:
  template <class T> T value(const char *what) {
    if (cursor_.remaining() < sizeof(T)) {
      cursor_.fail(fmt::format("expected {} ({} bytes), but the file ends", what, sizeof(T)));
    }
    char bytes[sizeof(T)];
    std::memcpy(bytes, cursor_.position(), sizeof(T));
    if (swap_bytes_) {
      std::reverse(bytes, bytes + sizeof(T));
    }
    cursor_.move_to(cursor_.position() + sizeof(T));
    T result;
    std::memcpy(&result, bytes, sizeof(T));
    return result;
  }

  Cursor &cursor_;
  bool swap_bytes_;
};

// Fails unless `count` items of at least `item_bytes` each can follow in the file: nothing is ever
// allocated for a count that the file cannot fill. `where` is the position of the count.
inline void check_count(const Cursor &cursor, const char *where, std::uint64_t count,
                        std::uint64_t item_bytes, const char *items) {
  // One byte more than remains, because the file's last number needs no separator.
  const std::uint64_t fit = (static_cast<std::uint64_t>(cursor.remaining()) + 1) / item_bytes;
  if (count > fit) {
    cursor.fail(where,
                fmt::format("the file announces {} {}, but its last {} bytes hold at most {}",
                            count, items, cursor.remaining(), fit));
  }
}

} // namespace curlew::gmsh
