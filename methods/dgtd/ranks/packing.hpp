#pragma once

#include <curlew/core/mpi/communicator.hpp>
#include <curlew/core/waveform.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// Packs values one after the other as bytes, for messages between ranks of one program: numbers,
// plain structs, strings and vectors of them. For another struct a function pass(archive, values)
// lists the members, once for both directions.
namespace curlew::dgtd {

class Packer {
public:
  template <class... T> void operator()(T &...values) { (put(values), ...); }
  std::vector<char> take() { return std::move(bytes_); }

private:
  template <class T> void put(const T &value) {
    static_assert(std::is_trivially_copyable<T>::value, "list the members of this type");
    put_bytes(&value, sizeof(T));
  }
  void put(const std::string &text) {
    put(text.size());
    put_bytes(text.data(), text.size());
  }
  template <class T> void put(const std::vector<T> &values) {
    static_assert(std::is_trivially_copyable<T>::value, "list the members of this type");
    put(values.size());
    put_bytes(values.data(), values.size() * sizeof(T));
  }
  void put_bytes(const void *from, std::size_t size) {
    const char *first = static_cast<const char *>(from);
    bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<char> bytes_;
};

class Unpacker {
public:
  explicit Unpacker(const std::vector<char> &bytes) : bytes_(bytes) {}
  template <class... T> void operator()(T &...values) { (get(values), ...); }

private:
  template <class T> void get(T &value) {
    static_assert(std::is_trivially_copyable<T>::value, "list the members of this type");
    get_bytes(reinterpret_cast<char *>(&value), sizeof(T));
  }
  void get(std::string &text) {
    text.resize(get_size());
    get_bytes(text.data(), text.size());
  }
  template <class T> void get(std::vector<T> &values) {
    static_assert(std::is_trivially_copyable<T>::value, "list the members of this type");
    values.resize(get_size());
    get_bytes(reinterpret_cast<char *>(values.data()), values.size() * sizeof(T));
  }
  std::size_t get_size() {
    std::size_t size = 0;
    get(size);
    return size;
  }
  void get_bytes(char *to, std::size_t size) {
    if (size > bytes_.size() - at_)
      throw std::logic_error("a message of another rank ends too early");
    std::copy_n(bytes_.data() + at_, size, to);
    at_ += size;
  }

  const std::vector<char> &bytes_;
  std::size_t at_ = 0;
};

template <class Archive, class T> void pass_each(Archive &archive, std::vector<T> &values) {
  std::size_t count = values.size();
  archive(count);
  values.resize(count);
  for (T &value : values)
    pass(archive, value);
}

// Of each alternative the function pass() lists the members.
template <class Archive, class... T> void pass(Archive &archive, std::variant<T...> &value) {
  std::size_t index = value.index();
  archive(index);
  if (index != value.index())
    value = std::array<std::variant<T...>, sizeof...(T)>{T()...}.at(index);
  std::visit([&](auto &one) { pass(archive, one); }, value);
}

template <class Archive> void pass(Archive &archive, Waveform &waveform) {
  auto &[type, f_max_hz, f0_hz, bandwidth_hz, ramp_periods, delay_s, file, times_s, values] =
      waveform;
  archive(type, f_max_hz, f0_hz, bandwidth_hz, ramp_periods, delay_s, file, times_s, values);
}

// Sends each rank its part from the root, where `make(rank)` makes it. Collective.
template <class T, class Make> T scatter_parts(const Communicator &ranks, const Make &make) {
  std::vector<std::vector<char>> parts(ranks.size());
  for (int rank = 0; ranks.is_root() && rank < ranks.size(); ++rank) {
    T part = make(rank);
    Packer packer;
    pass(packer, part);
    parts[rank] = packer.take();
  }
  const std::vector<char> mine = ranks.scatter(parts);
  Unpacker unpacker(mine);
  T part;
  pass(unpacker, part);
  return part;
}

} // namespace curlew::dgtd
