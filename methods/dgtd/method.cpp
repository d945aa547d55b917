#include <curlew/methods/dgtd/method.hpp>

#include <curlew/methods/dgtd/case/check_case.hpp>
#include <curlew/methods/dgtd/check.hpp>
#include <curlew/methods/dgtd/run.hpp>

namespace curlew::dgtd {

Method method() {
  return {k_name, case_method(), check, run};
}

} // namespace curlew::dgtd
