#pragma once

#include <curlew/core/mpi/communicator.hpp>

#include <functional>

namespace curlew {

// Runs `action` on every rank. When it throws on one, all ranks throw, so that no rank waits for
// one that has ended. A rank where the action threw throws the same error again; the others throw
// an error with the exit code and the text of the lowest rank that failed. The action itself must
// not wait for other ranks. Collective.
void run_collectively(const Communicator &ranks, const std::function<void()> &action);

} // namespace curlew
