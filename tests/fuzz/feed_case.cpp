#include "feeds.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/loader.hpp>

#include <stdexcept>

namespace curlew::fuzz {

// methods/<name>/schema.json, embedded at build time.
std::string_view dgatd_schema_text();
std::string_view fdfd_schema_text();

bool feed_case(std::string_view content) {
  static const Schema schema =
      compose_schema(common_schema_text(), {dgatd_schema_text(), fdfd_schema_text()});
  const char *folder = "/no/such/folder"; // the case names no file that is there by accident
  Case first;
  try {
    first = parse_case(content, "fuzz.json", folder, schema);
  } catch (const Error &) {
    return false;
  }
  // The resolved copy repeats the run: an Error here is a broken promise, not an answer.
  try {
    const Case second = parse_case(first.resolved.dump(), "resolved.json", folder, schema);
    if (second.resolved != first.resolved) {
      throw std::logic_error("the resolved case changes when it is resolved again");
    }
  } catch (const Error &error) {
    throw std::logic_error(std::string("the resolved case is refused: ") + error.what());
  }
  return true;
}

} // namespace curlew::fuzz
