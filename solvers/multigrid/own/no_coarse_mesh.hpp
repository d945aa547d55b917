#pragma once

#include <curlew/core/error.hpp>

#include <string>

namespace curlew {

// Points of which no coarse mesh could be made. What is solved can be solved without: the caller
// takes another preconditioner and says so.
class NoCoarseMesh : public Error {
public:
  explicit NoCoarseMesh(const std::string &message) : Error(ExitCode::not_converged, message) {}
};

} // namespace curlew
