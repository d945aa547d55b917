#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace curlew {

// Runs a command and waits for its end; `output` receives what it prints, on both streams. Signals
// of the terminal reach it as they reach this process. Returns the exit code; 128 and the number of
// the signal for a command that a signal ended. Throws InputError where the command is not found,
// OutputError where `output` cannot be written.
int run_child(const std::vector<std::string> &command, const std::filesystem::path &output);

} // namespace curlew
