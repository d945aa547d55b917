#pragma once

#include <curlew/core/error.hpp>

#include <string>

namespace curlew {

// Points of which no coarse mesh can be made. The system can be solved without one: the caller
// takes another preconditioner and reports it.
class NoCoarseMesh : public Error {
public:
  explicit NoCoarseMesh(const std::string &message) : Error(ExitCode::not_converged, message) {}
};

} // namespace curlew
