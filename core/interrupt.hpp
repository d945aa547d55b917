#pragma once

namespace curlew {

// SIGINT and SIGTERM ask a run to end after its step (and a checkpoint) instead of killing it. A
// second one kills as usual.
void watch_interrupts();
bool interrupt_requested();

} // namespace curlew
