#include <curlew/methods/shared/ports/missing_wave.hpp>

#include <fmt/format.h>

namespace curlew {

InputError missing_wave(const Case &input, double frequency_hz) {
  return InputError(fmt::format("{}: at {:.6g} Hz no wave came in at the ports within the run: S "
                                "has no value; take a longer \"duration\", or a waveform with that "
                                "frequency",
                                input.where("/time"), frequency_hz));
}

} // namespace curlew
