#pragma once

#include <string>

// Where tests find what they read, and put what they write. Functions of one library: as macros of
// every file the folders would make all objects others in each clone, and compiler caches useless.
namespace curlew::test {

// Of a file or folder in the sources, and in tests/data.
std::string source_path(const std::string &relative = "");
std::string data_path(const std::string &relative = "");
// In the folder that the executable of this name has to itself.
std::string output_path_of(const std::string &executable, const std::string &relative);
inline std::string output_path(const std::string &relative = "") {
  return output_path_of(CURLEW_TEST_NAME, relative);
}
// The program; empty in a build without it.
std::string program_path();

} // namespace curlew::test
