#include "feeds.hpp"

#include <curlew/core/error.hpp>
#include <curlew/io/case/loader.hpp>
#include <curlew/methods/dgatd/case/check_case.hpp>
#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/mom/case/check_case.hpp>

#include <stdexcept>

namespace curlew::fuzz {

bool feed_case(std::string_view content) {
  static const CaseFormat format =
      make_case_format({dgatd::case_method(), dgtd::case_method(), fdfd::case_method(),
                        fem::case_method(), mom::case_method()});
  const char *folder = "/no/such/folder"; // the case names no file that is there by accident
  Case first;
  try {
    first = parse_case(content, "fuzz.json", folder, format);
  } catch (const Error &) {
    return false;
  }
  // The resolved copy repeats the run: an Error here is a defect, not a valid outcome.
  try {
    const Case second = parse_case(first.resolved.dump(), "resolved.json", folder, format);
    if (second.resolved != first.resolved) {
      throw std::logic_error("the resolved case changes when it is resolved again");
    }
  } catch (const Error &error) {
    throw std::logic_error(std::string("the resolved case is refused: ") + error.what());
  }
  return true;
}

} // namespace curlew::fuzz
