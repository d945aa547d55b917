#include <curlew/core/constants.hpp>
#include <curlew/core/waveform.hpp>

#include <cstdio>

int main() {
  curlew::Waveform pulse;
  pulse.f_max_hz = 1e9;
  std::printf("eta0 = %.3f ohm, up to %.3g Hz\n", curlew::k_eta0, pulse.highest_frequency_hz());
  return 0;
}
