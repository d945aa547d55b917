#pragma once

namespace curlew {

// Makes SIGINT and SIGTERM end a run after its step (and a checkpoint) instead of killing it. A
// second signal kills as usual.
void watch_interrupts();
bool interrupt_requested();

} // namespace curlew
