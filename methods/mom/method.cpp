#include <curlew/methods/mom/method.hpp>

#include <curlew/methods/mom/case/check_case.hpp>
#include <curlew/methods/mom/check.hpp>
#include <curlew/methods/mom/run.hpp>

namespace curlew::mom {

Method method() {
  return {k_name, k_title, schema_text, check_case, check, run};
}

} // namespace curlew::mom
