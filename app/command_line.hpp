#pragma once

#include <string>

namespace CLI {
class App;
class ParseError;
} // namespace CLI

namespace curlew::app {

// Throws InputError, with the likely name, for a command or an option that there is not. CLI11
// knows no suggestions.
void refuse_unknown_names(const CLI::App &app, int argc, const char *const *argv);

// What CLI11 found wrong, in the words and the form of the other errors.
std::string command_line_error(const CLI::App &app, const CLI::ParseError &error);

} // namespace curlew::app
