#pragma once

namespace curlew::dgatd {

struct Energy {
  double electric = 0, magnetic = 0; // J
  double total() const { return electric + magnetic; }
};

} // namespace curlew::dgatd
