#include <curlew/methods/fem/method.hpp>

#include <curlew/methods/fem/case/check_case.hpp>
#include <curlew/methods/fem/check.hpp>
#include <curlew/methods/fem/run.hpp>

namespace curlew::fem {

Method method() {
  return {k_name, case_method(), check, run};
}

} // namespace curlew::fem
