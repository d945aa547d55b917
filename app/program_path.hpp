#pragma once

#include <filesystem>

namespace curlew::app {

// Returns the file of this program; empty where the system does not say.
std::filesystem::path program_path();

} // namespace curlew::app
