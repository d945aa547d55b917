#include <curlew/methods/mom/method.hpp>

#include <curlew/methods/mom/case/check_case.hpp>
#include <curlew/methods/mom/check.hpp>
#include <curlew/methods/mom/run.hpp>

namespace curlew::mom {

Method method() {
  return {k_name, case_method(), check, run};
}

} // namespace curlew::mom
