#pragma once

#include <curlew/core/parallel/spaces.hpp>

#include <map>
#include <mutex>

namespace curlew {

// Handles of a library on the device, one for each stream: making one takes a millisecond and
// device memory, and the work space of a handle belongs to its first stream. Calls hold the lock
// while they launch. Must outlive Kokkos.
template <class Stream, class Handle> class StreamHandles {
public:
  StreamHandles(Handle (*make)(Stream), void (*destroy)(Handle)) : make_(make), destroy_(destroy) {}

  std::mutex mutex;

  Handle get(Stream stream) {
    const auto found = of_stream_.find(stream);
    if (found != of_stream_.end())
      return found->second;
    if (of_stream_.empty())
      Kokkos::push_finalize_hook([this] {
        for (const auto &one : of_stream_)
          destroy_(one.second);
        of_stream_.clear();
      });
    return of_stream_[stream] = make_(stream);
  }

private:
  Handle (*make_)(Stream);
  void (*destroy_)(Handle);
  std::map<Stream, Handle> of_stream_;
};

} // namespace curlew
