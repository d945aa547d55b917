#include <curlew/methods/fdfd/method.hpp>

#include <curlew/methods/fdfd/case/check_case.hpp>
#include <curlew/methods/fdfd/check.hpp>
#include <curlew/methods/fdfd/run.hpp>

namespace curlew::fdfd {

Method method() {
  return {k_name, case_method(), check, run};
}

} // namespace curlew::fdfd
