#include "paths.hpp"

namespace curlew::test {
namespace {

std::string below(const std::string &folder, const std::string &relative) {
  return relative.empty() ? folder : folder + "/" + relative;
}

} // namespace

std::string source_path(const std::string &relative) {
  return below(CURLEW_SOURCE_DIR, relative);
}

std::string data_path(const std::string &relative) {
  return below(CURLEW_SOURCE_DIR "/tests/data", relative);
}

std::string output_path_of(const std::string &executable, const std::string &relative) {
  return below(CURLEW_TEST_OUTPUT "/" + executable, relative);
}

std::string program_path() {
  return CURLEW_PROGRAM;
}

} // namespace curlew::test
