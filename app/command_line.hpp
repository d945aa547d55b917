#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace curlew::app {

// Throws InputError, with the likely name, for an unknown command or option. CLI11 makes no
// suggestions.
void refuse_unknown_names(const CLI::App &app, int argc, const char *const *argv);

// Returns the fault that CLI11 found, in the words and the form of the other errors.
std::string command_line_error(const CLI::App &app, const CLI::ParseError &error);

} // namespace curlew::app
