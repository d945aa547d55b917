#pragma once

#include <string>

#include <unistd.h>

namespace curlew {

// Returns the name of this host; empty where the system does not tell it.
inline std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

} // namespace curlew
