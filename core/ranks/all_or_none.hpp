#pragma once

#include <curlew/core/ranks/communicator.hpp>

#include <functional>

namespace curlew {

// Runs `action` on every rank; when it throws on one, all ranks throw, so that none waits for one
// that is gone. Where it threw, its error goes on; elsewhere comes an error with the exit code and
// the text of the lowest rank that failed: whichever rank speaks first gives the reason. The action
// itself must not wait for other ranks. Collective.
void all_or_none(const Communicator &ranks, const std::function<void()> &action);

} // namespace curlew
