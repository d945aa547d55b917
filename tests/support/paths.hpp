#pragma once

#include <string>

// Folders of the tests' inputs and outputs. They are functions of one library: as macros of every
// file the folders would change all objects in each clone, and make compiler caches useless.
namespace curlew::test {

// Return the path of a file or folder in the sources, and in tests/data.
std::string source_path(const std::string &relative = "");
std::string data_path(const std::string &relative = "");
// Return a path in the folder of the executable with this name.
std::string output_path_of(const std::string &executable, const std::string &relative);
inline std::string output_path(const std::string &relative = "") {
  return output_path_of(CURLEW_TEST_NAME, relative);
}
// The program; empty in a build without it.
std::string program_path();

} // namespace curlew::test
